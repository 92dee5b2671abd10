/* uci_go.c: parses `go`, searches in a thread and prints info and bestmove. */
#include "uci_go.h"

#include <string.h>

enum { INFO_MAX = 1024 };

void uci_error(Uci *uci, const char *where, const Fault *fault)
{
    fprintf(uci->out, "info string error: %s%s\n", where, fault->text);
}

void uci_end_search(Uci *uci, bool is_stopped)
{
    if (!uci->is_searching)
        return;
    if (is_stopped)
        engine_stop(uci->engine, uci->limits.ticket);
    pthread_join(uci->thread, NULL);
    game_free(uci->searched);
    uci->is_searching = false;
}

void uci_print_move(Uci *uci, Move move)
{
    char text[MOVE_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);

    notation_write_move(&uci->game->rules.topology, move, &writer);
    fprintf(uci->out, "%s", text);
}

static void go_perft(Uci *uci, Word depth)
{
    Move moves[MOVES_MAX];
    uint64_t leaves[MOVES_MAX], total = 0;
    int64_t plies;
    Fault fault;

    if (!word_number(depth, &plies) || plies < 1 || plies > 64) {
        fault_set(&fault, "go perft takes 1 to 64 plies, not '%.*s'", WORD(depth));
        uci_error(uci, "", &fault);
        return;
    }
    const int count = movegen_perft_divide(&uci->game->now, (int)plies, moves, leaves);
    for (int i = 0; i < count; i++) {
        uci_print_move(uci, moves[i]);
        fprintf(uci->out, ": %llu\n", (unsigned long long)leaves[i]);
        total += leaves[i];
    }
    fprintf(uci->out, "nodes %llu\n", (unsigned long long)total);
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
        writer_add(&writer, " nodes %llu nps %llu hashfull %d time %lld pv", (unsigned long long)info->nodes,
                   (unsigned long long)(info->nodes * 1000 / time), info->hashfull, (long long)info->time_ms);
        write_pv(&writer, uci->searched, line);
        fprintf(uci->out, "%s\n", text);
    }
    fflush(uci->out);
}

static void *search(void *argument)
{
    Uci *uci = argument;
    SearchInfo info;
    char text[MOVE_TEXT_MAX] = "none";
    const Move move = engine_search(uci->engine, uci->searched, &uci->limits, print_info, uci, &info);

    if (move != MOVE_NONE) {
        Writer writer = writer_to(text, sizeof text);
        notation_write_move(&uci->searched->rules.topology, move, &writer);
    }
    fprintf(uci->out, "bestmove %s\n", text);
    fflush(uci->out);
    return NULL;
}

static bool read_limit(Word name, const char **rest, int64_t *number, Fault *fault)
{
    const Word word = word_next(rest);

    if (!word_number(word, number) || *number < 1)
        return fault_set(fault, "go: %.*s takes a number from 1 on, not '%.*s'", name.length, name.start, WORD(word));
    return true;
}

/* Reads moves up to the end of the line. */
static bool read_searchmoves(Uci *uci, const char *rest, Limits *limits, Fault *fault)
{
    for (Word word = word_next(&rest); word.length; word = word_next(&rest)) {
        Move move;
        if (!notation_read_move(&uci->game->rules.topology, word, &move, fault))
            return false;
        if (movegen_refusal(&uci->game->now, move))
            return fault_set(fault, "go: '%.*s' is not legal here", WORD(word));
        if (limits->searchmove_count < MOVES_MAX)
            limits->searchmoves[limits->searchmove_count++] = move;
    }
    return limits->searchmove_count ? true : fault_set(fault, "go: searchmoves names no move");
}

static bool read_go(Uci *uci, const char *rest, Limits *limits, Fault *fault)
{
    int64_t number = 0;

    for (Word word = word_next(&rest); word.length; word = word_next(&rest)) {
        if (word_is(word, "infinite")) {
            limits->is_infinite = true;
        } else if (word_is(word, "searchmoves")) {
            return read_searchmoves(uci, rest, limits, fault);
        } else if (word_is(word, "depth") || word_is(word, "movetime") || word_is(word, "nodes")) {
            if (!read_limit(word, &rest, &number, fault))
                return false;
            if (word_is(word, "depth"))
                limits->depth = number < DEPTH_MAX ? (int)number : DEPTH_MAX;
            else if (word_is(word, "movetime"))
                limits->time_ms = number;
            else
                limits->nodes = (uint64_t)number;
        } else {
            return fault_set(fault, "go: '%.*s' is none of depth movetime nodes infinite searchmoves perft", WORD(word));
        }
    }
    return true;
}

void uci_go(Uci *uci, const char *rest)
{
    Limits limits = { .ticket = uci->limits.ticket + 1 };
    const char *after_first = rest;
    Fault fault;

    uci_end_search(uci, uci->limits.is_infinite);
    if (word_is(word_next(&after_first), "perft")) {
        go_perft(uci, word_next(&after_first));
        return;
    }
    if (!read_go(uci, rest, &limits, &fault)) {
        uci_error(uci, "", &fault);
        return;
    }
    uci->limits = limits;
    uci->searched = game_copy(uci->game);
    if (!uci->searched || pthread_create(&uci->thread, NULL, search, uci) != 0) {
        game_free(uci->searched);
        fault_set(&fault, "out of memory");
        uci_error(uci, "", &fault);
        return;
    }
    uci->is_searching = true;
}

