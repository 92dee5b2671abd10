/* retro_pair.h: two subspaces that quiet moves lead between, with all their slots
 * in memory, and the work shared by a team. Knows nothing of files. */
#ifndef RETRO_PAIR_H
#define RETRO_PAIR_H

#include "tb_fast_turns.h"
#include "threadpool.h"

#include <stdatomic.h>

/* A slot that is not decided yet keeps these instead of a value. Slots still
 * undecided at the end are draws. */
enum {
    SLOT_QUIET = 0x00FF,  /* quiet moves not yet known to lose */
    SLOT_LOSING = 0x0800, /* has moves that take something, and they lose */
    SLOT_PASSES = 0x1000, /* the mover is stuck and its turn passes */
    SLOT_SAFE = 0x2000    /* cannot be lost */
};

enum { GROUP_BLOCKS_MAX = 128, GROUP_SLOTS = 1 << 18, PATCH_SLOTS = 32, NO_LEVEL = 0xFFFF };

/* One of the two subspaces. Its blocks are worked on in groups: one member
 * of the team at a time owns a group and alone writes its slots. */
typedef struct {
    int mover, other;
    uint32_t block_slots, blocks, group_blocks, groups;
    uint32_t group_patches;
    uint64_t slots;
    Value *values;
    uint16_t *next;   /* for each group: the first level that waits in it */
    uint16_t *waits;  /* the same for each patch of a group */
    Bits *inside;     /* by rank: the mover's pieces among the open points */
} Half;

/* Positions just decided, sorted by the group that they touch. */
enum { SHEET_ENTRIES = 510 };
typedef struct {
    uint32_t next, count;
    uint32_t entry[SHEET_ENTRIES];
} Sheet;

enum { SLAB_SHEETS = 512 };
typedef struct {
    uint32_t *head[2]; /* for each half and group: its newest sheet, counted from 1 */
    Sheet **slabs;
    uint32_t used, slab_count;
} Outbox;

typedef struct {
    Outbox outbox[2];     /* one is emptied while the other is filled */
    Value *best;          /* of one block, while it is seeded */
    uint8_t *taking;
    uint64_t decided;
    bool has_failed;      /* no memory */
} Member;

typedef struct {
    const Rules *rules;
    const Index *index;
    const ValueStore *store;
    Quick quick;
    bool is_quick;
    Half half[2];
    int half_count;       /* 1 when both sides have as many pieces */
    Team *team;
    Member *members;
    uint32_t sheet_limit; /* of one member, before its outbox is emptied */
    int filling;          /* which outbox takes entries */
    int level;
    atomic_uint cursor;
    const atomic_bool *stop;
    atomic_ullong *done;  /* slots seeded, then positions decided: for progress */
} Pair;

/* How much a pair of subspaces takes while it is solved. */
uint64_t pair_memory(const Index *index, int mover, int other, int members);

/* False without memory; everything is freed by pair_free either way. */
bool pair_open(Pair *pair, const Rules *rules, const Index *index, const ValueStore *store, int mover, int other,
               Team *team);
void pair_free(Pair *pair);

static inline Half *pair_partner(Pair *pair, const Half *half)
{
    return &pair->half[pair->half_count == 2 && half == &pair->half[0]];
}

static inline bool pair_is_stopped(const Pair *pair)
{
    return pair->stop && atomic_load_explicit(pair->stop, memory_order_relaxed);
}

/* Claims the next group of both halves; false when none is left. */
bool pair_claim(Pair *pair, Half **half, uint32_t *group);

/* A slot of the group, counted from the group's first, gets a value that is to be spread at its level. */
static inline void half_wait(Half *half, uint32_t group, uint32_t slot, int level)
{
    uint16_t *patch = &half->waits[(size_t)group * half->group_patches + slot / PATCH_SLOTS];

    if (level < *patch)
        *patch = (uint16_t)level;
    if (level < half->next[group])
        half->next[group] = (uint16_t)level;
}

#endif
