/* patterns.h: numbers the states of parts of the board, for learned evaluations. */
#pragma once

#include "game/topology.h"

enum {
    PATTERN_MAX = 7, /* of a board: three rings and four sides */
    PATTERN_POINTS_MAX = 9,
    PATTERN_RINGS_MAX = 3,     /* bytes of a bitboard */
    PATTERN_STATES_MAX = 32805 /* two kinds of rings and one of sides */
};

/* One lane for each pattern. Not every malloc aligns to 16 bytes. */
typedef uint16_t PatternLanes __attribute__((vector_size(16), aligned(8)));

/* The patterns of a board. A state is a number in base three; symmetric states share an index. */
typedef struct {
    int count;
    int index_count;
    PatternLanes first;                          /* where the states of a pattern begin in `index` */
    PatternLanes digits[PATTERN_RINGS_MAX][256]; /* what the pieces on a ring add to each state */
    uint16_t index[PATTERN_STATES_MAX];
} Patterns;

void patterns_build(Patterns *patterns, const Topology *topology);

/* The index of every pattern, seen by the side with the pieces `own`. Lanes past the last pattern get one too, so
 * that the loop has a fixed length. */
static inline void patterns_find(const Patterns *patterns, Bits own, Bits theirs, int index[PATTERN_MAX])
{
    PatternLanes state = patterns->first, others = { 0 };

    for (int ring = 0; ring < PATTERN_RINGS_MAX; ring++) {
        state += patterns->digits[ring][own >> 8 * ring & 255];
        others += patterns->digits[ring][theirs >> 8 * ring & 255];
    }
    state += others + others;
    for (int i = 0; i < PATTERN_MAX; i++)
        index[i] = patterns->index[state[i]];
}
