/* retro_propagate.c: from a decided position back to those that move to it.
 *
 * All of them lie in one block, that of the placement of the side to move in
 * the decided position. So decided positions are first sorted by the group of
 * blocks they move on; then each group is worked on while it is in the cache,
 * by one member alone, without locks. */
#include "retro_propagate.h"

#include "retro_init.h"

#include <stdlib.h>
#include <string.h>

/* An entry: 24 bits of pieces that may have moved, won or lost for the side
 * to move, block in its group. */
enum { ENTRY_WON = 1 << 24, ENTRY_BLOCK_SHIFT = 25 };

void outbox_clear(Outbox *outbox, const Pair *pair)
{
    for (int i = 0; i < pair->half_count; i++)
        memset(outbox->head[i], 0, pair->half[i].groups * sizeof *outbox->head[i]);
    outbox->used = 0;
}

static Sheet *outbox_sheet(const Outbox *outbox, uint32_t number)
{
    return &outbox->slabs[(number - 1) / SLAB_SHEETS][(number - 1) % SLAB_SHEETS];
}

/* A new sheet in front of the others; 0 without memory. */
static uint32_t outbox_extend(Outbox *outbox, uint32_t before)
{
    if (outbox->used == outbox->slab_count * SLAB_SHEETS) {
        Sheet **slabs = realloc(outbox->slabs, (outbox->slab_count + 1) * sizeof *slabs);
        if (!slabs)
            return 0;
        outbox->slabs = slabs;
        slabs[outbox->slab_count] = malloc(SLAB_SHEETS * sizeof **slabs);
        if (!slabs[outbox->slab_count])
            return 0;
        outbox->slab_count++;
    }
    Sheet *sheet = outbox_sheet(outbox, ++outbox->used);
    sheet->next = before;
    sheet->count = 0;
    return outbox->used;
}

static void outbox_add(Member *member, Outbox *outbox, int half, uint32_t group, uint32_t entry)
{
    uint32_t *head = &outbox->head[half][group];

    if (!*head || outbox_sheet(outbox, *head)->count == SHEET_ENTRIES) {
        const uint32_t sheet = outbox_extend(outbox, *head);
        if (!sheet) {
            member->has_failed = true;
            return;
        }
        *head = sheet;
    }
    Sheet *sheet = outbox_sheet(outbox, *head);
    sheet->entry[sheet->count++] = entry;
}

/* Sends a decided position to the block it changes. If that block is
 * symmetric, all its images move, for every slot of such a block is kept. */
static void post(Pair *pair, Member *member, Outbox *outbox, const Half *half, uint32_t block, Bits mover, bool is_won)
{
    const Index *index = pair->index;

    if (!index_counts(index, half->other, block, mover))
        return;
    Half *partner = pair_partner(pair, half);
    const int which = (int)(partner - pair->half);
    const IndexSide *side = &index->side[half->mover];
    const uint32_t image = side->image[index_rank(index, mover, half->mover)], to = image >> 4;
    const Bits pieces = index_turn(index, (int)(image & 15), index->side[half->other].placement[block]);
    const uint32_t group = to / partner->group_blocks;
    const uint32_t kind = (to - group * partner->group_blocks) << ENTRY_BLOCK_SHIFT | (is_won ? ENTRY_WON : 0);
    Bits sent[SYMMETRY_MAX];
    int count = 0;

    member->decided++;
    for (Bits rest = side->fixed_by[to]; rest; rest = bits_rest(rest)) {
        const Bits turned = index_turn(index, bits_first(rest), pieces);
        bool is_new = true;
        for (int i = 0; i < count; i++)
            is_new = is_new && sent[i] != turned;
        if (is_new) {
            sent[count++] = turned;
            outbox_add(member, outbox, which, group, kind | turned);
        }
    }
}

/* Looks at the slots of a patch: is one at this level, and what is the next level? */
static bool glance(const Value *values, uint32_t count, int level, uint16_t *next)
{
    const Value won = (Value)(VALUE_WIN | level), lost = (Value)(VALUE_LOSS | level);
    uint16_t found = 0, least = NO_LEVEL;

    for (uint32_t i = 0; i < count; i++) {
        const Value value = values[i];
        const uint16_t turns = value & VALUE_TURNS;
        const uint16_t waits = value >= VALUE_WIN && turns > level ? turns : NO_LEVEL;
        found |= (value == won) | (value == lost);
        least = waits < least ? waits : least;
    }
    *next = least;
    return found;
}

/* Posts the slots of a patch that are at the level; they can belong to several blocks. */
static void collect_patch(Pair *pair, Member *member, const Half *half, uint64_t first, uint64_t end)
{
    const Index *index = pair->index;
    Outbox *outbox = &member->outbox[pair->filling];

    for (uint64_t slot = first; slot < end; slot++) {
        const Value value = half->values[slot];
        if (value < VALUE_WIN || value_turns(value) != pair->level)
            continue;
        const uint32_t block = (uint32_t)(slot / half->block_slots), rank = (uint32_t)(slot % half->block_slots);
        const Bits open = index->all & ~index->side[half->other].placement[block];
        post(pair, member, outbox, half, block, index_scatter(index, open, half->inside[rank]), value_is_win(value));
    }
}

