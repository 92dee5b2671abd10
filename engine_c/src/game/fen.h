/* fen.h: positions as text. Nothing read is trusted. */
#ifndef FEN_H
#define FEN_H

#include "notation.h"

enum { FEN_TEXT_MAX = 256 };

void fen_write(const Position *pos, Writer *writer);

/* False leaves *pos untouched and says what is wrong and where. */
bool fen_read(Position *pos, const Rules *rules, const char *text, Fault *fault);

#endif
