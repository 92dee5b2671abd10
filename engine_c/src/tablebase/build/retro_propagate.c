/* retro_propagate.c: from a decided position back to its predecessors, which lie in
 * one block. Decided positions are sorted by groups of blocks; then each group is
 * updated by one worker, in its cache and without locks. */
#include "retro.h"

#include <stdlib.h>

/* A queue entry: 24 bits of pieces that may have moved, won or lost for the
 * side to move, block in its group. */
enum { ENTRY_WON = 1 << 24, ENTRY_BLOCK_SHIFT = 25 };

static QueueChunk *queue_chunk(const RetroQueue *queue, uint32_t number)
{
    return &queue->slabs[(number - 1) / SLAB_CHUNKS][(number - 1) % SLAB_CHUNKS];
}

/* A new chunk in front of the others; 0: out of memory. */
static uint32_t queue_extend(RetroQueue *queue, uint32_t before)
{
    if (queue->used == queue->slab_count * SLAB_CHUNKS) {
        QueueChunk **slabs = realloc(queue->slabs, (queue->slab_count + 1) * sizeof *slabs);
        if (!slabs)
            return 0;
        queue->slabs = slabs;
        slabs[queue->slab_count] = malloc(SLAB_CHUNKS * sizeof **slabs);
        if (!slabs[queue->slab_count])
            return 0;
        queue->slab_count++;
    }
    QueueChunk *chunk = queue_chunk(queue, ++queue->used);
    chunk->next = before;
    chunk->count = 0;
    return queue->used;
}

static void queue_add(RetroWorker *worker, RetroQueue *queue, int subspace, uint32_t group, uint32_t entry)
{
    uint32_t *head = &queue->head[subspace][group];

    if (!*head || queue_chunk(queue, *head)->count == CHUNK_ENTRIES) {
        const uint32_t number = queue_extend(queue, *head);
        if (!number) {
            worker->has_failed = true;
            return;
        }
        *head = number;
    }
    QueueChunk *chunk = queue_chunk(queue, *head);
    chunk->entry[chunk->count++] = entry;
}

/* Queues a decided position for the block with its predecessors. In a symmetric
 * block, whose slots are all kept, it stands for each of its images. */
static void enqueue(Retro *retro, RetroWorker *worker, RetroQueue *queue, const RetroSubspace *subspace, uint32_t block,
                    Bits mover, bool is_won)
{
    const Index *index = retro->index;

    if (!index_is_canonical(index, subspace->other, block, mover))
        return;
    RetroSubspace *partner = retro_partner(retro, subspace);
    const int which = (int)(partner - retro->subspace);
    const IndexSide *side = index_side(index, subspace->mover);
    const uint32_t image = side->image[index_rank(index, mover, subspace->mover)], to = image >> 4;
    const Bits pieces = index_map(index, (int)(image & 15), index_side(index, subspace->other)->placement[block]);
    const uint32_t group = to / partner->group_blocks;
    const uint32_t base = (to - group * partner->group_blocks) << ENTRY_BLOCK_SHIFT | (is_won ? ENTRY_WON : 0);
    Bits sent[SYMMETRY_MAX];
    int count = 0;

    worker->decided++;
    for (Bits rest = side->fixed_by[to]; rest; rest = bits_rest(rest)) {
        const Bits mapped = index_map(index, bits_first(rest), pieces);
        bool is_new = true;
        for (int i = 0; i < count; i++)
            is_new = is_new && sent[i] != mapped;
        if (is_new) {
            sent[count++] = mapped;
            queue_add(worker, queue, which, group, base | mapped);
        }
    }
}

