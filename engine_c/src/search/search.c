/* search.c: principal variation search. The sign of a value flips with the side
 * to move, not with the ply: after closing a mill the same side removes. */
#include "search.h"

#include "game/symmetry.h"
#include "timer.h"

#include <string.h>

enum {
    STOP_CHECK_NODES = 1024,
    QUIESCENCE_PLIES = 8,
    WINDOW_START = 30, /* half the first aspiration window */
    LMR_DEPTH_MIN = 3,
    LMR_MOVES_MIN = 3,
    LMR_DIVISOR = 500,
    IIR_DEPTH_MIN = 4,
    FUTILITY_DEPTH_MAX = 6,
    REVERSE_FUTILITY_MARGIN = 90, /* per ply of depth */
    FUTILITY_MARGIN = 70,         /* per ply of depth */
    LMP_MOVES = 4,                /* per ply of depth */
    PROBE_DEPTH_MIN = 6,          /* for large subspaces */
    UNKNOWN_DTW = 200,            /* assumed where the tablebase stores no distance */
    DEFER_DEPTH_MIN = 2,          /* for moves that another thread is searching */
    N_MOVE_MARGIN = 12            /* no TT cutoffs this close to a draw by quiet plies */
};

enum { EVAL_NONE = 32000 }; /* not evaluated */

/* Not inlined: a leaf then needs no stack for the moves of a node. */
NOINLINE static int search_moves(Searcher *searcher, const Position *pos, int alpha, int beta, int depth, int ply,
                                 int static_eval);
NOINLINE static int search_noisy(Searcher *searcher, const Position *pos, Bits gaps, int best, int alpha, int beta,
                                 int plies, int ply);

int search_mate_plies(int value)
{
    if (value > VALUE_MATE_BOUND)
        return VALUE_MATE - value;
    return value < -VALUE_MATE_BOUND ? -(VALUE_MATE + value) : 0;
}

int search_tb_value(const TbResult *result, int ply)
{
    const int distance = (result->dtw_bound >= 0 ? result->dtw_bound : UNKNOWN_DTW) + ply;
    return result->wdl > 0 ? VALUE_TB_WIN - distance : result->wdl < 0 ? distance - VALUE_TB_WIN : 0;
}

static int value_of_draw(const Searcher *searcher, const Position *pos)
{
    return pos->stm == (int8_t)searcher->root_side ? searcher->task->draw_value : -searcher->task->draw_value;
}

/* Prefers sooner wins and later losses. */
static int value_of_outcome(const Searcher *searcher, const Position *pos, int ply)
{
    if (pos->outcome == OUTCOME_DRAW)
        return value_of_draw(searcher, pos);
    return position_result(pos, (Side)pos->stm) * (VALUE_MATE - ply);
}

/* Mate values in the TT count plies from the position, not from the root. */
static int value_to_tt(int value, int ply)
{
    return value > VALUE_MATE_BOUND ? value + ply : value < -VALUE_MATE_BOUND ? value - ply : value;
}

static int value_from_tt(int value, int ply)
{
    return value > VALUE_MATE_BOUND ? value - ply : value < -VALUE_MATE_BOUND ? value + ply : value;
}

/* Probes only right after a removal, where the piece count has just dropped. */
static bool probe_tb(const SearchTask *task, const Position *pos, int depth, int ply, int *value)
{
    const int most = depth >= PROBE_DEPTH_MIN ? task->deep_probe_pieces : task->probe_pieces;
    TbResult result;

    if (!task->tb || pos->reversible || pos->phase == PHASE_PLACING || position_must_remove(pos)
        || pos->on_board[WHITE] + pos->on_board[BLACK] > most || !tb_probe(task->tb, pos, &result))
        return false;
    *value = search_tb_value(&result, ply);
    return true;
}

static bool is_time_up(Searcher *searcher)
{
    if (searcher->is_pondering && !search_is_pondering(searcher->task)) {
        searcher->is_pondering = false;
        searcher->clock_start = timer_now();
    }
    return searcher->has_clock && !searcher->is_pondering
        && timer_now() - searcher->clock_start >= searcher->task->limits.time_ms;
}

