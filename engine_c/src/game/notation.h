/* notation.h: moves, turns, refusals and outcomes as text, and a drawing of the board.
 * Input is untrusted; after an error outputs are unchanged. */
#pragma once

#include "movegen.h"

enum { MOVE_TEXT_MAX = 8, BOARD_TEXT_MAX = 1024 };

/* "d6" places, "d6-d7" slides or flies, "xd6" removes. */
void notation_write_move(const Topology *topology, Move move, Writer *writer);

/* Read "a4-a7", or a move with its removals, "a4-a7xd2". They need not be legal. */
bool notation_read_move(const Topology *topology, Word word, Move *move, Error *error);
bool notation_read_turn(const Topology *topology, Word word, Turn *turn, Error *error);

/* A refusal as an identifier and as an English clause. */
const char *notation_refusal_name(Refusal refusal);
const char *notation_refusal_text(Refusal refusal);

const char *notation_outcome(Outcome outcome); /* none, white, black, draw */
const char *notation_reason(Reason reason);    /* few_pieces, … */

void notation_draw(const Position *pos, Writer *writer);
