/* tb_compare.h: compares a tablebase, usually a compressed one, with another of the same rules. */
#pragma once

#include "tablebase/tb_probe.h"

/* Compares random positions of a subspace, which both have if it is one with pieces in hand: WDL, and DTW as far as the
 * tablebase stores it. Adds to the counts. False: the error names the first difference, or a position without a value that
 * a game reaches. */
bool tb_compare_samples(const Tablebase *tb, const Tablebase *with, int hands, int mover, int other, uint64_t samples,
                        uint64_t seed, MillTbCounts *counts, Error *error);

/* The same for all positions of a subspace up to symmetry, divided into parts. */
bool tb_compare_part(const Tablebase *tb, const Tablebase *with, int hands, int mover, int other, int part, int parts,
                     MillTbCounts *counts, Error *error);
