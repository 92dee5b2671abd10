/* Coding of single subspaces: with contexts and with a network, random access,
 * positions that are left out, bytes that are damaged. */
#define _DEFAULT_SOURCE /* mkdtemp */

#include "tablebase.h"
#include "tablebase/build/tb_encode.h"
#include "tablebase/tb_rules.h"
#include "tablebase/tb_subspace.h"
#include "tablebase/tb_successors.h"

enum { ALWAYS = 0, NEVER = INT32_MAX }; /* bytes from which a network is fitted */

typedef struct {
    Folder folder;
    TbSpace space;
    TbSubspace *subspace;
} Solved;

static void solve(Solved *solved, const char *text, int mover, int other)
{
    const Rules rules = rules_of(text);
    Error error = { 0 };

    solved->folder = new_folder();
    CHECK(build(text, solved->folder.path, mover + other, 2, &error));
    CHECK(tb_space_init(&solved->space, &rules.value, &error));
    CHECK(tb_space_build_index(&solved->space, mover + other, &error));
    solved->subspace = tb_subspace_open(&solved->space, solved->folder.path, TB_FILE_VALUES, 0, mover, other, &error);
    CHECK(solved->subspace && tb_subspace_map(solved->subspace, &error));
}

static void solved_free(Solved *solved)
{
    tb_subspace_close(solved->subspace);
    tb_space_free(&solved->space);
    remove_folder(&solved->folder);
}

typedef struct {
    bool has_dtw;
    int full_pieces;
    uint64_t network_from;
} Options;

static uint8_t *encode(const Solved *solved, Options options, int threads, uint64_t *size)
{
    const TbHeader *header = &solved->subspace->file.header;
    CodedSubspace *coded = malloc(sizeof *coded);
    ThreadPool *pool = threadpool_new(threads);
    atomic_ullong done = 0;
    atomic_bool stop = false;
    const Job job = { pool, &stop, &done };
    CHECK(coded && pool);

    coded_init(coded, solved->space.index, &solved->space.rules, (int)header->mover, (int)header->other);
    coded->has_dtw = options.has_dtw;
    coded->full_pieces = options.full_pieces;
    coded->network_from = options.network_from;
    uint8_t *bytes = tb_encode(coded, &solved->subspace->array, &job, size);
    CHECK(bytes);
    atomic_store(&stop, true);
    uint64_t ignored;
    CHECK(!tb_encode(coded, &solved->subspace->array, &job, &ignored));
    threadpool_free(pool);
    free(coded);
    return bytes;
}

static bool read_bytes(const void *context, uint64_t offset, void *bytes, size_t size)
{
    memcpy(bytes, (const uint8_t *)context + offset, size);
    return true;
}

static bool open_bytes(CodedSubspace *coded, const Solved *solved, const uint8_t *bytes, uint64_t size)
{
    const TbHeader *header = &solved->subspace->file.header;

    return tb_decode_open(coded, solved->space.index, &solved->space.rules, (int)header->mover, (int)header->other,
                          (CodedSource){ read_bytes, bytes, size });
}

/* What the bytes must give for a slot. */
static TbValue expected(const Solved *solved, Options options, uint64_t slot)
{
    const TbHeader *header = &solved->subspace->file.header;
    const TbValue value = tb_array_get(&solved->subspace->array, slot);
    const int full = options.full_pieces;
    Position pos;
    Bits own, theirs;

    index_pieces(solved->space.index, (int)header->mover, (int)header->other, slot, &own, &theirs);
    successors_position(&pos, &solved->space.rules, own, theirs);
    if ((bits_count(theirs) == full && position_in_mills(&pos, WHITE))
        || (bits_count(own) == full && position_in_mills(&pos, BLACK)))
        return TB_VALUE_NONE;
    return value == TB_DRAW || options.has_dtw ? value : (TbValue)(value | TB_DTW_UNKNOWN);
}

