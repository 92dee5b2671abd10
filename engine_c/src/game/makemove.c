/* makemove.c: a move may leave pending removals; once none is pending, the next
 * turn begins. engine_c/README.md has the rules in full. */
#include "makemove.h"

#include <assert.h>
#include <string.h>

/* Compiled for plain rules and for all others: `is_plain` is Rules.is_plain, known at compile time. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { REPETITION_PLIES = 2 }; /* the fewest that lead back to a position: the opponent passes in between */

void position_end(Position *pos, Outcome outcome, Reason reason)
{
    pos->outcome = (int8_t)outcome;
    pos->reason = (int8_t)reason;
    pos->captives = 0;
    pos->removal_kind = REMOVAL_BY_MILL;
    position_set_pending(pos, WHITE, 0);
    position_set_pending(pos, BLACK, 0);
}

static void end_with_winner(Position *pos, Side winner, Reason reason)
{
    position_end(pos, winner == WHITE ? OUTCOME_WHITE : OUTCOME_BLACK, reason);
}

static bool check_piece_count(Position *pos)
{
    const int least = pos->rules->least_pieces;
    const bool white_lost = pos->on_board[WHITE] + pos->in_hand[WHITE] < least;
    const bool black_lost = pos->on_board[BLACK] + pos->in_hand[BLACK] < least;

    if (white_lost && black_lost)
        position_end(pos, OUTCOME_DRAW, REASON_FEW_PIECES);
    else if (white_lost || black_lost)
        end_with_winner(pos, white_lost ? BLACK : WHITE, REASON_FEW_PIECES);
    return white_lost || black_lost;
}

/* Gives the move to a side with pending removals, `first` before the other.
 * Removals that are not possible are waived. False if none is left. */
NOINLINE static bool find_remover(Position *pos, Side first)
{
    for (int i = 0; i < SIDE_NB; i++) {
        const Side side = i == 0 ? first : side_other(first);
        if (!pos->pending[side])
            continue;
        if (position_can_remove(pos, side)) {
            position_set_side(pos, side);
            return true;
        }
        position_set_pending(pos, side, 0);
    }
    pos->removal_kind = REMOVAL_BY_MILL;
    return false;
}

static bool reaches_two_empty(const Position *pos)
{
    return pos->rules->value.StopPlacingWhenTwoEmptySquares && bits_count(position_empty(pos)) <= 2;
}

/* Sets removals that no mill caused. `first` removes first; `next` moves after
 * them. False if no side can remove a piece. */
static bool require_removals(Position *pos, Side first, int from_first, int from_other, RemovalKind kind, Side next)
{
    const int action = pos->rules->value.MillFormationActionInPlacingPhase;
    const bool mills_are_special = pos->phase == PHASE_PLACING
        && (action == MILL_MARKS || action == MILL_OPPONENT_REMOVES_OWN);

    position_set_pending(pos, first, from_first);
    position_set_pending(pos, side_other(first), from_other);
    pos->removal_kind = (int8_t)(kind == REMOVAL_ANY && !mills_are_special ? REMOVAL_BY_MILL : kind);
    pos->next = (int8_t)next;
    return find_remover(pos, first);
}

static int closed_lines(const Position *pos, Side side, uint32_t *lines)
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

/* True if mills counted at the end of placing lead to removals. */
static bool require_counted_mills(Position *pos)
{
    const Side us = (Side)pos->stm, them = side_other(us);
    uint32_t lines[SIDE_NB];
    const int ours = closed_lines(pos, us, &lines[us]), theirs = closed_lines(pos, them, &lines[them]);

    if (pos->rules->value.OneTimeUseMill) {
        pos->used_lines[us] |= lines[us];
        pos->used_lines[them] |= lines[them];
    }
    return require_removals(pos, us, ours, theirs, REMOVAL_BY_MILL, us);
}

static bool placing_ends(const Position *pos)
{
    return !(pos->in_hand[WHITE] | pos->in_hand[BLACK]) || reaches_two_empty(pos);
}

/* True if the game ends or removals come before the moving phase. */
NOINLINE static bool end_placing(Position *pos)
{
    position_set_hand(pos, WHITE, 0);
    position_set_hand(pos, BLACK, 0);
    position_set_marked(pos, 0);
    pos->phase = PHASE_MOVING;
    if (check_piece_count(pos))
        return true;
    if (pos->rules->value.IsDefenderMoveFirst)
        position_set_side(pos, BLACK);
    return pos->rules->value.MillFormationActionInPlacingPhase == MILL_COUNTED_LATER && require_counted_mills(pos);
}

/* True if the full board ends the game or leads to removals. */
NOINLINE static bool handle_full_board(Position *pos)
{
    const Side mover = (Side)pos->stm;

    switch (pos->rules->value.BoardFullAction) {
    case FULL_WHITE_LOSES: end_with_winner(pos, BLACK, REASON_BOARD_FULL); return true;
    case FULL_WHITE_FIRST: return require_removals(pos, WHITE, 1, 1, REMOVAL_ANY, mover);
    case FULL_BLACK_FIRST: return require_removals(pos, BLACK, 1, 1, REMOVAL_ANY, mover);
    case FULL_MOVER_REMOVES: return require_removals(pos, mover, 1, 0, REMOVAL_ANY, mover);
    default: position_end(pos, OUTCOME_DRAW, REASON_BOARD_FULL); return true;
    }
}

