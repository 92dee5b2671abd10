/* test_levels.c: what levels and styles change, what they leave alone, and what levels overlook. */
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
    weights.material[STAGE_MOVING][9][8] = 1000;
    levels_apply_style(&weights, draw_value, style, side);
    return weights;
}

/* No style names the weight of being to move; the balanced one names none. */
static void test_style_keeps_unnamed_weights(void)
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
    CHECK(balanced.material[STAGE_MOVING][9][8] == 1000 && draw_value == 0);
}

/* In every stage alike, and with the sides exchanged for Black. */
static void test_style_scales_named_weights(void)
{
    static const struct {
        Style style;
        int own[WEIGHT_NB], other[WEIGHT_NB]; /* in percent; 0: unnamed */
        int draw_value;
    } styles[] = {
        { STYLE_ATTACKING, { 0, 130, 140, 130, 120, 95 }, { 0, 95, 90, 95, 95, 95 }, -60 },
        { STYLE_DEFENSIVE, { 0, 0, 50, 50, 50 }, { 0, 0, 130, 130, 130 }, 100 },
        { STYLE_SACRIFICING, { 73, 0, 0, 107, 112 }, { 0 }, -10 },
    };

    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
        for (int side = 0; side < SIDE_NB; side++) {
            int draw_value;
            const Weights weights = scaled(styles[i].style, (Side)side, &draw_value);
            CHECK(draw_value == styles[i].draw_value);
            CHECK(weights.material[STAGE_MOVING][9][8] == weights.value[side][STAGE_MOVING][WEIGHT_piece]);
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
    SearchTask before = { .oversights = { 1001, 1001, 1001, 1001 } };

    for (int level = LEVEL_FIRST; level <= LEVEL_FULL; level++) {
        SearchTask task = { .limits = { .time_ms = 50 }, .tb_pieces = 18, .threads = 4 };
        levels_limit(&task, level);
        const OversightShares *shares = &task.oversights, *more = &before.oversights;
        CHECK(shares->mill < more->mill
              || (shares->mill == 0 && level >= LEVEL_FULL - 1)); /* 11 and 12 see every mill */
        CHECK(shares->threat < more->threat && shares->far_threat < more->far_threat && shares->quiet < more->quiet);
        CHECK(task.tb_pieces >= before.tb_pieces);
        CHECK(shares->mill <= shares->threat && shares->threat <= shares->far_threat);
        if (level < LEVEL_FULL)
            CHECK(task.limits.nodes > before.limits.nodes && task.limits.time_ms == 0 && task.threads == 1);
        else
            CHECK(task.limits.nodes == 0 && task.limits.time_ms == 50 && task.threads == 4);
        before = task;
    }
}

enum { SEEDS = 2000 };

/* How many of SEEDS searches overlook a move this many plies after the root. */
static int times_overlooked(const Position *root, const Position *pos, const OversightShares *shares, Move move,
                            int ply)
{
    int times = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        Oversights oversights;
        oversights_begin(&oversights, shares, seed * 0x9E3779B97F4A7C15u, root);
        times += oversights_hide(&oversights, pos, move, ply);
    }
    return times;
}

static bool is_share(int times, int per_mille) { return abs(times * 1000 / SEEDS - per_mille) < 40; }

/* White can close a mill on a1. Black threatens f2, in line with the piece just placed on f4, and c3 far from it. */
static Game *example(void)
{
    Game *game = new_game("nine_mens_morris", "***@@***/*@**O***/******OO b p p 3 6 3 6");

    play(game, "f4");
    return game;
}

static Move placing(const Game *game, const char *point)
{
    return move_place(topology_find(&game->rules.topology, point));
}

static void test_oversights_depend_on_kind_of_move(void)
{
    const OversightShares shares = { 100, 300, 600, 800 };
    Game *game = example();
    const Position *root = &game->now;
    Position reply;

    position_make(&reply, root, placing(game, "g7"));
    CHECK(is_share(times_overlooked(root, root, &shares, placing(game, "a1"), 0), shares.mill));
    CHECK(is_share(times_overlooked(root, root, &shares, placing(game, "g7"), 0), shares.quiet));
    CHECK(is_share(times_overlooked(root, &reply, &shares, placing(game, "f2"), 1), shares.threat));
    CHECK(is_share(times_overlooked(root, &reply, &shares, placing(game, "c3"), 1), shares.far_threat));
    CHECK(times_overlooked(root, &reply, &shares, placing(game, "g1"), OVERSIGHT_PLIES) == 0);
    game_free(game);
}

/* Whoever sees a threat also sees the move that stops it. */
static void test_threat_and_its_block_are_seen_together(void)
{
    const OversightShares shares = { 100, 300, 600, 800 };
    Game *game = example();
    const Move move = placing(game, "c3");
    Position reply;

    position_make(&reply, &game->now, placing(game, "g7"));
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        Oversights oversights;
        oversights_begin(&oversights, &shares, seed * 0x9E3779B97F4A7C15u, &game->now);
        CHECK(oversights_hide(&oversights, &game->now, move, 0) == oversights_hide(&oversights, &reply, move, 1));
    }
    game_free(game);
}

/* A beginner who sees a mill considers nothing else; other players see it among their moves. At least one move is left. */
static void test_beginner_closes_mill(void)
{
    Game *game = example();
    Oversights oversights;
    Move moves[MOVES_MAX];

    oversights_begin(&oversights, &(OversightShares){ 0, 0, 0, 500 }, 1, &game->now);
    CHECK(oversights_filter(&oversights, &game->now, true, moves, movegen_all(&game->now, moves)) == 1);
    CHECK(moves[0] == placing(game, "a1"));
    CHECK(oversights_filter(&oversights, &game->now, false, moves, movegen_all(&game->now, moves)) > 1);
    oversights_begin(&oversights, &(OversightShares){ 1000, 1000, 1000, 1000 }, 1, &game->now);
    CHECK(oversights_filter(&oversights, &game->now, true, moves, movegen_all(&game->now, moves)) == 1);
    game_free(game);
}

static void test_changeable_style_uses_all_other_styles(void)
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
    test_style_keeps_unnamed_weights();
    test_style_scales_named_weights();
    test_levels_rise();
    test_oversights_depend_on_kind_of_move();
    test_threat_and_its_block_are_seen_together();
    test_beginner_closes_mill();
    test_changeable_style_uses_all_other_styles();
    return EXIT_SUCCESS;
}
