/* test_fen.c: positions read from text and written back, on every board, and
 * invalid position texts. */
#include "example.h"

#define DESIGN_EXAMPLE "********/O*@*O***/******** b p p 2 7 1 8 0 0 0 0 0 0 0 0 2"

/* Writing and reading keeps the position, its moves and its result. */
static void check_round_trip(void)
{
    char text[FEN_TEXT_MAX], moves[MOVES_MAX * MOVE_TEXT_MAX], outcome[40], rules[2048];
    Writer writer = writer_to(rules, sizeof rules);

    strcpy(text, fen(game));
    strcpy(moves, legal(game));
    strcpy(outcome, result(game));
    rules_write(&game->rules.value, &writer);
    begin_fen(rules, text);
    CHECK_TEXT(fen(game), text);
    CHECK_TEXT(legal(game), moves);
    CHECK_TEXT(result(game), outcome);
}

/* The position after three placements. */
static void test_example(void)
{
    begin_fen("", NULL);
    CHECK_TEXT(fen(game), "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1");
    play(game, "d6 f4 d2");
    CHECK_TEXT(fen(game), DESIGN_EXAMPLE);
    check_round_trip();
}

/* The text may end after any word; defaults replace the rest. */
static void test_missing_fields_use_defaults(void)
{
    for (const char *end = strchr(DESIGN_EXAMPLE, ' '); end; end = strchr(end + 1, ' ')) {
        char text[FEN_TEXT_MAX];
        snprintf(text, sizeof text, "%.*s", (int)(end - DESIGN_EXAMPLE), DESIGN_EXAMPLE);
        begin_fen("", text);
        CHECK_TEXT(fen(game),
                   strchr(text, ' ') ? "********/O*@*O***/******** b p p 2 7 1 8 0 0 0 0 0 0 0 0 1"
                                     : "********/O*@*O***/******** w p p 2 7 1 8 0 0 0 0 0 0 0 0 1");
    }
    begin_fen("", "***@***@/O*@*O***/*O****** b m");
    CHECK_TEXT(fen(game), "***@***@/O*@*O***/*O****** b m s 3 0 3 0 0 0 0 0 0 0 0 0 1");
    begin_fen("", "***@***@/O*@*O***/*O****** b m r");
    CHECK_TEXT(fen(game), "***@***@/O*@*O***/*O****** b m r 3 0 3 0 0 1 0 0 0 0 0 0 1");
}

/* Extra words are ignored, and -1 means no last mill. */
static void test_extra_fields_are_ignored(void)
{
    begin_fen("", DESIGN_EXAMPLE " 17 ids:nodes hello");
    CHECK_TEXT(fen(game), DESIGN_EXAMPLE);
    begin_fen("", "********/O*@*O***/******** b p r 2 7 1 8 0 1 0 0 0 0 0 0 2 17 b then: take: ids:b hello");
    CHECK_TEXT(fen(game), "********/O*@*O***/******** b p r 2 7 1 8 0 1 0 0 0 0 0 0 2");
    begin_fen("morabaraba PiecesCount=9", "********/O*@*O***/******** b p p 2 7 1 8 0 0 -1 -1 -1 -1 0 0 2");
    CHECK_TEXT(fen(game), DESIGN_EXAMPLE);
}

/* Phase r (ready) reads as placing. */
static void test_ready_phase_reads_as_placing(void)
{
    begin_fen("", "********/********/******** w r p 0 9 0 9 0 0 0 0 0 0 0 0 1");
    CHECK_TEXT(fen(game), "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1");
}

/* The last mill is written as two points, numbered from 8 in the order of the text: g1 is 27, g4 is 26. */
static void test_last_mill(void)
{
    begin_fen("RestrictRepeatedMillsFormation=true", "**O****@/@*O****@/***OOO*@ w m");
    play(game, "g1-g4 xb6");
    CHECK_TEXT(fen(game), "**O****@/@*O*****/**O*OO*@ b m s 5 0 3 0 0 0 27 26 0 0 0 0 1");
    play(game, "a7-a4");
    check_round_trip();
    CHECK(refuses(game, "g4-g1", REFUSAL_REPEATED_MILL));
    begin_fen("RestrictRepeatedMillsFormation=true", "O@*****@/@*O****@/***OOO** w m s 5 0 4 0 0 0 9 8 8 9 0 0 1");
    CHECK_TEXT(fen(game), "O@*****@/@*O****@/***OOO** w m s 5 0 4 0 0 0 9 8 8 9 0 0 1");
}

