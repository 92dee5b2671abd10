/* proof_table.c: buckets of eight words, a cache line each. A state is mixed by a
 * one-to-one function; the bits that do not choose the bucket are stored. */
#include "proof_table.h"

#include "hash_memory.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Bits of a word: 0-1 lower bound + 1, 2-3 upper bound + 1, 4-8 point, 9-14 effort, 15 in use, 16-63 rest of the state. */
enum {
    WORDS_PER_BUCKET = 8,
    POINT_SHIFT = 4,
    POINT_BITS_MASK = 31,
    EFFORT_SHIFT = 9,
    EFFORT_MASK = 63,
    REST_SHIFT = 16,
    BUCKET_BITS_MIN = PROOF_STATE_BITS - (64 - REST_SHIFT)
};

static const uint64_t InUse = 1 << 15;
static const uint64_t StateMask = ((uint64_t)1 << PROOF_STATE_BITS) - 1;

typedef struct {
    _Atomic uint64_t words[WORDS_PER_BUCKET];
} Bucket;

struct ProofTable {
    Bucket *buckets;
    void *memory; /* allocation that holds the aligned buckets */
    uint64_t mask;
};

ProofTable *proof_table_new(size_t megabytes)
{
    ProofTable *table = calloc(1, sizeof *table);

    if (table)
        table->buckets = hash_memory_new(megabytes, sizeof(Bucket), 1 << BUCKET_BITS_MIN, &table->mask, &table->memory);
    if (table && table->buckets)
        return table;
    free(table);
    return NULL;
}

void proof_table_free(ProofTable *table)
{
    if (!table)
        return;
    free(table->memory);
    free(table);
}

static uint64_t get(const _Atomic uint64_t *word) { return atomic_load_explicit(word, memory_order_relaxed); }

void proof_table_clear(ProofTable *table)
{
    for (uint64_t i = 0; i <= table->mask; i++)
        for (int j = 0; j < WORDS_PER_BUCKET; j++)
            atomic_store_explicit(&table->buckets[i].words[j], 0, memory_order_relaxed);
}

/* Every step can be undone, so that different states stay different. */
static uint64_t mix(ProofState state)
{
    state = (state ^ state >> 29) * 0xBF58476D1CE4E5B9u & StateMask;
    state = (state ^ state >> 27) * 0x94D049BB133111EBu & StateMask;
    return state ^ state >> 31;
}

static Bucket *bucket_of(const ProofTable *table, uint64_t mixed) { return &table->buckets[mixed & table->mask]; }

static bool is_of(uint64_t word, uint64_t mixed)
{
    return word & InUse && word >> REST_SHIFT == mixed >> BUCKET_BITS_MIN;
}

static ProofEntry entry_of(uint64_t word)
{
    const int point = (int)(word >> POINT_SHIFT) & POINT_BITS_MASK;
    return (ProofEntry){ { (int)(word & 3) - 1, (int)(word >> 2 & 3) - 1 }, point < POINT_MAX ? point : NO_POINT };
}

void proof_table_prefetch(const ProofTable *table, ProofState state)
{
    __builtin_prefetch(bucket_of(table, mix(state)));
}

ProofEntry proof_table_get(const ProofTable *table, ProofState state)
{
    const uint64_t mixed = mix(state);
    const Bucket *bucket = bucket_of(table, mixed);

    for (int i = 0; i < WORDS_PER_BUCKET; i++) {
        const uint64_t word = get(&bucket->words[i]);
        if (is_of(word, mixed))
            return entry_of(word);
    }
    return (ProofEntry){ ProofUnknown, NO_POINT };
}

static uint64_t effort_of(uint64_t nodes) { return nodes ? (uint64_t)(63 - __builtin_clzll(nodes)) & EFFORT_MASK : 0; }

void proof_table_add(ProofTable *table, ProofState state, ProofEntry entry, uint64_t nodes)
{
    const uint64_t mixed = mix(state);
    Bucket *bucket = bucket_of(table, mixed);
    uint64_t effort = effort_of(nodes), least = UINT64_MAX;
    int place = 0;

    for (int i = 0; i < WORDS_PER_BUCKET; i++) {
        const uint64_t word = get(&bucket->words[i]);
        const uint64_t word_effort = word & InUse ? 1 + (word >> EFFORT_SHIFT & EFFORT_MASK) : 0;
        if (is_of(word, mixed)) {
            const ProofEntry old = entry_of(word);
            entry.bounds.lower = old.bounds.lower > entry.bounds.lower ? old.bounds.lower : entry.bounds.lower;
            entry.bounds.upper = old.bounds.upper < entry.bounds.upper ? old.bounds.upper : entry.bounds.upper;
            entry.point = entry.point == NO_POINT ? old.point : entry.point;
            effort = word_effort - 1 > effort ? word_effort - 1 : effort;
            place = i;
            break;
        }
        if (word_effort < least) {
            least = word_effort;
            place = i;
        }
    }
    const uint64_t point = entry.point == NO_POINT ? POINT_BITS_MASK : (uint64_t)entry.point;
    atomic_store_explicit(&bucket->words[place],
                          mixed >> BUCKET_BITS_MIN << REST_SHIFT | InUse | effort << EFFORT_SHIFT | point << POINT_SHIFT
                              | (uint64_t)(entry.bounds.upper + 1) << 2 | (uint64_t)(entry.bounds.lower + 1),
                          memory_order_relaxed);
}

int proof_table_full(const ProofTable *table)
{
    const uint64_t buckets = table->mask + 1 < 250 ? table->mask + 1 : 250;
    int used = 0;

    for (uint64_t i = 0; i < buckets; i++)
        for (int j = 0; j < WORDS_PER_BUCKET; j++)
            used += (get(&table->buckets[i].words[j]) & InUse) != 0;
    return used * 1000 / (int)(buckets * WORDS_PER_BUCKET);
}
