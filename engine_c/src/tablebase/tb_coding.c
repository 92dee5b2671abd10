/* tb_coding.c: the range coder, DTW as bits, and contexts kept up to date from
 * slot to slot. */
#include "tb_coding.h"

#include <string.h>

enum { CODES_PER_SIDE = PROBABILITY_CODES / 2 };

/* Eight steps halve the probability of the rarer value: 65536 * 2^(-1 - step / 8), in integers. */
void probability_table(uint16_t probabilities[PROBABILITY_CODES])
{
    uint64_t probability = (uint64_t)1 << 47;

    for (int step = 0; step < CODES_PER_SIDE; step++) {
        const uint32_t rarer = (uint32_t)(probability >> 32) ? (uint32_t)(probability >> 32) : 1;
        probabilities[step] = (uint16_t)rarer;
        probabilities[CODES_PER_SIDE + step] = (uint16_t)(65536 - rarer);
        probability = (probability >> 16) * 60097; /* 65536 * 2^(-1/8) */
    }
}

uint8_t probability_code(uint64_t zeros, uint64_t ones)
{
    uint16_t probabilities[PROBABILITY_CODES];
    const uint64_t rarer = zeros < ones ? zeros : ones, all = zeros + ones;
    int best = 0;

    probability_table(probabilities);
    /* The nearest step. Half a case is added, so that no probability is 0. */
    for (int step = 1; step < CODES_PER_SIDE; step++) {
        const uint64_t wanted = all ? (2 * rarer + 1) * 65536 / (2 * (all + 1)) : 32768;
        const uint64_t now = probabilities[best], next = probabilities[step];
        if ((now > wanted ? now - wanted : wanted - now) > (next > wanted ? next - wanted : wanted - next))
            best = step;
    }
    return (uint8_t)(zeros < ones ? best : CODES_PER_SIDE + best);
}

static void put_byte(RangeEncoder *encoder, uint8_t byte)
{
    if (encoder->size == encoder->capacity)
        encoder->is_full = true;
    else
        encoder->bytes[encoder->size++] = byte;
}

void range_encoder_start(RangeEncoder *encoder, uint8_t *bytes, size_t capacity)
{
    *encoder = (RangeEncoder){ .bytes = bytes, .capacity = capacity, .range = UINT32_MAX };
}

/* Shifts the top byte out, or holds it while a carry can still change it. */
static void shift(RangeEncoder *encoder)
{
    const int carry = (int)(encoder->low >> 32);

    if (carry || (uint32_t)encoder->low < 0xFF000000u) {
        if (encoder->has_first)
            put_byte(encoder, (uint8_t)(encoder->first + carry));
        for (; encoder->held; encoder->held--)
            put_byte(encoder, (uint8_t)(0xFF + carry));
        encoder->first = (uint8_t)(encoder->low >> 24);
        encoder->has_first = true;
    } else {
        encoder->held++;
    }
    encoder->low = (encoder->low & 0x00FFFFFF) << 8;
}

void range_encoder_put(RangeEncoder *encoder, uint16_t probability, int value)
{
    const uint32_t bound = (encoder->range >> 16) * probability;

    encoder->low += value ? bound : 0;
    encoder->range = value ? encoder->range - bound : bound;
    while (encoder->range < (uint32_t)1 << 24) {
        encoder->range <<= 8;
        shift(encoder);
    }
}

/* Any number in the last range is valid; choose the one with most trailing zeros. */
void range_encoder_end(RangeEncoder *encoder)
{
    const uint64_t top = encoder->low + encoder->range - 1;

    for (int bits = 32; bits >= 0; bits--) {
        const uint64_t round = top >> bits << bits;
        if (round >= encoder->low) {
            encoder->low = round;
            break;
        }
    }
    for (int i = 0; i < 5; i++)
        shift(encoder);
    while (encoder->size && !encoder->bytes[encoder->size - 1])
        encoder->size--;
}

/* A number n is coded as n + 1: its length in bits, then its bits after the first. */
enum { HIGH_BITS = 3 };

static int bucket_of(int dtw)
{
    int bucket = 0;

    while ((dtw + 1) >> (bucket + 1))
        bucket++;
    return bucket;
}

static int equal_context(bool is_loss, int nearby) { return DTW_EQUAL + is_loss * DTW_BUCKETS + bucket_of(nearby); }

static int longer_context(bool is_loss, int nearby, int bucket)
{
    const int row = is_loss * DTW_BUCKETS + (nearby == DTW_NONE ? DTW_BUCKETS - 1 : bucket_of(nearby));
    return DTW_LONGER + row * DTW_BUCKETS + bucket;
}

