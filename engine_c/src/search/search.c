/* search.c: negamax whose sign follows the side to move (a removal keeps the
 * turn), alpha-beta with null windows, a quiescence search for closing mills. */
#include "search.h"

#include "game/symmetry.h"
#include "timer.h"

#include <string.h>

enum {
    STOP_CHECK_NODES = 1024,
    QUIET_PLIES_MAX = 8,      /* depth of the quiescence search */
    WINDOW_START = 30,        /* half the first aspiration window */
    REDUCE_DEPTH_MIN = 3,
    REDUCE_MOVES_MIN = 3,
    FUTILE_DEPTH_MAX = 3,     /* near the leaves, hopeless and safe nodes are cut by their static value */
    SAFE_MARGIN = 90,         /* a depth */
    HOPELESS_MARGIN = 60,     /* a depth */
    PROVEN_TURNS = 200,       /* to the end, where a table does not tell */
    BLIND_PLIES = 3,          /* how far from the root moves are overlooked */
    N_MOVE_MARGIN = 12        /* quiet plies left from which stored values are not trusted */
};

static int search_node(Searcher *searcher, const Position *pos, int alpha, int beta, int depth, int ply);

int search_mate_plies(int value)
{
    if (value > VALUE_MATE_BOUND)
        return VALUE_MATE - value;
    return value < -VALUE_MATE_BOUND ? -(VALUE_MATE + value) : 0;
}

int search_proven_value(const EndgameVerdict *verdict, int ply)
{
    const int distance = (verdict->turns >= 0 ? verdict->turns : PROVEN_TURNS) + ply;
    return verdict->outcome > 0 ? VALUE_PROVEN - distance : verdict->outcome < 0 ? distance - VALUE_PROVEN : 0;
}

static int value_of_draw(const Searcher *searcher, const Position *pos)
{
    return pos->stm == (int8_t)searcher->task->root_side ? searcher->task->draw_value : -searcher->task->draw_value;
}

/* Wins sooner and losses later are better. */
static int value_of_end(const Searcher *searcher, const Position *pos, int ply)
{
    if (pos->outcome == OUTCOME_DRAW)
        return value_of_draw(searcher, pos);
    const Side winner = pos->outcome == OUTCOME_WHITE ? WHITE : BLACK;
    return winner == (Side)pos->stm ? VALUE_MATE - ply : ply - VALUE_MATE;
}

/* Stored values count plies to the end from the position, not from the root. */
static int value_to_table(int value, int ply)
{
    return value > VALUE_MATE_BOUND ? value + ply : value < -VALUE_MATE_BOUND ? value - ply : value;
}

static int value_from_table(int value, int ply)
{
    return value > VALUE_MATE_BOUND ? value - ply : value < -VALUE_MATE_BOUND ? value + ply : value;
}

/* Has this position come before? One repetition is enough: what could be
 * improved the second time could have been the first time. */
static bool is_repeated(const Position *pos)
{
    const Position *earlier = pos->previous;

    if (pos->reversible < 4 || !pos->rules->value.ThreefoldRepetitionRule)
        return false;
    for (int i = 1; i <= pos->reversible; i++, earlier = earlier->previous)
        if (earlier->key == pos->key)
            return true;
    return false;
}

/* Tables are asked where a removal has just made the position one of theirs. */
static bool is_proven(const SearchTask *task, const Position *pos, int ply, int *value)
{
    EndgameVerdict verdict;

    if (!task->tables || pos->reversible || pos->phase == PHASE_PLACING || position_must_remove(pos)
        || pos->on_board[WHITE] + pos->on_board[BLACK] > task->probe_pieces || !endgame_probe(task->tables, pos, &verdict))
        return false;
    *value = search_proven_value(&verdict, ply);
    return true;
}

static bool must_stop(Searcher *searcher)
{
    const SearchTask *task = searcher->task;

    if (task->node_limit && searcher->nodes >= task->node_limit)
        searcher->is_stopped = true;
    if (searcher->nodes % STOP_CHECK_NODES == 0
        && (atomic_load_explicit(task->stopped_up_to, memory_order_relaxed) >= task->ticket
            || (task->deadline && timer_now() >= task->deadline)))
        searcher->is_stopped = true;
    return searcher->is_stopped;
}

/* A player who is not strong overlooks some moves, mills less often than others.
 * Which ones depends on the position alone, so that looking twice does not help. */
