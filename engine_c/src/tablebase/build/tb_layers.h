/* tb_layers.h: builds the layers of the placing phase in the folder of a solved
 * moving phase, one after the other, and keeps those that are stored. A stopped
 * or killed build continues with the subspaces that are missing. */
#pragma once

#include "tb_placing_solve.h"

typedef struct {
    const TbSpace *space; /* borrowed, as is the folder */
    const char *folder;
    bool is_coded;                  /* stored layers are coded; otherwise they stay as they were solved */
    int last;                       /* pieces in hand in the last layer; 0: none is stored */
    atomic_int hands, mover, other; /* the current subspace */
    atomic_ullong work_before;      /* of the subspaces before it */
    atomic_bool is_coding;
} TbLayers;

/* Under rules without stored layers there is nothing to build. */
void tb_layers_init(TbLayers *layers, const TbSpace *space, const Rules *rules, const char *folder, bool is_coded);

/* Bytes of disk for all files at once, and of memory; estimates. */
uint64_t tb_layers_disk(const TbLayers *layers);
uint64_t tb_layers_memory(const TbLayers *layers);

/* In the unit of tb_build: two for each slot that retrograde analysis solves. */
uint64_t tb_layers_work(const TbLayers *layers);
uint64_t tb_layers_work_done(const TbLayers *layers, uint64_t job_done);

/* All stored layers are there. */
bool tb_layers_are_complete(const TbLayers *layers);

/* The folder has the arrays of the moving phase. False: see the error. */
bool tb_layers_build(TbLayers *layers, const Job *job, Error *error);

/* Removes what was needed on the way. */
void tb_layers_remove_arrays(const TbLayers *layers);
