#include "tb_model.h"

/* Rarer contexts are not worth probabilities of their own. */
enum { CONTEXT_SEEN_MIN = 24 };

void counts_add(ContextCounts *counts, const ContextCounts *more)
{
    for (uint32_t context = 0; context < CONTEXT_NB; context++)
        for (int wdl = 0; wdl < 3; wdl++)
            counts->seen[context][wdl] += more->seen[context][wdl];
    for (int context = 0; context < DTW_CONTEXT_NB; context++)
        for (int value = 0; value < 2; value++)
            counts->dtw_seen[context][value] += more->dtw_seen[context][value];
}

static void set_codes(uint8_t codes[2], const uint64_t seen[3])
{
    codes[0] = probability_code(seen[WDL_DRAW], seen[WDL_WIN] + seen[WDL_LOSS]);
    codes[1] = probability_code(seen[WDL_WIN], seen[WDL_LOSS]);
}

static void set_fallbacks(ContextModel *model, const ContextCounts *counts)
{
    uint64_t seen[CONTEXT_FALLBACKS][3] = { { 0 } };

    for (uint32_t context = 0; context < CONTEXT_NB; context++)
        for (int wdl = 0; wdl < 3; wdl++)
            seen[context_fallback(context)][wdl] += counts->seen[context][wdl];
    for (int i = 0; i < CONTEXT_FALLBACKS; i++)
        set_codes(model->fallback[i], seen[i]);
}

void model_set(ContextModel *model, CodedSubspace *coded, const ContextCounts *counts)
{
    uint16_t probabilities[PROBABILITY_CODES];

    probability_table(probabilities);
    set_fallbacks(model, counts);
    for (uint32_t context = 0; context < CONTEXT_NB; context++) {
        const uint64_t *seen = counts->seen[context];
        uint8_t *codes = model->fallback[context_fallback(context)];
        if (seen[0] + seen[1] + seen[2] >= CONTEXT_SEEN_MIN) {
            model->bitmap[context / 8] |= (uint8_t)(1 << context % 8);
            codes = model->codes[model->contexts++];
            set_codes(codes, seen);
        }
        coded->probabilities[context][0] = probabilities[codes[0]];
        coded->probabilities[context][1] = probabilities[codes[1]];
    }
    for (int context = 0; context < DTW_CONTEXT_NB; context++) {
        const uint8_t code = probability_code(counts->dtw_seen[context][0], counts->dtw_seen[context][1]);
        model->dtw_codes[context] = code;
        coded->dtw_probabilities[context] = probabilities[code];
    }
}

/* -log2 of a probability in 1/65536, in 1/65536. The fraction is on a straight line, which is near enough. */
static uint64_t cost_of(uint32_t probability)
{
    int bits = 0;

    while (probability >> (bits + 1))
        bits++;
    return ((uint64_t)(17 - bits) << 16) - ((uint64_t)probability << 16 >> bits);
}

/* What two decisions cost that fell so often for 0 and for 1. */
static uint64_t cost_of_all(uint16_t probability, uint64_t zeros, uint64_t ones)
{
    return zeros * cost_of(probability) + ones * cost_of(65536u - probability);
}

uint64_t model_estimate(const CodedSubspace *coded, const ContextCounts *counts)
{
    uint64_t bits = 0;

    for (uint32_t context = 0; context < CONTEXT_NB; context++) {
        const uint64_t *seen = counts->seen[context];
        const uint16_t *probability = coded->probabilities[context];
        bits += (cost_of_all(probability[0], seen[WDL_DRAW], seen[WDL_WIN] + seen[WDL_LOSS])
                 + cost_of_all(probability[1], seen[WDL_WIN], seen[WDL_LOSS]))
            >> 16;
    }
    for (int context = 0; context < DTW_CONTEXT_NB; context++) {
        const uint64_t *seen = counts->dtw_seen[context];
        bits += cost_of_all(coded->dtw_probabilities[context], seen[0], seen[1]) >> 16;
    }
    return bits / 8;
}
