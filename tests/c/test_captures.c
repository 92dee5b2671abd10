/* test_captures.c: custodian, intervention and leap captures, each with
 * every switch that limits it, and what they do to mills and other rules. */
#include "example.h"

#define CUSTODIAN "CustodianCaptureEnabled=true "
#define INTERVENTION "InterventionCaptureEnabled=true "
#define LEAP "LeapCaptureEnabled=true "

/* One move of White under some rules, and the removals pending then; NULL if it captures nothing. */
typedef struct {
    const char *rules, *white, *black, *rest, *move, *removals;
} Example;

static void check_examples(const Example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        begin(examples[i].rules, examples[i].white, examples[i].black, examples[i].rest);
        play(game, examples[i].move);
        if (examples[i].removals)
            CHECK(legal_is(game, examples[i].removals));
        else
            CHECK(!position_must_remove(&game->now) && game->now.stm == BLACK);
    }
}

#define CHECK_EXAMPLES(examples) check_examples(examples, sizeof examples / sizeof *examples)

/* A position and a move of White that captures on a line of this kind. */
#define CUSTODIAN_EDGE "a7 g4 b2 c3", "d7 e3 c4 b6", "w m", "g4-g7"
#define CUSTODIAN_CROSS "d5 a7 b2 f2", "d6 e3 c4 f4", "w m", "a7-d7"
#define CUSTODIAN_DIAGONAL "c5 d7 g1 d2", "b6 e4 c4 f4", "w m", "d7-a7"
#define INTERVENTION_EDGE "d6 b2 f2 c3", "a7 g7 e3 c4", "w m", "d6-d7"
#define INTERVENTION_CROSS "b6 a1 f2 c3", "d5 d7 e3 c4", "w m", "b6-d6"
#define INTERVENTION_DIAGONAL "b4 g1 d2 e4", "a7 c5 d3 f4", "w m", "b4-b6"

/* Custodian: enclose one opposing piece between two own on a line. */
static void test_custodian(void)
{
    static const Example examples[] = {
        { CUSTODIAN, CUSTODIAN_EDGE, "xd7" },
        { "", CUSTODIAN_EDGE, NULL },
        { CUSTODIAN "CustodianCaptureOnSquareEdges=false", CUSTODIAN_EDGE, NULL },
        { CUSTODIAN "CustodianCaptureOnCrossLines=false CustodianCaptureOnDiagonalLines=false "
                    "CustodianCaptureInPlacingPhase=false",
          CUSTODIAN_EDGE, "xd7" },
        { CUSTODIAN "CustodianCaptureInMovingPhase=false", CUSTODIAN_EDGE, NULL },
        { CUSTODIAN "CustodianCaptureOnlyWhenOwnPiecesLeq3=true", CUSTODIAN_EDGE, NULL },
        { CUSTODIAN "CustodianCaptureOnlyWhenOwnPiecesLeq3=true", "a7 g4 b2", "d7 e3 c4 b6", "w m", "g4-g7", "xd7" },
        { CUSTODIAN, CUSTODIAN_CROSS, "xd6" },
        { CUSTODIAN "CustodianCaptureOnCrossLines=false", CUSTODIAN_CROSS, NULL },
        { CUSTODIAN "CustodianCaptureOnSquareEdges=false CustodianCaptureOnDiagonalLines=false", CUSTODIAN_CROSS,
          "xd6" },
        { CUSTODIAN "HasDiagonalLines=true", CUSTODIAN_DIAGONAL, "xb6" },
        { CUSTODIAN "HasDiagonalLines=true CustodianCaptureOnDiagonalLines=false", CUSTODIAN_DIAGONAL, NULL },
        { CUSTODIAN "HasDiagonalLines=true CustodianCaptureOnSquareEdges=false CustodianCaptureOnCrossLines=false",
          CUSTODIAN_DIAGONAL, "xb6" },
        { CUSTODIAN "HasDiagonalLines=false", CUSTODIAN_DIAGONAL, NULL },
        { CUSTODIAN, "a7", "d7 e3", "w p", "g7", "xd7" },
        { CUSTODIAN "CustodianCaptureInPlacingPhase=false", "a7", "d7 e3", "w p", "g7", NULL },
        { CUSTODIAN "CustodianCaptureInMovingPhase=false", "a7", "d7 e3", "w p", "g7", "xd7" },
        { CUSTODIAN "CustodianCaptureOnlyWhenOwnPiecesLeq3=true", "a7 b2", "d7 e3", "w p", "g7", "xd7" },
        { CUSTODIAN "CustodianCaptureOnlyWhenOwnPiecesLeq3=true", "a7 b2 c3", "d7 e3", "w p", "g7", NULL },
    };
    CHECK_EXAMPLES(examples);
}

