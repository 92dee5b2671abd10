/* selfplay.c: games of the engine against itself. Each begins with random moves
 * and depends on the seed and its number only. Its result is the outcome of its
 * positions; where endings can be solved, their values are. */
#include "samples.h"

#include "interface/engine.h"
#include "tablebase/build/tb_solve.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    NODES = 300,     /* for a move */
    PLIES_MAX = 300, /* then the game is drawn */
    SOLVED_PIECES = 7,
    SOLVED_PLIES = 12, /* played on after the first solved position */
    HELD_BACK_EVERY = 20
};

typedef struct {
    Engine *engine;
    Tablebase *solved; /* NULL: no ending can be solved */
    SearchInfo *info;
    Samples samples;
    int ticket;
} SelfPlay;

static void set_option(Engine *engine, const char *name, const char *value)
{
    const char *rest = name;
    Error error;

    if (!engine_set_option(engine, word_next(&rest), value, &error)) {
        fprintf(stderr, "%s: %s\n", name, error.text);
        exit(EXIT_FAILURE);
    }
}

static Move choose(SelfPlay *play, const Game *game, int random_plies, uint64_t *random)
{
    const Limits limits = { .ticket = ++play->ticket, .nodes = NODES };
    Move moves[MOVES_MAX];

    if (game->ply < random_plies) {
        const int count = movegen_all(&game->now, moves);
        return moves[random_below(random, (uint32_t)count)];
    }
    return engine_search(play->engine, game, &limits, NULL, play->info);
}

static void play_game(SelfPlay *play, const RuleValues *values, uint64_t seed, int number)
{
    uint64_t random = seed * 0x9E3779B97F4A7C15u + (uint64_t)number * 0xD1342543DE82EF95u;
    Game *game = game_new(values);
    const Position *pos = &game->now;
    const size_t first = play->samples.count;
    size_t first_known = SIZE_MAX; /* all samples from here on have a value of their own */
    const bool is_held_back = number % HELD_BACK_EVERY == 0;
    int result = 0, known = 0;
    char text[16];
    Error error;

    random_below(&random, 2);
    const int random_plies = 1 + (int)random_below(&random, (uint32_t)values->PiecesCount);
    snprintf(text, sizeof text, "%u", (unsigned)random_below(&random, INT32_MAX) + 1);
    set_option(play->engine, "Seed", text);
    engine_clear(play->engine);
    /* Until the result is known, the outcome of a sample is the one of a game that White wins. */
    while (!pos->outcome && game->ply < PLIES_MAX && known < SOLVED_PLIES) {
        TbResult value;
        const bool is_known = play->solved && !position_must_remove(pos) && tb_probe(play->solved, pos, &value);
        if (is_known && !known++) {
            result = pos->stm == WHITE ? value.wdl : -value.wdl;
            first_known = play->samples.count;
        }
        if (game->ply >= random_plies && !position_must_remove(pos))
            samples_add(&play->samples, pos, is_known ? value.wdl : pos->stm == WHITE ? 1 : -1, is_held_back);
        if (!game_play(game, choose(play, game, random_plies, &random), &error))
            break;
    }
    if (!known)
        result = pos->outcome ? position_result(pos, WHITE) : 0;
    for (size_t i = first; i < play->samples.count && i < first_known; i++)
        play->samples.items[i].outcome = (int8_t)(play->samples.items[i].outcome * result);
    game_free(game);
}

int selfplay_run(const char *text, const char *networks, uint64_t seed, int first, int count, const char *out)
{
    SelfPlay play = { .engine = engine_new(), .info = malloc(sizeof *play.info) };
    RuleValues values;
    Rules rules;
    Error error;

    if (!rules_read(&values, text, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    if (!play.engine || !play.info)
        return EXIT_FAILURE;
    rules_prepare(&rules, &values);
    if (tb_solve_covers(&rules))
        play.solved = tb_solve(&rules, SOLVED_PIECES, NULL);
    set_option(play.engine, "Hash", "1");
    set_option(play.engine, "NetworkPath", networks);
    for (int number = first; number < first + count; number++)
        play_game(&play, &values, seed, number);
    const bool is_written = samples_write(&play.samples, out);
    if (!is_written)
        fprintf(stderr, "%s: cannot be written\n", out);
    free(play.samples.items);
    free(play.info);
    tb_close(play.solved);
    engine_free(play.engine);
    return is_written ? EXIT_SUCCESS : EXIT_FAILURE;
}
