/* The index, successors, building and coding of a tablebase. */
#define _DEFAULT_SOURCE /* mkdtemp */

#include "tablebase.h"
#include "tablebase/tb_resolve.h"
#include "tablebase/tb_rules.h"
#include "tablebase/tb_successors.h"

/* Maps every slot to pieces and back, and counts the canonical slots. */
static void check_index(const char *text, int mover, int other, uint64_t positions)
{
    const Rules rules = rules_of(text);
    Index *index = index_new(&rules.topology, mover > other ? mover : other);
    CHECK(index);
    const uint64_t slots = index_slots(index, mover, other);
    uint64_t counted = 0;

    for (uint64_t slot = 0; slot < slots; slot++) {
        Bits own, theirs;
        index_pieces(index, mover, other, slot, &own, &theirs);
        CHECK(bits_count(own) == mover && bits_count(theirs) == other && !(own & theirs));
        const uint64_t back = index_of(index, own, theirs);
        const uint32_t block = (uint32_t)(slot / index_block_slots(index, mover, other));
        CHECK(back / index_block_slots(index, mover, other) == block);
        const bool counts = index_is_canonical(index, other, block, own);
        counted += counts;
        CHECK(back == slot || index_side(index, other)->fixed_by[block] != 1);
        for (int s = 0; slot % 97 == 0 && s < rules.topology.symmetry_count; s++) {
            const uint64_t image = index_of(index, index_map(index, s, own), index_map(index, s, theirs));
            CHECK(image / index_block_slots(index, mover, other) == block);
        }
    }
    CHECK(counted == positions);
    index_free(index);
}

static void test_index(void)
{
    check_index("nine_mens_morris", 3, 3, 169626);
    check_index("twelve_mens_morris", 3, 4, 760398);
    check_index("six_mens_morris", 4, 3, 25190);
    check_index("three_mens_morris", 3, 3, 228);
    check_index("Board=2 PiecesCount=4", 5, 2, 108);
}

/* Compares the fast implementation with the move generator. */
static void check_fast(const char *text, int mover, int other, int step)
{
    const Rules rules = rules_of(text);
    Index *index = index_new(&rules.topology, mover > other ? mover : other);

    CHECK(index && fast_covers(&rules));
    for (uint64_t slot = 0; slot < index_slots(index, mover, other); slot += (uint64_t)step) {
        Bits own, theirs;
        Position pos;
        Move moves[MOVES_MAX];
        index_pieces(index, mover, other, slot, &own, &theirs);
        successors_position(&pos, &rules, own, theirs);
        const Bits empty = position_empty(&pos);
        const bool flies = fast_flies(&rules, mover);
        CHECK(index_in_mills(index, own) == position_in_mills(&pos, WHITE));
        const int count = pos.stm == WHITE ? movegen_all(&pos, moves) : 0;
        if (!count || position_must_remove(&pos)) {
            CHECK(fast_move_count(&rules, own, empty, flies) == 0);
            continue;
        }
        CHECK(fast_move_count(&rules, own, empty, flies) == count);
        for (int i = 0; i < count; i++) {
            const int from = move_from(moves[i]), to = move_to(moves[i]);
            const bool is_quiet = successors_has_quiet(&rules, own, theirs, from, to);
            CHECK(is_quiet == !fast_lines_at(&rules, own & ~bit(from), to));
            CHECK(is_quiet == !(index_in_mills(index, own ^ bit(from) ^ bit(to)) & bit(to)));
        }
    }
    index_free(index);
}

static void test_fast_successors(void)
{
    check_fast("nine_mens_morris", 3, 3, 7);
    check_fast("nine_mens_morris", 9, 9, 500009);
    check_fast("twelve_mens_morris", 4, 3, 31);
    check_fast("twelve_mens_morris MayFly=false StalemateAction=2", 4, 3, 31);
    check_fast("six_mens_morris", 4, 4, 3);
    check_fast("Board=2 PiecesCount=4 StalemateAction=1", 4, 4, 1);
}

static uint64_t fingerprint_of(const RuleValues *values)
{
    Writer nowhere = writer_to(NULL, 0);
    Rules rules, reduced;

    rules_prepare(&rules, values);
    tb_rules_prepare(&reduced, values);
    const uint64_t fingerprint = tb_rules_fingerprint(&rules, &nowhere);
    CHECK(tb_rules_fingerprint(&reduced, &nowhere) == fingerprint);
    return fingerprint;
}

