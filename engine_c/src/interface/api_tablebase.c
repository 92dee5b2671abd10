/* api_tablebase.c: the tablebase part of mill.h. */
#include "mill.h"

#include "tablebase/tb_probe.h"
#include "tablebase/tb_build.h"

MillTablebase *mill_tb_open(const char *text, const char *folder, MillError *error)
{
    RuleValues values;
    Rules rules;

    *error = (MillError){ 0 };
    if (!rules_read(&values, text, error))
        return NULL;
    rules_prepare(&rules, &values);
    return tb_open(&rules, folder, error);
}

void mill_tb_close(MillTablebase *tb) { tb_close(tb); }

int mill_tb_max_pieces(const MillTablebase *tb) { return tb_max_pieces(tb); }

bool mill_tb_subspace(const MillTablebase *tb, int mover, int other, MillSubspace *subspace)
{
    const bool is_named = mover >= 0 && mover <= PIECES_MAX && other >= 0 && other <= PIECES_MAX;
    const TbHeader *header = is_named ? tb_header(tb, mover, other) : NULL;

    if (!header)
        return false;
    *subspace = (MillSubspace){
        .mover = mover,
        .other = other,
        .max_dtw = (int32_t)header->max_dtw,
        .has_dtw = header->kind == TB_FILE_VALUES || header->detail,
        .positions = header->positions,
        .wins = header->wins,
        .draws = header->draws,
        .losses = header->losses,
        .slots = header->slots,
        .bytes = sizeof *header + header->payload,
    };
    return true;
}

bool mill_tb_probe(const MillTablebase *tb, const MillGame *game, MillTbValue *value)
{
    return tb_probe(tb, &game->now, value);
}

bool mill_tb_check(const MillTablebase *tb, int mover, int other, uint64_t samples, uint64_t seed, MillError *error)
{
    if (mover < 0 || mover > PIECES_MAX || other < 0 || other > PIECES_MAX)
        return fault_set(error, "no subspace %d-%d", mover, other);
    return tb_check(tb, mover, other, samples, seed, error);
}

MillTbBuild *mill_tb_build_new(const char *text, const char *folder, int max_pieces, int threads, uint64_t memory,
                               int dtw_up_to, bool is_compressed, MillError *error)
{
    const TbBuildOptions options = { folder, max_pieces, threads, memory, dtw_up_to, is_compressed };
    RuleValues values;

    return rules_read(&values, text, error) ? tb_build_new(&values, &options, error) : NULL;
}

void mill_tb_build_free(MillTbBuild *build) { tb_build_free(build); }

bool mill_tb_build_run(MillTbBuild *build, MillError *error)
{
    *error = (MillError){ 0 };
    return tb_build_run(build, error);
}

void mill_tb_build_stop(MillTbBuild *build) { tb_build_stop(build); }

void mill_tb_build_progress(const MillTbBuild *build, MillTbProgress *progress) { tb_build_progress(build, progress); }
