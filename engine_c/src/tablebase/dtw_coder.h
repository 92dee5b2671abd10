/* dtw_coder.h: turns to the end as a row of decisions for the range coder:
 * the same as a slot nearby, or how many bits it has and which. */
#ifndef DTW_CODER_H
#define DTW_CODER_H

#include "rangecoder.h"
#include "tb_value.h"

enum {
    TURNCODE_BUCKETS = 16,
    TURNCODE_EQUAL = 0,                                      /* by kind and bucket of the slot nearby */
    TURNCODE_LONGER = TURNCODE_EQUAL + 2 * TURNCODE_BUCKETS, /* has it more bits? */
    DTW_CODER_HIGH = TURNCODE_LONGER + 2 * TURNCODE_BUCKETS * TURNCODE_BUCKETS, /* its first bits */
    TURNCODE_LAST = DTW_CODER_HIGH + 2 * TURNCODE_BUCKETS * 8,                  /* its last bit */
    TURNCODE_CONTEXTS = TURNCODE_LAST + 2 * TURNCODE_BUCKETS
};

/* Writes the decisions for a decisive value and returns how many there are; context -1: even chances. */
typedef struct {
    int16_t context;
    uint8_t decision;
} TurnDecision;

enum { TURNCODE_DECISIONS_MAX = 40, TURNCODE_NONE = -1 };

/* `nearby` are the turns of a slot of the same kind, or TURNCODE_NONE. */
int turncode_split(Value value, int nearby, TurnDecision decisions[TURNCODE_DECISIONS_MAX]);

/* The turns of a decisive value of this kind. */
Value turncode_read(Decoder *decoder, const uint16_t chances[TURNCODE_CONTEXTS], Value kind, int nearby);

#endif
