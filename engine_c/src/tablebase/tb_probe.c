#include "tb_probe.h"

#include "tb_placing.h"
#include "tb_successors.h"

#include <stdlib.h>
#include <string.h>

/* Without and with DTW. Subspaces with DTW are few and small. */
static const size_t CacheBytes[2] = { 12 << 20, 4 << 20 };

/* Layers of the placing phase are stored for an even number of pieces in hand. */
enum { LAYERS_MAX = PIECES_MAX + 1, FILES_MAX = (LAYERS_MAX + 1) * (PIECES_MAX + 1) * (PIECES_MAX + 1) };

/* More than any value: every turn counts. */
enum { ALL_TURNS = 2 };

struct MillTablebase {
    TbSpace space;
    TbContainers containers;
    ChunkCache *caches[2];
    TbSubspace
        *subspaces[LAYERS_MAX][PIECES_MAX + 1][PIECES_MAX + 1]; /* by half the pieces in hand; 0: the moving phase */
    bool has_layer[LAYERS_MAX];                                 /* all subspaces of it */
    int max_pieces;
    int dtw_steps[2 * PIECES_MAX + 1]; /* by number of pieces: the largest step of any subspace with up to so many */
};

/* Keeps the better one of two subspaces with the same pieces, and the first error. */
static void offer(TbSubspace **kept, TbSubspace *subspace, const Error *error, Error *first)
{
    TbSubspace *worse = subspace;

    if (error->text[0] && !first->text[0])
        *first = *error;
    if (tb_subspace_is_better(subspace, *kept)) {
        worse = *kept;
        *kept = subspace;
    }
    tb_subspace_close(worse);
}

/* Opens a subspace: of the folder, or of the containers; the first that is found will do in a layer, which has WDL only. */
static bool open_subspace(Tablebase *tb, const char *folder, int hands, int mover, int other, Error *first)
{
    TbSubspace **subspace = &tb->subspaces[hands / 2][mover][other];
    const int kinds = hands ? TB_FILE_LAYER : TB_FILE_VALUES; /* and the same coded, which is the next */

    for (int kind = kinds; kind <= kinds + 1 && !*subspace; kind++) {
        Error error = { 0 };
        offer(subspace, tb_subspace_open(&tb->space, folder, (TbFileKind)kind, hands, mover, other, &error), &error,
              first);
    }
    for (int i = 0; i < tb->containers.count && !(hands && *subspace); i++) {
        Error error = { 0 };
        offer(subspace, tb_subspace_open_part(&tb->space, &tb->containers.list[i], hands, mover, other, &error), &error,
              first);
    }
    return *subspace != NULL;
}

/* A layer is used if all of it is there. */
static void open_layers(Tablebase *tb, const char *folder, Error *first)
{
    const int most = tb->space.index->most;

    for (int hands = 2; hands < 2 * tb->space.rules.value.PiecesCount; hands += 2) {
        bool *has_layer = &tb->has_layer[hands / 2];
        *has_layer = true;
        for (int mover = 1; mover <= most && *has_layer; mover++)
            for (int other = 1; other <= most && *has_layer; other++)
                if (placing_has(&tb->space, hands, mover, other))
                    *has_layer = open_subspace(tb, folder, hands, mover, other, first);
    }
}

/* Where one subspace of a pair has DTW, the other is derived from it, unless it has DTW too. */
static void close_worse(Tablebase *tb, int mover, int other)
{
    TbSubspace **one = &tb->subspaces[0][mover][other];
    const TbSubspace *two = tb->subspaces[0][other][mover];

    if (*one && two && !tb_subspace_has_dtw(*one) && tb_subspace_has_dtw(two)) {
        tb_subspace_close(*one);
        *one = NULL;
    }
}

static void set_dtw_steps(Tablebase *tb)
{
    for (int total = 0; total <= 2 * PIECES_MAX; total++) {
        tb->dtw_steps[total] = total ? tb->dtw_steps[total - 1] : 1;
        for (int mover = 0; mover <= PIECES_MAX; mover++) {
            const int other = total - mover;
            const TbSubspace *subspace = other >= 0 && other <= PIECES_MAX ? tb->subspaces[0][mover][other] : NULL;
            if (subspace && tb_subspace_dtw_step(subspace) > tb->dtw_steps[total])
                tb->dtw_steps[total] = tb_subspace_dtw_step(subspace);
        }
    }
}

static int open_all(Tablebase *tb, const char *folder, Error *first)
{
    const Index *index = tb->space.index;
    const int least = tb->space.rules.least_pieces;
    int count = 0;

    for (int mover = least; mover <= index->most; mover++)
        for (int other = least; other <= index->most && mover + other < index->point_count; other++)
            count += open_subspace(tb, folder, 0, mover, other, first);
    for (int mover = least; mover <= index->most; mover++)
        for (int other = least; other <= index->most; other++)
            close_worse(tb, mover, other);
    set_dtw_steps(tb);
    return count;
}

