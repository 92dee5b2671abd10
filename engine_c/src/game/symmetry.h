/* symmetry.h: one hash key for all symmetric images of a position. */
#ifndef SYMMETRY_H
#define SYMMETRY_H

#include "position.h"

/* Returns the key of the canonical image and the symmetry that leads to it;
 * position_key and the identity where images are too rare to pay off. */
Key symmetry_key(const Position *pos, int *symmetry);

/* The canonical image of both sides' pieces on a ringed board, and the symmetry that leads to it. */
Both symmetry_least(const Topology *topology, Both set, int *symmetry);

/* The image of a move; MOVE_NONE is its own image. */
Move symmetry_image(const Topology *topology, Move move, int symmetry);

#endif
