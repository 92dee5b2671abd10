/* retro_pair.c: memory for a pair. */
#include "retro_pair.h"

#include <stdlib.h>
#include <string.h>

/* Entries waiting to be delivered may take this part of what the slots take, and a little more. */
enum { SHEETS_SHARE = 4, SHEETS_LEAST = 1 << 12 };

static uint64_t pair_slots(const Index *index, int mover, int other)
{
    return index_slots(index, mover, other) + (mover == other ? 0 : index_slots(index, other, mover));
}

static uint64_t sheet_limit(uint64_t slots, int members)
{
    return slots * sizeof(Value) / SHEETS_SHARE / sizeof(Sheet) / (unsigned)members + SHEETS_LEAST;
}

uint64_t pair_memory(const Index *index, int mover, int other, int members)
{
    const uint64_t slots = pair_slots(index, mover, other);
    return slots * sizeof(Value) + slots * sizeof(uint16_t) / PATCH_SLOTS
        + sheet_limit(slots, members) * (unsigned)members * sizeof(Sheet);
}

static bool half_open(Half *half, const Index *index, int mover, int other)
{
    half->mover = mover;
    half->other = other;
    half->block_slots = index_block_slots(index, mover, other);
    half->blocks = (uint32_t)index->side[other].count;
    half->slots = index_slots(index, mover, other);
    half->group_blocks = GROUP_SLOTS / half->block_slots;
    if (half->group_blocks > GROUP_BLOCKS_MAX)
        half->group_blocks = GROUP_BLOCKS_MAX;
    if (half->group_blocks == 0)
        half->group_blocks = 1;
    half->groups = (half->blocks + half->group_blocks - 1) / half->group_blocks;
    half->group_patches = (half->group_blocks * half->block_slots + PATCH_SLOTS - 1) / PATCH_SLOTS;
    if (half->slots > SIZE_MAX / sizeof *half->values)
        return false;
    half->values = malloc((size_t)half->slots * sizeof *half->values);
    half->next = malloc(half->groups * sizeof *half->next);
    half->waits = calloc((size_t)half->groups * half->group_patches, sizeof *half->waits);
    half->inside = malloc(half->block_slots * sizeof *half->inside);
    if (!half->values || !half->next || !half->waits || !half->inside)
        return false;
    Bits set = ((Bits)1 << mover) - 1;
    for (uint32_t rank = 0; rank < half->block_slots; rank++, set = index_next(set))
        half->inside[rank] = set;
    return true;
}

static bool member_open(Member *member, const Pair *pair)
{
    size_t largest = 0;

    for (int i = 0; i < pair->half_count; i++) {
        largest = pair->half[i].block_slots > largest ? pair->half[i].block_slots : largest;
        for (int k = 0; k < 2; k++) {
            member->outbox[k].head[i] = calloc(pair->half[i].groups, sizeof *member->outbox[k].head[i]);
            if (!member->outbox[k].head[i])
                return false;
        }
    }
    member->best = malloc(largest * sizeof *member->best);
    member->taking = malloc(largest);
    return member->best && member->taking;
}

bool pair_open(Pair *pair, const Rules *rules, const Index *index, const ValueStore *store, int mover, int other,
               Team *team)
{
    const int members = team_size(team);

    memset(pair, 0, sizeof *pair);
    pair->rules = rules;
    pair->index = index;
    pair->store = store;
    pair->is_quick = quick_serves(rules);
    quick_prepare(&pair->quick, rules, index);
    pair->half_count = mover == other ? 1 : 2;
    pair->team = team;
    pair->sheet_limit = (uint32_t)sheet_limit(pair_slots(index, mover, other), members);
    pair->members = calloc((size_t)members, sizeof *pair->members);
    if (!pair->members || !half_open(&pair->half[0], index, mover, other)
        || (pair->half_count == 2 && !half_open(&pair->half[1], index, other, mover)))
        return false;
    for (int i = 0; i < members; i++)
        if (!member_open(&pair->members[i], pair))
            return false;
    return true;
}

static void outbox_free(Outbox *outbox)
{
    for (uint32_t i = 0; i < outbox->slab_count; i++)
        free(outbox->slabs[i]);
    free(outbox->slabs);
    free(outbox->head[0]);
    free(outbox->head[1]);
}

void pair_free(Pair *pair)
{
    for (int i = 0; pair->members && i < team_size(pair->team); i++) {
        outbox_free(&pair->members[i].outbox[0]);
        outbox_free(&pair->members[i].outbox[1]);
        free(pair->members[i].best);
        free(pair->members[i].taking);
    }
    free(pair->members);
    for (int i = 0; i < 2; i++) {
        free(pair->half[i].values);
        free(pair->half[i].next);
        free(pair->half[i].waits);
        free(pair->half[i].inside);
    }
    memset(pair, 0, sizeof *pair);
}

bool pair_claim(Pair *pair, Half **half, uint32_t *group)
{
    const uint32_t first = pair->half[0].groups, all = first + (pair->half_count == 2 ? pair->half[1].groups : 0);
    const uint32_t claimed = atomic_fetch_add_explicit(&pair->cursor, 1, memory_order_relaxed);

    if (claimed >= all)
        return false;
    *half = &pair->half[claimed >= first];
    *group = claimed >= first ? claimed - first : claimed;
    return true;
}
