/* movepick.c: a score for every move, then the best one at a time. */
#include "movepick.h"

#include <string.h>

enum {
    SCORE_FIRST = 1 << 28,
    SCORE_CLOSES = 1 << 24,  /* each mill closed */
    SCORE_BLOCKS = 1 << 20,  /* stops a mill the opponent could close; SCORE_NOISY */
    SCORE_KILLER = 1 << 18,
    SCORE_BUILDS = 600,      /* each line with two own pieces it makes */
    SCORE_OPENS = -3000,     /* leaves a point that blocked */
    SCORE_JOIN = 40,         /* each neighbour of the point */
    SCORE_NEAR_MARK = 60     /* a marked point beside it will be empty later */
};

/* So many moves come in order; where they did not help, the rest seldom does. */
enum { SORTED_MAX = 6 };

void history_clear(History *history) { memset(history, 0, sizeof *history); }

/* Moves the worth of a move towards its bound, the slower the nearer it is. */
static void history_add(History *history, Side side, Move move, int bonus)
{
    int16_t *worth = &history->worth[side][move];
    const int weight = bonus < 0 ? -bonus : bonus;

    *worth = (int16_t)(*worth + bonus - *worth * weight / HISTORY_MAX);
}

static int history_bonus(int depth) { return depth > 20 ? 1600 : 4 * depth * depth; }

void history_reward(History *history, Side side, Move move, int depth)
{
    history_add(history, side, move, history_bonus(depth));
}

void history_punish(History *history, Side side, Move move, int depth)
{
    history_add(history, side, move, -history_bonus(depth));
}

/* Lines through a point on which a side has so many pieces and the other none. */
static int lines_with(const Topology *topology, int pt, Bits own, Bits theirs, int pieces)
{
    int count = 0;

    for (int i = 0; i < topology->lines_at[pt]; i++) {
        const Bits pair = topology->pair_at[pt][i];
        count += !(pair & theirs) && bits_count(pair & own) == pieces;
    }
    return count;
}

/* Which piece to take: one that threatens, that moves freely, that stands near. */
static int score_removal(const Position *pos, int pt)
{
    const Topology *topology = &pos->rules->topology;
    const Side us = (Side)pos->stm;
    const Side victim = pos->pieces[us] & bit(pt) ? us : side_other(us);
    const Bits theirs = pos->pieces[victim] & ~bit(pt), ours = pos->pieces[side_other(victim)];
    const Bits near = topology->neighbours[pt];
    const int is_own = victim == us ? -1 : 1;

    const int threat = 3 * lines_with(topology, pt, theirs, ours, 1) + 2 * lines_with(topology, pt, ours, theirs, 2);
    const int freedom = bits_count(near & position_empty(pos)), contact = bits_count(near & ours);
    const int in_mill = position_lines_closed(pos, victim, pt, 0);
    return SCORE_NOISY + is_own * (300 * threat + 60 * freedom + 40 * contact - 200 * in_mill);
}

/* Sets of points that tell good arrivals from others, found once a node. */
typedef struct {
    Bits closing;  /* completes an own line, if the piece comes from elsewhere */
    Bits blocking; /* completes a line of the opponent's */
    Bits building; /* makes two own pieces on a line still open */
    Bits guarding; /* own pieces that keep an opponent's line from being full */
} Guide;

static void look_around(const Position *pos, Guide *guide)
{
    const Topology *topology = &pos->rules->topology;
    const Bits own = pos->pieces[pos->stm], theirs = pos->pieces[!pos->stm], empty = position_empty(pos);
    const Both sides = both(own, theirs);
    const Both mills = features_completing(topology, sides, sides, both(empty, empty));
    const Both plans = features_completing(topology, sides, both(empty, theirs), both(empty, own));

    guide->closing = (Bits)mills;
    guide->blocking = (Bits)(mills >> 32);
    guide->building = (Bits)plans;
    guide->guarding = (Bits)(plans >> 32);
}

