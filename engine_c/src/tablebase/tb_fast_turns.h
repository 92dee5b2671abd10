/* tb_fast_turns.h: the moving phase on bare sets of points, for rule sets without
 * extra captures. A second, faster way to ask what the engine's rules already
 * say; a test compares both on every position of small subspaces. */
#ifndef TB_FAST_TURNS_H
#define TB_FAST_TURNS_H

#include "tb_turns.h"
#include "tb_values.h"

typedef struct {
    const Rules *rules;
    const Index *index;
    Bits mills_in[INDEX_BYTES][256]; /* points of full lines that lie in one byte */
    Bits line[LINE_MAX];             /* the other lines */
    int line_count;
    Bits neighbours[POINT_MAX];
} Quick;

/* False: these rules need turns.h throughout. */
bool quick_serves(const Rules *rules);
void quick_prepare(Quick *quick, const Rules *rules, const Index *index);

/* The mover has closed so many lines: the best it can take, counted from before that move. */
Value quick_taking(const Quick *quick, const ValueStore *store, Bits mover, Bits other, int lines);

/* The best of the moves that take something; VALUE_NONE without one. */
Value quick_best(const Quick *quick, const ValueStore *store, Bits mover, Bits other);

static inline Bits quick_in_mills(const Quick *quick, Bits set)
{
    Bits in_mills = quick->mills_in[0][set & 255] | quick->mills_in[1][set >> 8 & 255] | quick->mills_in[2][set >> 16];

    for (int i = 0; i < quick->line_count; i++)
        if ((set & quick->line[i]) == quick->line[i])
            in_mills |= quick->line[i];
    return in_mills;
}

/* Lines through pt that are full. */
static inline int quick_lines(const Quick *quick, Bits set, int pt)
{
    const Topology *topology = &quick->rules->topology;
    int count = 0;

    for (int i = 0; i < topology->lines_at[pt]; i++)
        count += (set & topology->pair_at[pt][i]) == topology->pair_at[pt][i];
    return count;
}

static inline bool quick_flies(const Quick *quick, int count) { return count <= quick->rules->fly_at; }

static inline int quick_moves(const Quick *quick, Bits mover, Bits empty, bool flies)
{
    int count = 0;

    if (flies)
        return bits_count(mover) * bits_count(empty);
    for (; mover; mover = bits_rest(mover))
        count += bits_count(quick->neighbours[bits_first(mover)] & empty);
    return count;
}

#endif
