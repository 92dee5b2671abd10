/* exact.c: gives the samples of games the values that a tablebase knows, and adds
 * positions near and far from games.
 *
 * The last placing positions of a game are proven. A position that is not known
 * gets the value of the next one of its game that is. */
#include "samples.h"

#include "search/proof.h"
#include "tablebase/tb_successors.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    PROVEN_HAND = 4, /* pieces in hand of both sides, at most */
    PROOF_MEGABYTES = 64,
    RANDOM_EVERY = 4,   /* samples of a game: one position at random */
    RANDOM_PIECES = 14, /* of both sides, at most: with more, hardly one is like those of games */
    HELD_BACK_EVERY = 20
};

typedef struct {
    const Rules *rules;
    const Tablebase *tb;
    Proof *proof;
    ProofInfo *info;
    uint64_t random;
    int ticket;
    Samples samples;
} Exact;

/* White moves first, so that the hands say who is to move. */
static void placing_position(Position *pos, const Rules *rules, const Sample *sample)
{
    if (sample->own_hand > sample->their_hand)
        position_set_up(pos, rules, piece_pair(sample->theirs, sample->own), sample->their_hand, sample->own_hand,
                        BLACK);
    else
        position_set_up(pos, rules, piece_pair(sample->own, sample->theirs), sample->own_hand, sample->their_hand,
                        WHITE);
    position_complete(pos);
}

/* Whether the value of a position without pending removals is known. */
static bool find_value(Exact *exact, const Sample *sample, int *value)
{
    const ProofLimits limits = { .ticket = ++exact->ticket, .threads = 1, .wanted = PROOF_VALUE };
    const int hand = sample->own_hand + sample->their_hand;
    Position pos;
    TbResult result;
    Error error;

    if (!hand) {
        successors_position(&pos, exact->rules, sample->own, sample->theirs);
        if (pos.outcome || !tb_probe(exact->tb, &pos, &result))
            return false;
        *value = result.wdl;
        return true;
    }
    if (!exact->proof || hand > PROVEN_HAND)
        return false;
    placing_position(&pos, exact->rules, sample);
    if (!proof_run(exact->proof, &pos, &limits, NULL, &error))
        return false;
    proof_info(exact->proof, exact->info);
    *value = exact->info->lower;
    return true;
}

/* Adds a position of the moving phase if its value is known. */
static void add_position(Exact *exact, const Position *pos, bool is_held_back)
{
    TbResult result;

    if (!pos->outcome && !position_must_remove(pos) && tb_probe(exact->tb, pos, &result))
        samples_add(&exact->samples, pos, result.wdl, is_held_back);
}

/* The search meets many positions that games avoid: those after a turn chosen at random. */
static void add_random_turn(Exact *exact, const Sample *sample)
{
    Position now, after;
    Move moves[MOVES_MAX];

    successors_position(&now, exact->rules, sample->own, sample->theirs);
    do {
        const int count = movegen_all(&now, moves);
        if (!count)
            return;
        position_make(&after, &now, moves[random_below(&exact->random, (uint32_t)count)]);
        now = after;
        now.previous = NULL;
    } while (position_must_remove(&now));
    add_position(exact, &now, sample->is_held_back);
}

static Bits random_points(Exact *exact, int count, Bits taken)
{
    Bits points = 0;

    while (bits_count(points) < count)
        points |= bit((int)random_below(&exact->random, (uint32_t)exact->rules->topology.point_count)) & ~taken;
    return points;
}

static void add_random(Exact *exact, bool is_held_back)
{
    const uint32_t kinds = (uint32_t)(exact->rules->value.PiecesCount - exact->rules->least_pieces + 1);
    const int own = exact->rules->least_pieces + (int)random_below(&exact->random, kinds);
    const int theirs = exact->rules->least_pieces + (int)random_below(&exact->random, kinds);
    Position pos;

    if (own + theirs > RANDOM_PIECES)
        return;
    const Bits mover = random_points(exact, own, 0), other = random_points(exact, theirs, mover);
    successors_position(&pos, exact->rules, mover, other);
    add_position(exact, &pos, is_held_back);
}

/* Each game begins with more pieces in hand than the one before ended with; sides take turns. */
static bool begins_game(const Sample *sample, const Sample *before)
{
    const int hand = sample->own_hand + sample->their_hand;
    return hand && hand >= before->own_hand + before->their_hand;
}

static void label(Exact *exact, Samples *games)
{
    bool is_known = false; /* the next sample of the game has a value of the tablebase, perhaps by way of others */

    for (size_t i = games->count; i-- > 0;) {
        Sample *sample = &games->items[i];
        const Sample *next = i + 1 < games->count ? sample + 1 : NULL;
        int value = 0;
        if (!next || begins_game(next, sample))
            is_known = false;
        if (find_value(exact, sample, &value)) {
            is_known = true;
            sample->outcome = (int8_t)value;
        } else if (is_known) {
            sample->outcome = (int8_t)-next->outcome;
        }
    }
}

/* Positions near those of games, and some far from them. */
static void add_others(Exact *exact, const Samples *games)
{
    for (size_t i = 0; i < games->count; i++) {
        const Sample *sample = &games->items[i];
        if (!sample->own_hand && !sample->their_hand)
            add_random_turn(exact, sample);
        if (i % RANDOM_EVERY == 0)
            add_random(exact, i % (RANDOM_EVERY * HELD_BACK_EVERY) == 0);
    }
}

int exact_run(const char *text, const char *tablebase, const char *out, char **paths, int count)
{
    Samples games = { 0 };
    Error error = { 0 };
    RuleValues values;
    Rules rules;

    if (!rules_read(&values, text, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    rules_prepare(&rules, &values);
    Tablebase *tb = tb_open(&rules, tablebase, &error);
    Exact exact = { .rules = &rules, .tb = tb, .info = malloc(sizeof *exact.info), .random = 1 };
    if (!tb || !exact.info || !samples_read_all(&games, paths, count)) {
        fprintf(stderr, "%s\n", tb ? "not enough memory, or unreadable samples" : error.text);
        return EXIT_FAILURE;
    }
    tb_map(tb);
    if (proof_covers(&rules, tb, PROVEN_HAND, &error))
        exact.proof = proof_new(&rules, tb, NULL, "", PROOF_MEGABYTES, &error);
    label(&exact, &games);
    add_others(&exact, &games);
    samples_join(&games, &exact.samples);
    const bool is_written = samples_write(&games, out);
    if (!is_written)
        fprintf(stderr, "%s: cannot be written\n", out);
    proof_free(exact.proof);
    tb_close(tb);
    free(exact.info);
    free(exact.samples.items);
    free(games.items);
    return is_written ? EXIT_SUCCESS : EXIT_FAILURE;
}
