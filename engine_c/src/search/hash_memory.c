#define _DEFAULT_SOURCE /* madvise */
#include "hash_memory.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { CACHE_LINE = 64, HUGE_PAGE = 2 << 20 };

void *hash_memory_new(size_t megabytes, size_t bucket_size, uint64_t least, uint64_t *mask, void **memory)
{
    uint64_t size = least * bucket_size;

    while (size * 2 <= (uint64_t)megabytes << 20)
        size *= 2;
    const uintptr_t alignment = size >= HUGE_PAGE ? HUGE_PAGE : CACHE_LINE;
    *memory = size <= SIZE_MAX - alignment ? malloc((size_t)size + alignment) : NULL;
    if (!*memory)
        return NULL;
    void *buckets = (void *)(((uintptr_t)*memory + alignment - 1) / alignment * alignment);
    *mask = size / bucket_size - 1;
#ifdef MADV_HUGEPAGE
    if (size >= HUGE_PAGE)
        madvise(buckets, (size_t)size, MADV_HUGEPAGE);
#endif
    memset(buckets, 0, (size_t)size); /* touches every page, so that no search waits for page faults */
    return buckets;
}
