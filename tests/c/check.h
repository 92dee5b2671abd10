/* check.h: checks that report where they failed, games set up in one line, and
 * random games. */
#pragma once

#include "game/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
            exit(EXIT_FAILURE); \
        } \
    } while (0)

#define CHECK_TEXT(text, expected) \
    do { \
        if (strcmp(text, expected) != 0) { \
            fprintf(stderr, "%s:%d: is       '%s'\nexpected '%s'\n", __FILE__, __LINE__, text, expected); \
            exit(EXIT_FAILURE); \
        } \
    } while (0)

/* White on a corner and Black on an inner mid-side: after four plies the position repeats. */
#define SHUFFLE_WHITE "a1 a7 g1 g7"
#define SHUFFLE_BLACK "d5 e4 d3 c4"
#define SHUFFLE " a1-d1 d5-d6 d1-a1 d6-d5 "

/* A game from rule text and, unless NULL, position text; exits if either is invalid. */
static inline Game *new_game(const char *rules, const char *fen)
{
    RuleValues values;
    Error error = { 0 };

    if (!rules_read(&values, rules, &error)) {
        fprintf(stderr, "rules '%s': %s\n", rules, error.text);
        exit(EXIT_FAILURE);
    }
    Game *game = game_new(&values);
    CHECK(game);
    if (fen && !game_set_fen(game, fen, &error)) {
        fprintf(stderr, "position '%s': %s\n", fen, error.text);
        exit(EXIT_FAILURE);
    }
    return game;
}

/* True if one of the words of a text is `name`. */
static inline bool has_word(const char *text, const char *name)
{
    for (Word word = word_next(&text); word.length; word = word_next(&text))
        if (word_is(word, name))
            return true;
    return false;
}

/* A game with pieces on these points and the rest of the position text: stand("", "a1 d1", "g7", "w m"). */
static inline Game *stand(const char *rules, const char *white, const char *black, const char *rest)
{
    Game *game = new_game(rules, NULL);
    const Topology *topology = &game->rules.topology;
    char text[FEN_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);
    Error error;

    for (int pt = 0; pt < topology->point_count; pt++) {
        const char *name = topology->name[pt];
        writer_add(&writer, "%s%c", topology_starts_ring(pt) ? "/" : "",
                   has_word(white, name)       ? 'O'
                       : has_word(black, name) ? '@'
                                               : '*');
    }
    writer_add(&writer, " %s", rest);
    if (!game_set_fen(game, text, &error)) {
        fprintf(stderr, "position '%s': %s\n", text, error.text);
        exit(EXIT_FAILURE);
    }
    return game;
}

/* Plays moves separated by spaces; exits if one is refused. */
static inline void play(Game *game, const char *moves)
{
    for (Word word = word_next(&moves); word.length; word = word_next(&moves)) {
        Error error;
        if (!game_play_text(game, word, &error)) {
            fprintf(stderr, "move %.*s: %s\n", word.length, word.start, error.text);
            exit(EXIT_FAILURE);
        }
    }
}

static inline bool refuses(Game *game, const char *text, Refusal refusal)
{
    Error error;
    Move move;

    CHECK(notation_read_move(&game->rules.topology, (Word){ text, (int)strlen(text) }, &move, &error));
    return movegen_refusal(&game->now, move) == refusal;
}

/* The legal moves in order of generation. */
static inline const char *legal(const Game *game)
{
    static char text[MOVES_MAX * MOVE_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);
    Move moves[MOVES_MAX];
    const int count = movegen_all(&game->now, moves);

    for (int i = 0; i < count; i++) {
        writer_add(&writer, i ? " " : "");
        notation_write_move(&game->rules.topology, moves[i], &writer);
    }
    return text;
}

/* True if these are the legal moves, in any order. */
static inline bool legal_is(const Game *game, const char *moves)
{
    const char *const found = legal(game), *rest = found;
    bool is_same = strlen(found) == strlen(moves);

    for (Word word = word_next(&rest); word.length && is_same; word = word_next(&rest)) {
        char move[MOVE_TEXT_MAX];
        snprintf(move, sizeof move, "%.*s", word.length, word.start);
        is_same = has_word(moves, move);
    }
    if (!is_same)
        fprintf(stderr, "legal    '%s'\nexpected '%s'\n", found, moves);
    return is_same;
}

static inline const char *fen(const Game *game)
{
    static char text[FEN_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);

    fen_write(&game->now, &writer);
    return text;
}

/* "white few_pieces", "none" */
static inline const char *result(const Game *game)
{
    static char text[40];
    Writer writer = writer_to(text, sizeof text);
    const char *reason = notation_reason((Reason)game->now.reason);

    writer_add(&writer, *reason ? "%s %s" : "%s", notation_outcome((Outcome)game->now.outcome), reason);
    return text;
}

/* The same sequence in every run. */
static inline unsigned next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33);
}

/* Plays a random legal move; false when the game is over. */
static inline bool play_random(Game *game, uint64_t *state)
{
    Move moves[MOVES_MAX];
    const int count = movegen_all(&game->now, moves);
    Error error;

    return count > 0 && game_play(game, moves[next_random(state) % (unsigned)count], &error);
}

static inline Bits image_of(const uint8_t *symmetry, Bits set)
{
    Bits image = 0;

    for (; set; set = bits_rest(set))
        image |= bit(symmetry[bits_first(set)]);
    return image;
}
