/* test_makemove.c: the standard rules: placing, moving, flying, mills, removals,
 * refusals and every reason a game ends for. */
#include "example.h"

static int count_legal(void)
{
    Move moves[MOVES_MAX];
    return movegen_all(&game->now, moves);
}

/* The same position with so many quiet plies behind it. */
static void begin_quiet(const char *rules, const char *quiet)
{
    char rest[60];

    snprintf(rest, sizeof rest, "w m s 4 0 4 0 0 0 0 0 0 0 0 %s 50", quiet);
    begin(rules, SHUFFLE_WHITE, SHUFFLE_BLACK, rest);
}

/* In turn, one piece from the hand to an empty point; pieces on the board do not move yet. */
static void test_placing(void)
{
    begin("", "", "", "w p");
    CHECK(count_legal() == 24 && game->now.in_hand[WHITE] == 9 && game->now.in_hand[BLACK] == 9);
    play(game, "d6");
    CHECK(game->now.stm == BLACK && game->now.in_hand[WHITE] == 8 && game->now.on_board[WHITE] == 1);
    CHECK(count_legal() == 23 && refuses(game, "d6", REFUSAL_OCCUPIED));
    play(game, "f4");
    CHECK(game->now.stm == WHITE && count_legal() == 22 && refuses(game, "d6-d7", REFUSAL_MUST_PLACE));
}

/* Moving begins for a side when its own hand is empty. */
static void test_moving_begins(void)
{
    begin("PiecesCount=4", "a1 a7 g1", "d5 e4 d3", "w p");
    play(game, "g7");
    CHECK(refuses(game, "d5-d6", REFUSAL_MUST_PLACE) && refuses(game, "c4", REFUSAL_NONE));
    play(game, "c4");
    CHECK(refuses(game, "b4", REFUSAL_HAND_EMPTY));
    CHECK(legal_is(game, "a1-a4 a1-d1 a7-a4 a7-d7 g1-d1 g1-g4 g7-d7 g7-g4"));

    begin("", "a1 a7 g1 g7", "d5 e4", "w p p 4 0 2 2");
    CHECK(legal_is(game, "a1-a4 a1-d1 a7-a4 a7-d7 g1-d1 g1-g4 g7-d7 g7-g4"));
    play(game, "a1-a4");
    CHECK(refuses(game, "a1", REFUSAL_NONE) && refuses(game, "d5-d6", REFUSAL_MUST_PLACE));
}

/* A piece slides along a line to the next point, if that is empty. */
static void test_moving_one_step(void)
{
    begin("", "d6 a1 g1 a7", "f6 d7 c4 c3", "w m");
    CHECK(legal_is(game, "d6-d5 d6-b6 a1-a4 a1-d1 g1-d1 g1-g4 a7-a4"));
    CHECK(refuses(game, "d6-d7", REFUSAL_OCCUPIED) && refuses(game, "a1-b2", REFUSAL_NOT_JOINED));
    play(game, "d6-b6");
    CHECK_TEXT(fen(game), "*****@@*/*@*****O/@**O*O*O b m s 4 0 4 0 0 0 0 0 0 0 0 1 1");
}

/* A side with three pieces on the board and none in hand flies; four slide, and so do three with one in hand. */
static void test_flying(void)
{
    begin("", "a1 a7 d3", "g7 g4 d7 b2", "w m");
    CHECK(count_legal() == 3 * (24 - 7) && refuses(game, "a1-f4", REFUSAL_NONE));
    play(game, "a1-f4");
    CHECK(refuses(game, "b2-f2", REFUSAL_NOT_JOINED) && refuses(game, "b2-d2", REFUSAL_NONE));

    begin("MayMoveInPlacingPhase=true", "a1 a7 d3", "g7 g4 d7 b2", "w p p 3 1 4 0");
    CHECK(refuses(game, "a1-f4", REFUSAL_NOT_JOINED) && refuses(game, "a1-a4", REFUSAL_NONE));
}

