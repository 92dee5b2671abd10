/* proof_search.c: a null-window search on either side of the draw. Every node asks
 * one question: is the position worth at least `goal` to the side to move? */
#include "proof_search.h"

#include "tablebase/tb_placing.h"
#include "timer.h"

#include <stdlib.h>
#include <string.h>

enum {
    STOP_CHECK_NODES = 64,
    EVALUATED_HANDS = 3, /* turns are ordered by the evaluation if at least so many pieces are left to place */
    BUSY_HANDS = 5,      /* threads divide the work on positions with at least so many */
    LOCATED_MAX = 32,    /* positions that are located before the first value is read */
    HISTORY_MAX = 1 << 14,
    SCORE_POINT = 1 << 24, /* the best turn known */
    SCORE_REMOVAL = 1 << 18,
    SCORE_BLOCK = 1 << 16 /* takes a point that completes a line of the other side */
};

static bool prove_state(ProofWorker *worker, ProofState state, int goal);

bool proof_covers(const Rules *rules, const Tablebase *tb, int hands, Error *error)
{
    const int owned = 2 * rules->value.PiecesCount, points = rules->topology.point_count;
    const int needed = owned < points ? owned : points - 1;

    if (rules->value.MayMoveInPlacingPhase)
        return error_set(error,
                         "no proof while placing: pieces may move before all are placed, so that positions repeat");
    if (tb && tb_layer_hands(tb) && tb_layer_hands(tb) < hands)
        return true;
    if (!tb || tb_max_pieces(tb) < needed)
        return error_set(error, "a proof while placing needs the tablebase of %d pieces, not of %d", needed,
                         tb ? tb_max_pieces(tb) : 0);
    return true;
}

ProofWorker *proof_worker_new(ProofShared *shared)
{
    ProofWorker *worker = malloc(sizeof *worker);

    if (!worker)
        return NULL;
    memset(worker, 0, offsetof(ProofWorker, children));
    worker->shared = shared;
    return worker;
}

void proof_worker_report(ProofWorker *worker)
{
    atomic_fetch_add_explicit(&worker->shared->nodes, worker->nodes, memory_order_relaxed);
    atomic_fetch_add_explicit(&worker->shared->probes, worker->probes, memory_order_relaxed);
    worker->nodes = worker->probes = 0;
}

static bool should_stop(ProofWorker *worker)
{
    ProofShared *shared = worker->shared;

    if (worker->node_count % STOP_CHECK_NODES == 0) {
        proof_worker_report(worker);
        const uint64_t nodes = atomic_load_explicit(&shared->nodes, memory_order_relaxed);
        if (atomic_load_explicit(shared->stopped_up_to[0], memory_order_relaxed) >= shared->ticket
            || atomic_load_explicit(shared->stopped_up_to[1], memory_order_relaxed) >= shared->ticket
            || (shared->node_limit && nodes >= shared->node_limit)
            || (shared->deadline && timer_now() >= shared->deadline))
            atomic_store_explicit(&shared->stop, true, memory_order_relaxed);
    }
    if (atomic_load_explicit(&shared->stop, memory_order_relaxed))
        worker->is_stopped = true;
    return worker->is_stopped;
}

ProofState proof_state_in(const ProofShared *shared, const Position *pos)
{
    const ProofState rest = proof_state_rest(pos->in_hand[WHITE], pos->in_hand[BLACK], (Side)pos->stm);

    return shared->index ? proof_state_indexed(shared->index, pos->pieces[WHITE], pos->pieces[BLACK], rest)
                         : proof_state_of(pos);
}

static bool is_leaf(ProofState state) { return proof_state_hands(state) == 0; }

static bool is_proven_by(ProofBounds bounds, int goal) { return bounds.lower >= goal; }
static bool is_refuted_by(ProofBounds bounds, int goal) { return bounds.upper < goal; }

/* Bounds for the other side. */
static ProofBounds flipped(ProofBounds bounds) { return (ProofBounds){ -bounds.upper, -bounds.lower }; }

/* The value of a position in a stored layer of the placing phase; false: it is not stored. */
static bool layer_value(const ProofShared *shared, ProofState state, int *wdl)
{
    const Side mover = proof_state_stm(state);
    const bool is_even = proof_state_hand(state, WHITE) == proof_state_hand(state, BLACK);

    if (!shared->index || !is_even || !tb_has_layer(shared->tb, proof_state_hands(state)))
        return false;
    const TbValue value = tb_probe_layer(shared->tb, proof_state_hands(state), proof_state_points(state, mover),
                                         proof_state_points(state, side_other(mover)));
    *wdl = tb_value_result(value);
    return value != TB_VALUE_NONE;
}

