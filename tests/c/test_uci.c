/* test_uci.c: the console: every command, and that wrong input is answered
 * with one error line, changes nothing and ends nothing. */
#include "console.h"

#define START_FEN "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"
/* The line of `d` that begins with a word, without that word. */
static const char *shown(const char *word)
{
    static char line[4096];
    char start[20];
    const char *answer = ask("d\n");

    snprintf(start, sizeof start, "\n%s", word);
    const char *found = strstr(answer, start);
    CHECK(found);
    found += strlen(start) + (found[strlen(start)] == ' ');
    snprintf(line, sizeof line, "%.*s", (int)strcspn(found, "\n"), found);
    return line;
}

/* uci names the engine and lists every option with type, default and range. */
static void test_uci(void)
{
    const char *answer = ask("uci\n");

    CHECK(starts_with(answer, "id name Sanmill ") && strstr(answer, "\nid author ") && ends_with(answer, "\nuciok\n"));
    CHECK(strstr(answer, "\noption name Variant type combo default nine_mens_morris var nine_mens_morris var twelve"));
    CHECK(strstr(answer, "\noption name PiecesCount type spin default 9 min 3 max 12\n"));
    CHECK(strstr(answer, "\noption name NMoveRule type spin default 100 min 0 max 200\n"));
    CHECK(strstr(answer, "\noption name MayFly type check default true\n"));
    for (int i = 0; i < rules_field_count(); i++) {
        char option[80];
        snprintf(option, sizeof option, "\noption name %s type ", rules_field(i)->name);
        const char *found = strstr(answer, option);
        CHECK(found && !strstr(found + 1, option));
    }
    for (int i = 0; i < rules_variant_count(); i++) {
        char choice[80];
        snprintf(choice, sizeof choice, " var %s", rules_variant(i)->name);
        CHECK(strstr(answer, choice));
    }
}

/* isready is answered at once; an empty line is not answered. */
static void test_isready(void)
{
    CHECK_TEXT(ask("isready\n"), "readyok\n");
    CHECK_TEXT(ask("  \tisready \r\n"), "readyok\n");
    CHECK_TEXT(ask("\n   \n"), "");
}

/* d prints the board, the position, the legal moves and the result. */
static void test_d(void)
{
    ask("position startpos moves d6 f4 d2\n");
    const char *answer = ask("d\n");
    CHECK(starts_with(answer, "7  +-----------+-----------+\n"));
    CHECK(strstr(answer, "\n6  |   +-------O-------+   |\n") && strstr(answer, "\n4  +---+---+       +---@---+\n"));
    CHECK(strstr(answer, "\n   a   b   c   d   e   f   g\nfen ********/O*@*O***/******** b p p 2 7 1 8 "));
    CHECK(strstr(answer, "\nlegal d5 ") && ends_with(answer, "\nresult none\n"));

    ask("position fen ********/**@****O/@@O*OO** w m moves g4-g1 xd7\n");
    CHECK(ends_with(ask("d\n"), "\nlegal\nresult white few_pieces\n"));
    ask("position fen @*@*@*@*/********/*O*O*O*O w m s 4 0 4 0 0 0 0 0 0 0 0 100 50\n");
    CHECK_TEXT(shown("result"), "draw n_moves");
}

/* position sets the start or a position text, and plays the moves after it. */
static void test_position(void)
{
    CHECK_TEXT(ask("position startpos\n"), "");
    CHECK_TEXT(shown("fen"), START_FEN);
    CHECK_TEXT(ask("position startpos moves a1 a7 d1 g7 g1 xa7 b4\n"), "");
    CHECK_TEXT(shown("fen"), "********/******@*/*@*OOO** w p p 3 6 2 6 0 0 0 0 0 0 0 0 4");
    CHECK_TEXT(ask("position fen ********/**@*****/@***OO** w p moves g1xd7 d6\n"), "");
    CHECK_TEXT(shown("fen"), "********/@*@*****/***OOO** w p p 3 6 2 6 0 0 0 0 0 0 0 0 2");
    CHECK_TEXT(ask("position fen ********/**@*****/@***OO** w p moves\n"), "");
    CHECK_TEXT(shown("fen"), "********/**@*****/@***OO** w p p 2 7 2 7 0 0 0 0 0 0 0 0 1");
}

/* ucinewgame starts again under the same rules. */
static void test_ucinewgame(void)
{
    ask("setoption name PiecesCount value 5\nposition startpos moves d6\n");
    CHECK_TEXT(ask("ucinewgame\n"), "");
    CHECK_TEXT(shown("fen"), "********/********/******** w p p 0 5 0 5 0 0 0 0 0 0 0 0 1");
    ask("setoption name PiecesCount value 9\n");
}

