/* test_makemove_full_board.c: every rule with every value, continued: mills with a
 * memory, full boards, the early end of placing, sides without a legal move. */
#include "check.h"

/* The game an example is about; beginning another one frees it. */
static Game *game;

static void begin(const char *rules, const char *white, const char *black, const char *rest)
{
    game_free(game);
    game = stand(rules, white, black, rest);
}

#define PLACING_MILL "MillFormationActionInPlacingPhase="

/* The piece on g1 can leave the mill a1 d1 g1 and close e4 f4 g4. */
#define TWO_MILLS "a1 d1 g1 e4 f4"

/* A piece that left one mill to close another may not go straight back and close the first on the next turn. */
static void test_repeated_mills(void)
{
    begin("RestrictRepeatedMillsFormation=true", TWO_MILLS, "a7 d7 b6 c5", "w m");
    play(game, "g1-g4 xb6 a7-a4");
    CHECK(refuses(game, "g4-g1", REFUSAL_REPEATED_MILL) && refuses(game, "g4-g7", REFUSAL_NONE));
    play(game, "f4-f2 a4-a7 g4-g1");
    CHECK(game->now.pending[WHITE] == 1);

    begin("RestrictRepeatedMillsFormation=false", TWO_MILLS, "a7 d7 b6 c5", "w m");
    play(game, "g1-g4 xb6 a7-a4 g4-g1");
    CHECK(game->now.pending[WHITE] == 1);
}

/* Going straight back is allowed if it closes nothing, and if no other mill was closed on the way out. */
static void test_repeated_mills_allowed(void)
{
    begin("RestrictRepeatedMillsFormation=true", TWO_MILLS, "a7 c3 c4 d5 b6", "w m");
    play(game, "g1-g4 xa7 d5-c5 xd1 g4-g1");
    CHECK(game->now.stm == BLACK);

    begin("RestrictRepeatedMillsFormation=true", "a1 d1 g1 b6", "a7 d7 c5 f2", "w m");
    play(game, "g1-g4 a7-a4 g4-g1");
    CHECK(game->now.pending[WHITE] == 1);
}

/* Each line takes a piece once a game for a side; a used line still protects its pieces. */
static void test_one_time_mills(void)
{
    begin("OneTimeUseMill=true", "a1 d1 g4 b6", "a7 d7 f2 c5 c4", "w m");
    play(game, "g4-g1 xa7 d7-a7 g1-g4 a7-d7 g4-g1");
    CHECK(game->now.stm == BLACK);
    play(game, "f2-d2 b6-d6 d2-d3 d6-b6 d3-c3");
    CHECK(legal_is(game, "xb6"));

    begin("OneTimeUseMill=false", "a1 d1 g4 b6", "a7 d7 f2 c5 c4", "w m");
    play(game, "g4-g1 xa7 d7-a7 g1-g4 a7-d7 g4-g1");
    CHECK(game->now.pending[WHITE] == 1);
}

/* A line that White has used still takes a piece for Black. */
static void test_one_time_mills_of_each_side(void)
{
    begin("OneTimeUseMill=true", "b6 d6 f2 a4", "a1 d1 g4", "b m s 4 0 3 0 0 0 0 0 0 0 1024");
    play(game, "g4-g1");
    CHECK(legal_is(game, "xb6 xd6 xf2 xa4"));
    begin("OneTimeUseMill=true", "b6 d6 f2 a4", "a1 d1 g4", "b m s 4 0 3 0 0 0 0 0 0 0 4398046511104");
    play(game, "g4-g1");
    CHECK(game->now.stm == WHITE);
}

/* Two lines closed at once are both used up, though they take one piece; of two only the unused one counts. */
static void test_one_time_mills_two_lines(void)
{
    begin("OneTimeUseMill=true", "a1 d1 g4 g7", "b6 f4 c4 c3", "w p p 4 1 4 0");
    play(game, "g1 xb6 f4-f6 d1-d2 f6-f4 d2-d1");
    CHECK(game->now.stm == BLACK);
    play(game, "f4-f6 g4-f4 f6-d6 f4-g4");
    CHECK(game->now.stm == BLACK);

    begin("OneTimeUseMill=true MayRemoveMultiple=true", "a1 d1 g4 g7", "b6 f4 c4 c3", "w p p 4 1 4 0 0 0 0 0 0 0 1024");
    play(game, "g1 xb6");
    CHECK(game->now.stm == BLACK);
}

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
    begin("Board=2 PiecesCount=5 BoardFullAction=3 IsDefenderMoveFirst=true", "a3 c3 a2 b1 c1", "b3 b2 c2", "b p p 5 0 3 1");
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

/* A full board is settled each time placing fills it, also with pieces left in hand. */
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
    game_free(game);
    game = new_game("Board=2 PiecesCount=6 BoardFullAction=4 " PLACING_MILL "4", "@O@*OX*O/@ w p p 3 2 3 2");
    play(game, "a2");
    CHECK_TEXT(result(game), "none");
    play(game, "c1");
    CHECK_TEXT(result(game), "draw board_full");
}

/* Placing ends when two points are left; pieces still in hand leave the game. */
static void test_stop_placing(void)
{
    begin("Board=2 PiecesCount=5 StopPlacingWhenTwoEmptySquares=true", "a3 a2 b1", "b3 c2 a1", "w p");
    play(game, "c3");
    CHECK(game->now.phase == PHASE_MOVING && game->now.in_hand[WHITE] == 0 && game->now.in_hand[BLACK] == 0);
    CHECK(game->now.stm == BLACK && refuses(game, "c1", REFUSAL_HAND_EMPTY) && refuses(game, "c2-c1", REFUSAL_NONE));

    begin("Board=2 PiecesCount=5 StopPlacingWhenTwoEmptySquares=false", "a3 a2 b1", "b3 c2 a1", "w p");
    play(game, "c3");
    CHECK(game->now.phase == PHASE_PLACING && refuses(game, "c1", REFUSAL_NONE));
}

/* A side that is left with too few pieces then has lost; if both are, the game is drawn. */
static void test_stop_placing_with_few(void)
{
    begin("Board=2 PiecesCount=5 StopPlacingWhenTwoEmptySquares=true PiecesAtLeastCount=4", "a3 a2 b1", "b3 c2 a1", "w p");
    play(game, "c3");
    CHECK_TEXT(result(game), "white few_pieces");
    begin("Board=2 PiecesCount=5 StopPlacingWhenTwoEmptySquares=true PiecesAtLeastCount=5", "a3 a2 b1", "b3 c2 a1", "w p");
    play(game, "c3");
    CHECK_TEXT(result(game), "draw few_pieces");
}

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
    game_free(game);
    game = new_game("cheng_san_qi StalemateAction=2", "********/@*@*****/X*XOXOXO w p s 3 0 2 3");
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
    test_repeated_mills();
    test_repeated_mills_allowed();
    test_one_time_mills();
    test_one_time_mills_of_each_side();
    test_one_time_mills_two_lines();
    test_full_board_ends();
    test_full_board_both_remove();
    test_full_board_mover_removes();
    test_full_board_defender_first();
    test_full_board_and_mills();
    test_full_board_again();
    test_full_board_is_no_mill();
    test_full_board_with_marks();
    test_stop_placing();
    test_stop_placing_with_few();
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
