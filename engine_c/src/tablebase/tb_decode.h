/* tb_decode.h: win, draw and loss of a subspace, coded small and read at random.
 *
 * A subspace is cut into chunks that are coded by themselves. A slot is coded
 * with chances that depend on earlier slots of its chunk in which one piece
 * stands a little lower, and on whether either side can close a mill now;
 * turns, where they are kept, on those of such a slot. The chances stand with
 * the data. Knows no files. */
#ifndef TB_DECODE_H
#define TB_DECODE_H

#include "tb_cache.h"
#include "tb_context.h"

/* Finds its way in bytes made by packing_make; false if they are not that. Index, look and bytes are borrowed. */
bool packed_open(Packed *packed, const Index *index, const Look *look, int mover, int other, const uint8_t *bytes,
                 uint64_t size);

/* Wins and losses have no turns unless the bytes know them. Decoded chunks are kept in the cache, which subspaces
 * of one rule set can share. */
Value packed_get(const Packed *packed, uint64_t slot, Cache *cache);

#endif