/* A mill closed by placing, sliding or flying takes one piece before the turn passes. */
static void test_mill_removes_a_piece(void)
{
    static const struct {
        const char *white, *rest, *move;
    } examples[] = { { "a1 d1 b6", "w p", "g1" }, { "a1 d1 b6 g4", "w m", "g4-g1" }, { "a1 d1 b6", "w m", "b6-g1" } };

    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        begin("", examples[i].white, "d7 g7 f4 c4", examples[i].rest);
        play(game, examples[i].move);
        CHECK(game->now.stm == WHITE && game->now.pending[WHITE] == 1);
        CHECK(legal_is(game, "xd7 xg7 xf4 xc4"));
        play(game, "xd7");
        CHECK(game->now.stm == BLACK && game->now.on_board[BLACK] == 3 && !position_must_remove(&game->now));
        CHECK_TEXT(result(game), "none");
    }
}

/* A standing mill takes nothing; one that is opened and closed again takes a piece again. */
static void test_reclosed_mill_removes_again(void)
{
    begin("", "a1 d1 g1 b6", "d7 g7 f4 c4", "w m");
    play(game, "b6-d6");
    CHECK(game->now.stm == BLACK);
    play(game, "f4-e4 g1-g4");
    CHECK(game->now.stm == BLACK);
    play(game, "e4-f4 g4-g1");
    CHECK(legal_is(game, "xd7 xg7 xf4 xc4"));
}

/* Without MayRemoveMultiple two lines closed at once take one piece. */
static void test_two_lines_remove_one_piece(void)
{
    begin("", "a1 d1 g4 g7", "b6 f4 c4", "w p");
    play(game, "g1 xb6");
    CHECK(game->now.stm == BLACK);
}

/* A piece in a mill is safe while another stands in none; if all stand in mills, any may be taken. */
static void test_mills_protect(void)
{
    begin("", "a1 d1", "a7 d7 g7 b4", "w p");
    play(game, "g1");
    CHECK(legal_is(game, "xb4") && refuses(game, "xd7", REFUSAL_IN_MILL));

    begin("", "a1 d1", "a7 d7 g7", "w p");
    play(game, "g1");
    CHECK(legal_is(game, "xa7 xd7 xg7"));

    begin("", "a1 d1", "a7 d7 g7 d6 d5", "w p");
    play(game, "g1");
    CHECK(legal_is(game, "xa7 xd7 xg7 xd6 xd5"));
}

/* A removal without a target is waived. */
static void test_removal_is_waived(void)
{
    begin("", "a1 d1", "", "w p");
    play(game, "g1");
    CHECK(game->now.stm == BLACK && !game->now.pending[WHITE] && refuses(game, "d6", REFUSAL_NONE));
}

/* A side with fewer than three pieces, board and hand together, loses. */
static void test_few_pieces(void)
{
    begin("", "a1 d1 g4 b6", "d7 g7 f4", "w m");
    play(game, "g4-g1 xd7");
    CHECK_TEXT(result(game), "white few_pieces");
    CHECK(legal_is(game, ""));

    begin("", "d7 g7", "a1 d1 c4", "b p p 2 1 3 6");
    play(game, "g1 xd7");
    CHECK_TEXT(result(game), "black few_pieces");

    begin("", "a1 d1 g4 b6", "d7 g7", "w p p 4 0 2 2");
    play(game, "g4-g1 xd7");
    CHECK_TEXT(result(game), "none");
}

/* A side to move without a legal move loses; one that flies has moves. */
static void test_no_moves(void)
{
    begin("", "a1 a7 g1 g7", "a4 d1 d7 f4", "b m");
    play(game, "f4-g4");
    CHECK_TEXT(result(game), "black no_moves");
    CHECK(legal_is(game, ""));

    begin("", "a4 d1 d7 f4", "a1 a7 g1 g7", "w m");
    play(game, "f4-g4");
    CHECK_TEXT(result(game), "white no_moves");

    begin("", "a1 a7 g1", "a4 d1 d7 f4", "b m");
    play(game, "f4-g4");
    CHECK_TEXT(result(game), "none");
}

