/* shapes.c: boards of rings are looked at with shifts, all points at once;
 * other boards line by line. */
#include "shapes.h"

#include <string.h>

/* Even points of a ring are mid-sides, odd ones corners; a ring is a byte. */
#define CORNERS 0xAAAAAAu
#define MIDDLES 0x555555u

/* Each point sees what its neighbour clockwise, or counterclockwise, holds. */
static Bits from_before(Bits set) { return (set << 1 & 0xFEFEFE) | (set >> 7 & 0x010101); }
static Bits from_after(Bits set) { return (set >> 1 & 0x7F7F7F) | (set << 7 & 0x808080); }

/* Each point of three rings sees what stands one, or two, rings further in. */
static Bits from_ring(Bits set, int rings) { return (set << 8 * rings | set >> (24 - 8 * rings)) & 0xFFFFFF; }

/* Empty neighbours and lines of a board of two or three rings. */
static void find_on_rings(const Topology *topology, Bits own, Bits empty, Shapes *shapes)
{
    const Bits joined = topology->radial;                             /* points joined across rings */
    const Bits radial = topology->point_count == 24 ? joined : 0;     /* … that are lines of three */
    const Bits before = from_before(own), after = from_after(own);
    const Bits before_2 = from_before(before), after_2 = from_after(after);
    const Bits ring_1 = from_ring(own, 1), ring_2 = from_ring(own, 2);

    const Bits side_mills = own & before & after & MIDDLES;
    const Bits cross_mills = own & ring_1 & ring_2 & radial;
    shapes->mills = bits_count(side_mills) + bits_count(cross_mills & 0xFF);
    shapes->in_mills = side_mills | from_before(side_mills) | from_after(side_mills) | cross_mills;

    const Bits middle_gaps = empty & before & after & MIDDLES;
    const Bits corner_gaps_before = empty & before & before_2 & CORNERS;
    const Bits corner_gaps_after = empty & after & after_2 & CORNERS;
    const Bits cross_gaps = empty & ring_1 & ring_2 & radial;
    shapes->gaps = middle_gaps | corner_gaps_before | corner_gaps_after | cross_gaps;
    shapes->open_gaps = shapes->swing_gaps = 0;
    if (shapes->gaps) {
        const Bits across = (own << 8 | own >> 8) & joined;
        shapes->open_gaps = (middle_gaps & across) | (corner_gaps_before & (after | across))
            | (corner_gaps_after & (before | across)) | (cross_gaps & (before | after));
    }
    if (shapes->open_gaps && shapes->in_mills) {
        const Bits swing = shapes->in_mills;
        const Bits across = (swing << 8 | swing >> 8) & joined;
        const Bits swing_before = from_before(swing), swing_after = from_after(swing);
        shapes->swing_gaps = (middle_gaps & across) | (corner_gaps_before & (swing_after | across))
            | (corner_gaps_after & (swing_before | across)) | (cross_gaps & (swing_before | swing_after));
    }
    const Bits to_before = own & from_before(empty), to_after = own & from_after(empty);
    const Bits inwards = own & empty << 8 & joined, outwards = own & empty >> 8 & joined;
    shapes->moves = bits_count(to_before) + bits_count(to_after) + bits_count(inwards) + bits_count(outwards);
    shapes->blocked = bits_count(own & ~(to_before | to_after | inwards | outwards));
}

static Bits completing_on_rings(const Topology *topology, Bits these, Bits those, Bits at)
{
    const Bits radial = topology->point_count == 24 ? topology->radial : 0;
    const Bits before = from_before(these), after = from_after(these);
    const Bits those_before = from_before(those), those_after = from_after(those);
    const Bits sides = ((before & those_after) | (after & those_before)) & MIDDLES;
    const Bits ends = (before & from_before(those_before)) | (those_before & from_before(before))
        | (after & from_after(those_after)) | (those_after & from_after(after));
    const Bits across = (from_ring(these, 1) & from_ring(those, 2)) | (from_ring(those, 1) & from_ring(these, 2));

    return at & (sides | (ends & CORNERS) | (across & radial));
}

Bits shapes_completing_by_lines(const Topology *topology, Bits these, Bits those, Bits at)
{
    Bits points = 0;

    for (int i = 0; i < topology->line_count; i++)
        for (int j = 0; j < 3; j++) {
            const uint8_t *point = topology->line_point[i];
            const Bits one = bit(point[(j + 1) % 3]), other = bit(point[(j + 2) % 3]);
            if ((one & these && other & those) || (one & those && other & these))
                points |= bit(point[j]) & at;
        }
    return points;
}

Bits shapes_completing(const Topology *topology, Bits these, Bits those, Bits at)
{
    return topology->is_ringed ? completing_on_rings(topology, these, those, at)
                               : shapes_completing_by_lines(topology, these, those, at);
}

void shapes_find_by_lines(const Position *pos, Side side, Shapes *shapes)
{
    const Topology *topology = &pos->rules->topology;
    const Bits own = pos->pieces[side], empty = position_empty(pos);

    memset(shapes, 0, sizeof *shapes);
    shapes->in_mills = position_in_mills(pos, side);
    for (int i = 0; i < topology->line_count; i++) {
        const Bits line = topology->line[i], gap = line & ~own;
        if (!gap)
            shapes->mills++;
        if (bits_count(gap) != 1 || !(gap & empty))
            continue;
        const Bits movers = topology->neighbours[bits_first(gap)] & own & ~line;
        shapes->gaps |= gap;
        shapes->open_gaps |= movers ? gap : 0;
        shapes->swing_gaps |= movers & shapes->in_mills ? gap : 0;
    }
    for (Bits rest = own; rest; rest = bits_rest(rest)) {
        const int moves = bits_count(topology->neighbours[bits_first(rest)] & empty);
        shapes->moves += moves;
        shapes->blocked += moves == 0;
    }
}

void shapes_find(const Position *pos, Side side, Shapes *shapes)
{
    if (pos->rules->topology.is_ringed)
        find_on_rings(&pos->rules->topology, pos->pieces[side], position_empty(pos), shapes);
    else
        shapes_find_by_lines(pos, side, shapes);
}
