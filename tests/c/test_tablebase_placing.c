/* test_tablebase_placing.c: every position of every layer of the placing phase has
 * the value that the move generator finds one turn deep, and positions that no
 * game reaches have none; stored layers are the same in a build that goes on
 * after a stop, in a container, and uncompressed. */
#define _DEFAULT_SOURCE
#include "tablebase.h"
#include "search/proof_state.h"
#include "tablebase/build/tb_compare.h"
#include "tablebase/build/tb_layers.h"

typedef struct {
    Rules rules;
    TbSpace space;
    Folder folder;
    Tablebase *tb;                                    /* the moving phase */
    TbSubspace *next[PIECES_MAX + 1][PIECES_MAX + 1]; /* the layer with one piece less in hand */
} Case;

static void open_layer(Case *test, TbSubspace *layer[PIECES_MAX + 1][PIECES_MAX + 1], int hands)
{
    for (int mover = 0; mover <= PIECES_MAX; mover++)
        for (int other = 0; other <= PIECES_MAX; other++) {
            Error error = { 0 };
            tb_subspace_close(layer[mover][other]);
            layer[mover][other] = NULL;
            if (!hands || !placing_has(&test->space, hands, mover, other))
                continue;
            layer[mover][other] = tb_subspace_open(&test->space, test->folder.path, TB_FILE_LAYER, hands, mover, other,
                                                   &error);
            CHECK(layer[mover][other] && tb_subspace_map(layer[mover][other], &error));
        }
}

static int wdl_of(TbValue value)
{
    CHECK(value != TB_VALUE_NONE);
    return tb_value_is_win(value) - tb_value_is_loss(value);
}

/* The value of a position for a side, when its turn is over. */
static int value_after(const Case *test, const Position *pos, Side us)
{
    TbResult result;

    if (pos->outcome)
        return position_result(pos, us);
    CHECK(pos->stm != (int8_t)us);
    if (pos->phase == PHASE_MOVING) {
        CHECK(tb_probe(test->tb, pos, &result));
        return -result.wdl;
    }
    const Bits mover = pos->pieces[pos->stm], other = pos->pieces[us];
    const TbSubspace *subspace = test->next[bits_count(mover)][bits_count(other)];
    CHECK(subspace);
    return -wdl_of(tb_array_get(&subspace->array, index_of(test->space.index, mover, other)));
}

static int best_turn(const Case *test, const Position *pos, Side us)
{
    Move moves[MOVES_MAX];
    int best = -1;

    if (pos->outcome || pos->stm != (int8_t)us)
        return value_after(test, pos, us);
    const int count = movegen_all(pos, moves);
    for (int i = 0; i < count && best < 1; i++) {
        Position after;
        position_make(&after, pos, moves[i]);
        const int value = best_turn(test, &after, us);
        best = value > best ? value : best;
    }
    return best;
}

static void check_subspace(const Case *test, int hands, int mover, int other)
{
    const Index *index = test->space.index;
    const int mover_full = test->rules.value.PiecesCount - placing_mover_hand(hands);
    const int other_full = test->rules.value.PiecesCount - placing_other_hand(hands);
    const Side us = hands % 2 ? BLACK : WHITE;
    Error error;
    TbSubspace *subspace = tb_subspace_open(&test->space, test->folder.path, TB_FILE_LAYER, hands, mover, other,
                                            &error);
    uint64_t counts[3] = { 0 };

    CHECK(subspace && tb_subspace_map(subspace, &error));
    for (uint64_t slot = 0; slot < index_slots(index, mover, other); slot++) {
        const TbValue value = tb_array_get(&subspace->array, slot);
        Bits own, theirs;
        Position pos;
        index_pieces(index, mover, other, slot, &own, &theirs);
        const bool is_reached = !(mover == mover_full && index_in_mills(index, theirs))
            && !(other == other_full && index_in_mills(index, own));
        CHECK(is_reached == (value != TB_VALUE_NONE));
        if (!is_reached)
            continue;
        const ProofState points = us == WHITE ? own | (ProofState)theirs << POINT_MAX
                                              : theirs | (ProofState)own << POINT_MAX;
        proof_state_position(&pos, &test->rules, points | proof_state_rest(hands / 2, (hands + 1) / 2, us));
        CHECK(best_turn(test, &pos, us) == wdl_of(value));
        counts[wdl_of(value) + 1] += index_canonical(index, mover, other, slot) == slot;
    }
    const TbHeader *header = &subspace->file.header;
    CHECK(header->losses == counts[0] && header->draws == counts[1] && header->wins == counts[2]);
    CHECK(header->positions == counts[0] + counts[1] + counts[2]);
    tb_subspace_close(subspace);
}

