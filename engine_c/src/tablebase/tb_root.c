/* tb_root.c: choosing moves at the root by the values of their successors. */
#include "tb_probe.h"

/* Counting traps takes many probes, which are slow in large subspaces. */
enum { TRAP_PIECES_MAX = 9 };

bool tb_root_probe(const Tablebase *tb, const Position *pos, Move move, TbResult *result)
{
    Position after;

    position_make(&after, pos, move);
    if (after.outcome) {
        const Outcome won = pos->stm == WHITE ? OUTCOME_WHITE : OUTCOME_BLACK;
        const bool is_draw = after.outcome == OUTCOME_DRAW || after.reason == REASON_N_MOVES
            || after.reason == REASON_THREEFOLD;
        *result = (TbResult){ .wdl = is_draw ? 0 : after.outcome == (int8_t)won ? 1 : -1, .dtw = 1 };
        return true;
    }
    if (!tb_probe(tb, &after, result))
        return false;
    if (after.stm != pos->stm) {
        result->wdl = -result->wdl;
        result->dtw += result->dtw >= 0; /* the turn that led there */
    }
    return true;
}

/* Positive: a is better, by WDL and then by DTW; 0: equal. */
static int compare(const TbResult *a, const TbResult *b)
{
    if (a->wdl != b->wdl)
        return a->wdl - b->wdl;
    if (a->dtw < 0 || b->dtw < 0 || a->wdl == 0)
        return 0;
    return a->wdl > 0 ? b->dtw - a->dtw : a->dtw - b->dtw;
}

/* The share of the opponent's replies that are worse than `wdl`, in thousandths. */
static int trap(const Tablebase *tb, const Position *pos, Move move, int wdl)
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
        worse += tb_root_probe(tb, &after, replies[i], &result) && result.wdl < wdl;
    }
    return count ? worse * 1000 / count : 0;
}

/* Keeps the moves after which an opponent who can reach `wdl` has the largest share of worse replies. */
static int keep_traps(const Tablebase *tb, const Position *pos, Move moves[MOVES_MAX], int count, int wdl)
{
    int share[MOVES_MAX], best = 0, kept = 0;

    for (int i = 0; i < count; i++) {
        share[i] = trap(tb, pos, moves[i], wdl);
        best = share[i] > best ? share[i] : best;
    }
    for (int i = 0; i < count; i++)
        if (share[i] == best)
            moves[kept++] = moves[i];
    return kept;
}

int tb_root_moves(const Tablebase *tb, const Position *pos, Move moves[MOVES_MAX])
{
    Move legal[MOVES_MAX];
    const int count = movegen_all(pos, legal);
    TbResult best = { -2, 0 };
    int kept = 0;

    for (int i = 0; i < count; i++) {
        TbResult result;
        if (!tb_root_probe(tb, pos, legal[i], &result))
            return 0;
        const int better = compare(&result, &best);
        if (better > 0)
            kept = 0;
        if (better >= 0) {
            best = result;
            moves[kept++] = legal[i];
        }
    }
    const bool is_small = pos->on_board[WHITE] + pos->on_board[BLACK] <= TRAP_PIECES_MAX;
    return best.wdl <= 0 && is_small ? keep_traps(tb, pos, moves, kept, -best.wdl) : kept;
}
