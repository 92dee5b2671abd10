/* exact.c: positions whose values the complete tablebase of Nine Men's Morris
 * knows: from games, at random, and placing positions searched to the end. */
#include "samples.h"

#include "tablebase/tb_probe.h"
#include "tablebase/tb_successors.h"
#include "game/movegen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAMPLES_FROM_GAMES = 6000000, /* moving phase, half of them from games with errors */
    SAMPLES_RANDOM = 3000000,     /* random positions, for stages with few pieces */
    SAMPLE_EVERY = 3,             /* of the positions of a game */
    GAME_TURNS_MAX = 60,
    SEARCH_NODES_MAX = 3000000,
    HELD_BACK_EVERY = 25,
    CACHE_BITS = 20
};

/* Samples of the placing phase by pieces in hand. */
static const struct {
    int count, least, most;
} Placing[] = { { 300000, 1, 2 }, { 300000, 3, 4 }, { 150000, 5, 6 }, { 60000, 7, 8 } };

typedef struct {
    Key key;
    int8_t least, most;
    Move move;
} CacheEntry;

typedef struct {
    const Tablebase *tb;
    const Rules *rules;
    const RuleValues *values;
    CacheEntry *cache;
    uint64_t random, nodes;
    Samples samples;
} Learner;

static int move_score(const Position *pos, Move move, Move cached)
{
    const Side us = (Side)pos->stm;
    const int to = move_to(move);

    if (move == cached)
        return 1000;
    return move_kind(move) == MOVE_REMOVE ? 0
        : 100 * position_lines_closed(pos, us, to, 0) + 50 * position_lines_closed(pos, side_other(us), to, 0)
            + bits_count(pos->rules->topology.neighbours[to]);
}

/* WDL for the side to move as 1, 0, -1: alpha-beta down to the tablebase. */
static int search_exact(Learner *learner, const Position *pos, int alpha, int beta)
{
    TbResult result;
    Move moves[MOVES_MAX];
    int scores[MOVES_MAX];

    if (pos->outcome)
        return position_result(pos, (Side)pos->stm);
    if (++learner->nodes > SEARCH_NODES_MAX)
        return 0;
    if (pos->phase == PHASE_MOVING && tb_probe(learner->tb, pos, &result))
        return result.wdl;
    const Key key = position_key(pos);
    CacheEntry *entry = &learner->cache[key & ((1u << CACHE_BITS) - 1)];
    if (entry->key != key)
        *entry = (CacheEntry){ key, -1, 1, MOVE_NONE };
    alpha = entry->least > alpha ? entry->least : alpha;
    beta = entry->most < beta ? entry->most : beta;
    if (alpha >= beta)
        return entry->least >= beta ? entry->least : entry->most;
    const int count = movegen_all(pos, moves), first_alpha = alpha;
    for (int i = 0; i < count; i++)
        scores[i] = move_score(pos, moves[i], entry->move);
    int best = -2;
    Move best_move = MOVE_NONE;
    for (int i = 0; i < count && alpha < beta; i++) {
        int next = i;
        Position after;
        for (int k = i + 1; k < count; k++)
            next = scores[k] > scores[next] ? k : next;
        const Move move = moves[next];
        moves[next] = moves[i];
        scores[next] = scores[i];
        position_make(&after, pos, move);
        const int value = after.stm == pos->stm ? search_exact(learner, &after, alpha, beta)
                                                : -search_exact(learner, &after, -beta, -alpha);
        if (value > best) {
            best = value;
            best_move = move;
        }
        alpha = value > alpha ? value : alpha;
    }
    if (learner->nodes <= SEARCH_NODES_MAX) {
        if (entry->key != key)
            *entry = (CacheEntry){ key, -1, 1, MOVE_NONE };
        entry->move = best_move;
        if (best > first_alpha)
            entry->least = (int8_t)best;
        if (best < beta)
            entry->most = (int8_t)best;
    }
    return best;
}

static void add_sample(Learner *learner, const Position *pos, int outcome)
{
    samples_add(&learner->samples, pos, outcome, learner->samples.count % HELD_BACK_EVERY == 0);
}

/* A one-ply player with errors. */
static Move choose(Learner *learner, const Position *pos)
{
    const Side us = (Side)pos->stm, them = side_other(us);
    Move moves[MOVES_MAX], best = MOVE_NONE;
    const int count = movegen_all(pos, moves);
    int most = INT32_MIN;

    for (int i = 0; i < count; i++) {
        const int to = move_to(moves[i]);
        const bool is_slide = move_kind(moves[i]) == MOVE_SLIDE;
        int score = (int)random_below(&learner->random, 100);
        if (move_kind(moves[i]) != MOVE_REMOVE) {
            if (random_below(&learner->random, 10) < 8)
                score += 300 * (position_lines_closed(pos, us, to, is_slide ? bit(move_from(moves[i])) : 0) != 0);
            if (random_below(&learner->random, 10) < 8)
                score += 150 * (position_lines_closed(pos, them, to, 0) != 0);
            score += 12 * bits_count(pos->rules->topology.neighbours[to] & (is_slide ? position_empty(pos) : ~(Bits)0));
        }
        if (score > most) {
            most = score;
            best = moves[i];
        }
    }
    return best;
}