/* A piece that goes between two opposing ones by itself is not captured; two lines at once capture two. */
static void test_custodian_details(void)
{
    static const Example examples[] = {
        { CUSTODIAN, "d6 b2 f2 c3", "a7 g7 e3 c4", "w m", "d6-d7", NULL },
        { CUSTODIAN, "a7 g1", "d7 g4 b4", "w p", "g7", "xd7 xg4" },
        { CUSTODIAN "Board=1 PiecesCount=6", "a5", "c5 b2", "w p", "e5", "xc5" },
        { CUSTODIAN "Board=1 PiecesCount=6", "c2", "c1 b2", "w p", "e1", NULL },
        { CUSTODIAN "Board=2 PiecesCount=5", "a3", "b2 c2", "w p", "c1", "xb2" },
    };
    CHECK_EXAMPLES(examples);
}

/* Intervention: land between two opposing pieces on a line, take both. */
static void test_intervention(void)
{
    static const Example examples[] = {
        { INTERVENTION, INTERVENTION_EDGE, "xa7 xg7" },
        { "", INTERVENTION_EDGE, NULL },
        { INTERVENTION "InterventionCaptureOnSquareEdges=false", INTERVENTION_EDGE, NULL },
        { INTERVENTION "InterventionCaptureOnCrossLines=false InterventionCaptureOnDiagonalLines=false "
                       "InterventionCaptureInPlacingPhase=false",
          INTERVENTION_EDGE, "xa7 xg7" },
        { INTERVENTION "InterventionCaptureInMovingPhase=false", INTERVENTION_EDGE, NULL },
        { INTERVENTION "InterventionCaptureOnlyWhenOwnPiecesLeq3=true", INTERVENTION_EDGE, NULL },
        { INTERVENTION "InterventionCaptureOnlyWhenOwnPiecesLeq3=true", "d6 b2 f2", "a7 g7 e3 c4", "w m", "d6-d7",
          "xa7 xg7" },
        { INTERVENTION, INTERVENTION_CROSS, "xd5 xd7" },
        { INTERVENTION "InterventionCaptureOnCrossLines=false", INTERVENTION_CROSS, NULL },
        { INTERVENTION "HasDiagonalLines=true", INTERVENTION_DIAGONAL, "xa7 xc5" },
        { INTERVENTION "HasDiagonalLines=true InterventionCaptureOnDiagonalLines=false", INTERVENTION_DIAGONAL, NULL },
        { INTERVENTION, "b2", "a7 g7", "w p", "d7", "xa7 xg7" },
        { INTERVENTION "InterventionCaptureInPlacingPhase=false", "b2", "a7 g7", "w p", "d7", NULL },
        { INTERVENTION "InterventionCaptureOnlyWhenOwnPiecesLeq3=true", "b2 c3", "a7 g7", "w p", "d7", "xa7 xg7" },
        { INTERVENTION "InterventionCaptureOnlyWhenOwnPiecesLeq3=true", "b2 c3 e4", "a7 g7", "w p", "d7", NULL },
        { INTERVENTION, "a1", "b6 f6 d5 d7", "w p", "d6", "xb6 xf6 xd5 xd7" },
        { INTERVENTION, "a1", "b6 f6 d5 d7", "w p", "a7", NULL },
    };
    CHECK_EXAMPLES(examples);
}

