/* test_variants.c: the named variants, and the order of rules that apply at once. */
#include "example.h"

#define TWELVE "PiecesCount=12 HasDiagonalLines=true "
#define MARKS PLACING_MILL "4 MayFly=false "
#define OPEN_MILLS "MayRemoveFromMillsAlways=true "

/* Every variant is the standard rules and these changes. */
static void test_variants_as_changes(void)
{
    static const struct {
        const char *name, *changes;
    } variants[] = {
        { "nine_mens_morris", "" },
        { "twelve_mens_morris", TWELVE },
        { "morabaraba", TWELVE "BoardFullAction=4 EndgameNMoveRule=20 RestrictRepeatedMillsFormation=true" },
        { "dooz", TWELVE PLACING_MILL "1 BoardFullAction=3 " OPEN_MILLS },
        { "lasker_morris", "PiecesCount=10 MayMoveInPlacingPhase=true" },
        { "russian_mill", "OneTimeUseMill=true " OPEN_MILLS },
        { "cheng_san_qi", MARKS },
        { "da_san_qi", TWELVE MARKS OPEN_MILLS "IsDefenderMoveFirst=true MayRemoveMultiple=true" },
        { "zhi_qi", TWELVE MARKS OPEN_MILLS "BoardFullAction=1" },
        { "el_filja", "PiecesCount=12 MayFly=false BoardFullAction=1 " OPEN_MILLS PLACING_MILL "5" },
        { "cham_gonu", TWELVE MARKS OPEN_MILLS },
        { "mul_mulan", "HasDiagonalLines=true MayFly=false InterventionCaptureEnabled=true " OPEN_MILLS },
        { "nerenchi", TWELVE OPEN_MILLS "IsDefenderMoveFirst=true" },
        { "six_mens_morris", "PiecesCount=6 Board=1 MayFly=false" },
        { "three_mens_morris", "PiecesCount=3 Board=2 MayFly=false" },
    };

    CHECK(rules_variant_count() == (int)(sizeof variants / sizeof *variants));
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        RuleValues named, changed;
        Error error;
        CHECK(rules_read(&named, variants[i].name, &error) && rules_read(&changed, variants[i].changes, &error));
        CHECK(memcmp(&named, &changed, sizeof named) == 0);
    }
}

/* Twelve pieces a side fill the 24 points; Black's last placement closes no line, and White is to move. */
static void test_variants_apply_full_board_rule(void)
{
    static const struct {
        const char *variant, *result, *fen_tail;
    } variants[] = {
        { "twelve_mens_morris", "black board_full", " w o s 12 0 12 0 0 0 0 0 0 0 0 0 2" },
        { "morabaraba", "draw board_full", " w o s 12 0 12 0 0 0 0 0 0 0 0 0 2" },
        { "dooz", "none", " w m r 12 0 12 0 1 0 0 0 0 0 0 0 2 then:w" },
        { "da_san_qi", "black board_full", " b o s 12 0 12 0 0 0 0 0 0 0 0 0 2" },
        { "zhi_qi", "none", " w m r 12 0 12 0 1 1 0 0 0 0 0 0 2" },
        { "el_filja", "none", " w m r 12 0 12 0 1 1 0 0 0 0 0 0 2" },
        { "cham_gonu", "black board_full", " w o s 12 0 12 0 0 0 0 0 0 0 0 0 2" },
        { "nerenchi", "black board_full", " b o s 12 0 12 0 0 0 0 0 0 0 0 0 2" },
    };

    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        begin(variants[i].variant, "d5 e4 d3 c4 f6 f2 b2 b6 d7 g4 d1 a4", "e5 e3 c3 c5 d6 f4 d2 b4 g7 g1 a1", "b p");
        play(game, "a7");
        CHECK_TEXT(result(game), variants[i].result);
        CHECK_TEXT(strchr(fen(game), ' '), variants[i].fen_tail);
    }
}

