#include "retro.h"

#include <stdlib.h>
#include <string.h>

/* Queues may take this fraction of the memory of the slots, and a little more. */
enum { QUEUE_SHARE = 4, QUEUE_CHUNKS_MIN = 1 << 12 };

static uint64_t pair_slots(const Index *index, int mover, int other)
{
    return index_slots(index, mover, other) + (mover == other ? 0 : index_slots(index, other, mover));
}

static uint64_t chunk_limit(uint64_t slots, int workers)
{
    return slots * sizeof(TbValue) / QUEUE_SHARE / sizeof(QueueChunk) / (unsigned)workers + QUEUE_CHUNKS_MIN;
}

uint64_t retro_memory(const Index *index, int mover, int other, int workers)
{
    const uint64_t slots = pair_slots(index, mover, other);
    return slots * sizeof(TbValue) + slots * sizeof(uint16_t) / PATCH_SLOTS
        + chunk_limit(slots, workers) * (unsigned)workers * sizeof(QueueChunk);
}

static bool subspace_open(RetroSubspace *subspace, const Index *index, int mover, int other)
{
    subspace->mover = mover;
    subspace->other = other;
    subspace->block_slots = index_block_slots(index, mover, other);
    subspace->blocks = (uint32_t)index_blocks(index, other);
    subspace->slots = index_slots(index, mover, other);
    subspace->group_blocks = GROUP_SLOTS / subspace->block_slots;
    if (subspace->group_blocks > GROUP_BLOCKS_MAX)
        subspace->group_blocks = GROUP_BLOCKS_MAX;
    if (subspace->group_blocks == 0)
        subspace->group_blocks = 1;
    subspace->groups = (subspace->blocks + subspace->group_blocks - 1) / subspace->group_blocks;
    subspace->group_patches = (subspace->group_blocks * subspace->block_slots + PATCH_SLOTS - 1) / PATCH_SLOTS;
    if (subspace->slots > SIZE_MAX / sizeof *subspace->values)
        return false;
    subspace->values = malloc((size_t)subspace->slots * sizeof *subspace->values);
    subspace->group_level = malloc(subspace->groups * sizeof *subspace->group_level);
    subspace->patch_level = calloc((size_t)subspace->groups * subspace->group_patches, sizeof *subspace->patch_level);
    subspace->inside = malloc(subspace->block_slots * sizeof *subspace->inside);
    if (!subspace->values || !subspace->group_level || !subspace->patch_level || !subspace->inside)
        return false;
    Bits set = ((Bits)1 << mover) - 1;
    for (uint32_t rank = 0; rank < subspace->block_slots; rank++, set = index_next(set))
        subspace->inside[rank] = set;
    return true;
}

static bool worker_open(RetroWorker *worker, const Retro *retro)
{
    size_t largest = 0;

    for (int i = 0; i < retro->subspace_count; i++) {
        const RetroSubspace *subspace = &retro->subspace[i];
        largest = subspace->block_slots > largest ? subspace->block_slots : largest;
        for (int k = 0; k < 2; k++) {
            worker->queue[k].head[i] = calloc(subspace->groups, sizeof *worker->queue[k].head[i]);
            if (!worker->queue[k].head[i])
                return false;
        }
    }
    worker->best = malloc(largest * sizeof *worker->best);
    worker->removals = malloc(largest);
    return worker->best && worker->removals;
}

bool retro_open(Retro *retro, const Rules *rules, const TbSolved *solved, int mover, int other, const Job *job)
{
    const int workers = threadpool_size(job->pool);

    memset(retro, 0, sizeof *retro);
    retro->rules = rules;
    retro->index = solved->index;
    retro->solved = solved;
    retro->job = job;
    retro->is_fast = fast_covers(rules);
    retro->subspace_count = mover == other ? 1 : 2;
    retro->chunk_limit = (uint32_t)chunk_limit(pair_slots(solved->index, mover, other), workers);
    retro->workers = calloc((size_t)workers, sizeof *retro->workers);
    if (!retro->workers || !subspace_open(&retro->subspace[0], solved->index, mover, other)
        || (retro->subspace_count == 2 && !subspace_open(&retro->subspace[1], solved->index, other, mover)))
        return false;
    for (int i = 0; i < workers; i++)
        if (!worker_open(&retro->workers[i], retro))
            return false;
    return true;
}

static void queue_free(RetroQueue *queue)
{
    for (uint32_t i = 0; i < queue->slab_count; i++)
        free(queue->slabs[i]);
    free(queue->slabs);
    free(queue->head[0]);
    free(queue->head[1]);
}

