/* tb_placing_solve.h: solves the subspaces of a layer of the placing phase, by backward
 * induction from the moving phase. */
#pragma once

#include "tablebase/tb_placing.h"
#include "tablebase/threadpool.h"

/* Solves a subspace of a layer and writes it as TB_FILE_LAYER into the folder, which has the layer with one piece less in
 * hand, or the moving phase. The job counts each slot twice. False: see the error. */
bool placing_solve(const TbSpace *space, const char *folder, int hands, int mover, int other, const Job *job,
                   Error *error);