static unsigned long long used_lines(void)
{
    const int words_before = 14;
    const char *rest = fen(game);

    for (int i = 0; i < words_before; i++)
        word_next(&rest);
    return strtoull(rest, NULL, 10);
}

/* The mask of used lines has White's from bit 0 and Black's from bit 32. */
static void test_used_lines(void)
{
    begin_fen("OneTimeUseMill=true", "****@*@@/*O******/**O*OO*@ w m");
    play(game, "g4-g1 xa7");
    const unsigned long long white = used_lines();
    CHECK(white < 1 << 20 && bits_count((Bits)white) == 1);
    play(game, "d3-c3 xf6");
    const unsigned long long black = used_lines() - white;
    CHECK(black % (1ull << 32) == 0 && black >> 32 < 1 << 20 && bits_count((Bits)(black >> 32)) == 1
          && black >> 32 != white);
    check_round_trip();
}

/* take: and then: are written only where they differ from the default. */
static void test_pending_removals(void)
{
    static const struct {
        const char *rules, *start, *moves, *fen;
    } examples[] = {
        { "", "********/**@*****/@***OO** w p", "g1", "********/**@*****/@**OOO** w p r 3 6 2 7 1 0 0 0 0 0 0 0 1" },
        { "CustodianCaptureEnabled=true", "********/**@*****/@******O w p", "g7",
          "********/**@*****/@O*****O w p r 2 7 2 7 1 0 0 0 0 0 0 0 1 take:d7" },
        { "InterventionCaptureEnabled=true", "********/**@*****/*@*****@ w p", "d7",
          "********/**@*****/O@*****@ w p r 1 8 3 6 2 0 0 0 0 0 0 0 1 take:g7,a7" },
        { "StalemateAction=2", "********/**@*****/@O*O@O@O b m", "f4-g4",
          "********/********/@O@O@O@O w m r 4 0 4 0 1 0 0 0 0 0 0 1 2 take:near then:w" },
        { "StalemateAction=3", "********/**@*****/@O*O@O@O b m", "f4-g4",
          "********/********/@O@O@O@O w m r 4 0 4 0 1 0 0 0 0 0 0 1 2 take:near" },
        { "StalemateAction=5", "********/**@*****/@O*O@O@O b m", "f4-g4",
          "********/********/@O@O@O@O w m r 4 0 4 0 1 1 0 0 0 0 0 1 2" },
        { "Board=2 PiecesCount=6 BoardFullAction=3 MillFormationActionInPlacingPhase=4", "@O@*O@OO/@ w p p 4 2 4 1",
          "c1", "@O@OO@OO/@ b p r 5 1 4 1 0 1 0 0 0 0 0 0 1 take:any then:b" },
        { "MillFormationActionInPlacingPhase=2 MayRemoveMultiple=true", "*****@@*/**@****@/*OO*OO** w p p 4 5 4 1",
          "g1", "*****@@*/**@****@/*OOOOO** w p r 5 4 4 0 1 0 0 0 0 0 0 0 1 then:w" },
        { "MillFormationActionInPlacingPhase=3", "********/**@*****/@***OO** w p", "g1",
          "********/**@*****/@**OOO** b p r 3 6 2 7 0 1 0 0 0 0 0 0 1 then:b" },
    };

    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        begin_fen(examples[i].rules, examples[i].start);
        play(game, examples[i].moves);
        CHECK_TEXT(fen(game), examples[i].fen);
        check_round_trip();
    }
}

/* Marked points are written X. */
static void test_marks(void)
{
    begin_fen("cheng_san_qi", "********/**@*****/@***OO** w p");
    play(game, "g1 xd7");
    CHECK_TEXT(fen(game), "********/**@*****/X**OOO** b p p 3 6 1 7 0 0 0 0 0 0 0 0 1");
    check_round_trip();
    CHECK(refuses(game, "d7", REFUSAL_MARKED));
}

