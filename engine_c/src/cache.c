/* cache.c: small locked sets of four chunks, the oldest of which makes room.
 * A byte holds the kind of a value and up to 62 turns; chunks with more are
 * not kept. */
#include "cache.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { WAYS = 4, TURNS_UNKNOWN = 63 };

typedef struct {
    atomic_flag is_locked;
    uint32_t oldest;
    uint64_t keys[WAYS];
    uint8_t values[WAYS][CACHE_SLOTS_MAX];
} Set;

struct Cache {
    size_t count;
    Set sets[];
};

Cache *cache_new(size_t bytes)
{
    const size_t count = bytes / sizeof(Set) ? bytes / sizeof(Set) : 1;
    Cache *cache = malloc(sizeof *cache + count * sizeof(Set));

    if (!cache)
        return NULL;
    cache->count = count;
    for (size_t i = 0; i < count; i++) {
        atomic_flag_clear(&cache->sets[i].is_locked);
        cache->sets[i].oldest = 0;
        for (int way = 0; way < WAYS; way++)
            cache->sets[i].keys[way] = 0;
    }
    return cache;
}

void cache_free(Cache *cache) { free(cache); }

static Set *set_of(Cache *cache, uint64_t key)
{
    uint64_t hash = key * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    return &cache->sets[hash % cache->count];
}

bool cache_get(Cache *cache, uint64_t key, uint32_t slot, Value *value)
{
    Set *set = set_of(cache, key);
    int way = 0;
    uint8_t byte = 0;

    if (atomic_flag_test_and_set_explicit(&set->is_locked, memory_order_acquire))
        return false;
    while (way < WAYS && set->keys[way] != key)
        way++;
    if (way < WAYS)
        byte = set->values[way][slot];
    atomic_flag_clear_explicit(&set->is_locked, memory_order_release);
    if (way == WAYS)
        return false;
    *value = (Value)((byte >> 6) << 14 | ((byte & 63) == TURNS_UNKNOWN ? VALUE_TURNS : byte & 63));
    return true;
}

void cache_put(Cache *cache, uint64_t key, const Value *values, uint32_t count)
{
    Set *set = set_of(cache, key);

    if (atomic_flag_test_and_set_explicit(&set->is_locked, memory_order_acquire))
        return;
    const uint32_t way = set->oldest++ % WAYS;
    bool fits = true;
    for (uint32_t i = 0; i < count && fits; i++) {
        const int turns = value_turns(values[i]);
        fits = turns < TURNS_UNKNOWN || turns == VALUE_TURNS;
        set->values[way][i] = (uint8_t)(values[i] >> 14 << 6 | (turns == VALUE_TURNS ? TURNS_UNKNOWN : turns));
    }
    set->keys[way] = fits ? key : 0;
    atomic_flag_clear_explicit(&set->is_locked, memory_order_release);
}