/* Whether the rule, set to any of its values, changes the fingerprint of the rule set. */
static bool changes_fingerprint(const RuleValues *base, const RuleField *field)
{
    const uint64_t fingerprint = fingerprint_of(base);
    RuleValues changed = *base;
    bool does = false;

    for (int value = field->minimum; value <= field->maximum; value++) {
        rules_put(&changed, field, value);
        does |= fingerprint_of(&changed) != fingerprint;
    }
    return does;
}

/* A rule changes the fingerprint of some rule set if rules.def gives it a term, and of none otherwise. */
static void test_fingerprint_covers_all_rules(void)
{
    static const char *const Bases[] = {
        "nine_mens_morris",
        "PiecesCount=3 PiecesAtLeastCount=5",
        "LeapCaptureEnabled=true",
        "twelve_mens_morris CustodianCaptureEnabled=true InterventionCaptureEnabled=true LeapCaptureEnabled=true",
    };

    for (int i = 0; i < rules_field_count(); i++) {
        const RuleField *field = rules_field(i);
        bool does = false;
        for (size_t k = 0; k < sizeof Bases / sizeof *Bases; k++) {
            Rules rules = rules_of(Bases[k]);
            does |= changes_fingerprint(&rules.value, field);
            rules_put(&rules.value, field, field->maximum);
            CHECK((tb_rules_refused(&rules) == field) == (field->term == TERM_REFUSED));
        }
        CHECK(does == (field->term < TERM_NB));
    }
}

/* Fingerprints name the files. */
static void test_fingerprints_are_unchanged(void)
{
    static const struct {
        const char *rules;
        uint64_t fingerprint;
    } Known[] = {
        { "nine_mens_morris", 0xf412786ad7280a63 },   { "lasker_morris", 0xf412786ad7280a63 },
        { "twelve_mens_morris", 0x41b3f8fe3333003a }, { "dooz", 0xfb74ddeeed31c7b9 },
        { "da_san_qi", 0xca253b7d876576f5 },          { "mul_mulan", 0xee916c1774de5744 },
        { "six_mens_morris", 0x7a2e2c6142e81f49 },    { "three_mens_morris", 0xf3935f716b71cfaa },
    };

    for (size_t i = 0; i < sizeof Known / sizeof *Known; i++) {
        const Rules rules = rules_of(Known[i].rules);
        CHECK(fingerprint_of(&rules.value) == Known[i].fingerprint);
    }
}

static void check_counts(const Tablebase *tb, int mover, int other, uint64_t wins, uint64_t losses, uint64_t draws,
                         int max_dtw)
{
    const TbHeader *header = tb_header(tb, 0, mover, other);

    CHECK(header && header->wins == wins && header->losses == losses && header->draws == draws);
    CHECK((int)header->max_dtw == max_dtw && header->positions == wins + losses + draws);
}

static void test_counts(void)
{
    const Rules rules = rules_of("nine_mens_morris");
    const Folder folder = new_folder();
    Error error = { 0 };

    CHECK(build("nine_mens_morris", folder.path, 7, 2, &error));
    Tablebase *tb = tb_open(&rules, folder.path, &error);
    CHECK(tb && !error.text[0] && tb_max_pieces(tb) == 7);
    check_counts(tb, 3, 3, 140621, 28736, 269, 25);
    check_counts(tb, 4, 3, 75397, 3095, 681906, 1);
    check_counts(tb, 3, 4, 102281, 0, 658117, 33);
    CHECK(tb_check(tb, 3, 4, 1000, 1, &error) && tb_check(tb, 3, 3, 1000, 1, &error));
    CHECK(!tb_check(tb, 4, 4, 1, 1, &error));
    tb_close(tb);
    remove_folder(&folder);
}

