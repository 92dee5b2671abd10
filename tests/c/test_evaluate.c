/* test_evaluate.c: every weight changes the value of a position of its stage; what a text may say. */
#include "check.h"
#include "search/evaluate.h"

static Weights weights_of(const Game *game, const char *changes)
{
    WeightValues values;
    Weights weights;
    Error error;

    evaluate_default_values(&values);
    CHECK(evaluate_read_values(&values, changes, &error));
    evaluate_set(&weights, &game->rules, &values);
    return weights;
}

/* White has a mill, one piece of which is blocked and one can swing into the gap at d2. */
static Game *position_of(const char *stage)
{
    const char *white = "a1 d1 g1 b2 f2 c4 e4", *black = "a4 g7 d6 c3 f4 c5";

    if (strcmp(stage, "placing") == 0)
        return stand("", white, black, "w p p 7 2 6 2");
    if (strcmp(stage, "moving") == 0)
        return stand("", white, black, "w m s");
    return stand("", white, "a4 g7 d6", "w m s");
}

static void test_all_weights_change_evaluation(void)
{
    for (int i = 0; i < evaluate_field_count(); i++) {
        const WeightField field = evaluate_field(i);
        Game *game = position_of(field.stage);
        char changes[64];
        snprintf(changes, sizeof changes, "%s.%s=%d", field.stage, field.name, field.maximum);
        const Weights standard = weights_of(game, ""), changed = weights_of(game, changes);
        CHECK(field.minimum <= field.default_value && field.default_value < field.maximum);
        CHECK(evaluate(&game->now, &changed) != evaluate(&game->now, &standard));
        game_free(game);
    }
}

/* A weight of pieces is a share of the material, of which seven against six is worth 150. */
static void test_pieces_count_by_their_share(void)
{
    Game *game = position_of("moving");
    const Weights none = weights_of(game, "moving.piece=0"), twice = weights_of(game, "moving.piece=200");

    CHECK(evaluate(&game->now, &twice) - evaluate(&game->now, &none) == 2 * 150);
    game_free(game);
}

/* The highest weights together stay below the values of won positions. */
static void test_values_are_limited(void)
{
    Game *game = stand("twelve_mens_morris", "a1 d1 g1 a4 b4 c4 a7 d7 b2 d2 f2 c3", "e5", "w p p 12 0 1 11");
    const Weights high = weights_of(game,
                                    "placing.piece=300 placing.mill=200 placing.gap=200 placing.open_gap=200 "
                                    "placing.swing_gap=200 placing.move=200 placing.blocked=200 placing.turn=200");

    CHECK(evaluate(&game->now, &high) < 20000);
    game_free(game);
}

static void test_invalid_weights_change_nothing(void)
{
    static const struct {
        const char *text, *error;
    } Bad[] = {
        { "moving.mill=30 mill=1", "'mill=1' should be written stage.weight=value" },
        { "moving.mill=30 moving.mills=1", "no weight is called 'moving.mills=1'" },
        { "moving.mill=30 ending.mill=1", "no weight is called 'ending.mill=1'" },
        { "moving.mill=30 moving.gap=201", "moving.gap takes -200 to 200, not '201'" },
        { "moving.mill=30 moving.piece=-1", "moving.piece takes 0 to 300, not '-1'" },
        { "moving.mill=30 moving.gap=", "moving.gap takes -200 to 200, not ''" },
    };
    WeightValues values, standard;
    Error error;

    evaluate_default_values(&standard);
    for (size_t i = 0; i < sizeof Bad / sizeof *Bad; i++) {
        values = standard;
        CHECK(!evaluate_read_values(&values, Bad[i].text, &error));
        CHECK_TEXT(error.text, Bad[i].error);
        CHECK(memcmp(&values, &standard, sizeof values) == 0);
    }
    CHECK(evaluate_read_values(&values, "  moving.mill=30  placing.gap=-9 moving.mill=31 ", &error));
    CHECK(values.value[STAGE_MOVING][WEIGHT_mill] == 31 && values.value[STAGE_PLACING][WEIGHT_gap] == -9);
}

int main(void)
{
    test_all_weights_change_evaluation();
    test_pieces_count_by_their_share();
    test_values_are_limited();
    test_invalid_weights_change_nothing();
    return 0;
}
