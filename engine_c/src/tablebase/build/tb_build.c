#include "tb_build.h"

#include "retro.h"
#include "tb_encode.h"
#include "tb_layers.h"
#include "tablebase/os_file.h"
#include "tablebase/tb_rules.h"

#include <stdlib.h>
#include <string.h>

/* Rounded DTW takes two thirds of the space, and a search of a few turns finds the exact one: see tb_resolve.h. Where one side has
 * many more pieces DTW is left out to save space; finding the next capture is left to the search. */
enum { PAIRS_MAX = PIECES_MAX * PIECES_MAX, DTW_STEP = 8, DTW_DIFFERENCE_MAX = 2 };

/* The names of two subspaces: mover-other, and with the sides swapped. */
typedef struct {
    int mover, other;
} Pair;

struct MillTbBuild {
    TbSpace space;
    TbBuildOptions options;
    char *folder;
    Pair pairs[PAIRS_MAX];
    int pair_count;
    TbSubspace *subspaces[PIECES_MAX + 1][PIECES_MAX + 1];
    TbSolved solved;
    int full_pieces; /* of coded subspaces; 0 unless the game is solved completely */
    TbLayers layers; /* of the placing phase, where the game is solved completely */
    uint64_t work;
    atomic_bool stop;
    atomic_int current; /* pair */
    atomic_int solved_pairs;
    atomic_ullong work_before; /* of the pairs before the current one */
    atomic_ullong work_done;   /* in the current pair */
};

static Pair swapped(Pair pair) { return (Pair){ pair.other, pair.mover }; }

/* Each slot counts twice: retro_init and retro_propagate. */
static uint64_t solving_work(const TbBuild *build, Pair pair)
{
    const uint64_t one = index_slots(build->space.index, pair.mover, pair.other);
    const uint64_t two = pair.mover == pair.other ? 0 : index_slots(build->space.index, pair.other, pair.mover);
    return 2 * (one + two);
}

static bool is_coded(const TbBuild *build, Pair pair)
{
    return build->options.is_compressed || pair.mover + pair.other > build->options.dtw_up_to;
}

/* Coding a slot takes about a quarter of the time of solving it. */
static uint64_t coding_work(const TbBuild *build, Pair pair)
{
    return is_coded(build, pair) ? solving_work(build, pair) / 4 : 0;
}

/* Orders the pairs by their total, since a removal leads to a smaller one. */
static void plan(TbBuild *build)
{
    const Index *index = build->space.index;
    const int least = build->space.rules.least_pieces;

    for (int total = 2 * least; total <= build->options.max_pieces && total < index->point_count; total++)
        for (int other = least; 2 * other <= total; other++)
            if (total - other <= index->most) {
                const Pair pair = { total - other, other };
                build->pairs[build->pair_count++] = pair;
                build->work += solving_work(build, pair) + coding_work(build, pair);
            }
}

TbBuild *tb_build_new(const RuleValues *values, const TbBuildOptions *options, Error *error)
{
    const bool is_complete_game = options->max_pieces >= 2 * values->PiecesCount;
    TbBuild *build = calloc(1, sizeof *build);
    char *folder = calloc(1, strlen(options->folder) + 1);
    Rules rules;

    if (!build || !folder) {
        free(build);
        free(folder);
        error_no_memory(error);
        return NULL;
    }
    build->options = *options;
    build->options.folder = build->folder = strcpy(folder, options->folder);
    if (!tb_space_init(&build->space, values, error)
        || !tb_space_build_index(&build->space, options->max_pieces, error)) {
        tb_build_free(build);
        return NULL;
    }
    rules_prepare(&rules, values);
    build->solved.index = build->space.index;
    build->full_pieces = is_complete_game ? tb_rules_full_pieces(values) : 0;
    plan(build);
    if (is_complete_game && build->pair_count)
        tb_layers_init(&build->layers, &build->space, &rules, build->folder,
                       is_coded(build, build->pairs[build->pair_count - 1]));
    build->work += tb_layers_work(&build->layers);
    return build;
}

static void close_subspace(TbBuild *build, int mover, int other)
{
    tb_subspace_close(build->subspaces[mover][other]);
    build->subspaces[mover][other] = NULL;
    build->solved.array[mover][other] = NULL;
}