/* The same answer as the best of all turns, one turn deeper, also while a removal is pending. */
static void check_successors(const Tablebase *tb, const Position *pos)
{
    TbResult result, next;
    Move moves[MOVES_MAX];
    int best = -10000;

    if (!tb_probe(tb, pos, &result))
        return;
    const int count = movegen_all(pos, moves);
    for (int i = 0; i < count; i++) {
        Position after;
        position_make(&after, pos, moves[i]);
        CHECK(tb_probe(tb, &after, &next));
        const bool ends_turn = after.outcome || after.stm != pos->stm || !position_must_remove(&after);
        const int turns = next.dtw + ends_turn;
        const int value = next.wdl * (after.stm == pos->stm ? 1 : -1) * (1000 - turns);
        best = value > best ? value : best;
    }
    if (count)
        CHECK(best == result.wdl * (1000 - result.dtw) || (best == 0 && result.wdl == 0));
}

static void test_probe(void)
{
    const Folder folder = new_folder();
    Error error = { 0 };
    uint64_t random = 1;

    CHECK(build("six_mens_morris", folder.path, 12, 2, &error));
    Game *game = new_game("six_mens_morris", NULL);
    Tablebase *tb = tb_open(&game->rules, folder.path, &error);
    CHECK(tb && tb_max_pieces(tb) == 12);
    for (int i = 0; i < 200; i++) {
        game_set_rules(game, &game->rules.value);
        while (play_random(game, &random))
            check_successors(tb, &game->now);
    }
    game_free(game);
    tb_close(tb);
    remove_folder(&folder);
}

/* Coded subspaces have the same values as arrays, also those derived from the other subspace of a pair. */
static void check_coded(const char *text, int max_pieces, int dtw_up_to, uint64_t step)
{
    const Rules rules = rules_of(text);
    const Folder exact = new_folder(), packed = new_folder();
    const int least = rules.least_pieces;
    Error error = { 0 };
    uint64_t seen = 0;

    CHECK(build(text, exact.path, max_pieces, 2, &error));
    CHECK(build_with(text, (TbBuildOptions){ packed.path, max_pieces, 2, 0, dtw_up_to, true, 0 }, &error));
    Tablebase *left = tb_open(&rules, exact.path, &error), *right = tb_open(&rules, packed.path, &error);
    CHECK(left && right && tb_max_pieces(left) == max_pieces && tb_max_pieces(right) == max_pieces);
    Index *index = index_new(&rules.topology, max_pieces - least);
    CHECK(index);
    for (int mover = least; mover <= max_pieces - least; mover++)
        for (int other = least; mover + other <= max_pieces; other++) {
            const TbHeader *header = tb_header(right, 0, mover, other);
            CHECK(!header || header->kind == TB_FILE_CODED);
            CHECK(!header == (tb_header(right, 0, other, mover) != NULL) || mover == other);
            for (uint64_t slot = 0; slot < index_slots(index, mover, other); slot += step, seen++) {
                Bits own, theirs;
                index_pieces(index, mover, other, slot, &own, &theirs);
                const TbValue expected = tb_probe_pieces(left, own, theirs),
                              value = tb_probe_pieces(right, own, theirs);
                CHECK(value != TB_VALUE_NONE && (value & TB_WDL_MASK) == (expected & TB_WDL_MASK));
                CHECK(value == expected || (tb_value_dtw(value) == TB_DTW_UNKNOWN && mover + other > dtw_up_to));
            }
        }
    CHECK(seen > 100);
    index_free(index);
    tb_close(left);
    tb_close(right);
    remove_folder(&exact);
    remove_folder(&packed);
}

static void test_coded(void)
{
    check_coded("six_mens_morris", 9, 7, 293);
    check_coded("six_mens_morris", 7, 7, 7);
    check_coded("Board=2 PiecesCount=5 StalemateAction=1 MayFly=false", 8, 7, 1);
    check_coded("Board=2 PiecesCount=5 InterventionCaptureEnabled=true MayRemoveMultiple=true", 8, 8, 1);
    check_coded("nine_mens_morris", 7, 6, 9973);
}

