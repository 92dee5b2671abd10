/* tb_resolve.h: the exact DTW where a tablebase has rounded ones.
 *
 * A rounded DTW is a bound: the exact one is at most so large, and not a whole
 * step smaller. Moves by the bound alone may go round in a circle. Which turns
 * decide within how many turns is found by a search that ends where bounds
 * answer: after a step of turns at the latest, so that a win is always finished
 * in as few turns as with exact DTW. */
#ifndef TB_RESOLVE_H
#define TB_RESOLVE_H

#include "tb_root.h"

/* As tb_probe, with the exact DTW if the search finds it in reasonable time. */
bool tb_resolve_probe(const Tablebase *tb, const Position *pos, TbResult *result);

/* Keeps the moves with the smallest DTW of `count` winning moves that have the same bound; returns their number. Other
 * moves are kept as they are. */
int tb_resolve_moves(const Tablebase *tb, const Position *pos, Move moves[MOVES_MAX], int count);

#endif
