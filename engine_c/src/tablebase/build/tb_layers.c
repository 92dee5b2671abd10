#include "tb_layers.h"

#include "tb_encode.h"

/* What a job counts when it solves a layer, twice a slot, or codes it, three times, for the work of retrograde analysis that
 * takes as long. */
enum { SOLVED_PER_WORK = 4, CODED_PER_WORK = 3 };

void tb_layers_init(TbLayers *layers, const TbSpace *space, const Rules *rules, const char *folder, bool is_coded)
{
    *layers = (TbLayers){ .space = space, .folder = folder, .is_coded = is_coded, .last = placing_last_hands(rules) };
}

/* --- the subspaces of a layer, one after the other --- */

typedef struct {
    int hands, mover, other;
} Part;

/* The first one after a part, in the same layer; false: there is none. Begins with a part of no pieces. */
static bool next_part(const TbLayers *layers, Part *part)
{
    const int most = layers->space->index->most;

    for (;;) {
        part->mover += part->other == most;
        part->other = part->other == most ? 0 : part->other + 1;
        if (part->mover > most)
            return false;
        if (placing_has(layers->space, part->hands, part->mover, part->other))
            return true;
    }
}

static uint64_t solving_slots(const TbLayers *layers, Part part)
{
    return index_slots(layers->space->index, part.mover, part.other)
        + index_slots(layers->space->index, part.other, part.mover);
}

static uint64_t solving_work(const TbLayers *layers, Part part)
{
    return solving_slots(layers, part) / SOLVED_PER_WORK;
}

static uint64_t coding_work(const TbLayers *layers, Part part)
{
    return index_slots(layers->space->index, part.mover, part.other) * 3 / CODED_PER_WORK;
}

static bool is_stored(const TbLayers *layers, int hands) { return placing_is_stored(layers->last, hands); }

/* A layer that is kept is solved, and then coded or not. */
static bool must_code(const TbLayers *layers, int hands) { return layers->is_coded && is_stored(layers, hands); }

static uint64_t layer_work(const TbLayers *layers, int hands)
{
    uint64_t work = 0;

    for (Part part = { hands, 0, 0 }; next_part(layers, &part);)
        work += solving_work(layers, part) + (must_code(layers, hands) ? coding_work(layers, part) : 0);
    return work;
}

uint64_t tb_layers_work(const TbLayers *layers)
{
    uint64_t work = 0;

    for (int hands = 1; hands <= layers->last; hands++)
        work += layer_work(layers, hands);
    return work;
}

uint64_t tb_layers_work_done(const TbLayers *layers, uint64_t job_done)
{
    const uint64_t now = job_done / (atomic_load(&layers->is_coding) ? CODED_PER_WORK : SOLVED_PER_WORK);
    return atomic_load(&layers->work_before) + now;
}

static uint64_t layer_disk(const TbLayers *layers, int hands)
{
    uint64_t bytes = 0;

    for (Part part = { hands, 0, 0 }; next_part(layers, &part);)
        bytes += sizeof(TbHeader) + tb_layer_bytes(index_slots(layers->space->index, part.mover, part.other));
    return bytes;
}

/* Two layers are there at a time, beside those that are kept; coding takes one to a fortieth. */
uint64_t tb_layers_disk(const TbLayers *layers)
{
    uint64_t most = 0, kept = 0;

    for (int hands = 1; hands <= layers->last; hands++) {
        const uint64_t bytes = layer_disk(layers, hands) + (hands > 1 ? layer_disk(layers, hands - 1) : 0);
        most = bytes > most ? bytes : most;
        kept += is_stored(layers, hands) ? layer_disk(layers, hands) / (layers->is_coded ? 10 : 1) : 0;
    }
    return most + kept;
}

uint64_t tb_layers_memory(const TbLayers *layers)
{
    uint64_t most = 0;

    for (int hands = 1; hands <= layers->last; hands++)
        for (Part part = { hands, 0, 0 }; next_part(layers, &part);)
            most = solving_slots(layers, part) > most ? solving_slots(layers, part) : most;
    return tb_layer_bytes(most);
}

static TbSubspace *open_part(const TbLayers *layers, TbFileKind kind, Part part, Error *error)
{
    return tb_subspace_open(layers->space, layers->folder, kind, part.hands, part.mover, part.other, error);
}