/* What mills take while placing, variant by variant: a removal from a mill or not, a mark, the hand. */
static void test_placing_mills_of_the_variants(void)
{
    static const struct {
        const char *variant, *removals;
    } variants[] = {
        { "nine_mens_morris", "xb4" },      { "twelve_mens_morris", "xb4" },       { "morabaraba", "xb4" },
        { "lasker_morris", "xb4" },         { "russian_mill", "xb4 xa7 xd7 xg7" }, { "cheng_san_qi", "xb4" },
        { "da_san_qi", "xb4 xa7 xd7 xg7" }, { "zhi_qi", "xb4 xa7 xd7 xg7" },       { "cham_gonu", "xb4 xa7 xd7 xg7" },
        { "mul_mulan", "xb4 xa7 xd7 xg7" }, { "nerenchi", "xb4 xa7 xd7 xg7" },
    };

    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        begin(variants[i].variant, "a1 d1", "a7 d7 g7 b4", "w p");
        play(game, "g1");
        CHECK(legal_is(game, variants[i].removals));
        play(game, "xb4");
        CHECK(refuses(game, "b4",
                      game->rules.value.MillFormationActionInPlacingPhase == 4 ? REFUSAL_MARKED : REFUSAL_NONE));
    }
    begin("dooz", "a1 d1", "a7 d7 g7 b4", "w p");
    play(game, "g1");
    CHECK(game->now.stm == BLACK && game->now.in_hand[BLACK] == 7);
    begin("el_filja", "a1 d1", "a7 d7 g7 b4", "w p");
    play(game, "g1");
    CHECK(game->now.stm == BLACK && game->now.in_hand[BLACK] == 8);
}

/* Morabaraba: a piece does not go straight back to its mill, and the endgame is drawn after twenty quiet plies. */
static void test_morabaraba(void)
{
    begin("morabaraba", "a1 d1 g1 e4 f4", "a7 d7 b4 c5", "w m");
    play(game, "g1-g4 xb4 a7-a4");
    CHECK(refuses(game, "g4-g1", REFUSAL_REPEATED_MILL));
    begin("morabaraba", "a1 a7 g1", "d5 e4 d3 c4", "w m s 3 0 4 0 0 0 0 0 0 0 0 19 50");
    play(game, "a1-d1");
    CHECK_TEXT(result(game), "draw n_moves");
}

/* Lasker: a piece moves while others are still in hand. */
static void test_lasker(void)
{
    begin("lasker_morris", "", "", "w r");
    play(game, "d6 f4 d6-d7 f4-g4");
    CHECK(game->now.in_hand[WHITE] == 9 && game->now.in_hand[BLACK] == 9);
}

/* Russian mill: a line takes a piece once. */
static void test_russian_mill(void)
{
    begin("russian_mill", "a1 d1 g4 b6", "a7 d7 f2 c5 c4", "w m");
    play(game, "g4-g1 xa7 d7-a7 g1-g4 a7-d7 g4-g1");
    CHECK(game->now.stm == BLACK);
}

/* Da San Qi: two lines take two pieces, and Black makes the first move. */
static void test_da_san_qi(void)
{
    begin("da_san_qi", "a1 d1 g4 g7", "b6 f4 c4", "w p");
    play(game, "g1 xb6 xf4");
    CHECK(game->now.stm == BLACK && game->now.marked);
    begin("da_san_qi", "a1 a7 g1", "d5 e4", "b p p 3 0 2 1");
    play(game, "d3");
    CHECK(game->now.stm == BLACK && game->now.phase == PHASE_MOVING);
}

/* Dooz: a mill that a slide closes while the opponent has a piece in hand takes it from there, too. */
static void test_dooz(void)
{
    begin("dooz", "a1 d1 g4 b6", "a7 d7 f2 c5", "w p p 4 0 4 3");
    play(game, "g4-g1");
    CHECK(game->now.stm == BLACK && game->now.in_hand[BLACK] == 2 && game->now.on_board[BLACK] == 4);
}

