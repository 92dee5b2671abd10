/* levels.c: the tables of levels and styles. */
#include "levels.h"

static const struct {
    uint64_t nodes;
    OversightShares oversights;
} Levels[LEVEL_FULL + 1] = {
    [1] = { 100, { 650, 910, 950, 710 } },
    [2] = { 110, { 510, 870, 935, 698 } },
    [3] = { 120, { 340, 790, 905, 660 } },
    [4] = { 140, { 170, 660, 830, 600 } },
    [5] = { 180, { 60, 460, 700, 510 } },
    [6] = { 210, { 48, 440, 680, 500 } },
    [7] = { 420, { 22, 330, 535, 420 } },
    [8] = { 1100, { 9, 195, 380, 325 } },
    [9] = { 3500, { 4, 95, 235, 230 } },
    [10] = { 11000, { 3, 48, 118, 152 } },
    [11] = { 50000, { 1, 12, 34, 54 } },
};

void levels_limit(SearchTask *task, int level)
{
    if (level >= LEVEL_FULL)
        return;
    task->limits.nodes = Levels[level].nodes;
    task->limits.time_ms = 0;
    task->oversights = Levels[level].oversights;
    task->is_beginner = level <= LEVEL_BEGINNER_MAX;
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
    for (int stage = 0; stage < STAGE_NB; stage++)
        for (int white = 0; white <= PIECES_MAX; white++)
            for (int black = 0; black <= PIECES_MAX; black++)
                scale(&weights->material[stage][white][black], Styles[style].own[WEIGHT_piece]);
    *draw_value = Styles[style].draw_value;
}
