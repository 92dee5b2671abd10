/* test_placing_mills.c: MillFormationActionInPlacingPhase with every value. */
#include "example.h"

/* 1: the opponent loses one from the hand, and it is the opponent's turn. */
static void test_mill_takes_from_hand(void)
{
    begin(PLACING_MILL "1", "a1 d1", "a7 g7", "w p p 2 7 2 7");
    play(game, "g1");
    CHECK(game->now.stm == BLACK && game->now.in_hand[BLACK] == 6 && game->now.on_board[BLACK] == 2);
    CHECK(refuses(game, "d6", REFUSAL_NONE));

    begin(PLACING_MILL "1", "a1 d1", "a7 g7", "w p p 2 7 2 1");
    play(game, "g1");
    CHECK_TEXT(result(game), "white few_pieces");
}

/* 1 falls back to a removal from the board when that hand is empty, and in the moving phase. */
static void test_mill_takes_from_empty_hand(void)
{
    begin(PLACING_MILL "1", "a1 d1", "a7 g7 b4 c5", "w p p 2 2 4 0");
    play(game, "g1");
    CHECK(legal_is(game, "xa7 xg7 xb4 xc5"));
    play(game, "xa7");
    CHECK(game->now.stm == BLACK);

    begin(PLACING_MILL "1", "a1 d1 g4 b6", "a7 g7 b4 c5", "w m");
    play(game, "g4-g1");
    CHECK(legal_is(game, "xa7 xg7 xb4 xc5"));
}

/* 1 with the last pieces of both hands: placing ends and the opponent moves. */
static void test_mill_takes_last_piece_in_hand(void)
{
    begin(PLACING_MILL "1", "a1 d1 b6", "a7 g7 c3 c5", "w p p 3 1 4 1");
    play(game, "g1");
    CHECK(game->now.phase == PHASE_MOVING && game->now.stm == BLACK && refuses(game, "a7-a4", REFUSAL_NONE));
}

/* 2: the opponent loses one from the hand, and the same side places again. */
static void test_mill_takes_from_hand_and_places(void)
{
    begin(PLACING_MILL "2", "a1 d1 a4", "b6 g7", "w p p 3 6 2 7");
    play(game, "g1");
    CHECK(game->now.stm == WHITE && game->now.in_hand[BLACK] == 6 && refuses(game, "d6", REFUSAL_NONE));
    play(game, "a7");
    CHECK(game->now.stm == WHITE && game->now.in_hand[BLACK] == 5);
    play(game, "d6");
    CHECK(game->now.stm == BLACK && game->now.in_hand[BLACK] == 5);
}

/* 2 falls back to a removal when that hand is empty; without anything to place the turn passes. */
static void test_mill_places_again_falls_back(void)
{
    begin(PLACING_MILL "2", "a1 d1", "a7 g7 b4 c5", "w p p 2 2 4 0");
    play(game, "g1 xa7");
    CHECK(game->now.stm == BLACK);

    begin(PLACING_MILL "2", "a1 d1", "a7 g7 b4 c5", "w p p 2 1 4 2");
    play(game, "g1");
    CHECK(game->now.stm == BLACK && game->now.in_hand[BLACK] == 1);
}

/* 1 and 2 with two lines take two from the hand; what the hand cannot give is removed from the board. */
static void test_mills_take_several_from_hand(void)
{
    begin(PLACING_MILL "1 MayRemoveMultiple=true", "a1 d1 g4 g7", "b6 f4", "w p p 4 5 2 7");
    play(game, "g1");
    CHECK(game->now.stm == BLACK && game->now.in_hand[BLACK] == 5);

    begin(PLACING_MILL "1 MayRemoveMultiple=true", "a1 d1 g4 g7", "b6 f4 c4 c3", "w p p 4 5 4 1");
    play(game, "g1");
    CHECK(game->now.in_hand[BLACK] == 0 && legal_is(game, "xb6 xf4 xc4 xc3"));
    play(game, "xb6");
    CHECK(game->now.stm == BLACK);

    begin(PLACING_MILL "2 MayRemoveMultiple=true", "a1 d1 g4 g7", "b6 f4 c4 c3", "w p p 4 5 4 1");
    play(game, "g1 xb6");
    CHECK(game->now.stm == WHITE && refuses(game, "d6", REFUSAL_NONE));
}

/* 3: the opponent removes one of its own pieces, in a mill or not, and then has its turn. */
static void test_opponent_removes_own(void)
{
    begin(PLACING_MILL "3", "a1 d1", "a7 d7 g7 b4", "w p");
    play(game, "g1");
    CHECK(game->now.stm == BLACK && legal_is(game, "xa7 xd7 xg7 xb4"));
    play(game, "xd7");
    CHECK(game->now.stm == BLACK && game->now.on_board[BLACK] == 3 && refuses(game, "d7", REFUSAL_NONE));

    begin(PLACING_MILL "3", "a1 d1", "", "w p");
    play(game, "g1");
    CHECK(game->now.stm == BLACK && refuses(game, "d7", REFUSAL_NONE));

    begin(PLACING_MILL "3", "a1 d1", "a7 g7", "w p p 2 7 2 1");
    play(game, "g1 xa7");
    CHECK_TEXT(result(game), "white few_pieces");

    begin(PLACING_MILL "3 MayRemoveMultiple=true", "a1 d1 g4 g7", "b6 f4 c4", "w p");
    play(game, "g1 xb6 xf4");
    CHECK(game->now.stm == BLACK && refuses(game, "b6", REFUSAL_NONE));
}

