/* movepick.h: move ordering: TT move, mills and blocks, killers, history. */
#ifndef MOVEPICK_H
#define MOVEPICK_H

#include "game/movegen.h"
#include "features.h"

enum { KILLER_NB = 2, MOVE_CODE_NB = 3 << 10, HISTORY_MAX = 1 << 14 };

/* History heuristic of one thread. */
typedef struct {
    int16_t score[SIDE_NB][MOVE_CODE_NB];
} History;

void history_add(History *history, Side side, Move move, int bonus); /* negative: a penalty */

typedef struct {
    const Position *pos;
    const Move *killers;
    const History *history;
    Move tt_move;      /* MOVE_NONE once it has been returned … */
    Move first;        /* … but this remains */
    bool is_generated;
    int count;
    int next;
    Move moves[MOVES_MAX + 1]; /* room for the TT move before a full list */
    int32_t scores[MOVES_MAX + 1];
} MovePicker;

/* Moves that close or block a mill, and removals; never reduced. */
enum { SCORE_NOISY = 1 << 20 };

void movepick_start(MovePicker *picker, const Position *pos, Move tt_move, const Move killers[KILLER_NB], const History *history);
/* For the quiescence search: moves into these gaps that close a mill, or removals if pending. */
void movepick_start_noisy(MovePicker *picker, const Position *pos, Bits gaps);
/* The next move, or MOVE_NONE. */
Move movepick_next(MovePicker *picker, int32_t *score);

#endif