static bool is_overlooked(const SearchTask *task, const Position *pos, Move move, bool is_loud)
{
    Key lot = (position_key(pos) ^ task->seed ^ (Key)move << 40) * 0x9E3779B97F4A7C15u;

    lot = (lot ^ lot >> 29) * 0xBF58476D1CE4E5B9u;
    return (int)((lot >> 33) % 1000) < (is_loud ? task->mill_blindness : task->blindness);
}

/* Stays with what stands on the board, or goes on closing mills. */
static int search_quiet(Searcher *searcher, const Position *pos, int alpha, int beta, int plies, int ply)
{
    Bits gaps = 0;
    MovePicker picker;
    int32_t score;
    int best = -VALUE_INFINITE;

    if (pos->outcome)
        return value_of_end(searcher, pos, ply);
    if (must_stop(searcher))
        return 0;
    if (!position_must_remove(pos) || ply >= PLY_MAX - 1) {
        const Both own = pos->pieces[pos->stm];
        best = evaluate(pos, searcher->task->weights);
        if (best >= beta || plies <= 0 || ply >= PLY_MAX - 1)
            return best;
        gaps = (Bits)features_completing(&pos->rules->topology, own, own, position_empty(pos));
        if (!gaps)
            return best;
        alpha = best > alpha ? best : alpha;
    }
    movepick_start_loud(&picker, pos, gaps);
    for (Move move; (move = movepick_next(&picker, &score)) != MOVE_NONE;) {
        Position after;
        position_make(&after, pos, move);
        searcher->nodes++;
        const int value = after.stm == pos->stm ? search_quiet(searcher, &after, alpha, beta, plies - 1, ply + 1)
                                                : -search_quiet(searcher, &after, -beta, -alpha, plies - 1, ply + 1);
        if (searcher->is_stopped)
            return 0;
        best = value > best ? value : best;
        alpha = value > alpha ? value : alpha;
        if (alpha >= beta)
            break;
    }
    return best;
}

/* The value of a child, seen from the side to move before it. */
static int search_child(Searcher *searcher, const Position *pos, const Position *after, int alpha, int beta, int depth, int ply)
{
    return after->stm == pos->stm ? search_node(searcher, after, alpha, beta, depth, ply + 1)
                                  : -search_node(searcher, after, -beta, -alpha, depth, ply + 1);
}

/* How much less deep a late, quiet move is looked at first. */
static int reduction(const Searcher *searcher, int depth, int number, int32_t score)
{
    if (searcher->task->is_exact || depth < REDUCE_DEPTH_MIN || number < REDUCE_MOVES_MIN || score >= SCORE_LOUD)
        return 0;
    return 1 + (number >= 6) + (number >= 12 && depth >= 5) + (number >= 16 && depth >= 8);
}

/* Judges one move: with the whole window, or first whether it beats alpha at all. */
static int search_move(Searcher *searcher, const Position *pos, const Position *after, int alpha, int beta, int depth,
                      int ply, int number, int32_t score)
{
    const Algorithm algorithm = searcher->task->algorithm;

    if (algorithm == ALGORITHM_MINIMAX)
        return search_child(searcher, pos, after, -VALUE_INFINITE, VALUE_INFINITE, depth - 1, ply);
    const int less = reduction(searcher, depth, number, score);
    if (less) {
        const int value = search_child(searcher, pos, after, alpha, alpha + 1, depth - 1 - less, ply);
        if (value <= alpha)
            return value;
    }
    if (number > 0 && algorithm != ALGORITHM_ALPHABETA && beta - alpha > 1) {
        const int value = search_child(searcher, pos, after, alpha, alpha + 1, depth - 1, ply);
        if (value <= alpha || value >= beta)
            return value;
    }
    return search_child(searcher, pos, after, alpha, beta, depth - 1, ply);
}

static void keep_line(Searcher *searcher, Move move, int ply)
{
    const int length = searcher->length[ply + 1] < PV_MAX - 1 ? searcher->length[ply + 1] : PV_MAX - 1;

    searcher->moves[ply][0] = move;
    memcpy(searcher->moves[ply] + 1, searcher->moves[ply + 1], (size_t)length * sizeof(Move));
    searcher->length[ply] = length + 1;
}

static void learn_cutoff(Searcher *searcher, const Position *pos, const MovePicker *picker, Move move, int depth, int ply)
{
    Move *killers = searcher->killers[ply];

    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    history_reward(&searcher->history, (Side)pos->stm, move, depth);
    for (int i = 0; i < picker->next - 1; i++)
        history_punish(&searcher->history, (Side)pos->stm, picker->moves[i], depth);
}