NOINLINE static void handle_stalemate(Position *pos)
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
        if (require_removals(pos, us, 1, 0, REMOVAL_ADJACENT, us))
            return;
        break;
    case STALEMATE_REMOVES:
        position_forget_mill(pos, us);
        if (require_removals(pos, us, 1, 0, REMOVAL_ADJACENT, them))
            return;
        break;
    case STALEMATE_DRAWS: position_end(pos, OUTCOME_DRAW, REASON_NO_MOVES); return;
    case STALEMATE_BOTH_REMOVE:
        if (require_removals(pos, us, 1, 1, REMOVAL_ANY, us))
            return;
        break;
    default: break;
    }
    end_with_winner(pos, them, REASON_NO_MOVES);
}

static bool reaches_quiet_limit(const Position *pos)
{
    const int limit = position_quiet_limit(pos);
    return limit && pos->quiet >= limit;
}

/* The common case: a plain placement, where no rule of begin_turn() applies. */
ALWAYS_INLINE bool is_plain_placement(const Position *pos, bool is_plain)
{
    return position_may_place(pos) && position_empty(pos) && !pos->reversible
        && (is_plain || !pos->rules->value.StopPlacingWhenTwoEmptySquares);
}

/* Applies the rules for the start of a turn, in the order of rules.def. */
NOINLINE static void begin_turn(Position *pos)
{
    if (pos->phase == PHASE_PLACING && placing_ends(pos) && end_placing(pos))
        return;
    if (!position_empty(pos) && handle_full_board(pos))
        return;
    if (!position_can_move(pos)) {
        handle_stalemate(pos);
        if (pos->outcome || position_must_remove(pos))
            return;
    }
    if (pos->reversible >= REPETITION_PLIES && pos->seen >> pos->key % 64 & 1
        && pos->rules->value.ThreefoldRepetitionRule)
        pos->occurrences = position_occurrences(pos);
    if (pos->quiet >= pos->rules->least_quiet && reaches_quiet_limit(pos))
        position_end(pos, OUTCOME_DRAW, REASON_N_MOVES);
    else if (pos->occurrences >= pos->rules->value.RepetitionCount)
        position_end(pos, OUTCOME_DRAW, REASON_THREEFOLD);
}

static bool continues_removing(Position *pos)
{
    return (pos->pending[WHITE] | pos->pending[BLACK]) && find_remover(pos, (Side)pos->stm);
}

ALWAYS_INLINE void pass_turn(Position *pos, bool is_plain)
{
    pos->removal_kind = REMOVAL_BY_MILL;
    position_set_side(pos, (Side)pos->next);
    if (!is_plain_placement(pos, is_plain))
        begin_turn(pos);
}

ALWAYS_INLINE void finish_ply(Position *pos, bool is_plain)
{
    if (continues_removing(pos))
        return;
    /* A side that was to place again has nothing left to place. */
    if (!is_plain && pos->phase == PHASE_PLACING && pos->next == pos->stm && position_may_place(pos)
        && reaches_two_empty(pos))
        pos->next = (int8_t)side_other((Side)pos->stm);
    pass_turn(pos, is_plain);
}

/* Pieces captured by the piece that arrived at `to`. */
NOINLINE static Bits captured_by_landing(const Position *pos, int to)
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

/* Applies MillFormationActionInPlacingPhase, or sets removals when moving. */
NOINLINE static void apply_mill_action(Position *pos, int removals)
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
            if (action == MILL_TAKES_HAND_AND_PLACES && pos->in_hand[us])
                pos->next = (int8_t)us;
        }
        break;
    }
    case MILL_OPPONENT_REMOVES_OWN: position_set_pending(pos, them, removals); break;
    case MILL_COUNTED_LATER: break;
    default: position_set_pending(pos, us, pos->pending[us] + removals);
    }
}

/* Counts the unused lines that the piece on pt closes, and marks them used. */
NOINLINE static int use_lines(Position *pos, int pt)
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

/* Updates the state of rules with memory; returns the lines that still count. */
NOINLINE static int update_mill_memory(Position *pos, int from, int to, bool leaves_mill, int closed)
{
    const RuleValues *value = &pos->rules->value;
    const Side us = (Side)pos->stm;

    position_forget_mill(pos, us);
    if (value->RestrictRepeatedMillsFormation && closed && leaves_mill) {
        pos->last_mill_from[us] = (int8_t)from;
        pos->last_mill_to[us] = (int8_t)to;
    }
    return closed && value->OneTimeUseMill ? use_lines(pos, to) : closed;
}

