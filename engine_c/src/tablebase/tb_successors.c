#include "tb_successors.h"

#include "tb_rules.h"

void successors_position(Position *pos, const Rules *rules, Bits mover, Bits other)
{
    position_set_up(pos, rules, piece_pair(mover, other), 0, 0, WHITE);
    position_complete(pos);
}

bool successors_is_quiet(const Position *before, const Position *after)
{
    return after->on_board[WHITE] == before->on_board[WHITE] && after->on_board[BLACK] == before->on_board[BLACK]
        && (after->stm != before->stm || !after->pending[before->stm]);
}

static TbValue outcome_value(const Position *pos, Side side)
{
    const int result = position_result(pos, side);
    return (TbValue)(result > 0 ? TB_WIN : result < 0 ? TB_LOSS : TB_DRAW);
}

/* The value of a position at the start of a turn. */
static TbValue turn_start_value(const TbSource *source, const Position *pos, Side side)
{
    const Side us = (Side)pos->stm;

    if (pos->outcome)
        return outcome_value(pos, side);
    const TbValue value = source->value(source->context, pos->pieces[us], pos->pieces[side_other(us)]);
    return us == side ? value : tb_value_flip(value);
}

TbValue successors_value(const TbSource *source, const Position *pos, Side side)
{
    const Side us = (Side)pos->stm;
    TbValue best = TB_VALUE_NONE;

    if (pos->outcome)
        return outcome_value(pos, side);
    if (!position_must_remove(pos))
        return turn_start_value(source, pos, side);
    const bool is_last = pos->pending[us] + pos->pending[side_other(us)] == 1;
    for (Bits rest = position_removable(pos, us); rest; rest = bits_rest(rest)) {
        Position after;
        position_make(&after, pos, move_remove(bits_first(rest)));
        const TbValue value = is_last ? turn_start_value(source, &after, us) : successors_value(source, &after, us);
        if (value == TB_VALUE_NONE)
            return TB_VALUE_NONE;
        if (tb_value_is_better(value, best))
            best = value;
    }
    return us == side ? best : tb_value_flip(best);
}

TbValue successors_add_turn(TbValue value) { return tb_value_flip(tb_value_before(value)); }

Successors successors_of(const TbSource *source, const Rules *rules, Bits mover, Bits other)
{
    Successors successors = { .best_removal = TB_VALUE_NONE };
    Move moves[MOVES_MAX];
    Position pos, after;

    successors_position(&pos, rules, mover, other);
    if (pos.outcome || position_must_remove(&pos) || pos.stm != WHITE) {
        successors.is_forced = true;
        if (pos.outcome)
            successors.best_removal = outcome_value(&pos, WHITE);
        else if (position_must_remove(&pos))
            successors.best_removal = successors_add_turn(successors_value(source, &pos, WHITE));
        successors.is_unknown = position_must_remove(&pos) && successors.best_removal == TB_VALUE_NONE;
        return successors;
    }
    const int count = movegen_all(&pos, moves);
    for (int i = 0; i < count; i++) {
        position_make(&after, &pos, moves[i]);
        if (successors_is_quiet(&pos, &after)) {
            successors.quiet++;
            continue;
        }
        const TbValue value = successors_add_turn(successors_value(source, &after, WHITE));
        successors.is_unknown |= value == TB_VALUE_NONE;
        if (tb_value_is_better(value, successors.best_removal))
            successors.best_removal = value;
    }
    return successors;
}

bool successors_has_quiet(const Rules *rules, Bits mover, Bits other, int from, int to)
{
    Position pos, after;

    successors_position(&pos, rules, mover, other);
    if (pos.outcome || position_must_remove(&pos) || pos.stm != WHITE || !(position_targets(&pos, from) & bit(to)))
        return false;
    position_make(&after, &pos, move_slide(from, to));
    return successors_is_quiet(&pos, &after);
}

bool fast_covers(const Rules *rules)
{
    const uint32_t covered = 1u << TERM_BOARD | 1u << TERM_DIAGONALS | 1u << TERM_PIECES_MIN | 1u << TERM_FLYING
        | 1u << TERM_REMOVE_MULTIPLE | 1u << TERM_REMOVE_FROM_MILLS | 1u << TERM_STALEMATE;
    return !rules->has_memory && !(tb_rules_changed(rules) & ~covered);
}

/* The block of the positions after a turn of the mover, whose pieces have been mapped to the block's placement. */
typedef struct {
    const TbSolved *solved;
    const Rules *rules;
    Bits open;
    uint32_t block;
    int mover_count;
} RemovalBlock;

static TbValue value_after_removal(const RemovalBlock *after, Bits rest)
{
    const Index *index = after->solved->index;
    const int count = bits_count(rest);

    if (count < after->rules->least_pieces)
        return TB_WIN | 1;
    const uint64_t first = (uint64_t)after->block * index_block_slots(index, count, after->mover_count);
    const uint32_t rank = index_rank(index, index_gather(index, after->open, rest), count);
    return tb_value_before(tb_array_get(after->solved->array[count][after->mover_count], first + rank));
}

static TbValue best_removal(const RemovalBlock *after, Bits other, int removals)
{
    const Rules *rules = after->rules;
    const bool is_protected = !rules->value.MayRemoveFromMillsAlways;
    const Bits outside = is_protected ? other & ~index_in_mills(after->solved->index, other) : 0;
    TbValue best = TB_VALUE_NONE;

    for (Bits left = outside ? outside : other; left; left = bits_rest(left)) {
        const Bits rest = other & ~(left & -left);
        const bool is_last = removals == 1 || bits_count(rest) < rules->least_pieces;
        const TbValue value = is_last ? value_after_removal(after, rest) : best_removal(after, rest, removals - 1);
        if (tb_value_is_better(value, best))
            best = value;
    }
    return best;
}

TbValue fast_removal(const TbSolved *solved, const Rules *rules, Bits mover, Bits other, int lines)
{
    const Index *index = solved->index;
    const int count = bits_count(mover);
    const IndexSide *side = index_side(index, count);
    const uint32_t image = side->image[index_rank(index, mover, count)];
    const RemovalBlock after = {
        .solved = solved,
        .rules = rules,
        .open = index->all & ~side->placement[image >> 4],
        .block = image >> 4,
        .mover_count = count,
    };

    return best_removal(&after, index_map(index, (int)(image & 15), other), rules->value.MayRemoveMultiple ? lines : 1);
}

TbValue fast_best_removal(const TbSolved *solved, const Rules *rules, Bits mover, Bits other)
{
    const Bits empty = solved->index->all & ~(mover | other);
    const bool flies = fast_flies(rules, bits_count(mover));
    TbValue best = TB_VALUE_NONE;

    for (Bits pieces = mover; pieces; pieces = bits_rest(pieces)) {
        const Bits from = pieces & -pieces;
        Bits targets = flies ? empty : rules->topology.neighbours[bits_first(from)] & empty;
        for (; targets; targets = bits_rest(targets)) {
            const int to = bits_first(targets);
            const int lines = fast_lines_at(rules, mover & ~from, to);
            if (!lines)
                continue;
            const TbValue value = fast_removal(solved, rules, (mover & ~from) | bit(to), other, lines);
            if (tb_value_is_better(value, best))
                best = value;
        }
    }
    return best;
}
