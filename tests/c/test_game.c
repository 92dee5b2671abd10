/* test_game.c: undo and redo, copies, keys, and perft without history. */
#include "check.h"

/* Redo plays the moves that undo took back, until another move replaces them. */
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

/* A refused move changes neither the position nor the moves to redo. */
static void test_refused_move_changes_nothing(void)
{
    Game *game = new_game("", NULL);
    Error error;

    play(game, "d6 f4");
    CHECK(game_undo(game));
    CHECK(!game_play(game, move_place(topology_find(&game->rules.topology, "d6")), &error));
    CHECK_TEXT(error.text, "'d6' is not legal: a piece stands there");
    CHECK(game->ply == 1 && game->length == 2 && game_redo(game));
    game_free(game);
}

/* Undo and redo take back and restore a draw by repetition. */
static void test_repetition_after_undo(void)
{
    Game *game = stand("", SHUFFLE_WHITE, SHUFFLE_BLACK, "w m");

    play(game, SHUFFLE SHUFFLE);
    CHECK_TEXT(result(game), "draw threefold");
    CHECK(game_undo(game));
    CHECK_TEXT(result(game), "none");
    CHECK(game_redo(game));
    CHECK_TEXT(result(game), "draw threefold");
    game_free(game);
}

/* RepetitionCount says which occurrence draws. */
static void test_repetition_count(void)
{
    Game *game = stand("RepetitionCount=2", SHUFFLE_WHITE, SHUFFLE_BLACK, "w m");

    play(game, "a1-d1 d5-d6 d1-a1");
    CHECK_TEXT(result(game), "none");
    play(game, "d6-d5");
    CHECK_TEXT(result(game), "draw threefold");
    game_free(game);
    game = stand("RepetitionCount=2 ThreefoldRepetitionRule=false", SHUFFLE_WHITE, SHUFFLE_BLACK, "w m");
    play(game, SHUFFLE SHUFFLE);
    CHECK_TEXT(result(game), "none");
    game_free(game);
}

/* A position counts its occurrences once, when it is reached; the search reads the count. */
static void test_occurrences(void)
{
    Game *game = stand("", SHUFFLE_WHITE, SHUFFLE_BLACK, "w m");

    CHECK(game->now.occurrences == 1);
    play(game, "a1-d1 d5-d6 d1-a1");
    CHECK(game->now.occurrences == 1);
    play(game, "d6-d5");
    CHECK(game->now.occurrences == 2);
    play(game, "a1-a4");
    CHECK(game->now.occurrences == 1);
    CHECK(game_undo(game) && game->now.occurrences == 2);
    game_free(game);
}

/* A copy has the history and does not depend on the original. */
static void test_copy(void)
{
    Game *game = stand("", SHUFFLE_WHITE, SHUFFLE_BLACK, "w m");

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

/* A game may outgrow its first allocation. */
static void test_long_game(void)
{
    Game *game = stand("NMoveRule=0 EndgameNMoveRule=0 ThreefoldRepetitionRule=false", SHUFFLE_WHITE, SHUFFLE_BLACK,
                       "w m");

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

/* Positions that play differently have different keys: side, hands, pending removals, marks, last mills, used lines. */
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

/* Perft ignores quiet plies and repetition. */
static void test_perft_ignores_history(void)
{
    Game *fresh = stand("NMoveRule=10", SHUFFLE_WHITE, SHUFFLE_BLACK, "w m");
    Game *quiet = stand("NMoveRule=10", SHUFFLE_WHITE, SHUFFLE_BLACK, "w m s 4 0 4 0 0 0 0 0 0 0 0 9 50");
    Game *drawn = stand("NMoveRule=10", SHUFFLE_WHITE, SHUFFLE_BLACK, "w m s 4 0 4 0 0 0 0 0 0 0 0 10 50");
    Game *repeated = stand("NMoveRule=10", SHUFFLE_WHITE, SHUFFLE_BLACK, "w m");
    Game *lost = stand("", "a1 d1 g1", "a7 g7", "w m");

    play(repeated, SHUFFLE SHUFFLE);
    for (int depth = 1; depth <= 3; depth++) {
        const uint64_t leaves = movegen_perft(&fresh->now, depth, NULL);
        CHECK(leaves > 0 && leaves == movegen_perft(&quiet->now, depth, NULL));
        CHECK(leaves == movegen_perft(&drawn->now, depth, NULL)
              && leaves == movegen_perft(&repeated->now, depth, NULL));
        CHECK(movegen_perft(&lost->now, depth, NULL) == 0);
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
    test_repetition_count();
    test_occurrences();
    test_copy();
    test_long_game();
    test_keys_differ();
    test_perft_ignores_history();
    return EXIT_SUCCESS;
}
