/* test_deepening.c: search threads while another thread polls and stops them;
 * also run under the thread sanitizer. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "interface/engine.h"

#include <pthread.h>
#include <time.h>

enum { ROUNDS = 12 };

typedef struct {
    Engine *engine;
    Game *game;
    int ticket;
    Move move;
} SearchJob;

static void *search(void *argument)
{
    SearchJob *job = argument;
    const Limits limits = { .ticket = job->ticket, .is_infinite = true, .line_count = job->ticket % 3 };
    SearchInfo *info = malloc(sizeof *info);

    job->move = engine_search(job->engine, job->game, &limits, NULL, NULL, info);
    free(info);
    return NULL;
}

static void pause_ms(int ms)
{
    const struct timespec pause = { 0, ms * 1000000L };
    nanosleep(&pause, NULL);
}

/* Stops at once or after some polls. */
static void poll_and_stop(SearchJob *job, int round)
{
    SearchInfo *info = malloc(sizeof *info);

    for (int i = 0; i < round; i++) {
        engine_info(job->engine, info);
        CHECK(info->line_count >= 0 && info->line_count <= MOVES_MAX);
        pause_ms(1);
    }
    free(info);
    engine_stop(job->engine, job->ticket);
}

int main(void)
{
    SearchJob job = { .engine = engine_new(), .game = new_game("nine_mens_morris", NULL) };
    uint64_t random = 1;
    Fault fault;

    CHECK(engine_set_option(job.engine, (Word){ "Threads", 7 }, "4", &fault));
    CHECK(engine_set_option(job.engine, (Word){ "Hash", 4 }, "1", &fault));
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t thread;
        job.ticket++;
        CHECK(pthread_create(&thread, NULL, search, &job) == 0);
        poll_and_stop(&job, round);
        pthread_join(thread, NULL);
        CHECK(movegen_refusal(&job.game->now, job.move) == REFUSAL_NONE);
        play_random(job.game, &random);
    }
    game_free(job.game);
    engine_free(job.engine);
    return EXIT_SUCCESS;
}
