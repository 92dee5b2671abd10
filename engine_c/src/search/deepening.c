/* deepening.c: iterative deepening, time, and helpers that fill the shared table
 * (lazy SMP). */
#define _POSIX_C_SOURCE 200809L
#include "deepening.h"

#include "timer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HELPERS_MAX = 63, WAIT_MS = 5, FIRST_GROWTH = 3 };

/* A helper searches the same root at its own pace until told to stop. */
typedef struct {
    pthread_t thread;
    Searcher searcher;
    const Position *root;
    int first_depth;
} Helper;

static void *run_helper(void *argument)
{
    Helper *helper = argument;

    for (int depth = helper->first_depth; depth <= DEPTH_MAX; depth++)
        if (!search_depth(&helper->searcher, helper->root, depth, 0))
            break;
    return NULL;
}

/* As many helpers as could be started, up to those wanted. */
static int start_helpers(Helper *helpers[HELPERS_MAX], int wanted, const SearchTask *task, const Position *root,
                         const ThinkLimits *limits)
{
    int count = 0;

    while (count < wanted) {
        Helper *helper = malloc(sizeof *helper);
        if (!helper)
            break;
        search_begin(&helper->searcher, task, root, limits->only, limits->only_count);
        helper->root = root;
        helper->first_depth = 1 + count % 2;
        if (pthread_create(&helper->thread, NULL, run_helper, helper) != 0) {
            free(helper);
            break;
        }
        helpers[count++] = helper;
    }
    return count;
}

static uint64_t join_helpers(Helper *helpers[HELPERS_MAX], int count)
{
    uint64_t nodes = 0;

    for (int i = 0; i < count; i++) {
        pthread_join(helpers[i]->thread, NULL);
        nodes += helpers[i]->searcher.nodes;
        free(helpers[i]);
    }
    return nodes;
}

static void shuffle(Searcher *searcher, uint64_t seed)
{
    for (int i = searcher->line_count - 1; i > 0; i--) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const int j = (int)((seed >> 33) % (uint64_t)(i + 1));
        const SearchLine line = searcher->lines[i];
        searcher->lines[i] = searcher->lines[j];
        searcher->lines[j] = line;
    }
}

void threads_sort(ThinkReport *report)
{
    for (int i = 1; i < report->line_count; i++) {
        const SearchLine line = report->lines[i];
        int at = i;
        for (; at > 0 && report->lines[at - 1].value < line.value; at--)
            report->lines[at] = report->lines[at - 1];
        report->lines[at] = line;
    }
}

/* Lines are judged one by one; a later one may turn out better than an
 * earlier one was thought to be. */
static void fill_report(ThinkReport *report, const Searcher *searcher, const ThinkLimits *limits, int depth, int64_t start,
                        const TranspositionTable *table)
{
    const int lines = limits->line_count < searcher->line_count ? limits->line_count : searcher->line_count;

    report->depth = depth;
    report->nodes = searcher->nodes;
    report->time_ms = timer_now() - start;
    report->hash_fill = tt_hashfull(table);
    report->line_count = lines;
    memcpy(report->lines, searcher->lines, (size_t)lines * sizeof *report->lines);
    threads_sort(report);
}

/* Nothing deeper can change the answer. */
static bool is_decided(const Searcher *searcher, const ThinkLimits *limits, int depth)
{
    const int plies = search_mate_plies(searcher->lines[0].value);

    if (limits->is_infinite || limits->line_count > 1)
        return false;
    return (plies && abs(plies) <= depth) || (searcher->line_count == 1 && limits->time_ms);
}

/* Would another depth still finish in time, going by how the last ones grew? */
static bool has_time(const ThinkLimits *limits, int64_t start, const int64_t spent[2])
{
    if (!limits->time_ms || limits->is_infinite)
        return true;
    const double growth = spent[0] > 10 ? (double)spent[1] / (double)spent[0] : FIRST_GROWTH;
    const double bounded = growth < 1.5 ? 1.5 : growth > 6 ? 6 : growth;
    return timer_now() - start + (int64_t)((double)spent[1] * bounded) <= limits->time_ms;
}

static void deepen(Searcher *searcher, const Position *root, const ThinkLimits *limits, const TranspositionTable *table, int64_t start,
                   ThinkListener *listener, void *context, ThinkReport *report)
{
    const int last = limits->depth ? limits->depth : DEPTH_MAX;
    int64_t spent[2] = { 0, 0 }; /* on the depth before and on the last one */

    for (int depth = 1; depth <= last; depth++) {
        const int64_t began = timer_now();
        const int lines = limits->line_count < searcher->line_count ? limits->line_count : searcher->line_count;
        int first = 0;
        while (first < lines && search_depth(searcher, root, depth, first))
            first++;
        if (first < lines)
            return;
        fill_report(report, searcher, limits, depth, start, table);
        if (listener)
            listener(context, report);
        spent[0] = spent[1];
        spent[1] = timer_now() - began;
        if (is_decided(searcher, limits, depth) || !has_time(limits, start, spent))
            return;
    }
}

static void wait_for(const SearchTask *task)
{
    const struct timespec pause = { 0, WAIT_MS * 1000000 };

    while (atomic_load_explicit(task->stopped_up_to, memory_order_relaxed) < task->ticket)
        nanosleep(&pause, NULL);
}

Move threads_think(const Position *root, const ThinkLimits *limits, TranspositionTable *table, const Weights *weights,
                   const atomic_int *stopped_up_to, ThinkListener *listener, void *context, ThinkReport *report)
{
    const int64_t start = timer_now();
    const bool is_timed = limits->time_ms && !limits->is_infinite;
    const SearchTask task = {
        .table = table,
        .weights = weights,
        .algorithm = limits->algorithm,
        .draw_value = limits->draw_value,
        .root_side = (Side)root->stm,
        .is_exact = limits->is_exact,
        .node_limit = limits->nodes,
        .deadline = is_timed ? start + limits->time_ms : 0,
        .blindness = limits->blindness,
        .mill_blindness = limits->mill_blindness,
        .seed = limits->seed,
        .salt = limits->salt,
        .tables = limits->tables,
        .probe_pieces = limits->probe_pieces,
        .ticket = limits->ticket,
        .stopped_up_to = stopped_up_to,
    };
    atomic_int helpers_stopped = 0;
    SearchTask helper_task = task;
    Helper *helpers[HELPERS_MAX];
    Searcher *searcher = malloc(sizeof *searcher);

    memset(report, 0, sizeof *report);
    if (!searcher)
        return MOVE_NONE;
    search_begin(searcher, &task, root, limits->only, limits->only_count);
    if (limits->is_shuffled)
        shuffle(searcher, limits->seed);
    Move chosen = MOVE_NONE;
    if (searcher->line_count) {
        tt_new_search(table);
        helper_task.ticket = 1;
        helper_task.stopped_up_to = &helpers_stopped;
        helper_task.node_limit = 0;
        helper_task.deadline = 0;
        const int count = limits->threads > 1 ? start_helpers(helpers, limits->threads - 1, &helper_task, root, limits) : 0;
        deepen(searcher, root, limits, table, start, listener, context, report);
        if (limits->is_infinite)
            wait_for(&task);
        atomic_store(&helpers_stopped, 1);
        const uint64_t helped = join_helpers(helpers, count);
        fill_report(report, searcher, limits, report->depth, start, table);
        chosen = report->lines[0].move;
        report->nodes += helped;
    }
    free(searcher);
    return chosen;
}
