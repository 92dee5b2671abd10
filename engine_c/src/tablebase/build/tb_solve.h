/* tb_solve.h: solves the smallest endings of a rule set in memory, for play
 * without tablebase files. */
#pragma once

#include "tablebase/tb_probe.h"

/* A side flies in these endings, and they are solved fast. */
bool tb_solve_covers(const Rules *rules);

/* All endings with up to max_pieces pieces of both sides; NULL: not possible, or stopped. The flag may be NULL. */
Tablebase *tb_solve(const Rules *rules, int max_pieces, const atomic_bool *stop);
