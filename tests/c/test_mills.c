/* test_mills.c: how many pieces mills take, which ones they protect, and mills
 * that may not be closed again. */
#include "example.h"

/* The piece on g1 can leave the mill a1 d1 g1 and close e4 f4 g4. */
#define TWO_MILLS "a1 d1 g1 e4 f4"

/* Two or three lines closed at once take as many pieces. */
static void test_several_removals(void)
{
    begin("MayRemoveMultiple=true", "a1 d1 g4 g7", "b6 f4 c4 c3", "w p");
    play(game, "g1 xb6");
    CHECK(game->now.stm == WHITE && legal_is(game, "xf4 xc4 xc3"));
    play(game, "xf4");
    CHECK(game->now.stm == BLACK);

    begin("MayRemoveMultiple=true HasDiagonalLines=true", "a1 d1 g4 g7 e3 f2", "b6 f4 c4 c3", "w p");
    play(game, "g1 xb6 xf4");
    CHECK(game->now.stm == WHITE);
    play(game, "xc4");
    CHECK(game->now.stm == BLACK && game->now.on_board[BLACK] == 1);
}

/* Of several removals those without a target are waived. */
static void test_several_removals_waived(void)
{
    begin("MayRemoveMultiple=true", "a1 d1 g4 g7", "b6", "w p");
    play(game, "g1 xb6");
    CHECK(game->now.stm == BLACK && !game->now.pending[WHITE]);
}

/* The second of two removals may break into what the first left all in mills. */
static void test_protection_is_judged_each_time(void)
{
    begin("MayRemoveMultiple=true", "a1 d1 g4 g7", "b6 d6 f6 c3", "w p");
    play(game, "g1");
    CHECK(legal_is(game, "xc3"));
    play(game, "xc3");
    CHECK(legal_is(game, "xb6 xd6 xf6"));
}

/* Pieces in mills are never protected. */
static void test_mills_never_protect(void)
{
    begin("MayRemoveFromMillsAlways=true", "a1 d1", "a7 d7 g7 b4", "w p");
    play(game, "g1");
    CHECK(legal_is(game, "xa7 xd7 xg7 xb4"));
}

/* When all opposing pieces stand in mills, MayRemoveWhenAllInMills decides whether one is taken. */
static void test_all_in_mills(void)
{
    begin("", "a1 d1", "a7 d7 g7", "w p");
    play(game, "g1");
    CHECK(legal_is(game, "xa7 xd7 xg7"));

    begin("MayRemoveWhenAllInMills=false", "a1 d1", "a7 d7 g7", "w p");
    play(game, "g1");
    CHECK(game->now.stm == BLACK && !game->now.pending[WHITE] && game->now.on_board[BLACK] == 3);
    begin("MayRemoveWhenAllInMills=false", "a1 d1", "a7 d7 g7 b4", "w p");
    play(game, "g1");
    CHECK(legal_is(game, "xb4"));
    begin("MayRemoveWhenAllInMills=false MayRemoveFromMillsAlways=true", "a1 d1", "a7 d7 g7", "w p");
    play(game, "g1");
    CHECK(legal_is(game, "xa7 xd7 xg7"));

    begin("MayRemoveWhenAllInMills=false MayRemoveMultiple=true", "a1 d1 g4 g7", "b6 d6 f6 c3", "w p");
    play(game, "g1 xc3");
    CHECK(game->now.stm == BLACK && !game->now.pending[WHITE]); /* the second is waived */
    begin("MayRemoveWhenAllInMills=false", "a1 d1 g4 b2", "a7 d7 g7", "w m s 4 0 3 0 0 0 0 0 0 0 0 7 9");
    play(game, "g4-g1");
    CHECK(game->now.quiet == 8); /* nothing was removed */
}

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

int main(void)
{
    test_several_removals();
    test_several_removals_waived();
    test_protection_is_judged_each_time();
    test_mills_never_protect();
    test_all_in_mills();
    test_repeated_mills();
    test_repeated_mills_allowed();
    test_one_time_mills();
    test_one_time_mills_of_each_side();
    test_one_time_mills_two_lines();
    game_free(game);
    return EXIT_SUCCESS;
}
