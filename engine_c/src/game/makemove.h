/* makemove.h: making and unmaking moves. */
#pragma once

#include "position.h"

/* Fills in a position without history: these pieces on the board and in hand, `stm` to move. To be completed. */
void position_set_up(Position *pos, const Rules *rules, PiecePair pieces, int white_hand, int black_hand, Side stm);

/* The start of a game. */
void position_reset(Position *pos, const Rules *rules);

/* *pos becomes the position after a legal move. *before stays unchanged and
 * must outlive *pos: repetition and unmake follow it. */
void position_make(Position *pos, const Position *before, Move move);
void position_unmake(Position *pos); /* exact inverse of make */

PiecePair position_pieces_after(const Position *pos, Move move);

/* Completes a position filled in field by field, `next` included: computes the
 * key, detects the end of the game, resolves passes and forced removals. */
void position_complete(Position *pos);

void position_end(Position *pos, Outcome outcome, Reason reason);
