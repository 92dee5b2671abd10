/* levels.c: the ladder and the styles. */
#include "levels.h"

static const struct {
    uint64_t nodes;
    int blindness, mill_blindness; /* thousandths; see SearchTask */
} Ladder[LEVEL_FULL + 1] = {
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

void levels_limit(ThinkLimits *limits, int level)
{
    if (level >= LEVEL_FULL)
        return;
    limits->nodes = Ladder[level].nodes;
    limits->blindness = Ladder[level].blindness;
    limits->mill_blindness = Ladder[level].mill_blindness;
    limits->time_ms = 0;
    limits->threads = 1;
}

/* What a style makes of a feature, in hundredths of its weight: for the side
 * that plays it and for the way it sees its opponent. */
typedef struct {
    int16_t own[WEIGHT_NB], other[WEIGHT_NB];
    int draw_value; /* in hundredths of a piece, for the side that plays the style */
} Manner;

static const Manner Manners[STYLE_CHANGEABLE] = {
    /* piece mill gap open_gap swing_gap move blocked turn */
    [STYLE_BALANCED] = { { 100, 100, 100, 100, 100, 100, 100, 100 }, { 100, 100, 100, 100, 100, 100, 100, 100 }, 0 },
    [STYLE_ATTACKING] = { { 100, 180, 200, 180, 150, 80, 100, 100 }, { 100, 80, 70, 80, 90, 80, 100, 100 }, -30 },
    [STYLE_DEFENSIVE] = { { 120, 80, 60, 70, 90, 120, 140, 100 }, { 120, 140, 200, 160, 150, 80, 60, 100 }, 20 },
    [STYLE_SACRIFICING] = { { 75, 120, 150, 150, 180, 110, 110, 100 }, { 75, 80, 80, 80, 100, 115, 115, 100 }, -40 },
};

Style levels_manner(Style style, uint64_t lot)
{
    return style == STYLE_CHANGEABLE ? (Style)(lot % STYLE_CHANGEABLE) : style;
}

void levels_style(Weights *weights, int *draw_value, Style style, Side side)
{
    const Manner *manner = &Manners[style];

    for (int stage = 0; stage < STAGE_NB; stage++)
        for (int id = 0; id < WEIGHT_NB; id++) {
            int16_t *own = &weights->value[side][stage][id], *other = &weights->value[!side][stage][id];
            *own = (int16_t)(*own * manner->own[id] / 100);
            *other = (int16_t)(*other * manner->other[id] / 100);
        }
    for (int white = 0; white <= PIECES_MAX; white++)
        for (int black = 0; black <= PIECES_MAX; black++) {
            int16_t *balance = &weights->balance[white][black];
            *balance = (int16_t)(*balance * manner->own[WEIGHT_piece] / 100);
        }
    *draw_value = manner->draw_value;
}
