/* tb_root.h: which moves the endgame tables allow: those that keep the result,
 * win soonest, hold out longest, or leave the opponent most to get wrong.
 * Knows nothing of search. */
#ifndef TB_ROOT_H
#define TB_ROOT_H

#include "tb_probe.h"

/* What the tables say of a move, for the side that plays it. */
typedef struct {
    bool is_known;
    EndgameVerdict verdict;
} OracleWord;

OracleWord tb_root_of_move(const Tables *tables, const Position *pos, Move move);

/* Writes the moves worth playing and returns their number; 0 where the tables
 * do not speak of every legal move. */
int oracle_choose(const Tables *tables, const Position *pos, Move moves[MOVES_MAX]);

#endif