/* The same position a third time is a draw; a position read from text is there for the first time. */
static void test_threefold(void)
{
    begin("", SHUFFLE_WHITE, SHUFFLE_BLACK, "w m");
    play(game, SHUFFLE "a1-d1 d5-d6 d1-a1");
    CHECK_TEXT(result(game), "none");
    play(game, "d6-d5");
    CHECK_TEXT(result(game), "draw threefold");
    CHECK(refuses(game, "a1-d1", REFUSAL_GAME_OVER));

    begin("ThreefoldRepetitionRule=false", SHUFFLE_WHITE, SHUFFLE_BLACK, "w m");
    play(game, SHUFFLE SHUFFLE SHUFFLE);
    CHECK_TEXT(result(game), "none");
}

/* The first position of the moving phase counts, whether a placement or the removal after it ends placing. */
static void test_threefold_counts_the_first_position(void)
{
    begin("PiecesCount=4", "a1 a7 g1 g7", "d5 e4 d3", "b p");
    play(game, "c4" SHUFFLE SHUFFLE);
    CHECK_TEXT(result(game), "draw threefold");

    begin("", "a1 a7 g1 g7", "b6 f6 e4 c4", "b p p 4 0 4 1");
    play(game, "d6 xg7 a1-d1 e4-e5 d1-a1 e5-e4 a1-d1 e4-e5 d1-a1");
    CHECK_TEXT(result(game), "none");
    play(game, "e5-e4");
    CHECK_TEXT(result(game), "draw threefold");
}

/* The same pieces with the other side to move are another position. */
static void test_threefold_depends_on_side(void)
{
    begin("", "a1 a7 g1", "d5 e4 d3", "w m");
    play(game, "a1-d1 d5-d6 d1-a4 d6-d5 a4-a1");
    CHECK(game->now.stm == BLACK);
    play(game, "d5-d6 a1-d1 d6-d5 d1-a1");
    CHECK_TEXT(result(game), "none");
    play(game, "d5-d6 a1-d1 d6-d5 d1-a1");
    CHECK_TEXT(result(game), "draw threefold");
}

/* So many plies without a removal are a draw; the ply before, the game still goes on. */
static void test_n_moves(void)
{
    begin_quiet("", "98");
    play(game, "a1-d1");
    CHECK_TEXT(result(game), "none");
    play(game, "d5-d6");
    CHECK_TEXT(result(game), "draw n_moves");

    begin("NMoveRule=10 ThreefoldRepetitionRule=false", SHUFFLE_WHITE, SHUFFLE_BLACK, "w m");
    play(game, SHUFFLE SHUFFLE "a1-d1");
    CHECK_TEXT(result(game), "none");
    play(game, "d5-d6");
    CHECK_TEXT(result(game), "draw n_moves");

    begin_quiet("NMoveRule=0", "500");
    play(game, "a1-d1");
    CHECK_TEXT(result(game), "none");
}

/* Plies are counted in the moving phase only. */
static void test_n_moves_not_while_placing(void)
{
    begin("NMoveRule=10 ThreefoldRepetitionRule=false MayMoveInPlacingPhase=true", SHUFFLE_WHITE, SHUFFLE_BLACK, "w p");
    play(game, SHUFFLE SHUFFLE SHUFFLE);
    CHECK_TEXT(result(game), "none");
    CHECK(game->now.quiet == 0);
}

/* A mill on the ply that completes the count is played, its removal made, and the count starts again. */
static void test_n_moves_and_a_mill(void)
{
    begin("NMoveRule=10 ThreefoldRepetitionRule=false", "a1 d1 g4 b6", "d5 e4 d3 c4",
          "w m s 4 0 4 0 0 0 0 0 0 0 0 9 50");
    play(game, "g4-g1");
    CHECK_TEXT(result(game), "none");
    play(game, "xe4");
    CHECK_TEXT(result(game), "none");
    CHECK(game->now.quiet == 0 && game->now.stm == BLACK);
    play(game, "d5-d6 g1-g4 d6-d5 b6-b4 d5-d6 b4-b6 d6-d5 b6-b4 d5-d6");
    CHECK_TEXT(result(game), "none");
    play(game, "b4-b6");
    CHECK_TEXT(result(game), "draw n_moves");
}

