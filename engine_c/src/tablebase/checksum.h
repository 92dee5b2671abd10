/* checksum.h: a 64-bit checksum against damage, in four lanes: fast enough for
 * files of a gigabyte. Bytes may be added in parts of any size. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t lane[4];
    uint64_t length;
    uint8_t held[32];
    size_t held_count;
} Checksum;

Checksum checksum_start(void);
void checksum_add(Checksum *sum, const void *data, uint64_t size);
uint64_t checksum_end(Checksum *sum);

uint64_t checksum_of(const void *data, uint64_t size);

/* FNV-1a, for small files and texts. */
#define FNV1A_START 0xCBF29CE484222325u
uint64_t fnv1a(uint64_t sum, const void *data, size_t size);