static void solve_layer(const Case *test, int hands, int threads)
{
    ThreadPool *pool = threadpool_new(threads);
    atomic_bool stop = false;
    atomic_ullong done = 0;
    const Job job = { pool, &stop, &done };
    uint64_t slots = 0;

    for (int mover = 0; mover <= PIECES_MAX; mover++)
        for (int other = 0; other <= PIECES_MAX; other++)
            if (placing_has(&test->space, hands, mover, other)) {
                Error error = { 0 };
                CHECK(placing_solve(&test->space, test->folder.path, hands, mover, other, &job, &error));
                slots += index_slots(test->space.index, mover, other) + index_slots(test->space.index, other, mover);
            }
    CHECK(slots && atomic_load(&done) == slots);
    threadpool_free(pool);
}

static Case case_new(const char *text)
{
    Case test = { .rules = rules_of(text), .folder = new_folder() };
    const int owned = 2 * test.rules.value.PiecesCount;
    TbLayers layers;
    Error error = { 0 };

    CHECK(test.rules.is_placing_plain);
    CHECK(build(text, test.folder.path, owned, 2, &error));
    CHECK(tb_space_init(&test.space, &test.rules.value, &error) && tb_space_build_index(&test.space, owned, &error));
    tb_layers_init(&layers, &test.space, &test.rules, test.folder.path, true);
    tb_layers_remove_arrays(&layers); /* to be solved by the tests */
    test.tb = tb_open(&test.rules, test.folder.path, &error);
    CHECK(test.tb && tb_max_pieces(test.tb) == owned);
    return test;
}

static void case_free(Case *test)
{
    open_layer(test, test->next, 0);
    tb_close(test->tb);
    tb_space_free(&test->space);
    remove_folder(&test->folder);
}

static void check_rules(const char *text, int least_placed)
{
    Case test = case_new(text);

    for (int hands = 1; hands <= 2 * test.rules.value.PiecesCount - least_placed; hands++) {
        solve_layer(&test, hands, 1 + hands % 3);
        open_layer(&test, test.next, hands - 1);
        for (int mover = 0; mover <= PIECES_MAX; mover++)
            for (int other = 0; other <= PIECES_MAX; other++)
                if (placing_has(&test.space, hands, mover, other))
                    check_subspace(&test, hands, mover, other);
    }
    case_free(&test);
}

static void test_layers_by_turns(void)
{
    check_rules("Board=1 PiecesCount=4", 4);
    check_rules("Board=1 PiecesCount=5 StalemateAction=1", 4);
    check_rules("Board=1 PiecesCount=5 PiecesAtLeastCount=4 MayFly=false", 4);
    check_rules("six_mens_morris", 6);
}

/* --- stored layers --- */

#define FIVE "Board=1 PiecesCount=5"
enum { FIVE_HANDS = 6 };

/* A tablebase has the layer as it was solved. */
static void check_stored(const Case *test, const Tablebase *tb)
{
    const Index *index = test->space.index;

    for (int hands = 0; hands <= 2 * PIECES_MAX; hands++)
        CHECK(tb_has_layer(tb, hands) == (hands == FIVE_HANDS));
    for (int mover = 0; mover <= PIECES_MAX; mover++)
        for (int other = 0; other <= PIECES_MAX; other++) {
            const TbSubspace *solved = test->next[mover][other];
            const TbHeader *header = tb_header(tb, FIVE_HANDS, mover, other);
            CHECK((header != NULL) == (solved != NULL));
            if (!solved)
                continue;
            CHECK(header->positions == solved->file.header.positions && header->wins == solved->file.header.wins);
            for (uint64_t slot = 0; slot < index_slots(index, mover, other); slot++) {
                Bits own, theirs;
                index_pieces(index, mover, other, slot, &own, &theirs);
                CHECK(tb_probe_layer(tb, FIVE_HANDS, own, theirs) == tb_array_get(&solved->array, slot));
            }
        }
}

static void check_folder(const Case *test, const char *path)
{
    Error error = { 0 };
    Tablebase *tb = tb_open(&test->rules, path, &error);

    CHECK(tb && !error.text[0]);
    check_stored(test, tb);
    tb_close(tb);
}

/* The layer that was coded, once the solved one is gone. */
static void check_coded(const Case *test)
{
    const TbHeader solved = tb_space_header(&test->space, TB_FILE_LAYER, FIVE_HANDS, 2, 2);

    tb_file_remove(test->folder.path, &solved);
    check_folder(test, test->folder.path);
}

static bool build_layers(const Case *test, int last, bool is_stopped)
{
    ThreadPool *pool = threadpool_new(2);
    atomic_bool stop = is_stopped;
    atomic_ullong done = 0;
    const Job job = { pool, &stop, &done };
    TbLayers layers;
    Error error = { 0 };

    tb_layers_init(&layers, &test->space, &test->rules, test->folder.path, true);
    CHECK(layers.last == FIVE_HANDS && tb_layers_disk(&layers) && tb_layers_memory(&layers));
    layers.last = last;
    const bool is_built = tb_layers_build(&layers, &job, &error);
    CHECK(is_built ? tb_layers_work_done(&layers, 0) == tb_layers_work(&layers) : error.code == MILL_STOPPED);
    CHECK(is_built == tb_layers_are_complete(&layers) || last < FIVE_HANDS);
    threadpool_free(pool);
    return is_built;
}

