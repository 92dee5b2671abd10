/* index.h: numbers positions without gaps, up to the board's symmetries: one block for
 * each placement of the other side, and one slot in it for each placement of the mover. */
#pragma once

#include "game/patterns.h"

#include <pthread.h>
#include <stdatomic.h>

enum { INDEX_HALF = 12, INDEX_BYTES = 3 };

typedef struct {
    int count;          /* placements up to symmetry */
    Bits *placement;    /* the smallest set of each class */
    uint16_t *fixed_by; /* symmetries that map it to itself, one in each bit */
    uint32_t *image;    /* by rank: number of the placement << 4 | the symmetry that maps to it */
    atomic_bool is_numbered;
} IndexSide;

/* Numbering all takes most of the time to open a tablebase, so each count of pieces waits for its first use. */
typedef struct {
    pthread_mutex_t numbering;
    IndexSide side[PIECES_MAX + 1];
} IndexSides;

typedef struct {
    int point_count, symmetry_count, most;
    Bits all;
    uint32_t binomial[POINT_MAX + 1][POINT_MAX + 1];
    uint32_t rank_low[1 << INDEX_HALF];
    uint32_t rank_high[PIECES_MAX + 1][1 << INDEX_HALF];
    Bits mapped[SYMMETRY_MAX][INDEX_BYTES][256];
    uint8_t gathered[256][256];        /* [set][byte]: the bits of byte that are in set, moved together */
    uint8_t scattered[256][256];       /* the inverse */
    Bits in_mills[INDEX_BYTES][256];   /* points of full lines that lie in one byte */
    Bits completing[INDEX_BYTES][256]; /* points that complete such a line */
    Bits long_line[LINE_MAX];          /* lines that lie in more than one byte */
    int long_line_count;
    Patterns patterns;
    int inverse[SYMMETRY_MAX];
    IndexSides *sides;
} Index;

/* For up to `most` pieces a side; NULL: out of memory. */
Index *index_new(const Topology *topology, int most);
void index_free(Index *index);

void index_number(const Index *index, int count); /* the placements of one count, unless another thread did */

/* The numbered placements of `count` pieces. */
static inline const IndexSide *index_side(const Index *index, int count)
{
    const IndexSide *side = &index->sides->side[count];

    if (!atomic_load_explicit(&side->is_numbered, memory_order_acquire))
        index_number(index, count);
    return side;
}

int index_blocks(const Index *index, int count); /* placements of `count` pieces up to symmetry */
uint64_t index_slots(const Index *index, int mover, int other);
uint32_t index_block_slots(const Index *index, int mover, int other); /* slots of one block */

uint64_t index_of(const Index *index, Bits mover, Bits other);
void index_pieces(const Index *index, int mover_count, int other_count, uint64_t slot, Bits *mover, Bits *other);

/* The pieces of a random slot. */
void index_sample(const Index *index, int mover_count, int other_count, uint64_t *seed, Bits *mover, Bits *other);

/* True for exactly one of the slots that hold the same position. */
bool index_is_canonical(const Index *index, int other_count, uint32_t block, Bits mover);

/* The slot with the smallest rank among those that hold the same position. */
uint64_t index_canonical(const Index *index, int mover_count, int other_count, uint64_t slot);

/* The rank of a set among all sets of `count` points. */
static inline uint32_t index_rank(const Index *index, Bits set, int count)
{
    return index->rank_low[set & ((1 << INDEX_HALF) - 1)] + index->rank_high[count][set >> INDEX_HALF];
}

Bits index_unrank(const Index *index, uint32_t rank, int count);

static inline Bits index_map(const Index *index, int symmetry, Bits set)
{
    const Bits(*mapped)[256] = index->mapped[symmetry];
    return mapped[0][set & 255] | mapped[1][set >> 8 & 255] | mapped[2][set >> 16];
}

/* The pieces of a set that stand in mills. */
static inline Bits index_in_mills(const Index *index, Bits set)
{
    Bits points = index->in_mills[0][set & 255] | index->in_mills[1][set >> 8 & 255] | index->in_mills[2][set >> 16];

    for (int i = 0; i < index->long_line_count; i++)
        if ((set & index->long_line[i]) == index->long_line[i])
            points |= index->long_line[i];
    return points;
}

/* The points that complete a line of which the set has the other two. */
static inline Bits index_completing(const Index *index, Bits set)
{
    Bits points = index->completing[0][set & 255] | index->completing[1][set >> 8 & 255]
        | index->completing[2][set >> 16];

    for (int i = 0; i < index->long_line_count; i++) {
        const Bits missing = index->long_line[i] & ~set;
        points |= missing & (missing - 1) ? 0 : missing;
    }
    return points;
}

/* Compress the bits of `set` that are in `open`, like pext; expand them, like pdep. */
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

/* The next larger set with the same number of points. */
static inline Bits index_next(Bits set)
{
    const Bits low = set & -set, up = set + low;
    return up | ((set ^ up) / low >> 2);
}
