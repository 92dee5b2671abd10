#include "levels.h"

static const struct {
    uint64_t nodes;
    OversightShares oversights;
    int tb_pieces; /* endings of up to so many pieces are known from the tablebase */
    int rating;    /* as the app computes it from assets/ladder.json */
} Levels[LEVEL_FULL + 1] = {
    [1] = { 100, { 603, 930, 965, 710 }, 0, RATING_FIRST },
    [2] = { 113, { 443, 845, 923, 687 }, 0, 760 },
    [3] = { 126, { 248, 725, 868, 632 }, 0, 956 },
    [4] = { 156, { 120, 582, 780, 565 }, 0, 1107 },
    [5] = { 225, { 43, 408, 628, 476 }, 0, 1250 },
    [6] = { 515, { 12, 236, 421, 357 }, 0, 1427 },
    [7] = { 1300, { 7, 131, 278, 261 }, 0, 1545 },
    [8] = { 3100, { 5, 72, 180, 186 }, 7, 1699 },
    [9] = { 7800, { 3, 38, 99, 118 }, 8, 1872 },
    [10] = { 26000, { 1, 16, 44, 62 }, 9, 2045 },
    [11] = { 60000, { 0, 7, 20, 29 }, 11, 2154 },
    [LEVEL_FULL] = { .rating = RATING_FULL },
};

int levels_of_rating(int rating, uint64_t random)
{
    int level = LEVEL_FIRST;

    while (level < LEVEL_FULL && Levels[level + 1].rating <= rating)
        level++;
    if (level == LEVEL_FULL || rating <= Levels[level].rating)
        return level;
    const int gap = Levels[level + 1].rating - Levels[level].rating;
    return level + ((int)(random % (uint64_t)gap) < rating - Levels[level].rating);
}

void levels_limit(SearchTask *task, int level)
{
    if (level >= LEVEL_FULL)
        return;
    task->limits.nodes = Levels[level].nodes;
    task->limits.time_ms = 0;
    task->oversights = Levels[level].oversights;
    task->tb_pieces = Levels[level].tb_pieces;
    task->is_beginner = level <= LEVEL_BEGINNER_MAX;
    task->threads = 1;
}

/* What a style adds to the weights, in percent: of the side that plays it and of its opponent; material is valued as the own
 * pieces are. A weight that a style does not name keeps its value. The value of a draw makes the largest difference: who
 * likes a draw repeats instead of exchanging pieces. */
static const struct {
    int16_t own[WEIGHT_NB], other[WEIGHT_NB];
    int draw_value; /* for the side that plays the style */
} Styles[STYLE_CHANGEABLE] = {
#define ADD(name, percent) [WEIGHT_##name] = percent
    [STYLE_ATTACKING] = {
        .own = { ADD(mill, 30), ADD(gap, 40), ADD(open_gap, 30), ADD(swing_gap, 20), ADD(move, -5) },
        .other = { ADD(mill, -5), ADD(gap, -10), ADD(open_gap, -5), ADD(swing_gap, -5), ADD(move, -5) },
        .draw_value = -60,
    },
    [STYLE_DEFENSIVE] = {
        .own = { ADD(gap, -50), ADD(open_gap, -50), ADD(swing_gap, -50) },
        .other = { ADD(gap, 30), ADD(open_gap, 30), ADD(swing_gap, 30) },
        .draw_value = 100,
    },
    [STYLE_SACRIFICING] = {
        .own = { ADD(piece, -27), ADD(open_gap, 7), ADD(swing_gap, 12) },
        .draw_value = -10,
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
