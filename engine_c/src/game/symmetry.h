/* symmetry.h: positions that are images of each other, under one key. Knows
 * nothing of who keeps what under it. */
#ifndef SYMMETRY_H
#define SYMMETRY_H

#include "position.h"

/* A key for all images of a position, where that is likely to find any, and the
 * symmetry that leads to the image it stands for. */
Key symmetry_key(const Position *pos, int *symmetry);

/* Where a symmetry takes a move; MOVE_NONE stays. */
Move symmetry_image(const Topology *topology, Move move, int symmetry);

#endif