void tb_build_free(TbBuild *build)
{
    if (!build)
        return;
    for (int mover = 0; mover <= PIECES_MAX; mover++)
        for (int other = 0; other <= PIECES_MAX; other++)
            close_subspace(build, mover, other);
    tb_space_free(&build->space);
    free(build->folder);
    free(build);
}

/* Opens a solved subspace. The error has no text if there is no such file. */
static bool open_subspace(TbBuild *build, int mover, int other, Error *error)
{
    TbSubspace **subspace = &build->subspaces[mover][other];

    if (!*subspace)
        *subspace = tb_subspace_open(&build->space, build->folder, TB_FILE_VALUES, 0, mover, other, error);
    if (!*subspace)
        return false;
    if (!tb_subspace_map(*subspace, error)) {
        close_subspace(build, mover, other);
        return false;
    }
    build->solved.array[mover][other] = &(*subspace)->array;
    return true;
}

/* Whether a turn in this pair may lead to that smaller subspace; true in some cases where none does. */
static bool may_lead_to(const TbBuild *build, Pair pair, int mover, int other)
{
    const Rules *rules = &build->space.rules;
    const int most = !fast_covers(rules) ? PIECES_MAX : rules->value.MayRemoveMultiple ? LINES_AT_POINT_MAX : 1;
    const int own_most = rules->value.StalemateAction == STALEMATE_BOTH_REMOVE ? 1 : 0;

    for (int sides = 0; sides < 4; sides++) {
        const int lost_one = (sides & 1 ? pair.mover : pair.other) - (sides & 2 ? mover : other);
        const int lost_two = (sides & 1 ? pair.other : pair.mover) - (sides & 2 ? other : mover);
        if (lost_one >= 0 && lost_two >= 0 && lost_one + lost_two > 0 && lost_one <= most && lost_two <= own_most)
            return true;
    }
    return false;
}

static bool open_successors(TbBuild *build, Pair pair, Error *error)
{
    const int least = build->space.rules.least_pieces, most = build->space.index->most;

    for (int mover = least; mover <= most; mover++)
        for (int other = least; other <= most; other++) {
            if (!may_lead_to(build, pair, mover, other))
                close_subspace(build, mover, other);
            else if (!open_subspace(build, mover, other, error))
                return error->text[0] ? false : error_set(error, "subspace %d-%d is missing", mover, other);
        }
    return true;
}

static bool write_pair(const TbBuild *build, const Retro *retro, Error *error)
{
    for (int i = 0; i < retro->subspace_count; i++) {
        const RetroSubspace *subspace = &retro->subspace[i];
        if (!tb_subspace_write(&build->space, build->folder, subspace->mover, subspace->other, subspace->values, error))
            return false;
    }
    return true;
}

static bool solve_pair(TbBuild *build, Pair pair, const Job *job, Error *error)
{
    const uint64_t memory = retro_memory(build->space.index, pair.mover, pair.other, build->options.threads);
    Retro retro;
    bool is_solved = false;

    if (build->options.memory && memory > build->options.memory)
        return error_set(error, "%d-%d needs %llu MB of memory", pair.mover, pair.other,
                         (unsigned long long)(memory >> 20));
    if (!open_successors(build, pair, error))
        return false;
    const bool is_open = retro_open(&retro, &build->space.rules, &build->solved, pair.mover, pair.other, job);
    switch (is_open ? retro_solve(&retro) : RETRO_NO_MEMORY) {
    case RETRO_SOLVED: is_solved = write_pair(build, &retro, error); break;
    case RETRO_STOPPED: error_stopped(error); break;
    case RETRO_NO_MEMORY: error_no_memory(error); break;
    case RETRO_TOO_LONG: error_set(error, "%d-%d has a DTW above %d", pair.mover, pair.other, TB_DTW_MAX); break;
    }
    retro_free(&retro);
    return is_solved;
}

/* Whether both subspaces of a pair are solved; they are then open. */
static bool has_solved(TbBuild *build, Pair pair)
{
    Error error;
    return open_subspace(build, pair.mover, pair.other, &error) && open_subspace(build, pair.other, pair.mover, &error);
}

