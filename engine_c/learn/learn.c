/* learn.c: fits the weights of search/patterns.c by logistic regression to
 * positions whose values the complete tablebase of Nine Men's Morris knows, and
 * writes patterns.inc.
 *
 *     learn TABLES OUT */
#include "tablebase/tb_probe.h"
#include "tablebase/tb_successors.h"
#include "game/movegen.h"
#include "search/patterns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAMPLES_FROM_GAMES = 6000000, /* moving phase, half of them from games with errors */
    SAMPLES_RANDOM = 3000000,     /* random positions, for stages with few pieces */
    SAMPLE_EVERY = 3,             /* of the positions of a game */
    GAME_TURNS_MAX = 60,
    SEARCH_NODES_MAX = 3000000,
    FITTED_SAMPLES_MIN = 6000000, /* per stage, over all epochs; at least three epochs */
    EPOCHS_MAX = 30,
    VALIDATION_SHARE = 25,
    VALIDATION_MAX = 20000,
    CACHE_BITS = 20
};

/* Samples of the placing phase by pieces in hand. */
static const struct {
    int count, least, most;
} Placing[] = { { 300000, 1, 2 }, { 300000, 3, 4 }, { 150000, 5, 6 }, { 60000, 7, 8 } };

/* The stage whose weights a stage starts from; -1: zero. */
static const int StartFrom[PATTERN_STAGE_NB] = {
    [PATTERN_BOARD_17] = -1, [PATTERN_BOARD_15] = PATTERN_BOARD_17, [PATTERN_BOARD_13] = PATTERN_BOARD_15,
    [PATTERN_FEW] = PATTERN_BOARD_13, [PATTERN_FLYING] = PATTERN_FEW, [PATTERN_HAND_2] = PATTERN_BOARD_17,
    [PATTERN_HAND_4] = PATTERN_HAND_2, [PATTERN_HAND_6] = PATTERN_HAND_4, [PATTERN_HAND_MANY] = PATTERN_HAND_6,
};

static const float RateFirst = 0.06f, RateLast = 0.004f, Decay = 2e-4f, Unit = 100.0f;

typedef struct {
    uint16_t index[PATTERN_NB];
    uint8_t material, stage;
    int8_t outcome;
} Sample;

typedef struct {
    Key key;
    int8_t least, most;
    Move move;
} CacheEntry;

typedef struct {
    const Tablebase *tb;
    const Rules *rules;
    const RuleValues *values;
    const Patterns *patterns;
    CacheEntry *cache;
    uint64_t random, nodes;
    Sample *samples;
    size_t count, capacity;
} Learner;

typedef struct {
    float weight[PATTERN_MATERIAL + PATTERN_INDICES], gradient_sum[PATTERN_MATERIAL + PATTERN_INDICES];
} StageWeights;

static uint32_t random_below(Learner *learner, uint32_t below)
{
    learner->random = learner->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(learner->random >> 33) % below;
}

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
    PatternIndices indices;

    if (learner->count == learner->capacity) {
        learner->capacity = learner->capacity ? 2 * learner->capacity : 1 << 20;
        learner->samples = realloc(learner->samples, learner->capacity * sizeof *learner->samples);
        if (!learner->samples)
            exit(EXIT_FAILURE);
    }
    patterns_index(learner->patterns, pos, &indices);
    Sample *sample = &learner->samples[learner->count++];
    *sample = (Sample){ .material = (uint8_t)indices.material, .stage = (uint8_t)indices.stage, .outcome = (int8_t)outcome };
    for (int i = 0; i < PATTERN_NB; i++)
        sample->index[i] = (uint16_t)indices.index[i];
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
        int score = (int)random_below(learner, 100);
        if (move_kind(moves[i]) != MOVE_REMOVE) {
            if (random_below(learner, 10) < 8)
                score += 300 * (position_lines_closed(pos, us, to, is_slide ? bit(move_from(moves[i])) : 0) != 0);
            if (random_below(learner, 10) < 8)
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
    return best_moves[random_below(learner, kept)];
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
            if (turns++ < 4 || random_below(learner, SAMPLE_EVERY) == 0)
                add_sample(learner, pos, search_exact(learner, pos, -1, 1));
        }
        const bool plays_best = is_strong && pos->phase == PHASE_MOVING && random_below(learner, 10) < 6;
        if (!game_play(game, plays_best ? choose_best(learner, pos) : choose(learner, pos), &fault))
            break;
    }
    game_free(game);
}

/* Samples a random position with three to nine pieces per side. */
static void add_random(Learner *learner)
{
    const int own = 3 + (int)random_below(learner, 7), theirs = 3 + (int)random_below(learner, 7);
    Bits mover = 0, other = 0;
    Position pos;

    while (bits_count(mover) < own)
        mover |= bit((int)random_below(learner, 24));
    while (bits_count(other) < theirs)
        other |= bit((int)random_below(learner, 24)) & ~mover;
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
    while (learner->count < SAMPLES_FROM_GAMES)
        play_game(learner, learner->count < SAMPLES_FROM_GAMES / 2);
    for (size_t end = learner->count + SAMPLES_RANDOM; learner->count < end;)
        add_random(learner);
    for (size_t i = 0; i < sizeof Placing / sizeof *Placing; i++) {
        fprintf(stderr, "%zu samples; %d to %d in hand\n", learner->count, Placing[i].least, Placing[i].most);
        for (size_t end = learner->count + (size_t)Placing[i].count; learner->count < end;)
            add_placing(learner, Placing[i].least
                                     + (int)random_below(learner, (uint32_t)(Placing[i].most - Placing[i].least + 1)));
    }
}

