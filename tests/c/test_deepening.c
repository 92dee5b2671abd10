/* test_deepening.c: several threads search, another looks on and stops them. The
 * thread sanitizer watches this program. */
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
} Thinking;

static void *think(void *argument)
{
    Thinking *thinking = argument;
    const Limits limits = { .ticket = thinking->ticket, .is_infinite = true, .line_count = thinking->ticket % 3 };
    SearchInfo *report = malloc(sizeof *report);

    thinking->move = engine_search(thinking->engine, thinking->game, &limits, NULL, NULL, report);
    free(report);
    return NULL;
}

static void pause_ms(int ms)
{
    const struct timespec pause = { 0, ms * 1000000L };
    nanosleep(&pause, NULL);
}

/* Sometimes at once, sometimes after some looks at what is known. */
static void look_and_stop(Thinking *thinking, int round)
{
    SearchInfo *report = malloc(sizeof *report);

    for (int i = 0; i < round; i++) {
        engine_info(thinking->engine, report);
        CHECK(report->line_count >= 0 && report->line_count <= MOVES_MAX);
        pause_ms(1);
    }
    free(report);
    engine_stop(thinking->engine, thinking->ticket);
}

int main(void)
{
    Thinking thinking = { .engine = engine_new(), .game = new_game("nine_mens_morris", NULL) };
    uint64_t random = 1;
    Fault fault;

    CHECK(engine_set_option(thinking.engine, (Word){ "Threads", 7 }, "4", &fault));
    CHECK(engine_set_option(thinking.engine, (Word){ "Hash", 4 }, "1", &fault));
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t thread;
        thinking.ticket++;
        CHECK(pthread_create(&thread, NULL, think, &thinking) == 0);
        look_and_stop(&thinking, round);
        pthread_join(thread, NULL);
        CHECK(movegen_refusal(&thinking.game->now, thinking.move) == REFUSAL_NONE);
        play_random(thinking.game, &random);
    }
    game_free(thinking.game);
    engine_free(thinking.engine);
    return EXIT_SUCCESS;
}