/* To which DTW of a coded pair is rounded; 0: it has none. */
static int dtw_step(const TbBuild *build, Pair pair)
{
    const int total = pair.mover + pair.other, difference = abs(pair.mover - pair.other);

    if (total <= build->options.dtw_up_to)
        return 1;
    return total <= build->options.rounded_up_to && difference <= DTW_DIFFERENCE_MAX ? DTW_STEP : 0;
}

/* Whether one subspace of a pair is coded. */
static bool has_coded(const TbBuild *build, Pair pair)
{
    const int step = dtw_step(build, pair);
    bool has_it = false;

    for (int i = 0; i < 2 && !has_it; i++, pair = swapped(pair)) {
        Error error;
        TbSubspace *subspace = tb_subspace_open(&build->space, build->folder, TB_FILE_CODED, 0, pair.mover, pair.other,
                                                &error);
        has_it = subspace && (tb_subspace_dtw_step(subspace) == step || !step);
        tb_subspace_close(subspace);
    }
    return has_it;
}

static bool is_complete(TbBuild *build)
{
    for (int i = 0; i < build->pair_count; i++) {
        const Pair pair = build->pairs[i];
        if (is_coded(build, pair) ? !has_coded(build, pair) : !has_solved(build, pair))
            return false;
    }
    return tb_layers_are_complete(&build->layers);
}

/* Of a pair in which one side flies, the subspace with the flying side to move is kept: to derive its values from the
 * other one, every flight would have to be probed. */
static bool may_keep(const TbBuild *build, Pair pair)
{
    const int fly_at = build->space.rules.fly_at;
    return pair.mover <= fly_at || pair.other > fly_at;
}

static void code_init(const TbBuild *build, Pair pair, CodedSubspace *coded)
{
    coded_init(coded, build->space.index, &build->space.rules, pair.mover, pair.other);
    const int step = dtw_step(build, pair);

    coded->has_dtw = step != 0;
    coded->dtw_step = step ? step : 1;
    coded->full_pieces = build->full_pieces;
}

/* The subspace of a pair that takes fewer bytes. */
static Pair smaller_of(const TbBuild *build, Pair pair, const Job *job)
{
    const Pair pairs[2] = { pair, swapped(pair) };
    uint64_t sizes[2];
    CodedSubspace coded;

    if (pair.mover == pair.other || !may_keep(build, pairs[1]))
        return pairs[0];
    if (!may_keep(build, pairs[0]))
        return pairs[1];
    for (int i = 0; i < 2; i++) {
        code_init(build, pairs[i], &coded);
        sizes[i] = tb_encode_estimate(&coded, build->solved.array[pairs[i].mover][pairs[i].other], job);
    }
    return pairs[sizes[1] < sizes[0]];
}

static bool code_pair(TbBuild *build, Pair pair, const Job *job, Error *error)
{
    CodedSubspace coded;

    if (!has_solved(build, pair))
        return error_set(error, "subspace %d-%d is missing", pair.mover, pair.other);
    const Pair kept = smaller_of(build, pair, job);
    code_init(build, kept, &coded);
    TbHeader header = build->subspaces[kept.mover][kept.other]->file.header;
    header.kind = TB_FILE_CODED;
    header.detail = (uint32_t)dtw_step(build, kept);
    return tb_encode_write(&coded, build->solved.array[kept.mover][kept.other], header, build->folder, job, error);
}

/* Removes the arrays of what is kept coded, and what a killed build left. As long as one of these files is there, the
 * build is not finished. */
static void remove_arrays(const TbBuild *build)
{
    os_sync_folder(build->folder);
    tb_file_remove_unfinished(build->folder, build->space.fingerprint);
    tb_layers_remove_arrays(&build->layers);
    for (int i = 0; i < build->pair_count; i++)
        if (is_coded(build, build->pairs[i]))
            for (int k = 0; k < 2; k++) {
                const Pair pair = k ? swapped(build->pairs[i]) : build->pairs[i];
                const TbHeader header = tb_space_header(&build->space, TB_FILE_VALUES, 0, pair.mover, pair.other);
                tb_file_remove(build->folder, &header);
            }
}

