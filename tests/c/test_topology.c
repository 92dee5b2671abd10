/* test_topology.c: points, lines, neighbours and symmetries of every board. */
#include "check.h"

typedef struct {
    BoardId board;
    bool has_diagonals;
    int points, lines, joins, symmetries;
} Expected;

static const Expected Boards[] = {
    { BOARD_24, false, 24, 16, 32, 16 },
    { BOARD_24, true, 24, 20, 40, 16 },
    { BOARD_16, false, 16, 8, 20, 16 },
    { BOARD_9, false, 9, 8, 16, 8 },
};

static int count_joins(const Topology *topology)
{
    int count = 0;
    for (int pt = 0; pt < topology->point_count; pt++)
        count += bits_count(topology->neighbours[pt]);
    return count / 2;
}

static bool has_line(const Topology *topology, Bits line)
{
    for (int i = 0; i < topology->line_count; i++)
        if (topology->line[i] == line)
            return true;
    return false;
}

/* Symmetries are distinct and map lines to lines and neighbours to neighbours. */
static void check_symmetries(const Topology *topology)
{
    for (int s = 0; s < topology->symmetry_count; s++) {
        const uint8_t *symmetry = topology->symmetry[s];
        CHECK(image_of(symmetry, topology->all) == topology->all);
        for (int i = 0; i < topology->line_count; i++)
            CHECK(has_line(topology, image_of(symmetry, topology->line[i])));
        for (int pt = 0; pt < topology->point_count; pt++)
            CHECK(image_of(symmetry, topology->neighbours[pt]) == topology->neighbours[symmetry[pt]]);
        for (int t = 0; t < s; t++)
            CHECK(memcmp(symmetry, topology->symmetry[t], (size_t)topology->point_count) != 0);
    }
}

/* Slides in all directions lead to the neighbours, and back to where they came from. */
static void check_steps(const Topology *topology)
{
    for (int pt = 0; pt < topology->point_count; pt++) {
        CHECK(topology_around(topology, bit(pt)) == topology->neighbours[pt]);
        for (int step = 0; topology->is_ringed && step < STEP_NB; step++) {
            const Bits to = topology_step(topology, bit(pt), (Step)step);
            CHECK(!to || topology->step_from[step][bits_first(to)] == pt);
        }
    }
}

/* On the grid the middle of a line lies halfway between its ends. */
static void check_lines_are_straight(const Topology *topology)
{
    for (int i = 0; i < topology->line_count; i++) {
        const uint8_t *point = topology->line_point[i];
        for (int axis = 0; axis < 2; axis++)
            CHECK(topology->name[point[0]][axis] + topology->name[point[2]][axis]
                  == 2 * topology->name[point[1]][axis]);
    }
}

static void check_names(void)
{
    Topology topology;

    topology_build(&topology, BOARD_24, false);
    CHECK(topology_find(&topology, "d5") == 0);
    CHECK(topology_find(&topology, "a7") == 23);
    CHECK(topology_find(&topology, "d4") == NO_POINT);
    CHECK(topology.neighbours[topology_find(&topology, "d6")]
          == (bit(topology_find(&topology, "d5")) | bit(topology_find(&topology, "d7"))
              | bit(topology_find(&topology, "b6")) | bit(topology_find(&topology, "f6"))));
}

int main(void)
{
    for (size_t i = 0; i < sizeof Boards / sizeof *Boards; i++) {
        Topology topology;
        topology_build(&topology, Boards[i].board, Boards[i].has_diagonals);
        CHECK(topology.point_count == Boards[i].points);
        CHECK(topology.line_count == Boards[i].lines);
        CHECK(count_joins(&topology) == Boards[i].joins);
        CHECK(topology.symmetry_count == Boards[i].symmetries);
        check_symmetries(&topology);
        check_steps(&topology);
        check_lines_are_straight(&topology);
    }
    check_names();
    return EXIT_SUCCESS;
}
