/* tb_placing_solve.c: solves a subspace block by block. All positions in which the
 * mover has the same pieces lead, for each point where the next one is placed, to
 * one block of the next layer, so that the values they need are close together.
 * The values are then put into the order of the index, by the other side's pieces. */
#include "tb_placing_solve.h"

#include <stdlib.h>

/* Four blocks fill whole bytes, so that two threads never write into the same one. */
enum { GROUP_BLOCKS = 4, LOADED_AHEAD = 32 };

/* The block that placing a piece on one point leads to. */
typedef struct {
    uint64_t quiet, taken;         /* its first slot, without and with a removal */
    Bits inside[INDEX_BYTES][256]; /* from the other side's pieces to the points of the block */
} Target;

typedef struct {
    uint64_t positions, wins, losses;
} Counts;

typedef struct {
    const TbSpace *space;
    int hands, mover, other;
    const TbArray *quiet,
        *taken;        /* of the next layer, without and with a removal; taken is NULL if that wins at once */
    uint8_t *by_mover; /* values in blocks by the mover's pieces */
    uint8_t *by_other; /* the same in the order of the index */
    const Job *job;
    atomic_uint next_group;
    atomic_ullong positions, wins, losses;
    atomic_bool has_failed; /* out of memory */
} Solving;

/* Finds the blocks that the turns of a mover with these pieces lead to. */
static void find_targets(const Solving *solving, Bits own, Target targets[POINT_MAX])
{
    const Index *index = solving->space->index;
    const int count = solving->mover + 1;
    const IndexSide *side = index_side(index, count);
    const uint64_t quiet_slots = index_block_slots(index, solving->other, count);
    const uint64_t taken_slots = solving->taken ? index_block_slots(index, solving->other - 1, count) : 0;

    for (Bits rest = index->all & ~own; rest; rest = bits_rest(rest)) {
        const uint32_t image = side->image[index_rank(index, own | (rest & -rest), count)];
        const Bits open = index->all & ~side->placement[image >> 4];
        Target *target = &targets[bits_first(rest)];
        target->quiet = (image >> 4) * quiet_slots;
        target->taken = (image >> 4) * taken_slots;
        for (int byte = 0; byte < INDEX_BYTES; byte++) {
            Bits *inside = target->inside[byte];
            inside[0] = 0;
            for (Bits set = 1; set < 256; set++) { /* its points one by one */
                const Bits others = set & (set - 1), one = (set ^ others) << 8 * byte & index->all;
                inside[set] = others ? inside[others] | inside[set ^ others]
                                     : index_gather(index, open, index_map(index, (int)(image & 15), one));
            }
        }
    }
}

static inline uint32_t rank_in(const Index *index, const Target *target, Bits other, int count)
{
    const Bits inside = target->inside[0][other & 255] | target->inside[1][other >> 8 & 255]
        | target->inside[2][other >> 16];
    return index_rank(index, inside, count);
}

/* A turn to a position of this WDL for the other side is worth as much as the best so far, or more. */
static inline Wdl better_of(Wdl best, uint32_t wdl_after)
{
    return wdl_after == WDL_LOSS ? WDL_WIN : wdl_after == WDL_DRAW ? WDL_DRAW : best;
}

static Wdl best_removal(const Solving *solving, const Target *targets, Bits closing, Bits other)
{
    const Index *index = solving->space->index;
    const Bits removable = placing_targets(index, other);
    Wdl best = WDL_LOSS;

    for (Bits points = closing; points && best != WDL_WIN; points = bits_rest(points)) {
        const Target *target = &targets[bits_first(points)];
        for (Bits rest = removable; rest && best != WDL_WIN; rest = bits_rest(rest)) {
            const uint64_t slot = target->taken + rank_in(index, target, other & ~(rest & -rest), solving->other - 1);
            best = better_of(best, tb_value_wdl(tb_array_get(solving->taken, slot)));
        }
    }
    return best;
}

static Wdl quiet_value(const Solving *solving, const Target *target, Bits other, Wdl best)
{
    const uint64_t slot = target->quiet + rank_in(solving->space->index, target, other, solving->other);
    return better_of(best, tb_value_wdl(tb_array_get(solving->quiet, slot)));
}

