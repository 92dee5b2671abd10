/* evaluate.c: features of both sides, weighed and compared. */
#include "evaluate.h"

#include <string.h>

enum { VALUE_MOST = 1000 };

static const struct {
    const char *name;
    int16_t value[STAGE_NB];
} Table[WEIGHT_NB] = {
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

/* Does NineBalance speak of these rules? */
static bool has_nine_balance(const Rules *rules)
{
    const RuleValues *value = &rules->value;
    return value->Board == BOARD_24 && !value->HasDiagonalLines && value->PiecesCount <= MOST && rules->fly_at == FEWEST
        && rules->least_pieces == FEWEST && !rules->has_captures && value->StalemateAction == STUCK_LOSES;
}

static void fill_balance(Weights *weights, const Rules *rules)
{
    const bool is_nine = has_nine_balance(rules);

    for (int white = 0; white <= PIECES_MAX; white++)
        for (int black = 0; black <= PIECES_MAX; black++)
            weights->balance[white][black] = (int16_t)(Table[WEIGHT_piece].value[STAGE_MOVING] * (white - black));
    for (int more = FEWEST + 1; is_nine && more <= MOST; more++)
        for (int less = FEWEST; less < more; less++) {
            weights->balance[more][less] = NineBalance[more - FEWEST - 1][less - FEWEST];
            weights->balance[less][more] = (int16_t)-weights->balance[more][less];
        }
}

void evaluate_standard(Weights *weights, const Rules *rules)
{
    fill_balance(weights, rules);
    for (int side = 0; side < SIDE_NB; side++)
        for (int stage = 0; stage < STAGE_NB; stage++)
            for (int id = 0; id < WEIGHT_NB; id++)
                weights->value[side][stage][id] = Table[id].value[stage];
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
    if (!word_number(number, &value) || value < -VALUE_MOST || value > VALUE_MOST)
        return fault_set(fault, "a weight is a number from %d to %d, not '%.*s'", -VALUE_MOST, VALUE_MOST, WORD(number));
    for (int stage = 0; stage < STAGE_NB; stage++)
        for (int id = 0; id < WEIGHT_NB; id++)
            if (word_is(stage_name, StageNames[stage]) && word_is(name, Table[id].name)) {
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

Stage evaluate_stage(const Position *pos)
{
    if (pos->phase == PHASE_PLACING)
        return STAGE_PLACING;
    return position_flies(pos, WHITE) || position_flies(pos, BLACK) ? STAGE_FLYING : STAGE_MOVING;
}

void evaluate_features(const Position *pos, Side side, const Shapes *shapes, int features[WEIGHT_NB])
{
    features[WEIGHT_piece] = 0; /* see the balance */
    features[WEIGHT_mill] = shapes->mills;
    features[WEIGHT_gap] = bits_count(shapes->gaps);
    features[WEIGHT_open_gap] = bits_count(shapes->open_gaps);
    features[WEIGHT_swing_gap] = bits_count(shapes->swing_gaps);
    features[WEIGHT_move] = shapes->moves;
    features[WEIGHT_blocked] = shapes->blocked;
    features[WEIGHT_turn] = pos->stm == (int8_t)side;
}

int evaluate(const Position *pos, const Shapes shapes[SIDE_NB], const Weights *weights)
{
    const Stage stage = evaluate_stage(pos);
    int score[SIDE_NB], pieces[SIDE_NB];

    for (int side = 0; side < SIDE_NB; side++) {
        const int16_t *weight = weights->value[side][stage];
        int features[WEIGHT_NB];
        evaluate_features(pos, (Side)side, &shapes[side], features);
        score[side] = 0;
        for (int id = 0; id < WEIGHT_NB; id++)
            score[side] += weight[id] * features[id];
        /* A removal still owed is a piece as good as taken. */
        pieces[side] = pos->on_board[side] + pos->in_hand[side] - pos->owed[!side];
    }
    const int balance = weights->balance[pieces[WHITE] < 0 ? 0 : pieces[WHITE]][pieces[BLACK] < 0 ? 0 : pieces[BLACK]];
    const int difference = score[WHITE] - score[BLACK] + balance;
    return pos->stm == WHITE ? difference : -difference;
}