static void plan_next_look(Searcher *searcher)
{
    const uint64_t limit = searcher->task->limits.nodes;

    searcher->next_look = searcher->nodes + STOP_CHECK_NODES;
    if (limit && limit < searcher->next_look)
        searcher->next_look = limit;
}

NOINLINE static bool look_at_limits(Searcher *searcher)
{
    const SearchTask *task = searcher->task;
    const uint64_t limit = task->limits.nodes;

    if ((limit && searcher->nodes >= limit) || search_is_stopped(task) || is_time_up(searcher))
        searcher->is_stopped = true;
    plan_next_look(searcher);
    return searcher->is_stopped;
}

static inline bool should_stop(Searcher *searcher)
{
    return searcher->nodes >= searcher->next_look && look_at_limits(searcher);
}

static inline bool is_overlooked(const Searcher *searcher, const Position *pos, Move move, int ply)
{
    return searcher->task->oversights.quiet && oversights_hide(&searcher->oversights, pos, move, ply);
}

/* Quiescence search: stand pat, or close mills and make pending removals. */
static int quiescence(Searcher *searcher, const Position *pos, int alpha, int beta, int plies, int ply)
{
    if (should_stop(searcher))
        return 0;
    if (pos->outcome)
        return value_of_outcome(searcher, pos, ply);

    /* Pending removals: no position is evaluated before they are made */
    if (position_must_remove(pos) && ply < PLY_MAX - 1)
        return search_noisy(searcher, pos, 0, -VALUE_INFINITE, alpha, beta, plies, ply);

    /* Stand pat */
    const int best = evaluate(pos, searcher->task->weights);
    if (best >= beta || plies <= 0 || ply >= PLY_MAX - 1)
        return best;

    /* Moves that close a mill */
    const PiecePair own = pos->pieces[pos->stm];
    const Bits gaps = (Bits)features_completing(&pos->rules->topology, own, own, position_empty(pos));
    if (!gaps)
        return best;
    return search_noisy(searcher, pos, gaps, best, best > alpha ? best : alpha, beta, plies, ply);
}

/* Closes mills at these gaps, or makes pending removals. */
static int search_noisy(Searcher *searcher, const Position *pos, Bits gaps, int best, int alpha, int beta, int plies,
                        int ply)
{
    MovePicker picker;
    int32_t score;

    movepick_start_noisy(&picker, pos, gaps);
    for (Move move; (move = movepick_next(&picker, &score)) != MOVE_NONE;) {
        Position after;
        if (is_overlooked(searcher, pos, move, ply))
            continue;
        position_make(&after, pos, move);
        searcher->nodes++;
        const int value = after.stm == pos->stm ? quiescence(searcher, &after, alpha, beta, plies - 1, ply + 1)
                                                : -quiescence(searcher, &after, -beta, -alpha, plies - 1, ply + 1);
        if (searcher->is_stopped)
            return 0;
        best = value > best ? value : best;
        alpha = value > alpha ? value : alpha;
        if (alpha >= beta)
            break;
    }
    return best;
}

static int search_node(Searcher *searcher, const Position *pos, int alpha, int beta, int depth, int ply)
{
    const SearchTask *task = searcher->task;
    int value;

    searcher->pv_length[ply] = 0;
    if (should_stop(searcher))
        return 0;

    /* End of the game */
    if (pos->outcome)
        return value_of_outcome(searcher, pos, ply);

    /* Repetition: the first one already counts as a draw */
    if (!task->is_exact && pos->occurrences > 1)
        return value_of_draw(searcher, pos);

    /* Tablebase probe */
    if (probe_tb(task, pos, depth, ply, &value))
        return value;

    /* Quiescence search at the horizon */
    if (depth <= 0 || ply >= PLY_MAX - 1)
        return quiescence(searcher, pos, alpha, beta, QUIESCENCE_PLIES, ply);

    /* No pruning by the static evaluation where it does not apply */
    if (depth > FUTILITY_DEPTH_MAX || beta - alpha > 1 || task->is_exact || position_must_remove(pos))
        return search_moves(searcher, pos, alpha, beta, depth, ply, EVAL_NONE);

    /* Reverse futility pruning */
    const int static_eval = evaluate(pos, task->weights);
    if (static_eval - REVERSE_FUTILITY_MARGIN * depth >= beta && beta > -VALUE_MATE_BOUND)
        return static_eval;
    return search_moves(searcher, pos, alpha, beta, depth, ply, static_eval);
}

