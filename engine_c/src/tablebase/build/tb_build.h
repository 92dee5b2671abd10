/* tb_build.h: builds the tablebase of a rule set in a folder, one pair of
 * subspaces after the other. A stopped or killed build continues with the pairs
 * that are missing. */
#pragma once

#include "game/rules.h"

typedef struct {
    const char *folder; /* must exist */
    int max_pieces;     /* of both sides together */
    int threads;
    uint64_t memory;    /* bytes; 0: no limit */
    int dtw_up_to;      /* with more pieces keep WDL only, as a rule, coded */
    bool is_compressed; /* code the other subspaces too, with DTW */
    int rounded_up_to;  /* up to so many pieces keep rounded DTW where the sides are about equal */
} TbBuildOptions;

typedef struct MillTbBuild TbBuild;

/* NULL: see the error. */
TbBuild *tb_build_new(const RuleValues *values, const TbBuildOptions *options, Error *error);
void tb_build_free(TbBuild *build);

/* Bytes of disk for all files of the build at once, and of memory; estimates. */
void tb_build_needs(const TbBuild *build, uint64_t *disk, uint64_t *memory);

/* Blocks until done. False: stopped or failed, see the error. */
bool tb_build_run(TbBuild *build, Error *error);

/* From any thread. */
void tb_build_stop(TbBuild *build);
void tb_build_progress(const TbBuild *build, MillTbProgress *progress);
