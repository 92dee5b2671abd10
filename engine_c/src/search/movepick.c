/* movepick.c: move scores and selection sort. */
#include "movepick.h"

enum {
    SCORE_TT_MOVE = 1 << 28,
    SCORE_CLOSES = 1 << 24,  /* per mill closed */
    SCORE_BLOCKS = 1 << 20,  /* per mill stopped; equals SCORE_NOISY */
    SCORE_KILLER = 1 << 18,
    SCORE_BUILDS = 600,      /* makes two own pieces on an open line */
    SCORE_UNBLOCKS = -3000,  /* leaves a point that blocks a mill */
    SCORE_NEIGHBOUR = 40,    /* per neighbour of the target */
    SCORE_NEAR_MARK = 60     /* per marked neighbour, empty after placing */
};

/* Moves after these are returned unsorted: a late cutoff is unlikely. */
enum { SORTED_MAX = 6 };

/* Gravity formula: saturates at HISTORY_MAX. */
void history_add(History *history, Side side, Move move, int bonus)
{
    int16_t *score = &history->score[side][move];
    const int magnitude = bonus < 0 ? -bonus : bonus;

    *score = (int16_t)(*score + bonus - *score * magnitude / HISTORY_MAX);
}

/* Lines through pt with this many own and no opposing pieces on the other two points. */
static int lines_with(const Topology *topology, int pt, Bits own, Bits theirs, int pieces)
{
    int count = 0;

    for (int i = 0; i < topology->lines_at[pt]; i++) {
        const Bits pair = topology->pair_at[pt][i];
        count += !(pair & theirs) && bits_count(pair & own) == pieces;
    }
    return count;
}

/* Prefers pieces that threaten a mill, are mobile, or touch own pieces. */
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

/* Points that a move is scored by, computed once per node. */
typedef struct {
    Bits closing;  /* completes an own line, unless the piece comes from that line */
    Bits blocking; /* completes a line of the opponent's */
    Bits building; /* makes two own pieces on an open line */
    Bits guarding; /* own pieces that block a line of the opponent's */
} Targets;

static void fill_targets(const Position *pos, Targets *targets)
{
    const Topology *topology = &pos->rules->topology;
    const Bits own = pos->pieces[pos->stm], theirs = pos->pieces[!pos->stm], empty = position_empty(pos);
    const Both sides = both(own, theirs);
    const Both mills = features_completing(topology, sides, sides, both(empty, empty));
    const Both pairs = features_completing(topology, sides, both(empty, theirs), both(empty, own));

    targets->closing = (Bits)mills;
    targets->blocking = (Bits)(mills >> 32);
    targets->building = (Bits)pairs;
    targets->guarding = (Bits)(pairs >> 32);
}

static int score_move(const Position *pos, const Targets *targets, Bits left, int to)
{
    const Topology *topology = &pos->rules->topology;
    int score = SCORE_NEIGHBOUR * bits_count(topology->neighbours[to]);

    if (targets->closing & bit(to))
        score += SCORE_CLOSES * position_lines_closed(pos, (Side)pos->stm, to, left);
    if (targets->blocking & bit(to))
        score += SCORE_BLOCKS * position_lines_closed(pos, side_other((Side)pos->stm), to, 0);
    if (targets->building & bit(to))
        score += SCORE_BUILDS;
    if (targets->guarding & left)
        score += SCORE_UNBLOCKS;
    if (pos->marked)
        score += SCORE_NEAR_MARK * bits_count(topology->neighbours[to] & pos->marked);
    return score;
}

void movepick_start(MovePicker *picker, const Position *pos, Move tt_move, const Move killers[KILLER_NB], const History *history)
{
    picker->pos = pos;
    picker->killers = killers;
    picker->history = history;
    picker->tt_move = picker->first = tt_move != MOVE_NONE && !movegen_refusal(pos, tt_move) ? tt_move : MOVE_NONE;
    picker->is_generated = false;
    picker->count = picker->next = 0;
}

static inline void add_move(MovePicker *picker, Move move, int score)
{
    if (move == picker->first)
        return;
    if (move == picker->killers[0] || move == picker->killers[1])
        score += SCORE_KILLER;
    picker->moves[picker->count] = move;
    picker->scores[picker->count++] = score + picker->history->score[picker->pos->stm][move];
}

/* Generates and scores the moves without the TT move, in the order of movegen_all. */
static void generate(MovePicker *picker)
{
    const Position *pos = picker->pos;
    Targets targets;

    picker->count = picker->next;
    picker->is_generated = true;
    if (position_must_remove(pos)) {
        for (Bits rest = position_removable(pos, (Side)pos->stm); rest; rest = bits_rest(rest))
            add_move(picker, move_remove(bits_first(rest)), score_removal(pos, bits_first(rest)));
        return;
    }
    fill_targets(pos, &targets);
    if (position_may_place(pos))
        for (Bits rest = position_empty(pos); rest; rest = bits_rest(rest))
            add_move(picker, move_place(bits_first(rest)), score_move(pos, &targets, 0, bits_first(rest)));
    if (position_may_slide(pos))
        for (Bits rest = pos->pieces[pos->stm]; rest; rest = bits_rest(rest)) {
            const int from = bits_first(rest);
            for (Bits to = position_targets(pos, from); to; to = bits_rest(to))
                add_move(picker, move_slide(from, bits_first(to)), score_move(pos, &targets, bit(from), bits_first(to)));
        }
}

/* Moves that close a mill of the side to move. */
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
    picker->tt_move = MOVE_NONE;
    picker->is_generated = true;
    picker->count = position_must_remove(pos) ? movegen_all(pos, picker->moves) : closing_moves(pos, gaps, picker->moves);
    for (int i = 0; i < picker->count; i++)
        picker->scores[i] = position_must_remove(pos) ? score_removal(pos, move_to(picker->moves[i])) : 0;
}

Move movepick_next(MovePicker *picker, int32_t *score)
{
    if (picker->tt_move != MOVE_NONE) {
        const Move tt_move = picker->tt_move;
        picker->moves[picker->next++] = tt_move;
        picker->tt_move = MOVE_NONE;
        *score = SCORE_TT_MOVE;
        return tt_move;
    }
    if (!picker->is_generated)
        generate(picker);
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
