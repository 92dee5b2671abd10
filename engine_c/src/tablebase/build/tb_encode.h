/* tb_encode.h: the bytes of a coded subspace from its values. */
#pragma once

#include "tablebase/tb_coding.h"
#include "tablebase/tb_file.h"
#include "tablebase/threadpool.h"

/* Encodes a subspace: with DTW if coded->has_dtw, rounded as coded->dtw_step says, without what coded->full_pieces leaves out. The job counts each slot
 * when it is counted, represented in the fit, and coded. The bytes do not depend on the number of threads; free them.
 * NULL: stopped or out of memory. */
uint8_t *tb_encode(const CodedSubspace *coded, const TbArray *array, const Job *job, uint64_t *size);

/* The bytes that it would take without a network, found in a third of the time. The job counts each slot once. */
uint64_t tb_encode_estimate(const CodedSubspace *coded, const TbArray *array, const Job *job);

/* Encodes a subspace and writes the file that the header describes. */
bool tb_encode_write(const CodedSubspace *coded, const TbArray *array, TbHeader header, const char *folder,
                     const Job *job, Error *error);