static bool has_part(const TbLayers *layers, TbFileKind kind, Part part)
{
    Error error;
    TbSubspace *subspace = open_part(layers, kind, part, &error);

    tb_subspace_close(subspace);
    return subspace != NULL;
}

/* The stored layers with up to so many pieces in hand are there. */
static bool are_stored(const TbLayers *layers, int last)
{
    const TbFileKind kind = layers->is_coded ? TB_FILE_LAYER_CODED : TB_FILE_LAYER;

    for (int hands = 1; hands <= last; hands++)
        if (is_stored(layers, hands))
            for (Part part = { hands, 0, 0 }; next_part(layers, &part);)
                if (!has_part(layers, kind, part))
                    return false;
    return true;
}

bool tb_layers_are_complete(const TbLayers *layers) { return are_stored(layers, layers->last); }

/* Unless it is kept as it was solved. */
static void remove_layer(const TbLayers *layers, int hands)
{
    if (is_stored(layers, hands) && !layers->is_coded)
        return;
    for (Part part = { hands, 0, 0 }; next_part(layers, &part);) {
        const TbHeader header = tb_space_header(layers->space, TB_FILE_LAYER, hands, part.mover, part.other);
        tb_file_remove(layers->folder, &header);
    }
}

void tb_layers_remove_arrays(const TbLayers *layers)
{
    for (int hands = 1; hands <= layers->last; hands++)
        remove_layer(layers, hands);
}

/* In a stored layer both sides have placed as many pieces; a side with all of them on the board has lost none. */
static bool code_part(const TbLayers *layers, Part part, const Job *job, Error *error)
{
    const TbSpace *space = layers->space;
    TbSubspace *subspace = open_part(layers, TB_FILE_LAYER, part, error);
    CodedSubspace coded;

    if (!subspace || !tb_subspace_map(subspace, error)) {
        tb_subspace_close(subspace);
        return error->text[0] ? false : error_set(error, "subspace %d-%d is missing", part.mover, part.other);
    }
    coded_init(&coded, space->index, &space->rules, part.mover, part.other);
    coded.hands = part.hands;
    coded.full_pieces = space->rules.value.PiecesCount - part.hands / 2;
    TbHeader header = subspace->file.header;
    header.kind = TB_FILE_LAYER_CODED;
    const bool is_coded = tb_encode_write(&coded, &subspace->array, header, layers->folder, job, error);
    tb_subspace_close(subspace);
    return is_coded;
}

static bool solve_part(const TbLayers *layers, Part part, const Job *job, Error *error)
{
    return placing_solve(layers->space, layers->folder, part.hands, part.mover, part.other, job, error);
}

/* Solves or codes the subspaces of a layer that are not there. */
static bool build_layer(TbLayers *layers, int hands, bool is_coding, const Job *job, Error *error)
{
    const TbFileKind kind = is_coding ? TB_FILE_LAYER_CODED : TB_FILE_LAYER;

    for (Part part = { hands, 0, 0 }; next_part(layers, &part);) {
        atomic_store(&layers->hands, hands);
        atomic_store(&layers->mover, part.mover);
        atomic_store(&layers->other, part.other);
        atomic_store(&layers->is_coding, is_coding);
        if (job_is_stopped(job))
            return error_stopped(error);
        if (!has_part(layers, kind, part) && !(is_coding ? code_part : solve_part)(layers, part, job, error))
            return false;
        atomic_store(job->done, 0);
        atomic_fetch_add(&layers->work_before, (is_coding ? coding_work : solving_work)(layers, part));
    }
    return true;
}

/* The layer where a build that was stopped goes on: the last of which something is there. */
static int first_layer(const TbLayers *layers)
{
    for (int hands = layers->last; hands > 1; hands--)
        for (Part part = { hands, 0, 0 }; next_part(layers, &part);)
            if (has_part(layers, TB_FILE_LAYER, part))
                return are_stored(layers, hands - 1) ? hands : 1;
    return 1;
}

bool tb_layers_build(TbLayers *layers, const Job *job, Error *error)
{
    const int first = first_layer(layers);

    for (int hands = 1; hands < first; hands++)
        atomic_fetch_add(&layers->work_before, layer_work(layers, hands));
    for (int hands = first; hands <= layers->last; hands++) {
        if (!build_layer(layers, hands, false, job, error)
            || (must_code(layers, hands) && !build_layer(layers, hands, true, job, error)))
            return false;
        if (hands > 1)
            remove_layer(layers, hands - 1);
    }
    return true;
}
