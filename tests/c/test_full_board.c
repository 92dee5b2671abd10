/* test_full_board.c: BoardFullAction with every value. */
#include "example.h"

/* The 3×3 grid with one point left, which closes no line for White; then Black is to move. */
#define NEARLY_FULL "a3 c3 a2 b1", "b3 b2 c2 a1", "w p p 4 1 4 0"

/* Placing filled the board: 0 White loses, 4 it is a draw. */
static void test_full_board_ends(void)
{
    begin("Board=2 PiecesCount=5 BoardFullAction=0", NEARLY_FULL);
    play(game, "c1");
    CHECK_TEXT(result(game), "black board_full");
    begin("Board=2 PiecesCount=5 BoardFullAction=4", NEARLY_FULL);
    play(game, "c1");
    CHECK_TEXT(result(game), "draw board_full");
}

/* 1: White, then Black removes one, and 2: Black, then White; after that the side whose turn it was moves. */
static void test_full_board_both_remove(void)
{
    begin("Board=2 PiecesCount=5 BoardFullAction=1", NEARLY_FULL);
    play(game, "c1");
    CHECK(game->now.stm == WHITE && legal_is(game, "xb3 xb2 xc2 xa1"));
    play(game, "xb2");
    CHECK(game->now.stm == BLACK && legal_is(game, "xa3 xc3 xa2 xb1 xc1"));
    play(game, "xa3");
    CHECK(game->now.stm == BLACK && refuses(game, "b3-b2", REFUSAL_NONE));

    begin("Board=2 PiecesCount=5 BoardFullAction=2", NEARLY_FULL);
    play(game, "c1");
    CHECK(game->now.stm == BLACK && legal_is(game, "xa3 xc3 xa2 xb1 xc1"));
    play(game, "xa3");
    CHECK(game->now.stm == WHITE && legal_is(game, "xb3 xb2 xc2 xa1"));
    play(game, "xb2");
    CHECK(game->now.stm == BLACK && refuses(game, "b3-b2", REFUSAL_NONE));
}

/* 3: the side to move removes one, and then moves. */
static void test_full_board_mover_removes(void)
{
    begin("Board=2 PiecesCount=5 BoardFullAction=3", NEARLY_FULL);
    play(game, "c1");
    CHECK(game->now.stm == BLACK && legal_is(game, "xa3 xc3 xa2 xb1 xc1"));
    play(game, "xa3");
    CHECK(game->now.stm == BLACK && legal_is(game, "b3-a3 b2-a3"));
}

/* If Black makes the first move, it is the side to move also when Black has filled the board. */
static void test_full_board_defender_first(void)
{
    begin("Board=2 PiecesCount=5 BoardFullAction=3", "a3 c3 a2 b1 c1", "b3 b2 c2", "b p p 5 0 3 1");
    play(game, "a1");
    CHECK(game->now.stm == WHITE && legal_is(game, "xb3 xb2 xc2 xa1"));
    begin("Board=2 PiecesCount=5 BoardFullAction=3 IsDefenderMoveFirst=true", "a3 c3 a2 b1 c1", "b3 b2 c2",
          "b p p 5 0 3 1");
    play(game, "a1");
    CHECK(game->now.stm == BLACK && legal_is(game, "xa3 xc3 xa2 xb1 xc1"));
}

/* The removals on a full board respect mills, and a mill closed by the last placement takes its piece first. */
static void test_full_board_and_mills(void)
{
    begin("Board=2 PiecesCount=5 BoardFullAction=3", "a2 b2 c2 c1", "a3 b3 c3 b1", "w p p 4 1 4 0");
    play(game, "a1");
    CHECK(legal_is(game, "xa1 xc1"));
    begin("Board=2 PiecesCount=5 BoardFullAction=3 MayRemoveFromMillsAlways=true", "a2 b2 c2 c1", "a3 b3 c3 b1",
          "w p p 4 1 4 0");
    play(game, "a1");
    CHECK(legal_is(game, "xa1 xc1 xa2 xb2 xc2"));

    begin("Board=2 PiecesCount=5", "a1 b2 c2 c1", "a3 b3 c3 b1", "w p p 4 1 4 0");
    play(game, "a2 xb1");
    CHECK_TEXT(result(game), "none");
}

/* The rule applies each time placing fills the board, also with pieces left in hand. */
static void test_full_board_again(void)
{
    begin("Board=2 PiecesCount=6 BoardFullAction=3", "a3 c3 a2 b1", "b3 b2 c2 a1", "w p p 4 2 4 1");
    play(game, "c1 xa3");
    CHECK(legal_is(game, "a3"));
    play(game, "a3");
    CHECK(game->now.stm == WHITE && legal_is(game, "xb3 xb2 xc2 xa1 xa3"));
    play(game, "xb2");
    CHECK(legal_is(game, "b2"));
}

/* Removals on a full board leave no mark and take no own piece, whatever mills do while placing. */
static void test_full_board_is_no_mill(void)
{
    begin("Board=2 PiecesCount=6 BoardFullAction=3 " PLACING_MILL "4", "a3 c3 a2 b1", "b3 b2 c2 a1", "w p p 4 2 4 1");
    play(game, "c1 xa3");
    CHECK(legal_is(game, "a3"));
    begin("Board=2 PiecesCount=6 BoardFullAction=3 " PLACING_MILL "3", "a3 c3 a2 b1", "b3 b2 c2 a1", "w p p 4 2 4 1");
    play(game, "c1");
    CHECK(game->now.stm == BLACK && legal_is(game, "xa3 xc3 xa2 xb1 xc1"));
}

/* A marked point is not empty: a board without an empty point is full. */
static void test_full_board_with_marks(void)
{
    begin_fen("Board=2 PiecesCount=6 BoardFullAction=4 " PLACING_MILL "4", "@O@*OX*O/@ w p p 3 2 3 2");
    play(game, "a2");
    CHECK_TEXT(result(game), "none");
    play(game, "c1");
    CHECK_TEXT(result(game), "draw board_full");
}

int main(void)
{
    test_full_board_ends();
    test_full_board_both_remove();
    test_full_board_mover_removes();
    test_full_board_defender_first();
    test_full_board_and_mills();
    test_full_board_again();
    test_full_board_is_no_mill();
    test_full_board_with_marks();
    game_free(game);
    return EXIT_SUCCESS;
}
