/* deepening.h: a search from the first depth to the last, with as many threads
 * as asked for, within time and nodes. Knows nothing of levels or options. */
#ifndef DEEPENING_H
#define DEEPENING_H

#include "search.h"

/* What to think about and when to stop; 0 means no such limit. */
typedef struct {
    int depth;
    int64_t time_ms;
    uint64_t nodes;       /* of the first thread */
    bool is_infinite;     /* goes on until stopped, also when all is known */
    bool is_exact;
    bool is_shuffled;     /* moves of equal worth in random order */
    uint64_t seed;
    int blindness;        /* see SearchTask, likewise the next two */
    int mill_blindness;
    Key salt;
    int ticket;           /* stops when *stopped_up_to reaches it */
    int line_count;       /* moves that get a line of their own, at least 1 */
    int threads;
    Algorithm algorithm;
    int draw_value;       /* for the side to move */
    const Tables *tables; /* see SearchTask, likewise the next */
    int probe_pieces;
    int only_count;       /* 0: every legal move may be chosen */
    Move only[MOVES_MAX];
} ThinkLimits;

/* What is known so far: the best lines first, line_count of them. */
typedef struct {
    int depth;
    uint64_t nodes;
    int64_t time_ms;
    int hash_fill;
    int line_count;
    SearchLine lines[MOVES_MAX];
} ThinkReport;

/* Puts the best lines first; equal ones stay as they are. */
void threads_sort(ThinkReport *report);

/* Called by the thinking thread after every depth. */
typedef void ThinkListener(void *context, const ThinkReport *report);

/* Returns the move chosen, MOVE_NONE when the game is over. *stopped_up_to may
 * be raised by any thread at any time. The listener may be NULL. */
Move threads_think(const Position *root, const ThinkLimits *limits, TranspositionTable *table, const Weights *weights,
                   const atomic_int *stopped_up_to, ThinkListener *listener, void *context, ThinkReport *report);

#endif
