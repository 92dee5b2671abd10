/* movepick.h: move ordering: TT move, mills and blocks, killers, history. */
#pragma once

#include "game/movegen.h"
#include "features.h"

enum { KILLER_NB = 2, MOVE_CODE_NB = 3 << 10, HISTORY_MAX = 1 << 14 };

/* History heuristic of one thread. */
typedef struct {
    int16_t score[SIDE_NB][MOVE_CODE_NB];
} History;

void history_add(History *history, Side side, Move move, int bonus); /* negative: a penalty */

enum {
    SCORE_TT_MOVE = 1 << 28,
    SCORE_DEFERRED = -(1 << 28),
    SCORE_NOISY = 1 << 20, /* moves that close or block a mill, and removals; never reduced */
    SORTED_MAX = 6         /* moves after these are returned unsorted: a late cutoff is unlikely */
};

typedef struct {
    const Position *pos;
    const Move *killers;
    const History *history;
    Move tt_move; /* MOVE_NONE once it has been returned */
    bool is_generated;
    bool is_rest_quiet; /* no move from here on is noisy */
    int count;
    int next;
    int deferred;              /* moves at the end of the list, to be returned again */
    Move moves[MOVES_MAX + 1]; /* room for the TT move before a full list */
    int32_t scores[MOVES_MAX + 1];
} MovePicker;

/* Puts the move that was returned last behind all others, with a score below theirs. */
static inline void movepick_defer(MovePicker *picker)
{
    const int at = --picker->next, last = picker->count - ++picker->deferred;
    const Move move = picker->moves[at];

    picker->moves[at] = picker->moves[last];
    picker->scores[at] = picker->scores[last];
    picker->moves[last] = move;
    picker->scores[last] = SCORE_DEFERRED;
}

/* The move that was returned last had been deferred. */
static inline bool movepick_is_deferred(const MovePicker *picker)
{
    return picker->next > picker->count - picker->deferred;
}

/* The number of the move that was returned last, from 0 on; deferred moves count where they were. */
static inline int movepick_number(const MovePicker *picker)
{
    return picker->next - 1 + (movepick_is_deferred(picker) ? 0 : picker->deferred);
}

void movepick_start(MovePicker *picker, const Position *pos, Move tt_move, const Move killers[KILLER_NB],
                    const History *history);
/* For the quiescence search: moves into these gaps that close a mill, or removals if pending. */
void movepick_start_noisy(MovePicker *picker, const Position *pos, Bits gaps);

/* Generates and scores the moves without the TT move; returns the index of the best. For movepick_next only. */
int movepick_generate(MovePicker *picker);

/* The next move, or MOVE_NONE. Selection sort. */
static inline Move movepick_next(MovePicker *picker, int32_t *score)
{
    const bool is_listed = picker->is_generated;
    int best = picker->next;

    if (picker->tt_move != MOVE_NONE) {
        const Move tt_move = picker->tt_move;
        picker->moves[picker->next++] = tt_move;
        picker->tt_move = MOVE_NONE;
        *score = SCORE_TT_MOVE;
        return tt_move;
    }
    if (!is_listed)
        best = movepick_generate(picker);
    if (picker->next == picker->count)
        return MOVE_NONE;
    if (is_listed && picker->next < SORTED_MAX) {
        int32_t best_score = picker->scores[best];
        for (int i = best + 1; i < picker->count; i++) {
            const int32_t other = picker->scores[i];
            best = other > best_score ? i : best;
            best_score = other > best_score ? other : best_score;
        }
    }
    const Move move = picker->moves[best];
    *score = picker->scores[best];
    picker->is_rest_quiet |= picker->next < SORTED_MAX && *score < SCORE_NOISY;
    picker->moves[best] = picker->moves[picker->next];
    picker->scores[best] = picker->scores[picker->next];
    picker->moves[picker->next++] = move;
    return move;
}
