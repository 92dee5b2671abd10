/* test_stalemate.c: StalemateAction with every value. */
#include "example.h"

/* White on the corners of the outer square is blocked when Black plays f4-g4. */
#define NEARLY_BLOCKED "a1 a7 g1 g7", "a4 d1 d7 f4 d3", "b m"

/* No legal move: 0 loss, 4 draw. */
static void test_blocked_ends(void)
{
    begin("StalemateAction=0", NEARLY_BLOCKED);
    play(game, "f4-g4");
    CHECK_TEXT(result(game), "black no_moves");
    begin("StalemateAction=4", NEARLY_BLOCKED);
    play(game, "f4-g4");
    CHECK_TEXT(result(game), "draw no_moves");
}

/* 1: the turn passes, again and again while the side stays blocked. */
static void test_blocked_passes(void)
{
    begin("StalemateAction=1", NEARLY_BLOCKED);
    play(game, "f4-g4");
    CHECK_TEXT(result(game), "none");
    CHECK(game->now.stm == BLACK);
    play(game, "d3-c3");
    CHECK(game->now.stm == BLACK);
    play(game, "a4-b4");
    CHECK(game->now.stm == WHITE && legal_is(game, "a1-a4 a7-a4"));
}

/* 2: the side removes an opposing piece next to one of its own, and then moves; 3: then the turn passes. */
static void test_blocked_removes(void)
{
    begin("StalemateAction=2", NEARLY_BLOCKED);
    play(game, "f4-g4");
    CHECK(game->now.stm == WHITE && legal_is(game, "xa4 xd1 xd7 xg4"));
    play(game, "xa4");
    CHECK(game->now.stm == WHITE && legal_is(game, "a1-a4 a7-a4"));

    begin("StalemateAction=3", NEARLY_BLOCKED);
    play(game, "f4-g4");
    CHECK(game->now.stm == WHITE && legal_is(game, "xa4 xd1 xd7 xg4"));
    play(game, "xa4");
    CHECK(game->now.stm == BLACK && refuses(game, "d1-d2", REFUSAL_NONE));
}

/* Such a removal may take a piece out of a mill. */
static void test_blocked_removes_from_mill(void)
{
    begin("StalemateAction=2", "a1 a7 g1 g7", "a4 b4 c4 d1 d7 g4 d5", "w m");
    CHECK(legal_is(game, "xa4 xd1 xd7 xg4"));
}

/* If no opposing piece stands next to an own one, the side has lost. */
static void test_blocked_without_neighbours(void)
{
    begin_fen("cheng_san_qi StalemateAction=2", "********/@*@*****/X*XOXOXO w p s 3 0 2 3");
    CHECK_TEXT(result(game), "black no_moves");
}

/* 5: both sides remove one, the blocked side first and respecting mills; then it is its turn again. */
static void test_blocked_both_remove(void)
{
    begin("StalemateAction=5", "a1 a7 g1 g7", "a4 b4 c4 d1 d7 g4", "w m");
    CHECK(game->now.stm == WHITE && legal_is(game, "xd1 xd7 xg4"));
    play(game, "xd1");
    CHECK(game->now.stm == BLACK && legal_is(game, "xa1 xa7 xg1 xg7"));
    play(game, "xa7");
    CHECK(game->now.stm == WHITE && refuses(game, "a1-d1", REFUSAL_NONE));
}

/* If the side is still blocked after that, both remove again. */
static void test_blocked_both_remove_again(void)
{
    begin("StalemateAction=5", "a1 a7 g1 g7 d3", "a4 d1 d7 f4 c3 e3 d2 d6", "b m");
    play(game, "f4-g4 xd6 xd3");
    CHECK(game->now.stm == WHITE && position_must_remove(&game->now));
}

/* A side whose hand is empty can be blocked while the other still places. */
static void test_blocked_while_placing(void)
{
    begin("", "a1 a7 g1 g7", "a4 d1 d7", "b p p 4 0 3 2");
    play(game, "g4");
    CHECK_TEXT(result(game), "black no_moves");
    begin("StalemateAction=1", "a1 a7 g1 g7", "a4 d1 d7", "b p p 4 0 3 2");
    play(game, "g4");
    CHECK(game->now.stm == BLACK && refuses(game, "d6", REFUSAL_NONE));
}

int main(void)
{
    test_blocked_ends();
    test_blocked_passes();
    test_blocked_removes();
    test_blocked_removes_from_mill();
    test_blocked_without_neighbours();
    test_blocked_both_remove();
    test_blocked_both_remove_again();
    test_blocked_while_placing();
    game_free(game);
    return EXIT_SUCCESS;
}
