#include "tb_compare.h"

/* A DTW that is stored is exact or rounded up. */
static bool is_dtw_right(const Tablebase *tb, TbValue value, TbValue exact, int pieces)
{
    const int difference = tb_value_dtw(value) - tb_value_dtw(exact);

    return tb_value_dtw(value) == TB_DTW_UNKNOWN || (difference >= 0 && difference < tb_dtw_step(tb, pieces));
}

static TbValue probe(const Tablebase *tb, int hands, Bits mover, Bits other)
{
    return hands ? tb_probe_layer(tb, hands, mover, other) : tb_probe_pieces(tb, mover, other);
}

/* A solved layer has no value either where no game reaches a position; the moving phase has all of them. */
static bool is_left_out(const Tablebase *tb, int hands, Bits mover, Bits other, TbValue exact)
{
    return hands ? exact == TB_VALUE_NONE : tb_leaves_out(tb, mover, other);
}

static bool is_right(const Tablebase *tb, int hands, TbValue value, TbValue exact, int pieces)
{
    if (value == TB_VALUE_NONE || exact == TB_VALUE_NONE || (value ^ exact) & TB_WDL_MASK)
        return false;
    return hands || is_dtw_right(tb, value, exact, pieces);
}

static bool compare(const Tablebase *tb, const Tablebase *with, int hands, Bits mover, Bits other, MillTbCounts *counts,
                    Error *error)
{
    const int mover_count = bits_count(mover), other_count = bits_count(other);
    const TbValue value = probe(tb, hands, mover, other), exact = probe(with, hands, mover, other);

    counts->compared++;
    if (value == TB_VALUE_NONE && is_left_out(tb, hands, mover, other, exact)) {
        counts->left_out++;
        return true;
    }
    if (!is_right(tb, hands, value, exact, mover_count + other_count))
        return error_set(error, "%d-%d: pieces %06x against %06x differ: %04x instead of %04x", mover_count,
                         other_count, (unsigned)mover, (unsigned)other, (unsigned)value, (unsigned)exact);
    counts->wins += tb_value_is_win(value);
    counts->losses += tb_value_is_loss(value);
    counts->draws += value == TB_DRAW;
    return true;
}

bool tb_compare_samples(const Tablebase *tb, const Tablebase *with, int hands, int mover, int other, uint64_t samples,
                        uint64_t seed, MillTbCounts *counts, Error *error)
{
    for (uint64_t i = 0; i < samples; i++) {
        Bits own, theirs;
        index_sample(tb_space(tb)->index, mover, other, &seed, &own, &theirs);
        if (!compare(tb, with, hands, own, theirs, counts, error))
            return false;
    }
    return true;
}

bool tb_compare_part(const Tablebase *tb, const Tablebase *with, int hands, int mover, int other, int part, int parts,
                     MillTbCounts *counts, Error *error)
{
    const Index *index = tb_space(tb)->index;
    const IndexSide *side = index_side(index, other);
    const uint32_t block_slots = index_block_slots(index, mover, other);
    const uint32_t first = (uint32_t)((uint64_t)side->count * (uint64_t)part / (uint64_t)parts);
    const uint32_t end = (uint32_t)((uint64_t)side->count * (uint64_t)(part + 1) / (uint64_t)parts);

    for (uint32_t block = first; block < end; block++) {
        const Bits theirs = side->placement[block], open = index->all & ~theirs;
        Bits inside = ((Bits)1 << mover) - 1;
        for (uint32_t rank = 0; rank < block_slots; rank++, inside = index_next(inside)) {
            const Bits own = index_scatter(index, open, inside);
            if (index_is_canonical(index, other, block, own) && !compare(tb, with, hands, own, theirs, counts, error))
                return false;
        }
    }
    return true;
}
