/* uci_go.c: parses `go`, and runs searches, perft and bench in a thread. Each line is printed by one call, since two
 * threads print. */
#include "uci_go.h"

#include "move_time.h"
#include "search/timer.h"
#include "wdl.h"

#include <string.h>

enum {
    INFO_MAX = 1024,
    CURRMOVE_AFTER_MS = 1000, /* root moves change too fast to be read before */
    MOVES_TO_GO_MAX = 30,
    CLOCK_MAX_MS = INT32_MAX
};

typedef struct {
    Limits limits;
    bool has_clock[SIDE_NB];
    int64_t left[SIDE_NB], increment[SIDE_NB]; /* of the clocks, in milliseconds */
    int64_t moves_to_go;                       /* 0: unknown */
    bool is_listing;                           /* searchmoves has been read: words that are no keywords are moves */
} GoCommand;

void uci_error(Uci *uci, const char *where, const Error *error)
{
    fprintf(uci->out, "info string error: %s%s\n", where, error->text);
}

/* Runs a job in the background on a copy of the game. False: out of memory. */
static bool start(Uci *uci, void *(*run)(void *argument))
{
    atomic_store(&uci->stop, false);
    uci->searched = game_copy(uci->game);
    uci->is_running = uci->searched && pthread_create(&uci->thread, NULL, run, uci) == 0;
    if (!uci->is_running)
        game_free(uci->searched);
    return uci->is_running;
}

void uci_join(Uci *uci)
{
    if (!uci->is_running)
        return;
    pthread_join(uci->thread, NULL);
    game_free(uci->searched);
    engine_free(uci->bench);
    uci->bench = NULL;
    uci->is_running = false;
}

void uci_stop(Uci *uci)
{
    if (!uci->is_running)
        return;
    atomic_store(&uci->stop, true);
    engine_stop(uci->engine, uci->limits.ticket);
    if (uci->bench)
        engine_stop(uci->bench, BENCH_TICKET);
    uci_join(uci);
}

void uci_print_network(Uci *uci)
{
    char text[MILL_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);

    if (engine_network_note(uci->engine, &uci->game->rules, &writer))
        fprintf(uci->out, "info string %s\n", text);
}

static void print_no_memory(Uci *uci)
{
    Error error;

    error_set(&error, "out of memory");
    uci_error(uci, "", &error);
}

static void *run_perft(void *argument)
{
    Uci *uci = argument;
    Move moves[MOVES_MAX];
    uint64_t leaves[MOVES_MAX], total = 0;
    const int count = movegen_perft_divide(&uci->searched->now, uci->plies, moves, leaves, &uci->stop);

    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        Writer writer = writer_to(text, sizeof text);
        notation_write_move(&uci->searched->rules.topology, moves[i], &writer);
        fprintf(uci->out, "%s: %llu\n", text, (unsigned long long)leaves[i]);
        total += leaves[i];
    }
    if (count < 0)
        fprintf(uci->out, "info string perft: stopped\n");
    else
        fprintf(uci->out, "nodes %llu\n", (unsigned long long)total);
    fflush(uci->out);
    return NULL;
}

static void go_perft(Uci *uci, Word depth)
{
    int64_t plies;
    Error error;

    if (!word_number(depth, &plies) || plies < 1 || plies > 64) {
        error_set(&error, "go perft takes 1 to 64 plies, not '%.*s'", WORD_ARGS(depth));
        uci_error(uci, "", &error);
        return;
    }
    uci->plies = (int)plies;
    if (!start(uci, run_perft))
        print_no_memory(uci);
}

static void *run_bench(void *argument)
{
    Uci *uci = argument;

    if (!bench_run(uci->out, uci->bench, uci->networks, &uci->stop))
        fprintf(uci->out, "info string bench: stopped\n");
    fflush(uci->out);
    return NULL;
}

void uci_bench(Uci *uci, const char *rest)
{
    (void)rest;
    uci_stop(uci);
    uci->bench = engine_new();
    if (uci->bench && start(uci, run_bench))
        return;
    engine_free(uci->bench);
    uci->bench = NULL;
    print_no_memory(uci);
}

static void write_pv(Writer *writer, const Game *game, const SearchLine *line)
{
    for (int i = 0; i < line->length; i++) {
        writer_add(writer, " ");
        notation_write_move(&game->rules.topology, line->moves[i], writer);
    }
}

