#include "topology.h"

#include <string.h>

typedef struct {
    uint8_t end, middle, other_end;
    uint8_t kind;
} LineData;

/* Points are numbered in the order of position text: each ring clockwise from its
 * top middle, inner ring first. Consecutive points of a line are neighbours;
 * `joins` adds neighbours that share no line. */
typedef struct {
    const char *points;
    int line_count;
    int diagonal_count; /* the last lines, present only with diagonals */
    LineData lines[LINE_MAX];
    int join_count;
    uint8_t joins[4][2];
} BoardData;

static const BoardData Boards[BOARD_NB] = {
    [BOARD_24] = {
        .points = "d5e5e4e3d3c3c4c5" "d6f6f4f2d2b2b4b6" "d7g7g4g1d1a1a4a7",
        .line_count = 20,
        .diagonal_count = 4,
        .lines = {
            { 7, 0, 1, LINE_EDGE }, { 1, 2, 3, LINE_EDGE }, { 3, 4, 5, LINE_EDGE }, { 5, 6, 7, LINE_EDGE },
            { 15, 8, 9, LINE_EDGE }, { 9, 10, 11, LINE_EDGE }, { 11, 12, 13, LINE_EDGE }, { 13, 14, 15, LINE_EDGE },
            { 23, 16, 17, LINE_EDGE }, { 17, 18, 19, LINE_EDGE }, { 19, 20, 21, LINE_EDGE }, { 21, 22, 23, LINE_EDGE },
            { 0, 8, 16, LINE_CROSS }, { 2, 10, 18, LINE_CROSS }, { 4, 12, 20, LINE_CROSS }, { 6, 14, 22, LINE_CROSS },
            { 1, 9, 17, LINE_DIAGONAL }, { 3, 11, 19, LINE_DIAGONAL },
            { 5, 13, 21, LINE_DIAGONAL }, { 7, 15, 23, LINE_DIAGONAL },
        },
    },
    [BOARD_16] = {
        .points = "c4d4d3d2c2b2b3b4" "c5e5e3e1c1a1a3a5",
        .line_count = 8,
        .lines = {
            { 7, 0, 1, LINE_EDGE }, { 1, 2, 3, LINE_EDGE }, { 3, 4, 5, LINE_EDGE }, { 5, 6, 7, LINE_EDGE },
            { 15, 8, 9, LINE_EDGE }, { 9, 10, 11, LINE_EDGE }, { 11, 12, 13, LINE_EDGE }, { 13, 14, 15, LINE_EDGE },
        },
        .join_count = 4,
        .joins = { { 0, 8 }, { 2, 10 }, { 4, 12 }, { 6, 14 } },
    },
    [BOARD_9] = {
        .points = "b3c3c2c1b1a1a2a3" "b2",
        .line_count = 8,
        .lines = {
            { 7, 0, 1, LINE_EDGE }, { 1, 2, 3, LINE_EDGE }, { 3, 4, 5, LINE_EDGE }, { 5, 6, 7, LINE_EDGE },
            { 0, 8, 4, LINE_CROSS }, { 2, 8, 6, LINE_CROSS },
            { 1, 8, 5, LINE_DIAGONAL }, { 3, 8, 7, LINE_DIAGONAL },
        },
    },
};

static void join(Topology *topology, int a, int b)
{
    topology->neighbours[a] |= bit(b);
    topology->neighbours[b] |= bit(a);
}

static void add_line(Topology *topology, const LineData *data)
{
    const int index = topology->line_count++;
    const uint8_t points[3] = { data->end, data->middle, data->other_end };

    topology->line_kind[index] = data->kind;
    topology->line[index] = bit(points[0]) | bit(points[1]) | bit(points[2]);
    memcpy(topology->line_point[index], points, sizeof points);
    for (int i = 0; i < 3; i++) {
        const int pt = points[i], nth = topology->lines_at[pt]++;
        topology->line_at[pt][nth] = (uint8_t)index;
        topology->pair_at[pt][nth] = topology->line[index] & ~bit(pt);
    }
    join(topology, points[0], points[1]);
    join(topology, points[1], points[2]);
}

/* Exchanges the inner and the outer ring, then left and right, then makes quarter turns clockwise. */
static int image_of(const Topology *topology, int pt, bool is_swapped, bool is_mirrored, int quarters)
{
    const int rings = topology->point_count / 8, ring = pt / 8, at = is_mirrored ? 8 - pt % 8 : pt;

    return ring == rings ? pt
                         : 8 * (is_swapped ? rings - 1 - ring : ring) + (at + 2 * quarters) % 8; /* or the centre */
}

static void add_symmetries(Topology *topology)
{
    topology->symmetry_count = topology->is_ringed ? 16 : 8;
    for (int i = 0; i < topology->symmetry_count; i++)
        for (int pt = 0; pt < topology->point_count; pt++)
            topology->symmetry[i][pt] = (uint8_t)image_of(topology, pt, i & 8, i & 4, i & 3);
}

static bool is_inverse(const Topology *topology, int a, int b)
{
    for (int pt = 0; pt < topology->point_count; pt++)
        if (topology->symmetry[b][topology->symmetry[a][pt]] != pt)
            return false;
    return true;
}

static void find_inverses(Topology *topology)
{
    for (int a = 0; a < topology->symmetry_count; a++)
        for (int b = 0; b < topology->symmetry_count; b++)
            if (is_inverse(topology, a, b))
                topology->inverse[a] = (uint8_t)b;
}

void topology_build(Topology *topology, BoardId board, bool has_diagonals)
{
    const BoardData *data = &Boards[board];
    const int lines = data->line_count - (has_diagonals ? 0 : data->diagonal_count);

    memset(topology, 0, sizeof *topology);
    memset(topology->pair_at, 0xFF, sizeof topology->pair_at);
    topology->point_count = (int)strlen(data->points) / 2;
    topology->all = ((Bits)1 << topology->point_count) - 1;
    for (int pt = 0; pt < topology->point_count; pt++)
        memcpy(topology->name[pt], data->points + 2 * pt, 2);
    for (int i = 0; i < lines; i++)
        add_line(topology, &data->lines[i]);
    for (int i = 0; i < data->join_count; i++)
        join(topology, data->joins[i][0], data->joins[i][1]);
    topology->is_ringed = topology->point_count % 8 == 0;
    for (int pt = 0; pt < topology->point_count; pt++)
        if (topology->neighbours[pt] & (bit(pt) << 8 | bit(pt) >> 8))
            topology->radial |= bit(pt);
    for (int from = 0; topology->is_ringed && from < topology->point_count; from++)
        for (int step = 0; step < STEP_NB; step++)
            if (topology_step(topology, bit(from), (Step)step))
                topology->step_from[step][bits_first(topology_step(topology, bit(from), (Step)step))] = (uint8_t)from;
    add_symmetries(topology);
    find_inverses(topology);
}

int topology_find(const Topology *topology, const char *name)
{
    for (int pt = 0; pt < topology->point_count; pt++)
        if (name[0] == topology->name[pt][0] && name[1] == topology->name[pt][1])
            return pt;
    return NO_POINT;
}

bool topology_starts_ring(int pt) { return pt > 0 && pt % 8 == 0; }