/* `from` is NO_POINT if the piece was placed. */
ALWAYS_INLINE void land(Position *pos, int from, int to, bool leaves_mill, bool is_plain)
{
    const Rules *rules = pos->rules;
    const Side us = (Side)pos->stm;
    int closed = position_lines_closed(pos, us, to, 0);

    pos->next = (int8_t)side_other(us);
    if (!is_plain && rules->has_memory)
        closed = update_mill_memory(pos, from, to, leaves_mill, closed);
    if (!is_plain && rules->has_captures) {
        pos->captives |= captured_by_landing(pos, to);
        position_set_pending(pos, us, bits_count(pos->captives));
    }
    if (closed) {
        const int removals = rules->value.MayRemoveMultiple ? closed : 1;
        if (is_plain)
            position_set_pending(pos, us, removals);
        else
            apply_mill_action(pos, removals);
        if (!is_plain && check_piece_count(pos))
            return;
    }
    finish_ply(pos, is_plain);
}

ALWAYS_INLINE void place(Position *pos, int pt, bool is_plain)
{
    const Side us = (Side)pos->stm;

    pos->reversible = 0;
    pos->seen = 0;
    position_set_hand(pos, us, pos->in_hand[us] - 1);
    position_put(pos, us, pt);
    land(pos, NO_POINT, pt, false, is_plain);
}

ALWAYS_INLINE void slide(Position *pos, int from, int to, bool is_plain)
{
    const Side us = (Side)pos->stm;
    const bool leaves_mill = !is_plain && pos->rules->has_memory && position_lines_closed(pos, us, from, 0);

    if (!is_plain && pos->rules->has_captures)
        pos->captives = position_leapt_over(pos, from, to);
    pos->reversible++;
    pos->seen |= (uint64_t)1 << pos->key % 64;
    pos->quiet += pos->phase == PHASE_MOVING;
    position_shift(pos, us, from, to);
    land(pos, from, to, leaves_mill, is_plain);
}

ALWAYS_INLINE void remove_piece(Position *pos, int pt, bool is_plain)
{
    const Side us = (Side)pos->stm;
    const Side victim = !is_plain && pos->pieces[us] & bit(pt) ? us : side_other(us);
    const bool leaves_mark = !is_plain && pos->phase == PHASE_PLACING && pos->removal_kind == REMOVAL_BY_MILL
        && !pos->captives && pos->rules->value.MillFormationActionInPlacingPhase == MILL_MARKS;

    pos->reversible = 0;
    pos->seen = 0;
    pos->quiet = 0;
    pos->captives &= ~bit(pt);
    position_take(pos, victim, pt);
    position_set_pending(pos, us, pos->pending[us] - 1);
    if (leaves_mark)
        position_set_marked(pos, pos->marked | bit(pt));
    if (!check_piece_count(pos))
        finish_ply(pos, is_plain);
}

ALWAYS_INLINE void make(Position *pos, Move move, bool is_plain)
{
    switch (move_kind(move)) {
    case MOVE_PLACE: place(pos, move_to(move), is_plain); break;
    case MOVE_SLIDE: slide(pos, move_from(move), move_to(move), is_plain); break;
    case MOVE_REMOVE: remove_piece(pos, move_to(move), is_plain); break;
    }
}

NOINLINE static void make_special(Position *pos, Move move) { make(pos, move, false); }

void position_make(Position *pos, const Position *before, Move move)
{
    assert(!before->outcome);
    *pos = *before;
    pos->previous = before;
    pos->occurrences = 1;
    if (pos->rules->is_plain)
        make(pos, move, true);
    else
        make_special(pos, move);
    assert(position_ok(pos));
}

PiecePair position_pieces_after(const Position *pos, Move move)
{
    const Side us = (Side)pos->stm;
    const PiecePair pieces = position_pieces(pos), to = (PiecePair)bit(move_to(move));

    switch (move_kind(move)) {
    case MOVE_PLACE: return pieces | to << 32 * (int)us;
    case MOVE_SLIDE: return pieces ^ (to | bit(move_from(move))) << 32 * (int)us;
    default: return pieces & ~(to << 32 | to);
    }
}

void position_unmake(Position *pos) { *pos = *pos->previous; }

void position_set_up(Position *pos, const Rules *rules, PiecePair pieces, int white_hand, int black_hand, Side stm)
{
    const Bits white = piece_pair_get(pieces, WHITE), black = piece_pair_get(pieces, BLACK);

    *pos = (Position){
        .rules = rules,
        .pieces = { white, black },
        .on_board = { (int8_t)bits_count(white), (int8_t)bits_count(black) },
        .in_hand = { (int8_t)white_hand, (int8_t)black_hand },
        .last_mill_from = { NO_POINT, NO_POINT },
        .last_mill_to = { NO_POINT, NO_POINT },
        .fullmove = 1,
        .occurrences = 1,
        .stm = (int8_t)stm,
        .next = (int8_t)stm,
        .phase = white_hand || black_hand ? PHASE_PLACING : PHASE_MOVING,
    };
}

void position_reset(Position *pos, const Rules *rules)
{
    position_set_up(pos, rules, 0, rules->value.PiecesCount, rules->value.PiecesCount, WHITE);
    position_complete(pos);
}

void position_complete(Position *pos)
{
    pos->key = position_key_from_scratch(pos);
    pos->occurrences = 1;
    if (!check_piece_count(pos) && !continues_removing(pos))
        pass_turn(pos, false);
    assert(position_ok(pos));
}
