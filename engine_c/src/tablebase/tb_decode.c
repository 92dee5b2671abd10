/* tb_decode.c: finding a slot's chunk and decoding up to it. */
#include "tb_decode.h"

#include <string.h>

enum { FALLBACK_BYTES = 2 * PACKED_FALLBACKS };

static uint32_t chunk_size(const Packed *packed, uint32_t chunk)
{
    const uint8_t *entry = packed->sizes + (uint64_t)chunk * packed->size_bytes;
    return packed->size_bytes == 1 ? entry[0] : entry[0] | (uint32_t)entry[1] << 8;
}

/* Sizes and offsets agree with each other, so that no look goes astray. */
static bool sizes_agree(const Packed *packed)
{
    uint64_t offset = 0;

    for (uint32_t chunk = 0; chunk < packed->cut.chunks; chunk++) {
        if (chunk % PACKING_STRIDE == 0 && packed->offsets[chunk / PACKING_STRIDE] != offset)
            return false;
        offset += chunk_size(packed, chunk);
    }
    return offset == packed->data_size;
}

/* Chances of the contexts that have some; others share those of their nearest slot's state. */
static bool read_chances(Packed *packed, const uint8_t *bitmap, const uint8_t *codes, uint32_t count)
{
    uint16_t chances[CHANCE_CODES];
    const uint8_t *own = codes + FALLBACK_BYTES, *end = own + 2 * (size_t)count;

    chance_table(chances);
    for (uint32_t context = 0; context < PACKED_CONTEXTS; context++) {
        const bool has_own = bitmap[context / 8] >> context % 8 & 1;
        const uint32_t nearest = context / 9 >> 2 * (PACKED_NEAR - 1);
        const uint8_t *code = has_own ? own : codes + 2 * nearest;
        if (has_own && own == end)
            return false;
        packed->chances[context][0] = chances[code[0]];
        packed->chances[context][1] = chances[code[1]];
        own += has_own ? 2 : 0;
    }
    return own == end;
}

static void read_turn_chances(Packed *packed, const uint8_t *codes)
{
    uint16_t chances[CHANCE_CODES];

    chance_table(chances);
    for (int context = 0; context < TURNCODE_CONTEXTS; context++)
        packed->turn_chances[context] = chances[codes[context]];
}

bool packed_open(Packed *packed, const Index *index, const Look *look, int mover, int other, const uint8_t *bytes,
                 uint64_t size)
{
    PackingHead head;

    walk_shape(packed, index, look, mover, other);
    if (size < sizeof head)
        return false;
    memcpy(&head, bytes, sizeof head);
    const Cut cut = packed->cut;
    const uint64_t offsets = (uint64_t)walk_strides(cut.chunks) * sizeof(uint32_t);
    const uint64_t sizes = (uint64_t)cut.chunks * head.size_bytes;
    const uint64_t codes = FALLBACK_BYTES + 2 * (uint64_t)head.contexts, turns = head.has_turns ? TURNCODE_CONTEXTS : 0;
    if (head.parts != cut.parts || head.part_slots != cut.part_slots || head.joined != cut.joined
        || head.chunks != cut.chunks || head.usual > PACKED_LOSS || head.size_bytes < 1 || head.size_bytes > 2
        || head.contexts > PACKED_CONTEXTS || head.has_turns > 1
        || size != sizeof head + offsets + sizes + PACKING_BITMAP + codes + turns + head.data_size)
        return false;
    packed->usual = head.usual;
    packed->size_bytes = head.size_bytes;
    packed->data_size = head.data_size;
    packed->offsets = (const uint32_t *)(const void *)(bytes + sizeof head);
    packed->sizes = bytes + sizeof head + offsets;
    const uint8_t *bitmap = packed->sizes + sizes;
    packed->data = bitmap + PACKING_BITMAP + codes + turns;
    packed->has_turns = head.has_turns;
    if (head.has_turns)
        read_turn_chances(packed, bitmap + PACKING_BITMAP + codes);
    return read_chances(packed, bitmap, bitmap + PACKING_BITMAP, head.contexts) && sizes_agree(packed);
}

static Value decode_value(const Packed *packed, Decoder *decoder, const Walk *walk, const Value *before)
{
    const uint16_t *chances = packed->chances[walk_context(walk, before)];

    if (!decoder_get(decoder, chances[0]))
        return VALUE_DRAW;
    const Value kind = decoder_get(decoder, chances[1]) ? VALUE_LOSS : VALUE_WIN;
    if (!packed->has_turns)
        return kind | VALUE_TURNS;
    return turncode_read(decoder, packed->turn_chances, kind, walk_nearby(walk, before, kind));
}

/* Decodes the slots of one block in a chunk. */
static void decode_part(const Packed *packed, Decoder *decoder, uint32_t block, uint32_t first, uint32_t count,
                        Value *values)
{
    Walk walk;

    walk_start(&walk, packed, block, first);
    for (uint32_t i = 0; i < count; i++) {
        values[i] = decode_value(packed, decoder, &walk, values);
        if (i + 1 < count)
            walk_next(&walk);
    }
}

/* Decodes a chunk and returns how many slots it has. */
static uint32_t decode_chunk(const Packed *packed, uint32_t chunk, uint32_t size, Value values[PACKED_PART_MAX])
{
    const Cut cut = packed->cut;
    const uint32_t block = chunk / cut.parts * cut.joined;
    uint64_t offset = packed->offsets[chunk / PACKING_STRIDE];
    uint32_t first, done = 0;
    const uint32_t count = walk_part(packed, chunk, &first);
    Decoder decoder;

    for (uint32_t before = chunk / PACKING_STRIDE * PACKING_STRIDE; before < chunk; before++)
        offset += chunk_size(packed, before);
    decoder_start(&decoder, packed->data + offset, size);
    for (uint32_t i = 0; i < cut.joined && block + i < packed->blocks; i++, done += count)
        decode_part(packed, &decoder, block + i, first, count, values + done);
    return done;
}

Value packed_get(const Packed *packed, uint64_t slot, Cache *cache)
{
    const Cut cut = packed->cut;
    const uint32_t block = (uint32_t)(slot / packed->block_slots), rank = (uint32_t)(slot % packed->block_slots);
    const uint32_t chunk = block / cut.joined * cut.parts + rank / cut.part_slots;
    const uint32_t at = block % cut.joined * packed->block_slots + rank % cut.part_slots;
    const uint32_t size = chunk_size(packed, chunk);
    const uint64_t key = (uint64_t)packed->mover << 40 | (uint64_t)packed->other << 32 | chunk;
    Value values[PACKED_PART_MAX], known;

    if (!size)
        return packed->usual == PACKED_DRAW ? VALUE_DRAW : (Value)(packed->usual << 14 | VALUE_TURNS);
    if (cache_get(cache, key, at, &known))
        return known;
    cache_put(cache, key, values, decode_chunk(packed, chunk, size, values));
    return values[at];
}
