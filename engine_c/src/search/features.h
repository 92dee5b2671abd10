/* features.h: mills, open mills and mobility of both sides. */
#ifndef FEATURES_H
#define FEATURES_H

#include "game/position.h"

/* A gap is an empty point where an own piece closes a mill. */
typedef struct {
    Both in_mills;
    Both gaps;
    Both open_gaps;  /* gaps that an own piece off the line can slide into */
    Both swing_gaps; /* open gaps that a piece in another mill can slide into */
    int mills[SIDE_NB];
    int moves[SIDE_NB];   /* slides to empty neighbours */
    int blocked[SIDE_NB]; /* pieces without an empty neighbour */
} Features;

void features_find(const Position *pos, Features *features);

/* Points of `at` on a line whose other two points are one in `these` and one in
 * `those`. */
Both features_completing(const Topology *topology, Both these, Both those, Both at);

/* The same from the line tables, for any board; slow. */
void features_find_by_lines(const Position *pos, Features *features);
Both features_completing_by_lines(const Topology *topology, Both these, Both those, Both at);

#endif
