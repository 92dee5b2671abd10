/* levels.h: how strong and in what manner the engine plays: a ladder of twelve
 * levels and five styles, as tables. */
#ifndef LEVELS_H
#define LEVELS_H

#include "deepening.h"

enum {
    LEVEL_FIRST = 1,
    LEVEL_TABLES = 6, /* endings are finished by the tables from here on */
    LEVEL_FULL = 12
};

typedef enum { STYLE_BALANCED, STYLE_ATTACKING, STYLE_DEFENSIVE, STYLE_SACRIFICING, STYLE_CHANGEABLE, STYLE_NB } Style;

/* Bounds a search by nodes and oversights, never by time. The full level is
 * not bounded at all. */
void levels_limit(ThinkLimits *limits, int level);

/* A changeable player takes one of the other styles by lot. */
Style levels_manner(Style style, uint64_t lot);

/* What a style, not the changeable one, makes of the weights of its own side
 * and of the other, and how it likes a draw. */
void levels_style(Weights *weights, int *draw_value, Style style, Side side);

#endif