/* The largest total up to which each pair of subspaces has at least one. */
static int complete_up_to(const Tablebase *tb)
{
    const Index *index = tb->space.index;
    const int least = tb->space.rules.least_pieces;

    for (int total = 2 * least;; total++) {
        bool has_pair = false;
        for (int mover = least; total - mover >= least; mover++) {
            const int other = total - mover;
            if (mover > index->most || other > index->most || total >= index->point_count)
                continue;
            has_pair = true;
            if (!tb->subspaces[0][mover][other] && !tb->subspaces[0][other][mover])
                return total - 1;
        }
        if (!has_pair)
            return total - 1;
    }
}

static bool open_tablebase(Tablebase *tb, const Rules *rules, const char *path, Error *error)
{
    if (!tb_space_init(&tb->space, &rules->value, error))
        return false;
    tb_containers_open(&tb->containers, path, tb->space.fingerprint, error);
    if (!tb->containers.count && !tb_file_stamp(path, tb->space.fingerprint)) /* the index takes long to build */
        return error->text[0] ? false : error_set(error, "no tablebase for these rules");
    if (!tb_space_build_index(&tb->space, 2 * PIECES_MAX, error))
        return false;
    for (int has_dtw = 0; has_dtw < 2; has_dtw++) {
        tb->caches[has_dtw] = chunk_cache_new(CacheBytes[has_dtw], has_dtw);
        if (!tb->caches[has_dtw])
            return error_no_memory(error);
    }
    if (!open_all(tb, path, error))
        return error->text[0] ? false : error_set(error, "no tablebase for these rules");
    if (rules->is_placing_plain)
        open_layers(tb, path, error);
    tb->max_pieces = complete_up_to(tb);
    return true;
}

uint64_t tb_stamp(const Rules *rules, const char *path)
{
    TbContainers containers;
    TbSpace space;
    Error error = { 0 };

    if (!tb_space_init(&space, &rules->value, &error))
        return 0;
    uint64_t files = tb_file_stamp(path, space.fingerprint);
    tb_containers_open(&containers, path, space.fingerprint, &error);
    for (int i = 0; i < containers.count; i++)
        files += containers.list[i].header.header_sum | 1;
    tb_containers_close(&containers);
    return files ? files ^ space.fingerprint * (uint64_t)(2 * rules->value.PiecesCount + 1) : 0;
}

Tablebase *tb_open(const Rules *rules, const char *path, Error *error)
{
    Tablebase *tb = calloc(1, sizeof *tb);

    *error = (Error){ 0 };
    if (!tb) {
        error_no_memory(error);
    } else if (!open_tablebase(tb, rules, path, error)) {
        tb_close(tb);
        return NULL;
    }
    return tb;
}

bool tb_write(const Tablebase *tb, const char *path, const char *name, Error *error)
{
    TbContainerHeader header = { .fingerprint = tb->space.fingerprint, .max_pieces = (uint64_t)tb->max_pieces };
    const TbFile *files[FILES_MAX];
    int count = 0;

    if (strlen(name) >= sizeof header.name)
        return error_set(error, "the name has more than %d characters", TB_CONTAINER_NAME_MAX - 1);
    strcpy(header.name, name);
    memcpy(header.rules, tb->space.text, sizeof header.rules);
    for (int total = 0; total <= 2 * PIECES_MAX; total++)
        for (int mover = total > PIECES_MAX ? total - PIECES_MAX : 0; mover <= PIECES_MAX && mover <= total; mover++) {
            const TbSubspace *subspace = tb->subspaces[0][mover][total - mover];
            if (subspace && !subspace->solved)
                files[count++] = &subspace->file;
        }
    for (int hands = 2 * LAYERS_MAX - 2; hands > 0; hands -= 2)
        for (int mover = 0; mover <= PIECES_MAX && tb->has_layer[hands / 2]; mover++)
            for (int other = 0; other <= PIECES_MAX; other++)
                if (tb->subspaces[hands / 2][mover][other])
                    files[count++] = &tb->subspaces[hands / 2][mover][other]->file;
    return tb_container_write(path, &header, files, count, error);
}

Tablebase *tb_new(const Rules *rules, int max_pieces)
{
    Tablebase *tb = calloc(1, sizeof *tb);
    Error error;

    if (tb && tb_space_init(&tb->space, &rules->value, &error) && tb_space_build_index(&tb->space, max_pieces, &error))
        return tb;
    tb_close(tb);
    return NULL;
}

bool tb_set_cache(Tablebase *tb, size_t bytes)
{
    ChunkCache *cache = chunk_cache_new(bytes, false);

    if (!cache)
        return false;
    chunk_cache_free(tb->caches[0]);
    tb->caches[0] = cache;
    return true;
}

