/* test_proof.c: values while placing, compared with a plain minimax of the whole
 * phase, also where the search ends in a stored layer of it; stopping and polling a proof on several threads, also run under the
 * thread sanitizer; the file of the opening book. */
#define _DEFAULT_SOURCE
#include "tablebase.h"
#include "search/proof.h"
#include "tablebase/build/tb_solve.h"

#include <pthread.h>
#include <time.h>

enum { MEMO_BITS = 20 };

/* Minimax with a memory: no bounds, no order, no symmetries, one ply at a time. */
typedef struct {
    const Tablebase *tb;
    struct {
        Key key;
        int wdl;
    } memo[1 << MEMO_BITS];
} Minimax;

static int minimax(Minimax *brute, const Position *pos)
{
    size_t place = position_key(pos) % (1 << MEMO_BITS);
    Move moves[MOVES_MAX];
    int best = -1;

    if (pos->outcome)
        return position_result(pos, (Side)pos->stm);
    if (pos->phase == PHASE_MOVING) {
        TbResult result;
        CHECK(tb_probe(brute->tb, pos, &result));
        return result.wdl;
    }
    while (brute->memo[place].key && brute->memo[place].key != position_key(pos))
        place = (place + 1) % (1 << MEMO_BITS);
    if (brute->memo[place].key)
        return brute->memo[place].wdl;
    const int count = movegen_all(pos, moves);
    for (int i = 0; i < count; i++) {
        Position after;
        position_make(&after, pos, moves[i]);
        const int value = after.stm == pos->stm ? minimax(brute, &after) : -minimax(brute, &after);
        best = value > best ? value : best;
    }
    while (brute->memo[place].key)
        place = (place + 1) % (1 << MEMO_BITS);
    brute->memo[place].key = position_key(pos);
    brute->memo[place].wdl = best;
    return best;
}

typedef struct {
    Game *game;
    Tablebase *tb;
    Proof *proof;
    ProofInfo info;
    int ticket;
} Case;

static Case *case_new(const char *rules, int pieces, size_t megabytes)
{
    Case *test = calloc(1, sizeof *test);
    Error error;

    test->game = new_game(rules, NULL);
    test->tb = tb_solve(&test->game->rules, pieces, NULL);
    CHECK(test->tb);
    test->proof = proof_new(&test->game->rules, test->tb, NULL, "", megabytes, &error);
    CHECK(test->proof);
    return test;
}

static void case_free(Case *test)
{
    proof_free(test->proof);
    tb_close(test->tb);
    game_free(test->game);
    free(test);
}

static bool run(Case *test, const ProofLimits *wanted, Error *error)
{
    ProofLimits limits = *wanted;

    limits.ticket = ++test->ticket;
    const bool is_done = proof_run(test->proof, &test->game->now, &limits, NULL, error);
    proof_info(test->proof, &test->info);
    return is_done;
}

/* Every turn of a position has the value that minimax gives it. */
static void check_turns(Case *test, Minimax *brute, const ProofLimits *limits)
{
    const Side us = (Side)test->game->now.stm;
    Error error;

    CHECK(run(test, limits, &error));
    CHECK(test->info.known_count == test->info.turn_count && !test->info.is_running);
    CHECK(test->info.lower == test->info.upper && test->info.lower == minimax(brute, &test->game->now));
    for (int i = 0; i < test->info.turn_count; i++) {
        const ProofTurn *turn = &test->info.turns[i];
        Position after[TURN_MOVES_MAX + 1];
        after[0] = test->game->now;
        for (int k = 0; k < turn->turn.count; k++)
            position_make(&after[k + 1], &after[k], turn->turn.moves[k]);
        const int wdl = minimax(brute, &after[turn->turn.count]);
        CHECK(turn->lower == (after[turn->turn.count].stm == (int8_t)us ? wdl : -wdl));
    }
}