/* A build that is stopped goes on; without a layer of another folder it begins anew. */
static void test_stopped_build_resumes(void)
{
    Case test = case_new(FIVE);
    const TbHeader coded = tb_space_header(&test.space, TB_FILE_LAYER_CODED, FIVE_HANDS, 2, 2);

    CHECK(!build_layers(&test, FIVE_HANDS, true));
    CHECK(build_layers(&test, 3, false));
    const TbHeader gone = tb_space_header(&test.space, TB_FILE_LAYER, 2, 3, 3);
    Error error = { 0 };
    CHECK(!tb_subspace_open(&test.space, test.folder.path, TB_FILE_LAYER, 2, 3, 3, &error) && !error.text[0]);
    CHECK(placing_has(&test.space, (int)gone.detail, 3, 3));
    CHECK(build_layers(&test, FIVE_HANDS, false));
    open_layer(&test, test.next, FIVE_HANDS);
    check_coded(&test);
    tb_file_remove(test.folder.path, &coded);
    CHECK(build_layers(&test, FIVE_HANDS, false));
    check_coded(&test);
    case_free(&test);
}

/* A complete build without coding keeps the layer as it was solved; the coded one is equal to it, and differs from another. */
static void test_compare(void)
{
    const Folder coded = new_folder(), solved = new_folder();
    const Rules rules = rules_of(FIVE);
    MillTbCounts counts = { 0 };
    Error error = { 0 };

    CHECK(build_with(FIVE, (TbBuildOptions){ coded.path, 10, 2, 0, 10, true, 0 }, &error));
    for (int round = 0; round < 2; round++) /* the second finds everything there */
        CHECK(build(FIVE, solved.path, 10, 2, &error));
    Tablebase *tb = tb_open(&rules, coded.path, &error), *exact = tb_open(&rules, solved.path, &error);
    CHECK(tb && exact && tb_has_layers(tb) && tb_has_layers(exact));
    CHECK(tb_header(tb, FIVE_HANDS, 2, 2)->kind == TB_FILE_LAYER_CODED);
    TbHeader header = *tb_header(exact, FIVE_HANDS, 2, 2);
    CHECK(header.kind == TB_FILE_LAYER);
    CHECK(tb_compare_samples(tb, exact, FIVE_HANDS, 2, 2, 500, 1, &counts, &error) && counts.compared == 500);
    counts = (MillTbCounts){ 0 };
    for (int part = 0; part < 3; part++)
        CHECK(tb_compare_part(tb, exact, FIVE_HANDS, 2, 2, part, 3, &counts, &error));
    CHECK(counts.compared - counts.left_out == header.positions && counts.wins == header.wins);
    tb_close(exact);
    const size_t size = (size_t)tb_layer_bytes(header.slots);
    uint8_t *wins = malloc(size);
    CHECK(wins);
    CHECK(tb_file_write(solved.path, &header, &(TbFilePart){ memset(wins, 0x55, size), size }, 1, &error));
    free(wins);
    exact = tb_open(&rules, solved.path, &error);
    CHECK(exact && !tb_compare_part(tb, exact, FIVE_HANDS, 2, 2, 0, 1, &counts, &error)
          && strstr(error.text, "differ"));
    tb_close(exact);
    tb_close(tb);
    remove_folder(&coded);
    remove_folder(&solved);
}

/* A complete build stores the layer, and so does its container; other placing rules do not see it. */
static void test_container(void)
{
    static const char *const Others[] = { "Board=1 PiecesCount=4", "Board=1 PiecesCount=6",
                                          FIVE " MayMoveInPlacingPhase=true" };
    const Folder folder = new_folder();
    Case test = case_new(FIVE);
    char path[64];
    Error error = { 0 };

    CHECK(build_layers(&test, FIVE_HANDS, false));
    open_layer(&test, test.next, FIVE_HANDS);
    for (int round = 0; round < 2; round++) /* the second finds everything there */
        CHECK(build_with(FIVE, (TbBuildOptions){ folder.path, 10, 2, 0, 10, true, 0 }, &error));
    check_folder(&test, folder.path);
    Tablebase *tb = tb_open(&test.rules, folder.path, &error);
    snprintf(path, sizeof path, "%s/five.tablebase", folder.path);
    CHECK(tb_write(tb, path, "five", &error));
    tb_close(tb);
    check_folder(&test, path);
    for (size_t i = 0; i < sizeof Others / sizeof *Others; i++) {
        const Rules rules = rules_of(Others[i]);
        tb = tb_open(&rules, path, &error);
        CHECK(tb);
        for (int hands = 0; hands <= 2 * PIECES_MAX; hands++)
            CHECK(!tb_has_layer(tb, hands));
        tb_close(tb);
    }
    case_free(&test);
    remove_folder(&folder);
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        check_rules(argv[1], atoi(argv[2]));
        return EXIT_SUCCESS;
    }
    test_layers_by_turns();
    test_stopped_build_resumes();
    test_container();
    test_compare();
    return EXIT_SUCCESS;
}
