/* patterns.h: pattern evaluation of Nine Men's Morris, fitted to tablebase
 * values. Knows nothing about search. */
#ifndef PATTERNS_H
#define PATTERNS_H

#include "game/position.h"

enum {
    PATTERN_NB = 7,             /* three rings and four sides */
    PATTERN_RING_INDICES = 954, /* states of a ring up to symmetry */
    PATTERN_INDICES = 2 * PATTERN_RING_INDICES + 5346,
    PATTERN_MATERIAL = 10 * 10
};

/* By pieces on the board at least, a side that flies, or pieces in hand at most. */
typedef enum {
    PATTERN_BOARD_17, PATTERN_BOARD_15, PATTERN_BOARD_13, PATTERN_FEW, PATTERN_FLYING,
    PATTERN_HAND_2, PATTERN_HAND_4, PATTERN_HAND_6, PATTERN_HAND_MANY, PATTERN_STAGE_NB
} PatternStage;

typedef struct {
    PatternStage stage;
    int material;          /* pieces of both sides as one number */
    int index[PATTERN_NB]; /* of the weights; symmetric states share one */
} PatternIndices;

typedef struct Patterns Patterns;

Patterns *patterns_new(void); /* NULL if out of memory */
void patterns_free(Patterns *patterns);

bool patterns_apply_to(const Rules *rules);

void patterns_index(const Patterns *patterns, const Position *pos, PatternIndices *indices);

/* In hundredths of a piece for the side to move. */
int patterns_value(const Patterns *patterns, const Position *pos);

#endif