/* A finished game is over in the text too, and its result is read back; without a visible reason it is a repetition. */
static void test_finished_games(void)
{
    static const struct {
        const char *rules, *start, *moves, *result;
    } examples[] = {
        { "", "********/**@****O/@@O*OO** w m", "g4-g1 xd7", "white few_pieces" },
        { "InterventionCaptureEnabled=true", "**O*****/O***O***/*@***@*@ w m", "d6-d7 xa7", "white few_pieces" },
        { "", "********/**@*****/@O*O@O@O b m", "f4-g4", "black no_moves" },
        { "StalemateAction=4", "********/**@*****/@O*O@O@O b m", "f4-g4", "draw no_moves" },
        { "Board=2 PiecesCount=5", "@O@*O@OO/@ w p p 4 1 4 0", "c1", "black board_full" },
        { "Board=2 PiecesCount=5 BoardFullAction=4", "@O@*O@OO/@ w p p 4 1 4 1", "c1", "draw board_full" },
        { "", "@*@*@*@*/********/*O*O*O*O w m s 4 0 4 0 0 0 0 0 0 0 0 99 50", "a1-d1", "draw n_moves" },
        { "", "@*@*@*@*/********/*O*O*O*O w m", "a1-d1 d5-d6 d1-a1 d6-d5 a1-d1 d5-d6 d1-a1 d6-d5", "draw threefold" },
    };

    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        begin_fen(examples[i].rules, examples[i].start);
        play(game, examples[i].moves);
        CHECK_TEXT(result(game), examples[i].result);
        CHECK(strstr(fen(game), " o ") != NULL);
        check_round_trip();
    }
    begin_fen("", "@*@*@*@*/********/*O*O*O*O w o");
    CHECK_TEXT(result(game), "draw threefold");
}

/* Every error names the field and leaves the position unchanged. */
static void test_invalid_positions_are_refused(void)
{
    static const struct {
        const char *text, *error;
    } examples[] = {
        { "", "board: 0 points instead of 24" },
        { "********/********/******* w p p", "board: 23 points instead of 24" },
        { "********/********/********* w p p", "board: more than 24 points" },
        { "*******/*********/******** w p p", "board: '/' stands at character 8, not after a ring" },
        { "*****************/******** w p p", "board: '/' is missing at character 9" },
        { "********//********/******** w", "board: '/' stands at character 10, not after a ring" },
        { "/********/********/******** w", "board: '/' stands at character 1, not after a ring" },
        { "********/***o****/******** w p p", "board: 'o' at character 13 is none of O @ * X" },
        { "***\xf0****/********/******** w p p", "board: '?' at character 4 is none of O @ * X" },
        { "OOOOOOOO/OO******/******** w p p", "board: White has 10 pieces, the rules give 9" },
        { "@@@@@@@@/@@******/******** w p p", "board: Black has 10 pieces, the rules give 9" },
        { "********/*X******/******** w p p", "board: 'X', but the rules mark no points" },
        { "********/********/******** x p p", "side to move: 'x' is none of wb" },
        { "********/********/******** white p p", "side to move: 'white' is none of wb" },
        { "********/********/******** w q p", "phase: 'q' is none of" },
        { "********/********/******** w p q", "action: 'q' is none of" },
        { "********/********/******** w p p none", "white on board: 'none' is not a number from 0 to 24" },
        { "********/********/******** w p p 1 9 0 9", "white on board: says 1, the board shows 0" },
        { "********/********/******** w p p 0 9 2 9", "black on board: says 2, the board shows 0" },
        { "********/********/******** w p p 0 10 0 9", "white in hand: '10' is not a number from 0 to 9" },
        { "********/********/******** w p p 0 9 0 -1", "black in hand: '-1' is not a number from 0 to 9" },
        { "********/********/******** w p p 0 9 0 nine", "black in hand: 'nine' is not a number from 0 to 9" },
        { "O*******/********/******** w p p 1 9", "white in hand: '9' is not a number from 0 to 8" },
        { DESIGN_EXAMPLE "x", "full-move number: '2x' is not a number from 0 to" },
        { "********/********/******** w p r 0 9 0 9 13 0",
          "pending removals of White: '13' is not a number from 0 to" },
        { "********/********/******** w p r 0 9 0 9 0 0", "action: 'r', but the side to move has no pending removal" },
        { "********/********/******** w p r 0 9 0 9 0 1", "action: 'r', but the side to move has no pending removal" },
        { "********/********/******** w p p 0 9 0 9 1 0", "action: 'p', but a removal is pending" },
        { "********/********/******** w p p 0 9 0 9 0 1", "action: 'p', but a removal is pending" },
        { "********/********/******** w p p 0 9 0 9 0 0 32 8", "last mill from: '32' is not a number from -1 to 31" },
        { "********/********/******** w p p 0 9 0 9 0 0 8 -2", "last mill to: '-2' is not a number from -1 to 31" },
        { "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 -5", "used mills: '-5' is not a number from 0 to" },
        { "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 99999999999999999999",
          "used mills: '99999999999999999999' is no" },
        { "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 -1",
          "plies since the last capture: '-1' is not a number from 0" },
        { "@*******/********/******** w p r 0 9 1 8 1 0 0 0 0 0 0 0 1 take:e5",
          "take: 'e5' does not name opposing pieces" },
        { "@*******/********/******** w p r 0 9 1 8 1 0 0 0 0 0 0 0 1 take:d",
          "take: 'd' does not name opposing pieces" },
        { "@@******/********/******** w p r 0 9 2 7 1 0 0 0 0 0 0 0 1 take:d5e5",
          "take: 'd5e5' does not name opposing" },
        { "@@******/********/******** w p r 0 9 2 7 1 0 0 0 0 0 0 0 1 take:d5,e5",
          "take: more pieces than pending removals" },
    };

    begin_fen("", NULL);
    play(game, "d6 f4 d2");
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        Error error = { 0 };
        CHECK(!game_set_fen(game, examples[i].text, &error));
        error.text[strlen(examples[i].error)] = '\0';
        CHECK_TEXT(error.text, examples[i].error);
        CHECK_TEXT(fen(game), DESIGN_EXAMPLE);
        CHECK(game->ply == 3);
    }
}

