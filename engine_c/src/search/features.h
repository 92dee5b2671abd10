/* features.h: mills, open mills and mobility of both sides. */
#ifndef FEATURES_H
#define FEATURES_H

#include "game/position.h"

/* A gap is an empty point where an own piece closes a mill. */
typedef struct {
    Both in_mills;
    Both gaps;
    Both open_gaps;  /* gaps that an own piece off the line can slide into */
    Both swing_gaps; /* open gaps that a piece in another mill can slide into */
    int mills[SIDE_NB];
    int moves[SIDE_NB];   /* slides to empty neighbours */
    int blocked[SIDE_NB]; /* pieces without an empty neighbour */
} Features;

void features_find(const Position *pos, Features *features);

/* The same as features_find and features_completing from the line tables, for any board; slow. */
void features_find_by_lines(const Position *pos, Features *features);
Both features_completing_by_lines(const Topology *topology, Both these, Both those, Both at);

/* The neighbours before and after each point of a ring, clockwise. */
static inline Both from_before(Both set) { return (set << 1 & twice(0xFEFEFEu)) | (set >> 7 & twice(0x010101u)); }
static inline Both from_after(Both set) { return (set >> 1 & twice(0x7F7F7Fu)) | (set << 7 & twice(0x808080u)); }

/* The points one and two rings further in, cyclically, on three rings. */
static inline Both from_ring_1(Both set) { return (set << 8 & twice(0xFFFF00u)) | (set >> 16 & twice(0x0000FFu)); }
static inline Both from_ring_2(Both set) { return (set << 16 & twice(0xFF0000u)) | (set >> 8 & twice(0x00FFFFu)); }

static inline Both features_completing_on_rings(const Topology *topology, Both these, Both those, Both at)
{
    const Both radial = topology->point_count == 24 ? twice(topology->radial) : 0;
    const Both before = from_before(these), after = from_after(these);
    const Both those_before = from_before(those), those_after = from_after(those);
    const Both sides = ((before & those_after) | (after & those_before)) & twice(RING_MIDDLES);
    const Both ends = (before & from_before(those_before)) | (those_before & from_before(before))
        | (after & from_after(those_after)) | (those_after & from_after(after));
    const Both across = (from_ring_1(these) & from_ring_2(those)) | (from_ring_1(those) & from_ring_2(these));

    return at & (sides | (ends & twice(RING_CORNERS)) | (across & radial));
}

/* Points of `at` on a line whose other two points are one in `these` and one in
 * `those`. Inlined, since most calls have the same points in both. */
static inline Both features_completing(const Topology *topology, Both these, Both those, Both at)
{
    return topology->is_ringed ? features_completing_on_rings(topology, these, those, at)
                               : features_completing_by_lines(topology, these, those, at);
}

#endif