/* What the book and the proof table know, for the side to move. */
static ProofEntry known_of_state(const ProofShared *shared, ProofState state)
{
    ProofEntry entry = proof_table_get(shared->table, state);
    Position pos;
    int wdl;

    if (!shared->book || entry.bounds.lower == entry.bounds.upper
        || proof_state_hands(state) < 2 * shared->rules->value.PiecesCount - book_placed(shared->book))
        return entry;
    proof_state_position(&pos, shared->rules, state);
    if (book_probe(shared->book, &pos, &wdl))
        entry.bounds = (ProofBounds){ wdl, wdl };
    return entry;
}

ProofBounds proof_known(const ProofShared *shared, const Position *pos)
{
    TbResult result;
    int wdl;

    if (pos->outcome) {
        wdl = position_result(pos, (Side)pos->stm);
        return (ProofBounds){ wdl, wdl };
    }
    if (pos->phase == PHASE_MOVING)
        return shared->tb && tb_probe(shared->tb, pos, &result) ? (ProofBounds){ result.wdl, result.wdl }
                                                                : ProofUnknown;
    if (position_must_remove(pos))
        return ProofUnknown;
    const ProofState state = proof_state_in(shared, pos);
    const ProofBounds bounds = known_of_state(shared, state).bounds;
    return bounds.lower < bounds.upper && layer_value(shared, state, &wdl) ? (ProofBounds){ wdl, wdl } : bounds;
}

static void add_child(ProofWorker *worker, ProofState state, int point, int32_t score)
{
    if (worker->top < PROOF_CHILDREN_MAX)
        worker->children[worker->top++] = (ProofChild){ state, score, (int8_t)point };
    else
        worker->is_unknown = worker->is_stopped = true;
}

/* --- turns of any rules --- */

bool proof_search_reached(ProofWorker *worker, const Position *after, Side us, int goal)
{
    return after->stm == (int8_t)us ? proof_search(worker, after, goal) : !proof_search(worker, after, 1 - goal);
}

/* Adds the positions after all turns that continue with a move. True: one of them needs no search and proves the goal. */
static bool add_turns(ProofWorker *worker, const Position *pos, Side us, Move move, int point, int goal)
{
    Position after;
    Move moves[MOVES_MAX];

    position_make(&after, pos, move);
    const bool must_remove = position_must_remove(&after);
    if (after.outcome || (must_remove && after.stm != (int8_t)us))
        return proof_search_reached(worker, &after, us, goal);
    if (!must_remove) {
        add_child(worker, proof_state_in(worker->shared, &after), point, 0);
        return false;
    }
    const int count = movegen_all(&after, moves);
    for (int i = 0; i < count && !worker->is_stopped; i++)
        if (add_turns(worker, &after, us, moves[i], point, goal))
            return true;
    return false;
}

static bool expand_any(ProofWorker *worker, ProofState state, int goal)
{
    Position pos;
    Move moves[MOVES_MAX];

    proof_state_position(&pos, worker->shared->rules, state);
    const int count = movegen_all(&pos, moves);
    for (int i = 0; i < count && !worker->is_stopped; i++)
        if (add_turns(worker, &pos, (Side)pos.stm, moves[i], move_to(moves[i]), goal))
            return true;
    return false;
}

/* --- turns of plain rules, on sets of points --- */

typedef struct {
    ProofWorker *worker;
    const Index *index;
    Side us;
    ProofState rest; /* of the positions after the turn */
    bool is_last;    /* the turn ends the placing phase */
} PlainTurns;

static void add_plain(PlainTurns *turns, Bits own, Bits other, int pt, int32_t score)
{
    const Bits white = turns->us == WHITE ? own : other, black = turns->us == WHITE ? other : own;

    if (turns->is_last) {
        add_child(turns->worker, turns->rest | white | (ProofState)black << POINT_MAX, pt, 0);
        return;
    }
    const ProofState state = proof_state_indexed(turns->index, white, black, turns->rest);
    proof_table_prefetch(turns->worker->shared->table, state);
    add_child(turns->worker, state, pt, score);
}