static void swap_samples(Sample *a, Sample *b)
{
    const Sample sample = *a;
    *a = *b;
    *b = sample;
}

/* Moves the samples of a stage to the front, shuffled. */
static size_t select_stage(Learner *learner, int stage)
{
    size_t count = 0;

    for (size_t i = 0; i < learner->count; i++)
        if (learner->samples[i].stage == stage)
            swap_samples(&learner->samples[i], &learner->samples[count++]);
    for (size_t i = count; i > 1; i--)
        swap_samples(&learner->samples[i - 1], &learner->samples[random_below(learner, (uint32_t)i)]);
    return count;
}

static float win_probability(const StageWeights *stage, const Sample *sample)
{
    float sum = stage->weight[sample->material];

    for (int i = 0; i < PATTERN_NB; i++)
        sum += stage->weight[PATTERN_MATERIAL + sample->index[i]];
    return 1 / (1 + expf(-sum));
}

/* AdaGrad step. */
static void adjust(StageWeights *stage, int at, float error, float rate)
{
    const float step = error - Decay * stage->weight[at];

    stage->gradient_sum[at] += step * step;
    stage->weight[at] += rate * step / sqrtf(stage->gradient_sum[at] + 1);
}

static void fit_stage(StageWeights *stage, const Sample *samples, size_t count)
{
    const size_t wanted = count ? FITTED_SAMPLES_MIN / count + 3 : 0;
    const int epochs = wanted < EPOCHS_MAX ? (int)wanted : EPOCHS_MAX;

    for (int epoch = 0; epoch < epochs; epoch++) {
        const float rate = RateFirst * (1 - (float)epoch / (float)epochs) + RateLast;
        for (size_t i = 0; i < count; i++) {
            const float error = (float)(samples[i].outcome + 1) / 2 - win_probability(stage, &samples[i]);
            adjust(stage, samples[i].material, error, rate);
            for (int k = 0; k < PATTERN_NB; k++)
                adjust(stage, PATTERN_MATERIAL + samples[i].index[k], error, rate);
        }
    }
}

/* Mean log loss on validation samples. */
static double log_loss(const StageWeights *stage, const Sample *samples, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++) {
        const double guess = (double)win_probability(stage, &samples[i]), is = (samples[i].outcome + 1) / 2.0;
        sum -= is * log(guess + 1e-9) + (1 - is) * log(1 - guess + 1e-9);
    }
    return count ? sum / (double)count : 0;
}

static void write_weights(FILE *file, const float *weight, int count)
{
    for (int i = 0, column = 0; i < count; i++) {
        column += fprintf(file, "%d,", (int)lrintf(Unit * weight[i]));
        if (column > 110 || i == count - 1) {
            fputc('\n', file);
            column = 0;
        }
    }
}

int main(int argc, char **argv)
{
    Fault fault;
    RuleValues values;
    Rules rules;

    if (argc != 3 || !rules_read(&values, "nine_mens_morris", &fault)) {
        fprintf(stderr, "usage: learn TABLES OUT\n");
        return EXIT_FAILURE;
    }
    rules_prepare(&rules, &values);
    Learner learner = { .tb = tb_open(&rules, argv[1], &fault), .rules = &rules, .values = &values,
                        .patterns = patterns_new(), .cache = calloc((size_t)1 << CACHE_BITS, sizeof(CacheEntry)), .random = 5 };
    StageWeights *stages = calloc(PATTERN_STAGE_NB, sizeof *stages);
    FILE *file = fopen(argv[2], "w");
    if (!learner.tb || tb_max_pieces(learner.tb) < 18 || !learner.patterns || !learner.cache || !stages || !file) {
        fprintf(stderr, "need complete tablebase, memory and an output file: %s\n", fault.text);
        return EXIT_FAILURE;
    }
    collect(&learner);
    for (int i = 0; i < PATTERN_STAGE_NB; i++) {
        const size_t count = select_stage(&learner, i), share = count / VALIDATION_SHARE;
        const size_t test = share < VALIDATION_MAX ? share : VALIDATION_MAX;
        if (StartFrom[i] >= 0)
            memcpy(stages[i].weight, stages[StartFrom[i]].weight, sizeof stages[i].weight);
        fit_stage(&stages[i], learner.samples + test, count - test);
        fprintf(stderr, "stage %d: %zu samples, log loss %.4f\n", i, count, log_loss(&stages[i], learner.samples, test));
        fputs("{ {\n", file);
        write_weights(file, stages[i].weight, PATTERN_MATERIAL);
        fputs("}, {\n", file);
        write_weights(file, stages[i].weight + PATTERN_MATERIAL, PATTERN_INDICES);
        fputs("} },\n", file);
    }
    fclose(file);
    return EXIT_SUCCESS;
}
