#include "movepick.h"

enum {
    SCORE_CLOSES = 1 << 24, /* per mill closed */
    SCORE_BLOCKS = 1 << 20, /* per mill stopped; equals SCORE_NOISY */
    SCORE_KILLER = 1 << 18,
    SCORE_BUILDS = 600,     /* makes two own pieces on an open line */
    SCORE_UNBLOCKS = -3000, /* leaves a point that blocks a mill */
    SCORE_NEIGHBOUR = 40,   /* per neighbour of the target */
    SCORE_NEAR_MARK = 60    /* per marked neighbour, empty after placing */
};

/* Gravity formula: saturates at HISTORY_MAX. */
void history_add(History *history, Side side, Move move, int bonus)
{
    int16_t *score = &history->score[side][move];
    const int magnitude = bonus < 0 ? -bonus : bonus;

    *score = (int16_t)(*score + bonus - *score * magnitude / HISTORY_MAX);
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
    int threat = 0;

    for (int i = 0; i < topology->lines_at[pt]; i++) {
        const Bits pair = topology->pair_at[pt][i];
        const int builds = !(pair & ours) & (bits_count(pair & theirs) == 1); /* one piece more threatens a mill */
        const int blocks = (pair & ours) == pair;
        threat += 3 * builds + 2 * blocks;
    }
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
    const PiecePair sides = piece_pair(own, theirs);
    const PiecePair mills = features_completing(topology, sides, sides, piece_pair(empty, empty));
    const PiecePair pairs = features_completing(topology, sides, piece_pair(empty, theirs), piece_pair(empty, own));

    targets->closing = (Bits)mills;
    targets->blocking = (Bits)(mills >> 32);
    targets->building = (Bits)pairs;
    targets->guarding = (Bits)(pairs >> 32);
}

/* A move that closes or stops a mill, or ends near a marked point. */
static int score_special(const Position *pos, const Targets *targets, Bits left, int to)
{
    int score = SCORE_NEAR_MARK * bits_count(pos->rules->topology.neighbours[to] & pos->marked);

    if (targets->closing & bit(to))
        score += SCORE_CLOSES * position_lines_closed(pos, (Side)pos->stm, to, left);
    if (targets->blocking & bit(to))
        score += SCORE_BLOCKS * position_lines_closed(pos, side_other((Side)pos->stm), to, 0);
    return score;
}

void movepick_start(MovePicker *picker, const Position *pos, Move tt_move, const Move killers[KILLER_NB],
                    const History *history)
{
    picker->pos = pos;
    picker->killers = killers;
    picker->history = history;
    picker->tt_move = tt_move != MOVE_NONE && !movegen_refusal(pos, tt_move) ? tt_move : MOVE_NONE;
    picker->is_generated = picker->is_rest_quiet = false;
    picker->count = picker->next = picker->deferred = 0;
}

/* Returns the index of the best move, as does score_moves. */
static int score_removals(MovePicker *picker)
{
    int best = picker->next;

    for (int i = best; i < picker->count; i++) {
        picker->scores[i] = score_removal(picker->pos, move_to(picker->moves[i]))
            + picker->history->score[picker->pos->stm][picker->moves[i]];
        best = picker->scores[i] > picker->scores[best] ? i : best;
    }
    return best;
}

static int score_moves(MovePicker *picker)
{
    const Position *pos = picker->pos;
    const Bits *neighbours = pos->rules->topology.neighbours;
    const int16_t *history = picker->history->score[pos->stm];
    const Move killer = picker->killers[0], other_killer = picker->killers[1];
    int best = picker->next, best_score = INT32_MIN;
    Targets targets;

    fill_targets(pos, &targets);
    const Bits special = targets.closing | targets.blocking | (pos->marked ? ~(Bits)0 : 0);
    for (int i = picker->next; i < picker->count; i++) {
        const Move move = picker->moves[i];
        const int to = move_to(move), from = move_from(move);
        const Bits left = (Bits)(move_kind(move) == MOVE_SLIDE) << from;
        int score = SCORE_NEIGHBOUR * bits_count(neighbours[to]) + history[move];
        score += targets.building >> to & 1 ? SCORE_BUILDS : 0;
        score += targets.guarding & left ? SCORE_UNBLOCKS : 0;
        if (special >> to & 1)
            score += score_special(pos, &targets, left, to);
        score += ((move == killer) | (move == other_killer)) ? SCORE_KILLER : 0;
        picker->scores[i] = score;
        best = score > best_score ? i : best;
        best_score = score > best_score ? score : best_score;
    }
    return best;
}

int movepick_generate(MovePicker *picker)
{
    const int first = picker->next;

    picker->is_generated = true;
    picker->count = first + movegen_all(picker->pos, picker->moves + first);
    for (int i = first; first && i < picker->count; i++)
        if (picker->moves[i] == picker->moves[0]) {
            picker->moves[i] = picker->moves[--picker->count];
            break;
        }
    return position_must_remove(picker->pos) ? score_removals(picker) : score_moves(picker);
}

/* Moves that close a mill of the side to move. */
static int closing_moves(const Position *pos, Bits gaps, Move *moves)
{
    const Bits own = pos->pieces[pos->stm];
    Move *end = moves;

    if (position_may_place(pos))
        for (Bits rest = gaps; rest; rest = bits_rest(rest))
            *end++ = move_place(bits_first(rest));
    if (!position_may_slide(pos))
        return (int)(end - moves);
    const Bits movers = position_slides_simply(pos) ? own & topology_around(&pos->rules->topology, gaps) : own;
    for (Bits rest = movers; rest; rest = bits_rest(rest)) {
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
    picker->is_rest_quiet = false;
    picker->count = position_must_remove(pos) ? movegen_all(pos, picker->moves)
                                              : closing_moves(pos, gaps, picker->moves);
    for (int i = 0; i < picker->count; i++)
        picker->scores[i] = position_must_remove(pos) ? score_removal(pos, move_to(picker->moves[i])) : 0;
}
