/* makemove.c: moves and their consequences. A move writes down debts; debts are
 * paid; a position that owes nothing is settled. See engine_c/README.md. */
#include "makemove.h"

#include <assert.h>
#include <string.h>

/* Kept out of line, so that the moves most games are made of stay short. */
#define RARE __attribute__((noinline))

void position_end(Position *pos, Outcome outcome, Reason reason)
{
    pos->outcome = (int8_t)outcome;
    pos->reason = (int8_t)reason;
    pos->captives = 0;
    pos->removal_kind = REMOVAL_BY_MILL;
    position_set_pending(pos, WHITE, 0);
    position_set_pending(pos, BLACK, 0);
}

static void end_won(Position *pos, Side winner, Reason reason)
{
    position_end(pos, winner == WHITE ? OUTCOME_WHITE : OUTCOME_BLACK, reason);
}

/* Ends the game if a side has too few pieces left. */
static bool check_few(Position *pos)
{
    const int least = pos->rules->least_pieces;
    const bool white_lost = pos->on_board[WHITE] + pos->in_hand[WHITE] < least;
    const bool black_lost = pos->on_board[BLACK] + pos->in_hand[BLACK] < least;

    if (white_lost && black_lost)
        position_end(pos, OUTCOME_DRAW, REASON_FEW_PIECES);
    else if (white_lost || black_lost)
        end_won(pos, white_lost ? BLACK : WHITE, REASON_FEW_PIECES);
    return white_lost || black_lost;
}

/* Makes the first side that owes a removal and can make it the side to move.
 * A debt that nothing on the board can pay is waived. */
RARE static bool find_payer(Position *pos, Side first)
{
    for (int i = 0; i < SIDE_NB; i++) {
        const Side side = i == 0 ? first : side_other(first);
        if (!pos->pending[side])
            continue;
        if (position_removal_targets(pos, side)) {
            position_set_side(pos, side);
            return true;
        }
        position_set_pending(pos, side, 0);
    }
    pos->removal_kind = REMOVAL_BY_MILL;
    return false;
}

/* Placing stops with two points left, once so many more have been freed. */
static bool stops_at_two(const Position *pos, int freed)
{
    return pos->rules->value.StopPlacingWhenTwoEmptySquares && bits_count(position_empty(pos)) + freed <= 2;
}

/* Debts that no move caused. `first` pays first; then `next` has its turn.
 * False if nobody can pay anything. */
static bool demand(Position *pos, Side first, int from_first, int from_other, RemovalKind debt, Side next)
{
    const int action = pos->rules->value.MillFormationActionInPlacingPhase;
    const bool mills_are_special = pos->phase == PHASE_PLACING
        && (action == MILL_MARKS || action == MILL_OPPONENT_REMOVES_OWN);

    position_set_pending(pos, first, from_first);
    position_set_pending(pos, side_other(first), from_other);
    pos->removal_kind = (int8_t)(debt == REMOVAL_ANY && !mills_are_special ? REMOVAL_BY_MILL : debt);
    pos->next = (int8_t)next;
    return find_payer(pos, first);
}

static int lines_full(const Position *pos, Side side, uint32_t *lines)
{
    const Topology *topology = &pos->rules->topology;
    int count = 0;

    *lines = 0;
    for (int i = 0; i < topology->line_count; i++)
        if ((pos->pieces[side] & topology->line[i]) == topology->line[i] && !(pos->used_lines[side] >> i & 1)) {
            *lines |= (uint32_t)1 << i;
            count++;
        }
    return count;
}

/* True if mills counted at the end of placing are to be paid for first. */
static bool demand_counted_mills(Position *pos)
{
    const Side us = (Side)pos->stm, them = side_other(us);
    uint32_t lines[SIDE_NB];
    const int ours = lines_full(pos, us, &lines[us]), theirs = lines_full(pos, them, &lines[them]);

    if (pos->rules->value.OneTimeUseMill) {
        pos->used_lines[us] |= lines[us];
        pos->used_lines[them] |= lines[them];
    }
    return demand(pos, us, ours, theirs, REMOVAL_BY_MILL, us);
}

