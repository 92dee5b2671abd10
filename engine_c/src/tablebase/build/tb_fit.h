/* tb_fit.h: fits the network of a subspace to a sample of its values. */
#pragma once

#include "tablebase/tb_coding.h"
#include "tablebase/threadpool.h"

/* Samples slots of the given chunks. The job counts each slot of these chunks once. The network does not depend on the
 * number of threads; free it. NULL: stopped or out of memory. */
TbNetwork *tb_fit(const CodedSubspace *coded, const TbArray *array, const uint32_t *chunks, uint32_t chunk_count,
                  const Job *job);
