/* oversights.h: what a lower level does not see. Like people, it overlooks what is far from the last move or needs more
 * than one move, rather than every tenth move. */
#pragma once

#include "game/movegen.h"

/* Per mille. */
typedef struct {
    int mill;       /* an own mill that can be closed now */
    int threat;     /* a mill of the opponent's, on a line with the piece moved last … */
    int far_threat; /* … or elsewhere */
    int quiet;      /* any other move; 0: nothing is overlooked */
} OversightShares;

/* The oversights of one search. */
typedef struct {
    OversightShares shares;
    uint64_t seed;
    Side side; /* that overlooks: to move at the root */
    Bits area; /* of play: the lines through the piece moved last */
} Oversights;

enum { OVERSIGHT_PLIES = 3 }; /* moves are overlooked in the first plies only */

void oversights_begin(Oversights *oversights, const OversightShares *shares, uint64_t seed, const Position *root);

/* Whether a move is overlooked this many plies after the root. */
bool oversights_hide(const Oversights *oversights, const Position *pos, Move move, int ply);

/* The moves of the root that are not overlooked, at least one. A beginner that sees a mill to close sees nothing else.
 * Returns their number. */
int oversights_filter(const Oversights *oversights, const Position *root, bool is_beginner, Move *moves, int count);
