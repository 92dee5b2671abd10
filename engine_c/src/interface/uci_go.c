/* uci_go.c: counting and thinking at the console's command. */
#include "uci_go.h"

#include <string.h>

enum { INFO_MAX = 1024 };

void console_fault(Console *console, const char *where, const Fault *fault)
{
    fprintf(console->out, "info string error: %s%s\n", where, fault->text);
}

void console_finish(Console *console, bool is_cut_short)
{
    if (!console->is_thinking)
        return;
    if (is_cut_short)
        engine_stop(console->engine, console->limits.ticket);
    pthread_join(console->thread, NULL);
    game_free(console->thought_about);
    console->is_thinking = false;
}

void console_print_move(Console *console, Move move)
{
    char text[MOVE_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);

    notation_write_move(&console->game->rules.topology, move, &writer);
    fprintf(console->out, "%s", text);
}

static void go_perft(Console *console, Word depth)
{
    Move moves[MOVES_MAX];
    uint64_t leaves[MOVES_MAX], total = 0;
    int64_t plies;
    Fault fault;

    if (!word_number(depth, &plies) || plies < 1 || plies > 64) {
        fault_set(&fault, "go perft takes 1 to 64 plies, not '%.*s'", WORD(depth));
        console_fault(console, "", &fault);
        return;
    }
    const int count = movegen_perft_divide(&console->game->now, (int)plies, moves, leaves);
    for (int i = 0; i < count; i++) {
        console_print_move(console, moves[i]);
        fprintf(console->out, ": %llu\n", (unsigned long long)leaves[i]);
        total += leaves[i];
    }
    fprintf(console->out, "nodes %llu\n", (unsigned long long)total);
}

static void write_line(Writer *writer, const Game *game, const SearchLine *line)
{
    for (int i = 0; i < line->length; i++) {
        writer_add(writer, " ");
        notation_write_move(&game->rules.topology, line->moves[i], writer);
    }
}

/* One info line for each line of the report. */
static void print_info(void *context, const SearchInfo *report)
{
    Console *console = context;
    const uint64_t time = report->time_ms > 0 ? (uint64_t)report->time_ms : 1;

    for (int i = 0; i < report->line_count; i++) {
        const SearchLine *line = &report->lines[i];
        const int mate = search_mate_plies(line->value);
        char text[INFO_MAX];
        Writer writer = writer_to(text, sizeof text);
        writer_add(&writer, "info depth %d", line->depth);
        if (report->line_count > 1)
            writer_add(&writer, " multipv %d", i + 1);
        writer_add(&writer, mate ? " score mate %d" : " score cp %d", mate ? mate : line->value);
        writer_add(&writer, " nodes %llu nps %llu hashfull %d time %lld pv", (unsigned long long)report->nodes,
                   (unsigned long long)(report->nodes * 1000 / time), report->hashfull, (long long)report->time_ms);
        write_line(&writer, console->thought_about, line);
        fprintf(console->out, "%s\n", text);
    }
    fflush(console->out);
}

static void *think(void *argument)
{
    Console *console = argument;
    SearchInfo report;
    char text[MOVE_TEXT_MAX] = "none";
    const Move move = engine_search(console->engine, console->thought_about, &console->limits, print_info, console, &report);

    if (move != MOVE_NONE) {
        Writer writer = writer_to(text, sizeof text);
        notation_write_move(&console->thought_about->rules.topology, move, &writer);
    }
    fprintf(console->out, "bestmove %s\n", text);
    fflush(console->out);
    return NULL;
}

/* A number after a word of go. */
static bool read_limit(Word name, const char **rest, int64_t *number, Fault *fault)
{
    const Word word = word_next(rest);

    if (!word_number(word, number) || *number < 1)
        return fault_set(fault, "go: %.*s takes a number from 1 on, not '%.*s'", name.length, name.start, WORD(word));
    return true;
}

/* Moves up to the end of the line. */
static bool read_searchmoves(Console *console, const char *rest, Limits *limits, Fault *fault)
{
    for (Word word = word_next(&rest); word.length; word = word_next(&rest)) {
        const char *text = word.start;
        Move move;
        if (!notation_read_move(&console->game->rules.topology, &text, word.start + word.length, &move, fault))
            return false;
        if (text != word.start + word.length || movegen_refusal(&console->game->now, move))
            return fault_set(fault, "go: '%.*s' is not legal here", WORD(word));
        if (limits->searchmove_count < MOVES_MAX)
            limits->searchmoves[limits->searchmove_count++] = move;
    }
    return limits->searchmove_count ? true : fault_set(fault, "go: searchmoves names no move");
}

static bool read_go(Console *console, const char *rest, Limits *limits, Fault *fault)
{
    int64_t number = 0;

    for (Word word = word_next(&rest); word.length; word = word_next(&rest)) {
        if (word_is(word, "infinite")) {
            limits->is_infinite = true;
        } else if (word_is(word, "searchmoves")) {
            return read_searchmoves(console, rest, limits, fault);
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

void console_go(Console *console, const char *rest)
{
    Limits limits = { .ticket = console->limits.ticket + 1 };
    const char *after_first = rest;
    Fault fault;

    console_finish(console, console->limits.is_infinite);
    if (word_is(word_next(&after_first), "perft")) {
        go_perft(console, word_next(&after_first));
        return;
    }
    if (!read_go(console, rest, &limits, &fault)) {
        console_fault(console, "", &fault);
        return;
    }
    console->limits = limits;
    console->thought_about = game_copy(console->game);
    if (!console->thought_about || pthread_create(&console->thread, NULL, think, console) != 0) {
        game_free(console->thought_about);
        fault_set(&fault, "no memory to think");
        console_fault(console, "", &fault);
        return;
    }
    console->is_thinking = true;
}

