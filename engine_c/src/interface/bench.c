/* bench.c: perft, a search of fixed positions to a fixed depth with one thread
 * (its node count is the signature), a search of one second each, and what a second thread gains. */
#include "bench.h"

#include <stdlib.h>
#include <time.h>

typedef struct {
    const char *name, *rules, *fen;
    int depth, plies; /* of the search, of perft */
} BenchPosition;

static const BenchPosition Positions[] = {
    { "opening", "nine_mens_morris", "********/********/******** w p p 0 9 0 9", 10, 6 },
    { "mid-placing", "nine_mens_morris", "O*@**O**/**@*O*O*/@***O@*@ w p p 5 4 5 4", 14, 6 },
    { "9 against 9", "nine_mens_morris", "@*@@OO**/@@O*O*OO/OO@@@O*@ w m s 9 0 9 0", 16, 8 },
    { "6 against 6", "nine_mens_morris", "O**O*@**/@*@*O@O*/**O@**O@ w m s 6 0 6 0", 14, 7 },
    { "3 against 3, flying", "nine_mens_morris", "O*******/**@*O***/@**O***@ w m s 3 0 3 0", 11, 4 },
    { "diagonals", "twelve_mens_morris", "O*@**O**/**@*O*O*/@***O@*@ w p p 5 7 5 7", 10, 5 },
};

enum { POSITION_NB = sizeof Positions / sizeof *Positions, MORE_DEPTH = 4, THREAD_RUNS = 3 };

/* Processor time, independent of other programs on the machine. */
static double seconds_now(void) { return (double)clock() / CLOCKS_PER_SEC; }

static double millions(uint64_t nodes, double seconds) { return (double)nodes / (seconds > 0 ? seconds : 1e-9) / 1e6; }

static Game *set_up(const BenchPosition *position)
{
    RuleValues values;
    Error error;
    Game *game = rules_read(&values, position->rules, &error) ? game_new(&values) : NULL;

    if (game && !game_set_fen(game, position->fen, &error)) {
        game_free(game);
        return NULL;
    }
    return game;
}

static void search(Engine *engine, const Game *game, const Limits *limits, SearchInfo *info, double *seconds)
{
    engine_clear(engine);
    engine_prepare(engine, &game->now);
    const double start = seconds_now();
    engine_search(engine, game, limits, NULL, info);
    *seconds = seconds_now() - start;
}

static void bench_search(FILE *out, Engine *engine, const atomic_bool *stop, SearchInfo *info)
{
    uint64_t signature = 0, total = 0;
    double spent = 0;

    for (int i = 0; i < POSITION_NB && !atomic_load(stop); i++) {
        const Limits to_depth = { .ticket = BENCH_TICKET, .depth = Positions[i].depth };
        const Limits a_second = { .ticket = BENCH_TICKET, .time_ms = 1000 };
        Game *game = set_up(&Positions[i]);
        double seconds = 0;
        if (!game)
            continue;
        search(engine, game, &to_depth, info, &seconds);
        const uint64_t nodes = info->nodes;
        signature += nodes;
        search(engine, game, &a_second, info, &seconds);
        total += info->nodes;
        spent += seconds;
        game_free(game);
        if (!atomic_load(stop))
            fprintf(out,
                    "search %-20s depth %2d %10llu nodes; a second reaches depth %d at %5.1f million nodes a second\n",
                    Positions[i].name, Positions[i].depth, (unsigned long long)nodes, info->depth,
                    millions(info->nodes, seconds));
        fflush(out);
    }
    if (!atomic_load(stop))
        fprintf(out, "search speed %.1f million a second\nnodes %llu\n", millions(total, spent),
                (unsigned long long)signature);
}

/* How much sooner two threads reach a depth than one, by the nodes that each of them searches: other programs on the
 * machine do not change it much. More than the signature's depth, so that it is worth two threads. */
static void bench_threads(FILE *out, Engine *engine, const atomic_bool *stop, SearchInfo *info)
{
    Error error;

    for (int i = 0; i < POSITION_NB && !atomic_load(stop); i++) {
        const Limits limits = { .ticket = BENCH_TICKET, .depth = Positions[i].depth + MORE_DEPTH };
        Game *game = set_up(&Positions[i]);
        double nodes[2] = { 0 }, seconds;
        for (int run = 0; game && run < 2 * THREAD_RUNS && !atomic_load(stop); run++) {
            const bool is_shared = run % 2;
            engine_set_option(engine, WORD("Threads"), is_shared ? "2" : "1", &error);
            search(engine, game, &limits, info, &seconds);
            nodes[is_shared] += (double)info->nodes;
        }
        game_free(game);
        if (!atomic_load(stop))
            fprintf(out, "threads %-19s depth %2d, two reach it %.2f times sooner\n", Positions[i].name, limits.depth,
                    2 * nodes[0] / nodes[1]);
        fflush(out);
    }
    engine_set_option(engine, WORD("Threads"), "1", &error);
}

static void bench_perft(FILE *out, const atomic_bool *stop)
{
    uint64_t total = 0;
    double spent = 0;

    for (int i = 0; i < POSITION_NB && !atomic_load(stop); i++) {
        Game *game = set_up(&Positions[i]);
        if (!game)
            continue;
        const double start = seconds_now();
        const uint64_t leaves = movegen_perft(&game->now, Positions[i].plies, stop);
        const double seconds = seconds_now() - start;
        if (!atomic_load(stop))
            fprintf(out, "perft  %-20s depth %2d %10llu nodes %6.1f million a second\n", Positions[i].name,
                    Positions[i].plies, (unsigned long long)leaves, millions(leaves, seconds));
        fflush(out);
        total += leaves;
        spent += seconds;
        game_free(game);
    }
    if (!atomic_load(stop))
        fprintf(out, "perft speed %.1f million a second\n", millions(total, spent));
}

bool bench_run(FILE *out, Engine *engine, const char *networks, const atomic_bool *stop)
{
    SearchInfo *info = malloc(sizeof *info);
    Error error;

    if (!info)
        return true;
    engine_set_option(engine, WORD("Shuffle"), "false", &error);
    engine_set_option(engine, WORD("NetworkPath"), networks, &error);
    bench_perft(out, stop);
    bench_search(out, engine, stop, info);
    bench_threads(out, engine, stop, info);
    free(info);
    return !atomic_load(stop);
}
