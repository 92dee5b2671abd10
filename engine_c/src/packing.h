/* packing.h: making the bytes of a packed subspace. */
#ifndef PACKING_H
#define PACKING_H

#include "walk.h"

/* The coded bytes of a subspace, to be freed; NULL without memory. */
uint8_t *packing_make(const Index *index, const Look *look, int mover, int other, const Values *values, uint64_t *size);

#endif