/* Once a side has exactly three pieces, the endgame count draws too; each count ends the game by itself. */
static void test_endgame_n_moves(void)
{
    static const struct {
        const char *rules, *white, *black, *rest, *result;
    } examples[] = {
        { "EndgameNMoveRule=5", "a1 a7 g1", SHUFFLE_BLACK, "w m s 3 0 4 0 0 0 0 0 0 0 0 3 50", "none" },
        { "EndgameNMoveRule=5", "a1 a7 g1", SHUFFLE_BLACK, "w m s 3 0 4 0 0 0 0 0 0 0 0 4 50", "draw n_moves" },
        { "EndgameNMoveRule=5", "a1 a7 g1 g7", "d5 e4 d3", "w m s 4 0 3 0 0 0 0 0 0 0 0 4 50", "draw n_moves" },
        { "EndgameNMoveRule=5", "a1 a7 g1 g7", SHUFFLE_BLACK, "w m s 4 0 4 0 0 0 0 0 0 0 0 4 50", "none" },
        { "EndgameNMoveRule=200 NMoveRule=10", "a1 a7 g1", SHUFFLE_BLACK, "w m s 3 0 4 0 0 0 0 0 0 0 0 9 50",
          "draw n_moves" },
        { "EndgameNMoveRule=0 NMoveRule=10", "a1 a7 g1", SHUFFLE_BLACK, "w m s 3 0 4 0 0 0 0 0 0 0 0 9 50",
          "draw n_moves" },
        { "EndgameNMoveRule=5 NMoveRule=0", "a1 a7 g1", SHUFFLE_BLACK, "w m s 3 0 4 0 0 0 0 0 0 0 0 4 50",
          "draw n_moves" },
        { "EndgameNMoveRule=0 NMoveRule=0", "a1 a7 g1", SHUFFLE_BLACK, "w m s 3 0 4 0 0 0 0 0 0 0 0 500 50", "none" },
    };

    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        begin(examples[i].rules, examples[i].white, examples[i].black, examples[i].rest);
        play(game, "a1-d1");
        CHECK_TEXT(result(game), examples[i].result);
    }
}