void retro_free(Retro *retro)
{
    for (int i = 0; retro->workers && i < threadpool_size(retro->job->pool); i++) {
        queue_free(&retro->workers[i].queue[0]);
        queue_free(&retro->workers[i].queue[1]);
        free(retro->workers[i].best);
        free(retro->workers[i].removals);
    }
    free(retro->workers);
    for (int i = 0; i < 2; i++) {
        free(retro->subspace[i].values);
        free(retro->subspace[i].group_level);
        free(retro->subspace[i].patch_level);
        free(retro->subspace[i].inside);
    }
    memset(retro, 0, sizeof *retro);
}

static uint32_t group_count(const Retro *retro)
{
    return retro->subspace[0].groups + (retro->subspace_count == 2 ? retro->subspace[1].groups : 0);
}

bool retro_claim(Retro *retro, RetroSubspace **subspace, uint32_t *group)
{
    const uint32_t first = retro->subspace[0].groups;
    const uint32_t claimed = atomic_fetch_add_explicit(&retro->cursor, 1, memory_order_relaxed);

    if (claimed >= group_count(retro))
        return false;
    *subspace = &retro->subspace[claimed >= first];
    *group = claimed >= first ? claimed - first : claimed;
    return true;
}

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
    const Bits other = index_side(index, subspace->other)->placement[block], open = index->all & ~other;
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
    const Bits other = index_side(index, subspace->other)->placement[block], open = index->all & ~other;
    TbValue *values = subspace->values + (uint64_t)block * subspace->block_slots;

    for (uint32_t rank = 0; rank < subspace->block_slots; rank++)
        values[rank] = first_value(successors_in(retro, index_scatter(index, open, subspace->inside[rank]), other));
}

/* First values, block by block: ends of the game, turns that remove a piece, and the number of quiet moves. */
static void retro_init(void *context, int worker)
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

static void run(Retro *retro, ThreadPoolTask task, uint32_t first_group)
{
    atomic_store_explicit(&retro->cursor, first_group, memory_order_relaxed);
    threadpool_run(retro->job->pool, task, retro);
}

static bool has_failed(const Retro *retro)
{
    for (int i = 0; i < threadpool_size(retro->job->pool); i++)
        if (retro->workers[i].has_failed)
            return true;
    return false;
}

static bool has_entries(const Retro *retro)
{
    for (int i = 0; i < threadpool_size(retro->job->pool); i++)
        if (retro->workers[i].queue[retro->filling].used)
            return true;
    return false;
}

static void queue_clear(RetroQueue *queue, const Retro *retro)
{
    for (int i = 0; i < retro->subspace_count; i++)
        memset(queue->head[i], 0, retro->subspace[i].groups * sizeof *queue->head[i]);
    queue->used = 0;
}

static void apply_all(Retro *retro)
{
    while (has_entries(retro)) {
        run(retro, retro_propagate_apply, 0);
        for (int i = 0; i < threadpool_size(retro->job->pool); i++)
            queue_clear(&retro->workers[i].queue[retro->filling], retro);
        retro->filling = !retro->filling;
    }
}

/* A level may be too large for the queues; it is then collected in parts. */
static void propagate_level(Retro *retro)
{
    uint32_t group = 0;

    while (group < group_count(retro) && !job_is_stopped(retro->job) && !has_failed(retro)) {
        run(retro, retro_propagate_collect, group);
        group = atomic_load_explicit(&retro->cursor, memory_order_relaxed);
        apply_all(retro);
    }
}

static int next_level(const Retro *retro)
{
    int level = NO_LEVEL;

    for (int i = 0; i < retro->subspace_count; i++)
        for (uint32_t group = 0; group < retro->subspace[i].groups; group++)
            level = retro->subspace[i].group_level[group] < level ? retro->subspace[i].group_level[group] : level;
    return level;
}

static void set_draws(void *context, int worker)
{
    Retro *retro = context;
    uint32_t group;
    RetroSubspace *subspace;

    (void)worker;
    while (retro_claim(retro, &subspace, &group)) {
        const uint64_t size = (uint64_t)subspace->group_blocks * subspace->block_slots, first = group * size;
        const uint64_t end = first + size < subspace->slots ? first + size : subspace->slots;
        for (uint64_t slot = first; slot < end; slot++)
            subspace->values[slot] = subspace->values[slot] >= TB_WIN ? subspace->values[slot] : TB_DRAW;
    }
}

RetroResult retro_solve(Retro *retro)
{
    run(retro, retro_init, 0);
    for (int level = 0; level != NO_LEVEL; level = next_level(retro)) {
        if (job_is_stopped(retro->job))
            return RETRO_STOPPED;
        if (level >= TB_DTW_MAX)
            return RETRO_TOO_LONG;
        retro->level = level;
        propagate_level(retro);
        if (has_failed(retro))
            return RETRO_NO_MEMORY;
    }
    if (job_is_stopped(retro->job))
        return RETRO_STOPPED;
    run(retro, set_draws, 0);
    return RETRO_SOLVED;
}