static int score_arrival(const Position *pos, const Guide *guide, int from, int to)
{
    const Topology *topology = &pos->rules->topology;
    const Bits left = from == NO_POINT ? 0 : bit(from);
    int score = SCORE_JOIN * bits_count(topology->neighbours[to]);

    if (guide->closing & bit(to))
        score += SCORE_CLOSES * position_lines_closed(pos, (Side)pos->stm, to, left);
    if (guide->blocking & bit(to))
        score += SCORE_BLOCKS;
    if (guide->building & bit(to))
        score += SCORE_BUILDS;
    if (guide->guarding & left)
        score += SCORE_OPENS;
    if (pos->marked)
        score += SCORE_NEAR_MARK * bits_count(topology->neighbours[to] & pos->marked);
    return score;
}

void movepick_start(MovePicker *picker, const Position *pos, Move first, const Move killers[KILLER_NB], const History *history)
{
    picker->pos = pos;
    picker->killers = killers;
    picker->history = history;
    picker->first = first != MOVE_NONE && !movegen_refusal(pos, first) ? first : MOVE_NONE;
    picker->is_listed = false;
    picker->count = picker->next = 0;
}

/* Generates and scores the moves; one that was given already is left out. */
static void list_moves(MovePicker *picker)
{
    const Position *pos = picker->pos;
    const int16_t *worth = picker->history->worth[pos->stm];
    const Move killers[KILLER_NB] = { picker->killers[0], picker->killers[1] };
    const Move given = picker->next ? picker->moves[0] : MOVE_NONE;
    const bool is_removal = position_must_remove(pos);
    Move *moves = picker->moves + picker->next;
    int32_t *scores = picker->scores + picker->next;
    const int count = movegen_all(pos, moves);
    Guide guide = { 0, 0, 0, 0 };
    int kept = 0;

    if (!is_removal)
        look_around(pos, &guide);
    for (int i = 0; i < count; i++) {
        const Move move = moves[i];
        const int from = move_kind(move) == MOVE_SLIDE ? move_from(move) : NO_POINT;
        if (move == given)
            continue;
        int score = is_removal ? score_removal(pos, move_to(move)) : score_arrival(pos, &guide, from, move_to(move));
        if (move == killers[0] || move == killers[1])
            score += SCORE_KILLER;
        moves[kept] = move;
        scores[kept++] = score + worth[move];
    }
    picker->count = picker->next + kept;
    picker->is_listed = true;
}

/* Moves with an arrival in a gap of the side to move. */
static int closing_moves(const Position *pos, Bits gaps, Move *moves)
{
    Move *end = moves;

    if (position_may_place(pos))
        for (Bits rest = gaps; rest; rest = bits_rest(rest))
            *end++ = move_place(bits_first(rest));
    if (position_may_slide(pos))
        for (Bits rest = pos->pieces[pos->stm]; rest; rest = bits_rest(rest)) {
            const int from = bits_first(rest);
            for (Bits targets = position_targets(pos, from) & gaps; targets; targets = bits_rest(targets))
                if (position_lines_closed(pos, (Side)pos->stm, bits_first(targets), bit(from)))
                    *end++ = move_slide(from, bits_first(targets));
        }
    return (int)(end - moves);
}

void movepick_start_noisy(MovePicker *picker, const Position *pos, Bits gaps)
{
    picker->next = 0;
    picker->first = MOVE_NONE;
    picker->is_listed = true;
    picker->count = position_must_remove(pos) ? movegen_all(pos, picker->moves) : closing_moves(pos, gaps, picker->moves);
    for (int i = 0; i < picker->count; i++)
        picker->scores[i] = position_must_remove(pos) ? score_removal(pos, move_to(picker->moves[i])) : 0;
}

Move movepick_next(MovePicker *picker, int32_t *score)
{
    if (picker->first != MOVE_NONE) {
        const Move first = picker->first;
        picker->moves[picker->next++] = first;
        picker->first = MOVE_NONE;
        *score = SCORE_FIRST;
        return first;
    }
    if (!picker->is_listed)
        list_moves(picker);
    if (picker->next == picker->count)
        return MOVE_NONE;
    const int end = picker->next < SORTED_MAX ? picker->count : picker->next;
    int best = picker->next;
    for (int i = best + 1; i < end; i++)
        if (picker->scores[i] > picker->scores[best])
            best = i;
    const Move move = picker->moves[best];
    *score = picker->scores[best];
    picker->moves[best] = picker->moves[picker->next];
    picker->scores[best] = picker->scores[picker->next];
    picker->moves[picker->next++] = move;
    return move;
}
