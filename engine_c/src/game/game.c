#include "game.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

/* Repairs the pointers after the block of positions has moved. */
static void relink(Game *game)
{
    for (int i = 0; i <= game->ply; i++) {
        Position *pos = i < game->ply ? &game->before[i] : &game->now;
        pos->rules = &game->rules;
        pos->previous = i > 0 ? &game->before[i - 1] : NULL;
    }
}

static bool reserve(Game *game, int capacity)
{
    if (capacity <= game->capacity)
        return true;
    const int grown = capacity < FIRST_CAPACITY ? FIRST_CAPACITY : capacity + capacity / 2;
    Move *moves = realloc(game->moves, (size_t)grown * sizeof *moves);
    if (!moves)
        return false;
    game->moves = moves;
    Position *before = realloc(game->before, (size_t)grown * sizeof *before);
    if (!before)
        return false;
    game->before = before;
    game->capacity = grown;
    relink(game);
    return true;
}

static void begin(Game *game, const Position *start)
{
    game->ply = game->length = 0;
    game->now = *start;
    relink(game);
}

Game *game_new(const RuleValues *values)
{
    Game *game = calloc(1, sizeof *game);

    if (!game)
        return NULL;
    rules_prepare(&game->rules, values);
    position_reset(&game->now, &game->rules);
    if (!reserve(game, FIRST_CAPACITY)) {
        game_free(game);
        return NULL;
    }
    return game;
}

Game *game_copy(const Game *game)
{
    Game *copy = game_new(&game->rules.value);

    if (!copy || !reserve(copy, game->length)) {
        game_free(copy);
        return NULL;
    }
    copy->now = game->now;
    copy->ply = game->ply;
    copy->length = game->length;
    memcpy(copy->before, game->before, (size_t)game->ply * sizeof *game->before);
    memcpy(copy->moves, game->moves, (size_t)game->length * sizeof *game->moves);
    relink(copy);
    return copy;
}

void game_free(Game *game)
{
    if (!game)
        return;
    free(game->before);
    free(game->moves);
    free(game);
}

void game_set_rules(Game *game, const RuleValues *values)
{
    Position start;

    rules_prepare(&game->rules, values);
    position_reset(&start, &game->rules);
    begin(game, &start);
}

bool game_set_fen(Game *game, const char *text, Error *error)
{
    Position start;

    if (!fen_read(&start, &game->rules, text, error))
        return false;
    begin(game, &start);
    return true;
}

static void advance(Game *game, Move move)
{
    game->before[game->ply] = game->now;
    position_make(&game->now, &game->before[game->ply], move);
    game->moves[game->ply++] = move;
}

static bool check_legal(const Position *pos, Move move, Error *error)
{
    const Refusal refusal = movegen_refusal(pos, move);
    char text[MOVE_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);

    if (!refusal)
        return true;
    notation_write_move(&pos->rules->topology, move, &writer);
    return error_set_code(error, MILL_ILLEGAL, "'%s' is not legal: %s", text, notation_refusal_text(refusal));
}

bool game_play(Game *game, Move move, Error *error) { return game_play_turn(game, &(Turn){ 1, { move } }, error); }

bool game_play_turn(Game *game, const Turn *turn, Error *error)
{
    Position tried[TURN_MOVES_MAX + 1];

    tried[0] = game->now;
    for (int i = 0; i < turn->count; i++) {
        if (!check_legal(&tried[i], turn->moves[i], error))
            return false;
        position_make(&tried[i + 1], &tried[i], turn->moves[i]);
    }
    if (!reserve(game, game->ply + turn->count))
        return error_no_memory(error);
    for (int i = 0; i < turn->count; i++) {
        const bool is_known = game->ply < game->length && game->moves[game->ply] == turn->moves[i];
        advance(game, turn->moves[i]);
        game->length = is_known ? game->length : game->ply;
    }
    return true;
}

bool game_play_text(Game *game, Word word, Error *error)
{
    Turn turn;
    return notation_read_turn(&game->rules.topology, word, &turn, error) && game_play_turn(game, &turn, error);
}

bool game_undo(Game *game)
{
    if (game->ply == 0)
        return false;
    position_unmake(&game->now);
    game->ply--;
    return true;
}

bool game_redo(Game *game)
{
    if (game->ply == game->length)
        return false;
    advance(game, game->moves[game->ply]);
    return true;
}