/* Whether a patch has a slot at this level; also finds the next level in it. */
static bool scan_patch(const TbValue *values, uint32_t count, int level, uint16_t *next)
{
    const TbValue won = (TbValue)(TB_WIN | level), lost = (TbValue)(TB_LOSS | level);
    uint16_t found = 0, least = NO_LEVEL;

    for (uint32_t i = 0; i < count; i++) {
        const TbValue value = values[i];
        const uint16_t dtw = value & TB_DTW_MASK;
        const uint16_t later = value >= TB_WIN && dtw > level ? dtw : NO_LEVEL;
        found |= (value == won) | (value == lost);
        least = later < least ? later : least;
    }
    *next = least;
    return found;
}

/* Queues the slots of a patch that are at the level; a patch can reach into several blocks. */
static void collect_patch(Retro *retro, RetroWorker *worker, const RetroSubspace *subspace, uint64_t first,
                          uint64_t end)
{
    const Index *index = retro->index;
    RetroQueue *queue = &worker->queue[retro->filling];

    for (uint64_t slot = first; slot < end; slot++) {
        const TbValue value = subspace->values[slot];
        if (value < TB_WIN || tb_value_dtw(value) != retro->level)
            continue;
        const uint32_t block = (uint32_t)(slot / subspace->block_slots),
                       rank = (uint32_t)(slot % subspace->block_slots);
        const Bits open = index->all & ~index_side(index, subspace->other)->placement[block];
        enqueue(retro, worker, queue, subspace, block, index_scatter(index, open, subspace->inside[rank]),
                tb_value_is_win(value));
    }
}

static void collect_group(Retro *retro, RetroWorker *worker, RetroSubspace *subspace, uint32_t group)
{
    const uint64_t size = (uint64_t)subspace->group_blocks * subspace->block_slots, first = group * size;
    const uint64_t end = first + size < subspace->slots ? first + size : subspace->slots;
    uint16_t *patch = subspace->patch_level + (size_t)group * subspace->group_patches;
    uint16_t next = NO_LEVEL;

    for (uint64_t slot = first; slot < end; slot += PATCH_SLOTS, patch++) {
        if (*patch == retro->level) {
            const uint64_t patch_end = slot + PATCH_SLOTS < end ? slot + PATCH_SLOTS : end;
            if (scan_patch(subspace->values + slot, (uint32_t)(patch_end - slot), retro->level, patch))
                collect_patch(retro, worker, subspace, slot, patch_end);
        }
        next = *patch < next ? *patch : next;
    }
    subspace->group_level[group] = next;
}

void retro_propagate_collect(void *context, int number)
{
    Retro *retro = context;
    RetroWorker *worker = &retro->workers[number];
    uint32_t group;
    RetroSubspace *subspace;

    while (!job_is_stopped(retro->job) && worker->queue[retro->filling].used < retro->chunk_limit
           && retro_claim(retro, &subspace, &group)) {
        if (subspace->group_level[group] == retro->level)
            collect_group(retro, worker, subspace, group);
    }
    job_advance(retro->job, worker->decided);
    worker->decided = 0;
}

/* A group that a worker is updating. */
typedef struct {
    Retro *retro;
    RetroWorker *worker;
    RetroSubspace *subspace;
    uint32_t group;
    TbValue *values; /* of its first slot */
} Group;

/* Gives a slot a value that is to be propagated at its level. */
static void decide(const Group *group, uint32_t slot, TbValue wdl, int level)
{
    RetroSubspace *subspace = group->subspace;
    uint16_t *patch = &subspace->patch_level[(size_t)group->group * subspace->group_patches + slot / PATCH_SLOTS];

    group->values[slot] = (TbValue)(wdl | level);
    if (level < *patch)
        *patch = (uint16_t)level;
    if (level < subspace->group_level[group->group])
        subspace->group_level[group->group] = (uint16_t)level;
}

/* Decides a slot of which all quiet moves lose. */
static void decide_loss(const Group *group, uint32_t slot, Bits mover, Bits other)
{
    int dtw = group->retro->level + 1;

    if (group->values[slot] & RETRO_LOSING) {
        const TbValue best = retro_best_removal(group->retro, mover, other);
        dtw = tb_value_dtw(best) > dtw ? tb_value_dtw(best) : dtw;
    }
    decide(group, slot, TB_LOSS, dtw);
}