/* A new variant or rule starts a new game; names are matched without regard to case. */
static void test_setoption(void)
{
    ask("position startpos moves d6\n");
    CHECK_TEXT(ask("setoption name Variant value six_mens_morris\n"), "");
    CHECK_TEXT(shown("fen"), "********/******** w p p 0 6 0 6 0 0 0 0 0 0 0 0 1");
    CHECK_TEXT(ask("setoption name vARIANT value Lasker_Morris\n"), "");
    CHECK_TEXT(shown("fen"), "********/********/******** w p p 0 10 0 10 0 0 0 0 0 0 0 0 1");

    ask("position startpos moves d6\n");
    CHECK_TEXT(ask("setoption name piecescount value 5\n"), "");
    CHECK_TEXT(shown("fen"), "********/********/******** w p p 0 5 0 5 0 0 0 0 0 0 0 0 1");
    CHECK_TEXT(ask("position startpos moves d6 f4 d6-d7\n"), "");
    ask("position startpos moves d6\n");
    CHECK_TEXT(ask("setoption name MAYFLY value FALSE\n"), "");
    CHECK_TEXT(shown("fen"), "********/********/******** w p p 0 5 0 5 0 0 0 0 0 0 0 0 1");

    CHECK_TEXT(ask("setoption name Variant value nine_mens_morris\n"), "");
    CHECK_TEXT(shown("fen"), START_FEN);
    CHECK(is_one_error(ask("position startpos moves d6 f4 d6-d7\n")));
}

/* go perft prints a line for every move, then the total. */
static void test_perft(void)
{
    ask("position startpos\n");
    const char *answer = ask("go perft 3\nwait\n");
    CHECK(count_lines(answer) == 25 && ends_with(answer, "\nnodes 12144\n"));
    CHECK(starts_with(answer, "d5: 506\n") && strstr(answer, "\na7: 506\n"));
    ask("position fen ********/**@*****/@***OO** w p moves g1\n");
    CHECK_TEXT(ask("go perft 1\nwait\n"), "xf4: 1\nxd7: 1\nnodes 2\n");
    ask("position fen ********/**@****O/@@O*OO** w m moves g4-g1 xd7\n");
    CHECK_TEXT(ask("go perft 4\nwait\n"), "nodes 0\n");
}

/* Draws by quiet plies and repetition are left out of the count. */
static void test_perft_ignores_draws(void)
{
    ask("position fen @*@*@*@*/********/*O*O*O*O w m s 4 0 4 0 0 0 0 0 0 0 0 100 50\n");
    CHECK(ends_with(ask("go perft 1\nwait\n"), "nodes 8\n"));
}

/* go answers with a legal move in the end, stop makes it answer soon, and a game that is over has none. */
static void test_go(void)
{
    static const char *const questions[] = {
        "go depth 1\nstop\n",     "go depth 3\nstop\n",  "go nodes 100\nstop\n",
        "go movetime 10\nstop\n", "go infinite\nstop\n",
    };

    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        ask("position fen ********/**@*****/@***OO** w p moves g1\n");
        const char *best = strstr(ask(questions[i]), "bestmove ");
        CHECK(best && (strcmp(best, "bestmove xf4\n") == 0 || strcmp(best, "bestmove xd7\n") == 0));
    }
    CHECK(strstr(ask("go infinite\nisready\nstop\n"), "readyok\n"));
    CHECK(ends_with(ask("go depth 2 searchmoves xd7\nstop\n"), "bestmove xd7\n"));
    ask("position fen ********/**@****O/@@O*OO** w m moves g4-g1 xd7\n");
    CHECK(ends_with(ask("go depth 1\nstop\n"), "bestmove none\n"));
    CHECK_TEXT(ask("stop\n"), "");
}

