/* test_phases.c: how many pieces a side has, where they go, and when placing,
 * moving and flying begin and end. */
#include "example.h"

static void test_pieces_count(void)
{
    for (int count = 3; count <= 12; count++) {
        char rules[40];
        snprintf(rules, sizeof rules, "PiecesCount=%d", count);
        begin(rules, "", "", "w r");
        CHECK(game->now.in_hand[WHITE] == count && game->now.in_hand[BLACK] == count);
    }
    begin("PiecesCount=3", "", "", "w r");
    play(game, "a1 d5 a7 e4 g1");
    CHECK(game->now.phase == PHASE_PLACING && refuses(game, "d5-d6", REFUSAL_MUST_PLACE));
    play(game, "d3");
    CHECK(game->now.phase == PHASE_MOVING && refuses(game, "b4", REFUSAL_HAND_EMPTY));
}

/* Fewer than the least number of pieces, board and hand together, loses. */
static void test_pieces_at_least(void)
{
    begin("PiecesAtLeastCount=4", "a1 d1", "a7 g7 b4", "w p p 2 7 3 2");
    play(game, "g1 xa7");
    CHECK_TEXT(result(game), "none");
    begin("PiecesAtLeastCount=4", "a1 d1", "a7 g7 b4", "w p p 2 7 3 1");
    play(game, "g1 xa7");
    CHECK_TEXT(result(game), "white few_pieces");
    begin("PiecesAtLeastCount=5", "a1 d1 g4 b6 c5", "a7 g7 b4 c3 e3", "w m");
    play(game, "g4-g1 xa7");
    CHECK_TEXT(result(game), "white few_pieces");
}

/* PiecesAtLeastCount is capped by PiecesCount: no side has lost before the first move. */
static void test_pieces_at_least_above_count(void)
{
    begin("PiecesCount=3 PiecesAtLeastCount=5", "", "", "w r");
    CHECK_TEXT(result(game), "none");
    play(game, "a1 a7 d1 g7 g1 xa7");
    CHECK_TEXT(result(game), "white few_pieces");
}

/* Diagonals connect the corners of the squares and can hold mills; other boards have none. */
static void test_diagonal_lines(void)
{
    begin("HasDiagonalLines=true", "a1 b2 g7 d3", "a4 d1 f4 c4", "w m");
    CHECK(refuses(game, "g7-f6", REFUSAL_NONE) && refuses(game, "d3-b2", REFUSAL_OCCUPIED));
    play(game, "d3-c3");
    CHECK(legal_is(game, "xa4 xd1 xf4 xc4"));

    begin("HasDiagonalLines=false", "a1 b2 g7 d3", "a4 d1 f4 c4", "w m");
    CHECK(refuses(game, "g7-f6", REFUSAL_NOT_JOINED));
    play(game, "d3-c3");
    CHECK(game->now.stm == BLACK);

    begin("HasDiagonalLines=true Board=1 MayFly=false", "a1 b4 e1", "c5 e5 e3", "w m");
    CHECK(refuses(game, "a1-b2", REFUSAL_NOT_JOINED));
}

/* Without flying three pieces slide; with FlyPieceCount=4 four pieces fly and five do not. */
static void test_flying(void)
{
    begin("MayFly=false", "a1 a7 g1", "d5 e4 d3 c4", "w m");
    CHECK(legal_is(game, "a1-a4 a1-d1 a7-a4 a7-d7 g1-d1 g1-g4"));
    begin("MayFly=false", "a1 a7 g1", "a4 d1 d7 f4", "b m");
    play(game, "f4-g4");
    CHECK_TEXT(result(game), "black no_moves");

    begin("FlyPieceCount=4", "a1 a7 g1 g7", "d5 e4 d3 c4 b6", "w m");
    play(game, "a1-f4");
    CHECK(refuses(game, "b6-f6", REFUSAL_NOT_JOINED));
    begin("FlyPieceCount=4 MayFly=false", "a1 a7 g1 g7", "d5 e4 d3 c4 b6", "w m");
    CHECK(refuses(game, "a1-f4", REFUSAL_NOT_JOINED));
}

/* With pieces in hand a side may place or move; a mill closed by moving takes a piece. */
static void test_moving_while_placing(void)
{
    begin("MayMoveInPlacingPhase=true Board=2 PiecesCount=4", "a1 b2", "c3 a3", "w p");
    CHECK(legal_is(game, "b3 c2 c1 b1 a2 a1-b1 a1-a2 b2-b3 b2-c2 b2-c1 b2-b1 b2-a2"));
    begin("MayMoveInPlacingPhase=true", "a1 d1 g4", "a7 g7", "w p");
    play(game, "g4-g1 xa7");
    CHECK(game->now.stm == BLACK && game->now.in_hand[WHITE] == 6);
}

/* Black makes the first move of the moving phase, even right after placing or removing. */
static void test_defender_moves_first(void)
{
    begin("IsDefenderMoveFirst=true PiecesCount=4", "a1 a7 g1 g7", "d5 e4 d3", "b p");
    play(game, "c4");
    CHECK(game->now.stm == BLACK && refuses(game, "d5-d6", REFUSAL_NONE));
    begin("IsDefenderMoveFirst=true", "a1 a7 g1 g7", "b6 f6 e4", "b p p 4 0 3 1");
    play(game, "d6 xa1 e4-e5 a7-a4");
    CHECK(game->now.stm == BLACK);
    begin("IsDefenderMoveFirst=false PiecesCount=4", "a1 a7 g1 g7", "d5 e4 d3", "b p");
    play(game, "c4");
    CHECK(game->now.stm == WHITE);
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
    begin("Board=2 PiecesCount=5 StopPlacingWhenTwoEmptySquares=true PiecesAtLeastCount=4", "a3 a2 b1", "b3 c2 a1",
          "w p");
    play(game, "c3");
    CHECK_TEXT(result(game), "white few_pieces");
    begin("Board=2 PiecesCount=5 StopPlacingWhenTwoEmptySquares=true PiecesAtLeastCount=5", "a3 a2 b1", "b3 c2 a1",
          "w p");
    play(game, "c3");
    CHECK_TEXT(result(game), "draw few_pieces");
}

int main(void)
{
    test_pieces_count();
    test_pieces_at_least();
    test_pieces_at_least_above_count();
    test_diagonal_lines();
    test_flying();
    test_moving_while_placing();
    test_defender_moves_first();
    test_stop_placing();
    test_stop_placing_with_few();
    game_free(game);
    return EXIT_SUCCESS;
}
