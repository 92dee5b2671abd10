/* retro.c: seeding, then one level after the other until none is left. */
#include "retro.h"

#include "retro_init.h"
#include "retro_propagate.h"

static void run(Pair *pair, TeamWork work)
{
    atomic_store_explicit(&pair->cursor, 0, memory_order_relaxed);
    team_run(pair->team, work, pair);
}

static bool has_failed(const Pair *pair)
{
    for (int i = 0; i < team_size(pair->team); i++)
        if (pair->members[i].has_failed)
            return true;
    return false;
}

static bool has_mail(const Pair *pair)
{
    for (int i = 0; i < team_size(pair->team); i++)
        if (pair->members[i].outbox[pair->filling].used)
            return true;
    return false;
}

/* Delivers all that has been collected, and what that brings at the same level. */
static void deliver_all(Pair *pair)
{
    while (has_mail(pair)) {
        run(pair, spread_deliver);
        for (int i = 0; i < team_size(pair->team); i++)
            outbox_clear(&pair->members[i].outbox[pair->filling], pair);
        pair->filling = !pair->filling;
    }
}

/* A level may be too large for the outboxes; it is then collected in parts. */
static void spread_level(Pair *pair)
{
    const unsigned all = pair->half[0].groups + (pair->half_count == 2 ? pair->half[1].groups : 0);
    unsigned cursor = 0;

    while (cursor < all && !pair_is_stopped(pair) && !has_failed(pair)) {
        atomic_store_explicit(&pair->cursor, cursor, memory_order_relaxed);
        team_run(pair->team, spread_collect, pair);
        cursor = atomic_load_explicit(&pair->cursor, memory_order_relaxed);
        deliver_all(pair);
    }
}

static int next_level(const Pair *pair)
{
    int level = NO_LEVEL;

    for (int i = 0; i < pair->half_count; i++)
        for (uint32_t group = 0; group < pair->half[i].groups; group++)
            level = pair->half[i].next[group] < level ? pair->half[i].next[group] : level;
    return level;
}

static void draw_the_rest(void *context, int number)
{
    Pair *pair = context;
    uint32_t group;
    Half *half;

    (void)number;
    while (pair_claim(pair, &half, &group)) {
        const uint64_t size = (uint64_t)half->group_blocks * half->block_slots, first = group * size;
        const uint64_t end = first + size < half->slots ? first + size : half->slots;
        for (uint64_t slot = first; slot < end; slot++)
            half->values[slot] = half->values[slot] >= VALUE_WIN ? half->values[slot] : VALUE_DRAW;
    }
}

RetroResult retro_solve(Pair *pair, const atomic_bool *stop, atomic_ullong *done)
{
    pair->stop = stop;
    pair->done = done;
    run(pair, seed_work);
    for (int level = 0; level != NO_LEVEL; level = next_level(pair)) {
        if (pair_is_stopped(pair))
            return RETRO_STOPPED;
        if (level >= VALUE_TURNS_MAX)
            return RETRO_TOO_LONG;
        pair->level = level;
        spread_level(pair);
        if (has_failed(pair))
            return RETRO_NO_MEMORY;
    }
    if (pair_is_stopped(pair))
        return RETRO_STOPPED;
    run(pair, draw_the_rest);
    return RETRO_SOLVED;
}

Census retro_census(const Index *index, int mover, int other, const Value *values)
{
    const uint32_t block_slots = index_block_slots(index, mover, other);
    Census census = { 0 };

    for (uint32_t block = 0; block < (uint32_t)index->side[other].count; block++) {
        const Bits open = index->all & ~index->side[other].placement[block];
        const bool is_symmetric = index->side[other].fixed_by[block] != 1;
        Bits inside = ((Bits)1 << mover) - 1;
        for (uint32_t rank = 0; rank < block_slots; rank++, inside = index_next(inside)) {
            const Value value = *values++;
            if (is_symmetric && !index_counts(index, other, block, index_scatter(index, open, inside)))
                continue;
            census.positions++;
            census.wins += value_is_win(value);
            census.losses += value_is_loss(value);
            if (value_is_win(value) && value_turns(value) > census.longest)
                census.longest = value_turns(value);
        }
    }
    census.draws = census.positions - census.wins - census.losses;
    return census;
}
