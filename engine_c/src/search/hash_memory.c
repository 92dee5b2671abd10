/* hash_memory.c: huge pages are asked for where the system has them. */
#define _DEFAULT_SOURCE /* madvise */
#include "hash_memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { CACHE_LINE = 64, HUGE_PAGE = 2 << 20 };

void *hash_memory_new(size_t size, void **memory)
{
    const uintptr_t alignment = size >= HUGE_PAGE ? HUGE_PAGE : CACHE_LINE;

    *memory = size <= SIZE_MAX - alignment ? malloc(size + alignment) : NULL;
    if (!*memory)
        return NULL;
    void *start = (void *)(((uintptr_t)*memory + alignment - 1) / alignment * alignment);
#ifdef MADV_HUGEPAGE
    if (size >= HUGE_PAGE)
        madvise(start, size, MADV_HUGEPAGE);
#endif
    memset(start, 0, size); /* touches every page, so that no search waits for page faults */
    return start;
}
