/* test_patterns.c: symmetric positions have one value, and more pieces a higher one. */
#include "check.h"
#include "search/evaluate.h"

static void test_images_are_worth_the_same(const Patterns *patterns)
{
    int checked = 0;

    for (uint64_t seed = 0; seed < 20; seed++) {
        Game *game = new_game("nine_mens_morris", NULL);
        uint64_t random = seed;
        do {
            const Position *pos = &game->now;
            const Topology *topology = &pos->rules->topology;
            for (int s = 0; s < topology->symmetry_count; s++, checked++) {
                Position image = *pos;
                for (int side = 0; side < SIDE_NB; side++)
                    image.pieces[side] = image_of(topology->symmetry[s], pos->pieces[side]);
                CHECK(patterns_value(patterns, &image) == patterns_value(patterns, pos));
            }
        } while (play_random(game, &random) && game->ply < 120);
        game_free(game);
    }
    CHECK(checked > 10000);
}

/* Indices stay in range and cover most weights. */
static void test_states_are_numbered(const Patterns *patterns)
{
    bool is_seen[PATTERN_INDICES] = { false };
    int seen = 0;

    for (uint64_t seed = 0; seed < 400; seed++) {
        Game *game = new_game("nine_mens_morris", NULL);
        uint64_t random = seed;
        do {
            PatternIndices indices;
            patterns_index(patterns, &game->now, &indices);
            CHECK((int)indices.stage < PATTERN_STAGE_NB && indices.material < PATTERN_MATERIAL);
            for (int i = 0; i < PATTERN_NB; i++) {
                CHECK(indices.index[i] >= 0 && indices.index[i] < PATTERN_INDICES);
                seen += !is_seen[indices.index[i]];
                is_seen[indices.index[i]] = true;
            }
        } while (play_random(game, &random) && game->ply < 120);
        game_free(game);
    }
    CHECK(seen > PATTERN_INDICES / 2);
}

static void test_they_know_whom_a_position_favours(const Patterns *patterns)
{
    Game *more = stand("", "a1 d1 a4 b4 d6 f4 g7 e3", "d2 c4 d5 e5 g4", "w m s");
    Game *less = stand("", "d2 c4 d5 e5 g4", "a1 d1 a4 b4 d6 f4 g7 e3", "w m s");

    CHECK(patterns_value(patterns, &more->now) > 100);
    CHECK(patterns_value(patterns, &less->now) < 0);
    game_free(more);
    game_free(less);
}

/* Other boards, other rules for flying and mills that count once are evaluated by features. */
static void test_they_apply_to_nine_mens_morris_only(void)
{
    const struct {
        const char *rules;
        bool is_applied;
    } cases[] = { { "nine_mens_morris", true }, { "twelve_mens_morris", false }, { "MayFly=false", false },
                  { "FlyPieceCount=4", false }, { "Board=1 PiecesCount=6", false },
                  { "russian_mill", false }, { "MayRemoveFromMillsAlways=true", true } };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Game *game = new_game(cases[i].rules, NULL);
        CHECK(patterns_apply_to(&game->rules) == cases[i].is_applied);
        game_free(game);
    }
}

/* The change of a weight is added; standard weights add nothing. */
static void test_changed_weights_are_added(const Patterns *patterns)
{
    Game *game = stand("", "a1 d1 g1 b4 d6 f4", "d2 c4 d5 e5 g4 f6", "w m s");
    Weights standard, changed;
    Fault fault;

    evaluate_standard(&standard, &game->rules);
    changed = standard;
    CHECK(evaluate_change(&changed, "moving.mill=74", &fault));
    evaluate_use_patterns(&standard, &game->rules, patterns);
    evaluate_use_patterns(&changed, &game->rules, patterns);
    CHECK(evaluate(&game->now, &standard) == patterns_value(patterns, &game->now));
    CHECK(evaluate(&game->now, &changed) == patterns_value(patterns, &game->now) + 50);
    game_free(game);
}

int main(void)
{
    Patterns *patterns = patterns_new();

    CHECK(patterns);
    test_images_are_worth_the_same(patterns);
    test_states_are_numbered(patterns);
    test_they_know_whom_a_position_favours(patterns);
    test_they_apply_to_nine_mens_morris_only();
    test_changed_weights_are_added(patterns);
    patterns_free(patterns);
    return EXIT_SUCCESS;
}
