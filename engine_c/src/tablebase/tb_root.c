#include "tb_root.h"

/* The value of a position that a side has reached in its turn. */
static bool probe_after(const Tablebase *tb, const Position *after, Side side, TbResult *result)
{
    if (after->outcome) {
        *result = (TbResult){ .wdl = position_result(after, side), .dtw = 1, .dtw_bound = 1 };
        return true;
    }
    if (!tb_probe(tb, after, result))
        return false;
    if (after->stm != (int8_t)side) {
        result->wdl = -result->wdl;
        result->dtw += result->dtw >= 0; /* the turn that led there */
        result->dtw_bound += result->dtw_bound >= 0;
    }
    return true;
}

bool tb_root_probe(const Tablebase *tb, const Position *pos, Move move, TbResult *result)
{
    Position after;

    position_make(&after, pos, move);
    return probe_after(tb, &after, (Side)pos->stm, result);
}

/* Adds the turns that begin with the moves of `turn` and the next one; returns the new count, or 0. */
static int add_turns(const Tablebase *tb, const Position *pos, Turn turn, Move move, MillTbTurn *turns, int count)
{
    Position after;
    Move moves[MOVES_MAX];

    if (turn.count == TURN_MOVES_MAX || count == MILL_TURNS_MAX)
        return 0;
    turn.moves[turn.count++] = move;
    position_make(&after, pos, move);
    if (after.outcome || after.stm != pos->stm) {
        turns[count].turn = turn;
        return probe_after(tb, &after, (Side)pos->stm, &turns[count].value) ? count + 1 : 0;
    }
    const int choices = movegen_all(&after, moves);
    for (int i = 0; i < choices; i++) {
        count = add_turns(tb, &after, turn, moves[i], turns, count);
        if (!count)
            return 0;
    }
    return count;
}

int tb_root_turns(const Tablebase *tb, const Position *pos, Move move, MillTbTurn turns[MILL_TURNS_MAX])
{
    return add_turns(tb, pos, (Turn){ 0 }, move, turns, 0);
}

/* Positive: a is better, by WDL and then by DTW; 0: equal. */
static int compare(const TbResult *a, const TbResult *b)
{
    if (a->wdl != b->wdl)
        return a->wdl - b->wdl;
    if (a->dtw_bound < 0 || b->dtw_bound < 0 || a->wdl == 0)
        return 0;
    return a->wdl > 0 ? b->dtw_bound - a->dtw_bound : a->dtw_bound - b->dtw_bound;
}

int tb_root_mistakes(const Tablebase *tb, const Position *pos, Move move, int wdl)
{
    Position after;
    Move replies[MOVES_MAX];
    int worse = 0;

    position_make(&after, pos, move);
    const int count = movegen_all(&after, replies);
    if (after.stm == pos->stm)
        return 0;
    for (int i = 0; i < count; i++) {
        TbResult result;
        worse += tb_root_probe(tb, &after, replies[i], &result) && result.wdl < -wdl;
    }
    return count ? worse * 1000 / count : 0;
}

int tb_root_moves(const Tablebase *tb, const Position *pos, Move moves[MOVES_MAX], int count, int wanted)
{
    TbResult results[MOVES_MAX];
    int kept = wanted < count ? wanted : count;

    for (int i = 0; i < count; i++) {
        const Move move = moves[i];
        TbResult result;
        int at = i;
        if (!tb_root_probe(tb, pos, move, &result))
            return 0;
        for (; at > 0 && compare(&results[at - 1], &result) < 0; at--) {
            results[at] = results[at - 1];
            moves[at] = moves[at - 1];
        }
        results[at] = result;
        moves[at] = move;
    }
    while (kept < count && compare(&results[kept], &results[0]) == 0)
        kept++;
    return kept;
}