static void collect_group(Pair *pair, Member *member, Half *half, uint32_t group)
{
    const uint64_t size = (uint64_t)half->group_blocks * half->block_slots, first = group * size;
    const uint64_t end = first + size < half->slots ? first + size : half->slots;
    uint16_t *waits = half->waits + (size_t)group * half->group_patches;
    uint16_t next = NO_LEVEL;

    for (uint64_t slot = first; slot < end; slot += PATCH_SLOTS, waits++) {
        if (*waits == pair->level) {
            const uint64_t patch_end = slot + PATCH_SLOTS < end ? slot + PATCH_SLOTS : end;
            if (glance(half->values + slot, (uint32_t)(patch_end - slot), pair->level, waits))
                collect_patch(pair, member, half, slot, patch_end);
        }
        next = *waits < next ? *waits : next;
    }
    half->next[group] = next;
}

void spread_collect(void *context, int number)
{
    Pair *pair = context;
    Member *member = &pair->members[number];
    uint32_t group;
    Half *half;

    while (!pair_is_stopped(pair) && member->outbox[pair->filling].used < pair->sheet_limit
           && pair_claim(pair, &half, &group)) {
        if (half->next[group] == pair->level)
            collect_group(pair, member, half, group);
    }
    atomic_fetch_add_explicit(pair->done, member->decided, memory_order_relaxed);
    member->decided = 0;
}

/* A group being worked on. */
typedef struct {
    Pair *pair;
    Member *member;
    Half *half;
    uint32_t group;
    Value *values; /* its first slot */
} Desk;

/* All quiet moves of a slot are known to lose. */
static void lose(const Desk *desk, uint32_t slot, Bits mover, Bits other)
{
    int turns = desk->pair->level + 1;

    if (desk->values[slot] & SLOT_LOSING) {
        const Value best = seed_best_taking(desk->pair, mover, other);
        turns = value_turns(best) > turns ? value_turns(best) : turns;
    }
    desk->values[slot] = (Value)(VALUE_LOSS | turns);
    half_wait(desk->half, desk->group, slot, turns);
}

/* A move leads from this slot to a position that is won or lost for the other side. */
static void hear(const Desk *desk, uint32_t slot, Bits mover, Bits other, bool is_won)
{
    const Value value = desk->values[slot];
    const int turns = desk->pair->level + 1;

    if (!is_won) {
        if (value < VALUE_WIN || (value_is_win(value) && value_turns(value) > turns)) {
            desk->values[slot] = (Value)(VALUE_WIN | turns);
            half_wait(desk->half, desk->group, slot, turns);
        }
        return;
    }
    if (value >= VALUE_WIN || value & SLOT_SAFE)
        return;
    desk->values[slot] = (Value)(value - 1);
    if (!((value - 1) & SLOT_QUIET))
        lose(desk, slot, mover, other);
}

/* The side that cannot move passes: what it gets is what the other side has. */
static void pass(const Desk *desk, uint32_t slot, uint32_t block, Bits mover, bool is_won)
{
    Pair *pair = desk->pair;

    if (desk->values[slot] != SLOT_PASSES)
        return;
    desk->values[slot] = (Value)((is_won ? VALUE_LOSS : VALUE_WIN) | pair->level);
    post(pair, desk->member, &desk->member->outbox[!pair->filling], desk->half, block, mover, !is_won);
}

static void deliver(const Desk *desk, uint32_t entry)
{
    const Pair *pair = desk->pair;
    const Half *half = desk->half;
    const Index *index = pair->index;
    const uint32_t block = desk->group * half->group_blocks + (entry >> ENTRY_BLOCK_SHIFT);
    const uint32_t first = (entry >> ENTRY_BLOCK_SHIFT) * half->block_slots;
    const Bits other = index->side[half->other].placement[block], open = index->all & ~other;
    const Bits mover = entry & (ENTRY_WON - 1), empty = open & ~mover;
    const bool is_won = entry & ENTRY_WON, flies = quick_flies(&pair->quick, half->mover);
    Bits moved = mover;

    if (pair->rules->value.StalemateAction == STALEMATE_PASSES)
        pass(desk, first + index_rank(index, index_gather(index, open, mover), half->mover), block, mover, is_won);
    /* A piece that stands in a mill has closed it if it has just come; that was no quiet move. */
    if (pair->is_quick)
        moved &= ~quick_in_mills(&pair->quick, mover);
    for (; moved; moved = bits_rest(moved)) {
        const int to = bits_first(moved);
        for (Bits origins = flies ? empty : pair->quick.neighbours[to] & empty; origins; origins = bits_rest(origins)) {
            const int from = bits_first(origins);
            const Bits before = mover ^ bit(to) ^ bit(from);
            const uint32_t rank = index_rank(index, index_gather(index, open, before), half->mover);
            if (pair->is_quick || turns_allows(pair->rules, before, other, from, to))
                hear(desk, first + rank, before, other, is_won);
        }
    }
}

void spread_deliver(void *context, int number)
{
    Pair *pair = context;
    Desk desk = { .pair = pair, .member = &pair->members[number] };

    while (!pair_is_stopped(pair) && pair_claim(pair, &desk.half, &desk.group)) {
        desk.values = desk.half->values + (uint64_t)desk.group * desk.half->group_blocks * desk.half->block_slots;
        for (int i = 0; i < team_size(pair->team); i++) {
            const Outbox *outbox = &pair->members[i].outbox[pair->filling];
            for (uint32_t sheet = outbox->head[desk.half - pair->half][desk.group]; sheet;
                 sheet = outbox_sheet(outbox, sheet)->next)
                for (uint32_t k = 0; k < outbox_sheet(outbox, sheet)->count; k++)
                    deliver(&desk, outbox_sheet(outbox, sheet)->entry[k]);
        }
    }
}
