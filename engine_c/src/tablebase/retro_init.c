/* retro_init.c: first values of a pair, block by block: ends of the game, turns
 * that remove a piece, and the number of quiet moves. */
#include "retro.h"

#include <string.h>

/* The subspaces after a removal are smaller and therefore solved. */
static TbValue solved_value(const void *context, Bits mover, Bits other)
{
    const TbSolved *solved = context;
    return tb_array_get(solved->array[bits_count(mover)][bits_count(other)], index_of(solved->index, mover, other));
}

static Successors successors_in(const Retro *retro, Bits mover, Bits other)
{
    const TbSource source = { solved_value, retro->solved };
    return successors_of(&source, retro->rules, mover, other);
}

TbValue retro_best_removal(const Retro *retro, Bits mover, Bits other)
{
    if (retro->is_fast)
        return fast_best_removal(retro->solved, retro->rules, mover, other);
    return successors_in(retro, mover, other).best_removal;
}

static TbValue first_value(Successors successors)
{
    const TbValue best = successors.best_removal;

    if (successors.is_forced && best == TB_VALUE_NONE)
        return RETRO_PASSES;
    if (best == TB_VALUE_NONE)
        return (TbValue)successors.quiet;
    if (tb_value_is_win(best))
        return best;
    if (best == TB_DRAW)
        return RETRO_SAFE;
    return successors.quiet ? (TbValue)(RETRO_LOSING | successors.quiet) : best;
}

static TbValue stalemate_value(const Retro *retro, Bits mover, Bits other)
{
    if (retro->rules->value.StalemateAction == STALEMATE_LOSES)
        return TB_LOSS;
    return first_value(successors_in(retro, mover, other));
}

/* Looks up each best removal once, in the position where the mill has just been
 * closed, and records it in all predecessors. */
static void record_mills(const Retro *retro, const RetroSubspace *subspace, RetroWorker *worker, Bits other)
{
    const Rules *rules = retro->rules;
    const Index *index = retro->index;
    const Bits open = index->all & ~other;
    const bool flies = fast_flies(rules, subspace->mover);

    for (uint32_t rank = 0; rank < subspace->block_slots; rank++) {
        const Bits mover = index_scatter(index, open, subspace->inside[rank]);
        const Bits empty = open & ~mover;
        TbValue removal[LINES_AT_POINT_MAX + 1]; /* by lines closed */
        memset(removal, 0xFF, sizeof removal);
        for (Bits in_mills = index_in_mills(index, mover); in_mills; in_mills = bits_rest(in_mills)) {
            const int to = bits_first(in_mills);
            Bits origins = flies ? empty : rules->topology.neighbours[to] & empty;
            if (!origins)
                continue;
            const int lines = rules->value.MayRemoveMultiple ? fast_lines_at(rules, mover, to) : 1;
            if (removal[lines] == TB_VALUE_NONE)
                removal[lines] = fast_removal(retro->solved, rules, mover, other, lines);
            for (; origins; origins = bits_rest(origins)) {
                const Bits before = mover ^ bit(to) ^ (origins & -origins);
                const uint32_t slot = index_rank(index, index_gather(index, open, before), subspace->mover);
                worker->removals[slot]++;
                if (tb_value_is_better(removal[lines], worker->best[slot]))
                    worker->best[slot] = removal[lines];
            }
        }
    }
}

static void init_block_fast(const Retro *retro, const RetroSubspace *subspace, RetroWorker *worker, uint32_t block)
{
    const Index *index = retro->index;
    const Bits other = index->side[subspace->other].placement[block], open = index->all & ~other;
    const bool flies = fast_flies(retro->rules, subspace->mover);
    TbValue *values = subspace->values + (uint64_t)block * subspace->block_slots;

    memset(worker->best, 0xFF, subspace->block_slots * sizeof *worker->best);
    memset(worker->removals, 0, subspace->block_slots);
    record_mills(retro, subspace, worker, other);
    for (uint32_t rank = 0; rank < subspace->block_slots; rank++) {
        const Bits mover = index_scatter(index, open, subspace->inside[rank]);
        const int moves = fast_move_count(retro->rules, mover, open & ~mover, flies);
        const Successors successors = { .quiet = moves - worker->removals[rank], .best_removal = worker->best[rank] };
        values[rank] = moves ? first_value(successors) : stalemate_value(retro, mover, other);
    }
}

static void init_block(const Retro *retro, const RetroSubspace *subspace, uint32_t block)
{
    const Index *index = retro->index;
    const Bits other = index->side[subspace->other].placement[block], open = index->all & ~other;
    TbValue *values = subspace->values + (uint64_t)block * subspace->block_slots;

    for (uint32_t rank = 0; rank < subspace->block_slots; rank++)
        values[rank] = first_value(successors_in(retro, index_scatter(index, open, subspace->inside[rank]), other));
}

void retro_init(void *context, int worker)
{
    Retro *retro = context;
    uint32_t group;
    RetroSubspace *subspace;

    while (!job_is_stopped(retro->job) && retro_claim(retro, &subspace, &group)) {
        const uint32_t first = group * subspace->group_blocks, next = first + subspace->group_blocks;
        const uint32_t end = next < subspace->blocks ? next : subspace->blocks;
        for (uint32_t block = first; block < end; block++) {
            if (retro->is_fast)
                init_block_fast(retro, subspace, &retro->workers[worker], block);
            else
                init_block(retro, subspace, block);
        }
        subspace->group_level[group] = 0;
        job_advance(retro->job, (uint64_t)(end - first) * subspace->block_slots);
    }
}
