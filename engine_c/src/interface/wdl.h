/* wdl.h: how a line will probably end, for UCI_ShowWDL. */
#pragma once

#include "search/search.h"

/* In thousandths, 1000 together. */
typedef struct {
    int win, draw, loss;
} WdlShares;

/* Exact if the line is proven or ends the game. */
WdlShares wdl_of_line(const SearchLine *line);
