/* tb_network.h: a small network that predicts the WDL of a slot, for coding. It
 * sees the patterns of the board, the WDL of earlier slots and how many mills
 * either side can close: each has a vector, the vectors are added, and two dot
 * products with the positive numbers of the sum give the log-odds of two
 * decisions. It computes with integers, so that every machine decodes alike. */
#pragma once

#include "game/patterns.h"

enum {
    CONTEXT_SLOTS = 5,       /* earlier slots in a context, */
    CONTEXT_SLOT_STATES = 4, /* the WDL of each, or unknown, */
    CONTEXT_STATES = 1 << 2 * CONTEXT_SLOTS,
    CONTEXT_MILLS = 9, /* and two mill counts of 3 */

    TB_HIDDEN = 16,
    TB_NETWORK_MAX = 4095, /* of a number in 16 bits, so that no sum overflows */
    TB_VECTOR_UNIT = 32,
    TB_OUTPUT_UNIT = 64,
    TB_ODDS_UNIT = 64, /* of the log-odds */
    TB_ODDS_MAX = 11 * TB_ODDS_UNIT - 1
};

/* Is it no win? Is it a loss if it is no win? */
typedef enum { DECIDE_NO_WIN, DECIDE_LOSS, DECISION_NB } TbDecision;

typedef int8_t TbVector[TB_HIDDEN];

/* The part of a network that does not depend on the board, as stored: little-endian, without padding. */
typedef struct {
    int16_t bias[TB_HIDDEN];
    int16_t output[DECISION_NB][TB_HIDDEN], output_bias[DECISION_NB];
    TbVector slot[CONTEXT_SLOTS][CONTEXT_SLOT_STATES];
    TbVector mills[CONTEXT_MILLS];
} TbNetworkHead;

typedef struct {
    const Patterns *patterns; /* borrowed */
    TbNetworkHead head;
    int16_t states[CONTEXT_STATES][TB_HIDDEN]; /* sums of the vectors of slots */
    int16_t mills[CONTEXT_MILLS][TB_HIDDEN];   /* with the bias */
    uint16_t probability[2 * TB_ODDS_MAX + 1]; /* of no, in 1/65536, by log-odds of yes */
    TbVector vector[];                         /* by index of a pattern */
} TbNetwork;

/* What the network sees of a slot. */
typedef struct {
    int index[PATTERN_MAX];
    uint32_t state, mills;
} TbNetworkInput;

TbNetwork *tb_network_new(const Patterns *patterns); /* all zeros; free it; NULL: out of memory */

/* The bytes of the vectors by index, which are stored after the head. */
size_t tb_network_vector_bytes(const Patterns *patterns);

/* To be called when head and vectors are set; false: a number is out of bounds. */
bool tb_network_prepare(TbNetwork *network);

/* The sum of the vectors, without its negative numbers. */
void tb_network_sum(const TbNetwork *network, const TbNetworkInput *input, int16_t sum[TB_HIDDEN]);

/* The probability that the decision is no, in 1/65536. */
uint16_t tb_network_probability(const TbNetwork *network, const int16_t sum[TB_HIDDEN], TbDecision decision);
