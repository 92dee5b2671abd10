/* tb_fast_turns.c: mills, removals and their values on bare sets. */
#include "tb_fast_turns.h"

#include "tb_rules.h"

#include <string.h>

bool quick_serves(const Rules *rules)
{
    const uint32_t known = 1u << TERM_BOARD | 1u << TERM_DIAGONALS | 1u << TERM_LEAST_PIECES | 1u << TERM_FLYING
        | 1u << TERM_REMOVE_MULTIPLE | 1u << TERM_REMOVE_FROM_MILLS | 1u << TERM_STALEMATE;
    return !rules->has_memory && !(tb_rules_changed(rules) & ~known);
}

void quick_prepare(Quick *quick, const Rules *rules, const Index *index)
{
    const Topology *topology = &rules->topology;

    memset(quick, 0, sizeof *quick);
    quick->rules = rules;
    quick->index = index;
    memcpy(quick->neighbours, topology->neighbours, sizeof quick->neighbours);
    for (int i = 0; i < topology->line_count; i++) {
        const Bits line = topology->line[i];
        const int byte = bits_first(line) / 8;
        if (line & ~((Bits)255 << 8 * byte)) {
            quick->line[quick->line_count++] = line;
            continue;
        }
        for (Bits set = 0; set < 256; set++)
            if ((set << 8 * byte & line) == line)
                quick->mills_in[byte][set] |= line;
    }
}

/* A mover's placement turned to the one its block stands for, so that values
 * of positions in which the other side has fewer pieces are close together. */
typedef struct {
    const Quick *quick;
    const ValueStore *store;
    Bits open;
    uint32_t block;
    int mover_count;
} Taker;

static Value taken_value(const Taker *taker, Bits rest)
{
    const Index *index = taker->quick->index;
    const int count = bits_count(rest);

    if (count < taker->quick->rules->least_pieces)
        return VALUE_WIN | 1;
    const uint64_t first = (uint64_t)taker->block * index_block_slots(index, count, taker->mover_count);
    const uint32_t rank = index_rank(index, index_gather(index, taker->open, rest), count);
    return value_before(values_get(taker->store->values[count][taker->mover_count], first + rank));
}

static Value take(const Taker *taker, Bits other, int removals)
{
    const Quick *quick = taker->quick;
    const Bits open = quick->rules->value.MayRemoveFromMillsAlways ? 0 : other & ~quick_in_mills(quick, other);
    Value best = VALUE_NONE;

    for (Bits left = open ? open : other; left; left = bits_rest(left)) {
        const Bits rest = other & ~(left & -left);
        const bool is_done = removals == 1 || bits_count(rest) < quick->rules->least_pieces;
        const Value value = is_done ? taken_value(taker, rest) : take(taker, rest, removals - 1);
        if (value_is_better(value, best))
            best = value;
    }
    return best;
}

Value quick_taking(const Quick *quick, const ValueStore *store, Bits mover, Bits other, int lines)
{
    const Index *index = quick->index;
    const int count = bits_count(mover);
    const IndexSide *side = &index->side[count];
    const uint32_t image = side->image[index_rank(index, mover, count)];
    const Taker taker = {
        .quick = quick,
        .store = store,
        .open = index->all & ~side->placement[image >> 4],
        .block = image >> 4,
        .mover_count = count,
    };

    return take(&taker, index_turn(index, (int)(image & 15), other), quick->rules->value.MayRemoveMultiple ? lines : 1);
}

Value quick_best(const Quick *quick, const ValueStore *store, Bits mover, Bits other)
{
    const Bits empty = quick->index->all & ~(mover | other);
    const bool flies = quick_flies(quick, bits_count(mover));
    Value best = VALUE_NONE;

    for (Bits pieces = mover; pieces; pieces = bits_rest(pieces)) {
        const Bits from = pieces & -pieces;
        Bits targets = flies ? empty : quick->neighbours[bits_first(from)] & empty;
        for (; targets; targets = bits_rest(targets)) {
            const int to = bits_first(targets);
            const int lines = quick_lines(quick, mover & ~from, to);
            if (!lines)
                continue;
            const Value value = quick_taking(quick, store, (mover & ~from) | bit(to), other, lines);
            if (value_is_better(value, best))
                best = value;
        }
    }
    return best;
}
