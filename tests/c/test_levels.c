/* test_levels.c: what levels and styles change, and what they leave alone. */
#include "check.h"
#include "search/levels.h"

/* Every weight of every side and stage is 1000, so that a factor shows in full. */
static Weights scaled(Style style, Side side, int *draw_value)
{
    Weights weights = { .network = NULL };

    for (int s = 0; s < SIDE_NB; s++)
        for (int stage = 0; stage < STAGE_NB; stage++)
            for (int id = 0; id < WEIGHT_NB; id++)
                weights.value[s][stage][id] = 1000;
    weights.material[9][8] = 1000;
    levels_apply_style(&weights, draw_value, style, side);
    return weights;
}

/* No style names the weight of being to move; the balanced one names none. */
static void test_a_style_leaves_unnamed_weights_alone(void)
{
    int draw_value = 1;

    for (int style = 0; style < STYLE_CHANGEABLE; style++) {
        const Weights weights = scaled((Style)style, BLACK, &draw_value);
        for (int side = 0; side < SIDE_NB; side++)
            for (int stage = 0; stage < STAGE_NB; stage++)
                CHECK(weights.value[side][stage][WEIGHT_turn] == 1000);
    }
    const Weights balanced = scaled(STYLE_BALANCED, WHITE, &draw_value);
    for (int side = 0; side < SIDE_NB; side++)
        for (int stage = 0; stage < STAGE_NB; stage++)
            for (int id = 0; id < WEIGHT_NB; id++)
                CHECK(balanced.value[side][stage][id] == 1000);
    CHECK(balanced.material[9][8] == 1000 && draw_value == 0);
}

/* In every stage alike, and with the sides exchanged for Black. */
static void test_a_style_scales_the_weights_it_names(void)
{
    static const struct {
        Style style;
        int own[WEIGHT_NB], other[WEIGHT_NB]; /* in percent; 0: unnamed */
        int draw_value;
    } styles[] = {
        { STYLE_ATTACKING, { 0, 180, 200, 180, 150, 80 }, { 0, 80, 70, 80, 90, 80 }, -30 },
        { STYLE_DEFENSIVE, { 120, 80, 60, 70, 90, 120, 140 }, { 120, 140, 200, 160, 150, 80, 60 }, 20 },
        { STYLE_SACRIFICING, { 75, 120, 150, 150, 180, 110, 110 }, { 75, 80, 80, 80, 0, 115, 115 }, -40 },
    };

    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
        for (int side = 0; side < SIDE_NB; side++) {
            int draw_value;
            const Weights weights = scaled(styles[i].style, (Side)side, &draw_value);
            CHECK(draw_value == styles[i].draw_value);
            CHECK(weights.material[9][8] == weights.value[side][STAGE_MOVING][WEIGHT_piece]);
            for (int stage = 0; stage < STAGE_NB; stage++)
                for (int id = 0; id < WEIGHT_NB; id++) {
                    CHECK(weights.value[side][stage][id] == (styles[i].own[id] ? 10 * styles[i].own[id] : 1000));
                    CHECK(weights.value[!side][stage][id] == (styles[i].other[id] ? 10 * styles[i].other[id] : 1000));
                }
        }
}

/* Levels limit nodes, never time; each one is stronger than the one before, and the last has no limit. */
static void test_levels_rise(void)
{
    SearchTask before = { .oversight = 1000, .mill_oversight = 1000 };

    for (int level = LEVEL_FIRST; level <= LEVEL_FULL; level++) {
        SearchTask task = { .limits = { .time_ms = 50 }, .threads = 4 };
        levels_limit(&task, level);
        CHECK(task.oversight < before.oversight && task.mill_oversight < before.mill_oversight);
        if (level < LEVEL_FULL)
            CHECK(task.limits.nodes > before.limits.nodes && task.limits.time_ms == 0 && task.threads == 1);
        else
            CHECK(task.limits.nodes == 0 && task.limits.time_ms == 50 && task.threads == 4);
        before = task;
    }
}

static void test_the_changeable_style_takes_every_other(void)
{
    bool is_taken[STYLE_NB] = { false };

    for (uint64_t random = 0; random < STYLE_CHANGEABLE; random++)
        is_taken[levels_resolve_style(STYLE_CHANGEABLE, random)] = true;
    for (int style = 0; style < STYLE_CHANGEABLE; style++) {
        CHECK(is_taken[style]);
        CHECK(levels_resolve_style((Style)style, 3) == (Style)style);
    }
}

int main(void)
{
    test_a_style_leaves_unnamed_weights_alone();
    test_a_style_scales_the_weights_it_names();
    test_levels_rise();
    test_the_changeable_style_takes_every_other();
    return EXIT_SUCCESS;
}
