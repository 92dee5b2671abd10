/* tb_cache.h: chunks decoded lately, shared by threads. A look never waits: what
 * is locked counts as missing. Knows nothing of tables but their numbers. */
#ifndef TB_CACHE_H
#define TB_CACHE_H

#include "tb_value.h"

enum { CACHE_SLOTS_MAX = 3072 };

typedef struct Cache Cache;

/* Of chunks that all know their turns, or none of which do; NULL without memory. */
Cache *cache_new(size_t bytes, bool has_turns);
void cache_free(Cache *cache);

/* The value of a slot of a chunk; false if it is not there. Keys are never 0. */
bool cache_get(Cache *cache, uint64_t key, uint32_t slot, Value *value);
void cache_put(Cache *cache, uint64_t key, const Value *values, uint32_t count);

#endif