/* Updates a predecessor of a position that is won or lost for the other side. */
static void update(const Group *group, uint32_t slot, Bits mover, Bits other, bool is_won)
{
    const TbValue value = group->values[slot];
    const int dtw = group->retro->level + 1;

    if (!is_won) {
        if (value < TB_WIN || (tb_value_is_win(value) && tb_value_dtw(value) > dtw))
            decide(group, slot, TB_WIN, dtw);
        return;
    }
    if (value >= TB_WIN || value & RETRO_SAFE)
        return;
    group->values[slot] = (TbValue)(value - 1);
    if (!((value - 1) & RETRO_QUIET))
        decide_loss(group, slot, mover, other);
}

/* A side that passes its turn gets the value of the same pieces with the other side to move. */
static void update_pass(const Group *group, uint32_t slot, uint32_t block, Bits mover, bool is_won)
{
    Retro *retro = group->retro;

    if (group->values[slot] != RETRO_PASSES)
        return;
    group->values[slot] = (TbValue)((is_won ? TB_LOSS : TB_WIN) | retro->level);
    enqueue(retro, group->worker, &group->worker->queue[!retro->filling], group->subspace, block, mover, !is_won);
}

static void apply_entry(const Group *group, uint32_t entry)
{
    const Retro *retro = group->retro;
    const RetroSubspace *subspace = group->subspace;
    const Index *index = retro->index;
    const uint32_t block = group->group * subspace->group_blocks + (entry >> ENTRY_BLOCK_SHIFT);
    const uint32_t first = (entry >> ENTRY_BLOCK_SHIFT) * subspace->block_slots;
    const Bits other = index_side(index, subspace->other)->placement[block], open = index->all & ~other;
    const Bits mover = entry & (ENTRY_WON - 1), empty = open & ~mover;
    const bool is_won = entry & ENTRY_WON, flies = fast_flies(retro->rules, subspace->mover);
    const Bits *neighbours = retro->rules->topology.neighbours;
    Bits moved = mover;

    if (retro->rules->value.StalemateAction == STALEMATE_PASSES)
        update_pass(group, first + index_rank(index, index_gather(index, open, mover), subspace->mover), block, mover,
                    is_won);
    /* A move that has just closed a mill was not quiet. */
    if (retro->is_fast)
        moved &= ~index_in_mills(index, mover);
    for (; moved; moved = bits_rest(moved)) {
        const int to = bits_first(moved);
        for (Bits origins = flies ? empty : neighbours[to] & empty; origins; origins = bits_rest(origins)) {
            const int from = bits_first(origins);
            const Bits before = mover ^ bit(to) ^ bit(from);
            const uint32_t rank = index_rank(index, index_gather(index, open, before), subspace->mover);
            if (retro->is_fast || successors_has_quiet(retro->rules, before, other, from, to))
                update(group, first + rank, before, other, is_won);
        }
    }
}

void retro_propagate_apply(void *context, int number)
{
    Retro *retro = context;
    Group group = { .retro = retro, .worker = &retro->workers[number] };

    while (!job_is_stopped(retro->job) && retro_claim(retro, &group.subspace, &group.group)) {
        const RetroSubspace *subspace = group.subspace;
        group.values = subspace->values + (uint64_t)group.group * subspace->group_blocks * subspace->block_slots;
        for (int i = 0; i < threadpool_size(retro->job->pool); i++) {
            const RetroQueue *queue = &retro->workers[i].queue[retro->filling];
            for (uint32_t chunk = queue->head[subspace - retro->subspace][group.group]; chunk;
                 chunk = queue_chunk(queue, chunk)->next)
                for (uint32_t k = 0; k < queue_chunk(queue, chunk)->count; k++)
                    apply_entry(&group, queue_chunk(queue, chunk)->entry[k]);
        }
    }
}