/* Rounded DTW are bounds, from which a search finds the exact ones and the moves that win soonest. */
static void test_rounded(void)
{
    const Rules rules = rules_of("six_mens_morris");
    const Folder exact = new_folder(), rounded = new_folder();
    Error error = { 0 };
    int resolved = 0, chosen = 0;

    CHECK(build("six_mens_morris", exact.path, 7, 2, &error));
    CHECK(build_with("six_mens_morris", (TbBuildOptions){ rounded.path, 7, 2, 0, 5, true, 7 }, &error));
    Tablebase *left = tb_open(&rules, exact.path, &error), *right = tb_open(&rules, rounded.path, &error);
    CHECK(left && right && tb_dtw_step(left, 7) == 1 && tb_dtw_step(right, 7) > 1);
    CHECK(tb_check(right, 3, 3, 200, 1, &error));
    for (uint64_t slot = 0; slot < index_slots(tb_space(left)->index, 4, 3); slot += 61) {
        const int step = tb_dtw_step(right, 7);
        Bits own, theirs;
        Position pos;
        TbResult expected, result;
        Move moves[MOVES_MAX];
        index_pieces(tb_space(left)->index, 4, 3, slot, &own, &theirs);
        successors_position(&pos, &rules, own, theirs);
        if (pos.outcome || !tb_probe(left, &pos, &expected))
            continue;
        CHECK(tb_resolve_probe(right, &pos, &result) && result.wdl == expected.wdl);
        CHECK(!expected.wdl || (result.dtw_bound >= expected.dtw && result.dtw_bound < expected.dtw + step));
        CHECK(!expected.wdl || result.dtw == expected.dtw);
        resolved += expected.dtw > 1;
        if (expected.wdl <= 0)
            continue;
        const int kept = tb_root_moves(right, &pos, moves, movegen_all(&pos, moves), 1);
        const int best = tb_resolve_moves(right, &pos, moves, kept);
        for (int i = 0; i < best; i++)
            CHECK(tb_root_probe(left, &pos, moves[i], &result) && result.wdl > 0 && result.dtw == expected.dtw);
        chosen += best < kept;
    }
    CHECK(resolved > 50 && chosen > 10);
    tb_close(left);
    tb_close(right);
    remove_folder(&exact);
    remove_folder(&rounded);
}

/* All bits are decoded as they were encoded, and likely ones take little space. */
static void test_range_coder(void)
{
    uint8_t bytes[4096];
    uint16_t probabilities[PROBABILITY_CODES];
    RangeEncoder encoder;
    RangeDecoder decoder;

    probability_table(probabilities);
    for (unsigned seed = 1; seed < 50; seed++) {
        uint64_t random = seed;
        range_encoder_start(&encoder, bytes, sizeof bytes);
        for (int i = 0; i < 3000; i++) {
            const uint16_t probability = probabilities[next_random(&random) % PROBABILITY_CODES];
            range_encoder_put(&encoder, probability, next_random(&random) % 65536 >= probability);
        }
        range_encoder_end(&encoder);
        CHECK(!encoder.is_full && encoder.size < 400);
        random = seed;
        range_decoder_start(&decoder, bytes, encoder.size);
        for (int i = 0; i < 3000; i++) {
            const uint16_t probability = probabilities[next_random(&random) % PROBABILITY_CODES];
            CHECK(range_decoder_get(&decoder, probability) == (next_random(&random) % 65536 >= probability));
        }
    }
    CHECK(probabilities[probability_code(1000, 1000)] == 32768);
    CHECK(probabilities[probability_code(1, 1000000)] < 3 && probabilities[probability_code(1000000, 1)] > 65530);
}

static void test_refusals(void)
{
    const Folder folder = new_folder();
    Error error = { 0 };

    CHECK(!build("russian_mill", folder.path, 6, 1, &error));
    CHECK_TEXT(error.text, "no tablebase for these rules: OneTimeUseMill makes play depend on earlier moves");
    CHECK(!build("morabaraba", folder.path, 6, 1, &error));
    CHECK(!build("nine_mens_morris", folder.path, 5, 1, &error));
    CHECK_TEXT(error.text, "the smallest tablebase has 6 pieces, not 5");
    CHECK(!build("six_mens_morris", "/nowhere/at/all", 6, 1, &error));
    CHECK(strstr(error.text, "No such file"));
    remove_folder(&folder);
}

int main(void)
{
    test_index();
    test_fast_successors();
    test_fingerprint_covers_all_rules();
    test_fingerprints_are_unchanged();
    test_counts();
    test_probe();
    test_range_coder();
    test_coded();
    test_rounded();
    test_refusals();
    return EXIT_SUCCESS;
}
