#include "checksum.h"

#include <string.h>

Checksum checksum_start(void) { return (Checksum){ .lane = { 1, 2, 3, 4 } }; }

static void add_block(Checksum *sum, const uint8_t *bytes)
{
    for (int i = 0; i < 4; i++) {
        uint64_t word;
        memcpy(&word, bytes + 8 * i, sizeof word);
        sum->lane[i] = (sum->lane[i] ^ word) * 0x9E3779B97F4A7C15u;
        sum->lane[i] ^= sum->lane[i] >> 29;
    }
}

void checksum_add(Checksum *sum, const void *data, uint64_t size)
{
    const uint8_t *bytes = data;

    sum->length += size;
    while (size) {
        if (!sum->held_count && size >= sizeof sum->held) {
            add_block(sum, bytes);
            bytes += sizeof sum->held, size -= sizeof sum->held;
            continue;
        }
        sum->held[sum->held_count++] = *bytes++;
        size--;
        if (sum->held_count == sizeof sum->held) {
            add_block(sum, sum->held);
            sum->held_count = 0;
        }
    }
}

uint64_t checksum_end(Checksum *sum)
{
    uint64_t result = sum->length;

    memset(sum->held + sum->held_count, 0, sizeof sum->held - sum->held_count);
    add_block(sum, sum->held);
    for (int i = 0; i < 4; i++) {
        result = (result ^ sum->lane[i]) * 0xD6E8FEB86659FD93u;
        result ^= result >> 32;
    }
    return result;
}

uint64_t checksum_of(const void *data, uint64_t size)
{
    Checksum sum = checksum_start();

    checksum_add(&sum, data, size);
    return checksum_end(&sum);
}

uint64_t fnv1a(uint64_t sum, const void *data, size_t size)
{
    const uint8_t *bytes = data;

    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 0x100000001B3u;
    return sum;
}
