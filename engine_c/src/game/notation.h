/* notation.h: moves as text, both ways, and the drawn board. Nothing read is trusted;
 * a reader that returns false says why and leaves its output untouched. */
#ifndef NOTATION_H
#define NOTATION_H

#include "movegen.h"

enum { MOVE_TEXT_MAX = 8, BOARD_TEXT_MAX = 1024 };

/* "d6" places, "d6-d7" moves or flies, "xd6" removes. */
void notation_write_move(const Topology *topology, Move move, Writer *writer);

/* Takes one move off *text, which may join several: "a4-a7xd2". It need not be legal. */
bool notation_read_move(const Topology *topology, const char **text, const char *end, Move *move, Fault *fault);

/* Why a move is refused: a word for programs, a sentence for people. */
const char *notation_refusal_name(Refusal refusal);
const char *notation_refusal_text(Refusal refusal);

const char *notation_outcome(Outcome outcome); /* none, white, black, draw */
const char *notation_reason(Reason reason);    /* few_pieces, … */


/* The board for a terminal, many lines. */
void notation_draw(const Position *pos, Writer *writer);

#endif