static void test_brute_force(void)
{
    static const char *const Texts[] = {
        "Board=1 PiecesCount=3",
        "Board=2 PiecesCount=4",
        "Board=1 PiecesCount=3 IsDefenderMoveFirst=true",
        "Board=1 PiecesCount=3 MayRemoveMultiple=true MayRemoveFromMillsAlways=true",
        "Board=2 PiecesCount=4 MillFormationActionInPlacingPhase=1",
        "Board=2 PiecesCount=4 MillFormationActionInPlacingPhase=2",
        "Board=2 PiecesCount=4 MillFormationActionInPlacingPhase=3",
        "Board=2 PiecesCount=4 MillFormationActionInPlacingPhase=4",
        "Board=2 PiecesCount=4 MillFormationActionInPlacingPhase=5",
        "Board=2 PiecesCount=4 StopPlacingWhenTwoEmptySquares=true",
        "Board=2 PiecesCount=5 BoardFullAction=1",
        "Board=2 PiecesCount=4 StalemateAction=1",
    };
    Minimax *brute = malloc(sizeof *brute);
    uint64_t random = 7;
    Error error;

    for (size_t i = 0; i < sizeof Texts / sizeof *Texts; i++) {
        Case *test = case_new(Texts[i], 10, 1);
        memset(brute, 0, sizeof *brute);
        brute->tb = test->tb;
        for (int round = 0; round < 6; round++) {
            Move moves[MOVES_MAX];
            while (game_undo(test->game))
                ;
            for (int ply = 0; ply < round && !test->game->now.outcome; ply++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                const int count = movegen_all(&test->game->now, moves);
                CHECK(game_play(test->game, moves[(random >> 33) % (uint64_t)count], &error));
            }
            if (!test->game->now.outcome)
                check_turns(test, brute, &(ProofLimits){ .threads = 1 + round % 3 });
        }
        case_free(test);
    }
    free(brute);
}

/* In a position set up, a side may have pieces in hand when the other has none left. */
static void test_uneven_hands(void)
{
    static const char *const Fens[] = {
        "O@******/******** w p p 1 2 1 3 0 0 0 0 0 0 0 0 2",
        "*@******/******** w p p 0 4 1 2 0 0 0 0 0 0 0 0 2",
        "OO*@****/@******* b p p 2 2 2 1 0 0 0 0 0 0 0 0 3",
        "OO*@****/@@****** w p p 2 2 3 0 0 0 0 0 0 0 0 0 3",
    };
    Minimax *brute = calloc(1, sizeof *brute);
    Error error;

    for (size_t i = 0; i < sizeof Fens / sizeof *Fens; i++) {
        Case *test = case_new("Board=1 PiecesCount=4", 8, 1);
        memset(brute, 0, sizeof *brute);
        brute->tb = test->tb;
        CHECK(game_set_fen(test->game, Fens[i], &error));
        check_turns(test, brute, &(ProofLimits){ .threads = 1 });
        case_free(test);
    }
    free(brute);
}

/* Plays random moves from the start. */
static void play_moves(Game *game, uint64_t random, int plies)
{
    Move moves[MOVES_MAX];
    Error error;

    while (game_undo(game))
        ;
    for (int ply = 0; ply < plies && !game->now.outcome; ply++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        const int count = movegen_all(&game->now, moves);
        CHECK(game_play(game, moves[(random >> 33) % (uint64_t)count], &error));
    }
}

/* Without the moving phase turns are known that lead to the layer or before it. */
static void check_layer_alone(Case *test, const Folder *folder)
{
    Error error = { 0 };
    TbSpace space;

    CHECK(tb_space_init(&space, &test->game->rules.value, &error) && tb_space_build_index(&space, 10, &error));
    const TbHeader gone = tb_space_header(&space, TB_FILE_CODED, 0, 5, 5);
    tb_file_remove(folder->path, &gone);
    tb_space_free(&space);
    proof_free(test->proof);
    tb_close(test->tb);
    test->tb = tb_open(&test->game->rules, folder->path, &error);
    CHECK(test->tb && tb_max_pieces(test->tb) == 9 && tb_layer_hands(test->tb) == 6 && tb_has_layers(test->tb));
    test->proof = proof_new(&test->game->rules, test->tb, NULL, "", 1, &error);
    for (int plies = 0; plies < 6; plies++) {
        play_moves(test->game, 5, plies);
        const bool is_proven = run(test, &(ProofLimits){ .threads = 1 }, &error);
        CHECK(is_proven == (plies < 4));
        if (plies == 4) {
            CHECK_TEXT(error.text, "a proof while placing needs the tablebase of 10 pieces, not of 9");
            CHECK(run(test, &(ProofLimits){ .wanted = PROOF_VALUE }, &error));
        }
    }
}

/* With a layer of the placing phase in the tablebase the search ends there, and before it nothing is searched; every turn
 * has the same value. */
