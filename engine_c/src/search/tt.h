/* tt.h: what the search has found out about positions, shared by all its
 * threads without locks. Knows positions only by their keys. */
#ifndef TT_H
#define TT_H

#include "game/types.h"

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct {
    Move move; /* best or refuting move, MOVE_NONE if unknown */
    int16_t value;
    int8_t depth;
    uint8_t bound;
} TTEntry;

typedef struct TranspositionTable TranspositionTable;

TranspositionTable *tt_new(size_t megabytes); /* NULL without memory */
void tt_free(TranspositionTable *table);
void tt_clear(TranspositionTable *table);
void tt_new_search(TranspositionTable *table); /* entries made before count less from now on */

bool tt_probe(const TranspositionTable *table, Key key, TTEntry *entry);
void tt_store(TranspositionTable *table, Key key, TTEntry entry);
void tt_prefetch(const TranspositionTable *table, Key key);
int tt_hashfull(const TranspositionTable *table); /* entries of this age, in thousandths */

#endif
