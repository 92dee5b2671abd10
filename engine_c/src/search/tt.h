/* tt.h: the transposition table, shared by all search threads without locks. */
#ifndef TT_H
#define TT_H

#include "game/types.h"

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct {
    Move move; /* MOVE_NONE if unknown */
    int16_t value;
    int8_t depth;
    uint8_t bound;
} TTEntry;

typedef struct TranspositionTable TranspositionTable;

TranspositionTable *tt_new(size_t megabytes); /* NULL if out of memory */
void tt_free(TranspositionTable *tt);
void tt_clear(TranspositionTable *tt);
void tt_new_search(TranspositionTable *tt); /* ages the entries of earlier searches */

bool tt_probe(const TranspositionTable *tt, Key key, TTEntry *entry);
void tt_store(TranspositionTable *tt, Key key, TTEntry entry);
void tt_prefetch(const TranspositionTable *tt, Key key);
int tt_hashfull(const TranspositionTable *tt); /* per mille of entries written by this search */

#endif