/* `winner` is the point that has won most recently; it is tried first. */
static Wdl best_turn(const Solving *solving, const Target *targets, Bits empty, Bits closing, Bits other, int *winner)
{
    Wdl best = WDL_LOSS;

    if (closing && !solving->taken)
        return WDL_WIN;
    if (closing)
        best = best_removal(solving, targets, closing, other);
    const Bits quiet = empty & ~closing;
    if (best != WDL_WIN && quiet & bit(*winner))
        best = quiet_value(solving, &targets[*winner], other, best);
    for (Bits points = quiet & ~bit(*winner); points && best != WDL_WIN; points = bits_rest(points)) {
        best = quiet_value(solving, &targets[bits_first(points)], other, best);
        if (best == WDL_WIN)
            *winner = bits_first(points);
    }
    return best;
}

/* Claims the next blocks up to *end; false when none is left or the job is stopped. */
static bool claim(Solving *solving, uint32_t blocks, uint32_t *block, uint32_t *end)
{
    *block = GROUP_BLOCKS * atomic_fetch_add_explicit(&solving->next_group, 1, memory_order_relaxed);
    *end = *block + GROUP_BLOCKS < blocks ? *block + GROUP_BLOCKS : blocks;
    return *block < blocks && !job_is_stopped(solving->job);
}

static void put_wdl(uint8_t *bytes, uint64_t slot, uint32_t wdl) { bytes[slot / 4] |= (uint8_t)(wdl << slot % 4 * 2); }

/* A side that stands in a mill has taken a piece: otherwise no game reaches the position, and it has no value. */
static void solve_block(const Solving *solving, uint32_t block, Target targets[POINT_MAX])
{
    const TbSpace *space = solving->space;
    const Index *index = space->index;
    const int owned = space->rules.value.PiecesCount;
    const bool is_mover_full = solving->mover + placing_mover_hand(solving->hands) == owned;
    const bool is_other_full = solving->other + placing_other_hand(solving->hands) == owned;
    const Bits own = index_side(index, solving->mover)->placement[block], open = index->all & ~own;
    const Bits closing = placing_closing(index, own, open);
    const uint32_t slots = index_block_slots(index, solving->other, solving->mover);
    const bool is_left_out = is_other_full && index_in_mills(index, own);
    uint64_t slot = (uint64_t)block * slots;
    Bits inside = ((Bits)1 << solving->other) - 1;
    int winner = 0;

    if (!is_left_out)
        find_targets(solving, own, targets);
    for (uint32_t i = 0; i < slots; i++, slot++, inside = index_next(inside)) {
        const Bits other = index_scatter(index, open, inside), empty = open & ~other;
        const bool has_value = !is_left_out && !(is_mover_full && index_in_mills(index, other));
        put_wdl(solving->by_mover, slot,
                has_value ? best_turn(solving, targets, empty, closing & empty, other, &winner) : WDL_UNKNOWN);
    }
}

static void solve_blocks(void *context, int worker)
{
    Solving *solving = context;
    const uint32_t blocks = (uint32_t)index_blocks(solving->space->index, solving->mover);
    const uint32_t slots = index_block_slots(solving->space->index, solving->other, solving->mover);
    Target *targets = malloc(POINT_MAX * sizeof *targets);

    (void)worker;
    if (!targets)
        atomic_store(&solving->has_failed, true);
    for (uint32_t block, end; targets && claim(solving, blocks, &block, &end);)
        for (; block < end; block++) {
            solve_block(solving, block, targets);
            job_advance(solving->job, slots);
        }
    free(targets);
}

/* Puts the values of a block into the order of the index, and counts positions up to symmetry. */
static void order_block(const Solving *solving, uint32_t block, Counts *counts)
{
    const Index *index = solving->space->index;
    const TbArray by_mover = { .wdl = solving->by_mover };
    const Bits other = index_side(index, solving->other)->placement[block], open = index->all & ~other;
    const bool is_symmetric = index_side(index, solving->other)->fixed_by[block] != 1;
    const uint32_t slots = index_block_slots(index, solving->mover, solving->other);
    const uint64_t first = (uint64_t)block * slots;
    Bits inside = ((Bits)1 << solving->mover) - 1;

    for (uint32_t begin = 0; begin < slots; begin += LOADED_AHEAD) {
        const uint32_t count = slots - begin < LOADED_AHEAD ? slots - begin : LOADED_AHEAD;
        uint64_t from[LOADED_AHEAD];
        bool is_counted[LOADED_AHEAD];
        for (uint32_t i = 0; i < count; i++, inside = index_next(inside)) {
            const Bits mover = index_scatter(index, open, inside);
            from[i] = index_of(index, other, mover);
            is_counted[i] = !is_symmetric || index_is_canonical(index, solving->other, block, mover);
            __builtin_prefetch(solving->by_mover + from[i] / 4);
        }
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t wdl = tb_value_wdl(tb_array_get(&by_mover, from[i]));
            put_wdl(solving->by_other, first + begin + i, wdl);
            counts->positions += is_counted[i] && wdl != WDL_UNKNOWN;
            counts->wins += is_counted[i] && wdl == WDL_WIN;
            counts->losses += is_counted[i] && wdl == WDL_LOSS;
        }
    }
}

