/* bench.c: fixed positions, every leaf of a fixed depth made by hand. */
#include "bench.h"

#include "game.h"

#include <time.h>

static const struct {
    const char *name, *rules, *fen;
    int depth;
} Positions[] = {
    { "opening", "nine_mens_morris", "********/********/******** w p p 0 9 0 9", 6 },
    { "mid-placing", "nine_mens_morris", "O*@**O**/**@*O*O*/@***O@*@ w p p 5 4 5 4", 6 },
    { "9 against 9", "nine_mens_morris", "O@*O*@O*/@O@*O@OO/@*O@@O*@ w m s 9 0 9 0", 8 },
    { "6 against 6", "nine_mens_morris", "O**O*@**/@*@*O@O*/**O@**O@ w m s 6 0 6 0", 7 },
    { "3 against 3 flying", "nine_mens_morris", "O*******/**@*O***/@**O***@ w m s 3 0 3 0", 4 },
    { "diagonals", "twelve_mens_morris", "O*@**O**/**@*O*O*/@***O@*@ w p p 5 7 5 7", 5 },
};

/* Processor time: other programs on the machine do not count. */
static double seconds_now(void) { return (double)clock() / CLOCKS_PER_SEC; }

void bench_run(FILE *out)
{
    uint64_t total = 0;
    double spent = 0;

    for (size_t i = 0; i < sizeof Positions / sizeof *Positions; i++) {
        RuleValues values;
        Rules rules;
        Position pos;
        Fault fault;
        if (!rules_read(&values, Positions[i].rules, &fault))
            continue;
        rules_prepare(&rules, &values);
        if (!fen_read(&pos, &rules, Positions[i].fen, &fault)) {
            fprintf(out, "info string error: bench: %s: %s\n", Positions[i].name, fault.text);
            continue;
        }
        const double start = seconds_now();
        const uint64_t nodes = movegen_perft(&pos, Positions[i].depth);
        const double seconds = seconds_now() - start;
        fprintf(out, "perft %d %-20s %12llu nodes %8.1f million a second\n", Positions[i].depth, Positions[i].name,
                (unsigned long long)nodes, (double)nodes / (seconds > 0 ? seconds : 1e-9) / 1e6);
        total += nodes;
        spent += seconds;
    }
    fprintf(out, "nodes %llu\nspeed %.1f million a second\n", (unsigned long long)total,
            (double)total / (spent > 0 ? spent : 1e-9) / 1e6);
}