const TbSpace *tb_space(const Tablebase *tb) { return &tb->space; }

const TbArray *tb_add(Tablebase *tb, int mover, int other, TbValue *values)
{
    TbSubspace *subspace = tb_subspace_from_values(values);

    tb->subspaces[0][mover][other] = subspace;
    tb->max_pieces = complete_up_to(tb);
    set_dtw_steps(tb);
    return subspace ? &subspace->array : NULL;
}

void tb_close(Tablebase *tb)
{
    if (!tb)
        return;
    for (int i = 0; i < LAYERS_MAX; i++)
        for (int mover = 0; mover <= PIECES_MAX; mover++)
            for (int other = 0; other <= PIECES_MAX; other++)
                tb_subspace_close(tb->subspaces[i][mover][other]);
    tb_containers_close(&tb->containers);
    tb_space_free(&tb->space);
    chunk_cache_free(tb->caches[0]);
    chunk_cache_free(tb->caches[1]);
    free(tb);
}

int tb_max_pieces(const Tablebase *tb) { return tb->max_pieces; }

bool tb_has_layer(const Tablebase *tb, int hands)
{
    return hands > 0 && hands % 2 == 0 && hands / 2 < LAYERS_MAX && tb->has_layer[hands / 2];
}

bool tb_has_layers(const Tablebase *tb)
{
    const int last = placing_last_hands(&tb->space.rules);

    for (int hands = 1; hands <= last; hands++)
        if (placing_is_stored(last, hands) && !tb_has_layer(tb, hands))
            return false;
    return last > 0;
}

int tb_layer_hands(const Tablebase *tb)
{
    for (int i = 1; i < LAYERS_MAX; i++)
        if (tb->has_layer[i])
            return 2 * i;
    return 0;
}

const TbHeader *tb_header(const Tablebase *tb, int hands, int mover, int other)
{
    const TbSubspace *subspace = !hands || tb_has_layer(tb, hands) ? tb->subspaces[hands / 2][mover][other] : NULL;
    return subspace ? &subspace->file.header : NULL;
}

static TbValue source_value(const void *tb, Bits mover, Bits other) { return tb_probe_pieces(tb, mover, other); }

/* The best value of all successors, or the first one found that is worth at least `enough`. */
static TbValue value_by_successors(const Tablebase *tb, Bits mover, Bits other, int enough)
{
    const Rules *rules = &tb->space.rules;
    const TbSource source = { source_value, tb };
    const Successors successors = successors_of(&source, rules, mover, other);
    TbValue best = successors.best_removal;
    Position pos, after;
    Move moves[MOVES_MAX];

    if (successors.is_unknown)
        return TB_VALUE_NONE;
    if (successors.is_forced)
        return best == TB_VALUE_NONE ? tb_value_flip(tb_probe_pieces(tb, other, mover)) : best;
    if (best != TB_VALUE_NONE && tb_value_result(best) >= enough)
        return best;
    successors_position(&pos, rules, mover, other);
    const int count = movegen_all(&pos, moves);
    for (int i = 0; i < count; i++) {
        position_make(&after, &pos, moves[i]);
        if (!successors_is_quiet(&pos, &after))
            continue;
        const TbValue value = tb_value_before(tb_probe_pieces(tb, other, after.pieces[WHITE]));
        if (value == TB_VALUE_NONE)
            return TB_VALUE_NONE;
        if (tb_value_is_better(value, best))
            best = value;
        if (tb_value_result(best) >= enough)
            return best;
    }
    return best;
}

TbLocation tb_locate(const Tablebase *tb, Bits mover, Bits other)
{
    const TbSubspace *subspace = tb->subspaces[0][bits_count(mover)][bits_count(other)];
    const TbLocation location = { subspace, subspace ? index_of(tb->space.index, mover, other) : 0, mover, other };

    if (subspace)
        tb_subspace_prefetch(subspace, location.slot);
    return location;
}

/* One subspace of a pair is enough: moves in the other lead to it or to smaller ones. */
static TbValue value_at(const Tablebase *tb, const TbLocation *location, int enough)
{
    const Bits mover = location->mover, other = location->other;
    const TbSubspace *subspace = location->subspace;

    if (subspace)
        return tb_subspace_value(subspace, location->slot, tb->caches[tb_subspace_has_dtw(subspace)]);
    const TbSubspace *partner = tb->subspaces[0][bits_count(other)][bits_count(mover)];
    if (!partner)
        return TB_VALUE_NONE;
    const TbValue value = value_by_successors(tb, mover, other, enough);
    /* Where some DTW are unknown, the best of the known ones may not be the best of all. */
    if (value == TB_VALUE_NONE)
        return value;
    const bool is_certain = value == TB_DRAW || value == TB_LOSS || value == (TB_WIN | 1);
    return is_certain || tb_subspace_has_dtw(partner) ? value : (TbValue)(value | TB_DTW_UNKNOWN);
}

