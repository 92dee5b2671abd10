/* types.h: bitboards, sides, encoded moves and turns. */
#pragma once

#include "mill.h"

#include <stddef.h>

typedef uint32_t Bits;      /* bitboard: point n in bit n */
typedef uint64_t PiecePair; /* a bitboard for each side: White in the low half, Black in the high half */
typedef uint64_t Key;       /* hash of a position */
typedef uint16_t Move;      /* one ply, encoded below */
typedef MillTurn Turn;

typedef enum { WHITE, BLACK, SIDE_NB } Side;
typedef enum { PHASE_PLACING, PHASE_MOVING } Phase;
typedef enum { MOVE_PLACE, MOVE_SLIDE, MOVE_REMOVE } MoveKind;

enum {
    POINT_MAX = 24,         /* of the largest board */
    LINE_MAX = 20,          /* with diagonals */
    LINES_AT_POINT_MAX = 4, /* lines through one point */
    SYMMETRY_MAX = 16,
    PIECES_MAX = 12, /* per side */
    MOVES_MAX = 256, /* upper bound of the legal moves of a position */
    TURN_MOVES_MAX = MILL_TURN_MOVES_MAX,
    NO_POINT = -1,
    MOVE_NONE = 0xFFFF
};

/* Keeps rare code out of the function that calls it. */
#define NOINLINE __attribute__((noinline))

static inline Bits bit(int pt) { return (Bits)1 << pt; }
static inline int bits_first(Bits set) { return __builtin_ctz(set); }
static inline int bits_count(Bits set) { return __builtin_popcount(set); }
static inline Bits bits_rest(Bits set) { return set & (set - 1); }
static inline PiecePair piece_pair(Bits white, Bits black) { return (PiecePair)black << 32 | white; }
static inline PiecePair twice(Bits set) { return piece_pair(set, set); }
static inline Bits piece_pair_get(PiecePair pair, Side side) { return (Bits)(pair >> (32 * (int)side)); }
/* A linear congruential generator; the high bits are the random ones. */
static inline uint64_t random_next(uint64_t *state)
{
    return *state = *state * 6364136223846793005u + 1442695040888963407u;
}

static inline Side side_other(Side side) { return (Side)(1 - (int)side); }

/* Bits of a move: 0-4 to, 5-9 from, 10-11 kind. */
static inline Move move_place(int pt) { return (Move)pt; }
static inline Move move_slide(int from, int to) { return (Move)(MOVE_SLIDE << 10 | from << 5 | to); }
static inline Move move_remove(int pt) { return (Move)(MOVE_REMOVE << 10 | pt); }
static inline MoveKind move_kind(Move move) { return (MoveKind)(move >> 10 & 3); }
static inline int move_from(Move move) { return move >> 5 & 31; }
static inline int move_to(Move move) { return move & 31; }
