/* evaluate.h: a static score: the sum of weight times feature. Knows nothing
 * of search. */
#ifndef EVALUATE_H
#define EVALUATE_H

#include "patterns.h"
#include "features.h"

typedef enum {
#define WEIGHT(name, placing, moving, flying) WEIGHT_##name,
#include "evaluate.def"
#undef WEIGHT
    WEIGHT_NB
} WeightId;

typedef enum { STAGE_PLACING, STAGE_MOVING, STAGE_FLYING, STAGE_NB } Stage;

/* Each side has its own, so that a style can fear and wish for different things. */
typedef struct {
    int16_t value[SIDE_NB][STAGE_NB][WEIGHT_NB];
    int16_t balance[PIECES_MAX + 1][PIECES_MAX + 1]; /* of so many pieces of White against so many of Black */
    const Patterns *patterns; /* NULL: none; else the others are added to it */
    bool has_features;        /* is there a weight other than 0? */
} Weights;

void evaluate_standard(Weights *weights, const Rules *rules);

/* Changes for both sides: "moving.mill=20 placing.gap=9". False leaves *weights untouched. */
bool evaluate_change(Weights *weights, const char *changes, Fault *fault);

/* Has patterns do the weighing where they speak of the rules. What standard
 * weights know they know: of the weights only the difference stays. Done last. */
void evaluate_learn(Weights *weights, const Rules *rules, const Patterns *patterns);

/* From the side to move, in hundredths of a piece. The game must not be over. */
int evaluate(const Position *pos, const Weights *weights);

#endif
