/* tb_context.c: chunks of a subspace, and contexts kept up to date from slot to slot. */
#include "tb_coding.h"

#include <string.h>

/* Slots of a chunk: enough to code them well, few enough to decode them quickly. */
enum { CHUNK_SLOTS_AIM = 1536 };

static ChunkLayout layout_of(uint32_t block_slots, uint32_t blocks)
{
    ChunkLayout layout = { .parts = 1, .part_slots = block_slots, .joined = 1 };

    if (block_slots < CHUNK_SLOTS_AIM / 2) {
        layout.joined = CHUNK_SLOTS_AIM / block_slots;
        layout.chunks = (blocks + layout.joined - 1) / layout.joined;
    } else {
        layout.parts = (block_slots + CHUNK_SLOTS_AIM / 2) / CHUNK_SLOTS_AIM;
        layout.part_slots = (block_slots + layout.parts - 1) / layout.parts;
        layout.chunks = blocks * layout.parts;
    }
    return layout;
}

void coded_init(CodedSubspace *coded, const Index *index, const Rules *rules, int mover, int other)
{
    memset(coded, 0, sizeof *coded);
    coded->index = index;
    coded->rules = rules;
    coded->mover = mover;
    coded->other = other;
    coded->block_slots = index_block_slots(index, mover, other);
    coded->blocks = (uint32_t)index->side[other].count;
    coded->layout = layout_of(coded->block_slots, coded->blocks);
}

ChunkRange coded_chunk(const CodedSubspace *coded, uint32_t chunk)
{
    const ChunkLayout *layout = &coded->layout;
    const uint32_t block = chunk / layout->parts * layout->joined, end = block + layout->joined;
    const uint32_t first = chunk % layout->parts * layout->part_slots, left = coded->block_slots - first;

    return (ChunkRange){
        .block = block,
        .end = end < coded->blocks ? end : coded->blocks,
        .first = first,
        .count = left < layout->part_slots ? left : layout->part_slots,
    };
}

/* Points where a side could close a mill with its next move. */
static Bits closing_points(const Index *index, const Topology *topology, Bits own, Bits empty, bool flies)
{
    Bits closing = 0;

    for (Bits points = index_completing(index, own) & empty; points; points = bits_rest(points)) {
        const int pt = bits_first(points);
        const Bits movers = own & (flies ? topology->all : topology->neighbours[pt]);
        for (int i = 0; i < topology->lines_at[pt]; i++) {
            const Bits pair = topology->pair_at[pt][i];
            if ((own & pair) == pair && movers & ~pair)
                closing |= bit(pt);
        }
    }
    return closing;
}

/* The distance to the slot in which piece n stands one point lower, if that point is free. */
static uint32_t distance_back(const Context *context, int n)
{
    const int lower = context->at[n] - 1, below = n ? context->at[n - 1] : -1;
    return n < context->count && lower > below ? context->index->binomial[lower][n] : 0;
}

/* Updates the distances that depend on the pieces up to `changed`. */
static void update_back(Context *context, int changed)
{
    const int last = changed + 1 < CONTEXT_SLOTS ? changed + 1 : CONTEXT_SLOTS - 1;

    for (int n = 0; n <= last; n++)
        context->back[n] = distance_back(context, n);
    /* With few pieces some entries are free for other nearby slots. */
    if (context->count <= 4)
        context->back[4] = context->at[0] >= 2 ? 2 : 0;
    if (context->count <= 3)
        context->back[3] = context->at[0] >= 1 ? (uint32_t)context->at[1] : 0;
}

void context_start(Context *context, const CodedSubspace *coded, uint32_t block, uint32_t rank)
{
    const Index *index = coded->index;
    const Rules *rules = coded->rules;
    const Bits other = index->side[coded->other].placement[block];
    int n = 0;

    *context = (Context){ .index = index, .rules = rules, .count = coded->mover };
    context->flies = coded->mover <= rules->fly_at;
    context->open = index->all & ~other;
    context->threats = closing_points(index, &rules->topology, other, context->open, coded->other <= rules->fly_at);
    context->inside = index_unrank(index, rank, coded->mover);
    for (Bits rest = context->inside; rest; rest = bits_rest(rest))
        context->at[n++] = bits_first(rest);
    context->at[n] = POINT_MAX + 1;
    update_back(context, CONTEXT_SLOTS);
}

void context_next(Context *context)
{
    int moved = 0;

    while (context->at[moved] + 1 == context->at[moved + 1]) {
        context->at[moved] = moved;
        moved++;
    }
    context->at[moved]++;
    context->inside = index_next(context->inside);
    context->step++;
    update_back(context, moved);
}

static uint32_t at_most_two(Bits set) { return !set ? 0 : set & (set - 1) ? 2 : 1; }

int context_nearby_dtw(const Context *context, const TbValue *before, TbValue wdl)
{
    for (int n = 0; n < CONTEXT_SLOTS; n++) {
        const uint32_t back = context->back[n];
        if (back && back <= context->step && (before[context->step - back] & TB_WDL_MASK) == wdl)
            return tb_value_dtw(before[context->step - back]);
    }
    return DTW_NONE;
}

uint32_t context_number(const Context *context, const TbValue *before)
{
    const Bits mover = index_scatter(context->index, context->open, context->inside), empty = context->open & ~mover;
    uint32_t number = 0;

    for (int n = 0; n < CONTEXT_SLOTS; n++) {
        const uint32_t back = context->back[n];
        const bool has_slot = back && back <= context->step;
        number = number << 2 | (has_slot ? tb_value_wdl(before[context->step - back]) : (uint32_t)WDL_UNKNOWN);
    }
    const Bits closing = closing_points(context->index, &context->rules->topology, mover, empty, context->flies);
    return (number * 3 + at_most_two(closing)) * 3 + at_most_two(context->threats & empty);
}