/* Every reason for a refusal, with the move that gets it. */
static void test_refusals(void)
{
    static const struct {
        const char *rules, *white, *black, *rest, *moves, *move;
        Refusal refusal;
    } examples[] = {
        { "", "a1 d1", "a7 g7", "w p", "", "g1", REFUSAL_NONE },
        { "", "a1 d1 g1", "a7 g7", "w m", "", "a1-a4", REFUSAL_GAME_OVER },
        { "", "a1 d1", "a7 g7", "w p", "g1", "b4", REFUSAL_MUST_REMOVE },
        { "", "a1 d1", "a7 g7", "w p", "", "xa7", REFUSAL_NOTHING_TO_REMOVE },
        { "", "a1 d1", "a7 g7", "w p", "g1", "xb4", REFUSAL_NO_PIECE },
        { "", "a1 d1 g7", "a7 g4 b4", "w m", "", "b2-b4", REFUSAL_NO_PIECE },
        { "", "a1 d1", "a7 g7", "w p", "g1", "xa1", REFUSAL_OWN_PIECE },
        { "", "a1 d1 g7", "a7 g4 b4", "w m", "", "b4-c4", REFUSAL_OTHERS_PIECE },
        { "MillFormationActionInPlacingPhase=3", "a1 d1", "a7 g7", "w p", "g1", "xa1", REFUSAL_OTHERS_PIECE },
        { "", "a1 d1", "a7 d7 g7 b4", "w p", "g1", "xa7", REFUSAL_IN_MILL },
        { "CustodianCaptureEnabled=true", "a7", "d7 b4", "w p", "g7", "xb4", REFUSAL_OTHER_CAPTIVE },
        { "StalemateAction=2", "a1 a7 g1 g7", "a4 d1 d7 g4 d3", "w m", "", "xd3", REFUSAL_NOT_ADJACENT },
        { "", "a1 d1", "a7 g7", "w p", "", "a7", REFUSAL_OCCUPIED },
        { "", "a1 d1 g7", "a7 g4 b4", "w m", "", "a1-d1", REFUSAL_OCCUPIED },
        { "MillFormationActionInPlacingPhase=4", "a1 d1", "a7 g7", "w p", "g1 xa7", "a7", REFUSAL_MARKED },
        { "", "a1 d1 g7", "a7 g4 b4", "w m", "", "b2", REFUSAL_HAND_EMPTY },
        { "", "a1 d1", "a7 g7", "w p", "", "a1-a4", REFUSAL_MUST_PLACE },
        { "", "a1 d1 g7 c3", "a7 g4 b4", "w m", "", "a1-g1", REFUSAL_NOT_JOINED },
        { "RestrictRepeatedMillsFormation=true", "a1 d1 g1 e4 f4", "a7 d7 b6 c5", "w m", "g1-g4 xb6 a7-a4", "g4-g1",
          REFUSAL_REPEATED_MILL },
    };
    bool is_shown[REFUSAL_REPEATED_MILL + 1] = { false };

    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        Error error;
        const char *move = examples[i].move;
        begin(examples[i].rules, examples[i].white, examples[i].black, examples[i].rest);
        play(game, examples[i].moves);
        CHECK(refuses(game, move, examples[i].refusal));
        CHECK(has_word(legal(game), move) == (examples[i].refusal == REFUSAL_NONE));
        CHECK(game_play_text(game, word_next(&move), &error) == (examples[i].refusal == REFUSAL_NONE));
        is_shown[examples[i].refusal] = true;
    }
    for (size_t i = 0; i < sizeof is_shown / sizeof *is_shown; i++)
        CHECK(is_shown[i]);
}

/* Every reason a game ends for, by its name. */
static void test_reasons(void)
{
    static const struct {
        const char *rules, *white, *black, *rest, *result;
    } examples[] = {
        { "", "a1 d1 g1", "a7 g7", "w m", "white few_pieces" },
        { "", "a1 a7 g1 g7", "a4 d1 d7 g4", "w m", "black no_moves" },
        { "Board=2 PiecesCount=5", "a3 c3 a2 b1 c1", "b3 b2 c2 a1", "b p p 5 0 4 1", "black board_full" },
        { "", SHUFFLE_WHITE, SHUFFLE_BLACK, "w m s 4 0 4 0 0 0 0 0 0 0 0 100 50", "draw n_moves" },
        { "", SHUFFLE_WHITE, SHUFFLE_BLACK, "w o", "draw threefold" },
    };

    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        begin(examples[i].rules, examples[i].white, examples[i].black, examples[i].rest);
        CHECK_TEXT(result(game), examples[i].result);
        CHECK(legal_is(game, ""));
    }
}

int main(void)
{
    test_placing();
    test_moving_begins();
    test_moving_one_step();
    test_flying();
    test_mill_removes_a_piece();
    test_reclosed_mill_removes_again();
    test_two_lines_remove_one_piece();
    test_mills_protect();
    test_removal_is_waived();
    test_few_pieces();
    test_no_moves();
    test_threefold();
    test_threefold_counts_the_first_position();
    test_threefold_depends_on_side();
    test_n_moves();
    test_n_moves_not_while_placing();
    test_n_moves_and_a_mill();
    test_endgame_n_moves();
    test_refusals();
    test_reasons();
    game_free(game);
    return EXIT_SUCCESS;
}
