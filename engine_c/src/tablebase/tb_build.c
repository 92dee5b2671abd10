/* tb_build.c: which pairs, in which order, from which files. */
#include "tb_build.h"

#include "tb_encode.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRS_MAX = PIECES_MAX * PIECES_MAX };

typedef struct {
    int mover, other;
} PairName;

struct MillTbBuild {
    Rules rules;
    SolverOrder order;
    char *folder;
    Index *index;
    ShelfMark mark;
    PairName pairs[PAIRS_MAX];
    int pair_count;
    Shelf *shelves[PIECES_MAX + 1][PIECES_MAX + 1];
    ValueStore store;
    uint64_t work;
    atomic_bool stop;
    atomic_int at;          /* the pair at hand */
    atomic_int solved;      /* pairs that are */
    atomic_ullong finished; /* work of the pairs before it */
    atomic_ullong done;     /* work in it */
};

static uint64_t pair_work(const Solver *solver, PairName pair)
{
    const uint64_t one = index_slots(solver->index, pair.mover, pair.other);
    const uint64_t two = pair.mover == pair.other ? 0 : index_slots(solver->index, pair.other, pair.mover);
    return 2 * (one + two);
}

static bool is_to_pack(const Solver *solver, PairName pair)
{
    return solver->order.is_small || pair.mover + pair.other > solver->order.turns_up_to;
}

/* Passing a slot to pack it takes about a quarter of the time it takes to solve it. */
static uint64_t packing_work(const Solver *solver, PairName pair)
{
    return is_to_pack(solver, pair) ? pair_work(solver, pair) / 4 : 0;
}

/* Pairs by their total: a capture always leads to a smaller one. */
static void plan(Solver *solver)
{
    const int least = solver->rules.least_pieces, most = solver->index->most;

    for (int total = 2 * least; total <= solver->order.max_pieces && total < solver->index->point_count; total++)
        for (int other = least; 2 * other <= total; other++)
            if (total - other <= most) {
                const PairName pair = { total - other, other };
                solver->pairs[solver->pair_count++] = pair;
                solver->work += pair_work(solver, pair) + packing_work(solver, pair);
            }
}

Solver *solver_new(const RuleValues *values, const SolverOrder *order, Fault *fault)
{
    Solver *solver = calloc(1, sizeof *solver);

    if (!solver) {
        fault_set_code(fault, MILL_NO_MEMORY, "out of memory");
        return NULL;
    }
    tb_rules_prepare(&solver->rules, values);
    const RuleField *refused = tb_rules_refused(&solver->rules);
    const int most = order->max_pieces - solver->rules.least_pieces;
    if (refused)
        fault_set_code(fault, MILL_NEEDS_HISTORY, TB_REFUSED, refused->name);
    else if (most < solver->rules.least_pieces)
        fault_set_code(fault, MILL_TOO_FEW_PIECES, "tables start at %d pieces, not %d",
                       2 * solver->rules.least_pieces, order->max_pieces);
    else {
        solver->index = index_new(&solver->rules.topology, most < values->PiecesCount ? most : values->PiecesCount);
        solver->folder = calloc(1, strlen(order->folder) + 1);
        if (!solver->index || !solver->folder)
            fault_set_code(fault, MILL_NO_MEMORY, "out of memory");
    }
    if (!solver->index || !solver->folder) {
        solver_free(solver);
        return NULL;
    }
    shelf_mark(&solver->mark, &solver->rules, solver->index);
    solver->order = *order;
    solver->order.folder = strcpy(solver->folder, order->folder);
    solver->store.index = solver->index;
    plan(solver);
    return solver;
}

static void close_shelf(Solver *solver, int mover, int other)
{
    shelf_close(solver->shelves[mover][other]);
    solver->shelves[mover][other] = NULL;
    solver->store.values[mover][other] = NULL;
}

void solver_free(Solver *solver)
{
    if (!solver)
        return;
    for (int mover = 0; mover <= PIECES_MAX; mover++)
        for (int other = 0; other <= PIECES_MAX; other++)
            close_shelf(solver, mover, other);
    index_free(solver->index);
    free(solver->folder);
    free(solver);
}

/* A solved subspace comes into reach. A fault without text: there is no such file. */
static bool open_shelf(Solver *solver, int mover, int other, Fault *fault)
{
    Shelf **shelf = &solver->shelves[mover][other];

    if (!*shelf)
        *shelf = shelf_open(&solver->mark, solver->folder, TABLEFILE_VALUES, mover, other, fault);
    if (*shelf)
        solver->store.values[mover][other] = &(*shelf)->values;
    return *shelf != NULL;
}

