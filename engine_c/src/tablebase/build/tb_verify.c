#include "tb_verify.h"

#include "tablebase/tb_placing.h"

#include <stdlib.h>
#include <string.h>

/* Checking a sample takes about as long as reading this many bytes. Samples are checked a few at a time, so that a stop
 * does not wait for long; one sample of a layer takes as many probes. */
enum { SAMPLE_BYTES = 1 << 20, SAMPLES_AT_ONCE = 16 };

struct MillTbVerify {
    Rules rules;
    char *path;
    uint64_t samples;
    atomic_bool stop;
    atomic_int hands, mover, other, done; /* the current subspace, and those done */
    atomic_int count;                     /* of subspaces; 0: not known yet */
    atomic_ullong work, work_done;
};

TbVerify *tb_verify_new(const Rules *rules, const char *path, uint64_t samples)
{
    TbVerify *verify = calloc(1, sizeof *verify);

    if (!verify)
        return NULL;
    verify->rules = *rules;
    verify->samples = samples;
    verify->path = malloc(strlen(path) + 1);
    if (verify->path)
        return strcpy(verify->path, path), verify;
    free(verify);
    return NULL;
}

void tb_verify_free(TbVerify *verify)
{
    if (verify)
        free(verify->path);
    free(verify);
}

static void set_current(TbVerify *verify, int hands, int mover, int other)
{
    atomic_store(&verify->hands, hands);
    atomic_store(&verify->mover, mover);
    atomic_store(&verify->other, other);
}

static bool check_payload(const TbContainer *container, const TbContainerEntry *entry, const Job *job, Error *error)
{
    const unsigned mover = (unsigned)entry->header.mover, other = (unsigned)entry->header.other;
    TbFile file;

    if (!tb_container_part(container, entry, &entry->header, &file, error))
        return false;
    switch (tb_file_check(&file, job)) {
    case TB_FILE_INTACT: return true;
    case TB_FILE_STOPPED: return error_stopped(error);
    case TB_FILE_UNREADABLE: return error_set(error, "%u-%u cannot be read", mover, other);
    case TB_FILE_CORRUPT: break;
    }
    return error_set_code(error, MILL_DAMAGED, "the file is damaged: the data of %u-%u are corrupt", mover, other);
}

static bool check_container(TbVerify *verify, const TbContainer *container, const Job *job, Error *error)
{
    const uint32_t count = container->header.count;
    TbSpace space;

    if (!tb_space_init(&space, &verify->rules.value, error))
        return false;
    if (container->header.fingerprint != space.fingerprint)
        return error_set_code(error, MILL_OTHER_RULES, "this tablebase is made for other rules: %s",
                              container->header.rules);
    atomic_store(&verify->count, (int)count);
    atomic_store(&verify->work, container->header.size + count * verify->samples * SAMPLE_BYTES);
    for (uint32_t i = 0; i < count; i++) {
        const TbContainerEntry *entry = &container->entries[i];
        set_current(verify, tb_header_hands(&entry->header), (int)entry->header.mover, (int)entry->header.other);
        if (!check_payload(container, entry, job, error))
            return false;
    }
    return true;
}

/* The best value that the mover reaches by one turn of its own and one of the opponent, in the next stored layer; less
 * than a loss: a value is missing. */
static int best_turn(const Tablebase *tb, int hands, int to_hands, Bits mover, Bits other)
{
    const TbSpace *space = tb_space(tb);
    const Bits empty = space->index->all & ~(mover | other), closing = placing_closing(space->index, mover, empty);
    int best = -1;

    if (hands == to_hands) {
        const TbValue value = tb_probe_layer(tb, hands, mover, other);
        return value == TB_VALUE_NONE ? -2 : tb_value_result(value);
    }
    if (closing && placing_mill_wins(&space->rules, bits_count(other), placing_other_hand(hands)))
        return 1;
    for (Bits points = empty; points && best < 1; points = bits_rest(points)) {
        const Bits placed = points & -points;
        Bits removable = placed & closing ? placing_targets(space->index, other) : 0;
        do {
            const int value = best_turn(tb, hands - 1, to_hands, other & ~(removable & -removable), mover | placed);
            if (value < -1)
                return value;
            best = -value > best ? -value : best;
            removable = bits_rest(removable);
        } while (removable && best < 1);
    }
    return best;
}

