/* movegen.h: legal move generation, legality of a single move, and perft. */
#pragma once

#include "makemove.h"

#include <stdatomic.h>

/* Writes the legal moves and returns their number; 0 when the game is over. */
int movegen_all(const Position *pos, Move moves[MOVES_MAX]);

/* Why a move is not legal. */
typedef enum {
    REFUSAL_NONE,
    REFUSAL_GAME_OVER,
    REFUSAL_MUST_REMOVE,       /* a removal is pending */
    REFUSAL_NOTHING_TO_REMOVE, /* no removal is pending */
    REFUSAL_NO_PIECE,          /* the point is empty */
    REFUSAL_OWN_PIECE,         /* own pieces cannot be removed */
    REFUSAL_OTHERS_PIECE,      /* the piece belongs to the other side */
    REFUSAL_IN_MILL,           /* a mill protects the piece */
    REFUSAL_OTHER_CAPTIVE,     /* captured pieces must be removed first */
    REFUSAL_NOT_ADJACENT,      /* only a piece adjacent to an own one may be removed */
    REFUSAL_OCCUPIED,
    REFUSAL_MARKED, /* the target is closed until placing ends */
    REFUSAL_HAND_EMPTY,
    REFUSAL_MUST_PLACE,    /* pieces slide only when the hand is empty */
    REFUSAL_NOT_JOINED,    /* the points are not adjacent */
    REFUSAL_REPEATED_MILL, /* the piece would return at once to the mill it left */
    REFUSAL_UNREADABLE,    /* the text is not a move */
    REFUSAL_NB
} Refusal;

Refusal movegen_refusal(const Position *pos, Move move); /* REFUSAL_NONE: the move is legal */

/* Number of leaves at a depth in plies. Draws by repetition and quiet plies are
 * ignored, so that the count depends on the position alone. The flag, or NULL,
 * stops a long count; the number is then meaningless. */
uint64_t movegen_perft(const Position *pos, int depth, const atomic_bool *stop);

/* Perft divided by root move; returns the number of root moves, -1 if it was stopped. */
int movegen_perft_divide(const Position *pos, int depth, Move moves[MOVES_MAX], uint64_t leaves[MOVES_MAX],
                         const atomic_bool *stop);