/* May a stored value answer for this node? */
static bool is_usable(const Searcher *searcher, const TTEntry *entry, int value, int alpha, int beta, int depth)
{
    if (searcher->task->is_exact ? entry->depth != depth : entry->depth < depth)
        return false;
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER ? value >= beta : value <= alpha);
}

/* Near the end of the quiet plies a value found elsewhere may be wrong. */
static bool is_nearly_drawn(const Position *pos)
{
    const int limit = pos->quiet > N_MOVE_MARGIN ? position_quiet_limit(pos) : 0;
    return limit && pos->quiet + N_MOVE_MARGIN >= limit;
}

static int search_node(Searcher *searcher, const Position *pos, int alpha, int beta, int depth, int ply)
{
    const SearchTask *task = searcher->task;
    const Topology *topology = &pos->rules->topology;
    const bool has_table = task->algorithm != ALGORITHM_MINIMAX;
    const int first_alpha = alpha;
    TTEntry entry = { MOVE_NONE, 0, 0, BOUND_NONE };
    MovePicker picker;
    int32_t score;
    int best = -VALUE_INFINITE;
    Move best_move = MOVE_NONE;

    searcher->length[ply] = 0;
    if (pos->outcome)
        return value_of_end(searcher, pos, ply);
    if (!task->is_exact && is_repeated(pos))
        return value_of_draw(searcher, pos);
    if (is_proven(task, pos, ply, &best))
        return best;
    if (depth <= 0 || ply >= PLY_MAX - 1)
        return search_quiet(searcher, pos, alpha, beta, QUIET_PLIES_MAX, ply);
    if (must_stop(searcher))
        return 0;

    const bool is_pv = beta - alpha > 1;
    const bool is_shallow = depth <= FUTILE_DEPTH_MAX && !is_pv && !task->is_exact && !position_must_remove(pos);
    const int standing = is_shallow ? evaluate(pos, task->weights) : 0;
    if (is_shallow && standing - SAFE_MARGIN * depth >= beta && beta > -VALUE_MATE_BOUND)
        return standing;
    const bool is_hopeless = is_shallow && standing + HOPELESS_MARGIN * depth <= alpha;
    int symmetry;
    const Key key = symmetry_key(pos, &symmetry) ^ task->salt;
    if (has_table && tt_probe(task->table, key, &entry)) {
        entry.move = symmetry_image(topology, entry.move, topology->inverse[symmetry]);
        const int value = value_from_table(entry.value, ply);
        if (!is_pv && is_usable(searcher, &entry, value, alpha, beta, depth) && !is_nearly_drawn(pos))
            return value;
    }
    movepick_start(&picker, pos, entry.move, searcher->killers[ply], &searcher->history);
    for (Move move; (move = movepick_next(&picker, &score)) != MOVE_NONE;) {
        Position after;
        if (task->blindness && ply < BLIND_PLIES && is_overlooked(task, pos, move, score >= SCORE_LOUD))
            continue;
        if (is_hopeless && best > -VALUE_MATE_BOUND && score < SCORE_LOUD)
            continue;
        position_make(&after, pos, move);
        if (has_table && depth > 1)
            tt_prefetch(task->table, after.key ^ task->salt);
        searcher->nodes++;
        const int value = search_move(searcher, pos, &after, alpha, beta, depth, ply, picker.next - 1, score);
        if (searcher->is_stopped)
            return 0;
        if (value > best) {
            best = value;
            best_move = move;
            if (value > alpha)
                keep_line(searcher, move, ply);
        }
        alpha = value > alpha && task->algorithm != ALGORITHM_MINIMAX ? value : alpha;
        if (alpha >= beta) {
            learn_cutoff(searcher, pos, &picker, move, depth, ply);
            break;
        }
    }
    if (best == -VALUE_INFINITE)
        return search_quiet(searcher, pos, alpha, beta, 0, ply);
    if (has_table) {
        const Bound bound = best >= beta ? BOUND_LOWER : best > first_alpha ? BOUND_EXACT : BOUND_UPPER;
        const Move known = bound == BOUND_UPPER ? MOVE_NONE : symmetry_image(topology, best_move, symmetry);
        tt_store(task->table, key,
                    (TTEntry){ known, (int16_t)value_to_table(best, ply), (int8_t)depth, (uint8_t)bound });
    }
    return best;
}

