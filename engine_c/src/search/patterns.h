/* patterns.h: what the rings and the sides of the board are worth in Nine
 * Men's Morris, learned from exact values. Knows nothing of search. */
#ifndef PATTERNS_H
#define PATTERNS_H

#include "game/position.h"

enum {
    PATTERN_LOOKS = 7, /* at three rings and four sides */
    PATTERN_RING_KINDS = 954,
    PATTERN_KINDS = 2 * PATTERN_RING_KINDS + 5346,
    PATTERN_PIECES = 10 * 10
};

/* When a weight holds: so many pieces on the board at least, a side that flies, so many in hand at most. */
typedef enum {
    PATTERN_BOARD_17, PATTERN_BOARD_15, PATTERN_BOARD_13, PATTERN_FEW, PATTERN_FLYING,
    PATTERN_HAND_2, PATTERN_HAND_4, PATTERN_HAND_6, PATTERN_HAND_MANY, PATTERN_STAGE_NB
} PatternStage;

typedef struct {
    PatternStage stage;
    int pieces;              /* of the side to move, of the other, as one number */
    int kind[PATTERN_LOOKS]; /* of what is seen; images in a mirror are of one kind */
} PatternLook;

typedef struct Patterns Patterns;

Patterns *patterns_new(void); /* NULL without memory */
void patterns_free(Patterns *patterns);

/* Do they speak of rules that play like these? */
bool patterns_speak_of(const Rules *rules);

void patterns_look(const Patterns *patterns, const Position *pos, PatternLook *look);

/* From the side to move, in hundredths of a piece. */
int patterns_value(const Patterns *patterns, const Position *pos);

#endif
