#include "position.h"

/* Zobrist keys as constants: splitmix64 of n. */
#define MIX_1(x) (((x) ^ ((x) >> 30)) * 0xBF58476D1CE4E5B9u)
#define MIX_2(x) (((x) ^ ((x) >> 27)) * 0x94D049BB133111EBu)
#define MIX_3(x) ((x) ^ ((x) >> 31))
#define RANDOM(n) MIX_3(MIX_2(MIX_1(((Key)(n) + 1) * 0x9E3779B97F4A7C15u)))
#define RANDOM_4(n) RANDOM(n), RANDOM((n) + 1), RANDOM((n) + 2), RANDOM((n) + 3)
#define RANDOM_8(n) RANDOM_4(n), RANDOM_4((n) + 4)
#define RANDOM_24(n) { RANDOM_8(n), RANDOM_8((n) + 8), RANDOM_8((n) + 16) }

const PositionKeys Keys = {
    .piece = { RANDOM_24(0), RANDOM_24(24) },
    .mark = RANDOM_24(48),
    .hand = { RANDOM_24(72), RANDOM_24(96) },
    .pending = { RANDOM_24(120), RANDOM_24(144) },
    .black_to_move = RANDOM(168),
};

static Key mix(Key x) { return RANDOM(x); }

static Bits in_mills_on_rings(const Topology *topology, Bits own)
{
    const Bits middles = own & topology_step(topology, own, STEP_CLOCKWISE)
        & topology_step(topology, own, STEP_COUNTERCLOCKWISE) & RING_MIDDLES;
    const Bits across = topology->point_count == 24 ? own & own >> 8 & own >> 16 & topology->radial & 0xFFu : 0;

    return middles | topology_step(topology, middles, STEP_CLOCKWISE)
        | topology_step(topology, middles, STEP_COUNTERCLOCKWISE) | across | across << 8 | across << 16;
}

Bits position_in_mills(const Position *pos, Side side)
{
    const Topology *topology = &pos->rules->topology;
    const Bits own = pos->pieces[side];
    Bits in_mills = 0;

    if (topology->is_ringed)
        return in_mills_on_rings(topology, own);
    for (int i = 0; i < topology->line_count; i++)
        if ((own & topology->line[i]) == topology->line[i])
            in_mills |= topology->line[i];
    return in_mills;
}

/* Some captures are limited to a side with at most three pieces. */
bool position_may_capture(const Position *pos, Side side, Capture capture)
{
    return !pos->rules->capture_needs_few[capture] || pos->on_board[side] <= 3;
}

Bits position_leapt_over(const Position *pos, int from, int to)
{
    const Topology *topology = &pos->rules->topology;
    const uint32_t lines = pos->rules->capture_lines[pos->phase][CAPTURE_LEAP];

    if (!lines || !position_may_capture(pos, (Side)pos->stm, CAPTURE_LEAP))
        return 0;
    for (int i = 0; i < topology->lines_at[from]; i++) {
        const int line = topology->line_at[from][i];
        const uint8_t *point = topology->line_point[line];
        const bool is_whole = (point[0] == from && point[2] == to) || (point[2] == from && point[0] == to);
        if (is_whole && lines >> line & 1)
            return bit(point[1]) & pos->pieces[!pos->stm];
    }
    return 0;
}

static Bits leap_targets(const Position *pos, int from)
{
    const Topology *topology = &pos->rules->topology;
    Bits targets = 0;

    for (int i = 0; i < topology->lines_at[from]; i++) {
        const uint8_t *point = topology->line_point[topology->line_at[from][i]];
        const int to = point[0] == from ? point[2] : point[0];
        if (point[1] != from && position_leapt_over(pos, from, to))
            targets |= bit(to);
    }
    return targets;
}

Bits position_special_targets(const Position *pos, int from, Bits targets)
{
    const Side us = (Side)pos->stm;

    if (pos->rules->has_captures)
        targets |= leap_targets(pos, from) & position_empty(pos);
    if (pos->last_mill_to[us] == from && position_lines_closed(pos, us, pos->last_mill_from[us], bit(from)))
        targets &= ~bit(pos->last_mill_from[us]);
    return targets;
}

/* A mill of the opponent makes this side remove its own pieces. */
static bool removes_own(const Position *pos)
{
    return pos->removal_kind == REMOVAL_BY_MILL && !pos->captives && pos->phase == PHASE_PLACING
        && pos->rules->value.MillFormationActionInPlacingPhase == MILL_OPPONENT_REMOVES_OWN;
}

