/* proof_state.h: a position of the placing phase without pending removals in one
 * number: the pieces, marked points and hands of both sides and the side to
 * move. Symmetric images have the same number. */
#pragma once

#include "game/makemove.h"
#include "tablebase/index.h"

/* White's points in bits 0-23, Black's in 24-47, where a marked point belongs to both; White's hand in 48-51, Black's
 * in 52-55; the side to move in 56. */
typedef uint64_t ProofState;

enum { PROOF_STATE_BITS = 57, PROOF_HAND_SHIFT = 48, PROOF_STM_SHIFT = 56, PROOF_HAND_MASK = 15 };

static inline Bits proof_state_points(ProofState state, Side side)
{
    return (Bits)(state >> (POINT_MAX * (int)side)) & (((Bits)1 << POINT_MAX) - 1);
}

static inline int proof_state_hand(ProofState state, Side side)
{
    return (int)(state >> (PROOF_HAND_SHIFT + 4 * (int)side)) & PROOF_HAND_MASK;
}

static inline Side proof_state_stm(ProofState state) { return (Side)(state >> PROOF_STM_SHIFT & 1); }

static inline int proof_state_hands(ProofState state)
{
    return proof_state_hand(state, WHITE) + proof_state_hand(state, BLACK);
}

/* Everything but the points. */
static inline ProofState proof_state_rest(int white_hand, int black_hand, Side stm)
{
    return (ProofState)white_hand << PROOF_HAND_SHIFT | (ProofState)black_hand << (PROOF_HAND_SHIFT + 4)
        | (ProofState)stm << PROOF_STM_SHIFT;
}

/* The canonical image; by the index another one, which is found faster: up to the pieces of the index, and without marked
 * points. */
ProofState proof_state_indexed(const Index *index, Bits white, Bits black, ProofState rest);
ProofState proof_state_of_points(const Topology *topology, Bits white, Bits black, ProofState rest);
ProofState proof_state_of(const Position *pos);

/* One of the positions with this number. */
void proof_state_position(Position *pos, const Rules *rules, ProofState state);