/* Removals first, then turns that stop one, then the others. True: a turn wins at once. */
static bool expand_plain(ProofWorker *worker, ProofState state, int goal)
{
    const ProofShared *shared = worker->shared;
    const Side us = proof_state_stm(state), them = side_other(us);
    const Bits own = proof_state_points(state, us), other = proof_state_points(state, them);
    const int hand = proof_state_hand(state, us) - 1, their_hand = proof_state_hand(state, them);
    const int32_t *history = worker->history[us][goal];
    PlainTurns turns = { .worker = worker, .index = shared->index, .us = us };
    const Bits empty = turns.index->all & ~(own | other);
    const Bits closing = other ? placing_closing(turns.index, own, empty) : 0;
    const Bits blocking = index_completing(turns.index, other) & empty & ~closing;

    turns.rest = us == WHITE ? proof_state_rest(hand, their_hand, them) : proof_state_rest(their_hand, hand, them);
    turns.is_last = hand + their_hand == 0;
    if (closing) {
        if (placing_mill_wins(shared->rules, bits_count(other), their_hand))
            return true;
        for (Bits rest = closing; rest; rest = bits_rest(rest))
            for (Bits targets = placing_targets(turns.index, other); targets; targets = bits_rest(targets))
                add_plain(&turns, own | (rest & -rest), other & ~(targets & -targets), bits_first(rest),
                          SCORE_REMOVAL + history[bits_first(rest)]);
    }
    for (Bits rest = blocking; rest; rest = bits_rest(rest))
        add_plain(&turns, own | (rest & -rest), other, bits_first(rest), SCORE_BLOCK + history[bits_first(rest)]);
    for (Bits rest = empty & ~closing & ~blocking; rest; rest = bits_rest(rest))
        add_plain(&turns, own | (rest & -rest), other, bits_first(rest), history[bits_first(rest)]);
    return false;
}

/* --- search --- */

/* Reads the values of children that the tablebase has and drops them. True: one proves the goal. */
static bool prove_leaves(ProofWorker *worker, Side us, int first, int goal)
{
    const Tablebase *tb = worker->shared->tb;
    TbLocation located[LOCATED_MAX];
    bool is_ours[LOCATED_MAX];
    int kept = first;

    for (int next = first; next < worker->top;) {
        int count = 0;
        for (; next < worker->top && count < LOCATED_MAX; next++) {
            const ProofState state = worker->children[next].state;
            const Side mover = proof_state_stm(state);
            if (!is_leaf(state)) {
                worker->children[kept++] = worker->children[next];
                continue;
            }
            is_ours[count] = mover == us;
            located[count++] = tb_locate(tb, proof_state_points(state, mover),
                                         proof_state_points(state, side_other(mover)));
        }
        for (int i = 0; i < 2 * count; i++) { /* those that have to be derived last */
            const TbLocation *location = &located[i % count];
            bool is_known;
            if ((location->subspace == NULL) != (i >= count))
                continue;
            const bool is_ours_to_move = is_ours[i % count];
            const bool is_reached = tb_is_at_least(tb, location, is_ours_to_move ? goal : 1 - goal, &is_known);
            worker->probes++;
            if (!is_known) {
                worker->is_unknown = worker->is_stopped = true;
                return false;
            }
            if (is_reached == is_ours_to_move)
                return true;
        }
    }
    worker->top = kept;
    return false;
}

/* Orders children by the evaluation. */
static void evaluate_children(ProofWorker *worker, Side us, int first)
{
    const ProofShared *shared = worker->shared;
    Position after;

    proof_state_position(&after, shared->rules, worker->children[first].state);
    for (int i = first; i < worker->top; i++) {
        const ProofState state = worker->children[i].state;
        const Bits white = proof_state_points(state, WHITE), black = proof_state_points(state, BLACK);
        after.marked = white & black;
        after.pieces[WHITE] = white & ~black, after.pieces[BLACK] = black & ~white;
        for (int side = 0; side < SIDE_NB; side++)
            after.on_board[side] = (int8_t)bits_count(after.pieces[side]);
        after.stm = (int8_t)proof_state_stm(state);
        const int value = evaluate(&after, shared->weights);
        worker->children[i].score += 256 * (proof_state_stm(state) == us ? value : -value);
    }
}

/* Drops the children that are known. True: one proves the goal. */
static bool prove_known(ProofWorker *worker, Side us, int first, int goal, int best_point)
{
    int kept = first;

    for (int i = first; i < worker->top; i++) {
        ProofChild *child = &worker->children[i];
        const ProofBounds bounds = known_of_state(worker->shared, child->state).bounds;
        const ProofBounds ours = proof_state_stm(child->state) == us ? bounds : flipped(bounds);
        if (is_proven_by(ours, goal))
            return true;
        if (is_refuted_by(ours, goal))
            continue;
        if (child->point == best_point)
            child->score += SCORE_POINT;
        worker->children[kept++] = *child;
    }
    worker->top = kept;
    if (worker->top > first + 1 && proof_state_hands(worker->children[first].state) >= EVALUATED_HANDS)
        evaluate_children(worker, us, first);
    return false;
}

static _Atomic ProofState *busy_place(ProofShared *shared, ProofState state)
{
    return &shared->busy[state * 0x9E3779B97F4A7C15u >> 52];
}