/* The value of a child for the side to move at its parent. */
static int search_child(Searcher *searcher, const Position *pos, const Position *after, int alpha, int beta, int depth,
                        int ply)
{
    const bool is_same = after->stm == pos->stm;
    const int value = search_node(searcher, after, is_same ? alpha : -beta, is_same ? beta : -alpha, depth, ply + 1);

    return is_same ? value : -value;
}

/* The natural logarithm, times 16. */
static const uint8_t Log[] = { 0,  0,  11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43,
                               44, 45, 46, 47, 48, 49, 49, 50, 51, 52, 52, 53, 53, 54, 54, 55 };

static int log_of(int number) { return Log[number < (int)sizeof Log ? number : (int)sizeof Log - 1]; }

/* Late move reduction in plies. */
static int lmr_reduction(const Searcher *searcher, int depth, int number, int32_t score)
{
    if (searcher->task->is_exact || depth < LMR_DEPTH_MIN || number < LMR_MOVES_MIN || score >= SCORE_NOISY)
        return 0;
    const int reduction = log_of(depth) * log_of(number) / LMR_DIVISOR;
    return reduction > 1 ? reduction : 1;
}

/* Searches one move: reduced, then with a null window, then with the full one. */
static int search_move(Searcher *searcher, const Position *pos, const Position *after, int alpha, int beta, int depth,
                       int ply, int number, int32_t score)
{
    const Algorithm algorithm = searcher->task->algorithm;

    if (algorithm == ALGORITHM_MINIMAX)
        return search_child(searcher, pos, after, -VALUE_INFINITE, VALUE_INFINITE, depth - 1, ply);

    /* Late move reduction, with a null window */
    const int reduction = lmr_reduction(searcher, depth, number, score);
    if (reduction) {
        const int value = search_child(searcher, pos, after, alpha, alpha + 1, depth - 1 - reduction, ply);
        if (value <= alpha)
            return value;
    }

    /* Null window for all moves but the first of a PV node */
    if (beta - alpha > 1 && number > 0 && algorithm != ALGORITHM_ALPHABETA) {
        const int value = search_child(searcher, pos, after, alpha, alpha + 1, depth - 1, ply);
        if (value <= alpha || value >= beta)
            return value;
    }

    /* Full window */
    return search_child(searcher, pos, after, alpha, beta, depth - 1, ply);
}

static void update_pv(Searcher *searcher, Move move, int ply)
{
    const int length = searcher->pv_length[ply + 1] < PV_MAX - 1 ? searcher->pv_length[ply + 1] : PV_MAX - 1;

    searcher->pv[ply][0] = move;
    memcpy(searcher->pv[ply] + 1, searcher->pv[ply + 1], (size_t)length * sizeof(Move));
    searcher->pv_length[ply] = length + 1;
}

static void update_history(Searcher *searcher, const Position *pos, const MovePicker *picker, Move move, int depth,
                           int ply)
{
    const int bonus = depth > 20 ? 1600 : 4 * depth * depth;
    Move *killers = searcher->killers[ply];

    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    history_add(&searcher->history, (Side)pos->stm, move, bonus);
    for (int i = 0; i < picker->next - 1; i++)
        history_add(&searcher->history, (Side)pos->stm, picker->moves[i], -bonus);
}

static bool is_tt_cutoff(const Searcher *searcher, const TTEntry *entry, int value, int alpha, int beta, int depth)
{
    if (searcher->task->is_exact ? entry->depth != depth : entry->depth < depth)
        return false;
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER ? value >= beta : value <= alpha);
}

