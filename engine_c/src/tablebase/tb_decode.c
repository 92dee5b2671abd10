/* tb_decode.c: finding and decoding a slot's chunk; a cache of decoded chunks. */
#include "tb_coding.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { FALLBACK_BYTES = 2 * CONTEXT_FALLBACKS };

/* The cache has sets of eight chunks, each with a lock; the oldest chunk of a
 * set is replaced. Without DTW four values share a byte; with DTW a byte holds
 * WDL and a DTW up to 62, and chunks with a longer one are not cached. */
enum { CACHE_WAYS = 8, CACHE_DTW_UNKNOWN = 63 };

typedef struct {
    atomic_flag is_locked;
    uint32_t oldest;
    uint64_t keys[CACHE_WAYS];
} CacheSet;

struct ChunkCache {
    bool has_dtw;
    size_t count, chunk_bytes;
    uint8_t *bytes; /* the chunks of all sets */
    CacheSet sets[];
};

ChunkCache *chunk_cache_new(size_t bytes, bool has_dtw)
{
    const size_t chunk_bytes = has_dtw ? CHUNK_SLOTS_MAX : CHUNK_SLOTS_MAX / 4;
    const size_t fitting = bytes / (sizeof(CacheSet) + CACHE_WAYS * chunk_bytes), count = fitting ? fitting : 1;
    ChunkCache *cache = malloc(sizeof *cache + count * sizeof(CacheSet));
    uint8_t *chunks = malloc(count * CACHE_WAYS * chunk_bytes);

    if (!cache || !chunks) {
        free(cache);
        free(chunks);
        return NULL;
    }
    *cache = (ChunkCache){ .has_dtw = has_dtw, .count = count, .chunk_bytes = chunk_bytes, .bytes = chunks };
    for (size_t i = 0; i < count; i++) {
        cache->sets[i] = (CacheSet){ .oldest = 0 };
        atomic_flag_clear(&cache->sets[i].is_locked);
    }
    return cache;
}

void chunk_cache_free(ChunkCache *cache)
{
    if (cache)
        free(cache->bytes);
    free(cache);
}

static size_t set_of(const ChunkCache *cache, uint64_t key)
{
    uint64_t hash = key * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    return (size_t)(hash % cache->count);
}

static uint8_t *cached_chunk(const ChunkCache *cache, size_t set, uint32_t way)
{
    return cache->bytes + (set * CACHE_WAYS + way) * cache->chunk_bytes;
}

static TbValue read_slot(const ChunkCache *cache, const uint8_t *chunk, uint32_t slot)
{
    if (!cache->has_dtw) {
        const TbValue wdl = (TbValue)((chunk[slot / 4] >> slot % 4 * 2 & 3) << 14);
        return wdl == TB_DRAW ? wdl : wdl | TB_DTW_UNKNOWN;
    }
    const TbValue dtw = chunk[slot] & 63;
    return (TbValue)((chunk[slot] >> 6) << 14 | (dtw == CACHE_DTW_UNKNOWN ? TB_DTW_UNKNOWN : dtw));
}

/* False: a DTW does not fit into its byte. */
static bool write_chunk(const ChunkCache *cache, uint8_t *chunk, const TbValue *values, uint32_t count)
{
    if (!cache->has_dtw) {
        memset(chunk, 0, cache->chunk_bytes);
        for (uint32_t i = 0; i < count; i++)
            chunk[i / 4] |= (uint8_t)(values[i] >> 14 << i % 4 * 2);
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        const int dtw = tb_value_dtw(values[i]);
        if (dtw >= CACHE_DTW_UNKNOWN && dtw != TB_DTW_UNKNOWN)
            return false;
        chunk[i] = (uint8_t)(values[i] >> 14 << 6 | (dtw == TB_DTW_UNKNOWN ? CACHE_DTW_UNKNOWN : dtw));
    }
    return true;
}