/* The time for a move is a share of what the clock of the side to move shows. */
static void test_clocks(void)
{
    static const struct {
        const char *go, *time;
    } cases[] = {
        { "go wtime 60000 btime 1000\nstop\n", "1998" },
        { "go wtime 1000 btime 60000 winc 1000 binc 400\nstop\n", "781" },
        { "go wtime 1050 btime 1 movestogo 4\nstop\n", "250" },
        { "go wtime 1050 btime 1 movestogo 1 winc 5000\nstop\n", "1000" },
        { "go wtime 20 btime 20\nstop\n", "1" },
        { "go wtime -30 btime 0\nstop\n", "1" },
        { "go wtime 999999999999 btime 1\nstop\n", "71582786" },
    };

    ask("position startpos\ndebug on\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[80];
        snprintf(line, sizeof line, "info string %s ms for this move\n", cases[i].time);
        const char *answer = ask(cases[i].go);
        CHECK(starts_with(answer, line) && strstr(answer, "\nbestmove "));
    }
    CHECK(starts_with(ask("position startpos moves d6\ngo wtime 9 btime 60000\nstop\n"), "info string 1998 ms"));
    CHECK(starts_with(ask("setoption name Ponder value true\ngo btime 60000\nstop\n"), "info string 2497 ms"));
    CHECK(!strstr(ask("debug off\nsetoption name Ponder value false\ngo btime 60000\nstop\n"), "info string"));
    CHECK(strstr(ask("go wtime 100 btime 1\nwait\n"), "bestmove "));
}

/* The last line printed begins with the move, also if an unfinished iteration changed it. */
static void test_last_info_line_starts_with_bestmove(void)
{
    ask("setoption name MultiPV value 3\nsetoption name Seed value 1\nposition startpos moves d6 f4 b4 d2\n");
    for (int nodes = 200; nodes < 3000; nodes += 100) {
        char lines[128], move[MOVE_TEXT_MAX], expected[32];
        snprintf(lines, sizeof lines, "ucinewgame\nposition startpos moves d6 f4 b4 d2\ngo nodes %d\nisready\nwait\n",
                 nodes);
        const char *answer = ask(lines), *first = NULL, *best = strstr(answer, "bestmove ");
        for (const char *at = strstr(answer, " multipv 1 "); at; at = strstr(at + 1, " multipv 1 "))
            first = at;
        CHECK(first && best && sscanf(best, "bestmove %7s", move) == 1);
        snprintf(expected, sizeof expected, " pv %s", move);
        CHECK(starts_with(strstr(first, " pv "), expected));
    }
    ask("setoption name MultiPV value 1\nsetoption name Seed value 0\n");
}

/* A pondering search answers after ponderhit or stop; bestmove names the expected reply of the opponent. */
static void test_ponder(void)
{
    ask("position startpos moves d6\n");
    CHECK(strstr(ask("go ponder movetime 1\nponderhit\nwait\n"), "bestmove "));
    CHECK(strstr(ask("go ponder wtime 50 btime 50\nponderhit\nwait\n"), "bestmove "));
    CHECK(strstr(ask("go ponder\nstop\n"), "bestmove "));
    CHECK(!strstr(ask("go ponder\n"), "bestmove ") && strstr(ask("position startpos\n"), "bestmove "));
    CHECK_TEXT(ask("ponderhit\n"), "");
    CHECK(!strstr(ask("go depth 4\nwait\n"), " ponder "));
    ask("setoption name Ponder value true\n");
    CHECK(strstr(ask("go depth 4\nwait\n"), " ponder "));
    ask("position fen ********/**@*****/@***OO** w p\n");
    CHECK(ends_with(ask("go depth 4 searchmoves g1\nwait\n"), "bestmove g1\n")); /* White removes next */
    ask("setoption name Ponder value false\n");
}

/* What go does not understand is reported once and left out; a move comes all the same. */
static void test_go_always_answers(void)
{
    static const char *const lines[] = {
        "go depth\nstop\n",
        "go depth x\nstop\n",
        "go depth 0\nstop\n",
        "go sideways up\nstop\n",
        "go searchmoves\nstop\n",
        "go searchmoves d6 z9\nstop\n",
        "go wtime soon\nstop\n",
        "go movestogo 0\nstop\n",
        "go nodes -3 depth 2 mate\nstop\n",
        "go \x01\xff infinite\nstop\n",
    };

    ask("position startpos moves d6 f4 d2\n");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *answer = ask(lines[i]);
        CHECK(starts_with(answer, ERROR "go: ") && !strstr(answer + 1, ERROR));
        CHECK(strstr(answer, "\nbestmove ") && !strstr(answer, "bestmove none"));
    }
    CHECK(ends_with(ask("go searchmoves a1 depth 2\nstop\n"), "bestmove a1\n"));
    CHECK(starts_with(ask("go movetime -5\nstop\n"), "info depth 1 "));
}