/* A random move that keeps the value. */
static Move choose_best(Learner *learner, const Position *pos)
{
    Move moves[MOVES_MAX], best_moves[MOVES_MAX];
    const int count = movegen_all(pos, moves);
    int best = -2;
    uint32_t kept = 0;

    for (int i = 0; i < count; i++) {
        Position after;
        position_make(&after, pos, moves[i]);
        learner->nodes = 0;
        const int value = after.stm == pos->stm ? search_exact(learner, &after, -1, 1) : -search_exact(learner, &after, -1, 1);
        if (value > best) {
            best = value;
            kept = 0;
        }
        if (value == best)
            best_moves[kept++] = moves[i];
    }
    return best_moves[random_below(&learner->random, kept)];
}

/* Plays a game and samples its moving phase. */
static void play_game(Learner *learner, bool is_strong)
{
    Game *game = game_new(learner->values);
    Fault fault;

    for (int turns = 0; game && !game->now.outcome && turns < GAME_TURNS_MAX;) {
        const Position *pos = &game->now;
        if (pos->phase == PHASE_MOVING && !position_must_remove(pos)) {
            learner->nodes = 0;
            if (turns++ < 4 || random_below(&learner->random, SAMPLE_EVERY) == 0)
                add_sample(learner, pos, search_exact(learner, pos, -1, 1));
        }
        const bool plays_best = is_strong && pos->phase == PHASE_MOVING && random_below(&learner->random, 10) < 6;
        if (!game_play(game, plays_best ? choose_best(learner, pos) : choose(learner, pos), &fault))
            break;
    }
    game_free(game);
}

/* Samples a random position with three to nine pieces per side. */
static void add_random(Learner *learner)
{
    const int own = 3 + (int)random_below(&learner->random, 7), theirs = 3 + (int)random_below(&learner->random, 7);
    Bits mover = 0, other = 0;
    Position pos;

    while (bits_count(mover) < own)
        mover |= bit((int)random_below(&learner->random, 24));
    while (bits_count(other) < theirs)
        other |= bit((int)random_below(&learner->random, 24)) & ~mover;
    successors_position(&pos, learner->rules, mover, other);
    if (pos.outcome || position_must_remove(&pos) || pos.stm != WHITE || own + theirs >= 15)
        return;
    learner->nodes = 0;
    add_sample(learner, &pos, search_exact(learner, &pos, -1, 1));
}

/* Samples a placing position with `hand` pieces in hand. */
static void add_placing(Learner *learner, int hand)
{
    Game *game = game_new(learner->values);
    const Position *pos = &game->now;
    Fault fault;

    while (!pos->outcome && (pos->in_hand[WHITE] + pos->in_hand[BLACK] > hand || position_must_remove(pos)))
        if (!game_play(game, choose(learner, pos), &fault))
            break;
    learner->nodes = 0;
    if (!pos->outcome && pos->phase == PHASE_PLACING) {
        const int outcome = search_exact(learner, pos, -1, 1);
        if (learner->nodes <= SEARCH_NODES_MAX)
            add_sample(learner, pos, outcome);
    }
    game_free(game);
}

static void collect(Learner *learner)
{
    while (learner->samples.count < SAMPLES_FROM_GAMES)
        play_game(learner, learner->samples.count < SAMPLES_FROM_GAMES / 2);
    for (size_t end = learner->samples.count + SAMPLES_RANDOM; learner->samples.count < end;)
        add_random(learner);
    for (size_t i = 0; i < sizeof Placing / sizeof *Placing; i++) {
        fprintf(stderr, "%zu samples; %d to %d in hand\n", learner->samples.count, Placing[i].least, Placing[i].most);
        for (size_t end = learner->samples.count + (size_t)Placing[i].count; learner->samples.count < end;)
            add_placing(learner, Placing[i].least
                                     + (int)random_below(&learner->random, (uint32_t)(Placing[i].most - Placing[i].least + 1)));
    }
}

int exact_run(const char *tables, const char *out)
{
    Fault fault = { 0 };
    RuleValues values;
    Rules rules;

    rules_standard(&values);
    rules_prepare(&rules, &values);
    Learner learner = { .tb = tb_open(&rules, tables, &fault), .rules = &rules, .values = &values,
                        .cache = calloc((size_t)1 << CACHE_BITS, sizeof(CacheEntry)), .random = 5 };
    if (!learner.tb || tb_max_pieces(learner.tb) < 18 || !learner.cache) {
        fprintf(stderr, "need the complete tablebase and memory: %s\n", fault.text);
        return EXIT_FAILURE;
    }
    collect(&learner);
    return samples_write(&learner.samples, out) ? EXIT_SUCCESS : EXIT_FAILURE;
}
