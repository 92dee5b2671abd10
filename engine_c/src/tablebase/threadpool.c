/* threadpool.c: members wait for a round to begin and report its end. */
#include "threadpool.h"

#include <pthread.h>
#include <stdlib.h>

struct Team {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    TeamWork work;
    void *context;
    uint64_t round;
    int size, started, busy;
    bool is_closing;
    struct Member {
        Team *team;
        pthread_t thread;
        int number;
    } *members;
};

static void *serve(void *argument)
{
    struct Member *member = argument;
    Team *team = member->team;
    uint64_t round = 0;

    pthread_mutex_lock(&team->lock);
    for (;;) {
        while (team->round == round && !team->is_closing)
            pthread_cond_wait(&team->begin, &team->lock);
        if (team->is_closing)
            break;
        round = team->round;
        pthread_mutex_unlock(&team->lock);
        team->work(team->context, member->number);
        pthread_mutex_lock(&team->lock);
        if (--team->busy == 0)
            pthread_cond_signal(&team->end);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

Team *team_new(int members)
{
    Team *team = calloc(1, sizeof *team);

    if (!team)
        return NULL;
    team->size = members > 1 ? members : 1;
    team->started = 1;
    team->members = calloc((size_t)team->size, sizeof *team->members);
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->begin, NULL);
    pthread_cond_init(&team->end, NULL);
    for (; team->members && team->started < team->size; team->started++) {
        struct Member *member = &team->members[team->started];
        member->team = team;
        member->number = team->started;
        if (pthread_create(&member->thread, NULL, serve, member))
            break;
    }
    if (team->started < team->size) {
        team_free(team);
        return NULL;
    }
    return team;
}

void team_free(Team *team)
{
    if (!team)
        return;
    pthread_mutex_lock(&team->lock);
    team->is_closing = true;
    pthread_cond_broadcast(&team->begin);
    pthread_mutex_unlock(&team->lock);
    for (int i = 1; team->members && i < team->started; i++)
        pthread_join(team->members[i].thread, NULL);
    pthread_cond_destroy(&team->begin);
    pthread_cond_destroy(&team->end);
    pthread_mutex_destroy(&team->lock);
    free(team->members);
    free(team);
}

int team_size(const Team *team) { return team->size; }

void team_run(Team *team, TeamWork work, void *context)
{
    pthread_mutex_lock(&team->lock);
    team->work = work;
    team->context = context;
    team->busy = team->size - 1;
    team->round++;
    pthread_cond_broadcast(&team->begin);
    pthread_mutex_unlock(&team->lock);
    work(context, 0);
    pthread_mutex_lock(&team->lock);
    while (team->busy)
        pthread_cond_wait(&team->end, &team->lock);
    pthread_mutex_unlock(&team->lock);
}