/* Values stored with fewer quiet plies miss the draw. */
static bool is_near_n_move_draw(const Position *pos)
{
    const int limit = pos->quiet > N_MOVE_MARGIN ? position_quiet_limit(pos) : 0;
    return limit && pos->quiet + N_MOVE_MARGIN >= limit;
}

/* Searches the moves of a node below the root. */
static int search_moves(Searcher *searcher, const Position *pos, int alpha, int beta, int depth, int ply,
                        int static_eval)
{
    const SearchTask *task = searcher->task;
    const Topology *topology = &pos->rules->topology;
    const bool uses_tt = task->algorithm != ALGORITHM_MINIMAX;
    const bool is_pv = beta - alpha > 1, is_shallow = static_eval != EVAL_NONE;
    const int first_alpha = alpha;
    TTEntry entry = { MOVE_NONE, 0, 0, BOUND_NONE };
    MovePicker picker;
    PiecePair pieces;
    int symmetry, best = -VALUE_INFINITE;
    int32_t score;
    Move best_move = MOVE_NONE;

    /* Transposition table: the cutoff, or a move to begin with. Symmetric positions share an entry. */
    const Key salted = symmetry_key(pos, &pieces, &symmetry) ^ task->salt, key = tt_key(salted, pieces, (Side)pos->stm);
    if (uses_tt)
        tt_prefetch(task->tt, key);
    const bool is_futile = is_shallow && static_eval + FUTILITY_MARGIN * depth <= alpha; /* while the entry is loaded */
    TTSlot *slot = uses_tt ? tt_probe(task->tt, key, &entry) : NULL;
    const Move stored_move = entry.move; /* kept where no move is better than another */
    if (entry.bound != BOUND_NONE) {
        entry.move = symmetry_image(topology, entry.move, topology->inverse[symmetry]);
        const int value = value_from_tt(entry.value, ply);
        if (!is_pv && is_tt_cutoff(searcher, &entry, value, alpha, beta, depth) && !is_near_n_move_draw(pos))
            return value;
    }

    /* Internal iterative reduction */
    if (depth >= IIR_DEPTH_MIN && entry.move == MOVE_NONE && !task->is_exact)
        depth--;

    BusyMoves *const busy = depth >= DEFER_DEPTH_MIN ? task->busy : NULL;
    const bool loads_ahead = uses_tt && depth > 1
        && !symmetry_is_used(pos); /* the pieces after a move are known before it */
    movepick_start(&picker, pos, entry.move, searcher->killers[ply], &searcher->history);
    for (Move move; (move = movepick_next(&picker, &score)) != MOVE_NONE;) {
        Position after;

        /* Oversights of lower levels */
        if (is_overlooked(searcher, pos, move, ply))
            continue;

        /* Futility pruning and late move pruning */
        if (is_shallow && best > -VALUE_MATE_BOUND && score < SCORE_NOISY
            && (is_futile || picker.next > LMP_MOVES * depth)) {
            if (picker.is_rest_quiet && !picker.deferred)
                break;
            if (!movepick_is_deferred(&picker))
                continue;
        }

        /* Leave for later what another thread is searching */
        if (busy && picker.next > 1 && busy_has(busy, busy_mark(key, move)) && !movepick_is_deferred(&picker)) {
            movepick_defer(&picker);
            continue;
        }

        /* Make the move and search it */
        if (loads_ahead)
            tt_prefetch(task->tt, tt_key(0, position_pieces_after(pos, move), side_other((Side)pos->stm)));
        position_make(&after, pos, move);
        searcher->nodes++;
        if (busy)
            busy_set(busy, busy_mark(key, move), true);
        const int value = search_move(searcher, pos, &after, alpha, beta, depth, ply, movepick_number(&picker), score);
        if (busy)
            busy_set(busy, busy_mark(key, move), false);
        if (searcher->is_stopped)
            return 0;

        /* New best move */
        if (value > best) {
            best = value;
            best_move = move;
            if (value > alpha)
                update_pv(searcher, move, ply);
        }
        alpha = value > alpha && task->algorithm != ALGORITHM_MINIMAX ? value : alpha;

        /* Beta cutoff */
        if (alpha >= beta) {
            update_history(searcher, pos, &picker, move, depth, ply);
            break;
        }
    }

    /* Every move was overlooked */
    if (best == -VALUE_INFINITE)
        return quiescence(searcher, pos, alpha, beta, 0, ply);

    /* Store in the transposition table */
    if (uses_tt) {
        const Bound bound = best >= beta ? BOUND_LOWER : best > first_alpha ? BOUND_EXACT : BOUND_UPPER;
        const Move known = bound == BOUND_UPPER ? stored_move : symmetry_image(topology, best_move, symmetry);
        tt_store(task->tt, slot, key,
                 (TTEntry){ known, (int16_t)value_to_tt(best, ply), (int8_t)depth, (uint8_t)bound });
    }
    return best;
}