/* Moves the line at index `from` to index `to`, the others one down. */
static void promote(Searcher *searcher, int from, int to)
{
    const SearchLine line = searcher->lines[from];

    memmove(&searcher->lines[to + 1], &searcher->lines[to], (size_t)(from - to) * sizeof line);
    searcher->lines[to] = line;
}

/* Judges the root's moves within a window; the best one moves to the front. */
static int search_root(Searcher *searcher, const Position *root, int alpha, int beta, int depth, int first)
{
    int best = -VALUE_INFINITE;

    for (int i = first; i < searcher->line_count; i++) {
        SearchLine *line = &searcher->lines[i];
        Position after;
        position_make(&after, root, line->move);
        searcher->nodes++;
        const int value = search_move(searcher, root, &after, alpha, beta, depth, 0, i - first, i - first ? 0 : SCORE_LOUD);
        if (searcher->is_stopped)
            return best;
        if (value > best) {
            best = value;
            if (value > alpha || i == first) {
                line->value = value;
                line->depth = depth;
                keep_line(searcher, line->move, 0);
                line->length = searcher->length[0];
                memcpy(line->moves, searcher->moves[0], sizeof line->moves);
                promote(searcher, i, first);
            }
        }
        alpha = value > alpha && searcher->task->algorithm != ALGORITHM_MINIMAX ? value : alpha;
        if (alpha >= beta)
            break;
    }
    return best;
}

/* MTD(f): null windows alone close in on the value. */
static void search_mtdf(Searcher *searcher, const Position *root, int depth, int first)
{
    int lower = -VALUE_INFINITE, upper = VALUE_INFINITE;
    int guess = searcher->lines[first].value > -VALUE_INFINITE ? searcher->lines[first].value : 0;

    while (lower < upper && !searcher->is_stopped) {
        const int beta = guess == lower ? guess + 1 : guess;
        guess = search_root(searcher, root, beta - 1, beta, depth, first);
        if (guess < beta)
            upper = guess;
        else
            lower = guess;
    }
    if (!searcher->is_stopped)
        searcher->lines[first].value = guess;
}

/* A window around the last value, widened twofold on the side that failed. */
static void search_aspiring(Searcher *searcher, const Position *root, int depth, int first)
{
    const int guess = searcher->lines[first].value;
    const bool has_guess = depth > 3 && guess > -VALUE_MATE_BOUND && guess < VALUE_MATE_BOUND
        && searcher->task->algorithm != ALGORITHM_MINIMAX;
    int below = WINDOW_START, above = WINDOW_START;

    for (;;) {
        const int alpha = has_guess && below < VALUE_MATE_BOUND ? guess - below : -VALUE_INFINITE;
        const int beta = has_guess && above < VALUE_MATE_BOUND ? guess + above : VALUE_INFINITE;
        const int value = search_root(searcher, root, alpha, beta, depth, first);
        if (searcher->is_stopped || (value > alpha && value < beta))
            return;
        if (value <= alpha)
            below = alpha == -VALUE_INFINITE ? below : below * 4;
        else
            above = beta == VALUE_INFINITE ? above : above * 4;
        if (alpha == -VALUE_INFINITE && beta == VALUE_INFINITE)
            return;
    }
}

static bool is_loud(const Position *pos, Move move)
{
    const Bits left = move_kind(move) == MOVE_SLIDE ? bit(move_from(move)) : 0;
    return move_kind(move) == MOVE_REMOVE || position_lines_closed(pos, (Side)pos->stm, move_to(move), left);
}

void search_begin(Searcher *searcher, const SearchTask *task, const Position *root, const Move *only, int only_count)
{
    Move moves[MOVES_MAX];
    const int count = only_count ? only_count : movegen_all(root, moves);

    memset(searcher, 0, sizeof *searcher);
    searcher->task = task;
    for (int i = 0; i < count; i++) {
        const Move move = only_count ? only[i] : moves[i];
        const bool is_last = i == count - 1 && searcher->line_count == 0;
        if (!is_last && task->blindness && is_overlooked(task, root, move, is_loud(root, move)))
            continue;
        searcher->lines[searcher->line_count++]
            = (SearchLine){ .move = move, .value = -VALUE_INFINITE, .length = 1, .moves = { move } };
    }
}

bool search_depth(Searcher *searcher, const Position *root, int depth, int first)
{
    if (searcher->task->algorithm == ALGORITHM_MTDF)
        search_mtdf(searcher, root, depth, first);
    else
        search_aspiring(searcher, root, depth, first);
    return !searcher->is_stopped;
}
