/* test_search.c: every algorithm finds the minimax value; known best moves are
 * found; a search is deterministic. */
#include "check.h"
#include "game/symmetry.h"
#include "interface/engine.h"
#include "search/movepick.h"
#include "tablebase/tb_root.h"
#include "tablebase/build/tb_solve.h"

static TranspositionTable *tt;

/* Searches without selective pruning. */
static SearchInfo *search_exactly(const Game *game, Algorithm algorithm, int depth)
{
    static SearchInfo info;
    const atomic_int stopped = 0;
    Weights weights;
    const SearchTask task = { .limits = { .ticket = 1, .depth = depth, .line_count = 1 },
                              .is_exact = true,
                              .threads = 1,
                              .algorithm = algorithm,
                              .tt = tt,
                              .weights = &weights,
                              .stopped_up_to = &stopped };

    tt_clear(tt);
    evaluate_standard(&weights, &game->rules);
    deepening_search(&game->now, &task, NULL, &info);
    return &info;
}

static void check_algorithms_agree(const char *rules, uint64_t seed, int plies, int depth)
{
    Game *game = new_game(rules, NULL);
    uint64_t random = seed;

    while (game->ply < plies && play_random(game, &random))
        ;
    if (!game->now.outcome) {
        const int value = search_exactly(game, ALGORITHM_MINIMAX, depth)->lines[0].value;
        for (int algorithm = 0; algorithm < ALGORITHM_MINIMAX; algorithm++) {
            const int found = search_exactly(game, (Algorithm)algorithm, depth)->lines[0].value;
            if (found != value) {
                fprintf(stderr, "%s: %s depth %d algorithm %d: %d, minimax %d\n", rules, fen(game), depth, algorithm,
                        found, value);
                exit(EXIT_FAILURE);
            }
        }
    }
    game_free(game);
}

static void test_all_algorithms_equal_minimax(void)
{
    for (int i = 0; i < rules_variant_count(); i++)
        for (int plies = 3; plies <= 63; plies += 12)
            for (int depth = 1; depth <= 3; depth++)
                check_algorithms_agree(rules_variant(i)->name, (uint64_t)(i + plies), plies, depth);
    check_algorithms_agree("nine_mens_morris", 1, 40, 4);
    check_algorithms_agree("lasker_morris", 2, 30, 4);
}

typedef struct {
    const char *what, *fen, *best; /* any of these moves */
} BestMove;

static const BestMove BestMoves[] = {
    { "close a mill", "********/O*@*****/O***@*** w p p 2 7 2 7", "d5" },
    { "stop a mill", "********/@*******/@**O**O* w p p 2 7 2 7", "d5" },
    { "take a piece that threatens", "OOO*****/*@@*****/*****@** w p r 3 4 3 5 1 0", "xf6 xf4" },
    { "open and close a double mill", "**@O*OOO/*O**@O*O/*@@*@@*@ w m s 7 0 7 0", "c4-b4" },
    { "block the last move", "********/****O*O*/*O*O@@@@ w m s 4 0 4 0", "g7-d7" },
    { "fly to save", "*****O**/O**O****/*@@*@**@ w m s 3 0 4 0", "d6-g1 f2-g1 c3-g1" },
};

static Move best_of(const Game *game, int depth, SearchInfo *info)
{
    Engine *engine = engine_new();
    const Limits limits = { .ticket = 1, .depth = depth };
    Error error;

    CHECK(engine_set_option(engine, (Word){ "Shuffle", 7 }, "false", &error));
    const Move move = engine_search(engine, game, &limits, NULL, info);
    engine_free(engine);
    return move;
}

/* Without a tablebase: three flying pieces close the mill now, which wins in 20 turns and more, on any board. */
static const BestMove FlyingEndings[] = {
    { "nine_mens_morris", "**@**@**/****O*O@/****@*O* w m s 3 0 4 0", "d2-c4" },
    { "nine_mens_morris", "O*******/@@****OO/@**@**** w m s 3 0 4 0", "d5-b2" },
    { "nine_mens_morris", "****OO*@/*@******/O***@*@* w m s 3 0 4 0", "d7-e3" },
    { "lasker_morris", "**@@****/**O*****/@***@*OO w m s 3 0 4 0", "f4-a1" },
};

static void check_best_move(const char *rules, const BestMove *example, int depth)
{
    Game *game = new_game(rules, example->fen);
    static SearchInfo info;
    char text[MOVE_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);

    notation_write_move(&game->rules.topology, best_of(game, depth, &info), &writer);
    if (!strstr(example->best, text)) {
        fprintf(stderr, "%s: plays %s, not %s\n", example->what, text, example->best);
        exit(EXIT_FAILURE);
    }
    game_free(game);
}

static void test_flying_endings(void)
{
    for (size_t i = 0; i < sizeof FlyingEndings / sizeof *FlyingEndings; i++)
        check_best_move(FlyingEndings[i].what, &FlyingEndings[i], 3);
}

