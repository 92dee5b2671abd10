/* book.h: the opening book: exact values of the first positions of a game, up to
 * symmetry, and its file. A book is read-only while several threads use it. */
#pragma once

#include "game/position.h"

/* With five pieces placed at most one line can have been closed, by the last of them. */
enum { BOOK_PLACED_MAX = 5 };

typedef struct MillBook Book;

/* A book without values, for up to `placed` pieces placed. NULL: see the error. */
Book *book_new(const Rules *rules, int placed, Error *error);
void book_free(Book *book);

/* NULL: see the error. */
Book *book_read(const char *path, Error *error);
bool book_write(const Book *book, const char *path, Error *error);

/* Positions have the same values under these rules. */
bool book_fits(const Book *book, const Rules *rules);
int book_placed(const Book *book); /* the greatest number of pieces placed */

/* The value for the side to move: 1 win, 0 draw, -1 loss. False: not in the book. */
bool book_probe(const Book *book, const Position *pos, int *wdl);
bool book_add(Book *book, const Position *pos, int wdl); /* false: no place for the position */

/* Finds the positions with a number of pieces placed that a game can reach, one of each symmetric set: the first at
 * `*slot` or later. Begin with 0 and go on with *slot + 1; false: there are no more. */
bool book_next(const Book *book, int placed, uint32_t *slot, Position *pos);
