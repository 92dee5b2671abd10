/* retro.h: retrograde analysis of a pair of subspaces, mover-other and other-mover, in
 * memory: first values, then predecessors of decided positions, one DTW at a time;
 * what is left is drawn. */
#pragma once

#include "tablebase/tb_successors.h"
#include "tablebase/threadpool.h"

typedef enum { RETRO_SOLVED, RETRO_STOPPED, RETRO_NO_MEMORY, RETRO_TOO_LONG } RetroResult;

/* The state of an undecided slot; all are below TB_WIN. */
enum {
    RETRO_QUIET = 0x00FF,  /* quiet moves not yet known to lose */
    RETRO_LOSING = 0x0800, /* has turns with a removal, all of which lose */
    RETRO_PASSES = 0x1000, /* the mover cannot move and its turn passes */
    RETRO_SAFE = 0x2000    /* not lost */
};

enum { GROUP_BLOCKS_MAX = 128, GROUP_SLOTS = 1 << 18, PATCH_SLOTS = 32, NO_LEVEL = 0xFFFF };

/* One subspace. Its blocks are processed in groups: a group belongs to one worker at a time, which alone writes its
 * slots. */
typedef struct {
    int mover, other;
    uint32_t block_slots, blocks, group_blocks, groups, group_patches;
    uint64_t slots;
    TbValue *values;
    uint16_t *group_level; /* the next level with values to propagate */
    uint16_t *patch_level; /* the same for each patch of PATCH_SLOTS slots */
    Bits *inside;          /* by rank: the mover's pieces among the open points */
} RetroSubspace;

/* Decided positions, sorted by the group with their predecessors: for each group a list of chunks. */
enum { CHUNK_ENTRIES = 510, SLAB_CHUNKS = 512 };

typedef struct {
    uint32_t next, count;
    uint32_t entry[CHUNK_ENTRIES];
} QueueChunk;

typedef struct {
    uint32_t *head[2]; /* by subspace and group: the newest chunk, counted from 1 */
    QueueChunk **slabs;
    uint32_t used, slab_count;
} RetroQueue;

typedef struct {
    RetroQueue queue[2]; /* one is read while the other is filled */
    TbValue *best;       /* of one block, by retro_init: the best removal, */
    uint8_t *removals;   /* and the number of moves with a removal */
    uint64_t decided;
    bool has_failed; /* out of memory */
} RetroWorker;

typedef struct {
    const Rules *rules;
    const Index *index;
    const TbSolved *solved;
    const Job *job; /* counts slots initialized, then positions decided */
    bool is_fast;
    RetroSubspace subspace[2];
    int subspace_count; /* 1 when both sides have the same number of pieces */
    RetroWorker *workers;
    uint32_t chunk_limit; /* of a worker's queue, before it is emptied */
    int filling;          /* the queue being filled */
    int level;
    atomic_uint cursor;
} Retro;

/* The bytes needed to solve a pair. */
uint64_t retro_memory(const Index *index, int mover, int other, int workers);

/* False: out of memory. Free with retro_free either way. The arguments are borrowed. */
bool retro_open(Retro *retro, const Rules *rules, const TbSolved *solved, int mover, int other, const Job *job);
void retro_free(Retro *retro);

RetroResult retro_solve(Retro *retro);

/* --- shared by retro.c and retro_propagate.c --- */

static inline RetroSubspace *retro_partner(Retro *retro, const RetroSubspace *subspace)
{
    return &retro->subspace[retro->subspace_count == 2 && subspace == &retro->subspace[0]];
}

/* Claims the next group; false when none is left. */
bool retro_claim(Retro *retro, RetroSubspace **subspace, uint32_t *group);

/* Tasks for the thread pool. */
void retro_propagate_collect(void *retro, int worker); /* queues the positions decided at the level */
void retro_propagate_apply(void *retro, int worker);   /* updates their predecessors */

/* The best of all turns that remove a piece. */
TbValue retro_best_removal(const Retro *retro, Bits mover, Bits other);