/* Leap: jump over one opposing piece along a line, take it. */
static void test_leap(void)
{
    static const Example examples[] = {
        { LEAP, "a7 a1 b2 f2", "d7 e3 c4 f4", "w m", "a7-g7", "xd7" },
        { LEAP "LeapCaptureOnCrossLines=false LeapCaptureOnDiagonalLines=false", "a7 a1 b2 f2", "d7 e3 c4", "w m",
          "a7-g7", "xd7" },
        { LEAP, "d5 a1 b2 f2", "d6 e3 c4 f4", "w m", "d5-d7", "xd6" },
        { LEAP "HasDiagonalLines=true", "c5 a1 d2 e4", "b6 e3 c4 f4", "w m", "c5-a7", "xb6" },
        { LEAP "LeapCaptureOnlyWhenOwnPiecesLeq3=true MayFly=false", "a7 a1 b2", "d7 e3 c4 f4", "w m", "a7-g7", "xd7" },
        { LEAP, "a7 a1 b2", "d7 e3 c4 f4", "w m", "a7-g7", "xd7" },
        { "", "a7 a1 b2", "d7 e3 c4 f4", "w m", "a7-g7", NULL },
        { LEAP "MayMoveInPlacingPhase=true", "a7", "d7 e3", "w p", "a7-g7", "xd7" },
        { LEAP, "a7 a1 b2 f2", "d7 e3", "w p p 4 0 2 2", "a7-g7", "xd7" },
        { LEAP, "a7 g4 g1 b2", "d7 e3 c4 f4", "w m", "a7-g7", "xd7" },
    };
    CHECK_EXAMPLES(examples);
}

/* A leap that a rule does not allow is no move at all. */
static void test_leap_refused(void)
{
    static const struct {
        const char *rules, *white, *black, *rest, *move;
        Refusal refusal;
    } examples[] = {
        { "", "a7 a1 b2 f2", "d7 e3 c4 f4", "w m", "a7-g7", REFUSAL_NOT_JOINED },
        { LEAP "LeapCaptureOnSquareEdges=false", "a7 a1 b2 f2", "d7 e3 c4 f4", "w m", "a7-g7", REFUSAL_NOT_JOINED },
        { LEAP "LeapCaptureInMovingPhase=false", "a7 a1 b2 f2", "d7 e3 c4 f4", "w m", "a7-g7", REFUSAL_NOT_JOINED },
        { LEAP "LeapCaptureOnlyWhenOwnPiecesLeq3=true", "a7 a1 b2 f2", "d7 e3 c4 f4", "w m", "a7-g7",
          REFUSAL_NOT_JOINED },
        { LEAP "LeapCaptureOnCrossLines=false", "d5 a1 b2 f2", "d6 e3 c4 f4", "w m", "d5-d7", REFUSAL_NOT_JOINED },
        { LEAP "LeapCaptureOnDiagonalLines=false HasDiagonalLines=true", "c5 a1 d2 e4", "b6 e3 c4 f4", "w m", "c5-a7",
          REFUSAL_NOT_JOINED },
        { LEAP, "a7 d7 b2 f2", "a4 e3 c4 f4", "w m", "a7-g7", REFUSAL_NOT_JOINED },
        { LEAP, "a7 a1 b2 f2", "e3 c4 f4", "w m", "a7-g7", REFUSAL_NOT_JOINED },
        { LEAP, "a7 a1 b2 f2", "d7 g7 c4 f4", "w m", "a7-g7", REFUSAL_OCCUPIED },
        { LEAP, "a7", "d7 e3", "w p", "a7-g7", REFUSAL_MUST_PLACE },
        { LEAP "LeapCaptureInPlacingPhase=false MayMoveInPlacingPhase=true", "a7", "d7 e3", "w p", "a7-g7",
          REFUSAL_NOT_JOINED },
    };

    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        begin(examples[i].rules, examples[i].white, examples[i].black, examples[i].rest);
        CHECK(refuses(game, examples[i].move, examples[i].refusal));
    }
}

/* A side that can leap is not blocked. */
static void test_leap_prevents_stalemate(void)
{
    begin(LEAP, "a1 a7 g1 b6", "a4 d1 d7 g4 b4 d6", "w m");
    CHECK_TEXT(result(game), "none");
    CHECK(legal_is(game, "a7-g7 g1-g7 b6-b2 b6-f6"));
    begin("", "a1 a7 g1 b6", "a4 d1 d7 g4 b4 d6", "w m");
    CHECK_TEXT(result(game), "black no_moves");
}

