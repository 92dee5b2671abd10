/* tb_resolve.c: an and-or search over turns: a win needs one good turn, a loss
 * has only bad ones. What is known of the DTW of each position is remembered. */
#include "tb_resolve.h"

#include "tb_successors.h"

#include <stdlib.h>

/* Positions that one question may look at. It takes some hundred to some
 * thousand where DTW is rounded to a multiple of 8. */
enum { KNOWN_MAX = 20000, KNOWN_SLOTS = 1 << 15, DTW_NEVER = 1 << 14 };

/* A position after a turn: the side to move, whose DTW is between two bounds. */
typedef struct {
    Bits mover, other;
    int16_t least, most; /* DTW_NEVER: not known to be won or lost, as asked for */
    bool is_used;
} Known;

typedef struct {
    const Tablebase *tb;
    const Rules *rules;
    Known *known; /* a hash table */
    int count;
} Search;

static bool search_start(Search *search, const Tablebase *tb)
{
    *search = (Search){ tb, &tb_space(tb)->rules, calloc(KNOWN_SLOTS, sizeof(Known)), 0 };
    return search->known != NULL;
}

static bool is_exhausted(const Search *search) { return search->count >= KNOWN_MAX; }

/* What the stored value says. A win takes an odd number of turns, a loss an even one. */
static void set_bounds(const Search *search, Known *known, bool is_lost)
{
    const TbValue value = tb_probe_pieces(search->tb, known->mover, known->other);
    const int most = tb_value_dtw(value);
    const int least = most - tb_dtw_step(search->tb, bits_count(known->mover) + bits_count(known->other)) + 1;

    known->least = known->most = DTW_NEVER;
    if (value == TB_VALUE_NONE || !(is_lost ? tb_value_is_loss(value) : tb_value_is_win(value))
        || most == TB_DTW_UNKNOWN)
        return;
    known->most = (int16_t)(most - ((most & 1) == is_lost));
    known->least = (int16_t)(least + ((least & 1) == is_lost));
}

static Known *find(Search *search, Bits mover, Bits other, bool is_lost)
{
    const uint64_t key = ((uint64_t)mover << 32 | other) * 0x9E3779B97F4A7C15u;
    size_t at = (size_t)(key >> 49);

    while (search->known[at].is_used && (search->known[at].mover != mover || search->known[at].other != other))
        at = (at + 1) % KNOWN_SLOTS;
    Known *known = &search->known[at];
    if (!known->is_used) {
        *known = (Known){ mover, other, 0, DTW_NEVER, true };
        search->count++;
        if (is_lost || tb_header(search->tb, 0, bits_count(mover), bits_count(other))) /* others are slow to probe */
            set_bounds(search, known, is_lost);
    }
    return known;
}

/* Writes the positions after every legal turn that goes on from a position, the next side to move first; returns their
 * number. A turn that ends the game has no pieces: *wins says whether one of them wins. */
static int turns_of(const Position *pos, Side side, Known after[MOVES_MAX], int count, bool *wins)
{
    Move moves[MOVES_MAX];
    Position next;
    const int choices = movegen_all(pos, moves);

    for (int i = 0; i < choices && count < MOVES_MAX; i++) {
        position_make(&next, pos, moves[i]);
        if (next.outcome)
            *wins = *wins || position_result(&next, side) > 0;
        else if (next.stm == (int8_t)side)
            count = turns_of(&next, side, after, count, wins);
        else
            after[count++] = (Known){ .mover = next.pieces[!side], .other = next.pieces[side] };
    }
    return count;
}

static bool is_lost_within(Search *search, Bits mover, Bits other, int turns);

/* Whether the side to move wins within so many turns, the current one included. Narrows what is known of it. */
static bool wins_from(Search *search, const Position *pos, int turns, Known *here)
{
    Known after[MOVES_MAX];
    bool wins = false;
    int unsure = 0;
    const int count = turns_of(pos, (Side)pos->stm, after, 0, &wins);

    here->least = here->most = wins ? 1 : DTW_NEVER;
    for (int i = 0; i < count && !wins; i++) {
        const Known *known = find(search, after[i].mover, after[i].other, true);
        if (known->most < here->most)
            here->most = (int16_t)(known->most + 1);
        if (known->least < here->least)
            here->least = (int16_t)(known->least + 1);
        if (known->least < turns)
            after[unsure++] = after[i];
    }
    for (int i = 0; i < unsure && here->most > turns && !is_exhausted(search); i++)
        if (is_lost_within(search, after[i].mover, after[i].other, turns - 1))
            here->most = (int16_t)turns;
    if (here->most > turns && here->least <= turns && !is_exhausted(search))
        here->least = (int16_t)(turns + 1);
    return here->most <= turns;
}