static bool placing_ends(const Position *pos)
{
    return !(pos->in_hand[WHITE] | pos->in_hand[BLACK]) || stops_at_two(pos, 0);
}

/* True if something is to be done before the moving phase begins. */
RARE static bool end_placing(Position *pos)
{
    position_set_hand(pos, WHITE, 0);
    position_set_hand(pos, BLACK, 0);
    position_set_marked(pos, 0);
    pos->phase = PHASE_MOVING;
    if (check_few(pos))
        return true;
    if (pos->rules->value.IsDefenderMoveFirst)
        position_set_side(pos, BLACK);
    return pos->rules->value.MillFormationActionInPlacingPhase == MILL_COUNTED_LATER && demand_counted_mills(pos);
}

/* True if the full board ends the game or is to be opened first. */
RARE static bool open_full_board(Position *pos)
{
    const Side mover = (Side)pos->stm;

    switch (pos->rules->value.BoardFullAction) {
    case FULL_WHITE_LOSES:
        end_won(pos, BLACK, REASON_BOARD_FULL);
        return true;
    case FULL_WHITE_FIRST:
        return demand(pos, WHITE, 1, 1, REMOVAL_ANY, mover);
    case FULL_BLACK_FIRST:
        return demand(pos, BLACK, 1, 1, REMOVAL_ANY, mover);
    case FULL_MOVER_REMOVES:
        return demand(pos, mover, 1, 0, REMOVAL_ANY, mover);
    default:
        position_end(pos, OUTCOME_DRAW, REASON_BOARD_FULL);
        return true;
    }
}

/* The side to move has no legal move. */
RARE static void resolve_stuck(Position *pos)
{
    const Side us = (Side)pos->stm, them = side_other(us);

    switch (pos->rules->value.StalemateAction) {
    case STALEMATE_PASSES:
        position_forget_mill(pos, us);
        position_set_side(pos, them);
        if (!position_can_move(pos))
            position_end(pos, OUTCOME_DRAW, REASON_NO_MOVES);
        return;
    case STALEMATE_REMOVES_AND_MOVES:
        if (demand(pos, us, 1, 0, REMOVAL_ADJACENT, us))
            return;
        break;
    case STALEMATE_REMOVES:
        position_forget_mill(pos, us);
        if (demand(pos, us, 1, 0, REMOVAL_ADJACENT, them))
            return;
        break;
    case STALEMATE_DRAWS:
        position_end(pos, OUTCOME_DRAW, REASON_NO_MOVES);
        return;
    case STALEMATE_BOTH_REMOVE:
        if (demand(pos, us, 1, 1, REMOVAL_ANY, us))
            return;
        break;
    default:
        break;
    }
    end_won(pos, them, REASON_NO_MOVES);
}

static bool is_too_quiet(const Position *pos)
{
    const int limit = position_quiet_limit(pos);
    return limit && pos->quiet >= limit;
}

/* The side to move has a piece to place and a point for it: most moves of a game
 * lead here, and no rule of settle() has anything to say. */
static bool is_plain_placing(const Position *pos)
{
    return position_may_place(pos) && position_empty(pos) && !pos->reversible
        && !pos->rules->value.StopPlacingWhenTwoEmptySquares;
}

/* Nothing is owed and it is the turn of the side to move: the rules that look
 * at such a position speak, one after the other. */
RARE static void settle(Position *pos)
{
    if (pos->phase == PHASE_PLACING && placing_ends(pos) && end_placing(pos))
        return;
    if (!position_empty(pos) && open_full_board(pos))
        return;
    if (!position_can_move(pos)) {
        resolve_stuck(pos);
        if (pos->outcome || position_must_remove(pos))
            return;
    }
    if (pos->quiet && is_too_quiet(pos))
        position_end(pos, OUTCOME_DRAW, REASON_N_MOVES);
    else if (pos->reversible >= 4 && pos->rules->value.ThreefoldRepetitionRule
        && position_occurrences(pos) >= 3)
        position_end(pos, OUTCOME_DRAW, REASON_THREEFOLD);
}