static bool solve_if_missing(TbBuild *build, Pair pair, const Job *job, Error *error)
{
    return has_solved(build, pair) || solve_pair(build, pair, job, error);
}

static bool code_if_missing(TbBuild *build, Pair pair, const Job *job, Error *error)
{
    const bool is_done = !is_coded(build, pair) || has_coded(build, pair) || code_pair(build, pair, job, error);

    close_subspace(build, pair.mover, pair.other);
    close_subspace(build, pair.other, pair.mover);
    return is_done;
}

/* Solves all pairs, then codes them, then builds the layers of the placing phase. */
static bool build_all(TbBuild *build, const Job *job, Error *error)
{
    for (int i = 0; i < 2 * build->pair_count; i++) {
        const bool is_coding = i >= build->pair_count;
        const Pair pair = build->pairs[i % build->pair_count];
        atomic_store(&build->current, i % build->pair_count);
        if (atomic_load(&build->stop))
            return error_stopped(error);
        if (!(is_coding ? code_if_missing : solve_if_missing)(build, pair, job, error))
            return false;
        atomic_store(&build->work_done, 0);
        atomic_fetch_add(&build->work_before, is_coding ? coding_work(build, pair) : solving_work(build, pair));
        if (!is_coding)
            atomic_store(&build->solved_pairs, i + 1);
    }
    if (!tb_layers_build(&build->layers, job, error))
        return false;
    remove_arrays(build);
    return true;
}

/* Arrays have a byte for each slot, as a rule; coding takes it to a fortieth. Of the smaller subspaces that solving reads
 * only parts are in memory at a time. */
void tb_build_needs(const TbBuild *build, uint64_t *disk, uint64_t *memory)
{
    *disk = *memory = 0;
    for (int i = 0; i < build->pair_count; i++) {
        const Pair pair = build->pairs[i];
        const uint64_t slots = solving_work(build, pair) / 2;
        const uint64_t solving = retro_memory(build->space.index, pair.mover, pair.other, build->options.threads);
        *disk += slots + (is_coded(build, pair) ? slots / 40 : 0);
        *memory = solving > *memory ? solving : *memory;
    }
    *disk += tb_layers_disk(&build->layers);
    *memory = tb_layers_memory(&build->layers) > *memory ? tb_layers_memory(&build->layers) : *memory;
}

bool tb_build_run(TbBuild *build, Error *error)
{
    if (is_complete(build)) {
        remove_arrays(build); /* a killed build may have left some */
        atomic_store(&build->work_before, build->work);
        atomic_store(&build->solved_pairs, build->pair_count);
        return true;
    }
    ThreadPool *pool = threadpool_new(build->options.threads);
    const Job job = { pool, &build->stop, &build->work_done };
    const bool is_done = pool ? build_all(build, &job, error)
                              : error_set(error, "cannot start %d threads", build->options.threads);
    threadpool_free(pool);
    return is_done;
}

void tb_build_stop(TbBuild *build) { atomic_store(&build->stop, true); }

void tb_build_progress(const TbBuild *build, MillTbProgress *progress)
{
    const TbLayers *layers = &build->layers;
    const int hands = atomic_load(&layers->hands);
    const Pair pair = hands ? (Pair){ atomic_load(&layers->mover), atomic_load(&layers->other) }
                            : build->pairs[atomic_load(&build->current)];
    const int solved = atomic_load(&build->solved_pairs);
    const bool is_coding = solved == build->pair_count;
    const uint64_t job_done = atomic_load(&build->work_done);
    const uint64_t done = hands ? tb_layers_work_done(layers, job_done) : job_done / (is_coding ? 4 : 1);
    const uint64_t most = hands ? tb_layers_work(layers)
        : is_coding             ? coding_work(build, pair)
                                : solving_work(build, pair);

    *progress = (MillTbProgress){
        .hands = hands,
        .mover = pair.mover,
        .other = pair.other,
        .pairs_done = solved,
        .pairs = build->pair_count,
        .work_done = atomic_load(&build->work_before) + (done < most ? done : most),
        .work = build->work,
    };
}
