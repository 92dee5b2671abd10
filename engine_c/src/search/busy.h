/* busy.h: the moves that threads are searching, so that another thread that comes to the same position begins with
 * other moves and later finds the value in the transposition table. */
#pragma once

#include "game/position.h"

#include <stdatomic.h>

enum { BUSY_SLOTS = 1 << 12 };

typedef struct {
    _Atomic uint32_t slots[BUSY_SLOTS]; /* 0: free */
} BusyMoves;

/* Of a position and a move; never 0. */
static inline uint32_t busy_mark(Key key, Move move)
{
    const uint64_t hash = (key ^ move) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(hash >> 32) | 1;
}

static inline _Atomic uint32_t *busy_slot(BusyMoves *busy, uint32_t mark) { return &busy->slots[mark >> 20]; }

static inline bool busy_has(BusyMoves *busy, uint32_t mark)
{
    return atomic_load_explicit(busy_slot(busy, mark), memory_order_relaxed) == mark;
}

static inline void busy_set(BusyMoves *busy, uint32_t mark, bool is_busy)
{
    atomic_store_explicit(busy_slot(busy, mark), is_busy ? mark : 0, memory_order_relaxed);
}
