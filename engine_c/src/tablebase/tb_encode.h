/* tb_encode.h: making the bytes of a packed subspace. */
#ifndef TB_ENCODE_H
#define TB_ENCODE_H

#include "threadpool.h"
#include "tb_context.h"

#include <stdatomic.h>

/* Who packs, what makes them stop, and where they count the slots they have passed: each is passed twice. */
typedef struct {
    Team *team;
    const atomic_bool *stop;
    atomic_ullong *passed;
} PackingCrew;

/* The coded bytes of a subspace of this shape, with turns if it says so, to be freed; NULL when stopped or without
 * memory. However many pack, the bytes are the same. */
uint8_t *packing_make(const Packed *shape, const Values *values, const PackingCrew *crew, uint64_t *size);

#endif
