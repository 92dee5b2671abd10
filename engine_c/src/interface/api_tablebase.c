/* api_tablebase.c: the tables of mill.h on top of endgame.h and solver.h. */
#include "mill.h"

#include "tablebase/tb_probe.h"
#include "tablebase/tb_build.h"

#include <string.h>

_Static_assert(sizeof(MillFault) == sizeof(Fault), "faults");

/* What a call has to say goes out with its result. */
static bool told(bool result, const Fault *inner, MillFault *fault)
{
    memcpy(fault->text, inner->text, sizeof fault->text);
    return result;
}

MillTables *mill_tables_open(const char *text, const char *folder, MillFault *fault)
{
    Fault inner = { "" };
    RuleValues values;
    Rules rules;
    Tables *tables = NULL;

    if (rules_read(&values, text, &inner)) {
        rules_prepare(&rules, &values);
        tables = tables_open(&rules, folder, &inner);
    }
    told(true, &inner, fault);
    return tables;
}

void mill_tables_close(MillTables *tables) { tables_close(tables); }

int mill_tables_pieces(const MillTables *tables) { return tables_pieces(tables); }

bool mill_tables_about(const MillTables *tables, int mover, int other, MillTable *about)
{
    const bool is_named = mover >= 0 && mover <= PIECES_MAX && other >= 0 && other <= PIECES_MAX;
    const TableHeader *header = is_named ? tables_header(tables, mover, other) : NULL;

    if (!header)
        return false;
    *about = (MillTable){
        .mover = mover,
        .other = other,
        .longest = (int32_t)header->longest,
        .has_turns = header->kind == TABLEFILE_VALUES || header->detail,
        .positions = header->positions,
        .wins = header->wins,
        .draws = header->draws,
        .losses = header->losses,
        .slots = header->slots,
        .bytes = sizeof *header + header->payload,
    };
    return true;
}

bool mill_tables_probe(const MillTables *tables, const MillGame *game, MillVerdict *verdict)
{
    EndgameVerdict inner;

    if (!endgame_probe(tables, &game->now, &inner))
        return false;
    *verdict = (MillVerdict){ inner.outcome, inner.turns };
    return true;
}

bool mill_tables_check(const MillTables *tables, int mover, int other, uint64_t samples, uint64_t seed,
                       MillFault *fault)
{
    Fault inner = { "" };

    if (mover < 0 || mover > PIECES_MAX || other < 0 || other > PIECES_MAX)
        return told(fault_set(&inner, "no such table"), &inner, fault);
    return told(tables_check(tables, mover, other, samples, seed, &inner), &inner, fault);
}

MillBuild *mill_build_new(const char *text, const char *folder, int max_pieces, int threads, uint64_t memory,
                          int turns_up_to, bool is_small, MillFault *fault)
{
    const SolverOrder order = { folder, max_pieces, threads, memory, turns_up_to, is_small };
    Fault inner = { "" };
    RuleValues values;
    Solver *solver = rules_read(&values, text, &inner) ? solver_new(&values, &order, &inner) : NULL;

    told(true, &inner, fault);
    return solver;
}

void mill_build_free(MillBuild *build) { solver_free(build); }

bool mill_build_run(MillBuild *build, MillFault *fault)
{
    Fault inner = { "" };
    const bool is_built = solver_run(build, &inner);

    return told(is_built, &inner, fault);
}

void mill_build_stop(MillBuild *build) { solver_stop(build); }

void mill_build_peek(const MillBuild *build, MillBuilding *building)
{
    SolverProgress progress;

    solver_peek(build, &progress);
    *building = (MillBuilding){
        .mover = progress.mover,
        .other = progress.other,
        .pairs_done = progress.pairs_done,
        .pairs = progress.pairs,
        .work_done = progress.work_done,
        .work = progress.work,
    };
}
