/* fen.h: positions as text. Input is untrusted. */
#pragma once

#include "notation.h"

enum { FEN_TEXT_MAX = 256 };

void fen_write(const Position *pos, Writer *writer);

/* After an error *pos is unchanged and the error names the field. */
bool fen_read(Position *pos, const Rules *rules, const char *text, Error *error);
