/* topology.h: the boards: their points, lines, neighbours and symmetries, as
 * tables. Knows no pieces and no rules. */
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "types.h"

typedef enum { BOARD_24, BOARD_16, BOARD_9, BOARD_NB } BoardId;

/* Where a line runs; extra captures can be limited to some of these. */
typedef enum { LINE_EDGE, LINE_CROSS, LINE_DIAGONAL, LINE_KIND_NB } LineKind;

/* One board made ready for play. Built once per rule set, then only read. */
typedef struct {
    int point_count;
    int line_count;
    int symmetry_count;
    Bits all;                                 /* every point */
    bool is_ringed;                           /* rings of eight, joined point to point */
    Bits radial;                              /* points joined to the same point of another ring */
    char name[POINT_MAX][3];                  /* "d6" */
    Bits neighbours[POINT_MAX];
    Bits line[LINE_MAX];                      /* the three points of a line */
    uint8_t line_point[LINE_MAX][3];          /* end, middle, end */
    uint8_t line_kind[LINE_MAX];
    uint8_t lines_at[POINT_MAX];              /* how many lines pass a point */
    uint8_t line_at[POINT_MAX][LINES_AT_POINT_MAX];
    Bits pair_at[POINT_MAX][LINES_AT_POINT_MAX]; /* the other two points of that line; all bits past the last */
    uint8_t symmetry[SYMMETRY_MAX][POINT_MAX];
    uint8_t inverse[SYMMETRY_MAX];            /* the symmetry that takes it back */
} Topology;

void topology_build(Topology *topology, BoardId board, bool has_diagonals);

/* The point a text starts with ("d6…"), or NO_POINT. */
int topology_find(const Topology *topology, const char *name);

/* How many points, text ring by text ring: '/' stands before these points. */
bool topology_starts_ring(int pt);

#endif
