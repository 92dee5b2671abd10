/* tb_resolve.h: the exact DTW where a tablebase has rounded ones, which are bounds. A
 * search of a few turns ends where the bounds decide, so that a win takes no more
 * turns than with exact DTW. */
#pragma once

#include "tb_root.h"

/* As tb_probe, with the exact DTW if the search finds it in reasonable time. */
bool tb_resolve_probe(const Tablebase *tb, const Position *pos, TbResult *result);

/* Keeps the moves with the smallest DTW of `count` winning moves that have the same bound; returns their number. Other
 * moves are kept as they are. */
int tb_resolve_moves(const Tablebase *tb, const Position *pos, Move moves[MOVES_MAX], int count);