static void order_blocks(void *context, int worker)
{
    Solving *solving = context;
    const uint32_t blocks = (uint32_t)index_blocks(solving->space->index, solving->other);
    const uint32_t slots = index_block_slots(solving->space->index, solving->mover, solving->other);
    Counts counts = { 0 };

    (void)worker;
    for (uint32_t block, end; claim(solving, blocks, &block, &end);)
        for (; block < end; block++) {
            order_block(solving, block, &counts);
            job_advance(solving->job, slots);
        }
    atomic_fetch_add(&solving->positions, counts.positions);
    atomic_fetch_add(&solving->wins, counts.wins);
    atomic_fetch_add(&solving->losses, counts.losses);
}

static uint8_t *new_layer(const Index *index, int mover, int other)
{
    const uint64_t bytes = tb_layer_bytes(index_slots(index, mover, other));
    return bytes <= SIZE_MAX ? calloc(1, (size_t)bytes) : NULL;
}

static bool write_layer(Solving *solving, const char *folder, Error *error)
{
    TbHeader header = tb_space_header(solving->space, TB_FILE_LAYER, solving->hands, solving->mover, solving->other);
    const TbFilePart part = { solving->by_other, tb_layer_bytes(header.slots) };

    header.positions = atomic_load(&solving->positions);
    header.wins = atomic_load(&solving->wins);
    header.losses = atomic_load(&solving->losses);
    header.draws = header.positions - header.wins - header.losses;
    return tb_file_write(folder, &header, &part, 1, error);
}

static bool solve(Solving *solving, const char *folder, Error *error)
{
    const Index *index = solving->space->index;
    bool is_solved = false;

    solving->by_mover = new_layer(index, solving->other, solving->mover);
    solving->by_other = new_layer(index, solving->mover, solving->other);
    if (solving->by_mover && solving->by_other) {
        threadpool_run(solving->job->pool, solve_blocks, solving);
        atomic_store(&solving->next_group, 0);
        if (!atomic_load(&solving->has_failed))
            threadpool_run(solving->job->pool, order_blocks, solving);
        is_solved = !atomic_load(&solving->has_failed);
    }
    if (!is_solved)
        error_no_memory(error);
    else if (job_is_stopped(solving->job))
        is_solved = error_stopped(error);
    else
        is_solved = write_layer(solving, folder, error);
    free(solving->by_mover);
    free(solving->by_other);
    return is_solved;
}

/* Maps a subspace of a layer, or of the moving phase; NULL: see the error. */
static TbSubspace *open_solved(const TbSpace *space, const char *folder, int hands, int mover, int other, Error *error)
{
    const TbFileKind kind = hands ? TB_FILE_LAYER : TB_FILE_VALUES;
    TbSubspace *subspace = tb_subspace_open(space, folder, kind, hands, mover, other, error);

    if (!subspace && !error->text[0])
        error_set(error, "subspace %d-%d with %d pieces in hand is missing", mover, other, hands);
    if (subspace && !tb_subspace_map(subspace, error)) {
        tb_subspace_close(subspace);
        subspace = NULL;
    }
    return subspace;
}

bool placing_solve(const TbSpace *space, const char *folder, int hands, int mover, int other, const Job *job,
                   Error *error)
{
    const bool wins_at_once = placing_mill_wins(&space->rules, other, placing_other_hand(hands));
    TbSubspace *quiet = open_solved(space, folder, hands - 1, other, mover + 1, error);
    TbSubspace *taken = quiet && !wins_at_once ? open_solved(space, folder, hands - 1, other - 1, mover + 1, error)
                                               : NULL;
    Solving solving = { .space = space, .hands = hands, .mover = mover, .other = other, .job = job };
    bool is_solved = false;

    if (quiet && (taken || wins_at_once)) {
        solving.quiet = &quiet->array;
        solving.taken = taken ? &taken->array : NULL;
        is_solved = solve(&solving, folder, error);
    }
    tb_subspace_close(quiet);
    tb_subspace_close(taken);
    return is_solved;
}