/* Every slot, in order and by random access. */
static void check_round_trip(const char *text, int mover, int other, Options options)
{
    CodedSubspace *coded = malloc(sizeof *coded);
    ChunkCache *cache = chunk_cache_new(1 << 16, options.has_dtw);
    uint64_t size, left_out = 0, random = 1;
    Solved solved;

    solve(&solved, text, mover, other);
    const uint64_t slots = solved.subspace->file.header.slots;
    uint8_t *bytes = encode(&solved, options, 2, &size);
    CHECK(coded && cache && open_bytes(coded, &solved, bytes, size));
    CHECK((coded->network != NULL) == (options.network_from == ALWAYS));
    for (uint64_t i = 0; i < 2 * slots; i++) {
        const uint64_t slot = i < slots ? i : next_random(&random) % slots;
        const TbValue value = tb_decode_value(coded, slot, cache);
        CHECK(value == expected(&solved, options, slot));
        left_out += value == TB_VALUE_NONE;
    }
    CHECK((left_out > 0) == (options.full_pieces > 0));
    tb_decode_close(coded);
    chunk_cache_free(cache);
    free(coded);
    free(bytes);
    solved_free(&solved);
}

static void test_round_trip(void)
{
    static const char *const Small = "six_mens_morris PiecesCount=4";

    check_round_trip(Small, 3, 3, (Options){ true, 0, ALWAYS });
    check_round_trip(Small, 4, 3, (Options){ false, 4, ALWAYS });
    check_round_trip(Small, 3, 4, (Options){ true, 4, NEVER });
    check_round_trip("Board=2 PiecesCount=4", 4, 4, (Options){ false, 4, ALWAYS });
}

/* A network takes fewer bytes than the contexts, once it is paid for; they do not depend on the number of threads. */
static void test_network_is_smaller(void)
{
    CodedHeader contexts, network;
    uint64_t size, same_size;
    Solved solved;

    solve(&solved, "nine_mens_morris", 3, 3);
    uint8_t *bytes = encode(&solved, (Options){ false, 0, NEVER }, 2, &size);
    memcpy(&contexts, bytes, sizeof contexts);
    free(bytes);
    bytes = encode(&solved, (Options){ false, 0, ALWAYS }, 1, &size);
    uint8_t *same = encode(&solved, (Options){ false, 0, ALWAYS }, 3, &same_size);
    CHECK(size == same_size && memcmp(bytes, same, (size_t)size) == 0);
    memcpy(&network, bytes, sizeof network);
    free(bytes);
    free(same);
    CHECK(10 * network.data_size < 9 * contexts.data_size);
    solved_free(&solved);
}

static void check_full_pieces(const char *text, int pieces)
{
    const Rules rules = rules_of(text);
    CHECK(tb_rules_full_pieces(&rules.value) == pieces);
}

/* Only where every closed mill takes a piece. */
static void test_full_pieces(void)
{
    check_full_pieces("nine_mens_morris", 9);
    check_full_pieces("lasker_morris", 10);
    check_full_pieces("cheng_san_qi", 0);
    check_full_pieces("MayRemoveWhenAllInMills=false", 0);
    check_full_pieces("LeapCaptureEnabled=true", 0);
}

/* Damaged bytes give wrong values or none, and no access outside of them. */
static void check_damaged(const Solved *solved, Options options)
{
    CodedSubspace *coded = malloc(sizeof *coded);
    uint64_t size, random = 7;
    uint8_t *bytes = encode(solved, options, 1, &size), *damaged = malloc((size_t)size);
    CHECK(coded && damaged);

    for (int i = 0; i < 300; i++) {
        ChunkCache *cache = chunk_cache_new(1, options.has_dtw);
        CHECK(cache);
        memcpy(damaged, bytes, (size_t)size);
        for (uint64_t k = 0; k <= next_random(&random) % 4; k++) {
            const uint64_t end = next_random(&random) % 2 ? size : sizeof(CodedHeader);
            damaged[next_random(&random) % end] = (uint8_t)next_random(&random);
        }
        if (open_bytes(coded, solved, damaged, size))
            for (int k = 0; k < 20; k++) {
                const TbValue value = tb_decode_value(coded, next_random(&random) % solved->subspace->file.header.slots,
                                                      cache);
                CHECK(value == TB_VALUE_NONE || tb_value_dtw(value) == TB_DTW_UNKNOWN || tb_value_is_valid(value));
            }
        tb_decode_close(coded);
        chunk_cache_free(cache);
    }
    free(coded);
    free(bytes);
    free(damaged);
}

static void test_damaged(void)
{
    Solved solved;

    solve(&solved, "six_mens_morris", 3, 3);
    check_damaged(&solved, (Options){ false, 3, ALWAYS });
    check_damaged(&solved, (Options){ true, 0, NEVER });
    solved_free(&solved);
}

int main(void)
{
    test_round_trip();
    test_network_is_smaller();
    test_full_pieces();
    test_damaged();
    return 0;
}
