#include "index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t Unknown = UINT32_MAX;

static void build_ranks(Index *index)
{
    for (int n = 0; n <= POINT_MAX; n++)
        for (int k = 0; k <= n; k++)
            index->binomial[n][k] = k == 0 || k == n ? 1 : index->binomial[n - 1][k - 1] + index->binomial[n - 1][k];
    for (Bits set = 0; set < 1 << INDEX_HALF; set++) {
        uint32_t rank = 0;
        int nth = 0;
        for (Bits rest = set; rest; rest = bits_rest(rest))
            rank += index->binomial[bits_first(rest)][++nth];
        index->rank_low[set] = rank;
        for (int count = nth; count <= PIECES_MAX; count++) {
            rank = 0, nth = count - bits_count(set);
            for (Bits rest = set; rest; rest = bits_rest(rest))
                rank += index->binomial[INDEX_HALF + bits_first(rest)][++nth];
            index->rank_high[count][set] = rank;
        }
    }
}

static void build_bytes(Index *index, const Topology *topology)
{
    for (Bits set = 1; set < 256; set++) {
        const Bits rest = bits_rest(set);
        const int pt = bits_first(set);
        for (Bits byte = 0; byte < 256; byte++) {
            index->gathered[set][byte] = (uint8_t)((byte >> pt & 1) | (Bits)index->gathered[rest][byte] << 1);
            index->scattered[set][byte] = (uint8_t)((byte & 1) << pt | index->scattered[rest][byte >> 1]);
        }
    }
    for (int s = 0; s < topology->symmetry_count; s++)
        for (int pt = 0; pt < topology->point_count; pt++)
            for (Bits byte = 0; byte < 256; byte++)
                if (byte >> pt % 8 & 1)
                    index->mapped[s][pt / 8][byte] |= bit(topology->symmetry[s][pt]);
}

static void build_lines(Index *index, const Topology *topology)
{
    for (int i = 0; i < topology->line_count; i++) {
        const Bits line = topology->line[i];
        const int byte = bits_first(line) / 8;
        if (line & ~((Bits)255 << 8 * byte)) {
            index->long_line[index->long_line_count++] = line;
            continue;
        }
        for (Bits set = 0; set < 256; set++) {
            const Bits missing = line & ~(set << 8 * byte);
            index->in_mills[byte][set] |= missing ? 0 : line;
            index->completing[byte][set] |= missing & (missing - 1) ? 0 : missing;
        }
    }
}

/* The first symmetry that maps an image back: its inverse, but of a symmetric placement it may be an earlier one. */
static uint32_t symmetry_back(const Index *index, int s, Bits image, Bits set, bool is_symmetric)
{
    uint32_t back = is_symmetric ? 0 : (uint32_t)index->inverse[s];

    while (is_symmetric && index_map(index, (int)back, image) != set)
        back++;
    return back;
}

/* Numbers a placement; each of its images records the number and the symmetry that maps it back. */
static void add_placement(const Index *index, IndexSide *side, uint32_t number, Bits set, int count)
{
    uint16_t fixed_by = 0;

    for (int s = 0; s < index->symmetry_count; s++)
        fixed_by |= (uint16_t)((index_map(index, s, set) == set) << s);
    side->placement[number] = set;
    side->fixed_by[number] = fixed_by;
    for (int s = 0; s < index->symmetry_count; s++) {
        const Bits image = index_map(index, s, set);
        side->image[index_rank(index, image, count)] = number << 4 | symmetry_back(index, s, image, set, fixed_by != 1);
    }
}

/* Numbers the placements in rising order, so that the first one met of each class is the smallest. */
void index_number(const Index *index, int count)
{
    const uint32_t total = index->binomial[index->point_count][count];
    IndexSide *side = &index->sides->side[count];
    Bits set = ((Bits)1 << count) - 1;
    uint32_t number = 0;

    pthread_mutex_lock(&index->sides->numbering);
    if (!atomic_load_explicit(&side->is_numbered, memory_order_relaxed)) {
        memset(side->image, 0xFF, total * sizeof *side->image);
        for (uint32_t rank = 0; rank < total; rank++, set = index_next(set))
            if (side->image[rank] == Unknown)
                add_placement(index, side, number++, set, count);
        assert(number == (uint32_t)side->count);
        atomic_store_explicit(&side->is_numbered, true, memory_order_release);
    }
    pthread_mutex_unlock(&index->sides->numbering);
}

/* Sets of `count` points that a symmetry maps to themselves: unions of its cycles. */
static uint32_t count_fixed(const Topology *topology, int symmetry, int count)
{
    uint32_t ways[PIECES_MAX + 1] = { 1 };
    Bits seen = 0;

    for (int pt = 0; pt < topology->point_count; pt++) {
        int length = 0;
        for (int next = pt; !(seen & bit(next)); next = topology->symmetry[symmetry][next], length++)
            seen |= bit(next);
        for (int k = count; length && k >= length; k--)
            ways[k] += ways[k - length];
    }
    return ways[count];
}

