/* test_patterns.c: what is seen on the board is worth the same in every mirror, and more pieces are worth more. */
#include "check.h"
#include "search/evaluate.h"

static Bits image_of(const Topology *topology, Bits set, int symmetry)
{
    Bits image = 0;

    for (; set; set = bits_rest(set))
        image |= bit(topology->symmetry[symmetry][bits_first(set)]);
    return image;
}

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
                    image.pieces[side] = image_of(topology, pos->pieces[side], s);
                CHECK(patterns_value(patterns, &image) == patterns_value(patterns, pos));
            }
        } while (play_random(game, &random) && game->ply < 120);
        game_free(game);
    }
    CHECK(checked > 10000);
}

/* Every kind has a number, and none has one that is too high. */
static void test_kinds_are_numbered(const Patterns *patterns)
{
    bool is_seen[PATTERN_KINDS] = { false };
    int seen = 0;

    for (uint64_t seed = 0; seed < 400; seed++) {
        Game *game = new_game("nine_mens_morris", NULL);
        uint64_t random = seed;
        do {
            PatternLook look;
            patterns_look(patterns, &game->now, &look);
            CHECK((int)look.stage < PATTERN_STAGE_NB && look.pieces < PATTERN_PIECES);
            for (int i = 0; i < PATTERN_LOOKS; i++) {
                CHECK(look.kind[i] >= 0 && look.kind[i] < PATTERN_KINDS);
                seen += !is_seen[look.kind[i]];
                is_seen[look.kind[i]] = true;
            }
        } while (play_random(game, &random) && game->ply < 120);
        game_free(game);
    }
    CHECK(seen > PATTERN_KINDS / 2);
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

/* Other boards, and other numbers of pieces that fly, are weighed feature by feature. */
static void test_they_are_silent_where_they_know_nothing(void)
{
    const struct {
        const char *rules;
        bool is_known;
    } cases[] = { { "nine_mens_morris", true }, { "twelve_mens_morris", false }, { "MayFly=false", false },
                  { "FlyPieceCount=4", false }, { "Board=1 PiecesCount=6", false } };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Game *game = new_game(cases[i].rules, NULL);
        CHECK(patterns_speak_of(&game->rules) == cases[i].is_known);
        game_free(game);
    }
}

/* A weight that is changed shows, and standard ones leave all to the patterns. */
static void test_changed_weights_are_added(const Patterns *patterns)
{
    Game *game = stand("", "a1 d1 g1 b4 d6 f4", "d2 c4 d5 e5 g4 f6", "w m s");
    Weights standard, changed;
    Fault fault;

    evaluate_standard(&standard, &game->rules);
    changed = standard;
    CHECK(evaluate_change(&changed, "moving.mill=74", &fault));
    evaluate_learn(&standard, &game->rules, patterns);
    evaluate_learn(&changed, &game->rules, patterns);
    CHECK(evaluate(&game->now, &standard) == patterns_value(patterns, &game->now));
    CHECK(evaluate(&game->now, &changed) == patterns_value(patterns, &game->now) + 50);
    game_free(game);
}

int main(void)
{
    Patterns *patterns = patterns_new();

    CHECK(patterns);
    test_images_are_worth_the_same(patterns);
    test_kinds_are_numbered(patterns);
    test_they_know_whom_a_position_favours(patterns);
    test_they_are_silent_where_they_know_nothing();
    test_changed_weights_are_added(patterns);
    patterns_free(patterns);
    return EXIT_SUCCESS;
}
