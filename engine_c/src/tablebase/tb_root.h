/* tb_root.h: choosing among root moves by the tablebase. */
#pragma once

#include "tb_probe.h"

/* The value of a move for the side that makes it; false: not in the tablebase. */
bool tb_root_probe(const Tablebase *tb, const Position *pos, Move move, TbResult *result);

/* Writes the legal turns that begin with a legal move, with their values, and returns their number; 0: one of them is
 * not in the tablebase. */
int tb_root_turns(const Tablebase *tb, const Position *pos, Move move, MillTbTurn turns[MILL_TURNS_MAX]);

/* Keeps the `wanted` best of `count` legal moves, or more if they are all equal, and returns their number. Moves are
 * compared by result, then by the bound of DTW. 0: one of them is not in the tablebase. */
int tb_root_moves(const Tablebase *tb, const Position *pos, Move moves[MOVES_MAX], int count, int wanted);

/* The share of the opponent's replies to a move worth `wdl` that are mistakes, in thousandths. */
int tb_root_mistakes(const Tablebase *tb, const Position *pos, Move move, int wdl);
