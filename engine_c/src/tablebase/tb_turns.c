/* tb_turns.c: position_make and movegen_all seen as turns. */
#include "tb_turns.h"

void turns_place(Position *pos, const Rules *rules, Bits mover, Bits other)
{
    *pos = (Position){
        .rules = rules,
        .pieces = { mover, other },
        .on_board = { (int8_t)bits_count(mover), (int8_t)bits_count(other) },
        .last_mill_from = { NO_POINT, NO_POINT },
        .last_mill_to = { NO_POINT, NO_POINT },
        .fullmove = 1,
        .stm = WHITE,
        .next = WHITE,
        .phase = PHASE_MOVING,
    };
    position_complete(pos);
}

bool turns_is_quiet(const Position *before, const Position *after)
{
    return after->on_board[WHITE] == before->on_board[WHITE] && after->on_board[BLACK] == before->on_board[BLACK]
        && (after->stm != before->stm || !after->pending[before->stm]);
}

static Value outcome_value(const Position *pos, Side side)
{
    if (pos->outcome == OUTCOME_DRAW)
        return VALUE_DRAW;
    return (pos->outcome == OUTCOME_WHITE) == (side == WHITE) ? VALUE_WIN : VALUE_LOSS;
}

/* A position at the start of a turn. */
static Value value_of_turn(const Oracle *oracle, const Position *pos, Side side)
{
    const Side us = (Side)pos->stm;

    if (pos->outcome)
        return outcome_value(pos, side);
    const Value value = oracle->value(oracle->source, pos->pieces[us], pos->pieces[side_other(us)]);
    return us == side ? value : value_flip(value);
}

Value turns_value(const Oracle *oracle, const Position *pos, Side side)
{
    const Side us = (Side)pos->stm;
    Value best = VALUE_NONE;

    if (pos->outcome)
        return outcome_value(pos, side);
    if (position_must_remove(pos)) {
        const bool is_last = pos->pending[us] + pos->pending[side_other(us)] == 1;
        for (Bits rest = position_removable(pos, us); rest; rest = bits_rest(rest)) {
            Position after;
            position_make(&after, pos, move_remove(bits_first(rest)));
            const Value value = is_last ? value_of_turn(oracle, &after, us) : turns_value(oracle, &after, us);
            if (value == VALUE_NONE)
                return VALUE_NONE;
            if (value_is_better(value, best))
                best = value;
        }
        return us == side ? best : value_flip(best);
    }
    return value_of_turn(oracle, pos, side);
}

Value turns_count_this(Value value) { return value_flip(value_before(value)); }

Outlook turns_outlook(const Oracle *oracle, const Rules *rules, Bits mover, Bits other)
{
    Outlook outlook = { .best = VALUE_NONE };
    Move moves[MOVES_MAX];
    Position pos, after;

    turns_place(&pos, rules, mover, other);
    if (pos.outcome || position_must_remove(&pos) || pos.stm != WHITE) {
        outlook.is_forced = true;
        if (pos.outcome)
            outlook.best = outcome_value(&pos, WHITE);
        else if (position_must_remove(&pos))
            outlook.best = turns_count_this(turns_value(oracle, &pos, WHITE));
        return outlook;
    }
    const int count = movegen_all(&pos, moves);
    for (int i = 0; i < count; i++) {
        position_make(&after, &pos, moves[i]);
        if (turns_is_quiet(&pos, &after)) {
            outlook.quiet++;
            continue;
        }
        const Value value = turns_count_this(turns_value(oracle, &after, WHITE));
        if (value_is_better(value, outlook.best))
            outlook.best = value;
    }
    return outlook;
}

bool turns_allows(const Rules *rules, Bits mover, Bits other, int from, int to)
{
    Position pos, after;

    turns_place(&pos, rules, mover, other);
    if (pos.outcome || position_must_remove(&pos) || pos.stm != WHITE || !(position_targets(&pos, from) & bit(to)))
        return false;
    position_make(&after, &pos, move_slide(from, to));
    return turns_is_quiet(&pos, &after);
}
