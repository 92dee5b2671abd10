/* rangecoder.h: a binary range coder. Each decision is coded with the chance that
 * it is 0, in 1/65536; likely decisions cost almost nothing. Knows nothing of
 * what is decided. */
#ifndef RANGECODER_H
#define RANGECODER_H

#include "game/types.h"

enum { CHANCE_CODES = 256 };

/* Chances are kept in a byte: 128 steps from one half to almost none, for either side. */
uint8_t chance_code(uint64_t zeros, uint64_t ones);
void chance_table(uint16_t chances[CHANCE_CODES]); /* what each byte stands for */

typedef struct {
    uint8_t *bytes;     /* borrowed */
    size_t size, room;
    uint64_t low;
    uint32_t range;
    uint32_t held;      /* bytes that a carry can still change */
    uint8_t first;
    bool has_first, is_full;
} Encoder;

void encoder_start(Encoder *encoder, uint8_t *bytes, size_t room);
void encoder_put(Encoder *encoder, uint16_t chance, int decision);
void encoder_end(Encoder *encoder); /* zeros at the end are left out */

typedef struct {
    const uint8_t *next, *end; /* zeros follow the end */
    uint32_t range, code;
} Decoder;

static inline void decoder_start(Decoder *decoder, const uint8_t *bytes, size_t size)
{
    *decoder = (Decoder){ bytes, bytes + size, UINT32_MAX, 0 };
    for (int i = 0; i < 4; i++)
        decoder->code = decoder->code << 8 | (decoder->next < decoder->end ? *decoder->next++ : 0);
}

static inline int decoder_get(Decoder *decoder, uint16_t chance)
{
    const uint32_t bound = (decoder->range >> 16) * chance;
    const int decision = decoder->code >= bound;

    decoder->code -= decision ? bound : 0;
    decoder->range = decision ? decoder->range - bound : bound;
    while (decoder->range < (uint32_t)1 << 24) {
        decoder->range <<= 8;
        decoder->code = decoder->code << 8 | (decoder->next < decoder->end ? *decoder->next++ : 0);
    }
    return decision;
}

#endif
