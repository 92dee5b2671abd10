/* tb_probe.h: endgame tables of a rule set: open, ask, close. Knows nothing of
 * how they are made or searched. Once open, tables are only read, by any
 * number of threads. */
#ifndef TB_PROBE_H
#define TB_PROBE_H

#include "game/game.h"
#include "tb_file.h"
#include "tb_turns.h"

/* For the side to move. A turn is a move with its removals; turns of both
 * sides count, the one under way too. A side that cannot move has lost in 0. */
typedef struct {
    int outcome; /* 1 won, 0 drawn, -1 lost */
    int turns;   /* to the end; -1 where a table does not know */
} EndgameVerdict;

typedef struct MillTablebase Tables; /* the name mill.h gives it */

/* Opens what the folder has for these rules. Files that are damaged, old or
 * foreign are not used; the fault then says which. NULL when no table is left. */
Tables *tables_open(const Rules *rules, const char *folder, Fault *fault);
void tables_close(Tables *tables);

/* Most pieces of both sides together for which at least one subspace of every pair is there. */
int tables_pieces(const Tables *tables);

/* The header of a subspace's table, NULL without one. */
const TableHeader *tables_header(const Tables *tables, int mover, int other);

/* The sides' pieces, nothing owed: the value for the mover; VALUE_NONE without a table. */
Value tables_value(const Tables *tables, Bits mover, Bits other);

/* Compares so many slots of a subspace, chosen by the seed, with the best of
 * what their moves lead to. False, with the first that differs. */
bool tables_check(const Tables *tables, int mover, int other, uint64_t samples, uint64_t seed, Fault *fault);

/* False where the tables do not speak: pieces in hand, or more pieces than
 * there are tables for. The position is played by the rules the tables were
 * opened for. Draws by repetition or quiet plies are left out of account. */
bool endgame_probe(const Tables *tables, const Position *pos, EndgameVerdict *verdict);

#endif
