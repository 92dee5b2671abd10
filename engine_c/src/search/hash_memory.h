/* hash_memory.h: large zeroed memory for hash tables. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A power of two of buckets: as many as fit, but at least `least`. *mask is their number less 1; *memory is to be freed.
 * Aligned to cache lines, and to huge pages if it is that large, which reduces TLB misses. NULL: out of memory. */
void *hash_memory_new(size_t megabytes, size_t bucket_size, uint64_t least, uint64_t *mask, void **memory);
