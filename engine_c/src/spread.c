/* spread.c: from a decided position back to those that move to it.
 *
 * All of them lie in one block, that of the placement of the side to move in
 * the decided position. So decided positions are first sorted by the group of
 * blocks they act on; then each group is worked on while it is in the cache,
 * by one member alone, without locks. */
#include "spread.h"

#include "seed.h"

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

/* Sends a decided position where it acts. If the block it acts on is
 * symmetric, all its images act, for every slot of such a block is kept. */
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

/* Looks at some slots at once: is one at this level, and what is the next level? */
enum { GLANCE = 64 };

static bool glance(const Value *values, int level, uint16_t *next)
{
    const Value won = (Value)(VALUE_WIN | level), lost = (Value)(VALUE_LOSS | level);
    uint16_t found = 0, least = *next;

    for (int i = 0; i < GLANCE; i++) {
        const Value value = values[i];
        const uint16_t turns = value & VALUE_TURNS;
        const uint16_t waits = value >= VALUE_WIN && turns > level ? turns : NO_LEVEL;
        found |= (value == won) | (value == lost);
        least = waits < least ? waits : least;
    }
    *next = least;
    return found;
}

static void collect_block(Pair *pair, Member *member, Half *half, uint32_t block, uint16_t *next)
{
    const Value *values = half->values + (uint64_t)block * half->block_slots;
    const Bits open = pair->index->all & ~pair->index->side[half->other].placement[block];
    Outbox *outbox = &member->outbox[pair->filling];

    for (uint32_t start = 0; start < half->block_slots; start += GLANCE) {
        const uint32_t end = start + GLANCE < half->block_slots ? start + GLANCE : half->block_slots;
        Value some[GLANCE] = { 0 };
        const Value *seen = values + start;
        if (end - start < GLANCE)
            seen = memcpy(some, seen, (end - start) * sizeof *seen);
        if (!glance(seen, pair->level, next))
            continue;
        for (uint32_t rank = start; rank < end; rank++)
            if (values[rank] >= VALUE_WIN && value_turns(values[rank]) == pair->level)
                post(pair, member, outbox, half, block, index_scatter(pair->index, open, half->inside[rank]),
                     value_is_win(values[rank]));
    }
}

void spread_collect(void *context, int number)
{
    Pair *pair = context;
    Member *member = &pair->members[number];
    uint32_t group;
    Half *half;

    while (!pair_is_stopped(pair) && member->outbox[pair->filling].used < pair->sheet_limit
           && pair_claim(pair, &half, &group)) {
        if (half->next[group] != pair->level)
            continue;
        const uint32_t first = group * half->group_blocks;
        uint16_t next = NO_LEVEL;
        for (uint32_t block = first; block < first + half->group_blocks && block < half->blocks; block++)
            collect_block(pair, member, half, block, &next);
        half->next[group] = next;
    }
    atomic_fetch_add_explicit(pair->done, member->decided, memory_order_relaxed);
    member->decided = 0;
}

/* All quiet moves of a slot are known to lose. */
static void lose(const Pair *pair, Half *half, uint32_t group, Value *slot, Bits mover, Bits other)
{
    int turns = pair->level + 1;

    if (*slot & SLOT_LOSING) {
        const Value best = seed_best_taking(pair, mover, other);
        turns = value_turns(best) > turns ? value_turns(best) : turns;
    }
    *slot = (Value)(VALUE_LOSS | turns);
    half_wait(half, group, turns);
}

/* A move leads from this slot to a position that is won or lost for the other side. */
static void hear(const Pair *pair, Half *half, uint32_t group, Value *slot, Bits mover, Bits other, bool is_won)
{
    const Value value = *slot;
    const int turns = pair->level + 1;

    if (!is_won) {
        if (value < VALUE_WIN || (value_is_win(value) && value_turns(value) > turns)) {
            *slot = (Value)(VALUE_WIN | turns);
            half_wait(half, group, turns);
        }
        return;
    }
    if (value >= VALUE_WIN || value & SLOT_SAFE)
        return;
    *slot = (Value)(value - 1);
    if (!(*slot & SLOT_QUIET))
        lose(pair, half, group, slot, mover, other);
}

/* The side that cannot move passes: what it gets is what the other side has. */
static void pass(Pair *pair, Member *member, const Half *half, Value *slot, uint32_t block, Bits mover, bool is_won)
{
    if (*slot != SLOT_PASSES)
        return;
    *slot = (Value)((is_won ? VALUE_LOSS : VALUE_WIN) | pair->level);
    post(pair, member, &member->outbox[!pair->filling], half, block, mover, !is_won);
}

static void deliver(Pair *pair, Member *member, Half *half, uint32_t group, uint32_t entry)
{
    const Index *index = pair->index;
    const uint32_t block = group * half->group_blocks + (entry >> ENTRY_BLOCK_SHIFT);
    const Bits other = index->side[half->other].placement[block], open = index->all & ~other;
    const Bits mover = entry & (ENTRY_WON - 1), empty = open & ~mover;
    const bool is_won = entry & ENTRY_WON, flies = quick_flies(&pair->quick, half->mover);
    Value *values = half->values + (uint64_t)block * half->block_slots;
    Bits moved = mover;

    if (pair->rules->value.StalemateAction == STUCK_PASSES)
        pass(pair, member, half, &values[index_rank(index, index_gather(index, open, mover), half->mover)], block, mover,
             is_won);
    /* A piece that stands in a mill has closed it if it has just come; that was no quiet move. */
    if (pair->is_quick)
        moved &= ~quick_in_mills(&pair->quick, mover);
    for (; moved; moved = bits_rest(moved)) {
        const int to = bits_first(moved);
        for (Bits origins = flies ? empty : pair->quick.neighbours[to] & empty; origins; origins = bits_rest(origins)) {
            const int from = bits_first(origins);
            const Bits before = mover ^ bit(to) ^ bit(from);
            if (!pair->is_quick && !turns_allows(pair->rules, before, other, from, to))
                continue;
            Value *slot = &values[index_rank(index, index_gather(index, open, before), half->mover)];
            hear(pair, half, group, slot, before, other, is_won);
        }
    }
}

void spread_deliver(void *context, int number)
{
    Pair *pair = context;
    const int members = team_size(pair->team);
    uint32_t group;
    Half *half;

    while (!pair_is_stopped(pair) && pair_claim(pair, &half, &group))
        for (int i = 0; i < members; i++) {
            const Outbox *outbox = &pair->members[i].outbox[pair->filling];
            for (uint32_t sheet = outbox->head[half - pair->half][group]; sheet; sheet = outbox_sheet(outbox, sheet)->next)
                for (uint32_t k = 0; k < outbox_sheet(outbox, sheet)->count; k++)
                    deliver(pair, &pair->members[number], half, group, outbox_sheet(outbox, sheet)->entry[k]);
        }
}