/* Keys are never 0. */
static bool cache_get(ChunkCache *cache, uint64_t key, uint32_t slot, TbValue *value)
{
    const size_t number = set_of(cache, key);
    CacheSet *set = &cache->sets[number];
    uint32_t way = 0;

    if (atomic_flag_test_and_set_explicit(&set->is_locked, memory_order_acquire))
        return false;
    while (way < CACHE_WAYS && set->keys[way] != key)
        way++;
    if (way < CACHE_WAYS)
        *value = read_slot(cache, cached_chunk(cache, number, way), slot);
    atomic_flag_clear_explicit(&set->is_locked, memory_order_release);
    return way < CACHE_WAYS;
}

static void cache_put(ChunkCache *cache, uint64_t key, const TbValue *values, uint32_t count)
{
    const size_t number = set_of(cache, key);
    CacheSet *set = &cache->sets[number];

    if (atomic_flag_test_and_set_explicit(&set->is_locked, memory_order_acquire))
        return;
    const uint32_t way = set->oldest++ % CACHE_WAYS;
    set->keys[way] = write_chunk(cache, cached_chunk(cache, number, way), values, count) ? key : 0;
    atomic_flag_clear_explicit(&set->is_locked, memory_order_release);
}

static uint32_t chunk_size(const CodedSubspace *coded, uint32_t chunk)
{
    const uint8_t *entry = coded->sizes + (uint64_t)chunk * coded->size_bytes;
    return coded->size_bytes == 1 ? entry[0] : entry[0] | (uint32_t)entry[1] << 8;
}

/* Checks that sizes and offsets agree, so that no chunk lies outside the data or is larger than a buffer. */
static bool sizes_agree(const CodedSubspace *coded)
{
    uint64_t offset = 0;

    for (uint32_t chunk = 0; chunk < coded->layout.chunks; chunk++) {
        if (chunk % CODED_STRIDE == 0 && coded->offsets[chunk / CODED_STRIDE] != offset)
            return false;
        if (chunk_size(coded, chunk) > CHUNK_BYTES_MAX)
            return false;
        offset += chunk_size(coded, chunk);
    }
    return offset == coded->data_size;
}

/* Bitmap, codes and probabilities of DTW, as far as there are any. */
enum { MODEL_BYTES_MAX = CODED_BITMAP + FALLBACK_BYTES + 2 * CONTEXT_NB + DTW_CONTEXT_NB };

static bool read_model(CodedSubspace *coded, uint64_t at, uint32_t contexts, uint32_t size)
{
    uint8_t bitmap[MODEL_BYTES_MAX];
    const uint8_t *fallback = bitmap + CODED_BITMAP, *own = fallback + FALLBACK_BYTES, *end = own + 2 * (size_t)contexts;
    uint16_t probabilities[PROBABILITY_CODES];

    if (!coded->source.read(coded->source.context, at, bitmap, size))
        return false;
    probability_table(probabilities);
    for (uint32_t context = 0; context < CONTEXT_NB; context++) {
        const bool has_own = bitmap[context / 8] >> context % 8 & 1;
        const uint8_t *code = has_own ? own : fallback + 2 * context_fallback(context);
        if (has_own && own == end)
            return false;
        coded->probabilities[context][0] = probabilities[code[0]];
        coded->probabilities[context][1] = probabilities[code[1]];
        own += has_own ? 2 : 0;
    }
    for (int context = 0; coded->has_dtw && context < DTW_CONTEXT_NB; context++)
        coded->dtw_probabilities[context] = probabilities[end[context]];
    return own == end;
}

/* Every length is checked before anything is read by it. */
bool tb_decode_open(CodedSubspace *coded, const Index *index, const Rules *rules, int mover, int other,
                    CodedSource source)
{
    CodedHeader header;

    coded_init(coded, index, rules, mover, other);
    coded->source = source;
    if (source.size < sizeof header || !source.read(source.context, 0, &header, sizeof header))
        return false;
    const ChunkLayout layout = coded->layout;
    if (header.parts != layout.parts || header.part_slots != layout.part_slots || header.joined != layout.joined
        || header.chunks != layout.chunks || header.default_wdl > WDL_LOSS || header.size_bytes < 1
        || header.size_bytes > 2 || header.contexts > CONTEXT_NB || header.has_dtw > 1)
        return false;
    const uint64_t offsets = (uint64_t)coded_strides(layout.chunks) * sizeof(uint32_t);
    const uint64_t tables = offsets + (uint64_t)layout.chunks * header.size_bytes;
    const uint32_t model = CODED_BITMAP + FALLBACK_BYTES + 2 * header.contexts + (header.has_dtw ? DTW_CONTEXT_NB : 0);
    coded->data = sizeof header + tables + model;
    if (tables > SIZE_MAX || source.size < coded->data || header.data_size != source.size - coded->data)
        return false;
    coded->default_wdl = header.default_wdl;
    coded->size_bytes = header.size_bytes;
    coded->data_size = header.data_size;
    coded->has_dtw = header.has_dtw;
    uint8_t *bytes = malloc((size_t)tables);
    if (!bytes)
        return false;
    coded->offsets = (const uint32_t *)(const void *)bytes;
    coded->sizes = bytes + offsets;
    return source.read(source.context, sizeof header, bytes, (size_t)tables) && sizes_agree(coded)
        && read_model(coded, sizeof header + tables, header.contexts, model);
}

