/* features.c: on boards made of rings, shifts handle all points of both sides at
 * once; other boards use the line tables. */
#include "features.h"

#include <string.h>

static void count_both(int count[SIDE_NB], PiecePair sets)
{
    count[WHITE] += bits_count(piece_pair_get(sets, WHITE));
    count[BLACK] += bits_count(piece_pair_get(sets, BLACK));
}

static void find_on_rings(const Topology *topology, PiecePair own, PiecePair empty, Features *features)
{
    const PiecePair joined = twice(topology->radial);                  /* connected across rings */
    const PiecePair radial = topology->point_count == 24 ? joined : 0; /* … on lines of three */
    const PiecePair before = from_before(own), after = from_after(own);
    const PiecePair before_2 = from_before(before), after_2 = from_after(after);
    const PiecePair rings = from_ring_1(own) & from_ring_2(own) & radial;

    const PiecePair side_mills = own & before & after & twice(RING_MIDDLES);
    const PiecePair cross_mills = own & rings;
    features->in_mills = side_mills | cross_mills;
    features->mills[WHITE] = features->mills[BLACK] = 0;
    if (features->in_mills) {
        features->in_mills |= from_before(side_mills) | from_after(side_mills);
        count_both(features->mills, side_mills);
        count_both(features->mills, cross_mills & twice(0xFFu));
    }

    const PiecePair middle_gaps = empty & before & after & twice(RING_MIDDLES);
    const PiecePair corner_gaps_before = empty & before & before_2 & twice(RING_CORNERS);
    const PiecePair corner_gaps_after = empty & after & after_2 & twice(RING_CORNERS);
    const PiecePair cross_gaps = empty & rings;
    features->gaps = middle_gaps | corner_gaps_before | corner_gaps_after | cross_gaps;
    features->open_gaps = features->swing_gaps = 0;
    if (features->gaps) {
        const PiecePair across = (own << 8 | own >> 8) & joined;
        features->open_gaps = (middle_gaps & across) | (corner_gaps_before & (after | across))
            | (corner_gaps_after & (before | across)) | (cross_gaps & (before | after));
    }
    if (features->open_gaps && features->in_mills) {
        const PiecePair swing = features->in_mills;
        const PiecePair across = (swing << 8 | swing >> 8) & joined;
        const PiecePair swing_before = from_before(swing), swing_after = from_after(swing);
        features->swing_gaps = (middle_gaps & across) | (corner_gaps_before & (swing_after | across))
            | (corner_gaps_after & (swing_before | across)) | (cross_gaps & (swing_before | swing_after));
    }
    const PiecePair to_before = own & from_before(empty), to_after = own & from_after(empty);
    const PiecePair inwards = own & empty << 8 & joined, outwards = own & empty >> 8 & joined;
    features->moves[WHITE] = features->moves[BLACK] = features->blocked[WHITE] = features->blocked[BLACK] = 0;
    count_both(features->moves, to_before);
    count_both(features->moves, to_after);
    count_both(features->moves, inwards);
    count_both(features->moves, outwards);
    count_both(features->blocked, own & ~(to_before | to_after | inwards | outwards));
}

static Bits completing_of_one(const Topology *topology, Bits these, Bits those, Bits at)
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

PiecePair features_completing_by_lines(const Topology *topology, PiecePair these, PiecePair those, PiecePair at)
{
    return piece_pair(completing_of_one(topology, (Bits)these, (Bits)those, (Bits)at),
                      completing_of_one(topology, (Bits)(these >> 32), (Bits)(those >> 32), (Bits)(at >> 32)));
}

static void find_of_one(const Position *pos, Side side, Features *features)
{
    const Topology *topology = &pos->rules->topology;
    const Bits own = pos->pieces[side], empty = position_empty(pos), in_mills = position_in_mills(pos, side);
    Bits gaps = 0, open_gaps = 0, swing_gaps = 0;

    for (int i = 0; i < topology->line_count; i++) {
        const Bits line = topology->line[i], gap = line & ~own;
        if (!gap)
            features->mills[side]++;
        if (bits_count(gap) != 1 || !(gap & empty))
            continue;
        const Bits movers = topology->neighbours[bits_first(gap)] & own & ~line;
        gaps |= gap;
        open_gaps |= movers ? gap : 0;
        swing_gaps |= movers & in_mills ? gap : 0;
    }
    for (Bits rest = own; rest; rest = bits_rest(rest)) {
        const int moves = bits_count(topology->neighbours[bits_first(rest)] & empty);
        features->moves[side] += moves;
        features->blocked[side] += moves == 0;
    }
    features->in_mills |= (PiecePair)in_mills << 32 * (int)side;
    features->gaps |= (PiecePair)gaps << 32 * (int)side;
    features->open_gaps |= (PiecePair)open_gaps << 32 * (int)side;
    features->swing_gaps |= (PiecePair)swing_gaps << 32 * (int)side;
}

void features_find_by_lines(const Position *pos, Features *features)
{
    memset(features, 0, sizeof *features);
    find_of_one(pos, WHITE, features);
    find_of_one(pos, BLACK, features);
}

void features_find(const Position *pos, Features *features)
{
    if (pos->rules->topology.is_ringed)
        find_on_rings(&pos->rules->topology, position_pieces(pos), twice(position_empty(pos)), features);
    else
        features_find_by_lines(pos, features);
}
