/* levels.c: the tables of levels and styles. */
#include "levels.h"

static const struct {
    uint64_t nodes;
    int oversight, mill_oversight; /* per mille; see SearchTask */
} Levels[LEVEL_FULL + 1] = {
    [1] = { 19, 675, 395 },
    [2] = { 29, 630, 278 },
    [3] = { 54, 562, 208 },
    [4] = { 120, 462, 155 },
    [5] = { 300, 355, 118 },
    [6] = { 850, 255, 84 },
    [7] = { 2100, 188, 61 },
    [8] = { 4800, 138, 44 },
    [9] = { 12000, 85, 27 },
    [10] = { 32000, 40, 12 },
    [11] = { 100000, 11, 4 },
};

void levels_limit(SearchTask *task, int level)
{
    if (level >= LEVEL_FULL)
        return;
    task->limits.nodes = Levels[level].nodes;
    task->limits.time_ms = 0;
    task->oversight = Levels[level].oversight;
    task->mill_oversight = Levels[level].mill_oversight;
    task->threads = 1;
}

/* What a style adds to the weights, in percent: of the side that plays it and of
 * its opponent. A weight that a style does not name keeps its value. */
static const struct {
    int16_t own[WEIGHT_NB], other[WEIGHT_NB];
    int draw_value; /* for the side that plays the style */
} Styles[STYLE_CHANGEABLE] = {
#define ADD(name, percent) [WEIGHT_##name] = percent
    [STYLE_ATTACKING] = {
        .own = { ADD(mill, 80), ADD(gap, 100), ADD(open_gap, 80), ADD(swing_gap, 50), ADD(move, -20) },
        .other = { ADD(mill, -20), ADD(gap, -30), ADD(open_gap, -20), ADD(swing_gap, -10), ADD(move, -20) },
        .draw_value = -30,
    },
    [STYLE_DEFENSIVE] = {
        .own = { ADD(piece, 20), ADD(mill, -20), ADD(gap, -40), ADD(open_gap, -30), ADD(swing_gap, -10), ADD(move, 20),
                 ADD(blocked, 40) },
        .other = { ADD(piece, 20), ADD(mill, 40), ADD(gap, 100), ADD(open_gap, 60), ADD(swing_gap, 50), ADD(move, -20),
                   ADD(blocked, -40) },
        .draw_value = 20,
    },
    [STYLE_SACRIFICING] = {
        .own = { ADD(piece, -25), ADD(mill, 20), ADD(gap, 50), ADD(open_gap, 50), ADD(swing_gap, 80), ADD(move, 10),
                 ADD(blocked, 10) },
        .other = { ADD(piece, -25), ADD(mill, -20), ADD(gap, -20), ADD(open_gap, -20), ADD(move, 15), ADD(blocked, 15) },
        .draw_value = -40,
    },
#undef ADD
};

Style levels_resolve_style(Style style, uint64_t random)
{
    return style == STYLE_CHANGEABLE ? (Style)(random % STYLE_CHANGEABLE) : style;
}

static void scale(int16_t *value, int percent_added) { *value = (int16_t)(*value * (100 + percent_added) / 100); }

void levels_apply_style(Weights *weights, int *draw_value, Style style, Side side)
{
    for (int stage = 0; stage < STAGE_NB; stage++)
        for (int id = 0; id < WEIGHT_NB; id++) {
            scale(&weights->value[side][stage][id], Styles[style].own[id]);
            scale(&weights->value[!side][stage][id], Styles[style].other[id]);
        }
    for (int white = 0; white <= PIECES_MAX; white++)
        for (int black = 0; black <= PIECES_MAX; black++)
            scale(&weights->material[white][black], Styles[style].own[WEIGHT_piece]);
    *draw_value = Styles[style].draw_value;
}