static bool prove_child(ProofWorker *worker, const ProofChild *child, Side us, int goal)
{
    ProofShared *shared = worker->shared;
    const bool is_marked = shared->is_shared && proof_state_hands(child->state) >= BUSY_HANDS;
    _Atomic ProofState *place = busy_place(shared, child->state);

    if (is_marked)
        atomic_store_explicit(place, child->state, memory_order_relaxed);
    const bool is_proven = proof_state_stm(child->state) == us ? prove_state(worker, child->state, goal)
                                                               : !prove_state(worker, child->state, 1 - goal);
    if (is_marked)
        atomic_store_explicit(place, 0, memory_order_relaxed);
    return is_proven;
}

/* Another thread searches the position. */
static bool is_busy(ProofShared *shared, ProofState state)
{
    return shared->is_shared && proof_state_hands(state) >= BUSY_HANDS
        && atomic_load_explicit(busy_place(shared, state), memory_order_relaxed) == state;
}

/* Moves the child with the best score to the place `to`. */
static void pick_best(ProofWorker *worker, int to)
{
    ProofChild *children = worker->children;
    int best = to;

    for (int i = to + 1; i < worker->top; i++)
        best = children[i].score > children[best].score ? i : best;
    const ProofChild child = children[best];
    children[best] = children[to];
    children[to] = child;
}

/* Searches the children from `first` on, best first, and those that another thread searches last. */
static bool prove_children(ProofWorker *worker, Side us, int first, int goal, int *point)
{
    int deferred = first;

    for (int i = first; i < worker->top; i++) {
        pick_best(worker, i);
        if (i > first && is_busy(worker->shared, worker->children[i].state)) {
            const ProofChild child = worker->children[i];
            worker->children[i] = worker->children[deferred];
            worker->children[deferred++] = child;
            continue;
        }
        const ProofChild child = worker->children[i];
        const bool is_proven = prove_child(worker, &child, us, goal);
        if (worker->is_stopped)
            return false;
        if (is_proven) {
            *point = child.point;
            int32_t *history = &worker->history[us][goal][child.point];
            *history += *history < HISTORY_MAX ? 16 : 0;
            return true;
        }
    }
    for (int i = first; i < deferred; i++) {
        const ProofChild child = worker->children[i];
        const bool is_proven = prove_child(worker, &child, us, goal);
        if (worker->is_stopped || is_proven) {
            *point = child.point;
            return is_proven && !worker->is_stopped;
        }
    }
    return false;
}

static bool prove_state(ProofWorker *worker, ProofState state, int goal)
{
    ProofShared *shared = worker->shared;
    const ProofEntry entry = known_of_state(shared, state);
    const Side us = proof_state_stm(state);
    const int first = worker->top;
    int point = NO_POINT, wdl;

    if (is_proven_by(entry.bounds, goal) || is_refuted_by(entry.bounds, goal))
        return is_proven_by(entry.bounds, goal);
    const uint64_t nodes = worker->node_count++;
    worker->nodes++;
    if (should_stop(worker))
        return false;
    if (layer_value(shared, state, &wdl)) {
        worker->probes++;
        proof_table_add(shared->table, state, (ProofEntry){ { wdl, wdl }, NO_POINT }, 1);
        return wdl >= goal;
    }
    bool is_proven = shared->index ? expand_plain(worker, state, goal) : expand_any(worker, state, goal);
    is_proven = is_proven || prove_leaves(worker, us, first, goal);
    if (!is_proven && !worker->is_stopped && worker->top > first)
        is_proven = prove_known(worker, us, first, goal, entry.point)
            || prove_children(worker, us, first, goal, &point);
    worker->top = first;
    if (worker->is_stopped)
        return false;
    const ProofEntry found = { { is_proven ? goal : -1, is_proven ? 1 : goal - 1 }, point };
    proof_table_add(shared->table, state, found, worker->node_count - nodes);
    return is_proven;
}

bool proof_search(ProofWorker *worker, const Position *pos, int goal)
{
    const Side us = (Side)pos->stm;

    if (pos->outcome || pos->phase == PHASE_MOVING) {
        const ProofBounds bounds = proof_known(worker->shared, pos);
        if (bounds.lower != bounds.upper)
            worker->is_unknown = worker->is_stopped = true;
        return is_proven_by(bounds, goal);
    }
    if (!position_must_remove(pos))
        return prove_state(worker, proof_state_in(worker->shared, pos), goal);
    for (Bits rest = position_removable(pos, us); rest && !worker->is_stopped; rest = bits_rest(rest)) {
        Position after;
        position_make(&after, pos, move_remove(bits_first(rest)));
        if (proof_search_reached(worker, &after, us, goal))
            return !worker->is_stopped;
    }
    return false;
}
