/* cache.c: a direct-mapped table of small locked entries. A byte holds the
 * kind of a value and up to 62 turns; chunks with more are not kept. */
#include "cache.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { TURNS_UNKNOWN = 63 };

typedef struct {
    atomic_flag is_locked;
    uint64_t key;
    uint8_t values[CACHE_SLOTS_MAX];
} Entry;

struct Cache {
    size_t count;
    Entry entries[];
};

Cache *cache_new(size_t bytes)
{
    const size_t count = bytes / sizeof(Entry) ? bytes / sizeof(Entry) : 1;
    Cache *cache = malloc(sizeof *cache + count * sizeof(Entry));

    if (!cache)
        return NULL;
    cache->count = count;
    for (size_t i = 0; i < count; i++) {
        atomic_flag_clear(&cache->entries[i].is_locked);
        cache->entries[i].key = 0;
    }
    return cache;
}

void cache_free(Cache *cache) { free(cache); }

static Entry *entry_of(Cache *cache, uint64_t key)
{
    uint64_t hash = key * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    return &cache->entries[hash % cache->count];
}

bool cache_get(Cache *cache, uint64_t key, uint32_t slot, Value *value)
{
    Entry *entry = entry_of(cache, key);

    if (atomic_flag_test_and_set_explicit(&entry->is_locked, memory_order_acquire))
        return false;
    const bool is_there = entry->key == key;
    const uint8_t byte = is_there ? entry->values[slot] : 0;
    atomic_flag_clear_explicit(&entry->is_locked, memory_order_release);
    if (is_there)
        *value = (Value)((byte >> 6) << 14 | ((byte & 63) == TURNS_UNKNOWN ? VALUE_TURNS : byte & 63));
    return is_there;
}

void cache_put(Cache *cache, uint64_t key, const Value *values, uint32_t count)
{
    Entry *entry = entry_of(cache, key);

    if (atomic_flag_test_and_set_explicit(&entry->is_locked, memory_order_acquire))
        return;
    entry->key = key;
    for (uint32_t i = 0; i < count && entry->key; i++) {
        const int turns = value_turns(values[i]);
        if (turns >= TURNS_UNKNOWN && turns != VALUE_TURNS)
            entry->key = 0;
        entry->values[i] = (uint8_t)(values[i] >> 14 << 6 | (turns == VALUE_TURNS ? TURNS_UNKNOWN : turns));
    }
    atomic_flag_clear_explicit(&entry->is_locked, memory_order_release);
}
