#include "endings.h"

#include "tablebase/build/tb_solve.h"
#include "search/cache_key.h"
#include "search/timer.h"

#include <pthread.h>
#include <stdlib.h>

/* Endings with flying pieces are too deep for a search: they are solved one removal before. */
enum { SOLVED_PIECES = 7, WAIT_PERCENT = 50 };

struct Endings {
    CacheKey key;
    Rules rules;
    Tablebase *tb; /* of the thread as long as it runs; NULL: none */
    pthread_t thread;
    bool is_running; /* not joined yet */
    atomic_bool stop, is_done;
};

Endings *endings_new(void) { return calloc(1, sizeof(Endings)); }

static void join(Endings *endings)
{
    if (endings->is_running)
        pthread_join(endings->thread, NULL);
    endings->is_running = false;
}

static void clear(Endings *endings)
{
    atomic_store(&endings->stop, true);
    join(endings);
    tb_close(endings->tb);
    endings->tb = NULL;
}

void endings_free(Endings *endings)
{
    if (endings)
        clear(endings);
    free(endings);
}

static void *solve(void *argument)
{
    Endings *endings = argument;

    endings->tb = tb_solve(&endings->rules, SOLVED_PIECES, &endings->stop);
    atomic_store(&endings->is_done, true);
    return NULL;
}

static void begin(Endings *endings, const Rules *rules)
{
    clear(endings);
    rules_prepare(&endings->rules, &rules->value);
    atomic_store(&endings->stop, false);
    atomic_store(&endings->is_done, false);
    endings->is_running = pthread_create(&endings->thread, NULL, solve, endings) == 0;
}

static bool may_wait(const SearchTask *task)
{
    const Limits *limits = &task->limits;
    const bool has_clock = limits->time_ms && !limits->is_infinite && !search_is_pondering(task);

    return !search_is_stopped(task)
        && (!has_clock || (timer_now() - task->start) * 100 < limits->time_ms * WAIT_PERCENT);
}

const Tablebase *endings_find(Endings *endings, const Position *pos, const SearchTask *task)
{
    const Rules *rules = pos->rules;

    if (pos->phase != PHASE_MOVING || pos->on_board[WHITE] + pos->on_board[BLACK] > SOLVED_PIECES + 1
        || !tb_solve_covers(rules))
        return NULL;
    if (!cache_key_matches(&endings->key, rules, ""))
        begin(endings, rules);
    while (endings->is_running && !atomic_load(&endings->is_done) && (!task || may_wait(task)))
        timer_pause(1);
    if (endings->is_running && !atomic_load(&endings->is_done))
        return NULL;
    join(endings);
    return endings->tb;
}