/* The captured pieces are taken, in a mill or not, and no others; after them the turn passes. */
static void test_captured_pieces_are_removed(void)
{
    begin(CUSTODIAN, "a7 g4 b2 c3", "d7 d6 d5 c4", "w m");
    play(game, "g4-g7");
    CHECK(legal_is(game, "xd7"));
    CHECK(refuses(game, "xc4", REFUSAL_OTHER_CAPTIVE) && refuses(game, "xa7", REFUSAL_OTHER_CAPTIVE));
    play(game, "xd7");
    CHECK(game->now.stm == BLACK && game->now.on_board[BLACK] == 3);

    begin(INTERVENTION, "d6 b2 f2 c3", "a7 g7 e3 c4 f4", "w m");
    play(game, "d6-d7 xg7");
    CHECK(game->now.stm == WHITE && legal_is(game, "xa7"));
    play(game, "xa7");
    CHECK(game->now.stm == BLACK);
}

/* Captures add to the removals of a mill and come first. */
static void test_captures_add_to_mill_removals(void)
{
    begin(CUSTODIAN, "a7 g4 g1", "d7 e3 c4", "w p");
    play(game, "g7");
    CHECK(game->now.pending[WHITE] == 2 && legal_is(game, "xd7"));
    play(game, "xd7");
    CHECK(game->now.stm == WHITE && legal_is(game, "xe3 xc4"));
    play(game, "xe3");
    CHECK(game->now.stm == BLACK);
}

/* Too few pieces end the game at once, whatever removals are pending. */
static void test_capture_leaving_few_pieces_ends_game(void)
{
    begin(INTERVENTION, "d6 b2 f2 c3", "a7 g7 e3", "w m");
    play(game, "d6-d7 xg7");
    CHECK_TEXT(result(game), "white few_pieces");
}

/* What mills do while placing concerns mills only: captures take from the board and leave no mark. */
static void test_captures_ignore_placing_mill_rules(void)
{
    begin(CUSTODIAN PLACING_MILL "1", "a7 g4 g1", "d7 e3 c4", "w p p 3 6 3 6");
    play(game, "g7");
    CHECK(game->now.in_hand[BLACK] == 5 && game->now.pending[WHITE] == 1);
    play(game, "xd7");
    CHECK(game->now.stm == BLACK);

    begin(CUSTODIAN PLACING_MILL "3", "a7 g4 g1", "d7 e3 c4", "w p");
    play(game, "g7");
    CHECK(game->now.stm == WHITE && legal_is(game, "xd7"));
    play(game, "xd7");
    CHECK(game->now.stm == BLACK && legal_is(game, "xe3 xc4"));

    begin(CUSTODIAN PLACING_MILL "4", "a7 g4 g1", "d7 e3 c4", "w p");
    play(game, "g7 xd7 xe3");
    CHECK(refuses(game, "d7", REFUSAL_NONE) && refuses(game, "e3", REFUSAL_MARKED));

    begin(CUSTODIAN PLACING_MILL "5", "a7 g4 g1", "d7 e3 c4", "w p");
    play(game, "g7 xd7");
    CHECK(game->now.stm == BLACK);
}

/* A capture on the ply that completes the N-move count is made, and the count starts again. */
static void test_capture_resets_n_move_count(void)
{
    begin(CUSTODIAN, "a7 g4 b2 c3", "d7 e3 c4 b6", "w m s 4 0 4 0 0 0 0 0 0 0 0 99 60");
    play(game, "g4-g7 xd7");
    CHECK_TEXT(result(game), "none");
    CHECK(game->now.quiet == 0);
}

int main(void)
{
    test_custodian();
    test_custodian_details();
    test_intervention();
    test_leap();
    test_leap_refused();
    test_leap_prevents_stalemate();
    test_captured_pieces_are_removed();
    test_captures_add_to_mill_removals();
    test_capture_leaving_few_pieces_ends_game();
    test_captures_ignore_placing_mill_rules();
    test_capture_resets_n_move_count();
    game_free(game);
    return EXIT_SUCCESS;
}
