/* features.h: what the pieces form: mills, mills one move away, freedom to move.
 * Computed for all points of both sides at once; knows nothing of what it is worth. */
#ifndef FEATURES_H
#define FEATURES_H

#include "game/position.h"

/* What each side's pieces form. A gap is an empty point that completes a line. */
typedef struct {
    Both in_mills;
    Both gaps;       /* points where one more own piece closes a mill */
    Both open_gaps;  /* gaps that an own piece off the line can step into */
    Both swing_gaps; /* open gaps that a piece standing in a mill can step into */
    int mills[SIDE_NB];
    int moves[SIDE_NB];   /* steps to empty neighbours */
    int blocked[SIDE_NB]; /* pieces without an empty neighbour */
} Features;

void features_find(const Position *pos, Features *features);

/* Points of `at` on a line whose other two points hold one of `these` and one
 * of `those`. */
Both features_completing(const Topology *topology, Both these, Both those, Both at);

/* The same from the table of lines, for any board; slow. */
void features_find_by_lines(const Position *pos, Features *features);
Both features_completing_by_lines(const Topology *topology, Both these, Both those, Both at);

#endif
