/* tb_cache.c: small locked sets of eight chunks, the oldest of which makes room.
 * Without turns four values share a byte; with them a byte holds the kind of
 * a value and up to 62 turns, and chunks with more are not kept. */
#include "tb_cache.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 8, TURNS_UNKNOWN = 63 };

typedef struct {
    atomic_flag is_locked;
    uint32_t oldest;
    uint64_t keys[WAYS];
} Set;

struct Cache {
    bool has_turns;
    size_t count, chunk_bytes;
    uint8_t *bytes; /* of every set's chunks */
    Set sets[];
};

Cache *cache_new(size_t bytes, bool has_turns)
{
    const size_t chunk_bytes = has_turns ? CACHE_SLOTS_MAX : CACHE_SLOTS_MAX / 4;
    const size_t fitting = bytes / (sizeof(Set) + WAYS * chunk_bytes), count = fitting ? fitting : 1;
    Cache *cache = malloc(sizeof *cache + count * sizeof(Set));
    uint8_t *room = malloc(count * WAYS * chunk_bytes);

    if (!cache || !room) {
        free(cache);
        free(room);
        return NULL;
    }
    *cache = (Cache){ .has_turns = has_turns, .count = count, .chunk_bytes = chunk_bytes, .bytes = room };
    for (size_t i = 0; i < count; i++) {
        cache->sets[i] = (Set){ .oldest = 0 };
        atomic_flag_clear(&cache->sets[i].is_locked);
    }
    return cache;
}

void cache_free(Cache *cache)
{
    if (cache)
        free(cache->bytes);
    free(cache);
}

static size_t set_of(const Cache *cache, uint64_t key)
{
    uint64_t hash = key * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    return (size_t)(hash % cache->count);
}

static uint8_t *chunk_of(const Cache *cache, size_t set, uint32_t way)
{
    return cache->bytes + (set * WAYS + way) * cache->chunk_bytes;
}

static Value read_slot(const Cache *cache, const uint8_t *chunk, uint32_t slot)
{
    if (!cache->has_turns) {
        const Value kind = (Value)((chunk[slot / 4] >> slot % 4 * 2 & 3) << 14);
        return kind == VALUE_DRAW ? kind : kind | VALUE_TURNS;
    }
    const Value turns = chunk[slot] & 63;
    return (Value)((chunk[slot] >> 6) << 14 | (turns == TURNS_UNKNOWN ? VALUE_TURNS : turns));
}

/* False when there are values that a byte cannot hold. */
static bool write_chunk(const Cache *cache, uint8_t *chunk, const Value *values, uint32_t count)
{
    if (!cache->has_turns) {
        memset(chunk, 0, cache->chunk_bytes);
        for (uint32_t i = 0; i < count; i++)
            chunk[i / 4] |= (uint8_t)(values[i] >> 14 << i % 4 * 2);
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        const int turns = value_turns(values[i]);
        if (turns >= TURNS_UNKNOWN && turns != VALUE_TURNS)
            return false;
        chunk[i] = (uint8_t)(values[i] >> 14 << 6 | (turns == VALUE_TURNS ? TURNS_UNKNOWN : turns));
    }
    return true;
}

bool cache_get(Cache *cache, uint64_t key, uint32_t slot, Value *value)
{
    const size_t number = set_of(cache, key);
    Set *set = &cache->sets[number];
    uint32_t way = 0;

    if (atomic_flag_test_and_set_explicit(&set->is_locked, memory_order_acquire))
        return false;
    while (way < WAYS && set->keys[way] != key)
        way++;
    if (way < WAYS)
        *value = read_slot(cache, chunk_of(cache, number, way), slot);
    atomic_flag_clear_explicit(&set->is_locked, memory_order_release);
    return way < WAYS;
}

void cache_put(Cache *cache, uint64_t key, const Value *values, uint32_t count)
{
    const size_t number = set_of(cache, key);
    Set *set = &cache->sets[number];

    if (atomic_flag_test_and_set_explicit(&set->is_locked, memory_order_acquire))
        return;
    const uint32_t way = set->oldest++ % WAYS;
    set->keys[way] = write_chunk(cache, chunk_of(cache, number, way), values, count) ? key : 0;
    atomic_flag_clear_explicit(&set->is_locked, memory_order_release);
}