/* 3 concerns placing: in the moving phase the side that closed the mill takes an opposing piece. */
static void test_opponent_removes_own_only_while_placing(void)
{
    begin(PLACING_MILL "3", "a1 d1 g4 b6", "a7 g7 b4 c5", "w m");
    play(game, "g4-g1");
    CHECK(game->now.stm == WHITE && legal_is(game, "xa7 xg7 xb4 xc5"));
}

/* 4: the point of a removed piece stays marked and closed, also to moves, until placing ends. */
static void test_marked_points(void)
{
    begin(PLACING_MILL "4", "a1 d1 d6", "b6 f4 c3", "w p p 3 1 3 2");
    play(game, "g1 xb6");
    CHECK_TEXT(fen(game), "*****@**/O*@****X/***OOO** b p p 4 0 2 2 0 0 0 0 0 0 0 0 1");
    CHECK(refuses(game, "b6", REFUSAL_MARKED));
    play(game, "e3");
    CHECK(refuses(game, "d6-b6", REFUSAL_MARKED));
    play(game, "d6-d5 c5");
    CHECK(game->now.phase == PHASE_MOVING && !game->now.marked);
    play(game, "d5-d6 c3-c4");
    CHECK(refuses(game, "d6-b6", REFUSAL_NONE));
}

/* 4: neither the removal that ends placing nor one in the moving phase leaves a mark. */
static void test_no_marks_after_placing(void)
{
    begin(PLACING_MILL "4", "b6 f4 c3 e3", "a1 d1 d6", "b p p 4 0 3 1");
    play(game, "g1 xb6");
    CHECK_TEXT(fen(game), "***O*O**/@*O*****/***@@@** w m s 3 0 4 0 0 0 0 0 0 0 0 0 2");

    begin(PLACING_MILL "4", "a1 d1 g4 b6", "a7 g7 b4 c5", "w m");
    play(game, "g4-g1 xa7 b4-a4 b6-d6");
    CHECK(refuses(game, "a4-a7", REFUSAL_NONE));
}

/* 5: nothing at once; when placing ends each side removes as many as it has mills, the side about to move first. */
static void test_counted_mills(void)
{
    begin(PLACING_MILL "5", "a1 d1 a4", "b6 d6 c3", "w p p 3 2 3 2");
    play(game, "g1");
    CHECK(game->now.stm == BLACK && !game->now.pending[WHITE]);
    play(game, "f6 a7");
    CHECK(game->now.phase == PHASE_PLACING && !game->now.pending[WHITE]);
    play(game, "e3");
    CHECK(game->now.stm == WHITE && game->now.pending[WHITE] == 2 && game->now.pending[BLACK] == 1);
    CHECK(legal_is(game, "xc3 xe3"));
    play(game, "xc3 xe3");
    CHECK(game->now.stm == BLACK && legal_is(game, "xa1 xd1 xg1 xa4 xa7"));
    play(game, "xa1");
    CHECK(game->now.stm == WHITE && refuses(game, "d1-a1", REFUSAL_NONE));
}

/* 5 counts the mills once: a mill broken by the first removal still takes its piece. */
static void test_counted_mills_are_counted_once(void)
{
    begin(PLACING_MILL "5 MayRemoveFromMillsAlways=true", "a1 d1 g1 d7", "b6 d6 f6", "b p p 4 0 3 1");
    play(game, "c3 xd6");
    CHECK(game->now.stm == BLACK && game->now.pending[BLACK] == 1);
    play(game, "xa1");
    CHECK(game->now.stm == WHITE && !game->now.pending[WHITE]);
}

/* 5 without a mill changes nothing, and a mill closed in the moving phase takes its piece at once. */
static void test_counted_mills_later(void)
{
    begin(PLACING_MILL "5", "a1 d1 g4 b6", "a7 g7 b4", "b p p 4 0 3 1");
    play(game, "c5");
    CHECK(game->now.stm == WHITE && !game->now.pending[WHITE]);
    play(game, "g4-g1");
    CHECK(game->now.pending[WHITE] == 1);
}

int main(void)
{
    test_mill_takes_from_hand();
    test_mill_takes_from_empty_hand();
    test_mill_takes_last_piece_in_hand();
    test_mill_takes_from_hand_and_places();
    test_mill_places_again_falls_back();
    test_mills_take_several_from_hand();
    test_opponent_removes_own();
    test_opponent_removes_own_only_while_placing();
    test_marked_points();
    test_no_marks_after_placing();
    test_counted_mills();
    test_counted_mills_are_counted_once();
    test_counted_mills_later();
    game_free(game);
    return EXIT_SUCCESS;
}