/* Debts are paid first; with none left the turn goes on and is settled. */
static void pay(Position *pos)
{
    if ((pos->pending[WHITE] | pos->pending[BLACK]) && find_payer(pos, (Side)pos->stm))
        return;
    pos->removal_kind = REMOVAL_BY_MILL;
    position_set_side(pos, (Side)pos->next);
    if (!is_plain_placing(pos))
        settle(pos);
}

/* Pieces the side to move captures by having come to a point. */
RARE static Bits captured_by_landing(const Position *pos, int to)
{
    const Topology *topology = &pos->rules->topology;
    const Side us = (Side)pos->stm;
    const Bits own = pos->pieces[us], theirs = pos->pieces[side_other(us)];
    const uint32_t *lines = pos->rules->capture_lines[pos->phase];
    const uint32_t custodian = position_may_capture(pos, us, CAPTURE_CUSTODIAN) ? lines[CAPTURE_CUSTODIAN] : 0;
    const uint32_t intervention = position_may_capture(pos, us, CAPTURE_INTERVENTION) ? lines[CAPTURE_INTERVENTION] : 0;
    Bits captured = 0;

    for (int i = 0; i < topology->lines_at[to]; i++) {
        const int line = topology->line_at[to][i];
        const Bits middle = bit(topology->line_point[line][1]);
        const Bits ends = topology->line[line] & ~middle;
        if (custodian >> line & 1 && middle & theirs && (ends & own) == ends)
            captured |= middle;
        if (intervention >> line & 1 && middle == bit(to) && (ends & theirs) == ends)
            captured |= ends;
    }
    return captured;
}

/* The side to move has closed mills that are worth so many removals. */
RARE static void collect_for_mills(Position *pos, int removals)
{
    const Side us = (Side)pos->stm, them = side_other(us);
    const int action = pos->phase == PHASE_PLACING ? pos->rules->value.MillFormationActionInPlacingPhase : MILL_REMOVES;

    switch (action) {
    case MILL_TAKES_HAND:
    case MILL_TAKES_HAND_AND_PLACES: {
        const int from_hand = removals < pos->in_hand[them] ? removals : pos->in_hand[them];
        position_set_pending(pos, us, pos->pending[us] + removals - from_hand);
        if (from_hand) {
            position_set_hand(pos, them, pos->in_hand[them] - from_hand);
            pos->reversible = 0;
            if (action == MILL_TAKES_HAND_AND_PLACES && pos->in_hand[us] && !stops_at_two(pos, pos->pending[us]))
                pos->next = (int8_t)us;
        }
        break;
    }
    case MILL_OPPONENT_REMOVES_OWN:
        position_set_pending(pos, them, removals);
        break;
    case MILL_COUNTED_LATER:
        break;
    default:
        position_set_pending(pos, us, pos->pending[us] + removals);
    }
}

/* Of the lines that a piece on pt closes, how many still take a piece. */
RARE static int lines_unused(Position *pos, int pt)
{
    const Topology *topology = &pos->rules->topology;
    const Side us = (Side)pos->stm;
    const bool is_due = pos->phase == PHASE_MOVING
        || pos->rules->value.MillFormationActionInPlacingPhase != MILL_COUNTED_LATER;
    int count = 0;

    for (int i = 0; i < topology->lines_at[pt]; i++) {
        const int line = topology->line_at[pt][i];
        if ((pos->pieces[us] & topology->line[line]) != topology->line[line] || pos->used_lines[us] >> line & 1)
            continue;
        count++;
        if (is_due)
            pos->used_lines[us] |= (uint32_t)1 << line;
    }
    return count;
}

/* Notes what rules with a memory need of closed lines; returns how many of
 * them still take a piece. */
