/* move_time.h: how long to think about a move in a game with clocks. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t left_ms, increment_ms; /* of the own clock */
    int64_t moves_to_go;           /* 0: unknown */
    bool may_ponder;               /* some moves will take no time */
} MoveClock;

/* Shares the time that is left among the moves to come; from 1 ms on. */
int64_t move_time_share(const MoveClock *clock);
