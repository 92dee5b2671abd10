/* deepening.h: iterative deepening with several threads, within time and nodes. */
#pragma once

#include "search.h"

typedef MillInfo SearchInfo; /* after an iteration */

/* Stable sort by value, best first. */
void deepening_sort_lines(SearchInfo *info);

/* Returns the best move; MOVE_NONE when the game is over. listener may be NULL. */
Move deepening_search(const Position *root, const SearchTask *task, const SearchListener *listener, SearchInfo *info);
