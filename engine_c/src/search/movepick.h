/* movepick.h: legal moves, the promising ones first: what was best before,
 * then what people know of mill, then what worked elsewhere in the tree. */
#ifndef MOVEPICK_H
#define MOVEPICK_H

#include "game/movegen.h"
#include "features.h"

enum { KILLER_NB = 2, MOVE_CODE_NB = 3 << 10, HISTORY_MAX = 1 << 14 };

/* What one searching thread has learned about moves, whatever the position. */
typedef struct {
    int16_t worth[SIDE_NB][MOVE_CODE_NB];
} History;

void history_clear(History *history);
void history_reward(History *history, Side side, Move move, int depth);
void history_punish(History *history, Side side, Move move, int depth);

typedef struct {
    const Position *pos;
    const Move *killers;
    const History *history;
    Move first;      /* MOVE_NONE once it has been given */
    bool is_listed;  /* the other moves have been generated */
    int count;
    int next;
    Move moves[MOVES_MAX + 1]; /* room for `first` before a full list */
    int32_t scores[MOVES_MAX + 1];
} MovePicker;

/* Moves that close a mill, block one or remove are never searched with less depth. */
enum { SCORE_NOISY = 1 << 20 };

/* `first` is tried before any other, if it is legal. */
void movepick_start(MovePicker *picker, const Position *pos, Move first, const Move killers[KILLER_NB], const History *history);
/* Only moves that end in one of these gaps and close a mill, or the removals where one is owed. */
void movepick_start_noisy(MovePicker *picker, const Position *pos, Bits gaps);
/* The best move left, or MOVE_NONE. */
Move movepick_next(MovePicker *picker, int32_t *score);

#endif
