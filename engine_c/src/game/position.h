/* position.h: where the pieces stand, whose turn it is, what is owed, and what
 * can be seen of that. Knows the rules in force; knows nothing of how a move
 * goes on, of search, text or threads. */
#ifndef POSITION_H
#define POSITION_H

#include "rules.h"

typedef enum { OUTCOME_NONE, OUTCOME_WHITE, OUTCOME_BLACK, OUTCOME_DRAW } Outcome;
typedef enum { REASON_NONE, REASON_FEW_PIECES, REASON_NO_MOVES, REASON_BOARD_FULL, REASON_N_MOVES, REASON_THREEFOLD } Reason;

/* What the side that owes has to take: what a mill takes in this phase, an
 * opposing piece under the ordinary protection, or one next to an own piece. */
typedef enum { DEBT_MILL, DEBT_ANY, DEBT_NEAR } Debt;

/* Random numbers that a key is made of. */
typedef struct {
    Key piece[SIDE_NB][POINT_MAX];
    Key mark[POINT_MAX];
    Key hand[SIDE_NB][POINT_MAX];
    Key owed[SIDE_NB][POINT_MAX];
    Key black_to_move;
} PositionKeys;

extern const PositionKeys Keys;

/* A position. Positions before it hang behind it, newest first, in memory
 * that the caller of play_make provides. */
typedef struct Position {
    const Rules *rules;              /* borrowed; outlives the position */
    const struct Position *previous; /* before the last move; NULL at the start */
    Key key;                         /* pieces, marks, hands, side to move, removals owed */
    Bits pieces[SIDE_NB];
    Bits marked;                     /* closed points */
    Bits captives;                   /* what the side to move has to take first */
    uint32_t used_lines[SIDE_NB];    /* OneTimeUseMill: lines that have taken a piece */
    int32_t quiet;                   /* plies since the last removal, moving phase */
    int32_t turn;                    /* full-move number */
    int32_t reversible;              /* moves since one that cannot be taken back on the board */
    int8_t on_board[SIDE_NB];
    int8_t in_hand[SIDE_NB];
    int8_t owed[SIDE_NB];            /* removals */
    int8_t left[SIDE_NB];            /* RestrictRepeatedMillsFormation: the point a mill was */
    int8_t closed[SIDE_NB];          /* left from, and the point it was closed at; or NO_POINT */
    int8_t stm;                      /* the side to move */
    int8_t next;                     /* whose turn it is when nothing is owed any more */
    int8_t phase;
    int8_t debt;
    int8_t outcome;
    int8_t reason;
} Position;

Key position_key(const Position *pos);              /* everything that makes play differ */
Key position_key_from_scratch(const Position *pos); /* what the key field must be */

static inline Bits position_empty(const Position *pos)
{
    return pos->rules->topology.all & ~(pos->pieces[WHITE] | pos->pieces[BLACK] | pos->marked);
}

static inline bool position_owes(const Position *pos) { return pos->owed[pos->stm] > 0; }

/* On the board and in hand; a removal still owed is a piece as good as taken. */
static inline int position_pieces_left(const Position *pos, Side side)
{
    const int pieces = pos->on_board[side] + pos->in_hand[side] - pos->owed[!side];
    return pieces < 0 ? 0 : pieces;
}

/* The side to move may put a piece from the hand on the board, move one, fly. */
static inline bool position_may_place(const Position *pos) { return pos->in_hand[pos->stm] > 0; }

static inline bool position_may_slide(const Position *pos)
{
    return pos->in_hand[pos->stm] == 0 || pos->rules->value.MayMoveInPlacingPhase;
}

static inline bool position_flies(const Position *pos, Side side)
{
    return pos->in_hand[side] == 0 && pos->on_board[side] <= pos->rules->fly_at;
}

Bits position_claimed(const Position *pos, Side side);      /* what a side that owes is after, safe or not */
Bits position_removable(const Position *pos, Side side);    /* what of it may be taken: something, if there is anything */
Bits position_in_mills(const Position *pos, Side side);     /* its pieces that stand in mills */
int position_occurrences(const Position *pos);              /* of this very position, this one included */
bool position_may_capture(const Position *pos, Side side, Capture capture);
Bits position_leapt_over(const Position *pos, int from, int to); /* what a leap would take */

/* How many lines a piece of side on pt closes, with some pieces left out. */
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

/* Leaps added, a forbidden return taken away; for position_targets only. */
Bits position_special_targets(const Position *pos, int from, Bits targets);

/* Where a piece of the side to move can go. */
static inline Bits position_targets(const Position *pos, int from)
{
    const Bits empty = position_empty(pos);
    const Bits targets = position_flies(pos, (Side)pos->stm) ? empty : pos->rules->topology.neighbours[from] & empty;

    if (pos->rules->has_captures || pos->closed[pos->stm] == from)
        return position_special_targets(pos, from, targets);
    return targets;
}

/* A piece of the side to move can go somewhere. */
static inline bool position_can_slide(const Position *pos)
{
    for (Bits rest = pos->pieces[pos->stm]; rest; rest = bits_rest(rest))
        if (position_targets(pos, bits_first(rest)))
            return true;
    return false;
}

/* The side to move can place or move. */
static inline bool position_can_move(const Position *pos)
{
    return (position_may_place(pos) && position_empty(pos)) || (position_may_slide(pos) && position_can_slide(pos));
}

/* Small changes that keep the key; play.h makes whole moves of them. */

/* The full-move number goes up whenever White follows Black. */
static inline void position_set_side(Position *pos, Side side)
{
    if (pos->stm == (int8_t)side)
        return;
    pos->turn += side == WHITE;
    pos->stm = (int8_t)side;
    pos->key ^= Keys.black_to_move;
}

static inline void position_set_hand(Position *pos, Side side, int count)
{
    pos->key ^= Keys.hand[side][pos->in_hand[side]] ^ Keys.hand[side][count];
    pos->in_hand[side] = (int8_t)count;
}

static inline void position_set_owed(Position *pos, Side side, int count)
{
    pos->key ^= Keys.owed[side][pos->owed[side]] ^ Keys.owed[side][count];
    pos->owed[side] = (int8_t)count;
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
    pos->left[side] = pos->closed[side] = NO_POINT;
}

#ifndef NDEBUG
bool position_ok(const Position *pos); /* for assert() only */
#endif

#endif
