/* features.h: mills, open mills and mobility of both sides. */
#pragma once

#include "game/position.h"

/* A gap is an empty point where an own piece closes a mill. */
typedef struct {
    PiecePair in_mills;
    PiecePair gaps;
    PiecePair open_gaps;  /* gaps that an own piece off the line can slide into */
    PiecePair swing_gaps; /* open gaps that a piece in another mill can slide into */
    int mills[SIDE_NB];
    int moves[SIDE_NB];   /* slides to empty neighbours */
    int blocked[SIDE_NB]; /* pieces without an empty neighbour */
} Features;

void features_find(const Position *pos, Features *features);

/* The same as features_find and features_completing from the line tables, for any board; slow. */
void features_find_by_lines(const Position *pos, Features *features);
PiecePair features_completing_by_lines(const Topology *topology, PiecePair these, PiecePair those, PiecePair at);

/* The neighbours before and after each point of a ring, clockwise. */
static inline PiecePair from_before(PiecePair set)
{
    return (set << 1 & twice(0xFEFEFEu)) | (set >> 7 & twice(0x010101u));
}
static inline PiecePair from_after(PiecePair set)
{
    return (set >> 1 & twice(0x7F7F7Fu)) | (set << 7 & twice(0x808080u));
}

/* The points one and two rings further in, cyclically, on three rings. */
static inline PiecePair from_ring_1(PiecePair set)
{
    return (set << 8 & twice(0xFFFF00u)) | (set >> 16 & twice(0x0000FFu));
}
static inline PiecePair from_ring_2(PiecePair set)
{
    return (set << 16 & twice(0xFF0000u)) | (set >> 8 & twice(0x00FFFFu));
}

static inline PiecePair features_completing_on_rings(const Topology *topology, PiecePair these, PiecePair those,
                                                     PiecePair at)
{
    const PiecePair radial = topology->point_count == 24 ? twice(topology->radial) : 0;
    const PiecePair before = from_before(these), after = from_after(these);
    const PiecePair those_before = from_before(those), those_after = from_after(those);
    const PiecePair sides = ((before & those_after) | (after & those_before)) & twice(RING_MIDDLES);
    const PiecePair ends = (before & from_before(those_before)) | (those_before & from_before(before))
        | (after & from_after(those_after)) | (those_after & from_after(after));
    const PiecePair across = (from_ring_1(these) & from_ring_2(those)) | (from_ring_1(those) & from_ring_2(these));

    return at & (sides | (ends & twice(RING_CORNERS)) | (across & radial));
}

/* Points of `at` on a line whose other two points are one in `these` and one in
 * `those`. Inlined, since most calls have the same points in both. */
static inline PiecePair features_completing(const Topology *topology, PiecePair these, PiecePair those, PiecePair at)
{
    return topology->is_ringed ? features_completing_on_rings(topology, these, those, at)
                               : features_completing_by_lines(topology, these, those, at);
}
