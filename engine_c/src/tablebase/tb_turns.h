/* tb_turns.h: what a turn can lead to, asked of the engine's own rules: the
 * moving phase as endgame tables see it. Slow and right for every rule set. */
#ifndef TB_TURNS_H
#define TB_TURNS_H

#include "game/movegen.h"
#include "tb_value.h"

/* Where values of positions with nothing owed come from. */
typedef struct {
    Value (*value)(const void *source, Bits mover, Bits other);
    const void *source;
} Oracle;

/* How a position stands before any quiet move is judged. */
typedef struct {
    bool is_forced; /* the mover cannot move: `best` is the value, VALUE_NONE if its turn passes */
    int quiet;      /* moves that take nothing */
    Value best;     /* of the moves that take something; VALUE_NONE without one */
} Outlook;

/* White to move with these pieces; rules move where they must. */
void turns_place(Position *pos, const Rules *rules, Bits mover, Bits other);

/* A move that leaves the number of pieces as it was and owes nothing. */
bool turns_is_quiet(const Position *before, const Position *after);

/* What a position is worth to a side. Debts are paid as each payer likes
 * best; turns count from when they are paid. A removal that a stuck side has
 * to make is a turn of its own. */
Value turns_value(const Oracle *oracle, const Position *pos, Side side);

/* The same with the turn that is under way counted too. */
Value turns_count_this(Value value);

Outlook turns_outlook(const Oracle *oracle, const Rules *rules, Bits mover, Bits other);

/* The quiet move from one point to another can be made and stays quiet. */
bool turns_allows(const Rules *rules, Bits mover, Bits other, int from, int to);

#endif
