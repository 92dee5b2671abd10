/* patterns.c: three rings of eight points and four sides of nine on the board of
 * 24 points, two rings and four sides of six on that of 16, the whole board of 9.
 * Patterns that a symmetry maps to each other share their states, and so do the
 * images of a state under the symmetries that map the pattern to itself. */
#include "patterns.h"

#include <string.h>

enum { RING_POINTS = 8, SIDES = 4, UNNUMBERED = 0xFFFF };

typedef struct {
    int length;
    uint8_t point[PATTERN_POINTS_MAX]; /* the first has the lowest digit */
} Shape;

static void shape_add(Shape *shape, int pt)
{
    if (shape->length < PATTERN_POINTS_MAX)
        shape->point[shape->length++] = (uint8_t)pt;
}

/* The points of a ring, or of any board up to nine points. */
static Shape ring_shape(int ring, int points)
{
    Shape shape = { .length = 0 };

    for (int i = 0; i < points; i++)
        shape_add(&shape, RING_POINTS * ring + i);
    return shape;
}

/* The points of a side of every ring: corner, middle, corner. */
static Shape side_shape(int side, int rings)
{
    Shape shape = { .length = 0 };

    for (int ring = 0; ring < rings; ring++)
        for (int i = 0; i < 3; i++)
            shape_add(&shape, RING_POINTS * ring + (2 * side + i + RING_POINTS - 1) % RING_POINTS);
    return shape;
}

static Shape shape_image(const Shape *shape, const uint8_t *symmetry)
{
    Shape image = { .length = 0 };

    for (int i = 0; i < shape->length; i++)
        shape_add(&image, symmetry[shape->point[i]]);
    return image;
}

static Bits shape_set(const Shape *shape)
{
    Bits set = 0;

    for (int i = 0; i < shape->length; i++)
        set |= bit(shape->point[i]);
    return set;
}

static int shape_states(const Shape *shape)
{
    int states = 1;

    for (int i = 0; i < shape->length; i++)
        states *= 3;
    return states;
}

/* The state after a symmetry that maps the shape to itself. */
static int state_image(const Shape *shape, const uint8_t *symmetry, int state)
{
    int digit_at[POINT_MAX], image = 0;

    for (int i = 0; i < shape->length; i++, state /= 3)
        digit_at[symmetry[shape->point[i]]] = state % 3;
    for (int i = shape->length - 1; i >= 0; i--)
        image = 3 * image + digit_at[shape->point[i]];
    return image;
}

/* Numbers the states of a shape, one number for each set of images: the first one met of a set gives it to all. */
static void number_states(Patterns *patterns, const Topology *topology, const Shape *shape, int first)
{
    uint16_t *index = &patterns->index[first];
    const int states = shape_states(shape);
    const uint8_t *to_itself[SYMMETRY_MAX];
    int count = 0;

    for (int i = 0; i < topology->symmetry_count; i++) {
        const Shape image = shape_image(shape, topology->symmetry[i]);
        if (shape_set(&image) == shape_set(shape))
            to_itself[count++] = topology->symmetry[i];
    }
    memset(index, 0xFF, (size_t)states * sizeof *index);
    for (int state = 0; state < states; state++) {
        if (index[state] != UNNUMBERED)
            continue;
        for (int i = 0; i < count; i++)
            index[state_image(shape, to_itself[i], state)] = (uint16_t)patterns->index_count;
        patterns->index_count++;
    }
}

static void add_pattern(Patterns *patterns, const Shape *shape, int first)
{
    const int lane = patterns->count++;

    patterns->first[lane] = (uint16_t)first;
    for (int i = 0, weight = 1; i < shape->length; i++, weight *= 3) {
        const int ring = shape->point[i] / RING_POINTS, at = shape->point[i] % RING_POINTS;
        for (int set = 0; set < 256; set++)
            if (set >> at & 1)
                patterns->digits[ring][set][lane] = (uint16_t)(patterns->digits[ring][set][lane] + weight);
    }
}

static void add_shape(Patterns *patterns, const Topology *topology, Bits known[PATTERN_MAX], int *states, Shape shape)
{
    const int first = *states, old_count = patterns->count;

    for (int i = 0; i < old_count; i++)
        if (known[i] == shape_set(&shape))
            return;
    for (int i = 0; i < topology->symmetry_count; i++) {
        const Shape image = shape_image(&shape, topology->symmetry[i]);
        const Bits set = shape_set(&image);
        int at = old_count;
        while (at < patterns->count && known[at] != set)
            at++;
        if (at == patterns->count) {
            known[at] = set;
            add_pattern(patterns, &image, first);
        }
    }
    number_states(patterns, topology, &shape, first);
    *states += shape_states(&shape);
}

void patterns_build(Patterns *patterns, const Topology *topology)
{
    const int rings = topology->point_count / RING_POINTS;
    Bits known[PATTERN_MAX];
    int states = 0;

    memset(patterns, 0, sizeof *patterns);
    if (!topology->is_ringed) {
        add_shape(patterns, topology, known, &states, ring_shape(0, topology->point_count));
        return;
    }
    for (int ring = 0; ring < rings; ring++)
        add_shape(patterns, topology, known, &states, ring_shape(ring, RING_POINTS));
    for (int side = 0; side < SIDES; side++)
        add_shape(patterns, topology, known, &states, side_shape(side, rings));
}
