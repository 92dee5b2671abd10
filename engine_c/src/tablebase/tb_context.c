/* tb_context.c: contexts, kept up to date from slot to slot. */
#include "tb_context.h"

#include <string.h>

/* Slots of a chunk: enough to code them well, few enough to decode them quickly. */
enum { PART_AIM = 1536 };

static Cut cut_blocks(uint32_t block_slots, uint32_t blocks)
{
    Cut cut = { .parts = 1, .part_slots = block_slots, .joined = 1 };

    if (block_slots < PART_AIM / 2) {
        cut.joined = PART_AIM / block_slots;
        cut.chunks = (blocks + cut.joined - 1) / cut.joined;
    } else {
        cut.parts = (block_slots + PART_AIM / 2) / PART_AIM;
        cut.part_slots = (block_slots + cut.parts - 1) / cut.parts;
        cut.chunks = blocks * cut.parts;
    }
    return cut;
}

void walk_shape(Packed *packed, const Index *index, const Look *look, int mover, int other)
{
    memset(packed, 0, sizeof *packed);
    packed->index = index;
    packed->look = look;
    packed->mover = mover;
    packed->other = other;
    packed->block_slots = index_block_slots(index, mover, other);
    packed->blocks = (uint32_t)index->side[other].count;
    packed->cut = cut_blocks(packed->block_slots, packed->blocks);
}

/* Points where own pieces could close a line now. */
static Bits closing(const Look *look, Bits own, Bits empty, bool flies)
{
    const Topology *topology = look->topology;
    Bits points = look->completing[0][own & 255] | look->completing[1][own >> 8 & 255] | look->completing[2][own >> 16];
    Bits closed = 0;

    for (int i = 0; i < look->line_count; i++) {
        const Bits missing = look->line[i] & ~own;
        points |= missing & (missing - 1) ? 0 : missing;
    }
    for (points &= empty; points; points = bits_rest(points)) {
        const int pt = bits_first(points);
        const Bits movers = own & (flies ? topology->all : topology->neighbours[pt]);
        for (int i = 0; i < topology->lines_at[pt]; i++) {
            const Bits pair = topology->pair_at[pt][i];
            if ((own & pair) == pair && movers & ~pair)
                closed |= bit(pt);
        }
    }
    return closed;
}

void look_prepare(Look *look, const Rules *rules)
{
    *look = (Look){ .topology = &rules->topology, .fly_at = rules->fly_at };
    for (int i = 0; i < rules->topology.line_count; i++) {
        const Bits line = rules->topology.line[i];
        const int byte = bits_first(line) / 8;
        if (line & ~((Bits)255 << 8 * byte)) {
            look->line[look->line_count++] = line;
            continue;
        }
        for (Bits set = 0; set < 256; set++) {
            const Bits missing = line & ~(set << 8 * byte);
            if (!(missing & (missing - 1)))
                look->completing[byte][set] |= missing;
        }
    }
}

/* The slot in which piece n stands one place lower, if that place is free. */
static uint32_t back_by(const Walk *walk, int n)
{
    const int lower = walk->at[n] - 1, below = n ? walk->at[n - 1] : -1;
    return n < walk->count && lower > below ? walk->index->binomial[lower][n] : 0;
}

/* Looks again at the slots that depend on the first pieces up to `changed`. */
static void update_back(Walk *walk, int changed)
{
    const int last = changed + 1 < PACKED_NEAR ? changed + 1 : PACKED_NEAR - 1;

    for (int n = 0; n <= last; n++)
        walk->back[n] = back_by(walk, n);
    /* With few pieces there is room for other slots nearby. */
    if (walk->count <= 4)
        walk->back[4] = walk->at[0] >= 2 ? 2 : 0;
    if (walk->count <= 3)
        walk->back[3] = walk->at[0] >= 1 ? (uint32_t)walk->at[1] : 0;
}

void walk_start(Walk *walk, const Packed *packed, uint32_t block, uint32_t rank)
{
    const Index *index = packed->index;
    const Bits other = index->side[packed->other].placement[block];
    int n = 0;

    *walk = (Walk){ .index = index, .look = packed->look, .count = packed->mover };
    walk->flies = packed->mover <= packed->look->fly_at;
    walk->open = index->all & ~other;
    walk->threats = closing(packed->look, other, walk->open, packed->other <= packed->look->fly_at);
    walk->inside = index_unrank(index, rank, packed->mover);
    for (Bits rest = walk->inside; rest; rest = bits_rest(rest))
        walk->at[n++] = bits_first(rest);
    walk->at[n] = POINT_MAX + 1;
    update_back(walk, PACKED_NEAR);
}

void walk_next(Walk *walk)
{
    int moved = 0;

    while (walk->at[moved] + 1 == walk->at[moved + 1]) {
        walk->at[moved] = moved;
        moved++;
    }
    walk->at[moved]++;
    walk->inside = index_next(walk->inside);
    walk->step++;
    update_back(walk, moved);
}

static uint32_t at_most_two(Bits set) { return !set ? 0 : set & (set - 1) ? 2 : 1; }

int walk_nearby(const Walk *walk, const Value *before, Value kind)
{
    for (int n = 0; n < PACKED_NEAR; n++) {
        const uint32_t back = walk->back[n];
        if (back && back <= walk->step && (before[walk->step - back] & VALUE_KIND) == kind)
            return value_turns(before[walk->step - back]);
    }
    return TURNCODE_NONE;
}

uint32_t walk_context(const Walk *walk, const Value *before)
{
    const Bits mover = index_scatter(walk->index, walk->open, walk->inside), empty = walk->open & ~mover;
    uint32_t context = 0;

    for (int n = 0; n < PACKED_NEAR; n++) {
        const uint32_t back = walk->back[n];
        const bool is_there = back && back <= walk->step;
        context = context << 2 | (is_there ? packed_symbol(before[walk->step - back]) : (uint32_t)PACKED_UNKNOWN);
    }
    const Bits closed = closing(walk->look, mover, empty, walk->flies);
    return (context * 3 + at_most_two(closed)) * 3 + at_most_two(walk->threats & empty);
}

uint32_t walk_part(const Packed *packed, uint32_t chunk, uint32_t *first)
{
    *first = chunk % packed->cut.parts * packed->cut.part_slots;
    const uint32_t left = packed->block_slots - *first;
    return left < packed->cut.part_slots ? left : packed->cut.part_slots;
}
