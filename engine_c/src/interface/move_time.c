#include "move_time.h"

enum {
    CLOCK_MOVES = 30,     /* moves that the time on a clock has to last for, at most */
    CLOCK_RESERVE_MS = 50 /* kept for delays between the programs */
};

int64_t move_time_share(const MoveClock *clock)
{
    const int64_t moves = clock->moves_to_go ? clock->moves_to_go : CLOCK_MOVES;
    const int64_t left = clock->left_ms - CLOCK_RESERVE_MS;
    int64_t share = left / moves + clock->increment_ms * 3 / 4;

    if (clock->may_ponder)
        share += share / 4;
    share = share < left ? share : left;
    return share > 1 ? share : 1;
}
