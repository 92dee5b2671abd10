/* test_game.c: the history of a game: going back and forth, copies, keys that
 * tell positions apart, and counts that know no history. */
#include "check.h"

#define SHUFFLE " a1-d1 d5-d6 d1-a1 d6-d5 "

/* Moves taken back can be played again; another move in their place makes them forgotten. */
static void test_undo_and_redo(void)
{
    Game *game = new_game("", NULL);

    CHECK(!game_undo(game) && !game_redo(game));
    play(game, "d6 f4 d2");
    CHECK(game->ply == 3 && game->length == 3 && !game_redo(game));
    CHECK(game_undo(game) && game_undo(game) && game->ply == 1 && game->length == 3);
    CHECK_TEXT(fen(game), "********/O*******/******** b p p 1 8 0 9 0 0 0 0 0 0 0 0 1");
    CHECK(game_redo(game) && game->ply == 2 && game->now.stm == WHITE);
    CHECK(game_undo(game));
    play(game, "f4");
    CHECK(game->length == 3 && game_redo(game));
    CHECK(game_undo(game) && game_undo(game));
    play(game, "b4");
    CHECK(game->length == 2 && !game_redo(game));
    game_free(game);
}

/* A refused move changes neither the position nor what can be played again. */
static void test_refused_move_changes_nothing(void)
{
    Game *game = new_game("", NULL);
    Fault fault;

    play(game, "d6 f4");
    CHECK(game_undo(game));
    CHECK(!game_play(game, move_place(topology_find(&game->rules.topology, "d6")), &fault));
    CHECK_TEXT(fault.text, "'d6' is not legal: a piece stands there");
    CHECK(game->ply == 1 && game->length == 2 && game_redo(game));
    game_free(game);
}

/* A draw by repetition goes away with the move that made it and comes back with it. */
static void test_repetition_after_undo(void)
{
    Game *game = stand("", "a1 a7 g1 g7", "d5 e4 d3 c4", "w m");

    play(game, SHUFFLE SHUFFLE);
    CHECK_TEXT(result(game), "draw threefold");
    CHECK(game_undo(game));
    CHECK_TEXT(result(game), "none");
    CHECK(game_redo(game));
    CHECK_TEXT(result(game), "draw threefold");
    game_free(game);
}

/* A copy remembers all that led to its position and goes on by itself. */
static void test_copy(void)
{
    Game *game = stand("", "a1 a7 g1 g7", "d5 e4 d3 c4", "w m");

    play(game, SHUFFLE "a1-d1 d5-d6 d1-a1");
    Game *copy = game_copy(game);
    CHECK(copy);
    play(game, "d6-f6");
    game_free(game);
    CHECK(copy->ply == 7);
    play(copy, "d6-d5");
    CHECK_TEXT(result(copy), "draw threefold");
    game_free(copy);
}

/* A game longer than the memory first taken for it is still whole. */
static void test_long_game(void)
{
    Game *game = stand("NMoveRule=0 EndgameNMoveRule=0 ThreefoldRepetitionRule=false", "a1 a7 g1 g7", "d5 e4 d3 c4", "w m");

    for (int i = 0; i < 100; i++)
        play(game, SHUFFLE);
    CHECK(game->ply == 400);
    while (game_undo(game))
        ;
    CHECK_TEXT(fen(game), "@*@*@*@*/********/*O*O*O*O w m s 4 0 4 0 0 0 0 0 0 0 0 0 1");
    game_free(game);
}

static Key key_of(const char *rules, const char *text)
{
    Game *game = new_game(rules, text);
    const Key key = position_key(&game->now);

    game_free(game);
    return key;
}