TbValue tb_value_at(const Tablebase *tb, const TbLocation *location) { return value_at(tb, location, ALL_TURNS); }

bool tb_is_at_least(const Tablebase *tb, const TbLocation *location, int wdl, bool *is_known)
{
    const TbValue value = value_at(tb, location, wdl);

    *is_known = value != TB_VALUE_NONE;
    return *is_known && tb_value_result(value) >= wdl;
}

TbValue tb_probe_layer(const Tablebase *tb, int hands, Bits mover, Bits other)
{
    const TbSubspace *subspace = tb->subspaces[hands / 2][bits_count(mover)][bits_count(other)];
    return subspace ? tb_subspace_value(subspace, index_of(tb->space.index, mover, other), tb->caches[0])
                    : TB_VALUE_NONE;
}

TbValue tb_probe_pieces(const Tablebase *tb, Bits mover, Bits other)
{
    const TbLocation location = tb_locate(tb, mover, other);
    return tb_value_at(tb, &location);
}

void tb_map(Tablebase *tb)
{
    Error error;

    for (int mover = 0; mover <= PIECES_MAX; mover++)
        for (int other = 0; other <= PIECES_MAX; other++) {
            TbSubspace *subspace = tb->subspaces[0][mover][other];
            if (subspace && !subspace->coded && !subspace->solved)
                tb_subspace_map(subspace, &error);
        }
}

/* True if the file has no value of these pieces because no game reaches them. */
static bool is_left_out(const TbSubspace *subspace, Bits mover, Bits other)
{
    const CodedSubspace *coded = subspace->coded;
    return coded && coded->full_pieces && coded_leaves_out(coded, mover, other);
}

bool tb_leaves_out(const Tablebase *tb, Bits mover, Bits other)
{
    const TbSubspace *subspace = tb->subspaces[0][bits_count(mover)][bits_count(other)];
    const TbSubspace *partner = tb->subspaces[0][bits_count(other)][bits_count(mover)];

    return subspace ? is_left_out(subspace, mover, other) : partner && is_left_out(partner, other, mover);
}

bool tb_check(const Tablebase *tb, int mover, int other, uint64_t samples, uint64_t seed, Error *error)
{
    if (!tb->subspaces[0][mover][other])
        return error_set(error, "no subspace %d-%d", mover, other);
    uint64_t unknown = 0;

    for (uint64_t i = 0; i < samples; i++) {
        Bits own, theirs;
        index_sample(tb->space.index, mover, other, &seed, &own, &theirs);
        if (is_left_out(tb->subspaces[0][mover][other], own, theirs))
            continue;
        const TbValue value = tb_probe_pieces(tb, own, theirs),
                      expected = value_by_successors(tb, own, theirs, ALL_TURNS);
        const bool has_dtw = tb_value_dtw(value) != TB_DTW_UNKNOWN && tb_value_dtw(expected) != TB_DTW_UNKNOWN;
        const int difference = has_dtw ? abs(tb_value_dtw(value) - tb_value_dtw(expected)) : 0;
        if (value == TB_VALUE_NONE) { /* cannot occur in a game, and is not stored */
            unknown++;
            continue;
        }
        if (expected == TB_VALUE_NONE)
            return error_set(error, "%d-%d: a subspace with its successors is missing", mover, other);
        if ((value ^ expected) & TB_WDL_MASK || difference >= tb->dtw_steps[mover + other])
            return error_set(error, "%d-%d: pieces %06x against %06x differ from their successors", mover, other,
                             (unsigned)own, (unsigned)theirs);
    }
    return unknown < samples || !samples || error_set(error, "%d-%d: no value can be read", mover, other);
}

int tb_dtw_step(const Tablebase *tb, int pieces) { return tb->dtw_steps[pieces]; }

bool tb_probe(const Tablebase *tb, const Position *pos, TbResult *result)
{
    const TbSource source = { source_value, tb };

    if (pos->phase != PHASE_MOVING || pos->in_hand[WHITE] || pos->in_hand[BLACK])
        return false;
    TbValue value = successors_value(&source, pos, (Side)pos->stm);
    if (value == TB_VALUE_NONE)
        return false;
    if (!pos->outcome && position_must_remove(pos))
        value = successors_add_turn(value);
    const bool is_exact = tb->dtw_steps[pos->on_board[WHITE] + pos->on_board[BLACK]] == 1 || tb_value_dtw(value) <= 1;
    result->wdl = tb_value_result(value);
    result->dtw_bound = value == TB_DRAW || tb_value_dtw(value) == TB_DTW_UNKNOWN ? -1 : tb_value_dtw(value);
    result->dtw = is_exact ? result->dtw_bound : -1;
    return true;
}
