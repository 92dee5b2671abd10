/* learn.c: makes src/patterns.inc from the complete tables of Nine Men's
 * Morris: plays and scatters millions of positions, looks up what each is
 * worth, and fits the weights of patterns.c to it (logistic regression).
 *
 *     learn TABLES OUT */
#include "tablebase/tb_probe.h"
#include "game/movegen.h"
#include "search/patterns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLAYED = 6000000,          /* positions of the moving phase from games, half of them among sides that err … */
    SCATTERED = 3000000,       /* … and at random, for stages with few pieces */
    KEPT_ONE_IN = 3,           /* positions of a game, which are much alike */
    GAME_TURNS_MAX = 60,
    SEARCH_NODES_MAX = 3000000,
    SEEN_ENOUGH = 6000000,     /* samples passed in learning a stage, at least three times each */
    ROUNDS_MAX = 30,
    TEST_SHARE = 25,
    TEST_MOST = 20000,
    MEMORY_BITS = 20
};

/* Placing: how many samples, with how many pieces in hand. */
static const struct {
    int count, least, most;
} Placing[] = { { 300000, 1, 2 }, { 300000, 3, 4 }, { 150000, 5, 6 }, { 60000, 7, 8 } };

/* Weights of a stage start as those of another, where fewer samples refine them. */
static const int StartFrom[PATTERN_STAGE_NB] = {
    [PATTERN_BOARD_17] = -1, [PATTERN_BOARD_15] = PATTERN_BOARD_17, [PATTERN_BOARD_13] = PATTERN_BOARD_15,
    [PATTERN_FEW] = PATTERN_BOARD_13, [PATTERN_FLYING] = PATTERN_FEW, [PATTERN_HAND_2] = PATTERN_BOARD_17,
    [PATTERN_HAND_4] = PATTERN_HAND_2, [PATTERN_HAND_6] = PATTERN_HAND_4, [PATTERN_HAND_MANY] = PATTERN_HAND_6,
};

static const float RateFirst = 0.06f, RateLast = 0.004f, Decay = 2e-4f, Unit = 100.0f;

typedef struct {
    uint16_t kind[PATTERN_LOOKS];
    uint8_t pieces, stage;
    int8_t outcome;
} Sample;

typedef struct {
    Key key;
    int8_t least, most;
    Move move;
} Memory;

typedef struct {
    const Tables *tables;
    const Rules *rules;
    const RuleValues *values;
    const Patterns *patterns;
    Memory *memory;
    uint64_t lot, nodes;
    Sample *samples;
    size_t count, room;
} Learner;

typedef struct {
    float weight[PATTERN_PIECES + PATTERN_KINDS], spread[PATTERN_PIECES + PATTERN_KINDS];
} Stage;

static uint32_t draw(Learner *learner, uint32_t below)
{
    learner->lot = learner->lot * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(learner->lot >> 33) % below;
}

static int outcome_for(const Position *pos, int side)
{
    return pos->outcome == OUTCOME_DRAW ? 0 : (pos->outcome == OUTCOME_WHITE) == (side == WHITE) ? 1 : -1;
}

/* Likely good ones first, so that the search is short. */
static int promise(const Position *pos, Move move, Move remembered)
{
    const Side us = (Side)pos->stm;
    const int to = move_to(move);

    if (move == remembered)
        return 1000;
    return move_kind(move) == MOVE_REMOVE ? 0
        : 100 * position_lines_closed(pos, us, to, 0) + 50 * position_lines_closed(pos, side_other(us), to, 0)
            + bits_count(pos->rules->topology.neighbours[to]);
}

/* 1, 0 or -1 for the side to move: alpha-beta down to the tables. */
static int exact(Learner *learner, const Position *pos, int alpha, int beta)
{
    EndgameVerdict verdict;
    Move moves[MOVES_MAX];
    int promises[MOVES_MAX];

    if (pos->outcome)
        return outcome_for(pos, pos->stm);
    if (++learner->nodes > SEARCH_NODES_MAX)
        return 0;
    if (pos->phase == PHASE_MOVING && endgame_probe(learner->tables, pos, &verdict))
        return verdict.outcome;
    const Key key = position_key(pos);
    Memory *memory = &learner->memory[key & ((1u << MEMORY_BITS) - 1)];
    if (memory->key != key)
        *memory = (Memory){ key, -1, 1, MOVE_NONE };
    alpha = memory->least > alpha ? memory->least : alpha;
    beta = memory->most < beta ? memory->most : beta;
    if (alpha >= beta)
        return memory->least >= beta ? memory->least : memory->most;
    const int count = movegen_all(pos, moves), first_alpha = alpha;
    for (int i = 0; i < count; i++)
        promises[i] = promise(pos, moves[i], memory->move);
    int best = -2;
    Move best_move = MOVE_NONE;
    for (int i = 0; i < count && alpha < beta; i++) {
        int next = i;
        Position after;
        for (int k = i + 1; k < count; k++)
            next = promises[k] > promises[next] ? k : next;
        const Move move = moves[next];
        moves[next] = moves[i];
        promises[next] = promises[i];
        position_make(&after, pos, move);
        const int value = after.stm == pos->stm ? exact(learner, &after, alpha, beta) : -exact(learner, &after, -beta, -alpha);
        if (value > best) {
            best = value;
            best_move = move;
        }
        alpha = value > alpha ? value : alpha;
    }
    if (learner->nodes <= SEARCH_NODES_MAX) {
        if (memory->key != key)
            *memory = (Memory){ key, -1, 1, MOVE_NONE };
        memory->move = best_move;
        if (best > first_alpha)
            memory->least = (int8_t)best;
        if (best < beta)
            memory->most = (int8_t)best;
    }
    return best;
}

