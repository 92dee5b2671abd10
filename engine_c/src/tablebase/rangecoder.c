/* rangecoder.c: encoding, with carries; and chances in a byte. */
#include "rangecoder.h"

enum { CODES_A_SIDE = CHANCE_CODES / 2 };

/* Eight steps halve the chance of the rarer side: 65536 * 2^(-1 - step / 8), in whole numbers. */
void chance_table(uint16_t chances[CHANCE_CODES])
{
    uint64_t chance = (uint64_t)1 << 47;

    for (int step = 0; step < CODES_A_SIDE; step++) {
        const uint32_t rarer = (uint32_t)(chance >> 32) ? (uint32_t)(chance >> 32) : 1;
        chances[step] = (uint16_t)rarer;
        chances[CODES_A_SIDE + step] = (uint16_t)(65536 - rarer);
        chance = (chance >> 16) * 60097; /* 65536 * 2^(-1/8) */
    }
}

uint8_t chance_code(uint64_t zeros, uint64_t ones)
{
    uint16_t chances[CHANCE_CODES];
    const uint64_t rarer = zeros < ones ? zeros : ones, all = zeros + ones;
    int best = 0;

    chance_table(chances);
    /* The nearest step; half a case is added, since what did not happen here still can. */
    for (int step = 1; step < CODES_A_SIDE; step++) {
        const uint64_t wanted = all ? (2 * rarer + 1) * 65536 / (2 * (all + 1)) : 32768;
        const uint64_t now = chances[best], next = chances[step];
        if ((now > wanted ? now - wanted : wanted - now) > (next > wanted ? next - wanted : wanted - next))
            best = step;
    }
    return (uint8_t)(zeros < ones ? best : CODES_A_SIDE + best);
}

static void put_byte(Encoder *encoder, uint8_t byte)
{
    if (encoder->size == encoder->room)
        encoder->is_full = true;
    else
        encoder->bytes[encoder->size++] = byte;
}

void encoder_start(Encoder *encoder, uint8_t *bytes, size_t room)
{
    *encoder = (Encoder){ .bytes = bytes, .room = room, .range = UINT32_MAX };
}

/* Moves the top byte out; it waits while a carry can still reach it. */
static void shift(Encoder *encoder)
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

void encoder_put(Encoder *encoder, uint16_t chance, int decision)
{
    const uint32_t bound = (encoder->range >> 16) * chance;

    encoder->low += decision ? bound : 0;
    encoder->range = decision ? encoder->range - bound : bound;
    while (encoder->range < (uint32_t)1 << 24) {
        encoder->range <<= 8;
        shift(encoder);
    }
}

/* Any number in the last range will do: the one with most zeros at its end. */
void encoder_end(Encoder *encoder)
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
