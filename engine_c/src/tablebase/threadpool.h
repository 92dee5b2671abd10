/* threadpool.h: a few threads that run one task together. */
#pragma once

#include "game/types.h"

#include <stdatomic.h>

typedef struct ThreadPool ThreadPool;
typedef void (*ThreadPoolTask)(void *context, int worker);

ThreadPool *threadpool_new(int workers); /* NULL: out of memory or threads */
void threadpool_free(ThreadPool *pool);
int threadpool_size(const ThreadPool *pool);

/* Runs the task once on each worker and waits for all. The caller is worker 0. */
void threadpool_run(ThreadPool *pool, ThreadPoolTask task, void *context);

/* Jobs up to a ticket are stopped. A ticket only rises, so that no stop is lost. */
static inline void ticket_raise(atomic_int *ticket, int up_to_ticket)
{
    int now = atomic_load(ticket);

    while (now < up_to_ticket && !atomic_compare_exchange_weak(ticket, &now, up_to_ticket))
        ;
}

/* A long job on a pool: stopped by a flag of the caller, with its progress counted. */
typedef struct {
    ThreadPool *pool;
    const atomic_bool *stop;
    atomic_ullong *done;
} Job;

static inline bool job_is_stopped(const Job *job) { return atomic_load_explicit(job->stop, memory_order_relaxed); }

static inline void job_advance(const Job *job, uint64_t work)
{
    atomic_fetch_add_explicit(job->done, work, memory_order_relaxed);
}