/* El Filja: mills are counted on the full board; its own removals follow only if it is still full then. */
static void test_el_filja(void)
{
    begin("el_filja", "a1 a4 c3 c5 d1 d2 d3 d7 e3 e4 f6 g1", "a7 b2 b4 b6 c4 d6 e5 f2 f4 g4 g7", "b p");
    play(game, "d5");
    CHECK(game->now.stm == WHITE && game->now.pending[WHITE] == 3 && game->now.pending[BLACK] == 1);
    play(game, "xa7 xb2 xb4 xa1");
    CHECK(game->now.stm == WHITE && game->now.on_board[WHITE] == 11 && game->now.on_board[BLACK] == 9);
    CHECK(refuses(game, "a4-a1", REFUSAL_NONE));

    begin("el_filja", "a1 a4 b4 c3 d3 d6 d7 e4 f2 f6 g1 g4", "a7 b2 b6 c4 c5 d1 d5 e3 e5 f4 g7", "b p");
    play(game, "d2 xa1");
    CHECK(game->now.stm == WHITE && !position_must_remove(&game->now) && refuses(game, "a4-a1", REFUSAL_NONE));

    begin("el_filja", "d5 e4 d3 c4 f6 f2 b2 b6 d7 g4 d1 a4", "e5 e3 c3 c5 d6 f4 d2 b4 g7 g1 a1", "b p");
    play(game, "a7 xe5 xd5");
    CHECK(game->now.stm == WHITE && !position_must_remove(&game->now));
}

/* Mul Mulan: a piece that lands between two opposing ones takes both; between two pairs it takes all four. */
static void test_mul_mulan(void)
{
    begin("mul_mulan", "b2", "a7 g7", "w p");
    play(game, "d7");
    CHECK(legal_is(game, "xa7 xg7"));
    begin("mul_mulan", "b2", "b6 f6 d5 d7 e3", "w p");
    play(game, "d6 xb6 xf6 xd5 xd7");
    CHECK(game->now.stm == BLACK && game->now.on_board[BLACK] == 1);
}

/* Six Men's Morris: two squares joined at their mid-sides, but no line across. */
static void test_six_mens_morris(void)
{
    begin("six_mens_morris", "", "", "w r");
    CHECK(game->now.in_hand[WHITE] == 6 && game->rules.topology.point_count == 16);
    begin("six_mens_morris", "c4 a1 e1", "b2 d2 e5", "w m");
    CHECK(legal_is(game, "c4-c5 c4-b4 c4-d4 a1-a3 a1-c1 e1-c1 e1-e3"));
    begin("six_mens_morris", "a5 e5 c4 b2", "b4 d4 e1 a1", "w m");
    play(game, "c4-c5");
    CHECK(legal_is(game, "xb4 xd4 xe1 xa1"));
}

/* Three Men's Morris: the first mill wins, while placing or later, and nobody flies. */
static void test_three_mens_morris(void)
{
    begin("three_mens_morris", "", "", "w r");
    play(game, "a1 a3 b1 c3 c1 xa3");
    CHECK_TEXT(result(game), "white few_pieces");
    begin("three_mens_morris", "a1 b1 c2", "a3 c3 b2", "w m");
    CHECK(legal_is(game, "a1-a2 b1-c1 c2-c1"));
    play(game, "c2-c1 xa3");
    CHECK_TEXT(result(game), "white few_pieces");
}

/* White on the corners of the outer square is blocked when Black plays f4-g4. */
#define NEARLY_BLOCKED "a1 a7 g1 g7", "a4 d1 d7 f4 d3"
#define AFTER_99_QUIET_PLIES "b m s 4 0 5 0 0 0 0 0 0 0 0 99 50"

