#define _DEFAULT_SOURCE /* madvise */
#include "hash_memory.h"

#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { CACHE_LINE = 64, PAGE = 4096, HUGE_PAGE = 2 << 20 };

void *hash_memory_new(size_t megabytes, size_t bucket_size, uint64_t least, uint64_t *mask, void **memory)
{
    uint64_t size = least * bucket_size;

    while (size * 2 <= (uint64_t)megabytes << 20)
        size *= 2;
    const uintptr_t alignment = size >= HUGE_PAGE ? HUGE_PAGE : CACHE_LINE;
    *memory = size <= SIZE_MAX - alignment ? calloc(1, (size_t)size + alignment) : NULL;
    if (!*memory)
        return NULL;
    volatile uint8_t *buckets = (volatile uint8_t *)(((uintptr_t)*memory + alignment - 1) / alignment * alignment);
    *mask = size / bucket_size - 1;
#ifdef MADV_HUGEPAGE
    if (size >= HUGE_PAGE)
        madvise((void *)buckets, (size_t)size, MADV_HUGEPAGE);
#endif
    for (uint64_t at = 0; at < size; at += PAGE)
        buckets[at] = 0; /* touched, so that no search waits for page faults */
    return (void *)buckets;
}
