/* endings.h: the smallest endings of a rule set, for play without tablebase files. A thread solves them in memory, in a
 * fifth of a second. Used by one thread. */
#pragma once

#include "search/search.h"

typedef struct Endings Endings;

Endings *endings_new(void); /* NULL: out of memory */
void endings_free(Endings *endings);

/* The endings that a position leads to with its next removal, or that it is one of; NULL: not solved yet, or there are
 * none. Begins to solve them if necessary, and waits for them: until the task is stopped or half of its time has passed, so
 * that a later search finds them; without a task as long as it takes. */
const Tablebase *endings_find(Endings *endings, const Position *pos, const SearchTask *task);
