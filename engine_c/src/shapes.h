/* shapes.h: what the pieces form: mills, mills one act away, freedom to move.
 * Computed for whole sets of points at once; knows nothing of what it is worth. */
#ifndef SHAPES_H
#define SHAPES_H

#include "position.h"

/* The shapes of one side. A gap is an empty point that completes a line. */
typedef struct {
    Bits in_mills;
    Bits gaps;       /* points where one more own piece closes a mill */
    Bits open_gaps;  /* gaps that an own piece off the line can step into */
    Bits swing_gaps; /* open gaps that a piece standing in a mill can step into */
    int mills;
    int moves;       /* steps to empty neighbours */
    int blocked;     /* pieces without an empty neighbour */
} Shapes;

void shapes_find(const Position *pos, Side side, Shapes *shapes);

/* Points of `at` on a line whose other two points hold one of `these` and one
 * of `those`. */
Bits shapes_completing(const Topology *topology, Bits these, Bits those, Bits at);

/* The same from the table of lines, for any board; slow. */
void shapes_find_by_lines(const Position *pos, Side side, Shapes *shapes);
Bits shapes_completing_by_lines(const Topology *topology, Bits these, Bits those, Bits at);

#endif
