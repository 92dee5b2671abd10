/* dtw_coder.c: both directions, step by step the same. A number n of turns is
 * written as n + 1: its length in bits, then its bits after the first one. */
#include "dtw_coder.h"

enum { HIGH_BITS = 3, EVEN = 32768 };

static int side_of(Value value) { return value_is_loss(value); }

static int bucket_of(int turns)
{
    int bucket = 0;

    while ((turns + 1) >> (bucket + 1))
        bucket++;
    return bucket;
}

static int equal_context(int side, int nearby) { return TURNCODE_EQUAL + side * TURNCODE_BUCKETS + bucket_of(nearby); }

static int longer_context(int side, int nearby, int bucket)
{
    const int row = side * TURNCODE_BUCKETS + (nearby == TURNCODE_NONE ? TURNCODE_BUCKETS - 1 : bucket_of(nearby));
    return TURNCODE_LONGER + row * TURNCODE_BUCKETS + bucket;
}

/* `node` is 1 and then the bits so far; the last bit of a number often follows from who wins. */
static int bit_context(int side, int bucket, int place, int node)
{
    const int row = side * TURNCODE_BUCKETS + bucket;

    if (place == 0)
        return TURNCODE_LAST + row;
    return bucket - place <= HIGH_BITS ? DTW_CODER_HIGH + row * 8 + node : TURNCODE_NONE;
}

int turncode_split(Value value, int nearby, TurnDecision decisions[TURNCODE_DECISIONS_MAX])
{
    const int side = side_of(value), turns = value_turns(value), bucket = bucket_of(turns);
    int count = 0;

    if (nearby != TURNCODE_NONE) {
        decisions[count++] = (TurnDecision){ (int16_t)equal_context(side, nearby), turns != nearby };
        if (turns == nearby)
            return count;
    }
    for (int i = 0; i < TURNCODE_BUCKETS - 2; i++) {
        decisions[count++] = (TurnDecision){ (int16_t)longer_context(side, nearby, i), i < bucket };
        if (i == bucket)
            break;
    }
    for (int place = bucket - 1, node = 1; place >= 0; place--) {
        const int decision = (turns + 1) >> place & 1;
        decisions[count++] = (TurnDecision){ (int16_t)bit_context(side, bucket, place, node), (uint8_t)decision };
        node = 2 * node + decision;
    }
    return count;
}

Value turncode_read(Decoder *decoder, const uint16_t chances[TURNCODE_CONTEXTS], Value kind, int nearby)
{
    const int side = side_of(kind);
    int bucket = 0, node = 1;

    if (nearby != TURNCODE_NONE && !decoder_get(decoder, chances[equal_context(side, nearby)]))
        return (Value)(kind | nearby);
    while (bucket < TURNCODE_BUCKETS - 2 && decoder_get(decoder, chances[longer_context(side, nearby, bucket)]))
        bucket++;
    for (int place = bucket - 1; place >= 0; place--) {
        const int context = bit_context(side, bucket, place, node);
        node = 2 * node + decoder_get(decoder, context == TURNCODE_NONE ? EVEN : chances[context]);
    }
    return (Value)(kind | ((node - 1) & VALUE_TURNS));
}
