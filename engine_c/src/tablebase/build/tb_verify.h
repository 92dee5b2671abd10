/* tb_verify.h: the complete check of a container: structure, checksums, and
 * samples of positions against their successors. */
#pragma once

#include "tablebase/tb_probe.h"

typedef struct MillTbVerify TbVerify;

/* The rules that the file has to be made for; `samples` of each subspace. NULL: out of memory. */
TbVerify *tb_verify_new(const Rules *rules, const char *path, uint64_t samples);
void tb_verify_free(TbVerify *verify);

/* Blocks until done. False: stopped, or the error is a sentence that says what is wrong with the file. */
bool tb_verify_run(TbVerify *verify, Error *error);

/* From any thread. */
void tb_verify_stop(TbVerify *verify);
void tb_verify_progress(const TbVerify *verify, MillTbProgress *progress);