RARE static int remember(Position *pos, int from, int to, bool left_mill, int closed)
{
    const RuleValues *value = &pos->rules->value;
    const Side us = (Side)pos->stm;

    position_forget_mill(pos, us);
    if (value->RestrictRepeatedMillsFormation && closed && left_mill) {
        pos->last_mill_from[us] = (int8_t)from;
        pos->last_mill_to[us] = (int8_t)to;
    }
    return closed && value->OneTimeUseMill ? lines_unused(pos, to) : closed;
}

/* A piece of the side to move has come to a point: from the hand (NO_POINT) or
 * from another point, where it had left a mill or not. */
static void land(Position *pos, int from, int to, bool left_mill)
{
    const Rules *rules = pos->rules;
    const Side us = (Side)pos->stm;
    int closed = position_lines_closed(pos, us, to, 0);

    pos->next = (int8_t)side_other(us);
    if (rules->has_memory)
        closed = remember(pos, from, to, left_mill, closed);
    if (rules->has_captures) {
        pos->captives |= captured_by_landing(pos, to);
        position_set_pending(pos, us, bits_count(pos->captives));
    }
    if (closed) {
        collect_for_mills(pos, rules->value.MayRemoveMultiple ? closed : 1);
        if (check_few(pos))
            return;
    }
    pay(pos);
}

static void place(Position *pos, int pt)
{
    const Side us = (Side)pos->stm;

    pos->reversible = 0;
    position_set_hand(pos, us, pos->in_hand[us] - 1);
    position_put(pos, us, pt);
    land(pos, NO_POINT, pt, false);
}

static void step(Position *pos, int from, int to)
{
    const Side us = (Side)pos->stm;
    const bool left_mill = pos->rules->has_memory && position_lines_closed(pos, us, from, 0);

    if (pos->rules->has_captures)
        pos->captives = position_leapt_over(pos, from, to);
    pos->reversible++;
    pos->quiet += pos->phase == PHASE_MOVING;
    position_shift(pos, us, from, to);
    land(pos, from, to, left_mill);
}

static void remove_piece(Position *pos, int pt)
{
    const Side us = (Side)pos->stm;
    const Side victim = pos->pieces[us] & bit(pt) ? us : side_other(us);
    const bool leaves_mark = pos->phase == PHASE_PLACING && pos->removal_kind == REMOVAL_BY_MILL && !pos->captives
        && pos->rules->value.MillFormationActionInPlacingPhase == MILL_MARKS;

    pos->reversible = 0;
    pos->quiet = 0;
    pos->captives &= ~bit(pt);
    position_take(pos, victim, pt);
    position_set_pending(pos, us, pos->pending[us] - 1);
    if (leaves_mark)
        position_set_marked(pos, pos->marked | bit(pt));
    if (!check_few(pos))
        pay(pos);
}

void position_make(Position *pos, const Position *before, Move move)
{
    assert(!before->outcome);
    *pos = *before;
    pos->previous = before;
    switch (move_kind(move)) {
    case MOVE_PLACE:
        place(pos, move_to(move));
        break;
    case MOVE_SLIDE:
        step(pos, move_from(move), move_to(move));
        break;
    case MOVE_REMOVE:
        remove_piece(pos, move_to(move));
        break;
    }
    assert(position_ok(pos));
}

void position_unmake(Position *pos)
{
    *pos = *pos->previous;
}

void position_reset(Position *pos, const Rules *rules)
{
    memset(pos, 0, sizeof *pos);
    pos->rules = rules;
    pos->fullmove = 1;
    pos->next = WHITE;
    for (int side = 0; side < SIDE_NB; side++) {
        pos->in_hand[side] = (int8_t)rules->value.PiecesCount;
        position_forget_mill(pos, (Side)side);
    }
    position_complete(pos);
}

void position_complete(Position *pos)
{
    pos->key = position_key_from_scratch(pos);
    if (!check_few(pos))
        pay(pos);
    assert(position_ok(pos));
}

