/* tb_model.h: the probabilities of contexts, from how often each WDL was seen in them. Used by the encoder. */
#pragma once

#include "tablebase/tb_coding.h"

typedef struct {
    uint64_t seen[CONTEXT_NB][3]; /* by context and WDL */
    uint64_t dtw_seen[DTW_CONTEXT_NB][2];
} ContextCounts;

/* As stored: codes of probabilities. */
typedef struct {
    uint8_t bitmap[CODED_BITMAP];
    uint8_t fallback[CONTEXT_FALLBACKS][2];
    uint8_t codes[CONTEXT_NB][2];
    uint8_t dtw_codes[DTW_CONTEXT_NB];
    uint32_t contexts; /* in codes */
} ContextModel;

void counts_add(ContextCounts *counts, const ContextCounts *more);

/* Sets the model, which is all zeros, and the probabilities of the subspace. */
void model_set(ContextModel *model, CodedSubspace *coded, const ContextCounts *counts);

/* The bytes of what was counted, coded with the probabilities of the subspace. */
uint64_t model_estimate(const CodedSubspace *coded, const ContextCounts *counts);