/* Reserves memory, which stays untouched until the placements are numbered. Their number follows from Burnside's lemma. */
static bool reserve(Index *index, const Topology *topology, int count)
{
    IndexSide *side = &index->sides->side[count];
    uint32_t fixed = 0;

    for (int s = 0; s < topology->symmetry_count; s++)
        fixed += count_fixed(topology, s, count);
    side->count = (int)(fixed / (uint32_t)topology->symmetry_count);
    side->placement = malloc((size_t)side->count * sizeof *side->placement);
    side->fixed_by = malloc((size_t)side->count * sizeof *side->fixed_by);
    side->image = malloc(index->binomial[index->point_count][count] * sizeof *side->image);
    return side->placement && side->fixed_by && side->image;
}

static bool reserve_all(Index *index, const Topology *topology)
{
    index->sides = calloc(1, sizeof *index->sides);
    if (!index->sides)
        return false;
    pthread_mutex_init(&index->sides->numbering, NULL);
    for (int count = 1; count <= index->most; count++)
        if (!reserve(index, topology, count))
            return false;
    return true;
}

Index *index_new(const Topology *topology, int most)
{
    Index *index = calloc(1, sizeof *index);

    if (!index)
        return NULL;
    index->point_count = topology->point_count;
    index->symmetry_count = topology->symmetry_count;
    index->all = topology->all;
    index->most = most < topology->point_count ? most : topology->point_count - 1;
    for (int s = 0; s < topology->symmetry_count; s++)
        index->inverse[s] = topology->inverse[s];
    build_ranks(index);
    build_bytes(index, topology);
    build_lines(index, topology);
    patterns_build(&index->patterns, topology);
    if (reserve_all(index, topology))
        return index;
    index_free(index);
    return NULL;
}

void index_free(Index *index)
{
    if (!index)
        return;
    for (int count = 0; index->sides && count <= PIECES_MAX; count++) {
        free(index->sides->side[count].placement);
        free(index->sides->side[count].fixed_by);
        free(index->sides->side[count].image);
    }
    if (index->sides)
        pthread_mutex_destroy(&index->sides->numbering);
    free(index->sides);
    free(index);
}

int index_blocks(const Index *index, int count) { return index->sides->side[count].count; }

uint32_t index_block_slots(const Index *index, int mover, int other)
{
    return index->binomial[index->point_count - other][mover];
}

uint64_t index_slots(const Index *index, int mover, int other)
{
    return (uint64_t)index_blocks(index, other) * index_block_slots(index, mover, other);
}

uint64_t index_of(const Index *index, Bits mover, Bits other)
{
    const int mover_count = bits_count(mover), other_count = bits_count(other);
    const IndexSide *side = index_side(index, other_count);
    const uint32_t image = side->image[index_rank(index, other, other_count)];
    const uint32_t block = image >> 4;
    const Bits open = index->all & ~side->placement[block];
    const Bits inside = index_gather(index, open, index_map(index, (int)(image & 15), mover));

    return (uint64_t)block * index_block_slots(index, mover_count, other_count)
        + index_rank(index, inside, mover_count);
}

Bits index_unrank(const Index *index, uint32_t rank, int count)
{
    Bits set = 0;
    int pt = POINT_MAX - 1;

    for (int nth = count; nth > 0; nth--) {
        while (index->binomial[pt][nth] > rank)
            pt--;
        rank -= index->binomial[pt][nth];
        set |= bit(pt--);
    }
    return set;
}

void index_pieces(const Index *index, int mover_count, int other_count, uint64_t slot, Bits *mover, Bits *other)
{
    const uint32_t size = index_block_slots(index, mover_count, other_count);

    *other = index_side(index, other_count)->placement[slot / size];
    *mover = index_scatter(index, index->all & ~*other, index_unrank(index, (uint32_t)(slot % size), mover_count));
}

void index_sample(const Index *index, int mover_count, int other_count, uint64_t *seed, Bits *mover, Bits *other)
{
    const uint64_t slot = (random_next(seed) >> 16) % index_slots(index, mover_count, other_count);
    index_pieces(index, mover_count, other_count, slot, mover, other);
}

bool index_is_canonical(const Index *index, int other_count, uint32_t block, Bits mover)
{
    for (Bits rest = index_side(index, other_count)->fixed_by[block] & ~(Bits)1; rest; rest = bits_rest(rest))
        if (index_map(index, bits_first(rest), mover) < mover)
            return false;
    return true;
}

uint64_t index_canonical(const Index *index, int mover_count, int other_count, uint64_t slot)
{
    const uint32_t size = index_block_slots(index, mover_count, other_count);
    const IndexSide *side = index_side(index, other_count);
    const uint64_t block = slot / size;
    const Bits open = index->all & ~side->placement[block];

    if (side->fixed_by[block] == 1)
        return slot;
    const Bits mover = index_scatter(index, open, index_unrank(index, (uint32_t)(slot % size), mover_count));
    Bits least = mover;
    for (Bits rest = side->fixed_by[block]; rest; rest = bits_rest(rest)) {
        const Bits image = index_map(index, bits_first(rest), mover);
        least = image < least ? image : least;
    }
    return block * size + index_rank(index, index_gather(index, open, least), mover_count);
}