static void test_known_best_moves(void)
{
    for (size_t i = 0; i < sizeof BestMoves / sizeof *BestMoves; i++)
        check_best_move("nine_mens_morris", &BestMoves[i], 8);
}

/* White blocks at once, or closes a mill and removes. */
static void test_mate_distances_are_exact(void)
{
    static SearchInfo info;
    Game *game = new_game("nine_mens_morris", "********/****O*O*/*O*O@@@@ w m s 4 0 4 0");

    best_of(game, 5, &info);
    CHECK(search_mate_plies(info.lines[0].value) == 1);
    game_free(game);
    game = new_game("nine_mens_morris", "OO******/***O****/@*****@@ w m s 3 0 3 0");
    best_of(game, 5, &info);
    CHECK(search_mate_plies(info.lines[0].value) == 2);
    game_free(game);
}

static void test_search_is_deterministic(void)
{
    static SearchInfo first, second;
    Game *game = new_game("nine_mens_morris", "O**O*@**/@*@*O@O*/**O@**O@ w m s 6 0 6 0");

    best_of(game, 9, &first);
    best_of(game, 9, &second);
    CHECK(first.nodes == second.nodes && first.lines[0].value == second.lines[0].value);
    CHECK(memcmp(first.lines[0].moves, second.lines[0].moves, sizeof first.lines[0].moves) == 0);
    game_free(game);
}

static void test_multipv_gives_all_moves_a_line(void)
{
    Game *game = new_game("nine_mens_morris", "********/O*@*****/O***@*** w p p 2 7 2 7");
    Engine *engine = engine_new();
    const Limits limits = { .ticket = 1, .depth = 4, .line_count = MOVES_MAX };
    static SearchInfo info;
    Move moves[MOVES_MAX];

    engine_search(engine, game, &limits, NULL, &info);
    CHECK(info.line_count == movegen_all(&game->now, moves));
    for (int i = 0; i < info.line_count; i++) {
        CHECK(movegen_refusal(&game->now, info.lines[i].moves[0]) == REFUSAL_NONE);
        CHECK(i == 0 || info.lines[i].value <= info.lines[i - 1].value);
        for (int j = 0; j < i; j++)
            CHECK(info.lines[i].moves[0] != info.lines[j].moves[0]);
    }
    engine_free(engine);
    game_free(game);
}

/* Every level, style and algorithm plays legal moves. */
static void test_all_options_play_legal_moves(void)
{
    static const char *const settings[][2] = {
        { "Level", "1" },          { "Level", "5" },
        { "Level", "10" },         { "Style", "attacking" },
        { "Style", "defensive" },  { "Style", "sacrificing" },
        { "Style", "changeable" }, { "Algorithm", "mtdf" },
        { "Algorithm", "random" }, { "Algorithm", "alphabeta" },
        { "Threads", "3" },
    };
    Engine *engine = engine_new();
    static SearchInfo info;
    Error error;
    int ticket = 0;

    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        Game *game = new_game(rules_variant((int)i % rules_variant_count())->name, NULL);
        const Word name = { settings[i][0], (int)strlen(settings[i][0]) };
        CHECK(engine_set_option(engine, name, settings[i][1], &error));
        for (int ply = 0; ply < 30 && !game->now.outcome; ply++) {
            const Limits limits = { .ticket = ++ticket, .depth = strcmp(settings[i][0], "Level") ? 2 : 0 };
            CHECK(game_play(game, engine_search(engine, game, &limits, NULL, &info), &error));
        }
        game_free(game);
    }
    engine_free(engine);
}

/* A stop that precedes its search ends it at once; the search still returns a legal move. */
static void test_stop_before_search_takes_effect(void)
{
    Game *game = new_game("nine_mens_morris", NULL);
    Engine *engine = engine_new();
    const Limits limits = { .ticket = 7, .is_infinite = true };
    static SearchInfo info;

    engine_stop(engine, 7);
    CHECK(movegen_refusal(&game->now, engine_search(engine, game, &limits, NULL, &info)) == REFUSAL_NONE);
    engine_free(engine);
    game_free(game);
}

/* How many of twenty moves at a level keep the won ending. */
static int wins_kept(const char *level)
{
    Game *game = new_game("nine_mens_morris", "**@*****/**@O**O*/O****@@* w m s 3 0 4 0");
    Tablebase *solved = tb_solve(&game->rules, 7, NULL);
    Engine *engine = engine_new();
    static SearchInfo info;
    Error error;
    char seed[12];
    int kept = 0;

    CHECK(engine_set_option(engine, (Word){ "Level", 5 }, level, &error));
    for (int i = 1; i <= 20; i++) {
        const Limits limits = { .ticket = i };
        TbResult result;
        snprintf(seed, sizeof seed, "%d", i);
        CHECK(engine_set_option(engine, (Word){ "Seed", 4 }, seed, &error));
        CHECK(tb_root_probe(solved, &game->now, engine_search(engine, game, &limits, NULL, &info), &result));
        kept += result.wdl > 0;
    }
    engine_free(engine);
    tb_close(solved);
    game_free(game);
    return kept;
}