void tb_decode_close(CodedSubspace *coded) { free((void *)(uintptr_t)coded->offsets); }

static TbValue decode_slot(const CodedSubspace *coded, RangeDecoder *decoder, const Context *context,
                           const TbValue *before)
{
    const uint16_t *probabilities = coded->probabilities[context_number(context, before)];

    if (!range_decoder_get(decoder, probabilities[0]))
        return TB_DRAW;
    const TbValue wdl = range_decoder_get(decoder, probabilities[1]) ? TB_LOSS : TB_WIN;
    if (!coded->has_dtw)
        return wdl | TB_DTW_UNKNOWN;
    return dtw_decode(decoder, coded->dtw_probabilities, wdl, context_nearby_dtw(context, before, wdl));
}

/* Decodes the slots that a chunk has of one block. */
static void decode_block(const CodedSubspace *coded, RangeDecoder *decoder, uint32_t block, const ChunkRange *range,
                         TbValue *values)
{
    Context context;

    context_start(&context, coded, block, range->first);
    for (uint32_t i = 0; i < range->count; i++) {
        values[i] = decode_slot(coded, decoder, &context, values);
        if (i + 1 < range->count)
            context_next(&context);
    }
}

/* Decodes a chunk and returns the number of its slots; 0: it cannot be read. */
static uint32_t decode_chunk(const CodedSubspace *coded, uint32_t chunk, uint32_t size, TbValue values[CHUNK_SLOTS_MAX])
{
    const ChunkRange range = coded_chunk(coded, chunk);
    uint64_t offset = coded->offsets[chunk / CODED_STRIDE];
    uint8_t bytes[CHUNK_BYTES_MAX];
    uint32_t done = 0;
    RangeDecoder decoder;

    for (uint32_t before = chunk / CODED_STRIDE * CODED_STRIDE; before < chunk; before++)
        offset += chunk_size(coded, before);
    if (!coded->source.read(coded->source.context, coded->data + offset, bytes, size))
        return 0;
    range_decoder_start(&decoder, bytes, size);
    for (uint32_t block = range.block; block < range.end; block++, done += range.count)
        decode_block(coded, &decoder, block, &range, values + done);
    return done;
}

TbValue tb_decode_value(const CodedSubspace *coded, uint64_t slot, ChunkCache *cache)
{
    const ChunkLayout layout = coded->layout;
    const uint32_t block = (uint32_t)(slot / coded->block_slots), rank = (uint32_t)(slot % coded->block_slots);
    const uint32_t chunk = block / layout.joined * layout.parts + rank / layout.part_slots;
    const uint32_t at = block % layout.joined * coded->block_slots + rank % layout.part_slots;
    const uint32_t size = chunk_size(coded, chunk);
    const uint64_t key = (uint64_t)coded->mover << 40 | (uint64_t)coded->other << 32 | chunk;
    TbValue values[CHUNK_SLOTS_MAX], known;

    if (!size)
        return coded->default_wdl == WDL_DRAW ? TB_DRAW : (TbValue)(coded->default_wdl << 14 | TB_DTW_UNKNOWN);
    if (cache_get(cache, key, at, &known))
        return known;
    const uint32_t count = decode_chunk(coded, chunk, size, values);
    if (!count)
        return TB_VALUE_NONE;
    cache_put(cache, key, values, count);
    return values[at];
}
