/* tb_subspace.h: the state space of a rule set, and its subspaces as files: the
 * values for one number of pieces of either side. */
#pragma once

#include "tb_container.h"
#include "tb_decode.h"

typedef struct {
    Rules rules; /* reduced to what a tablebase depends on */
    Index *index;
    uint64_t fingerprint;
    char text[TB_FILE_RULES_MAX];
} TbSpace;

/* An open subspace: an array, or coded, possibly without DTW; or solved in memory. */
typedef struct {
    TbFile file;
    TbArray array;        /* its values are in memory if the file is mapped */
    CodedSubspace *coded; /* NULL: array */
    TbValue *solved;      /* values of a subspace that has no file, or NULL */
} TbSubspace;

/* The rules without the index. False: no tablebase for these rules. The space must not move, and is freed by
 * tb_space_free either way. */
bool tb_space_init(TbSpace *space, const RuleValues *values, Error *error);

/* Builds the index, for up to max_pieces pieces of both sides together; false: see the error. */
bool tb_space_build_index(TbSpace *space, int max_pieces, Error *error);
void tb_space_free(TbSpace *space);

/* A subspace of the moving phase, or of the layer of the placing phase with so many pieces in hand. */
TbHeader tb_space_header(const TbSpace *space, TbFileKind kind, int hands, int mover, int other);

/* NULL: see the error, which has no text if the file does not exist. */
TbSubspace *tb_subspace_open(const TbSpace *space, const char *folder, TbFileKind kind, int hands, int mover, int other,
                             Error *error);
/* The same of a container, which stays open at least as long. */
TbSubspace *tb_subspace_open_part(const TbSpace *space, const TbContainer *container, int hands, int mover, int other,
                                  Error *error);
/* Takes over values from malloc; NULL: out of memory. */
TbSubspace *tb_subspace_from_values(TbValue *values);
void tb_subspace_close(TbSubspace *subspace);

/* Maps the values of an array, so that subspace->array can be used; false: see the error. */
bool tb_subspace_map(TbSubspace *subspace, Error *error);

/* The cache is for coded subspaces with, or without, DTW. TB_VALUE_NONE: the file has become unreadable. */
TbValue tb_subspace_value(const TbSubspace *subspace, uint64_t slot, ChunkCache *cache);

/* Begins to load a value that is in memory. */
static inline void tb_subspace_prefetch(const TbSubspace *subspace, uint64_t slot)
{
    if (subspace->array.codes)
        __builtin_prefetch(subspace->array.codes + slot);
    else if (subspace->array.words)
        __builtin_prefetch(subspace->array.words + slot);
}

/* DTW is rounded up to a multiple of this; 1: exact, 0: there is none. */
static inline int tb_subspace_dtw_step(const TbSubspace *subspace)
{
    return !subspace->coded ? 1 : subspace->coded->has_dtw ? subspace->coded->dtw_step : 0;
}

static inline bool tb_subspace_has_dtw(const TbSubspace *subspace) { return tb_subspace_dtw_step(subspace) != 0; }

/* Whether a subspace has DTW that the other lacks, or more exact DTW, or is faster to read. NULL has nothing. */
bool tb_subspace_is_better(const TbSubspace *subspace, const TbSubspace *than);

/* Writes solved values as a TB_FILE_VALUES file; overwrites the values. */
bool tb_subspace_write(const TbSpace *space, const char *folder, int mover, int other, TbValue *values, Error *error);
