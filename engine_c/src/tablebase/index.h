/* index.h: every placement of two sides' pieces as a number without gaps, up
 * to the board's symmetries. Knows a board; knows no rules and no values.
 *
 * A subspace holds the positions in which the side to move has `mover` pieces
 * and the other side `other`. It is cut into blocks, one for each placement
 * of the other side up to symmetry; a slot in a block is the rank of the
 * mover's pieces among the points that are left. The other side's placement
 * is the one that is fixed because a mover never changes it: all positions
 * from which a move leads to one position then lie in one block.
 *
 * A placement that is itself symmetric leaves some of its block's slots
 * equal to others; the least of them is the one that counts. */
#ifndef INDEX_H
#define INDEX_H

#include "game/topology.h"

enum { INDEX_HALF = 12, INDEX_BYTES = 3 };

typedef struct {
    int count;            /* placements up to symmetry */
    Bits *placement;      /* each of them, the least of its kind */
    uint16_t *fixed_by;   /* symmetries that leave it as it is, one in each bit */
    uint32_t *image;      /* by rank: number of the placement << 4 | the symmetry that leads there */
} IndexSide;

typedef struct {
    int point_count, symmetry_count, most;
    Bits all;
    uint32_t binomial[POINT_MAX + 1][POINT_MAX + 1];
    uint32_t rank_low[1 << INDEX_HALF];
    uint32_t rank_high[PIECES_MAX + 1][1 << INDEX_HALF];
    Bits turned[SYMMETRY_MAX][INDEX_BYTES][256];
    uint8_t gathered[256][256];  /* [set][byte]: the bits of byte that are in set, moved together */
    uint8_t scattered[256][256]; /* the inverse */
    IndexSide side[PIECES_MAX + 1];
} Index;

/* For up to so many pieces a side; NULL without memory. */
Index *index_new(const Topology *topology, int most);
void index_free(Index *index);

uint64_t index_slots(const Index *index, int mover, int other);
uint32_t index_block_slots(const Index *index, int mover, int other); /* slots of one block */

uint64_t index_of(const Index *index, Bits mover, Bits other);
void index_place(const Index *index, int mover_count, int other_count, uint64_t slot, Bits *mover, Bits *other);

/* True for one slot of those that stand for the same position. */
bool index_counts(const Index *index, int other_count, uint32_t block, Bits mover);

/* The pieces' rank among all sets of that many points. */
static inline uint32_t index_rank(const Index *index, Bits set, int count)
{
    return index->rank_low[set & ((1 << INDEX_HALF) - 1)] + index->rank_high[count][set >> INDEX_HALF];
}

Bits index_unrank(const Index *index, uint32_t rank, int count);

static inline Bits index_turn(const Index *index, int symmetry, Bits set)
{
    const Bits (*turned)[256] = index->turned[symmetry];
    return turned[0][set & 255] | turned[1][set >> 8 & 255] | turned[2][set >> 16];
}

/* The bits of set that are in `open`, moved together; and back. */
static inline Bits index_gather(const Index *index, Bits open, Bits set)
{
    const int first = bits_count(open & 255), second = first + bits_count(open & 0xFF00);

    return (Bits)index->gathered[open & 255][set & 255]
        | (Bits)index->gathered[open >> 8 & 255][set >> 8 & 255] << first
        | (Bits)index->gathered[open >> 16][set >> 16] << second;
}

static inline Bits index_scatter(const Index *index, Bits open, Bits set)
{
    const int first = bits_count(open & 255), second = first + bits_count(open & 0xFF00);

    return (Bits)index->scattered[open & 255][set & 255]
        | (Bits)index->scattered[open >> 8 & 255][set >> first & 255] << 8
        | (Bits)index->scattered[open >> 16][set >> second & 255] << 16;
}

/* The next larger set of as many points. */
static inline Bits index_next(Bits set)
{
    const Bits low = set & -set, up = set + low;
    return up | ((set ^ up) / low >> 2);
}

#endif