/* `node` is 1 followed by the bits so far. The last bit often follows from the winner. */
static int bit_context(bool is_loss, int bucket, int place, int node)
{
    const int row = is_loss * DTW_BUCKETS + bucket;

    if (place == 0)
        return DTW_LAST + row;
    return bucket - place <= HIGH_BITS ? DTW_HIGH + row * 8 + node : DTW_NONE;
}

int dtw_encode(TbValue value, int nearby, DtwBit bits[DTW_BITS_MAX])
{
    const bool is_loss = tb_value_is_loss(value);
    const int dtw = tb_value_dtw(value), bucket = bucket_of(dtw);
    int count = 0;

    if (nearby != DTW_NONE) {
        bits[count++] = (DtwBit){ (int16_t)equal_context(is_loss, nearby), dtw != nearby };
        if (dtw == nearby)
            return count;
    }
    for (int i = 0; i < DTW_BUCKETS - 2; i++) {
        bits[count++] = (DtwBit){ (int16_t)longer_context(is_loss, nearby, i), i < bucket };
        if (i == bucket)
            break;
    }
    for (int place = bucket - 1, node = 1; place >= 0; place--) {
        const int bit_value = (dtw + 1) >> place & 1;
        bits[count++] = (DtwBit){ (int16_t)bit_context(is_loss, bucket, place, node), (uint8_t)bit_value };
        node = 2 * node + bit_value;
    }
    return count;
}

TbValue dtw_decode(RangeDecoder *decoder, const uint16_t probabilities[DTW_CONTEXT_NB], TbValue wdl, int nearby)
{
    const bool is_loss = tb_value_is_loss(wdl);
    int bucket = 0, node = 1;

    if (nearby != DTW_NONE && !range_decoder_get(decoder, probabilities[equal_context(is_loss, nearby)]))
        return (TbValue)(wdl | nearby);
    while (bucket < DTW_BUCKETS - 2
           && range_decoder_get(decoder, probabilities[longer_context(is_loss, nearby, bucket)]))
        bucket++;
    for (int place = bucket - 1; place >= 0; place--) {
        const int context = bit_context(is_loss, bucket, place, node);
        node = 2 * node + range_decoder_get(decoder, context == DTW_NONE ? PROBABILITY_EVEN : probabilities[context]);
    }
    return (TbValue)(wdl | (node - 1 <= TB_DTW_MAX ? node - 1 : TB_DTW_UNKNOWN));
}

/* Slots of a chunk: enough to code them well, few enough to decode them quickly. */
enum { CHUNK_SLOTS_AIM = 2048 };

/* A network takes about 120 KB and saves about a third. */
static const uint64_t NetworkFrom = 400000;

static ChunkLayout layout_of(const CodedSubspace *coded)
{
    const uint32_t aim = CHUNK_SLOTS_AIM, slots = coded->block_slots;
    ChunkLayout layout = { .parts = 1, .part_slots = slots, .joined = 1 };

    if (slots < aim / 2) {
        layout.joined = aim / slots;
        layout.chunks = (coded->blocks + layout.joined - 1) / layout.joined;
    } else {
        layout.parts = (slots + aim / 2) / aim;
        layout.part_slots = (slots + layout.parts - 1) / layout.parts;
        layout.chunks = coded->blocks * layout.parts;
    }
    return layout;
}

void coded_init(CodedSubspace *coded, const Index *index, const Rules *rules, int mover, int other)
{
    memset(coded, 0, sizeof *coded);
    coded->index = index;
    coded->rules = rules;
    coded->mover = mover;
    coded->other = other;
    coded->block_slots = index_block_slots(index, mover, other);
    coded->blocks = (uint32_t)index_blocks(index, other);
    coded->dtw_step = 1;
    coded->network_from = NetworkFrom;
    coded->layout = layout_of(coded);
}

bool coded_leaves_out(const CodedSubspace *coded, Bits mover, Bits other)
{
    return (coded->other == coded->full_pieces && index_in_mills(coded->index, mover))
        || (coded->mover == coded->full_pieces && index_in_mills(coded->index, other));
}

uint64_t coded_model_bytes(const CodedSubspace *coded, bool has_network, uint32_t contexts)
{
    return has_network ? sizeof(TbNetworkHead) + tb_network_vector_bytes(&coded->index->patterns)
                       : CODED_BITMAP + FALLBACK_BYTES + 2 * (uint64_t)contexts;
}

ChunkRange coded_chunk(const CodedSubspace *coded, uint32_t chunk)
{
    const ChunkLayout *layout = &coded->layout;
    const uint32_t block = chunk / layout->parts * layout->joined, end = block + layout->joined;
    const uint32_t first = chunk % layout->parts * layout->part_slots, left = coded->block_slots - first;

    return (ChunkRange){
        .block = block,
        .end = end < coded->blocks ? end : coded->blocks,
        .first = first,
        .count = left < layout->part_slots ? left : layout->part_slots,
    };
}

