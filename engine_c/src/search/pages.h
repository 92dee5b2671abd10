/* pages.h: large zeroed memory for hash tables. */
#ifndef PAGES_H
#define PAGES_H

#include <stddef.h>

/* Aligned to cache lines, and to huge pages if it is that large, which reduces TLB misses. *memory is to be freed.
 * NULL: out of memory. */
void *pages_new(size_t size, void **memory);

#endif