/* A blocked side comes before the N-move count: a loss, or a removal that starts the count again. */
static void test_blocked_before_n_moves(void)
{
    begin("", NEARLY_BLOCKED, AFTER_99_QUIET_PLIES);
    play(game, "f4-g4");
    CHECK_TEXT(result(game), "black no_moves");
    begin("StalemateAction=2", NEARLY_BLOCKED, AFTER_99_QUIET_PLIES);
    play(game, "f4-g4 xa4");
    CHECK_TEXT(result(game), "none");
    CHECK(game->now.quiet == 0);
}

/* A pass takes nothing: the count still draws, and so does a position that Black alone repeats. */
static void test_pass_and_draws(void)
{
    begin("StalemateAction=1", NEARLY_BLOCKED, AFTER_99_QUIET_PLIES);
    play(game, "f4-g4");
    CHECK_TEXT(result(game), "draw n_moves");
    begin("StalemateAction=1", "a1 a7 g1 g7", "a4 d1 d7 g4 d3", "b m");
    play(game, "d3-c3 c3-d3 d3-c3");
    CHECK_TEXT(result(game), "none");
    play(game, "c3-d3");
    CHECK_TEXT(result(game), "draw threefold");
}

/* The N-move count comes before repetition. */
static void test_n_moves_before_threefold(void)
{
    begin("NMoveRule=10", "a1 a7 g1 g7", "d5 e4 d3 c4", "w m s 4 0 4 0 0 0 0 0 0 0 0 2 50");
    play(game, "a1-d1 d5-d6 d1-a1 d6-d5 a1-d1 d5-d6 d1-a1 d6-d5");
    CHECK_TEXT(result(game), "draw n_moves");
}

/* Too few pieces come before everything else, a full board before a blocked side. */
static void test_few_pieces_and_full_board_first(void)
{
    begin("PiecesCount=7 Board=2 BoardFullAction=4", "a3 c3 a2 b1 b3 b2 c1", "c2 a1", "b m");
    CHECK_TEXT(result(game), "white few_pieces");
    begin("PiecesCount=5 Board=2 BoardFullAction=4 StalemateAction=0", "a3 c3 a2 b1", "b3 b2 c2 a1", "w p p 4 1 4 0");
    play(game, "c1");
    CHECK_TEXT(result(game), "draw board_full");
}

/* The full-board rule comes before the stalemate rule. */
static void test_full_board_then_blocked(void)
{
    begin("PiecesCount=5 Board=2 BoardFullAction=3", "b1 b2 c2", "a1 a2 a3 b3 c3", "w p p 3 1 5 0");
    play(game, "c1 xc1");
    CHECK_TEXT(result(game), "white no_moves");
}

/* Mills counted when placing ends open the full board, so that the full-board rule does not apply. */
static void test_counted_mills_before_full_board(void)
{
    begin("Board=2 PiecesCount=5 BoardFullAction=4 " PLACING_MILL "5", "a2 b2 c2 c1", "a3 b3 c3 b1", "w p p 4 1 4 0");
    play(game, "a1");
    CHECK(game->now.stm == BLACK && legal_is(game, "xa1 xc1"));
    play(game, "xa1");
    CHECK(game->now.stm == WHITE && legal_is(game, "xb1"));
    play(game, "xb1");
    CHECK_TEXT(result(game), "none");
    CHECK(game->now.stm == BLACK);
}

/* If Black makes the first move, Black also removes first for the mills counted. */
static void test_counted_mills_defender_first(void)
{
    begin("IsDefenderMoveFirst=true " PLACING_MILL "5", "a1 d1 g1 d7", "b6 d6 f6", "b p p 4 0 3 1");
    play(game, "c3");
    CHECK(game->now.stm == BLACK && legal_is(game, "xd7"));
    play(game, "xd7 xc3");
    CHECK(game->now.stm == BLACK);
}

/* Nobody places again once placing has ended early: the turn passes. */
static void test_places_again_after_early_end(void)
{
    begin("Board=2 PiecesCount=6 StopPlacingWhenTwoEmptySquares=true " PLACING_MILL "2", "a1 b1 b3", "a2 b2 c3", "w p");
    play(game, "c1");
    CHECK(game->now.phase == PHASE_MOVING && game->now.stm == BLACK);
}