/* Up to level 7 no ending is known, from level 8 on those of seven pieces. */
static void test_higher_levels_know_endgames(void)
{
    CHECK(wins_kept("7") < 20);
    CHECK(wins_kept("8") == 20);
}

/* Black threatens two mills on d7 and one on a4; White's history prefers a4. */
static void test_move_blocking_two_mills_is_ordered_first(void)
{
    Game *game = stand("nine_mens_morris", "g1 f2 e4 b6 c5", "a7 g7 d6 d5 b4 c4", "w p p 5 4 6 3");
    static History history;
    const Move killers[KILLER_NB] = { MOVE_NONE, MOVE_NONE };
    const Move two = move_place(topology_find(&game->rules.topology, "d7"));
    const Move one = move_place(topology_find(&game->rules.topology, "a4"));
    MovePicker picker;
    int32_t score;

    history_add(&history, WHITE, one, 1000);
    movepick_start(&picker, &game->now, MOVE_NONE, killers, &history);
    CHECK(movepick_next(&picker, &score) == two && score > SCORE_NOISY);
    CHECK(movepick_next(&picker, &score) == one && score >= SCORE_NOISY);
    game_free(game);
}

static Key key_of(const Position *pos, Key salt)
{
    PiecePair pieces;
    int symmetry;
    const Key key = symmetry_key(pos, &pieces, &symmetry) ^ salt;
    return tt_key(key, pieces, (Side)pos->stm);
}

/* The entries of all positions that a move of White leads to are in one page, and each is found again. */
static void test_siblings_share_a_page(void)
{
    Game *game = stand("nine_mens_morris", "a1 a4 d2 b4 f6 g7", "a7 d1 g1 b6 e3 c4", "w m s 6 0 6 0");
    Move moves[MOVES_MAX];
    const int count = movegen_all(&game->now, moves);
    const Key salt = 0x9E3779B97F4A7C15u, page_bits = ((Key)1 << TT_PLACE_BITS) - 1;
    Position after;
    TTEntry entry;
    Key page = 0;

    tt_clear(tt);
    CHECK(count > 3);
    for (int i = 0; i < count; i++) {
        position_make(&after, &game->now, moves[i]);
        const Key key = key_of(&after, 0);
        TTSlot *slot = tt_probe(tt, key, &entry);
        CHECK(after.stm == BLACK && entry.bound == BOUND_NONE);
        CHECK(i == 0 || (key & page_bits) >> TT_PAGE_BITS == page);
        page = (key & page_bits) >> TT_PAGE_BITS;
        tt_store(tt, slot, key, (TTEntry){ moves[i], (int16_t)i, 5, BOUND_EXACT });
    }
    for (int i = 0; i < count; i++) {
        position_make(&after, &game->now, moves[i]);
        tt_probe(tt, key_of(&after, 0), &entry);
        CHECK(entry.bound == BOUND_EXACT && entry.move == moves[i] && entry.value == i);
        tt_probe(tt, key_of(&after, salt), &entry);
        CHECK(entry.bound == BOUND_NONE); /* another search */
    }
    game_free(game);
}

/* In a full bucket a position replaces the shallowest entry, and an older one before a deeper one. */
static void test_shallowest_entry_is_replaced(void)
{
    const Key place = (Key)1 << TT_PLACE_BITS; /* keys that differ above it share a bucket */
    const int8_t depths[] = { 9, 4, 12, 7, 5 };
    TTEntry entry;

    tt_clear(tt);
    for (Key i = 0; i < 5; i++)
        tt_store(tt, tt_probe(tt, i * place, &entry), i * place, (TTEntry){ MOVE_NONE, 0, depths[i], BOUND_EXACT });
    for (Key i = 0; i < 5; i++) {
        tt_probe(tt, i * place, &entry);
        CHECK(entry.bound == (i == 1 ? BOUND_NONE : BOUND_EXACT) && (i == 1 || entry.depth == depths[i]));
    }
    tt_new_search(tt);
    for (Key i = 5; i < 9; i++)
        tt_store(tt, tt_probe(tt, i * place, &entry), i * place, (TTEntry){ MOVE_NONE, 0, 5, BOUND_EXACT });
    for (Key i = 0; i < 9; i++) {
        tt_probe(tt, i * place, &entry);
        CHECK((entry.bound != BOUND_NONE) == (i >= 5));
    }
}

int main(void)
{
    tt = tt_new(4);
    CHECK(tt);
    test_all_algorithms_equal_minimax();
    test_known_best_moves();
    test_flying_endings();
    test_mate_distances_are_exact();
    test_search_is_deterministic();
    test_multipv_gives_all_moves_a_line();
    test_all_options_play_legal_moves();
    test_stop_before_search_takes_effect();
    test_higher_levels_know_endgames();
    test_move_blocking_two_mills_is_ordered_first();
    test_siblings_share_a_page();
    test_shallowest_entry_is_replaced();
    tt_free(tt);
    return EXIT_SUCCESS;
}
