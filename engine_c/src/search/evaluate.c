#include "evaluate.h"

#include "tablebase/tb_rules.h"

#include <string.h>

/* Below the values of won positions, whatever the weights. */
enum { PIECE_VALUE = 100, EVALUATE_MAX = 19000 };

static const struct {
    const char *name;
    int16_t minimum, maximum, value[STAGE_NB];
} WeightTable[WEIGHT_NB] = {
#define WEIGHT(name, minimum, maximum, placing, moving, flying) \
    { #name, minimum, maximum, { placing, moving, flying } },
#include "evaluate.def"
#undef WEIGHT
};

/* Material in Nine Men's Morris, from the share of won and lost positions in the
 * tablebase: with six pieces or fewer an extra one counts little, because three
 * flying pieces are hard to beat. Rows: 4 to 9 pieces against 3 to 8. */
static const int16_t NineMaterial[6][6] = {
    { 60 },
    { 60, 40 },
    { 70, 70, 60 },
    { 228, 371, 330, 150 },
    { 700, 720, 600, 350, 150 },
    { 1048, 900, 800, 550, 320, 130 },
};

enum { NINE_PIECES_MIN = 3, NINE_PIECES_MAX = 9 };

static const char *const StageNames[STAGE_NB] = { "placing", "moving", "flying" };

/* Whether an ending is worth what it is worth in Nine Men's Morris, or nearly so. */
static bool has_nine_material(const Rules *rules)
{
    const uint32_t ignored = 1u << TERM_REMOVE_MULTIPLE | 1u << TERM_REMOVE_FROM_MILLS | 1u << TERM_ALL_IN_MILLS;
    return rules->value.PiecesCount <= NINE_PIECES_MAX && !rules->value.OneTimeUseMill && !rules->has_captures
        && !(tb_rules_changed(rules) & ~ignored);
}

static int material_value(bool is_nine, int white, int black)
{
    const int more = white > black ? white : black, less = white > black ? black : white;

    if (!is_nine || more == less || less < NINE_PIECES_MIN || more > NINE_PIECES_MAX)
        return PIECE_VALUE * (white - black);
    const int value = NineMaterial[more - NINE_PIECES_MIN - 1][less - NINE_PIECES_MIN];
    return white > black ? value : -value;
}

static void fill_material(Weights *weights, const Rules *rules, const WeightValues *values)
{
    const bool is_nine = has_nine_material(rules);

    for (int stage = 0; stage < STAGE_NB; stage++)
        for (int white = 0; white <= PIECES_MAX; white++)
            for (int black = 0; black <= PIECES_MAX; black++)
                weights->material[stage][white][black] = (int16_t)(material_value(is_nine, white, black)
                                                                   * values->value[stage][WEIGHT_piece] / 100);
}

void evaluate_set(Weights *weights, const Rules *rules, const WeightValues *values)
{
    weights->network = NULL;
    weights->has_features = true;
    fill_material(weights, rules, values);
    for (int side = 0; side < SIDE_NB; side++)
        memcpy(weights->value[side], values->value, sizeof values->value);
}

void evaluate_default_values(WeightValues *values)
{
    for (int stage = 0; stage < STAGE_NB; stage++)
        for (int id = 0; id < WEIGHT_NB; id++)
            values->value[stage][id] = WeightTable[id].value[stage];
}

void evaluate_standard(Weights *weights, const Rules *rules)
{
    WeightValues values;

    evaluate_default_values(&values);
    evaluate_set(weights, rules, &values);
}

void evaluate_use_network(Weights *weights, const Rules *rules, const Network *network)
{
    Weights standard;

    if (!network)
        return;
    evaluate_standard(&standard, rules);
    weights->network = network;
    weights->has_features = false;
    for (int side = 0; side < SIDE_NB; side++)
        for (int stage = 0; stage < STAGE_NB; stage++)
            for (int id = 0; id < WEIGHT_NB; id++) {
                int16_t *value = &weights->value[side][stage][id];
                *value = (int16_t)(*value - standard.value[side][stage][id]);
                weights->has_features |= *value != 0;
            }
    for (int stage = 0; stage < STAGE_NB; stage++)
        for (int white = 0; white <= PIECES_MAX; white++)
            for (int black = 0; black <= PIECES_MAX; black++) {
                int16_t *material = &weights->material[stage][white][black];
                *material = (int16_t)(*material - standard.material[stage][white][black]);
                weights->has_features |= *material != 0;
            }
}

int evaluate_field_count(void) { return (int)STAGE_NB * (int)WEIGHT_NB; }

WeightField evaluate_field(int index)
{
    const int stage = index / WEIGHT_NB, id = index % WEIGHT_NB;

    return (WeightField){ StageNames[stage], WeightTable[id].name, WeightTable[id].minimum, WeightTable[id].maximum,
                          WeightTable[id].value[stage] };
}

/* "moving.mill=20" */
static bool read_value(WeightValues *values, Word word, Error *error)
{
    const char *dot = memchr(word.start, '.', (size_t)word.length),
               *sign = memchr(word.start, '=', (size_t)word.length);

    if (!dot || !sign || sign < dot)
        return error_set(error, "'%.*s' should be written stage.weight=value", WORD_ARGS(word));
    const Word stage_name = { word.start, (int)(dot - word.start) }, name = { dot + 1, (int)(sign - dot - 1) };
    const Word number = { sign + 1, (int)(word.start + word.length - sign - 1) };
    for (int i = 0; i < evaluate_field_count(); i++) {
        const WeightField field = evaluate_field(i);
        int64_t value;
        if (!word_is(stage_name, field.stage) || !word_is(name, field.name))
            continue;
        if (!word_number(number, &value) || value < field.minimum || value > field.maximum)
            return error_set(error, "%s.%s takes %d to %d, not '%.*s'", field.stage, field.name, field.minimum,
                             field.maximum, WORD_ARGS(number));
        values->value[i / WEIGHT_NB][i % WEIGHT_NB] = (int16_t)value;
        return true;
    }
    return error_set(error, "no weight is called '%.*s'", WORD_ARGS(word));
}

bool evaluate_read_values(WeightValues *values, const char *changes, Error *error)
{
    WeightValues changed = *values;

    for (Word word = word_next(&changes); word.length; word = word_next(&changes))
        if (!read_value(&changed, word, error))
            return false;
    *values = changed;
    return true;
}

static Stage stage_of(const Position *pos)
{
    if (pos->phase == PHASE_PLACING)
        return STAGE_PLACING;
    return position_flies(pos, WHITE) || position_flies(pos, BLACK) ? STAGE_FLYING : STAGE_MOVING;
}

static int side_value(const Features *features, Side side, bool is_stm, const int16_t weight[WEIGHT_NB])
{
    int sum = weight[WEIGHT_move] * features->moves[side] + weight[WEIGHT_blocked] * features->blocked[side]
        + weight[WEIGHT_mill] * features->mills[side] + (is_stm ? weight[WEIGHT_turn] : 0);

    if (piece_pair_get(features->gaps, side))
        sum += weight[WEIGHT_gap] * bits_count(piece_pair_get(features->gaps, side))
            + weight[WEIGHT_open_gap] * bits_count(piece_pair_get(features->open_gaps, side))
            + weight[WEIGHT_swing_gap] * bits_count(piece_pair_get(features->swing_gaps, side));
    return sum;
}

/* From White's view. */
static int feature_value(const Position *pos, const Weights *weights)
{
    const Stage stage = stage_of(pos);
    Features features;

    features_find(pos, &features);
    return side_value(&features, WHITE, pos->stm == WHITE, weights->value[WHITE][stage])
        - side_value(&features, BLACK, pos->stm == BLACK, weights->value[BLACK][stage])
        + weights->material[stage][position_pieces_left(pos, WHITE)][position_pieces_left(pos, BLACK)];
}

int evaluate(const Position *pos, const Weights *weights)
{
    const int learned = weights->network ? network_value(weights->network, pos) : 0;

    if (!weights->has_features)
        return learned;
    const int sum = pos->stm == WHITE ? learned + feature_value(pos, weights) : learned - feature_value(pos, weights);
    return sum > EVALUATE_MAX ? EVALUATE_MAX : sum < -EVALUATE_MAX ? -EVALUATE_MAX : sum;
}
