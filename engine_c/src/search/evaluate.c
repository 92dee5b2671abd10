/* evaluate.c: features of both sides, weighed and compared. */
#include "evaluate.h"

#include <string.h>

enum { WEIGHT_MAX = 1000 };

static const struct {
    const char *name;
    int16_t value[STAGE_NB];
} WeightTable[WEIGHT_NB] = {
#define WEIGHT(name, placing, moving, flying) { #name, { placing, moving, flying } },
#include "evaluate.def"
#undef WEIGHT
};

/* What more pieces are worth in Nine Men's Morris, from the share of won and
 * lost positions among all of them: with six pieces or fewer hardly anything,
 * for three that fly are hard to catch. Rows 4 to 9 pieces against 3 to 8. */
static const int16_t NineBalance[6][6] = {
    { 60 },
    { 60, 40 },
    { 70, 70, 60 },
    { 228, 371, 330, 150 },
    { 700, 720, 600, 350, 150 },
    { 1048, 900, 800, 550, 320, 130 },
};

enum { FEWEST = 3, MOST = 9 };

static const char *const StageNames[STAGE_NB] = { "placing", "moving", "flying" };

static void fill_balance(Weights *weights, const Rules *rules)
{
    const bool is_nine = patterns_speak_of(rules);

    for (int white = 0; white <= PIECES_MAX; white++)
        for (int black = 0; black <= PIECES_MAX; black++)
            weights->balance[white][black] = (int16_t)(WeightTable[WEIGHT_piece].value[STAGE_MOVING] * (white - black));
    for (int more = FEWEST + 1; is_nine && more <= MOST; more++)
        for (int less = FEWEST; less < more; less++) {
            weights->balance[more][less] = NineBalance[more - FEWEST - 1][less - FEWEST];
            weights->balance[less][more] = (int16_t)-weights->balance[more][less];
        }
}

void evaluate_standard(Weights *weights, const Rules *rules)
{
    weights->patterns = NULL;
    weights->has_features = true;
    fill_balance(weights, rules);
    for (int side = 0; side < SIDE_NB; side++)
        for (int stage = 0; stage < STAGE_NB; stage++)
            for (int id = 0; id < WEIGHT_NB; id++)
                weights->value[side][stage][id] = WeightTable[id].value[stage];
}

void evaluate_learn(Weights *weights, const Rules *rules, const Patterns *patterns)
{
    Weights standard;

    if (!patterns_speak_of(rules))
        return;
    evaluate_standard(&standard, rules);
    weights->patterns = patterns;
    weights->has_features = false;
    for (int side = 0; side < SIDE_NB; side++)
        for (int stage = 0; stage < STAGE_NB; stage++)
            for (int id = 0; id < WEIGHT_NB; id++) {
                int16_t *value = &weights->value[side][stage][id];
                *value = (int16_t)(*value - standard.value[side][stage][id]);
                weights->has_features |= *value != 0;
            }
    for (int white = 0; white <= PIECES_MAX; white++)
        for (int black = 0; black <= PIECES_MAX; black++) {
            int16_t *balance = &weights->balance[white][black];
            *balance = (int16_t)(*balance - standard.balance[white][black]);
            weights->has_features |= *balance != 0;
        }
}

/* Reads "moving.mill=20". */
static bool change_one(Weights *weights, Word word, Fault *fault)
{
    const char *dot = memchr(word.start, '.', (size_t)word.length), *sign = memchr(word.start, '=', (size_t)word.length);

    if (!dot || !sign || sign < dot)
        return fault_set(fault, "'%.*s' should be written stage.weight=value", WORD(word));
    const Word stage_name = { word.start, (int)(dot - word.start) }, name = { dot + 1, (int)(sign - dot - 1) };
    const Word number = { sign + 1, (int)(word.start + word.length - sign - 1) };
    int64_t value;
    if (!word_number(number, &value) || value < -WEIGHT_MAX || value > WEIGHT_MAX)
        return fault_set(fault, "a weight is a number from %d to %d, not '%.*s'", -WEIGHT_MAX, WEIGHT_MAX, WORD(number));
    for (int stage = 0; stage < STAGE_NB; stage++)
        for (int id = 0; id < WEIGHT_NB; id++)
            if (word_is(stage_name, StageNames[stage]) && word_is(name, WeightTable[id].name)) {
                weights->value[WHITE][stage][id] = weights->value[BLACK][stage][id] = (int16_t)value;
                return true;
            }
    return fault_set(fault, "no weight is called '%.*s'", WORD(word));
}

bool evaluate_change(Weights *weights, const char *changes, Fault *fault)
{
    Weights changed = *weights;

    for (Word word = word_next(&changes); word.length; word = word_next(&changes))
        if (!change_one(&changed, word, fault))
            return false;
    *weights = changed;
    return true;
}

static Stage stage_of(const Position *pos)
{
    if (pos->phase == PHASE_PLACING)
        return STAGE_PLACING;
    return position_flies(pos, WHITE) || position_flies(pos, BLACK) ? STAGE_FLYING : STAGE_MOVING;
}

/* What a side's features are worth; pieces are weighed by the balance. */
static int worth(const Features *features, Side side, bool has_turn, const int16_t weight[WEIGHT_NB])
{
    int sum = weight[WEIGHT_move] * features->moves[side] + weight[WEIGHT_blocked] * features->blocked[side]
        + weight[WEIGHT_mill] * features->mills[side] + (has_turn ? weight[WEIGHT_turn] : 0);

    if (both_of(features->gaps, side))
        sum += weight[WEIGHT_gap] * bits_count(both_of(features->gaps, side))
            + weight[WEIGHT_open_gap] * bits_count(both_of(features->open_gaps, side))
            + weight[WEIGHT_swing_gap] * bits_count(both_of(features->swing_gaps, side));
    return sum;
}

/* The difference of the sides' features, from White. */
static int difference(const Position *pos, const Weights *weights)
{
    const Stage stage = stage_of(pos);
    Features features;

    features_find(pos, &features);
    return worth(&features, WHITE, pos->stm == WHITE, weights->value[WHITE][stage])
        - worth(&features, BLACK, pos->stm == BLACK, weights->value[BLACK][stage])
        + weights->balance[position_pieces_left(pos, WHITE)][position_pieces_left(pos, BLACK)];
}

int evaluate(const Position *pos, const Weights *weights)
{
    const int learned = weights->patterns ? patterns_value(weights->patterns, pos) : 0;

    if (!weights->has_features)
        return learned;
    return pos->stm == WHITE ? learned + difference(pos, weights) : learned - difference(pos, weights);
}