/* Compares a sample of a layer with the next stored one, or reads it if there is none. */
static bool check_layer(const Tablebase *tb, int hands, int mover, int other, uint64_t seed, Error *error)
{
    const Index *index = tb_space(tb)->index;
    const int full = tb_space(tb)->rules.value.PiecesCount - hands / 2;
    Bits own, theirs;

    index_sample(index, mover, other, &seed, &own, &theirs);
    if ((mover == full && index_in_mills(index, theirs)) || (other == full && index_in_mills(index, own)))
        return true; /* left out */
    const TbValue value = tb_probe_layer(tb, hands, own, theirs);
    const bool is_right = value != TB_VALUE_NONE
        && (!tb_has_layer(tb, hands - 2) || best_turn(tb, hands, hands - 2, own, theirs) == tb_value_result(value));
    return is_right
        || error_set(error, "%d-%d with %d pieces in hand: pieces %06x against %06x differ from their successors",
                     mover, other, hands, (unsigned)own, (unsigned)theirs);
}

/* Checks samples of a subspace of the moving phase, or of a layer. */
static bool check_samples(TbVerify *verify, const Tablebase *tb, int hands, int mover, int other, const Job *job,
                          Error *error)
{
    set_current(verify, hands, mover, other);
    for (uint64_t i = 0; i < verify->samples; i += SAMPLES_AT_ONCE) {
        const uint64_t left = verify->samples - i, count = left < SAMPLES_AT_ONCE ? left : SAMPLES_AT_ONCE;
        const uint64_t seed = i * 0x9E3779B97F4A7C15u + 1;
        if (job_is_stopped(job))
            return error_stopped(error);
        if (!(hands ? check_layer(tb, hands, mover, other, seed, error)
                    : tb_check(tb, mover, other, count, seed, error)))
            return false;
        job_advance(job, count * SAMPLE_BYTES);
    }
    atomic_fetch_add(&verify->done, 1);
    return true;
}

static bool check_values(TbVerify *verify, const Job *job, Error *error)
{
    Tablebase *tb = tb_open(&verify->rules, verify->path, error);
    bool is_right = tb && !error->text[0];

    for (int hands = 0; is_right && hands <= SIDE_NB * PIECES_MAX; hands++)
        for (int mover = 0; is_right && mover <= PIECES_MAX; mover++)
            for (int other = 0; is_right && other <= PIECES_MAX; other++)
                if (tb_header(tb, hands, mover, other))
                    is_right = check_samples(verify, tb, hands, mover, other, job, error);
    tb_close(tb);
    return is_right;
}

bool tb_verify_run(TbVerify *verify, Error *error)
{
    const Job job = { NULL, &verify->stop, &verify->work_done };
    TbContainer container;

    if (!tb_container_open(&container, verify->path, error))
        return false;
    bool is_right = check_container(verify, &container, &job, error);
    tb_container_close(&container);
    is_right = is_right && check_values(verify, &job, error);
    if (is_right)
        atomic_store(&verify->work_done, atomic_load(&verify->work));
    return is_right;
}

void tb_verify_stop(TbVerify *verify) { atomic_store(&verify->stop, true); }

void tb_verify_progress(const TbVerify *verify, MillTbProgress *progress)
{
    *progress = (MillTbProgress){
        .hands = atomic_load(&verify->hands),
        .mover = atomic_load(&verify->mover),
        .other = atomic_load(&verify->other),
        .pairs_done = atomic_load(&verify->done),
        .pairs = atomic_load(&verify->count),
        .work_done = atomic_load(&verify->work_done),
        .work = atomic_load(&verify->work),
    };
}
