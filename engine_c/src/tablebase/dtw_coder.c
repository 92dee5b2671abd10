/* dtw_coder.c: both directions of coding a DTW. A number n is coded as n + 1:
 * its length in bits, then its bits after the first. */
#include "tb_coding.h"

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
