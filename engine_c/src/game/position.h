/* position.h: the state of the board under the rules in force, and queries on it. */
#pragma once

#include "rules.h"

typedef enum { OUTCOME_NONE, OUTCOME_WHITE, OUTCOME_BLACK, OUTCOME_DRAW } Outcome;
typedef enum {
    REASON_NONE,
    REASON_FEW_PIECES,
    REASON_NO_MOVES,
    REASON_BOARD_FULL,
    REASON_N_MOVES,
    REASON_THREEFOLD
} Reason;

/* What a pending removal may take: what a mill takes in this phase, an opposing
 * piece not protected by a mill, or an opposing piece adjacent to an own one. */
typedef enum { REMOVAL_BY_MILL, REMOVAL_ANY, REMOVAL_ADJACENT } RemovalKind;

/* Zobrist keys. */
typedef struct {
    Key piece[SIDE_NB][POINT_MAX];
    Key mark[POINT_MAX];
    Key hand[SIDE_NB][POINT_MAX];
    Key pending[SIDE_NB][POINT_MAX];
    Key black_to_move;
} PositionKeys;

extern const PositionKeys Keys;

/* Earlier positions form a list through `previous`, in memory that the caller of
 * position_make provides. */
typedef struct Position {
    const Rules *rules;              /* borrowed; outlives the position */
    const struct Position *previous; /* before the last move; NULL at the start */
    Key key;                         /* pieces, marks, hands, side to move, pending removals */
    uint64_t seen;                   /* Bloom filter: bit key % 64 of the last `reversible` positions */
    Bits pieces[SIDE_NB];
    Bits marked;                  /* points closed until placing ends */
    Bits captives;                /* captured pieces; the side to move removes these first */
    uint32_t used_lines[SIDE_NB]; /* OneTimeUseMill: lines that have taken a piece */
    int32_t quiet;                /* plies since the last removal, moving phase */
    int32_t fullmove;             /* full-move number */
    int32_t reversible;           /* plies since the last irreversible move */
    int32_t occurrences;          /* of this position, this time included; 1 if repetition does not count */
    int8_t on_board[SIDE_NB];
    int8_t in_hand[SIDE_NB];
    int8_t pending[SIDE_NB];        /* pending removals */
    int8_t last_mill_from[SIDE_NB]; /* RestrictRepeatedMillsFormation: the move that left one mill … */
    int8_t last_mill_to[SIDE_NB];   /* … and closed another; NO_POINT: none */
    int8_t stm;                     /* side to move */
    int8_t next;                    /* side to move once no removal is pending */
    int8_t phase;
    int8_t removal_kind;
    int8_t outcome;
    int8_t reason;
} Position;

Key position_key(const Position *pos);              /* covers all state that affects play */
Key position_key_from_scratch(const Position *pos); /* recomputes pos->key */

static inline Bits position_empty(const Position *pos)
{
    return pos->rules->topology.all & ~(pos->pieces[WHITE] | pos->pieces[BLACK] | pos->marked);
}

static inline PiecePair position_pieces(const Position *pos)
{
    return piece_pair(pos->pieces[WHITE], pos->pieces[BLACK]);
}

static inline bool position_must_remove(const Position *pos) { return pos->pending[pos->stm] > 0; }

/* The result of a finished game for a side: 1 won, 0 drawn, -1 lost. */
static inline int position_result(const Position *pos, Side side)
{
    return pos->outcome == OUTCOME_DRAW ? 0 : (pos->outcome == OUTCOME_WHITE) == (side == WHITE) ? 1 : -1;
}

/* On the board and in hand, less the pending removals of the other side. */
static inline int position_pieces_left(const Position *pos, Side side)
{
    const int pieces = pos->on_board[side] + pos->in_hand[side] - pos->pending[!side];
    return pieces < 0 ? 0 : pieces;
}

static inline bool position_may_place(const Position *pos) { return pos->in_hand[pos->stm] > 0; }

static inline bool position_may_slide(const Position *pos)
{
    return pos->in_hand[pos->stm] == 0 || pos->rules->value.MayMoveInPlacingPhase;
}

static inline bool position_flies(const Position *pos, Side side)
{
    return pos->in_hand[side] == 0 && pos->on_board[side] <= pos->rules->fly_at;
}