/* Moves the line at `from` up to `to`. */
static void move_line(Searcher *searcher, int from, int to)
{
    const SearchLine line = searcher->lines[from];

    memmove(&searcher->lines[to + 1], &searcher->lines[to], (size_t)(from - to) * sizeof line);
    searcher->lines[to] = line;
}

int search_bonus(const SearchTask *task, Move move)
{
    for (int i = 0; i < task->limits.searchmove_count; i++)
        if (task->limits.searchmoves[i] == move)
            return task->bonus[i];
    return 0;
}

/* Searches the root moves within a window; the best one moves to index `first`. */
static int search_root(Searcher *searcher, const Position *root, int alpha, int beta, int depth, int first)
{
    int best = -VALUE_INFINITE;

    for (int i = first; i < searcher->line_count; i++) {
        SearchLine *line = &searcher->lines[i];
        Position after;
        if (searcher->listener && searcher->listener->on_currmove)
            searcher->listener->on_currmove(searcher->listener->context, depth, line->moves[0], i + 1);
        position_make(&after, root, line->moves[0]);
        searcher->nodes++;
        const int bonus = search_bonus(searcher->task, line->moves[0]);
        const int found = search_move(searcher, root, &after, alpha - bonus, beta - bonus, depth, 0, i - first,
                                      i - first ? 0 : SCORE_NOISY);
        const int value = search_mate_plies(found) ? found : found + bonus;
        if (searcher->is_stopped)
            return best;
        if (value > best) {
            best = value;
            if (value > alpha || i == first) {
                line->value = value;
                line->depth = depth;
                update_pv(searcher, line->moves[0], 0);
                line->length = searcher->pv_length[0];
                memcpy(line->moves, searcher->pv[0], sizeof line->moves);
                move_line(searcher, i, first);
            }
        }
        alpha = value > alpha && searcher->task->algorithm != ALGORITHM_MINIMAX ? value : alpha;
        if (alpha >= beta)
            break;
    }
    return best;
}

/* MTD(f): converges on the value by null windows. */
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

/* Aspiration window around the last value, widened fourfold where it failed. */
static void search_aspiration(Searcher *searcher, const Position *root, int depth, int first)
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

void search_begin(Searcher *searcher, const SearchTask *task, const Position *root)
{
    const Limits *limits = &task->limits;
    Move moves[MOVES_MAX];
    int count = limits->searchmove_count;

    memset(searcher, 0, sizeof *searcher);
    searcher->task = task;
    searcher->root_side = (Side)root->stm;
    plan_next_look(searcher);
    if (count)
        memcpy(moves, limits->searchmoves, sizeof moves);
    else
        count = movegen_all(root, moves);
    if (task->oversights.quiet) {
        oversights_begin(&searcher->oversights, &task->oversights, task->seed, root);
        count = oversights_filter(&searcher->oversights, root, task->is_beginner, moves, count);
    }
    searcher->line_count = count;
    for (int i = 0; i < count; i++)
        searcher->lines[i] = (SearchLine){ .value = -VALUE_INFINITE, .length = 1, .moves = { moves[i] } };
}

bool search_depth(Searcher *searcher, const Position *root, int depth, int first)
{
    if (searcher->task->algorithm == ALGORITHM_MTDF)
        search_mtdf(searcher, root, depth, first);
    else
        search_aspiration(searcher, root, depth, first);
    return !searcher->is_stopped;
}
