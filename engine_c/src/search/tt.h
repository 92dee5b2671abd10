/* tt.h: the transposition table, shared by all search threads without locks. */
#pragma once

#include "game/types.h"

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct {
    Move move; /* MOVE_NONE if unknown */
    int16_t value;
    int8_t depth;
    uint8_t bound;
} TTEntry;

typedef struct TranspositionTable TranspositionTable;
typedef struct TTSlot TTSlot;

TranspositionTable *tt_new(size_t megabytes); /* NULL if out of memory */
void tt_free(TranspositionTable *tt);
void tt_clear(TranspositionTable *tt);
void tt_new_search(TranspositionTable *tt); /* ages the entries of earlier searches */

enum { TT_PAGE_BITS = 6, TT_PLACE_BITS = 26 }; /* of the bucket: in a page of 4 KB, in the largest table */

/* A key with the place of its bucket in the low bits. The moves of a position change the pieces of one side. Those of
 * the other, which is to move then, choose the page, so that a search of all moves stays in few pages. */
static inline Key tt_key(Key key, PiecePair pieces, Side stm)
{
    const uint32_t page = piece_pair_get(pieces, stm) * 0x9E3779B1u >> (32 - TT_PLACE_BITS + TT_PAGE_BITS);
    const uint32_t bucket = piece_pair_get(pieces, side_other(stm)) * 0x85EBCA6Bu >> (32 - TT_PAGE_BITS);

    return key >> TT_PLACE_BITS << TT_PLACE_BITS | page << TT_PAGE_BITS | bucket;
}

/* Reads the entry of a position, BOUND_NONE if there is none. Returns the slot to store it in: its own, or that of the entry
 * worth least. */
TTSlot *tt_probe(const TranspositionTable *tt, Key key, TTEntry *entry);
void tt_store(const TranspositionTable *tt, TTSlot *slot, Key key, TTEntry entry);
void tt_prefetch(const TranspositionTable *tt, Key key);
int tt_hashfull(const TranspositionTable *tt); /* per mille of entries written by this search */
