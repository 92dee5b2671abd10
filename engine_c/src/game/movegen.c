#include "movegen.h"

/* Slides to neighbours, direction by direction: fewer and longer loops than piece by piece. */
static Move *add_steps(const Position *pos, Move *end)
{
    const Topology *topology = &pos->rules->topology;
    const Bits own = pos->pieces[pos->stm], empty = position_empty(pos);

    for (int step = 0; step < STEP_NB; step++)
        for (Bits rest = topology_step(topology, own, (Step)step) & empty; rest; rest = bits_rest(rest)) {
            const int to = bits_first(rest);
            *end++ = move_slide(topology->step_from[step][to], to);
        }
    return end;
}

int movegen_all(const Position *pos, Move moves[MOVES_MAX])
{
    Move *end = moves;

    if (pos->outcome)
        return 0;
    if (position_must_remove(pos)) {
        for (Bits rest = position_removable(pos, (Side)pos->stm); rest; rest = bits_rest(rest))
            *end++ = move_remove(bits_first(rest));
        return (int)(end - moves);
    }
    if (position_may_place(pos))
        for (Bits rest = position_empty(pos); rest; rest = bits_rest(rest))
            *end++ = move_place(bits_first(rest));
    if (!position_may_slide(pos))
        return (int)(end - moves);
    if (pos->rules->topology.is_ringed && position_slides_simply(pos))
        end = add_steps(pos, end);
    else
        for (Bits rest = pos->pieces[pos->stm]; rest; rest = bits_rest(rest)) {
            const int from = bits_first(rest);
            for (Bits targets = position_targets(pos, from); targets; targets = bits_rest(targets))
                *end++ = move_slide(from, bits_first(targets));
        }
    return (int)(end - moves);
}

static Refusal refuse_removal(const Position *pos, int pt)
{
    const Side us = (Side)pos->stm;

    if (!position_must_remove(pos))
        return REFUSAL_NOTHING_TO_REMOVE;
    if (position_removable(pos, us) & bit(pt))
        return REFUSAL_NONE;
    if (!((pos->pieces[WHITE] | pos->pieces[BLACK]) & bit(pt)))
        return REFUSAL_NO_PIECE;
    if (pos->captives)
        return REFUSAL_OTHER_CAPTIVE;
    if (pos->pieces[us] & bit(pt))
        return REFUSAL_OWN_PIECE;
    if (position_removable(pos, us) & pos->pieces[us])
        return REFUSAL_OTHERS_PIECE;
    return pos->removal_kind == REMOVAL_ADJACENT ? REFUSAL_NOT_ADJACENT : REFUSAL_IN_MILL;
}

static Refusal refuse_target(const Position *pos, int pt)
{
    if (pos->marked & bit(pt))
        return REFUSAL_MARKED;
    return position_empty(pos) & bit(pt) ? REFUSAL_NONE : REFUSAL_OCCUPIED;
}

static Refusal refuse_slide(const Position *pos, int from, int to)
{
    const Side us = (Side)pos->stm;

    if (!((pos->pieces[WHITE] | pos->pieces[BLACK]) & bit(from)))
        return REFUSAL_NO_PIECE;
    if (!(pos->pieces[us] & bit(from)))
        return REFUSAL_OTHERS_PIECE;
    if (!position_may_slide(pos))
        return REFUSAL_MUST_PLACE;
    if (position_targets(pos, from) & bit(to))
        return REFUSAL_NONE;
    if (refuse_target(pos, to))
        return refuse_target(pos, to);
    return pos->last_mill_to[us] == from && pos->last_mill_from[us] == to ? REFUSAL_REPEATED_MILL : REFUSAL_NOT_JOINED;
}

Refusal movegen_refusal(const Position *pos, Move move)
{
    if (pos->outcome)
        return REFUSAL_GAME_OVER;
    if (move_kind(move) == MOVE_REMOVE)
        return refuse_removal(pos, move_to(move));
    if (position_must_remove(pos))
        return REFUSAL_MUST_REMOVE;
    if (move_kind(move) == MOVE_SLIDE)
        return refuse_slide(pos, move_from(move), move_to(move));
    return position_may_place(pos) ? refuse_target(pos, move_to(move)) : REFUSAL_HAND_EMPTY;
}

typedef struct {
    const atomic_bool *stop; /* or NULL */
    uint64_t leaves;
    uint64_t nodes; /* visited, roughly */
    bool is_stopped;
} Perft;

/* The flag is read between subtrees of a few plies, which take a millisecond. A count that takes less than a tenth of a
 * second is not stopped, so that a script may close the input right after the command. */
enum { SUBTREE_PLIES = 3, SUBTREE_NODES = 1000, UNSTOPPABLE_NODES = 6 * 1000 * 1000 };

static bool is_stopped(Perft *perft)
{
    if (perft->nodes > UNSTOPPABLE_NODES && perft->stop && atomic_load_explicit(perft->stop, memory_order_relaxed))
        perft->is_stopped = true;
    return perft->is_stopped;
}

static uint64_t count_subtree(const Position *pos, int depth)
{
    Move moves[MOVES_MAX];
    Position after;
    uint64_t leaves = 0;

    if (depth == 0)
        return 1;
    const int count = movegen_all(pos, moves);
    for (int i = 0; i < count; i++) {
        position_make(&after, pos, moves[i]);
        leaves += count_subtree(&after, depth - 1);
    }
    return leaves;
}

static void count_leaves(Perft *perft, const Position *pos, int depth)
{
    Move moves[MOVES_MAX];
    Position after;

    if (depth <= SUBTREE_PLIES) {
        const uint64_t leaves = count_subtree(pos, depth);
        perft->leaves += leaves;
        perft->nodes += leaves + SUBTREE_NODES;
        return;
    }
    const int count = movegen_all(pos, moves);
    for (int i = 0; i < count && !is_stopped(perft); i++) {
        position_make(&after, pos, moves[i]);
        count_leaves(perft, &after, depth - 1);
    }
}

/* Switches off the draws that depend on earlier moves. */
static void ignore_history(Position *pos, Rules *rules)
{
    *rules = *pos->rules;
    rules->value.NMoveRule = rules->value.EndgameNMoveRule = rules->value.ThreefoldRepetitionRule = 0;
    pos->rules = rules;
    pos->previous = NULL;
    pos->reversible = 0;
    if (pos->reason == REASON_N_MOVES || pos->reason == REASON_THREEFOLD)
        position_end(pos, OUTCOME_NONE, REASON_NONE);
}

uint64_t movegen_perft(const Position *pos, int depth, const atomic_bool *stop)
{
    Perft perft = { .stop = stop };
    Position root = *pos;
    Rules rules;

    ignore_history(&root, &rules);
    count_leaves(&perft, &root, depth);
    return perft.leaves;
}

int movegen_perft_divide(const Position *pos, int depth, Move moves[MOVES_MAX], uint64_t leaves[MOVES_MAX],
                         const atomic_bool *stop)
{
    Perft perft = { .stop = stop };
    Position root = *pos, after;
    Rules rules;

    ignore_history(&root, &rules);
    const int count = movegen_all(&root, moves);
    for (int i = 0; i < count; i++) {
        const uint64_t before = perft.leaves;
        position_make(&after, &root, moves[i]);
        count_leaves(&perft, &after, depth - 1);
        leaves[i] = perft.leaves - before;
    }
    return perft.is_stopped ? -1 : count;
}
