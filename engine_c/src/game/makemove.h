/* makemove.h: how a move changes a position: the game itself. Knows nothing of
 * search, text or threads. */
#ifndef MAKEMOVE_H
#define MAKEMOVE_H

#include "position.h"

void play_start(Position *pos, const Rules *rules);

/* *pos becomes the position after a legal move. The position before stays as
 * it is and hangs behind the new one, which repetition and unmake need. */
void play_make(Position *pos, const Position *before, Move move);
void play_unmake(Position *pos); /* exact inverse of make */

/* For a position put together by hand (from text), with `next` set: computes
 * the key, decides whether the game is over, lets the rules move where they must. */
void play_complete(Position *pos);

/* So many quiet plies draw the game as it stands; 0: no number does. */
int play_quiet_limit(const Position *pos);

/* Ends a game for a reason that only its history shows. */
void play_end(Position *pos, Outcome outcome, Reason reason);

#endif