static bool wins_within(Search *search, Bits mover, Bits other, int turns)
{
    Known *known = find(search, mover, other, false);
    Position pos;

    if (known->most > turns && known->least <= turns) {
        Known here = *known;
        successors_position(&pos, search->rules, mover, other);
        wins_from(search, &pos, turns, &here);
        *known = here;
    }
    return known->most <= turns;
}

/* Whether the side to move has lost within so many turns, whatever it does. */
static bool is_lost_within(Search *search, Bits mover, Bits other, int turns)
{
    Known after[MOVES_MAX];
    Position pos;
    bool wins = false;
    Known *known = find(search, mover, other, true);

    if (known->most <= turns || known->least > turns)
        return known->most <= turns;
    successors_position(&pos, search->rules, mover, other);
    const int count = turns_of(&pos, (Side)pos.stm, after, 0, &wins);
    bool is_lost = !wins;
    for (int i = 0; i < count && is_lost && !is_exhausted(search); i++)
        is_lost = wins_within(search, after[i].mover, after[i].other, turns - 1);
    if (is_exhausted(search))
        return false;
    if (is_lost)
        known->most = (int16_t)turns;
    else
        known->least = (int16_t)(turns + 1);
    return is_lost;
}

static int step_at(const Tablebase *tb, const Position *pos)
{
    return tb_dtw_step(tb, pos->on_board[WHITE] + pos->on_board[BLACK]);
}

/* The search knows turns, not passes or removals forced on a side that cannot move. */
static bool covers(const Tablebase *tb, const Position *pos, const TbResult *result)
{
    return result->dtw < 0 && result->dtw_bound >= 0 && pos->rules->value.StalemateAction == 0
        && fast_covers(pos->rules) && step_at(tb, pos) > 1 && !(result->wdl < 0 && position_must_remove(pos));
}

/* The fewest turns that the bound allows: an odd number for a win, an even one for a loss. */
static int first_turns(const Tablebase *tb, const Position *pos, const TbResult *result)
{
    const int least = result->dtw_bound - step_at(tb, pos) + 1;
    return least + (least % 2 != (result->wdl > 0));
}

bool tb_resolve_probe(const Tablebase *tb, const Position *pos, TbResult *result)
{
    Search search;

    if (!tb_probe(tb, pos, result))
        return false;
    if (!covers(tb, pos, result) || !search_start(&search, tb))
        return true;
    const Bits mover = pos->pieces[pos->stm], other = pos->pieces[!pos->stm];
    int turns = first_turns(tb, pos, result);
    Known here = { 0 };
    while (turns < result->dtw_bound && !is_exhausted(&search)
           && !(result->wdl > 0 ? wins_from(&search, pos, turns, &here) : is_lost_within(&search, mover, other, turns)))
        turns += 2;
    if (!is_exhausted(&search))
        result->dtw = turns;
    free(search.known);
    return true;
}

/* Whether a move wins within so many turns, the current one included. */
static bool move_wins(Search *search, const Position *pos, Move move, int turns)
{
    Known here = { 0 };
    Position after;

    position_make(&after, pos, move);
    if (after.outcome)
        return position_result(&after, (Side)pos->stm) > 0;
    if (after.stm == pos->stm)
        return wins_from(search, &after, turns, &here);
    return is_lost_within(search, after.pieces[!pos->stm], after.pieces[pos->stm], turns - 1);
}

/* Moves those to the front that win within so many turns, and returns their number. */
static int keep_winning(Search *search, const Position *pos, Move moves[MOVES_MAX], int count, int turns)
{
    int kept = 0;

    for (int i = 0; i < count; i++)
        if (move_wins(search, pos, moves[i], turns)) {
            const Move move = moves[i];
            moves[i] = moves[kept];
            moves[kept++] = move;
        }
    return kept;
}

int tb_resolve_moves(const Tablebase *tb, const Position *pos, Move moves[MOVES_MAX], int count)
{
    TbResult result;
    Search search;
    int kept = 0;

    if (count < 2 || !tb_root_probe(tb, pos, moves[0], &result) || result.wdl <= 0 || !covers(tb, pos, &result)
        || !search_start(&search, tb))
        return count;
    for (int turns = first_turns(tb, pos, &result); turns < result.dtw_bound && !kept; turns += 2)
        kept = keep_winning(&search, pos, moves, count, turns);
    free(search.known);
    return kept ? kept : count;
}
