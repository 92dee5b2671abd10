/* test_tablebase_placing.c: every position of every layer of the placing phase has
 * the value that the move generator finds one turn deep; positions that no game
 * reaches have none. */
#define _DEFAULT_SOURCE
#include "tablebase.h"
#include "search/proof_state.h"
#include "tablebase/tb_placing.h"

#include "game/movegen.h"

typedef struct {
    Rules rules;
    TbSpace space;
    Folder folder;
    Tablebase *tb; /* the moving phase */
    TbSubspace *next[PIECES_MAX + 1][PIECES_MAX + 1]; /* the layer with one piece less in hand */
} Case;

static void open_layer(Case *test, TbSubspace *layer[PIECES_MAX + 1][PIECES_MAX + 1], int hands)
{
    for (int mover = 0; mover <= PIECES_MAX; mover++)
        for (int other = 0; other <= PIECES_MAX; other++) {
            Fault fault = { 0 };
            tb_subspace_close(layer[mover][other]);
            layer[mover][other] = NULL;
            if (!hands || !placing_has(&test->space, hands, mover, other))
                continue;
            layer[mover][other] = tb_subspace_open_layer(&test->space, test->folder.path, TB_FILE_LAYER, hands, mover, other,
                                                         &fault);
            CHECK(layer[mover][other] && tb_subspace_map(layer[mover][other], &fault));
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
    Fault fault;
    TbSubspace *subspace = tb_subspace_open_layer(&test->space, test->folder.path, TB_FILE_LAYER, hands, mover, other, &fault);
    uint64_t counts[3] = { 0 };

    CHECK(subspace && tb_subspace_map(subspace, &fault));
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
        const ProofState points = us == WHITE ? own | (ProofState)theirs << POINT_MAX : theirs | (ProofState)own << POINT_MAX;
        proof_state_position(&pos, &test->rules,
                             points | proof_state_rest(hands / 2, (hands + 1) / 2, us));
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
                Fault fault = { 0 };
                CHECK(placing_solve(&test->space, test->folder.path, hands, mover, other, &job, &fault));
                slots += index_slots(test->space.index, mover, other) + index_slots(test->space.index, other, mover);
            }
    CHECK(slots && atomic_load(&done) == slots);
    threadpool_free(pool);
}

static void check_rules(const char *text, int least_placed)
{
    Case test = { .rules = rules_of(text), .folder = new_folder() };
    const int owned = 2 * test.rules.value.PiecesCount;
    Fault fault = { 0 };

    CHECK(test.rules.is_placing_plain);
    CHECK(build(text, test.folder.path, owned, 2, &fault));
    CHECK(tb_space_init(&test.space, &test.rules.value, &fault) && tb_space_build_index(&test.space, owned, &fault));
    test.tb = tb_open(&test.rules, test.folder.path, &fault);
    CHECK(test.tb);
    for (int hands = 1; hands <= owned - least_placed; hands++) {
        solve_layer(&test, hands, 1 + hands % 3);
        open_layer(&test, test.next, hands - 1);
        for (int mover = 0; mover <= PIECES_MAX; mover++)
            for (int other = 0; other <= PIECES_MAX; other++)
                if (placing_has(&test.space, hands, mover, other))
                    check_subspace(&test, hands, mover, other);
    }
    open_layer(&test, test.next, 0);
    tb_close(test.tb);
    tb_space_free(&test.space);
    remove_folder(&test.folder);
}

static void test_layers_by_turns(void)
{
    check_rules("Board=1 PiecesCount=4", 4);
    check_rules("Board=1 PiecesCount=5 StalemateAction=1", 4);
    check_rules("Board=1 PiecesCount=5 PiecesAtLeastCount=4 MayFly=false", 4);
    check_rules("six_mens_morris", 6);
}

int main(int argc, char **argv)
{
    if (argc == 3)
        check_rules(argv[1], atoi(argv[2]));
    else
        test_layers_by_turns();
    return EXIT_SUCCESS;
}