static void keep(Learner *learner, const Position *pos, int outcome)
{
    PatternLook look;

    if (learner->count == learner->room) {
        learner->room = learner->room ? 2 * learner->room : 1 << 20;
        learner->samples = realloc(learner->samples, learner->room * sizeof *learner->samples);
        if (!learner->samples)
            exit(EXIT_FAILURE);
    }
    patterns_look(learner->patterns, pos, &look);
    Sample *sample = &learner->samples[learner->count++];
    *sample = (Sample){ .pieces = (uint8_t)look.pieces, .stage = (uint8_t)look.stage, .outcome = (int8_t)outcome };
    for (int i = 0; i < PATTERN_LOOKS; i++)
        sample->kind[i] = (uint16_t)look.kind[i];
}

/* What a player who sees one move ahead does, mostly. */
static Move choose(Learner *learner, const Position *pos)
{
    const Side us = (Side)pos->stm, them = side_other(us);
    Move moves[MOVES_MAX], best = MOVE_NONE;
    const int count = movegen_all(pos, moves);
    int most = INT32_MIN;

    for (int i = 0; i < count; i++) {
        const int to = move_to(moves[i]);
        const bool is_step = move_kind(moves[i]) == MOVE_SLIDE;
        int liking = (int)draw(learner, 100);
        if (move_kind(moves[i]) != MOVE_REMOVE) {
            if (draw(learner, 10) < 8)
                liking += 300 * (position_lines_closed(pos, us, to, is_step ? bit(move_from(moves[i])) : 0) != 0);
            if (draw(learner, 10) < 8)
                liking += 150 * (position_lines_closed(pos, them, to, 0) != 0);
            liking += 12 * bits_count(pos->rules->topology.neighbours[to] & (is_step ? position_empty(pos) : ~(Bits)0));
        }
        if (liking > most) {
            most = liking;
            best = moves[i];
        }
    }
    return best;
}

/* One of the moves that give nothing away. */
static Move choose_sound(Learner *learner, const Position *pos)
{
    Move moves[MOVES_MAX], sound[MOVES_MAX];
    const int count = movegen_all(pos, moves);
    int best = -2;
    uint32_t kept = 0;

    for (int i = 0; i < count; i++) {
        Position after;
        position_make(&after, pos, moves[i]);
        learner->nodes = 0;
        const int value = after.stm == pos->stm ? exact(learner, &after, -1, 1) : -exact(learner, &after, -1, 1);
        if (value > best) {
            best = value;
            kept = 0;
        }
        if (value == best)
            sound[kept++] = moves[i];
    }
    return sound[draw(learner, kept)];
}

/* A game; positions of its moving phase are kept. */
static void play_game(Learner *learner, bool is_sound)
{
    Game *game = game_new(learner->values);
    Fault fault;

    for (int turns = 0; game && !game->now.outcome && turns < GAME_TURNS_MAX;) {
        const Position *pos = &game->now;
        if (pos->phase == PHASE_MOVING && !position_must_remove(pos)) {
            learner->nodes = 0;
            if (turns++ < 4 || draw(learner, KEPT_ONE_IN) == 0)
                keep(learner, pos, exact(learner, pos, -1, 1));
        }
        const bool is_careful = is_sound && pos->phase == PHASE_MOVING && draw(learner, 10) < 6;
        if (!game_play(game, is_careful ? choose_sound(learner, pos) : choose(learner, pos), &fault))
            break;
    }
    game_free(game);
}

/* Pieces at random, three to nine a side. */
static void scatter(Learner *learner)
{
    const int own = 3 + (int)draw(learner, 7), theirs = 3 + (int)draw(learner, 7);
    Bits mover = 0, other = 0;
    Position pos;

    while (bits_count(mover) < own)
        mover |= bit((int)draw(learner, 24));
    while (bits_count(other) < theirs)
        other |= bit((int)draw(learner, 24)) & ~mover;
    turns_place(&pos, learner->rules, mover, other);
    if (pos.outcome || position_must_remove(&pos) || pos.stm != WHITE || own + theirs >= 15)
        return;
    learner->nodes = 0;
    keep(learner, &pos, exact(learner, &pos, -1, 1));
}