/* Positions that play differently have different keys: side, hands, debts, marks, last mills, used lines. */
static void test_keys_differ(void)
{
    static const struct {
        const char *rules, *one, *other;
    } examples[] = {
        { "", "@*@*@*@*/********/*O*O*O*O w m", "@*@*@*@*/********/*O*O*O*O b m" },
        { "", "@*@*@*@*/********/*O*O*O*O w p p 4 2 4 1", "@*@*@*@*/********/*O*O*O*O w p p 4 1 4 2" },
        { "", "@*@*@*@*/********/*O*O*O*O w m s", "@*@*@*@*/********/*O*O*O*O w m r" },
        { "", "@*@*@*@*/********/*O*O*O*O w m r 4 0 4 0 1 0", "@*@*@*@*/********/*O*O*O*O w m r 4 0 4 0 2 0" },
        { "", "@*@*@*@*/********/*O*O*O*O w m r 4 0 4 0 1 0 0 0 0 0 0 0 1 take:d5",
          "@*@*@*@*/********/*O*O*O*O w m r 4 0 4 0 1 0 0 0 0 0 0 0 1 take:e4" },
        { "", "@*@*@*@*/********/*O*O*O*O w m r 4 0 4 0 1 0 0 0 0 0 0 0 1 then:w",
          "@*@*@*@*/********/*O*O*O*O w m r 4 0 4 0 1 0 0 0 0 0 0 0 1 then:b" },
        { "cheng_san_qi", "@*@*@*@*/********/*O*O*O*O w p", "@*@*@*@*/X*******/*O*O*O*O w p" },
        { "morabaraba", "@*@*@*@*/********/*O*O*O*O w m s 4 0 4 0 0 0 26 27", "@*@*@*@*/********/*O*O*O*O w m" },
        { "morabaraba", "@*@*@*@*/********/*O*O*O*O w m s 4 0 4 0 0 0 26 27",
          "@*@*@*@*/********/*O*O*O*O w m s 4 0 4 0 0 0 28 27" },
        { "russian_mill", "@*@*@*@*/********/*O*O*O*O w m s 4 0 4 0 0 0 0 0 0 0 1", "@*@*@*@*/********/*O*O*O*O w m" },
        { "russian_mill", "@*@*@*@*/********/*O*O*O*O w m s 4 0 4 0 0 0 0 0 0 0 1",
          "@*@*@*@*/********/*O*O*O*O w m s 4 0 4 0 0 0 0 0 0 0 4294967296" },
    };

    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        CHECK(key_of(examples[i].rules, examples[i].one) != key_of(examples[i].rules, examples[i].other));
    CHECK(key_of("", "@*@*@*@*/********/*O*O*O*O w m")
          == key_of("", "@*@*@*@*/********/*O*O*O*O w m s 4 0 4 0 0 0 0 0 0 0 0 7 90"));
}

/* The leaves of a position do not depend on what led to it: quiet plies and repetition are left out of the count. */
static void test_perft_knows_no_history(void)
{
    Game *fresh = stand("NMoveRule=10", "a1 a7 g1 g7", "d5 e4 d3 c4", "w m");
    Game *quiet = stand("NMoveRule=10", "a1 a7 g1 g7", "d5 e4 d3 c4", "w m s 4 0 4 0 0 0 0 0 0 0 0 9 50");
    Game *drawn = stand("NMoveRule=10", "a1 a7 g1 g7", "d5 e4 d3 c4", "w m s 4 0 4 0 0 0 0 0 0 0 0 10 50");
    Game *repeated = stand("NMoveRule=10", "a1 a7 g1 g7", "d5 e4 d3 c4", "w m");
    Game *lost = stand("", "a1 d1 g1", "a7 g7", "w m");

    play(repeated, SHUFFLE SHUFFLE);
    for (int depth = 1; depth <= 3; depth++) {
        const uint64_t leaves = movegen_perft(&fresh->now, depth);
        CHECK(leaves > 0 && leaves == movegen_perft(&quiet->now, depth));
        CHECK(leaves == movegen_perft(&drawn->now, depth) && leaves == movegen_perft(&repeated->now, depth));
        CHECK(movegen_perft(&lost->now, depth) == 0);
    }
    game_free(fresh);
    game_free(quiet);
    game_free(drawn);
    game_free(repeated);
    game_free(lost);
}

int main(void)
{
    test_undo_and_redo();
    test_refused_move_changes_nothing();
    test_repetition_after_undo();
    test_copy();
    test_long_game();
    test_keys_differ();
    test_perft_knows_no_history();
    return EXIT_SUCCESS;
}
