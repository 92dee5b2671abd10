/* levels.h: twelve playing strengths and five styles, as tables. */
#pragma once

#include "deepening.h"

enum {
    LEVEL_FIRST = 1,
    LEVEL_BEGINNER_MAX = 5,
    LEVEL_FULL = 12, /* no limits */
    RATING_FIRST = 600,
    RATING_FULL = 2311
};

typedef enum { STYLE_BALANCED, STYLE_ATTACKING, STYLE_DEFENSIVE, STYLE_SACRIFICING, STYLE_CHANGEABLE, STYLE_NB } Style;

/* The level of a rating in Elo, at random the one above or below it, so that their mean is right. */
int levels_of_rating(int rating, uint64_t random);

/* Limits a search by nodes, oversights and what it knows of endings, never by time. */
void levels_limit(SearchTask *task, int level);

/* Replaces the changeable style by one of the others at random. */
Style levels_resolve_style(Style style, uint64_t random);

/* Scales the weights of both sides, and sets the value of a draw, for the side
 * that plays a resolved style. */
void levels_apply_style(Weights *weights, int *draw_value, Style style, Side side);