/* Lines whose mills are counted when placing ends are used up by that. */
static void test_counted_mills_are_used_up(void)
{
    begin("OneTimeUseMill=true " PLACING_MILL "5", "a1 d1 g1 d7", "b6 d6 f6", "b p p 4 0 3 1");
    play(game, "c3 xc3 xd7 g1-g4 f6-f4 g4-g1");
    CHECK(game->now.stm == BLACK);
    play(game, "f4-f6");
    CHECK(game->now.stm == WHITE);
}

/* A line whose mill counts only when placing ends is unused until then. */
static void test_mills_are_unused_until_counted(void)
{
    begin("OneTimeUseMill=true " PLACING_MILL "5", "a1 d1 d7", "b6 d6 c3", "w p p 3 1 3 1");
    play(game, "g1 e3");
    CHECK(game->now.pending[WHITE] == 1);
}

/* A blocked side that removes and passes has had its turn: it may then go back to the mill it left. */
static void test_repeated_mill_after_a_blocked_turn(void)
{
    begin("RestrictRepeatedMillsFormation=true StalemateAction=3", "a1 d1 g1 e4 f4", "a4 d2 g7 e5 e3 f6 f2 c3",
          "w p p 5 0 8 1");
    play(game, "g1-g4 xc3 g1");
    CHECK(legal_is(game, "xa4 xd2 xg7 xe5 xe3 xf6 xf2 xg1"));
    play(game, "xg1 a4-b4 g4-g1");
    CHECK(game->now.pending[WHITE] == 1);
}

/* Going straight back to a mill is refused even if its line is used up and would take nothing. */
static void test_used_up_repeated_mill_is_refused(void)
{
    begin("RestrictRepeatedMillsFormation=true OneTimeUseMill=true", "a1 d1 g1 e4 f4", "a7 d7 b6 c5",
          "w m s 5 0 4 0 0 0 0 0 0 0 1024");
    play(game, "g1-g4 xb6 a7-a4");
    CHECK(refuses(game, "g4-g1", REFUSAL_REPEATED_MILL));
}

/* A position repeats while pieces are still in hand, if pieces may move then. */
static void test_threefold_while_placing(void)
{
    begin("lasker_morris", "a1", "d5", "w p");
    play(game, "a1-d1 d5-d6 d1-a1 d6-d5 a1-d1 d5-d6 d1-a1 d6-d5");
    CHECK_TEXT(result(game), "draw threefold");
}

/* A removal that leaves too few pieces ends the game before the other side has made its own. */
static void test_both_remove_until_few(void)
{
    begin("StalemateAction=5 MayFly=false", "a1 d1 g1", "a4 d2 g4", "w m");
    CHECK(game->now.pending[BLACK] == 1);
    play(game, "xa4");
    CHECK_TEXT(result(game), "white few_pieces");
    CHECK(game->now.pending[BLACK] == 0);
}

int main(void)
{
    test_variants_as_changes();
    test_variants_apply_full_board_rule();
    test_placing_mills_of_the_variants();
    test_morabaraba();
    test_lasker();
    test_russian_mill();
    test_da_san_qi();
    test_dooz();
    test_el_filja();
    test_mul_mulan();
    test_six_mens_morris();
    test_three_mens_morris();
    test_blocked_before_n_moves();
    test_pass_and_draws();
    test_n_moves_before_threefold();
    test_few_pieces_and_full_board_first();
    test_full_board_then_blocked();
    test_counted_mills_before_full_board();
    test_counted_mills_defender_first();
    test_places_again_after_early_end();
    test_counted_mills_are_used_up();
    test_mills_are_unused_until_counted();
    test_repeated_mill_after_a_blocked_turn();
    test_used_up_repeated_mill_is_refused();
    test_threefold_while_placing();
    test_both_remove_until_few();
    game_free(game);
    return EXIT_SUCCESS;
}