/* Options and commands of the protocol that have nothing to do with mill. */
static void test_protocol(void)
{
    const char *answer = ask("uci\n");

    CHECK(strstr(answer, "\noption name Clear Hash type button\n"));
    CHECK(strstr(answer, "\noption name Ponder type check default false\n"));
    CHECK(strstr(answer, "\noption name UCI_AnalyseMode type check default false\n"));
    CHECK(strstr(answer, "\noption name UCI_Opponent type string default <empty>\n"));
    CHECK(strstr(answer, "\noption name TablePath type string default some folder\n"));
    CHECK_TEXT(ask("register later\n"), "registration ok\n");
    CHECK_TEXT(ask("setoption name Clear Hash\nsetoption name clear hash value\n"), "");
    CHECK_TEXT(ask("setoption name TablePath value <empty>\n"), "");
    CHECK_TEXT(ask("setoption name UCI_Opponent value GM 2800 human Ann Lee\ndebug on\n"), "");
    CHECK(starts_with(ask("go depth 1\nstop\n"), "info string opponent GM 2800 human Ann Lee\n"));
    ask("debug off\n");
}

/* A network of other rules is named once; without a network features evaluate, and a network evaluates differently. */
static void test_networks(void)
{
    char by_features[64];

    ask("setoption name Variant value nine_mens_morris\nposition startpos moves d2 f4\n");
    snprintf(by_features, sizeof by_features, "%s", ask("eval\n"));
    CHECK_TEXT(ask("setoption name NetworkPath value " NETWORKS "\nisready\n"), "readyok\n");
    CHECK(strcmp(ask("eval\n"), by_features) != 0);
    CHECK_TEXT(ask("setoption name NMoveRule value 50\nisready\nisready\n"),
               "info string evaluation by the network of the nearest rules: nine_mens_morris\nreadyok\nreadyok\n");
    ask("setoption name NetworkPath value <empty>\nsetoption name Variant value nine_mens_morris\n");
    CHECK_TEXT(ask("isready\nposition startpos moves d2 f4\neval\n") + strlen("readyok\n"), by_features);
    ask("position startpos\n");
}

/* Clear Hash forgets a search: the next one takes as many nodes as the first. */
static void test_clear_hash(void)
{
    char first[1 << 12];

    ask("setoption name Shuffle value false\nucinewgame\n");
    snprintf(first, sizeof first, "%s", strstr(ask("go depth 6\nwait\n"), "info depth 6"));
    *strstr(first, " nps") = '\0';
    CHECK(!strstr(ask("go depth 6\nwait\n"), first));
    CHECK(strstr(ask("setoption name Clear Hash\ngo depth 6\nwait\n"), first));
}

/* In analyse mode the level does not apply. */
static void test_analyse_mode(void)
{
    ask("position startpos\nsetoption name Level value 1\nsetoption name MoveTimeMs value 1\n");
    CHECK(!strstr(ask("go\nwait\n"), "info depth 5 "));
    CHECK(strstr(ask("setoption name UCI_AnalyseMode value true\ngo\nwait\n"), "info depth 5 "));
    ask("setoption name UCI_AnalyseMode value false\nsetoption name Level value 12\nsetoption name MoveTimeMs value "
        "0\n");
}

/* eval is one line. */
static void test_eval(void)
{
    ask("position startpos moves d6\n");
    const char *answer = ask("eval\n");
    CHECK(starts_with(answer, "eval ") && count_lines(answer) == 1);
}

/* Wrong input of every kind gets one error line, leaves the position as it was, and the loop goes on. */
static void test_wrong_input(void)
{
    static const char *const lines[] = {
        "hello\n",
        "dd\n",
        "\x01\x02\xff\xfe\x7f junk\n",
        "setoption\n",
        "setoption PiecesCount 5\n",
        "setoption name\n",
        "setoption name PiecesCount\n",
        "setoption name PiecesCount value\n",
        "setoption name PiecesCount 5\n",
        "setoption name Gravity value 1\n",
        "setoption name PiecesCount value 13\n",
        "setoption name PiecesCount value 2\n",
        "setoption name PiecesCount value 99999999999999999999999\n",
        "setoption name PiecesCount value five\n",
        "setoption name NMoveRule value 9\n",
        "setoption name MayFly value maybe\n",
        "setoption name Variant value chess\n",
        "setoption name Variant value\n",
        "position\n",
        "position d6\n",
        "position startpos d6\n",
        "position startpos moves d6 d6\n",
        "position startpos moves d6 f4 xd6 d2\n",
        "position startpos moves d6 f4 d2 z9 a1\n",
        "position startpos moves \xff\xff\n",
        "position fen\n",
        "position fen moves d6\n",
        "position fen ********/********/******* w p p\n",
        "position fen ********/********/******** x p p\n",
        "position fen ********/********/******** w p p 0 9 0 10\n",
        "position fen ********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1 moves d6 f4 a1-a4\n",
        "go perft\n",
        "go perft 0\n",
        "go perft -1\n",
        "go perft three\n",
        "go perft 65\n",
        "debug\n",
        "debug maybe\n",
        "setoption name Ponder value perhaps\n",
    };
    char before[4096];

    ask("setoption name Variant value nine_mens_morris\nposition startpos moves d6 f4 d2\n");
    snprintf(before, sizeof before, "%s", ask("d\n"));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        CHECK(is_one_error(ask(lines[i])));
        CHECK(goes_on);
        CHECK_TEXT(ask("d\n"), before);
    }
}

