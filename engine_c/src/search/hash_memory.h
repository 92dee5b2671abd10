/* hash_memory.h: large zeroed memory for hash tables. */
#ifndef HASH_MEMORY_H
#define HASH_MEMORY_H

#include <stddef.h>

/* Aligned to cache lines, and to huge pages if it is that large, which reduces TLB misses. *memory is to be freed.
 * NULL: out of memory. */
void *hash_memory_new(size_t size, void **memory);

#endif