/* A position with so many pieces left in hand. */
static void place(Learner *learner, int hand)
{
    Game *game = game_new(learner->values);
    const Position *pos = &game->now;
    Fault fault;

    while (!pos->outcome && (pos->in_hand[WHITE] + pos->in_hand[BLACK] > hand || position_must_remove(pos)))
        if (!game_play(game, choose(learner, pos), &fault))
            break;
    learner->nodes = 0;
    if (!pos->outcome && pos->phase == PHASE_PLACING) {
        const int outcome = exact(learner, pos, -1, 1);
        if (learner->nodes <= SEARCH_NODES_MAX)
            keep(learner, pos, outcome);
    }
    game_free(game);
}

static void gather(Learner *learner)
{
    while (learner->count < PLAYED)
        play_game(learner, learner->count < PLAYED / 2);
    for (size_t end = learner->count + SCATTERED; learner->count < end;)
        scatter(learner);
    for (size_t i = 0; i < sizeof Placing / sizeof *Placing; i++) {
        fprintf(stderr, "%zu samples; %d to %d in hand\n", learner->count, Placing[i].least, Placing[i].most);
        for (size_t end = learner->count + (size_t)Placing[i].count; learner->count < end;)
            place(learner, Placing[i].least + (int)draw(learner, (uint32_t)(Placing[i].most - Placing[i].least + 1)));
    }
}

/* Brings the samples of a stage to the front, in random order. */
static size_t select_stage(Learner *learner, int stage)
{
    size_t count = 0;

    for (size_t i = 0; i < learner->count; i++)
        if (learner->samples[i].stage == stage) {
            const size_t at = count++;
            const Sample sample = learner->samples[i];
            learner->samples[i] = learner->samples[at];
            learner->samples[at] = sample;
        }
    for (size_t i = count; i > 1; i--) {
        const size_t at = draw(learner, (uint32_t)i);
        const Sample sample = learner->samples[i - 1];
        learner->samples[i - 1] = learner->samples[at];
        learner->samples[at] = sample;
    }
    return count;
}

static float chance(const Stage *stage, const Sample *sample)
{
    float sum = stage->weight[sample->pieces];

    for (int i = 0; i < PATTERN_LOOKS; i++)
        sum += stage->weight[PATTERN_PIECES + sample->kind[i]];
    return 1 / (1 + expf(-sum));
}

/* One step, the shorter the more often the weight was moved before. */
static void adjust(Stage *stage, int at, float error, float rate)
{
    const float step = error - Decay * stage->weight[at];

    stage->spread[at] += step * step;
    stage->weight[at] += rate * step / sqrtf(stage->spread[at] + 1);
}

static void learn_stage(Stage *stage, const Sample *samples, size_t count)
{
    const size_t wanted = count ? SEEN_ENOUGH / count + 3 : 0;
    const int rounds = wanted < ROUNDS_MAX ? (int)wanted : ROUNDS_MAX;

    for (int round = 0; round < rounds; round++) {
        const float rate = RateFirst * (1 - (float)round / (float)rounds) + RateLast;
        for (size_t i = 0; i < count; i++) {
            const float error = (float)(samples[i].outcome + 1) / 2 - chance(stage, &samples[i]);
            adjust(stage, samples[i].pieces, error, rate);
            for (int k = 0; k < PATTERN_LOOKS; k++)
                adjust(stage, PATTERN_PIECES + samples[i].kind[k], error, rate);
        }
    }
}

/* The mean logarithm of the chance given to what is so, for samples it has not seen. */
static double surprise(const Stage *stage, const Sample *samples, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++) {
        const double guess = (double)chance(stage, &samples[i]), is = (samples[i].outcome + 1) / 2.0;
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
    Learner learner = { .tables = tables_open(&rules, argv[1], &fault), .rules = &rules, .values = &values,
                        .patterns = patterns_new(), .memory = calloc((size_t)1 << MEMORY_BITS, sizeof(Memory)), .lot = 5 };
    Stage *stages = calloc(PATTERN_STAGE_NB, sizeof *stages);
    FILE *file = fopen(argv[2], "w");
    if (!learner.tables || tables_pieces(learner.tables) < 18 || !learner.patterns || !learner.memory || !stages || !file) {
        fprintf(stderr, "complete tables, memory and a file to write are needed: %s\n", fault.text);
        return EXIT_FAILURE;
    }
    gather(&learner);
    for (int i = 0; i < PATTERN_STAGE_NB; i++) {
        const size_t count = select_stage(&learner, i), share = count / TEST_SHARE;
        const size_t test = share < TEST_MOST ? share : TEST_MOST;
        if (StartFrom[i] >= 0)
            memcpy(stages[i].weight, stages[StartFrom[i]].weight, sizeof stages[i].weight);
        learn_stage(&stages[i], learner.samples + test, count - test);
        fprintf(stderr, "stage %d: %zu samples, surprise %.4f\n", i, count, surprise(&stages[i], learner.samples, test));
        fputs("{ {\n", file);
        write_weights(file, stages[i].weight, PATTERN_PIECES);
        fputs("}, {\n", file);
        write_weights(file, stages[i].weight + PATTERN_PIECES, PATTERN_KINDS);
        fputs("} },\n", file);
    }
    fclose(file);
    return EXIT_SUCCESS;
}
