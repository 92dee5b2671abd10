#include "deepening.h"

#include "timer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The deadline does not apply up to FREE_DEPTH, which takes a millisecond: a process that is suspended for a moment
 * still returns a move that it has searched. What comes before the search, such as solving endings, counts as time spent,
 * but leaves one part in SEARCH_PARTS in any case. */
enum { HELPERS_MAX = 63, WAIT_MS = 5, FREE_DEPTH = 5, SEARCH_PARTS = 4 };

/* A thread that searches the same root to fill the transposition table. */
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

/* Starts up to `wanted` helpers; returns how many run. */
static int start_helpers(Helper *helpers[HELPERS_MAX], int wanted, const SearchTask *task, const Position *root)
{
    int count = 0;

    while (count < wanted) {
        Helper *helper = malloc(sizeof *helper);
        if (!helper)
            break;
        search_begin(&helper->searcher, task, root);
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
        const int j = (int)((random_next(&seed) >> 33) % (uint64_t)(i + 1));
        const SearchLine line = searcher->lines[i];
        searcher->lines[i] = searcher->lines[j];
        searcher->lines[j] = line;
    }
}

void deepening_sort_lines(SearchInfo *info)
{
    for (int i = 1; i < info->line_count; i++) {
        const SearchLine line = info->lines[i];
        int at = i;
        for (; at > 0 && info->lines[at - 1].value < line.value; at--)
            info->lines[at] = info->lines[at - 1];
        info->lines[at] = line;
    }
}

static void fill_info(SearchInfo *info, const Searcher *searcher, int depth)
{
    const SearchTask *task = searcher->task;
    const int wanted = task->limits.line_count, lines = wanted < searcher->line_count ? wanted : searcher->line_count;

    info->depth = depth;
    info->nodes = searcher->nodes;
    info->time_ms = timer_now() - task->start;
    info->hashfull = tt_hashfull(task->tt);
    info->line_count = lines;
    memcpy(info->lines, searcher->lines, (size_t)lines * sizeof *info->lines);
    for (int i = 0; i < lines; i++) {
        SearchLine *line = &info->lines[i];
        line->mate = search_mate_plies(line->value);
        line->value -= line->mate ? 0 : search_bonus(task, line->moves[0]);
    }
    deepening_sort_lines(info);
}

/* A deeper search cannot change the move. */
static bool is_decided(const Searcher *searcher, const Limits *limits, int depth)
{
    const int plies = search_mate_plies(searcher->lines[0].value);

    if (limits->is_infinite || searcher->is_pondering || limits->line_count > 1)
        return false;
    return (plies && abs(plies) <= depth) || (searcher->line_count == 1 && limits->time_ms);
}

/* Iterates until the limits end it. It does not predict whether an iteration finishes in time: the part of one that
 * does not is of use, and one that a busy machine slowed down says nothing about the next. */
static void deepen(Searcher *searcher, const Position *root, SearchInfo *info)
{
    const SearchListener *listener = searcher->listener;
    const SearchTask *task = searcher->task;
    const Limits *limits = &task->limits;
    const int last = limits->depth ? limits->depth : DEPTH_MAX;

    for (int depth = 1; depth <= last; depth++) {
        const int lines = limits->line_count < searcher->line_count ? limits->line_count : searcher->line_count;
        int first = 0;
        searcher->has_clock = limits->time_ms && !limits->is_infinite && depth > FREE_DEPTH;
        while (first < lines && search_depth(searcher, root, depth, first))
            first++;
        if (first < lines)
            return;
        fill_info(info, searcher, depth);
        if (listener && listener->on_info)
            listener->on_info(listener->context, info);
        if (is_decided(searcher, limits, depth))
            return;
    }
}

/* The result of an infinite search waits for stop, that of a pondering one for stop or ponderhit. */
static void wait_for_release(const SearchTask *task)
{
    while ((task->limits.is_infinite || search_is_pondering(task)) && !search_is_stopped(task))
        timer_pause(WAIT_MS);
}

Move deepening_search(const Position *root, const SearchTask *task, const SearchListener *listener, SearchInfo *info)
{
    const int64_t time_ms = task->limits.time_ms, latest = timer_now() - (time_ms - time_ms / SEARCH_PARTS);
    SearchTask helper_task = *task;
    atomic_int helpers_stopped = 0;
    Helper *helpers[HELPERS_MAX];
    Searcher *searcher = malloc(sizeof *searcher);
    BusyMoves *busy = task->threads > 1 ? calloc(1, sizeof *busy) : NULL;
    SearchTask own_task = *task;

    memset(info, 0, sizeof *info);
    if (!searcher) {
        free(busy);
        return MOVE_NONE;
    }
    helper_task.busy = own_task.busy = busy;
    search_begin(searcher, &own_task, root);
    searcher->listener = listener;
    searcher->clock_start = latest > task->start ? latest : task->start;
    searcher->is_pondering = search_is_pondering(task);
    if (task->is_shuffled)
        shuffle(searcher, task->seed);
    Move chosen = MOVE_NONE;
    if (searcher->line_count) {
        tt_new_search(task->tt);
        helper_task.limits.ticket = 1;
        helper_task.limits.nodes = 0;
        helper_task.stopped_up_to = &helpers_stopped;
        const int count = start_helpers(helpers, task->threads - 1, &helper_task, root);
        deepen(searcher, root, info);
        wait_for_release(task);
        atomic_store(&helpers_stopped, 1);
        const uint64_t helper_nodes = join_helpers(helpers, count);
        fill_info(info, searcher, info->depth);
        chosen = info->lines[0].moves[0];
        info->nodes += helper_nodes;
    }
    free(searcher);
    free(busy);
    return chosen;
}
