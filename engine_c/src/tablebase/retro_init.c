/* retro_init.c: seeding block by block. */
#include "retro_init.h"

#include <string.h>

static Oracle pair_oracle(const Pair *pair)
{
    return (Oracle){ value_store_get, pair->store };
}

Value seed_best_taking(const Pair *pair, Bits mover, Bits other)
{
    if (pair->is_quick)
        return quick_best(&pair->quick, pair->store, mover, other);
    const Oracle oracle = pair_oracle(pair);
    return turns_outlook(&oracle, pair->rules, mover, other).best;
}

static Value slot_of(Outlook outlook)
{
    if (outlook.is_forced && outlook.best == VALUE_NONE)
        return SLOT_PASSES;
    if (outlook.best == VALUE_NONE)
        return (Value)outlook.quiet;
    if (value_is_win(outlook.best))
        return outlook.best;
    if (outlook.best == VALUE_DRAW)
        return SLOT_SAFE;
    return outlook.quiet ? (Value)(SLOT_LOSING | outlook.quiet) : outlook.best;
}

static Value stuck_slot(const Pair *pair, Bits mover, Bits other)
{
    if (pair->rules->value.StalemateAction == STALEMATE_LOSES)
        return VALUE_LOSS;
    const Oracle oracle = pair_oracle(pair);
    return slot_of(turns_outlook(&oracle, pair->rules, mover, other));
}

/* Every way to have come to a mill just now, backwards: what the mill takes
 * is looked up once and noted at all the places the piece can have come from. */
static void note_mills(const Pair *pair, const Half *half, Member *member, Bits other)
{
    const Quick *quick = &pair->quick;
    const Index *index = pair->index;
    const Bits open = index->all & ~other;
    const bool flies = quick_flies(quick, half->mover);

    for (uint32_t rank = 0; rank < half->block_slots; rank++) {
        const Bits mover = index_scatter(index, open, half->inside[rank]);
        const Bits empty = open & ~mover;
        Value taking[LINES_AT_POINT_MAX + 1];
        memset(taking, 0xFF, sizeof taking);
        for (Bits in_mills = quick_in_mills(quick, mover); in_mills; in_mills = bits_rest(in_mills)) {
            const int to = bits_first(in_mills);
            Bits origins = flies ? empty : quick->neighbours[to] & empty;
            if (!origins)
                continue;
            const int lines = quick->rules->value.MayRemoveMultiple ? quick_lines(quick, mover, to) : 1;
            if (taking[lines] == VALUE_NONE)
                taking[lines] = quick_taking(quick, pair->store, mover, other, lines);
            for (; origins; origins = bits_rest(origins)) {
                const Bits before = mover ^ bit(to) ^ (origins & -origins);
                const uint32_t slot = index_rank(index, index_gather(index, open, before), half->mover);
                member->taking[slot]++;
                if (value_is_better(taking[lines], member->best[slot]))
                    member->best[slot] = taking[lines];
            }
        }
    }
}

static void seed_block_quickly(const Pair *pair, Half *half, Member *member, uint32_t block)
{
    const Index *index = pair->index;
    const Bits other = index->side[half->other].placement[block], open = index->all & ~other;
    const bool flies = quick_flies(&pair->quick, half->mover);
    Value *values = half->values + (uint64_t)block * half->block_slots;

    memset(member->best, 0xFF, half->block_slots * sizeof *member->best);
    memset(member->taking, 0, half->block_slots);
    note_mills(pair, half, member, other);
    for (uint32_t rank = 0; rank < half->block_slots; rank++) {
        const Bits mover = index_scatter(index, open, half->inside[rank]);
        const int moves = quick_moves(&pair->quick, mover, open & ~mover, flies);
        values[rank] = moves ? slot_of((Outlook){ false, moves - member->taking[rank], member->best[rank] })
                             : stuck_slot(pair, mover, other);
    }
}

static void seed_block_by_turns(const Pair *pair, Half *half, uint32_t block)
{
    const Index *index = pair->index;
    const Bits other = index->side[half->other].placement[block], open = index->all & ~other;
    const Oracle oracle = pair_oracle(pair);
    Value *values = half->values + (uint64_t)block * half->block_slots;

    for (uint32_t rank = 0; rank < half->block_slots; rank++) {
        const Bits mover = index_scatter(index, open, half->inside[rank]);
        values[rank] = slot_of(turns_outlook(&oracle, pair->rules, mover, other));
    }
}

void seed_work(void *context, int number)
{
    Pair *pair = context;
    Member *member = &pair->members[number];
    uint32_t group;
    Half *half;

    while (!pair_is_stopped(pair) && pair_claim(pair, &half, &group)) {
        const uint32_t first = group * half->group_blocks;
        const uint32_t end = first + half->group_blocks < half->blocks ? first + half->group_blocks : half->blocks;
        for (uint32_t block = first; block < end; block++) {
            if (pair->is_quick)
                seed_block_quickly(pair, half, member, block);
            else
                seed_block_by_turns(pair, half, block);
        }
        half->next[group] = 0;
        atomic_fetch_add_explicit(pair->done, (uint64_t)(end - first) * half->block_slots, memory_order_relaxed);
    }
}