/* An error says what is wrong and where. */
static void test_error_texts(void)
{
    ask("position startpos\n");
    CHECK_TEXT(ask("hello world\n"), ERROR "no command is called 'hello'\n");
    CHECK_TEXT(ask("setoption name PiecesCount value 13\n"), ERROR "setoption: PiecesCount takes 3 to 12, not '13'\n");
    CHECK_TEXT(ask("position startpos moves d6 f4 d6\n"), ERROR "move 3: 'd6' is not legal: a piece stands there\n");
    CHECK_TEXT(ask("position fen ********/********/******** x\n"), ERROR "fen: side to move: 'x' is none of wb\n");
    CHECK_TEXT(ask("\x01\xff\n"), ERROR "no command is called '?\?'\n");
}

/* quit ends the session. */
static void test_quit(void)
{
    CHECK(goes_on);
    CHECK_TEXT(ask("quit\n"), "");
    CHECK(!goes_on);
}

/* A session ends with quit, with whatever stands behind it, or with the input, the last line ended or not. */
static void test_sessions(void)
{
    FILE *in = input();
    fputs("isready\nquit\nisready\n", in);
    CHECK_TEXT(session(in), "readyok\n");
    in = input();
    fputs("isready\r\nisready", in);
    CHECK_TEXT(session(in), "readyok\nreadyok\n");
    CHECK_TEXT(session(input()), "");
}

/* Bytes that are no text are answered with errors, one a line. */
static void test_binary_session(void)
{
    FILE *in = input();

    for (int i = 0; i < 256; i++)
        if (i != '\n')
            fputc(i, in);
    fputs("\n", in);
    fputc('\0', in);
    fputs("\nisready\n", in);
    const char *answer = session(in);
    CHECK(count_lines(answer) == 3 && starts_with(answer, ERROR) && ends_with(answer, "\nreadyok\n"));
}

/* A line too long for anything gets one error, a long list of moves is played. */
static void test_long_lines(void)
{
    enum { TOO_LONG = 3 << 20, SHUFFLES = 5000 };
    FILE *in = input();

    for (int i = 0; i < TOO_LONG; i++)
        fputc('a', in);
    fputs("\nisready\n", in);
    const char *answer = session(in);
    CHECK(count_lines(answer) == 2 && starts_with(answer, ERROR) && ends_with(answer, "\nreadyok\n"));

    in = input();
    fputs("setoption name NMoveRule value 0\nsetoption name EndgameNMoveRule value 0\n"
          "setoption name ThreefoldRepetitionRule value false\nposition fen @*@*@*@*/********/*O*O*O*O w m moves",
          in);
    for (int i = 0; i < SHUFFLES; i++)
        fputs(" a1-d1 d5-d6 d1-a1 d6-d5", in);
    fputs("\nd\n", in);
    answer = session(in);
    CHECK(strstr(answer, "\nfen @*@*@*@*/********/*O*O*O*O w m s 4 0 4 0 0 0 0 0 0 0 0 20000 10001\n"));
}

int main(void)
{
    open_console();
    test_uci();
    test_isready();
    test_d();
    test_position();
    test_ucinewgame();
    test_setoption();
    test_perft();
    test_perft_ignores_draws();
    test_go();
    test_clocks();
    test_last_info_line_starts_with_bestmove();
    test_ponder();
    test_go_always_answers();
    test_protocol();
    test_networks();
    test_clear_hash();
    test_analyse_mode();
    test_eval();
    test_wrong_input();
    test_error_texts();
    test_quit();
    close_console();
    test_sessions();
    test_binary_session();
    test_long_lines();
    return EXIT_SUCCESS;
}
