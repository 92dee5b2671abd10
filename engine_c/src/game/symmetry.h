/* symmetry.h: one hash key for all symmetric images of a position. */
#pragma once

#include "position.h"

/* Whether all images of a position share a key: where they are not too rare to pay off. */
bool symmetry_is_used(const Position *pos);

/* Returns the key of the canonical image, its pieces and the symmetry that leads to it; else position_key, the pieces
 * as they are and the identity. */
Key symmetry_key(const Position *pos, PiecePair *pieces, int *symmetry);

/* The canonical image of both sides' pieces on a ringed board, and the symmetry that leads to it. */
PiecePair symmetry_least(const Topology *topology, PiecePair set, int *symmetry);

/* A key of pieces, hands, side to move and pending removals that all images of a position share, on any board. */
Key symmetry_shared_key(const Position *pos);

/* The image of a move; MOVE_NONE is its own image. */
Move symmetry_image(const Topology *topology, Move move, int symmetry);