static void test_layers(void)
{
    static const char Text[] = "Board=1 PiecesCount=5";
    const Folder folder = new_folder();
    Case *test = case_new(Text, 10, 8), *with_layer = case_new(Text, 10, 8);
    Error error = { 0 };

    CHECK(build_with(Text, (TbBuildOptions){ folder.path, 10, 2, 0, 10, true, 0 }, &error));
    tb_close(with_layer->tb);
    with_layer->tb = tb_open(&test->game->rules, folder.path, &error);
    CHECK(with_layer->tb && tb_has_layer(with_layer->tb, 6));
    proof_free(with_layer->proof);
    with_layer->proof = proof_new(&test->game->rules, with_layer->tb, NULL, "", 1, &error);
    for (int round = 0; round < 40; round++) {
        const int plies = round % 9;
        play_moves(test->game, (uint64_t)round, plies);
        play_moves(with_layer->game, (uint64_t)round, plies);
        if (test->game->now.outcome)
            continue;
        CHECK(run(with_layer, &(ProofLimits){ .threads = 1 + round % 2 }, &error));
        CHECK(with_layer->info.known_count == with_layer->info.turn_count);
        CHECK(with_layer->info.nodes == 0 || plies != 3);
        if (plies < 2)
            continue; /* takes long without the layer */
        CHECK(run(test, &(ProofLimits){ .threads = 1 }, &error));
        CHECK(test->info.turn_count == with_layer->info.turn_count && test->info.lower == with_layer->info.lower);
        for (int i = 0; i < test->info.turn_count; i++) {
            const ProofTurn *one = &test->info.turns[i], *two = &with_layer->info.turns[i];
            CHECK(memcmp(&one->turn, &two->turn, sizeof one->turn) == 0 && one->lower == two->lower);
        }
    }
    check_layer_alone(test, &folder);
    case_free(test);
    case_free(with_layer);
    remove_folder(&folder);
}

/* A table that is too small and a stop at any moment change no value. */
static void *run_proof(void *argument)
{
    Case *test = argument;
    Error error;

    if (!proof_run(test->proof, &test->game->now, &(ProofLimits){ .ticket = test->ticket, .threads = 3 }, NULL, &error))
        CHECK(error.code == MILL_STOPPED);
    return NULL;
}

static void test_stopping(void)
{
    Case *test = case_new("Board=1 PiecesCount=4", 8, 0);
    const struct timespec pause = { 0, 2000000 };
    pthread_t thread;
    Error error;

    proof_stop(test->proof, 1);
    CHECK(!run(test, &(ProofLimits){ .threads = 2 }, &error) && error.code == MILL_STOPPED);
    CHECK(!run(test, &(ProofLimits){ .nodes = 200 }, &error) && error.code == MILL_STOPPED && test->info.nodes < 1000);
    CHECK(test->info.turn_count == 16 && test->info.known_count < 16);
    for (int round = 0; round < 5; round++) {
        test->ticket++;
        CHECK(pthread_create(&thread, NULL, run_proof, test) == 0);
        for (int i = 0; i < round; i++) {
            nanosleep(&pause, NULL);
            proof_info(test->proof, &test->info);
            CHECK(test->info.lower <= test->info.upper && test->info.known_count <= test->info.turn_count);
        }
        proof_stop(test->proof, test->ticket);
        pthread_join(thread, NULL);
    }
    CHECK(run(test, &(ProofLimits){ .threads = 2 }, &error) && test->info.known_count == 16);
    CHECK(run(test, &(ProofLimits){ .wanted = PROOF_VALUE }, &error) && test->info.nodes == 0);
    case_free(test);
}

static void test_refusals(void)
{
    Case *test = case_new("Board=1 PiecesCount=4", 7, 1);
    Error error;

    CHECK(!run(test, &(ProofLimits){ 0 }, &error));
    CHECK_TEXT(error.text, "a proof while placing needs the tablebase of 8 pieces, not of 7");
    case_free(test);
    test = case_new("Board=1 PiecesCount=4 MayMoveInPlacingPhase=true", 8, 1);
    CHECK(!run(test, &(ProofLimits){ 0 }, &error));
    CHECK_TEXT(error.text, "no proof while placing: pieces may move before all are placed, so that positions repeat");
    case_free(test);
}

int main(void)
{
    test_brute_force();
    test_uneven_hands();
    test_layers();
    test_stopping();
    test_refusals();
    return EXIT_SUCCESS;
}
