/* rangecoder.h: a binary range coder. Each bit is coded with the probability
 * that it is 0, in 1/65536. Knows nothing about what is coded. */
#ifndef RANGECODER_H
#define RANGECODER_H

#include "game/types.h"

enum { PROBABILITY_CODES = 256, PROBABILITY_EVEN = 32768 };

/* Probabilities are stored in a byte: 128 steps from one half to almost none, for a rare 0 and for a rare 1. */
uint8_t probability_code(uint64_t zeros, uint64_t ones);
void probability_table(uint16_t probabilities[PROBABILITY_CODES]); /* by code */

typedef struct {
    uint8_t *bytes;     /* borrowed */
    size_t size, capacity;
    uint64_t low;
    uint32_t range;
    uint32_t held;      /* 0xFF bytes that a carry can still change */
    uint8_t first;      /* the byte before them */
    bool has_first, is_full;
} RangeEncoder;

void range_encoder_start(RangeEncoder *encoder, uint8_t *bytes, size_t capacity);
void range_encoder_put(RangeEncoder *encoder, uint16_t probability, int value);
void range_encoder_end(RangeEncoder *encoder); /* trailing zeros are dropped */

typedef struct {
    const uint8_t *next, *end; /* zeros follow the end */
    uint32_t range, code;
} RangeDecoder;

static inline void range_decoder_start(RangeDecoder *decoder, const uint8_t *bytes, size_t size)
{
    *decoder = (RangeDecoder){ bytes, bytes + size, UINT32_MAX, 0 };
    for (int i = 0; i < 4; i++)
        decoder->code = decoder->code << 8 | (decoder->next < decoder->end ? *decoder->next++ : 0);
}

static inline int range_decoder_get(RangeDecoder *decoder, uint16_t probability)
{
    const uint32_t bound = (decoder->range >> 16) * probability;
    const int value = decoder->code >= bound;

    decoder->code -= value ? bound : 0;
    decoder->range = value ? decoder->range - bound : bound;
    while (decoder->range < (uint32_t)1 << 24) {
        decoder->range <<= 8;
        decoder->code = decoder->code << 8 | (decoder->next < decoder->end ? *decoder->next++ : 0);
    }
    return value;
}

#endif