/* Texts that are invalid under some rules only. */
static void test_positions_invalid_under_rules_are_refused(void)
{
    Error error;

    begin_fen("OneTimeUseMill=true", NULL);
    CHECK(!game_set_fen(game, "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 65536", &error));
    CHECK_TEXT(error.text, "used mills: 65536 has bits for lines that the board does not have");
    begin_fen("cheng_san_qi", NULL);
    CHECK(!game_set_fen(game, "O*O*O***/X**@*@*@/******** w m", &error));
    CHECK_TEXT(error.text, "board: 'X', but the rules mark no points after placing");
    begin_fen("six_mens_morris", NULL);
    CHECK(!game_set_fen(game, "********/********/******** w", &error));
    CHECK_TEXT(error.text, "board: more than 16 points");
}

/* The 16-point board writes two rings, the 9-point board a ring and its centre. */
static void test_small_boards(void)
{
    begin_fen("six_mens_morris", NULL);
    CHECK_TEXT(fen(game), "********/******** w p p 0 6 0 6 0 0 0 0 0 0 0 0 1");
    play(game, "c4 a5 b2");
    CHECK_TEXT(fen(game), "O****O**/*******@ b p p 2 4 1 5 0 0 0 0 0 0 0 0 2");
    check_round_trip();
    begin_fen("three_mens_morris", NULL);
    CHECK_TEXT(fen(game), "********/* w p p 0 3 0 3 0 0 0 0 0 0 0 0 1");
    play(game, "b2 a3 b3");
    CHECK_TEXT(fen(game), "O******@/O b p p 2 1 1 2 0 0 0 0 0 0 0 0 2");
    check_round_trip();
}

int main(void)
{
    test_example();
    test_missing_fields_use_defaults();
    test_extra_fields_are_ignored();
    test_ready_phase_reads_as_placing();
    test_last_mill();
    test_used_lines();
    test_pending_removals();
    test_marks();
    test_finished_games();
    test_invalid_positions_are_refused();
    test_positions_invalid_under_rules_are_refused();
    test_small_boards();
    game_free(game);
    return EXIT_SUCCESS;
}
