/* rangecoder.c: the encoder, with carries, and probabilities in a byte. */
#include "rangecoder.h"

enum { CODES_PER_SIDE = PROBABILITY_CODES / 2 };

/* Eight steps halve the probability of the rarer value: 65536 * 2^(-1 - step / 8), in integers. */
void probability_table(uint16_t probabilities[PROBABILITY_CODES])
{
    uint64_t probability = (uint64_t)1 << 47;

    for (int step = 0; step < CODES_PER_SIDE; step++) {
        const uint32_t rarer = (uint32_t)(probability >> 32) ? (uint32_t)(probability >> 32) : 1;
        probabilities[step] = (uint16_t)rarer;
        probabilities[CODES_PER_SIDE + step] = (uint16_t)(65536 - rarer);
        probability = (probability >> 16) * 60097; /* 65536 * 2^(-1/8) */
    }
}

uint8_t probability_code(uint64_t zeros, uint64_t ones)
{
    uint16_t probabilities[PROBABILITY_CODES];
    const uint64_t rarer = zeros < ones ? zeros : ones, all = zeros + ones;
    int best = 0;

    probability_table(probabilities);
    /* The nearest step. Half a case is added, so that no probability is 0. */
    for (int step = 1; step < CODES_PER_SIDE; step++) {
        const uint64_t wanted = all ? (2 * rarer + 1) * 65536 / (2 * (all + 1)) : 32768;
        const uint64_t now = probabilities[best], next = probabilities[step];
        if ((now > wanted ? now - wanted : wanted - now) > (next > wanted ? next - wanted : wanted - next))
            best = step;
    }
    return (uint8_t)(zeros < ones ? best : CODES_PER_SIDE + best);
}

static void put_byte(RangeEncoder *encoder, uint8_t byte)
{
    if (encoder->size == encoder->capacity)
        encoder->is_full = true;
    else
        encoder->bytes[encoder->size++] = byte;
}

void range_encoder_start(RangeEncoder *encoder, uint8_t *bytes, size_t capacity)
{
    *encoder = (RangeEncoder){ .bytes = bytes, .capacity = capacity, .range = UINT32_MAX };
}

/* Shifts the top byte out, or holds it while a carry can still change it. */
static void shift(RangeEncoder *encoder)
{
    const int carry = (int)(encoder->low >> 32);

    if (carry || (uint32_t)encoder->low < 0xFF000000u) {
        if (encoder->has_first)
            put_byte(encoder, (uint8_t)(encoder->first + carry));
        for (; encoder->held; encoder->held--)
            put_byte(encoder, (uint8_t)(0xFF + carry));
        encoder->first = (uint8_t)(encoder->low >> 24);
        encoder->has_first = true;
    } else {
        encoder->held++;
    }
    encoder->low = (encoder->low & 0x00FFFFFF) << 8;
}

void range_encoder_put(RangeEncoder *encoder, uint16_t probability, int value)
{
    const uint32_t bound = (encoder->range >> 16) * probability;

    encoder->low += value ? bound : 0;
    encoder->range = value ? encoder->range - bound : bound;
    while (encoder->range < (uint32_t)1 << 24) {
        encoder->range <<= 8;
        shift(encoder);
    }
}

/* Any number in the last range is valid; choose the one with most trailing zeros. */
void range_encoder_end(RangeEncoder *encoder)
{
    const uint64_t top = encoder->low + encoder->range - 1;

    for (int bits = 32; bits >= 0; bits--) {
        const uint64_t round = top >> bits << bits;
        if (round >= encoder->low) {
            encoder->low = round;
            break;
        }
    }
    for (int i = 0; i < 5; i++)
        shift(encoder);
    while (encoder->size && !encoder->bytes[encoder->size - 1])
        encoder->size--;
}
