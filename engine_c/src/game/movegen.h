/* movegen.h: all legal moves of a position, none of them tried and thrown
 * away. Knows nothing of which are good. */
#ifndef MOVEGEN_H
#define MOVEGEN_H

#include "makemove.h"

/* Writes the legal moves and returns their number; none when the game is over. */
int movegen_all(const Position *pos, Move moves[MOVES_MAX]);

/* Why a move is not legal, for people. */
typedef enum {
    REFUSAL_NONE,
    REFUSAL_GAME_OVER,
    REFUSAL_MUST_REMOVE,     /* a removal is owed first */
    REFUSAL_NOTHING_OWED,    /* there is no removal to make */
    REFUSAL_NO_PIECE,        /* nothing stands there */
    REFUSAL_OWN_PIECE,       /* an own piece cannot be taken */
    REFUSAL_OTHERS_PIECE,    /* it belongs to the other side */
    REFUSAL_IN_MILL,         /* it is safe inside a mill */
    REFUSAL_OTHER_CAPTIVE,   /* other pieces are captured and have to be taken */
    REFUSAL_NOT_NEAR,        /* only a piece next to an own one may be taken */
    REFUSAL_OCCUPIED,        /* a piece stands on the target */
    REFUSAL_MARKED,          /* the target is closed until placing ends */
    REFUSAL_HAND_EMPTY,      /* nothing is left to place */
    REFUSAL_MUST_PLACE,      /* pieces move when the hand is empty */
    REFUSAL_NOT_JOINED,      /* no line leads there in one step */
    REFUSAL_REPEATED_MILL,   /* it would go straight back to the mill it left */
    REFUSAL_UNREADABLE,      /* the text is not a move */
    REFUSAL_NB
} Refusal;

Refusal movegen_refusal(const Position *pos, Move move); /* REFUSAL_NONE: the move is legal */

/* Leaves of the tree of moves, so many plies deep. Repetition and quiet plies
 * end no game here, so that a count depends on the position alone. */
uint64_t movegen_perft(const Position *pos, int depth);

/* The same move by move: writes the moves and what is below each; returns their number. */
int movegen_perft_split(const Position *pos, int depth, Move moves[MOVES_MAX], uint64_t leaves[MOVES_MAX]);

#endif
