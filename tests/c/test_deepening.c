/* test_deepening.c: the clock of a search, pondering, and search threads while
 * another thread polls and stops them; also run under the thread sanitizer. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "interface/endings.h"
#include "interface/engine.h"

#include <pthread.h>
#include <sys/resource.h>
#include <time.h>

enum { ROUNDS = 12, FREE_DEPTH = 5 };

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

    job->move = engine_search(job->engine, job->game, &limits, NULL, info);
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

static void test_polling_and_stopping(void)
{
    SearchJob job = { .engine = engine_new(), .game = new_game("nine_mens_morris", NULL) };
    uint64_t random = 1;
    Error error;

    CHECK(engine_set_option(job.engine, (Word){ "Threads", 7 }, "4", &error));
    CHECK(engine_set_option(job.engine, (Word){ "Hash", 4 }, "1", &error));
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
}

static void stall(void *context, const SearchInfo *info)
{
    (void)context;
    if (info->depth == 2)
        pause_ms(40);
}

static const SearchListener Stalling = { .on_info = stall };

/* A pause in an early iteration does not end the search: it uses the time it has. */
static void test_stall_does_not_end_search(void)
{
    Engine *engine = engine_new();
    Game *game = new_game("nine_mens_morris", NULL);
    const Limits limits = { .ticket = 1, .time_ms = 120 };
    SearchInfo *info = malloc(sizeof *info);

    engine_search(engine, game, &limits, &Stalling, info);
    CHECK(info->time_ms >= 120);
    free(info);
    game_free(game);
    engine_free(engine);
}

/* However late it is, the first iterations are finished. */
static void test_first_depths_ignore_clock(void)
{
    Engine *engine = engine_new();
    Game *game = new_game("nine_mens_morris", "@*@@OO**/@@O*O*OO/OO@@@O*@ w m s 9 0 9 0");
    const Limits limits = { .ticket = 1, .time_ms = 1 };
    SearchInfo *info = malloc(sizeof *info);

    engine_search(engine, game, &limits, &Stalling, info);
    CHECK(info->depth >= FREE_DEPTH);
    free(info);
    game_free(game);
    engine_free(engine);
}

/* Endings that are solved before the search take time, which counts. */
static void test_clock_includes_preparation(void)
{
    Engine *engine = engine_new();
    Game *game = new_game("nine_mens_morris", "O*******/**@*O***/@**O***@ w m s 3 0 3 0");
    const Limits limits = { .ticket = 1, .depth = 1 };
    SearchInfo *info = malloc(sizeof *info);

    engine_search(engine, game, &limits, NULL, info);
    CHECK(info->time_ms > 0);
    free(info);
    game_free(game);
    engine_free(engine);
}

/* Endings are solved beside a search that does not wait for them, for the next one. */
static void test_stopped_search_does_not_wait_for_endings(void)
{
    Endings *endings = endings_new();
    Game *game = new_game("nine_mens_morris", "O*******/**@*O***/@**O***@ w m s 3 0 3 0");
    const atomic_int stopped_up_to = 1, ponderhit_up_to = 0;
    const SearchTask task = { .limits = { .ticket = 1 },
                              .stopped_up_to = &stopped_up_to,
                              .ponderhit_up_to = &ponderhit_up_to };

    CHECK(!endings_find(endings, &game->now, &task));
    CHECK(endings_find(endings, &game->now, NULL));
    CHECK(endings_find(endings, &game->now, &task));
    game_free(game);
    endings_free(endings);
}

static long page_faults(void)
{
    struct rusage usage;

    CHECK(getrusage(RUSAGE_SELF, &usage) == 0);
    return usage.ru_minflt;
}

/* A new transposition table has all its pages. */
static void test_new_tt_is_resident(void)
{
    enum { MEGABYTES = 64, BUCKETS_PER_PAGE = 64 };
    TranspositionTable *tt = tt_new(MEGABYTES);
    const long before = page_faults();
    TTEntry entry;

    CHECK(tt);
    for (Key page = 0; page < MEGABYTES * 256; page++) {
        const Key key = page * BUCKETS_PER_PAGE;
        tt_store(tt, tt_probe(tt, key, &entry), key, (TTEntry){ MOVE_NONE, 0, 1, BOUND_EXACT });
    }
    CHECK(page_faults() - before < 16);
    tt_free(tt);
}

typedef struct {
    Engine *engine;
    Game *game;
    Limits limits;
    atomic_bool is_done;
} PonderJob;

static void *ponder(void *argument)
{
    PonderJob *job = argument;
    SearchInfo *info = malloc(sizeof *info);

    CHECK(engine_search(job->engine, job->game, &job->limits, NULL, info) != MOVE_NONE);
    atomic_store(&job->is_done, true);
    free(info);
    return NULL;
}

/* A pondering search ignores its limits until ponderhit or stop. */
static void check_pondering(Limits limits, int depth, bool is_hit)
{
    PonderJob job = { .engine = engine_new(), .game = new_game("nine_mens_morris", NULL), .limits = limits };
    SearchInfo *info = calloc(1, sizeof *info);
    pthread_t thread;

    CHECK(pthread_create(&thread, NULL, ponder, &job) == 0);
    for (; info->depth < depth; pause_ms(1))
        engine_info(job.engine, info);
    pause_ms(20);
    CHECK(!atomic_load(&job.is_done));
    if (is_hit)
        engine_ponderhit(job.engine, limits.ticket);
    else
        engine_stop(job.engine, limits.ticket);
    pthread_join(thread, NULL);
    CHECK(atomic_load(&job.is_done));
    free(info);
    game_free(job.game);
    engine_free(job.engine);
}

static void test_pondering(void)
{
    check_pondering((Limits){ .ticket = 1, .time_ms = 1, .is_pondering = true }, FREE_DEPTH + 1, true);
    check_pondering((Limits){ .ticket = 1, .time_ms = 1, .is_pondering = true }, FREE_DEPTH + 1, false);
    check_pondering((Limits){ .ticket = 1, .depth = 2, .is_pondering = true }, 2, true);
}

int main(void)
{
    test_polling_and_stopping();
    test_stall_does_not_end_search();
    test_first_depths_ignore_clock();
    test_clock_includes_preparation();
    test_stopped_search_does_not_wait_for_endings();
    test_new_tt_is_resident();
    test_pondering();
    return EXIT_SUCCESS;
}
