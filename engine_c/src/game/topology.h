/* topology.h: points, lines, neighbours and symmetries of a board. */
#pragma once

#include "types.h"

typedef enum { BOARD_24, BOARD_16, BOARD_9, BOARD_NB } BoardId;

/* Extra captures can be limited to some kinds. */
typedef enum { LINE_EDGE, LINE_CROSS, LINE_DIAGONAL, LINE_KIND_NB } LineKind;

/* A ring is a byte; its even points are mid-sides, its odd points corners. */
enum { RING_MIDDLES = 0x555555, RING_CORNERS = 0xAAAAAA };

/* Directions of a slide on a board of rings. */
typedef enum { STEP_CLOCKWISE, STEP_COUNTERCLOCKWISE, STEP_OUTWARDS, STEP_INWARDS, STEP_NB } Step;

/* Built once per rule set, then read-only. */
typedef struct {
    int point_count;
    int line_count;
    int symmetry_count;
    Bits all;                /* every point */
    bool is_ringed;          /* made of rings of eight points */
    Bits radial;             /* points connected to a neighbouring ring */
    char name[POINT_MAX][3]; /* "d6" */
    Bits neighbours[POINT_MAX];
    Bits line[LINE_MAX];             /* the three points of a line */
    uint8_t line_point[LINE_MAX][3]; /* end, middle, end */
    uint8_t line_kind[LINE_MAX];
    uint8_t lines_at[POINT_MAX]; /* number of lines through a point */
    uint8_t line_at[POINT_MAX][LINES_AT_POINT_MAX];
    Bits pair_at[POINT_MAX][LINES_AT_POINT_MAX]; /* the other two points of that line; all bits set past the last */
    uint8_t step_from[STEP_NB][POINT_MAX];       /* on rings: where a piece comes from that slides to a point */
    uint8_t symmetry[SYMMETRY_MAX][POINT_MAX];
    uint8_t inverse[SYMMETRY_MAX]; /* index of the inverse symmetry */
} Topology;

void topology_build(Topology *topology, BoardId board, bool has_diagonals);

/* The points that pieces reach by a slide in one direction, on a board of rings. */
static inline Bits topology_step(const Topology *topology, Bits set, Step step)
{
    switch (step) {
    case STEP_CLOCKWISE: return (set << 1 & 0xFEFEFEu) | (set >> 7 & 0x010101u);
    case STEP_COUNTERCLOCKWISE: return (set >> 1 & 0x7F7F7Fu) | (set << 7 & 0x808080u);
    case STEP_OUTWARDS: return set << 8 & topology->radial;
    default: return set >> 8 & topology->radial;
    }
}

static inline Bits topology_around(const Topology *topology, Bits set)
{
    Bits around = 0;

    if (topology->is_ringed)
        for (int step = 0; step < STEP_NB; step++)
            around |= topology_step(topology, set, (Step)step);
    else
        for (; set; set = bits_rest(set))
            around |= topology->neighbours[bits_first(set)];
    return around;
}

/* The point that the first two characters name, or NO_POINT. */
int topology_find(const Topology *topology, const char *name);

/* True for the points that follow a '/' in position text. */
bool topology_starts_ring(int pt);
