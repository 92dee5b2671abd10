/* tt.c: buckets of four entries, a cache line each. The key is stored xor data
 * (lockless hashing), so that a torn entry does not match. */
#include "tt.h"

#include "hash_memory.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { ENTRIES_PER_BUCKET = 4, AGE_MASK = 63 };

struct TTSlot {
    _Atomic uint32_t key_high, key_low; /* xor data: its first word, both words */
    _Atomic uint32_t move_value;
    _Atomic uint32_t depth_bound_age; /* 0: empty */
};

typedef struct {
    TTSlot slots[ENTRIES_PER_BUCKET];
} Bucket;

struct TranspositionTable {
    Bucket *buckets;
    void *memory; /* allocation that holds the aligned buckets */
    uint64_t mask;
    uint32_t age;
};

TranspositionTable *tt_new(size_t megabytes)
{
    TranspositionTable *tt = calloc(1, sizeof *tt);

    if (tt)
        tt->buckets = hash_memory_new(megabytes, sizeof(Bucket), 1, &tt->mask, &tt->memory);
    if (tt && tt->buckets)
        return tt;
    free(tt);
    return NULL;
}

void tt_free(TranspositionTable *tt)
{
    if (!tt)
        return;
    free(tt->memory);
    free(tt);
}

static uint32_t get(const _Atomic uint32_t *word) { return atomic_load_explicit(word, memory_order_relaxed); }
static void set(_Atomic uint32_t *word, uint32_t value) { atomic_store_explicit(word, value, memory_order_relaxed); }

void tt_clear(TranspositionTable *tt)
{
    for (uint64_t i = 0; i <= tt->mask; i++)
        for (int j = 0; j < ENTRIES_PER_BUCKET; j++)
            set(&tt->buckets[i].slots[j].depth_bound_age, 0);
    tt->age = 0;
}

void tt_new_search(TranspositionTable *tt) { tt->age = (tt->age + 1) & AGE_MASK; }

static Bucket *bucket_of(const TranspositionTable *tt, Key key) { return &tt->buckets[key & tt->mask]; }

/* Depth in bits 0-7, bound in 8-9, age in 10-15. */
static uint32_t pack_depth(TTEntry entry, uint32_t age)
{
    return (uint32_t)(uint8_t)entry.depth | (uint32_t)entry.bound << 8 | age << 10;
}

/* Replacement prefers shallow and old entries. */
static int slot_priority(const TranspositionTable *tt, uint32_t depth_bound_age)
{
    const uint32_t age = (tt->age - (depth_bound_age >> 10)) & AGE_MASK;

    return depth_bound_age ? (int)(int8_t)(uint8_t)(depth_bound_age & 0xFF) - 8 * (int)age : -10000;
}

TTSlot *tt_probe(const TranspositionTable *tt, Key key, TTEntry *entry)
{
    TTSlot *slot = bucket_of(tt, key)->slots, *victim = slot;
    int least = INT_MAX;

    for (TTSlot *end = slot + ENTRIES_PER_BUCKET; slot < end; slot++) {
        const uint32_t move_value = get(&slot->move_value), depth_bound_age = get(&slot->depth_bound_age);
        if (depth_bound_age && (get(&slot->key_high) ^ move_value) == (uint32_t)(key >> 32)
            && (get(&slot->key_low) ^ move_value ^ depth_bound_age) == (uint32_t)key) {
            entry->move = (Move)(move_value & 0xFFFF);
            entry->value = (int16_t)(uint16_t)(move_value >> 16);
            entry->depth = (int8_t)(uint8_t)(depth_bound_age & 0xFF);
            entry->bound = (uint8_t)(depth_bound_age >> 8 & 3);
            return slot;
        }
        const int priority = slot_priority(tt, depth_bound_age);
        victim = priority < least ? slot : victim;
        least = priority < least ? priority : least;
    }
    *entry = (TTEntry){ MOVE_NONE, 0, 0, BOUND_NONE };
    return victim;
}

void tt_store(const TranspositionTable *tt, TTSlot *slot, Key key, TTEntry entry)
{
    const uint32_t move_value = (uint32_t)entry.move | (uint32_t)(uint16_t)entry.value << 16;
    const uint32_t depth_bound_age = pack_depth(entry, tt->age);

    set(&slot->move_value, move_value);
    set(&slot->depth_bound_age, depth_bound_age);
    set(&slot->key_high, (uint32_t)(key >> 32) ^ move_value);
    set(&slot->key_low, (uint32_t)key ^ move_value ^ depth_bound_age);
}

void tt_prefetch(const TranspositionTable *tt, Key key) { __builtin_prefetch(bucket_of(tt, key)); }

int tt_hashfull(const TranspositionTable *tt)
{
    const uint64_t samples = tt->mask + 1 < 250 ? tt->mask + 1 : 250;
    const uint64_t stride = (tt->mask + 1) / samples | 1; /* odd: not the same bucket of every page */
    int used = 0;

    for (uint64_t i = 0; i < samples; i++)
        for (int j = 0; j < ENTRIES_PER_BUCKET; j++) {
            const uint32_t word = get(&tt->buckets[i * stride & tt->mask].slots[j].depth_bound_age);
            used += word && word >> 10 == tt->age;
        }
    return used * 1000 / ((int)samples * ENTRIES_PER_BUCKET);
}
