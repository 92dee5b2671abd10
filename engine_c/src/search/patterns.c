/* patterns.c: seven patterns, each a number in base three.
 *
 * A ring has eight points, a side nine: three on each ring. Each state of a
 * pattern has a weight; symmetric states share one. The sum, plus a weight for
 * material, is the log-odds of a win for the side to move. learn/learn.c fits the
 * weights. */
#include "patterns.h"

#include "tablebase/tb_rules.h"

#include <stdlib.h>

enum {
    RING_POINTS = 8,
    SIDE_POINTS = 9,
    RING_STATES = 6561,
    SIDE_STATES = 19683,
    MIDDLE_RING = RING_STATES, /* offset of its states; the outer and the inner ring share theirs */
    SIDES = 2 * RING_STATES,
    NINE_PIECES_MIN = 3,
    NINE_PIECES_MAX = 9,
    HAND_MAX = 8 /* pieces in hand in the samples, at most */
};

static const struct {
    int16_t material[PATTERN_MATERIAL];
    int16_t index[PATTERN_INDICES];
} PatternWeights[PATTERN_STAGE_NB] = {
#include "patterns.inc"
};

struct Patterns {
    uint16_t ring[256];  /* the bits of a ring as digits in base three */
    uint64_t sides[256]; /* its three points on each side likewise, 16 bits a side */
    uint16_t index[SIDES + SIDE_STATES];
};

/* They do not know which mills are used up. */
bool patterns_apply_to(const Rules *rules)
{
    const uint32_t ignored = 1u << TERM_REMOVE_MULTIPLE | 1u << TERM_REMOVE_FROM_MILLS | 1u << TERM_ALL_IN_MILLS;
    return rules->value.PiecesCount <= NINE_PIECES_MAX && !rules->value.OneTimeUseMill && !rules->has_captures
        && !(tb_rules_changed(rules) & ~ignored);
}

static void split(int state, int *digits, int count)
{
    for (int i = 0; i < count; i++, state /= 3)
        digits[i] = state % 3;
}

static int join(const int *digits, const int *order, int count)
{
    int state = 0;

    for (int i = count - 1; i >= 0; i--)
        state = 3 * state + digits[order[i]];
    return state;
}

/* The smallest image of a ring. */
static int least_ring(int state)
{
    int digits[RING_POINTS], least = state;

    split(state, digits, RING_POINTS);
    for (int image = 0; image < RING_POINTS; image++) {
        int order[RING_POINTS];
        for (int i = 0; i < RING_POINTS; i++)
            order[i] = ((image & 1 ? RING_POINTS - i : i) + (image & 6)) % RING_POINTS;
        const int other = join(digits, order, RING_POINTS);
        least = other < least ? other : least;
    }
    return least;
}

/* The smallest image of a side under mirroring and exchanging rings. */
static int least_side(int state)
{
    int digits[SIDE_POINTS], least = state;

    split(state, digits, SIDE_POINTS);
    for (int image = 0; image < 4; image++) {
        int order[SIDE_POINTS];
        for (int i = 0; i < SIDE_POINTS; i++)
            order[i] = 3 * (image & 1 ? 2 - i / 3 : i / 3) + (image & 2 ? 2 - i % 3 : i % 3);
        const int other = join(digits, order, SIDE_POINTS);
        least = other < least ? other : least;
    }
    return least;
}

/* Numbers the states from `first` on, one number per set of images; returns the next number. */
static int number_states(uint16_t *index, int states, int (*least_of)(int), int first)
{
    for (int state = 0; state < states; state++) {
        const int least = least_of(state);
        index[state] = least == state ? (uint16_t)first++ : index[least];
    }
    return first;
}

static void fill_byte(Patterns *patterns, int points)
{
    int state = 0;

    for (int i = RING_POINTS - 1; i >= 0; i--)
        state = 3 * state + (points >> i & 1);
    patterns->ring[points] = (uint16_t)state;
    for (int side = 0; side < 4; side++) {
        const int corner = points >> (2 * side + RING_POINTS - 1) % RING_POINTS & 1, middle = points >> 2 * side & 1;
        const int next = points >> (2 * side + 1) & 1;
        patterns->sides[points] |= (uint64_t)(corner + 3 * middle + 9 * next) << 16 * side;
    }
}

Patterns *patterns_new(void)
{
    Patterns *patterns = calloc(1, sizeof *patterns);

    if (!patterns)
        return NULL;
    for (int points = 0; points < 256; points++)
        fill_byte(patterns, points);
    const int middle = number_states(patterns->index, RING_STATES, least_ring, 0);
    const int sides = number_states(patterns->index + MIDDLE_RING, RING_STATES, least_ring, middle);
    number_states(patterns->index + SIDES, SIDE_STATES, least_side, sides);
    return patterns;
}

void patterns_free(Patterns *patterns) { free(patterns); }

static PatternStage stage_of(const Position *pos)
{
    const int hand = pos->in_hand[WHITE] + pos->in_hand[BLACK], board = pos->on_board[WHITE] + pos->on_board[BLACK];

    if (hand)
        return hand <= 2 ? PATTERN_HAND_2 : hand <= 4 ? PATTERN_HAND_4 : hand <= 6 ? PATTERN_HAND_6 : PATTERN_HAND_MANY;
    if (pos->on_board[WHITE] <= NINE_PIECES_MIN || pos->on_board[BLACK] <= NINE_PIECES_MIN)
        return PATTERN_FLYING;
    return board >= 17 ? PATTERN_BOARD_17 : board >= 15 ? PATTERN_BOARD_15 : board >= 13 ? PATTERN_BOARD_13 : PATTERN_FEW;
}

void patterns_index(const Patterns *patterns, const Position *pos, PatternIndices *indices)
{
    const Side us = (Side)pos->stm;
    const Bits own = pos->pieces[us], theirs = pos->pieces[side_other(us)];
    uint64_t sides = 0;

    indices->stage = stage_of(pos);
    indices->material = (NINE_PIECES_MAX + 1) * position_pieces_left(pos, us) + position_pieces_left(pos, side_other(us));
    for (int ring = 2; ring >= 0; ring--) {
        const Bits ours = own >> RING_POINTS * ring & 255, others = theirs >> RING_POINTS * ring & 255;
        const int state = (ring == 1 ? MIDDLE_RING : 0) + patterns->ring[ours] + 2 * patterns->ring[others];
        indices->index[ring] = patterns->index[state];
        sides = 27 * sides + patterns->sides[ours] + 2 * patterns->sides[others];
    }
    for (int side = 0; side < 4; side++, sides >>= 16)
        indices->index[3 + side] = patterns->index[SIDES + (sides & 0xFFFF)];
}

int patterns_value(const Patterns *patterns, const Position *pos)
{
    PatternIndices indices;

    patterns_index(patterns, pos, &indices);
    int sum = PatternWeights[indices.stage].material[indices.material];
    for (int i = 0; i < PATTERN_NB; i++)
        sum += PatternWeights[indices.stage].index[indices.index[i]];
    /* Extrapolates with more pieces in hand, down to 0 for the empty board. */
    const int hand = pos->in_hand[WHITE] + pos->in_hand[BLACK];
    return hand > HAND_MAX ? sum * (2 * NINE_PIECES_MAX - hand) / (2 * NINE_PIECES_MAX - HAND_MAX) : sum;
}