static void print_info(void *context, const SearchInfo *info)
{
    Uci *uci = context;
    const uint64_t time = info->time_ms > 0 ? (uint64_t)info->time_ms : 1;

    for (int i = 0; i < info->line_count; i++) {
        const SearchLine *line = &info->lines[i];
        char text[INFO_MAX];
        Writer writer = writer_to(text, sizeof text);
        writer_add(&writer, "info depth %d", line->depth);
        if (info->line_count > 1)
            writer_add(&writer, " multipv %d", i + 1);
        writer_add(&writer, line->mate ? " score mate %d" : " score cp %d", line->mate ? line->mate : line->value);
        const WdlShares wdl = wdl_of_line(line);
        if (uci->shows_wdl)
            writer_add(&writer, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
        writer_add(&writer, " nodes %llu nps %llu hashfull %d time %lld pv", (unsigned long long)info->nodes,
                   (unsigned long long)(info->nodes * 1000 / time), info->hashfull, (long long)info->time_ms);
        write_pv(&writer, uci->searched, line);
        fprintf(uci->out, "%s\n", text);
    }
    uci->printed = info->line_count ? info->lines[0].moves[0] : MOVE_NONE;
    uci->printed_nodes = info->nodes;
    fflush(uci->out);
}

static void print_currmove(void *context, int depth, Move move, int number)
{
    Uci *uci = context;
    char text[MOVE_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);

    if (depth == 1 && number == 1)
        uci->started = timer_now();
    if (timer_now() - uci->started < CURRMOVE_AFTER_MS)
        return;
    notation_write_move(&uci->searched->rules.topology, move, &writer);
    fprintf(uci->out, "info depth %d currmove %s currmovenumber %d\n", depth, text, number);
    fflush(uci->out);
}

/* The expected reply, for a client that ponders: the next move of the line if it is the opponent's. */
static void write_ponder(Writer *writer, const Uci *uci, const SearchInfo *info, Move move)
{
    const SearchLine *line = &info->lines[0];
    Position after;

    if (!uci->may_ponder || !info->line_count || line->length < 2 || line->moves[0] != move)
        return;
    position_make(&after, &uci->searched->now, move);
    if (after.outcome || after.stm == uci->searched->now.stm)
        return;
    writer_add(writer, " ponder ");
    notation_write_move(&uci->searched->rules.topology, line->moves[1], writer);
}

static void *search(void *argument)
{
    Uci *uci = argument;
    const SearchListener listener = { print_info, print_currmove, uci };
    SearchInfo info;
    char text[64];
    Writer writer = writer_to(text, sizeof text);
    const Move move = engine_search(uci->engine, uci->searched, &uci->limits, &listener, &info);

    atomic_store(&uci->is_searching, false);

    if (info.depth == 0 && info.line_count)
        fprintf(uci->out, "info nodes %llu\n", (unsigned long long)info.nodes); /* too few for a value */
    else if (info.depth > 0 && (move != uci->printed || info.nodes != uci->printed_nodes))
        print_info(uci, &info); /* an iteration was not finished */
    if (move == MOVE_NONE) {
        writer_add(&writer, "none");
    } else {
        notation_write_move(&uci->searched->rules.topology, move, &writer);
        write_ponder(&writer, uci, &info, move);
    }
    fprintf(uci->out, "bestmove %s\n", text);
    fflush(uci->out);
    return NULL;
}

static bool read_number(Word name, const char **rest, int64_t *number, Error *error)
{
    const Word word = word_next(rest);

    if (!word_number(word, number))
        return error_set(error, "%.*s takes a number, not '%.*s'", name.length, name.start, WORD_ARGS(word));
    return true;
}

/* After an error *number is unchanged. */
static bool read_positive(Word name, const char **rest, int64_t maximum, int64_t *number, Error *error)
{
    int64_t read = 0;

    if (!read_number(name, rest, &read, error))
        return false;
    if (read < 1)
        return error_set(error, "%.*s takes a number from 1 on, not %lld", name.length, name.start, (long long)read);
    *number = read < maximum ? read : maximum;
    return true;
}

/* A time in milliseconds; that of a clock that has run out may be negative. */
static bool read_time(Word name, const char **rest, int64_t minimum, int64_t *ms, Error *error)
{
    if (!read_number(name, rest, ms, error))
        return false;
    *ms = *ms < minimum ? minimum : *ms > CLOCK_MAX_MS ? CLOCK_MAX_MS : *ms;
    return true;
}

static bool read_searchmove(const Uci *uci, Word word, Limits *limits, Error *error)
{
    Move move;

    if (!notation_read_move(&uci->game->rules.topology, word, &move, error))
        return false;
    if (movegen_refusal(&uci->game->now, move))
        return error_set(error, "'%.*s' is not legal here", WORD_ARGS(word));
    if (limits->searchmove_count < MOVES_MAX)
        limits->searchmoves[limits->searchmove_count++] = move;
    return true;
}

static bool read_word(const Uci *uci, Word word, const char **rest, GoCommand *go, Error *error)
{
    const Side side = word.start[0] == 'b' ? BLACK : WHITE;
    int64_t number = 0;
    bool is_read = true;

    if (word_is(word, "infinite")) {
        go->limits.is_infinite = true;
    } else if (word_is(word, "ponder")) {
        go->limits.is_pondering = true;
    } else if (word_is(word, "searchmoves")) {
        go->is_listing = true;
    } else if (word_is(word, "wtime") || word_is(word, "btime")) {
        is_read = go->has_clock[side] = read_time(word, rest, 1, &go->left[side], error);
    } else if (word_is(word, "winc") || word_is(word, "binc")) {
        is_read = read_time(word, rest, 0, &go->increment[side], error);
    } else if (word_is(word, "movestogo")) {
        is_read = read_positive(word, rest, MOVES_TO_GO_MAX, &go->moves_to_go, error);
    } else if (word_is(word, "movetime")) {
        is_read = read_time(word, rest, 1, &go->limits.time_ms, error);
    } else if (word_is(word, "depth")) {
        is_read = read_positive(word, rest, DEPTH_MAX, &number, error);
        go->limits.depth = (int32_t)number;
    } else if (word_is(word, "nodes")) {
        is_read = read_positive(word, rest, INT64_MAX, &number, error);
        go->limits.nodes = (uint64_t)number;
    } else if (go->is_listing) {
        is_read = read_searchmove(uci, word, &go->limits, error);
    } else {
        is_read = error_set(error,
                            "'%.*s' is none of depth movetime nodes infinite ponder wtime btime winc binc "
                            "movestogo searchmoves perft",
                            WORD_ARGS(word));
    }
    return is_read;
}

/* Reads the rest of the line. What is not understood is reported, the first of it, and left out. */
static void read_go(Uci *uci, const char *rest, GoCommand *go)
{
    bool is_reported = false;
    Error error;

    for (Word word = word_next(&rest); word.length; word = word_next(&rest))
        if (!read_word(uci, word, &rest, go, &error) && !is_reported) {
            uci_error(uci, "go: ", &error);
            is_reported = true;
        }
    if (go->is_listing && !go->limits.searchmove_count && !is_reported) {
        error_set(&error, "searchmoves names no move");
        uci_error(uci, "go: ", &error);
    }
}

static int64_t time_for_move(const GoCommand *go, Side side, bool may_ponder)
{
    const MoveClock clock = { go->left[side], go->increment[side], go->moves_to_go, may_ponder };

    return move_time_share(&clock);
}

static void print_debug(Uci *uci)
{
    if (*uci->opponent)
        fprintf(uci->out, "info string opponent %s\n", uci->opponent);
    if (uci->limits.clock_ms)
        fprintf(uci->out, "info string %lld ms for this move\n", (long long)uci->limits.clock_ms);
}

/* Without memory for a search any legal move has to do. */
static void print_first_move(Uci *uci)
{
    Move moves[MOVES_MAX];
    char text[MOVE_TEXT_MAX] = "none";
    Writer writer = writer_to(text, sizeof text);

    print_no_memory(uci);
    if (movegen_all(&uci->game->now, moves))
        notation_write_move(&uci->game->rules.topology, moves[0], &writer);
    fprintf(uci->out, "bestmove %s\n", text);
}

void uci_go(Uci *uci, const char *rest)
{
    GoCommand go = { .limits = { .ticket = uci->limits.ticket + 1 } };
    const char *after_first = rest;

    uci_stop(uci);
    if (word_is(word_next(&after_first), "perft")) {
        go_perft(uci, word_next(&after_first));
        return;
    }
    read_go(uci, rest, &go);
    const Side side = (Side)uci->game->now.stm;
    if (go.has_clock[side])
        go.limits.clock_ms = time_for_move(&go, side, uci->may_ponder);
    uci->limits = go.limits;
    uci->printed = MOVE_NONE;
    uci_print_network(uci); /* reads the network before another thread uses it */
    if (uci->is_debugging)
        print_debug(uci);
    fflush(uci->out);
    atomic_store(&uci->is_searching, true);
    if (!start(uci, search)) {
        atomic_store(&uci->is_searching, false);
        print_first_move(uci);
    }
}

void uci_ponderhit(Uci *uci, const char *rest)
{
    (void)rest;
    engine_ponderhit(uci->engine, uci->limits.ticket);
}