Bits position_removal_targets(const Position *pos, Side side); /* pieces a removal applies to, protected or not */
Bits position_removable(const Position *pos, Side side);       /* legal removals */
bool position_can_remove(const Position *pos, Side side);      /* there is one */
Bits position_in_mills(const Position *pos, Side side);        /* pieces that stand in mills */
int position_occurrences(const Position *pos);                 /* counts them, also if repetition does not count */
int position_quiet_limit(const Position *pos);                 /* quiet plies that draw the game; 0: no limit */
bool position_may_capture(const Position *pos, Side side, Capture capture);
Bits position_leapt_over(const Position *pos, int from, int to); /* the piece a leap captures, or 0 */

/* Number of lines that a piece of side on pt closes, ignoring the pieces `without`. */
static inline int position_lines_closed(const Position *pos, Side side, int pt, Bits without)
{
    const Topology *topology = &pos->rules->topology;
    const Bits *pair = topology->pair_at[pt];
    const Bits missing = ~pos->pieces[side] | without;
    int count = !(pair[0] & missing) + !(pair[1] & missing);

    for (int i = 2; i < topology->lines_at[pt]; i++)
        count += !(pair[i] & missing);
    return count;
}

/* Adds leaps and drops a repeated mill; for position_targets only. */
Bits position_special_targets(const Position *pos, int from, Bits targets);

/* Legal destinations of a piece of the side to move. */
static inline Bits position_targets(const Position *pos, int from)
{
    const Bits empty = position_empty(pos);
    const Bits targets = position_flies(pos, (Side)pos->stm) ? empty : pos->rules->topology.neighbours[from] & empty;

    if (pos->rules->has_captures || pos->last_mill_to[pos->stm] == from)
        return position_special_targets(pos, from, targets);
    return targets;
}

/* The legal slides are those to an empty neighbour. */
static inline bool position_slides_simply(const Position *pos)
{
    return !position_flies(pos, (Side)pos->stm) && !pos->rules->has_captures && pos->last_mill_to[pos->stm] == NO_POINT;
}

static inline bool position_can_slide(const Position *pos)
{
    if (position_slides_simply(pos))
        return pos->pieces[pos->stm] & topology_around(&pos->rules->topology, position_empty(pos));
    for (Bits rest = pos->pieces[pos->stm]; rest; rest = bits_rest(rest))
        if (position_targets(pos, bits_first(rest)))
            return true;
    return false;
}

static inline bool position_can_move(const Position *pos)
{
    return (position_may_place(pos) && position_empty(pos)) || (position_may_slide(pos) && position_can_slide(pos));
}

/* Incremental updates of the position and its key, for makemove.c. */

/* The full-move number increases whenever White follows Black. */
static inline void position_set_side(Position *pos, Side side)
{
    if (pos->stm == (int8_t)side)
        return;
    pos->fullmove += side == WHITE;
    pos->stm = (int8_t)side;
    pos->key ^= Keys.black_to_move;
}

static inline void position_set_hand(Position *pos, Side side, int count)
{
    pos->key ^= Keys.hand[side][pos->in_hand[side]] ^ Keys.hand[side][count];
    pos->in_hand[side] = (int8_t)count;
}

static inline void position_set_pending(Position *pos, Side side, int count)
{
    pos->key ^= Keys.pending[side][pos->pending[side]] ^ Keys.pending[side][count];
    pos->pending[side] = (int8_t)count;
}

static inline void position_put(Position *pos, Side side, int pt)
{
    pos->pieces[side] |= bit(pt);
    pos->key ^= Keys.piece[side][pt];
    pos->on_board[side]++;
}

static inline void position_take(Position *pos, Side side, int pt)
{
    pos->pieces[side] &= ~bit(pt);
    pos->key ^= Keys.piece[side][pt];
    pos->on_board[side]--;
}

static inline void position_shift(Position *pos, Side side, int from, int to)
{
    pos->pieces[side] ^= bit(from) | bit(to);
    pos->key ^= Keys.piece[side][from] ^ Keys.piece[side][to];
}

static inline void position_set_marked(Position *pos, Bits marked)
{
    for (Bits changed = pos->marked ^ marked; changed; changed = bits_rest(changed))
        pos->key ^= Keys.mark[bits_first(changed)];
    pos->marked = marked;
}

static inline void position_forget_mill(Position *pos, Side side)
{
    pos->last_mill_from[side] = pos->last_mill_to[side] = NO_POINT;
}

#ifndef NDEBUG
bool position_ok(const Position *pos); /* for assert() only */
#endif
