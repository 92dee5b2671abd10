/* tb_value.h: what a position is worth to the side to move, in one word: a draw,
 * or won or lost and in how many turns. A turn is a move with the removals
 * around it; a side that cannot move has lost in 0. Knows nothing else. */
#ifndef TB_VALUE_H
#define TB_VALUE_H

#include "game/types.h"

typedef uint16_t Value;

enum {
    VALUE_DRAW = 0,
    VALUE_WIN = 0x4000,
    VALUE_LOSS = 0x8000,
    VALUE_KIND = 0xC000,
    VALUE_TURNS = 0x3FFF,       /* turns to the end; all set: not known */
    VALUE_TURNS_MAX = 0x3FF0,
    VALUE_NONE = 0xFFFF         /* no value */
};

static inline bool value_is_win(Value value) { return (value & VALUE_KIND) == VALUE_WIN; }
static inline bool value_is_loss(Value value) { return (value & VALUE_KIND) == VALUE_LOSS; }
static inline int value_turns(Value value) { return value & VALUE_TURNS; }

/* The same for the other side; and for the side that moves there, a turn earlier. */
static inline Value value_flip(Value value)
{
    return value & VALUE_KIND && value != VALUE_NONE ? value ^ VALUE_KIND : value;
}

static inline Value value_before(Value value)
{
    const bool counts = value & VALUE_KIND && value_turns(value) != VALUE_TURNS;
    return (Value)(value_flip(value) + counts);
}

/* Higher is better: a win soon, a win late, a draw, a loss late, a loss soon. */
static inline int value_rank(Value value)
{
    const int turns = value_turns(value);
    return value_is_win(value) ? VALUE_LOSS - turns : value_is_loss(value) ? turns - VALUE_LOSS : 0;
}

static inline bool value_is_better(Value value, Value than)
{
    return than == VALUE_NONE || value_rank(value) > value_rank(than);
}

#endif