/* Can a turn in this pair end in that subspace? Asked generously. */
static bool leads_to(const Solver *solver, PairName pair, int mover, int other)
{
    const Rules *rules = &solver->rules;
    const int most = !quick_serves(rules) ? PIECES_MAX : rules->value.MayRemoveMultiple ? LINES_AT_POINT_MAX : 1;
    const int least = rules->value.StalemateAction == STALEMATE_BOTH_REMOVE ? 1 : 0;

    for (int turned = 0; turned < 4; turned++) {
        const int lost_one = (turned & 1 ? pair.mover : pair.other) - (turned & 2 ? mover : other);
        const int lost_two = (turned & 1 ? pair.other : pair.mover) - (turned & 2 ? other : mover);
        if (lost_one >= 0 && lost_two >= 0 && lost_one + lost_two > 0 && lost_one <= most && lost_two <= least)
            return true;
    }
    return false;
}

/* Opens what the pair needs and closes the rest. */
static bool arrange(Solver *solver, PairName pair, Fault *fault)
{
    const int least = solver->rules.least_pieces, most = solver->index->most;

    for (int mover = least; mover <= most; mover++)
        for (int other = least; other <= most; other++) {
            if (!leads_to(solver, pair, mover, other))
                close_shelf(solver, mover, other);
            else if (!open_shelf(solver, mover, other, fault))
                return fault->text[0] ? false : fault_set(fault, "%d-%d is missing", mover, other);
        }
    return true;
}

static bool write_half(Solver *solver, Half *half, Fault *fault)
{
    const Census census = retro_census(solver->index, half->mover, half->other, half->values);
    TableHeader header = shelf_header(&solver->mark, TABLEFILE_VALUES, half->mover, half->other);
    Value meaning[256];

    header.positions = census.positions;
    header.wins = census.wins;
    header.draws = census.draws;
    header.losses = census.losses;
    header.longest = (uint32_t)census.longest;
    const bool is_short = values_shorten(half->values, half->slots, meaning);
    header.detail = is_short ? 1 : 2;
    const TablePart parts[] = {
        { meaning, is_short ? sizeof meaning : 0 },
        { half->values, half->slots * header.detail },
    };
    return tablefile_write(solver->folder, &header, parts, 2, fault);
}

static bool build_pair(Solver *solver, PairName name, Team *team, Fault *fault)
{
    const uint64_t memory = pair_memory(solver->index, name.mover, name.other, solver->order.threads);
    Pair pair;
    bool is_built = false;

    if (solver->order.memory && memory > solver->order.memory)
        return fault_set(fault, "%d-%d needs %llu MB of memory", name.mover, name.other,
                         (unsigned long long)(memory >> 20));
    if (!arrange(solver, name, fault))
        return false;
    if (!pair_open(&pair, &solver->rules, solver->index, &solver->store, name.mover, name.other, team)) {
        pair_free(&pair);
        return fault_set_code(fault, MILL_NO_MEMORY, "out of memory");
    }
    switch (retro_solve(&pair, &solver->stop, &solver->done)) {
    case RETRO_SOLVED:
        is_built = write_half(solver, &pair.half[0], fault)
            && (pair.half_count == 1 || write_half(solver, &pair.half[1], fault));
        break;
    case RETRO_STOPPED:
        fault_set_code(fault, MILL_STOPPED, "stopped");
        break;
    case RETRO_NO_MEMORY:
        fault_set_code(fault, MILL_NO_MEMORY, "out of memory");
        break;
    case RETRO_TOO_LONG:
        fault_set(fault, "%d-%d has wins too long to count", name.mover, name.other);
        break;
    }
    pair_free(&pair);
    return is_built;
}

/* A pair whose files are there and sound is not built again. */
static bool has_pair(Solver *solver, PairName pair)
{
    Fault fault;
    return open_shelf(solver, pair.mover, pair.other, &fault) && open_shelf(solver, pair.other, pair.mover, &fault);
}

static bool has_packed(const Solver *solver, PairName pair)
{
    bool is_there = false;

    for (int i = 0; i < 2 && !is_there; i++) {
        Fault fault;
        Shelf *shelf = shelf_open(&solver->mark, solver->folder, TABLEFILE_PACKED, i ? pair.other : pair.mover,
                                  i ? pair.mover : pair.other, &fault);
        is_there = shelf && (shelf_has_turns(shelf) || pair.mover + pair.other > solver->order.turns_up_to);
        shelf_close(shelf);
    }
    return is_there;
}

/* Is everything that was ordered there already, values or packed? */
static bool is_complete(Solver *solver)
{
    for (int i = 0; i < solver->pair_count; i++) {
        const PairName pair = solver->pairs[i];
        if (is_to_pack(solver, pair) ? !has_packed(solver, pair) : !has_pair(solver, pair))
            return false;
    }
    return true;
}

/* Of a pair in which one side flies the flier's subspace is kept: looking a turn ahead for it would ask about every
 * flight. */
static bool is_kept(const Solver *solver, int mover, int other)
{
    const int fly_at = solver->mark.look.fly_at;
    return mover <= fly_at || other > fly_at;
}

