/* tb_root.c: moves judged by the positions they lead to. */
#include "tb_root.h"

/* Traps take many questions, which large tables answer slowly. */
enum { TRAP_PIECES_MAX = 9 };

OracleWord tb_root_of_move(const Tables *tables, const Position *pos, Move move)
{
    Position after;
    OracleWord word = { false, { 0, 0 } };

    position_make(&after, pos, move);
    if (after.outcome) {
        const Outcome won = pos->stm == WHITE ? OUTCOME_WHITE : OUTCOME_BLACK;
        const bool is_history = after.reason == REASON_N_MOVES || after.reason == REASON_THREEFOLD;
        word.is_known = true;
        word.verdict.outcome = after.outcome == OUTCOME_DRAW || is_history ? 0 : after.outcome == (int8_t)won ? 1 : -1;
        word.verdict.turns = 1;
        return word;
    }
    word.is_known = endgame_probe(tables, &after, &word.verdict);
    if (word.is_known && after.stm != pos->stm) {
        word.verdict.outcome = -word.verdict.outcome;
        word.verdict.turns += word.verdict.turns >= 0; /* the turn that led there */
    }
    return word;
}

/* Which of two moves is better, by result and then by distance; 0: equal. */
static int compare(const EndgameVerdict *a, const EndgameVerdict *b)
{
    if (a->outcome != b->outcome)
        return a->outcome - b->outcome;
    if (a->turns < 0 || b->turns < 0 || a->outcome == 0)
        return 0;
    return a->outcome > 0 ? b->turns - a->turns : a->turns - b->turns;
}

/* Of the opponent's answers to a move, the share that lets go of their value, in thousandths. */
static int trap(const Tables *tables, const Position *pos, Move move, int value)
{
    Position after;
    Move answers[MOVES_MAX];
    int lost = 0;

    position_make(&after, pos, move);
    const int count = movegen_all(&after, answers);
    if (after.stm == pos->stm)
        return 0;
    for (int i = 0; i < count; i++) {
        const OracleWord word = tb_root_of_move(tables, &after, answers[i]);
        lost += word.is_known && word.verdict.outcome < value;
    }
    return count ? lost * 1000 / count : 0;
}

/* Keeps the moves that set the best trap for an opponent to whom the position is worth so much. */
static int keep_traps(const Tables *tables, const Position *pos, Move moves[MOVES_MAX], int count, int value)
{
    int worth[MOVES_MAX], best = 0, kept = 0;

    for (int i = 0; i < count; i++) {
        worth[i] = trap(tables, pos, moves[i], value);
        best = worth[i] > best ? worth[i] : best;
    }
    for (int i = 0; i < count; i++)
        if (worth[i] == best)
            moves[kept++] = moves[i];
    return kept;
}

int oracle_choose(const Tables *tables, const Position *pos, Move moves[MOVES_MAX])
{
    Move legal[MOVES_MAX];
    const int count = movegen_all(pos, legal);
    EndgameVerdict best = { -2, 0 };
    int kept = 0;

    for (int i = 0; i < count; i++) {
        const OracleWord word = tb_root_of_move(tables, pos, legal[i]);
        if (!word.is_known)
            return 0;
        const int better = compare(&word.verdict, &best);
        if (better > 0)
            kept = 0;
        if (better >= 0) {
            best = word.verdict;
            moves[kept++] = legal[i];
        }
    }
    const bool is_small = pos->on_board[WHITE] + pos->on_board[BLACK] <= TRAP_PIECES_MAX;
    return best.outcome <= 0 && is_small ? keep_traps(tables, pos, moves, kept, -best.outcome) : kept;
}
