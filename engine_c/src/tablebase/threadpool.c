#include "threadpool.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct {
    ThreadPool *pool;
    pthread_t thread;
    int number;
} PoolWorker;

struct ThreadPool {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    ThreadPoolTask task;
    void *context;
    uint64_t round;
    int size, started, busy;
    bool is_closing;
    PoolWorker *workers;
};

static void *worker_main(void *argument)
{
    const PoolWorker *worker = argument;
    ThreadPool *pool = worker->pool;
    uint64_t round = 0;

    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == round && !pool->is_closing)
            pthread_cond_wait(&pool->begin, &pool->lock);
        if (pool->is_closing)
            break;
        round = pool->round;
        pthread_mutex_unlock(&pool->lock);
        pool->task(pool->context, worker->number);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->end);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

ThreadPool *threadpool_new(int workers)
{
    ThreadPool *pool = calloc(1, sizeof *pool);

    if (!pool)
        return NULL;
    pool->size = workers > 1 ? workers : 1;
    pool->started = 1;
    pool->workers = calloc((size_t)pool->size, sizeof *pool->workers);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    for (; pool->workers && pool->started < pool->size; pool->started++) {
        PoolWorker *worker = &pool->workers[pool->started];
        worker->pool = pool;
        worker->number = pool->started;
        if (pthread_create(&worker->thread, NULL, worker_main, worker))
            break;
    }
    if (pool->started < pool->size) {
        threadpool_free(pool);
        return NULL;
    }
    return pool;
}

void threadpool_free(ThreadPool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->is_closing = true;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 1; pool->workers && i < pool->started; i++)
        pthread_join(pool->workers[i].thread, NULL);
    pthread_cond_destroy(&pool->begin);
    pthread_cond_destroy(&pool->end);
    pthread_mutex_destroy(&pool->lock);
    free(pool->workers);
    free(pool);
}

int threadpool_size(const ThreadPool *pool) { return pool->size; }

void threadpool_run(ThreadPool *pool, ThreadPoolTask task, void *context)
{
    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->context = context;
    pool->busy = pool->size - 1;
    pool->round++;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    task(context, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->busy)
        pthread_cond_wait(&pool->end, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}
