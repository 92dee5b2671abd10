#include "tb_decode.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

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
        return wdl == TB_DRAW ? wdl : wdl | TB_DTW_UNKNOWN; /* of all bits set: TB_VALUE_NONE */
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

enum { SIZE_PADDING = 2, SIZE_BITS_MAX = 16 };

static uint32_t chunk_size(const CodedSubspace *coded, uint32_t chunk)
{
    const uint64_t first = (uint64_t)chunk * coded->size_bits;
    const uint8_t *entry = coded->sizes + first / 8;
    const uint32_t bytes = entry[0] | (uint32_t)entry[1] << 8 | (uint32_t)entry[2] << 16;

    return bytes >> first % 8 & (((uint32_t)1 << coded->size_bits) - 1);
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

/* Bitmap, fallback and own probabilities of contexts. */
static bool read_contexts(CodedSubspace *coded, uint64_t at, uint32_t contexts)
{
    uint8_t bitmap[CODED_BITMAP + FALLBACK_BYTES + 2 * CONTEXT_NB];
    const uint8_t *fallback = bitmap + CODED_BITMAP, *own = fallback + FALLBACK_BYTES,
                  *end = own + 2 * (size_t)contexts;
    uint16_t probabilities[PROBABILITY_CODES];

    if (!coded->source.read(coded->source.context, at, bitmap, (size_t)(end - bitmap)))
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
    return own == end;
}

static bool read_network(CodedSubspace *coded, uint64_t at)
{
    const CodedSource *source = &coded->source;
    const Patterns *patterns = &coded->index->patterns;

    TbNetwork *network = coded->network = tb_network_new(patterns);
    return network && source->read(source->context, at, &network->head, sizeof network->head)
        && source->read(source->context, at + sizeof network->head, network->vector, tb_network_vector_bytes(patterns))
        && tb_network_prepare(network);
}

static bool read_dtw(CodedSubspace *coded, uint64_t at)
{
    uint8_t codes[DTW_CONTEXT_NB];
    uint16_t probabilities[PROBABILITY_CODES];

    if (!coded->source.read(coded->source.context, at, codes, sizeof codes))
        return false;
    probability_table(probabilities);
    for (int context = 0; context < DTW_CONTEXT_NB; context++)
        coded->dtw_probabilities[context] = probabilities[codes[context]];
    return true;
}

/* Takes what the header says; false if it is inconsistent. */
static bool take_header(CodedSubspace *coded, const CodedHeader *header)
{
    coded->has_dtw = header->flags & CODED_DTW;
    coded->full_pieces = (int)(header->flags >> CODED_FULL_SHIFT);
    coded->size_bits = header->size_bits;
    coded->default_wdl = header->default_wdl;
    coded->data_size = header->data_size;
    const ChunkLayout layout = coded->layout;
    return header->parts == layout.parts && header->part_slots == layout.part_slots && header->joined == layout.joined
        && header->chunks == layout.chunks && header->default_wdl <= WDL_LOSS && coded->size_bits >= 1
        && coded->size_bits <= SIZE_BITS_MAX && header->contexts <= CONTEXT_NB && header->flags & CODED_CANONICAL
        && (header->flags & ~(uint32_t)CODED_FLAGS) == (uint32_t)coded->full_pieces << CODED_FULL_SHIFT
        && coded->full_pieces <= PIECES_MAX;
}

/* Every length is checked before anything is read by it. */
bool tb_decode_open(CodedSubspace *coded, const Index *index, const Rules *rules, int mover, int other,
                    CodedSource source)
{
    CodedHeader header;

    coded_init(coded, index, rules, mover, other);
    coded->source = source;
    if (source.size < sizeof header || !source.read(source.context, 0, &header, sizeof header)
        || !take_header(coded, &header))
        return false;
    const bool has_network = header.flags & CODED_NETWORK;
    const uint64_t offsets = (uint64_t)coded_strides(header.chunks) * sizeof(uint32_t);
    const uint64_t directory = offsets + ((uint64_t)header.chunks * coded->size_bits + 7) / 8;
    const uint64_t model = sizeof header + directory,
                   dtw = model + coded_model_bytes(coded, has_network, header.contexts);
    coded->data = dtw + (coded->has_dtw ? DTW_CONTEXT_NB : 0);
    if (directory > SIZE_MAX - SIZE_PADDING || source.size < coded->data
        || header.data_size != source.size - coded->data)
        return false;
    uint8_t *bytes = calloc(1, (size_t)directory + SIZE_PADDING);
    if (!bytes)
        return false;
    coded->offsets = (const uint32_t *)(const void *)bytes;
    coded->sizes = bytes + offsets;
    return source.read(source.context, sizeof header, bytes, (size_t)directory) && sizes_agree(coded)
        && (has_network ? read_network(coded, model) : read_contexts(coded, model, header.contexts))
        && (!coded->has_dtw || read_dtw(coded, dtw));
}

void tb_decode_close(CodedSubspace *coded)
{
    free(coded->network);
    free((void *)(uintptr_t)coded->offsets);
}

/* A value without DTW by a network. */
static TbValue predict_slot(const TbNetwork *network, RangeDecoder *decoder, const Context *context,
                            const TbValue *before)
{
    TbNetworkInput input;
    int16_t sum[TB_HIDDEN];

    context_input(context, before, &input);
    tb_network_sum(network, &input, sum);
    if (!range_decoder_get(decoder, tb_network_probability(network, sum, DECIDE_NO_WIN)))
        return TB_WIN;
    return range_decoder_get(decoder, tb_network_probability(network, sum, DECIDE_LOSS)) ? TB_LOSS : TB_DRAW;
}

/* The same by the probabilities of its context. */
static TbValue look_up_slot(const CodedSubspace *coded, RangeDecoder *decoder, const Context *context,
                            const TbValue *before)
{
    const uint16_t *probabilities = coded->probabilities[context_number(context, before)];

    if (!range_decoder_get(decoder, probabilities[0]))
        return TB_DRAW;
    return range_decoder_get(decoder, probabilities[1]) ? TB_LOSS : TB_WIN;
}

static TbValue decode_slot(const CodedSubspace *coded, RangeDecoder *decoder, const Context *context,
                           const TbValue *before)
{
    if (!context_is_coded(context))
        return TB_VALUE_NONE;
    const TbValue wdl = coded->network ? predict_slot(coded->network, decoder, context, before)
                                       : look_up_slot(coded, decoder, context, before);
    if (wdl == TB_DRAW)
        return wdl;
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

/* The DTW of a decoded value is in steps. */
static TbValue in_turns(const CodedSubspace *coded, TbValue value)
{
    const int dtw = tb_value_dtw(value) * coded->dtw_step;
    const bool is_known = tb_value_dtw(value) != TB_DTW_UNKNOWN && dtw <= TB_DTW_MAX;

    return (TbValue)((value & TB_WDL_MASK) | (is_known ? dtw : TB_DTW_UNKNOWN));
}

static bool is_left_out(const CodedSubspace *coded, uint64_t slot)
{
    Bits mover, other;

    if (coded->mover != coded->full_pieces && coded->other != coded->full_pieces)
        return false;
    index_pieces(coded->index, coded->mover, coded->other, slot, &mover, &other);
    return coded_leaves_out(coded, mover, other);
}

TbValue tb_decode_value(const CodedSubspace *coded, uint64_t given, ChunkCache *cache)
{
    const uint64_t slot = index_canonical(coded->index, coded->mover, coded->other, given);
    const ChunkLayout layout = coded->layout;
    const uint32_t block = (uint32_t)(slot / coded->block_slots), rank = (uint32_t)(slot % coded->block_slots);
    const uint32_t chunk = block / layout.joined * layout.parts + rank / layout.part_slots;
    const uint32_t at = block % layout.joined * coded->block_slots + rank % layout.part_slots;
    const uint32_t size = chunk_size(coded, chunk);
    const uint64_t key = (uint64_t)coded->hands << 48 | (uint64_t)coded->mover << 40 | (uint64_t)coded->other << 32
        | chunk;
    TbValue values[CHUNK_SLOTS_MAX], known;

    if (is_left_out(coded, slot))
        return TB_VALUE_NONE;
    if (!size)
        return coded->default_wdl == WDL_DRAW ? TB_DRAW : (TbValue)(coded->default_wdl << 14 | TB_DTW_UNKNOWN);
    if (cache_get(cache, key, at, &known))
        return in_turns(coded, known);
    const uint32_t count = decode_chunk(coded, chunk, size, values);
    if (!count)
        return TB_VALUE_NONE;
    cache_put(cache, key, values, count);
    return in_turns(coded, values[at]);
}