/* Points where a side could close a mill with its next move. */
static Bits closing_points(const CodedSubspace *coded, Bits own, Bits empty, bool flies)
{
    const Topology *topology = &coded->rules->topology;
    const Bits completing = index_completing(coded->index, own) & empty;
    Bits closing = 0;

    if (coded->hands)
        return completing;
    for (Bits points = completing; points; points = bits_rest(points)) {
        const int pt = bits_first(points);
        const Bits movers = own & (flies ? topology->all : topology->neighbours[pt]);
        for (int i = 0; i < topology->lines_at[pt]; i++) {
            const Bits pair = topology->pair_at[pt][i];
            if ((own & pair) == pair && movers & ~pair)
                closing |= bit(pt);
        }
    }
    return closing;
}

/* The distance to the slot in which piece n stands one point lower, if that point is free. */
static uint32_t distance_back(const Context *context, int n)
{
    const int lower = context->at[n] - 1, below = n ? context->at[n - 1] : -1;
    return n < context->coded->mover && lower > below ? context->coded->index->binomial[lower][n] : 0;
}

/* Updates the distances that depend on the pieces up to `changed`. */
static void update_back(Context *context, int changed)
{
    const int last = changed + 1 < CONTEXT_SLOTS ? changed + 1 : CONTEXT_SLOTS - 1;

    for (int n = 0; n <= last; n++)
        context->back[n] = distance_back(context, n);
    /* With few pieces some entries are free for other nearby slots. */
    if (context->coded->mover <= 4)
        context->back[4] = context->at[0] >= 2 ? 2 : 0;
    if (context->coded->mover <= 3)
        context->back[3] = context->at[0] >= 1 ? (uint32_t)context->at[1] : 0;
}

static void place_mover(Context *context)
{
    context->mover = index_scatter(context->coded->index, context->open, context->inside);
}

void context_start(Context *context, const CodedSubspace *coded, uint32_t block, uint32_t rank)
{
    const Index *index = coded->index;
    const Rules *rules = coded->rules;
    const Bits other = index_side(index, coded->other)->placement[block];
    int n = 0;

    *context = (Context){ .coded = coded, .block = block, .other = other, .open = index->all & ~other };
    context->flies = coded->mover <= rules->fly_at;
    context->is_symmetric = index_side(index, coded->other)->fixed_by[block] != 1;
    context->threats = closing_points(coded, other, context->open, coded->other <= rules->fly_at);
    context->inside = index_unrank(index, rank, coded->mover);
    for (Bits rest = context->inside; rest; rest = bits_rest(rest))
        context->at[n++] = bits_first(rest);
    context->at[n] = POINT_MAX + 1;
    update_back(context, CONTEXT_SLOTS);
    place_mover(context);
}

void context_next(Context *context)
{
    int moved = 0;

    while (context->at[moved] + 1 == context->at[moved + 1]) {
        context->at[moved] = moved;
        moved++;
    }
    context->at[moved]++;
    context->inside = index_next(context->inside);
    context->step++;
    update_back(context, moved);
    place_mover(context);
}

static uint32_t at_most_two(Bits set) { return !set ? 0 : set & (set - 1) ? 2 : 1; }

int context_nearby_dtw(const Context *context, const TbValue *before, TbValue wdl)
{
    for (int n = 0; n < CONTEXT_SLOTS; n++) {
        const uint32_t back = context->back[n];
        if (back && back <= context->step && (before[context->step - back] & TB_WDL_MASK) == wdl)
            return tb_value_dtw(before[context->step - back]);
    }
    return DTW_NONE;
}

bool context_is_coded(const Context *context)
{
    const CodedSubspace *coded = context->coded;

    if (coded->full_pieces && coded_leaves_out(coded, context->mover, context->other))
        return false;
    return !context->is_symmetric || index_is_canonical(coded->index, coded->other, context->block, context->mover);
}

uint32_t context_state(const Context *context, const TbValue *before)
{
    uint32_t state = 0;

    for (int n = 0; n < CONTEXT_SLOTS; n++) {
        const uint32_t back = context->back[n];
        const bool has_slot = back && back <= context->step;
        state = state << 2 | (has_slot ? tb_value_wdl(before[context->step - back]) : (uint32_t)WDL_UNKNOWN);
    }
    return state;
}

uint32_t context_mills(const Context *context)
{
    const CodedSubspace *coded = context->coded;
    const Bits empty = context->open & ~context->mover;
    const Bits closing = closing_points(coded, context->mover, empty, context->flies);

    return at_most_two(closing) * 3 + at_most_two(context->threats & empty);
}

void context_input(const Context *context, const TbValue *before, TbNetworkInput *input)
{
    patterns_find(&context->coded->index->patterns, context->mover, context->other, input->index);
    input->state = context_state(context, before);
    input->mills = context_mills(context);
}