/* Mills of the other side protect their pieces. */
static bool mills_protect(const Position *pos)
{
    return !pos->captives && !removes_own(pos) && pos->removal_kind != REMOVAL_ADJACENT
        && !pos->rules->value.MayRemoveFromMillsAlways;
}

Bits position_removal_targets(const Position *pos, Side us)
{
    const Side them = side_other(us);

    if (pos->captives)
        return pos->captives;
    if (removes_own(pos))
        return pos->pieces[us];
    if (pos->removal_kind == REMOVAL_ADJACENT)
        return pos->pieces[them] & topology_around(&pos->rules->topology, pos->pieces[us]);
    return pos->pieces[them];
}

Bits position_removable(const Position *pos, Side us)
{
    const Bits targets = position_removal_targets(pos, us);
    const Bits open = mills_protect(pos) ? targets & ~position_in_mills(pos, side_other(us)) : targets;

    return open || !pos->rules->value.MayRemoveWhenAllInMills ? open : targets;
}

bool position_can_remove(const Position *pos, Side us)
{
    return (pos->rules->value.MayRemoveWhenAllInMills ? position_removal_targets(pos, us) : position_removable(pos, us))
        != 0;
}

int position_quiet_limit(const Position *pos)
{
    const RuleValues *value = &pos->rules->value;
    const bool is_endgame = pos->on_board[WHITE] == 3 || pos->on_board[BLACK] == 3;
    const int endgame_limit = is_endgame ? value->EndgameNMoveRule : 0;

    if (pos->phase == PHASE_PLACING)
        return 0;
    if (!value->NMoveRule || (endgame_limit && endgame_limit < value->NMoveRule))
        return endgame_limit;
    return value->NMoveRule;
}

int position_occurrences(const Position *pos)
{
    const Position *earlier = pos->previous;
    int count = 1;

    for (int i = 0; i < pos->reversible; i++, earlier = earlier->previous)
        count += earlier->key == pos->key;
    return count;
}

Key position_key_from_scratch(const Position *pos)
{
    Key key = pos->stm == BLACK ? Keys.black_to_move : 0;

    for (int side = 0; side < SIDE_NB; side++) {
        for (Bits rest = pos->pieces[side]; rest; rest = bits_rest(rest))
            key ^= Keys.piece[side][bits_first(rest)];
        key ^= Keys.hand[side][pos->in_hand[side]] ^ Keys.pending[side][pos->pending[side]];
    }
    for (Bits rest = pos->marked; rest; rest = bits_rest(rest))
        key ^= Keys.mark[bits_first(rest)];
    return key;
}

Key position_key(const Position *pos)
{
    Key key = pos->key;

    if (pos->rules->has_memory) {
        key ^= mix((Key)pos->used_lines[WHITE] << 32 | pos->used_lines[BLACK]);
        for (int side = 0; side < SIDE_NB; side++)
            key ^= mix((Key)(side + 1) << 40 | (Key)(pos->last_mill_from[side] + 1) << 8
                       | (Key)(pos->last_mill_to[side] + 1));
    }
    if (position_must_remove(pos))
        key ^= mix((Key)pos->captives << 8 | (Key)pos->removal_kind << 2 | (Key)pos->next << 1 | (Key)pos->phase);
    return key;
}

#ifndef NDEBUG
bool position_ok(const Position *pos)
{
    const Side us = (Side)pos->stm;

    return pos->key == position_key_from_scratch(pos)
        && (pos->outcome || position_occurrences(pos) == 1 || pos->seen >> pos->key % 64 & 1)
        && !(pos->pieces[WHITE] & pos->pieces[BLACK]) && !((pos->pieces[WHITE] | pos->pieces[BLACK]) & pos->marked)
        && pos->on_board[WHITE] == bits_count(pos->pieces[WHITE])
        && pos->on_board[BLACK] == bits_count(pos->pieces[BLACK]) && pos->in_hand[WHITE] >= 0
        && pos->in_hand[BLACK] >= 0 && pos->on_board[WHITE] + pos->in_hand[WHITE] <= pos->rules->value.PiecesCount
        && pos->on_board[BLACK] + pos->in_hand[BLACK] <= pos->rules->value.PiecesCount
        && (pos->outcome
            || (pos->pending[us] ? position_removable(pos, us) != 0
                                 : pos->pending[!us] == 0 && position_can_move(pos)));
}
#endif