/* Packs the subspaces of a pair and keeps the smaller one. */
static bool pack_pair(Solver *solver, PairName pair, Team *team, Fault *fault)
{
    const PackingCrew crew = { team, &solver->stop, &solver->done };
    uint64_t sizes[2] = { UINT64_MAX, UINT64_MAX };
    uint8_t *bytes[2] = { NULL, NULL };
    Packed shape;
    bool is_packed = false;

    if (!has_pair(solver, pair))
        return fault_set(fault, "%d-%d is missing", pair.mover, pair.other);
    for (int i = 0; i < (pair.mover == pair.other ? 1 : 2); i++) {
        const int mover = i ? pair.other : pair.mover, other = i ? pair.mover : pair.other;
        if (!is_kept(solver, mover, other))
            continue;
        walk_shape(&shape, solver->index, &solver->mark.look, mover, other);
        shape.has_turns = pair.mover + pair.other <= solver->order.turns_up_to;
        bytes[i] = packing_make(&shape, &solver->shelves[mover][other]->values, &crew, &sizes[i]);
        if (!bytes[i])
            sizes[i] = UINT64_MAX;
    }
    const int best = sizes[1] < sizes[0];
    const int mover = best ? pair.other : pair.mover, other = best ? pair.mover : pair.other;
    if (atomic_load(&solver->stop)) {
        fault_set_code(fault, MILL_STOPPED, "stopped");
    } else if (bytes[best]) {
        TableHeader header = solver->shelves[mover][other]->file.header;
        header.kind = TABLEFILE_PACKED;
        header.detail = shape.has_turns;
        const TablePart part = { bytes[best], sizes[best] };
        is_packed = tablefile_write(solver->folder, &header, &part, 1, fault);
    } else {
        fault_set_code(fault, MILL_NO_MEMORY, "out of memory");
    }
    free(bytes[0]);
    free(bytes[1]);
    return is_packed;
}

/* The exact values of what is packed go when nothing needs them any more. */
static void clear_up(const Solver *solver)
{
    for (int i = 0; i < solver->pair_count; i++)
        if (is_to_pack(solver, solver->pairs[i]))
            for (int k = 0; k < 2; k++) {
                const PairName pair = solver->pairs[i];
                const TableHeader header = shelf_header(&solver->mark, TABLEFILE_VALUES, k ? pair.other : pair.mover,
                                                        k ? pair.mover : pair.other);
                tablefile_remove(solver->folder, &header);
            }
}

/* Solves the pairs that are not there yet. */
static bool solve_all(Solver *solver, Team *team, Fault *fault)
{
    for (int i = 0; i < solver->pair_count; i++) {
        const PairName pair = solver->pairs[i];
        atomic_store(&solver->at, i);
        if (atomic_load(&solver->stop))
            return fault_set_code(fault, MILL_STOPPED, "stopped");
        if (!has_pair(solver, pair) && !build_pair(solver, pair, team, fault))
            return false;
        atomic_store(&solver->done, 0);
        atomic_fetch_add(&solver->finished, pair_work(solver, pair));
        atomic_store(&solver->solved, i + 1);
    }
    return true;
}

/* Packs what is to be packed. */
static bool pack_all(Solver *solver, Team *team, Fault *fault)
{
    for (int i = 0; i < solver->pair_count; i++) {
        const PairName pair = solver->pairs[i];
        atomic_store(&solver->at, i);
        if (atomic_load(&solver->stop))
            return fault_set_code(fault, MILL_STOPPED, "stopped");
        if (is_to_pack(solver, pair) && !has_packed(solver, pair) && !pack_pair(solver, pair, team, fault))
            return false;
        atomic_store(&solver->done, 0);
        atomic_fetch_add(&solver->finished, packing_work(solver, pair));
        close_shelf(solver, pair.mover, pair.other);
        close_shelf(solver, pair.other, pair.mover);
    }
    clear_up(solver);
    return true;
}

bool solver_run(Solver *solver, Fault *fault)
{
    if (is_complete(solver)) {
        clear_up(solver); /* an earlier run may have been killed while it did */
        atomic_store(&solver->finished, solver->work);
        atomic_store(&solver->solved, solver->pair_count);
        return true;
    }
    Team *team = team_new(solver->order.threads);
    const bool is_done = team ? solve_all(solver, team, fault) && pack_all(solver, team, fault)
                              : fault_set(fault, "cannot start %d threads", solver->order.threads);
    team_free(team);
    return is_done;
}

void solver_stop(Solver *solver) { atomic_store(&solver->stop, true); }

void solver_peek(const Solver *solver, SolverProgress *progress)
{
    const PairName pair = solver->pairs[atomic_load(&solver->at)];
    const int solved = atomic_load(&solver->solved);
    const bool is_packing = solved == solver->pair_count;
    const uint64_t done = atomic_load(&solver->done) / (is_packing ? 4 : 1);
    const uint64_t most = is_packing ? packing_work(solver, pair) : pair_work(solver, pair);

    *progress = (SolverProgress){
        .mover = pair.mover,
        .other = pair.other,
        .pairs_done = solved,
        .pairs = solver->pair_count,
        .work_done = atomic_load(&solver->finished) + (done < most ? done : most),
        .work = solver->work,
    };
}
