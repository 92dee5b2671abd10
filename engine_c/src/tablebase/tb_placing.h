/* tb_placing.h: exact WDL of the placing phase, by backward induction from the
 * moving phase. A layer holds the positions with a given number of pieces in
 * hand, of both sides together; the side to move has as many as the other, or
 * one more. Like the moving phase, a layer consists of subspaces by the pieces
 * on the board. For the standard placing rules only (Rules.is_placing_plain). */
#pragma once

#include "tb_subspace.h"

static inline int placing_mover_hand(int hands) { return (hands + 1) / 2; }
static inline int placing_other_hand(int hands) { return hands / 2; }

/* What the standard rules say about placing a piece. A mill that is closed takes a piece, of those outside mills if there
 * is one. */
static inline Bits placing_closing(const Index *index, Bits own, Bits empty)
{
    return index_completing(index, own) & empty;
}

static inline Bits placing_targets(const Index *index, Bits other)
{
    const Bits open = other & ~index_in_mills(index, other);
    return open ? open : other;
}

/* A mill wins at once: the other side falls below the minimum. */
static inline bool placing_mill_wins(const Rules *rules, int other, int other_hand)
{
    return other + other_hand <= rules->least_pieces;
}

/* The subspaces of a layer, by pieces on the board; some of them no game reaches. */
bool placing_has(const TbSpace *space, int hands, int mover, int other);

/* The pieces in hand in the stored layer with the fewest on the board; 0: none is stored. */
int placing_last_hands(const Rules *rules);

/* A layer is stored if a search of the layers before it is to end there; the others are steps on the way. With five pieces
 * in hand the moving phase is near. */
static inline bool placing_is_stored(int last_hands, int hands)
{
    return hands > 5 && hands <= last_hands && hands % 2 == 0;
}
