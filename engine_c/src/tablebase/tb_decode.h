/* tb_decode.h: values of single slots from the bytes of a coded subspace. */
#pragma once

#include "tb_coding.h"

/* A cache of decoded chunks, shared by threads and by the subspaces of a rule set. A lookup never waits: a locked entry
 * counts as missing. */
typedef struct ChunkCache ChunkCache;

ChunkCache *chunk_cache_new(size_t bytes, bool has_dtw); /* for subspaces with or without DTW; NULL: out of memory */
void chunk_cache_free(ChunkCache *cache);

/* Reads all but the chunks; false if that is inconsistent or out of memory. Close in either case. */
bool tb_decode_open(CodedSubspace *coded, const Index *index, const Rules *rules, int mover, int other,
                    CodedSource source);
void tb_decode_close(CodedSubspace *coded);

/* Without DTW in the bytes, wins and losses have TB_DTW_UNKNOWN. TB_VALUE_NONE: the chunk cannot be read, or no game
 * reaches the position and it is left out. */
TbValue tb_decode_value(const CodedSubspace *coded, uint64_t slot, ChunkCache *cache);
