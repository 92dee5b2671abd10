/* evaluate.h: static evaluation. Knows nothing about search. */
#ifndef EVALUATE_H
#define EVALUATE_H

#include "features.h"
#include "network.h"

typedef enum {
#define WEIGHT(name, placing, moving, flying) WEIGHT_##name,
#include "evaluate.def"
#undef WEIGHT
    WEIGHT_NB
} WeightId;

typedef enum { STAGE_PLACING, STAGE_MOVING, STAGE_FLYING, STAGE_NB } Stage;

/* Each side has its own weights, so that a style can rate them differently. */
typedef struct {
    int16_t value[SIDE_NB][STAGE_NB][WEIGHT_NB];
    int16_t material[PIECES_MAX + 1][PIECES_MAX + 1]; /* by pieces of White and of Black */
    const Network *network; /* NULL: none; else the weights are added to its value */
    bool has_features;        /* some weight is not 0 */
} Weights;

void evaluate_standard(Weights *weights, const Rules *rules);

/* Applies "moving.mill=20 placing.gap=9" to both sides. On failure *weights is unchanged. */
bool evaluate_change(Weights *weights, const char *changes, Fault *fault);

/* Replaces the standard weights by a network unless it is NULL; changes from the
 * standard weights remain. Called last. */
void evaluate_use_network(Weights *weights, const Rules *rules, const Network *network);

/* In hundredths of a piece for the side to move. The game must not be over. */
int evaluate(const Position *pos, const Weights *weights);

#endif
