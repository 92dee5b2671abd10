/* packing.h: making the bytes of a packed subspace. */
#ifndef PACKING_H
#define PACKING_H

#include "walk.h"

/* The coded bytes of a subspace of this shape, with turns if it says so, to be freed; NULL without memory. */
uint8_t *packing_make(const Packed *shape, const Values *values, uint64_t *size);

#endif
