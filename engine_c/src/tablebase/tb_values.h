/* tb_values.h: the values of whole subspaces, a byte or a word for each slot,
 * wherever they lie in memory. */
#ifndef TB_VALUES_H
#define TB_VALUES_H

#include "index.h"
#include "tb_value.h"

/* Few different values occur in a subspace: a byte says which. Words are there for subspaces with more. */
typedef struct {
    const uint8_t *codes;
    const Value *words;
    Value meaning[256];
} Values;

static inline Value values_get(const Values *values, uint64_t slot)
{
    return values->codes ? values->meaning[values->codes[slot]] : values->words[slot];
}

/* The subspaces known, by the pieces of mover and other; NULL where unknown. */
typedef struct {
    const Index *index;
    const Values *values[PIECES_MAX + 1][PIECES_MAX + 1];
} ValueStore;

/* For an Oracle; the subspace has to be known. */
Value value_store_get(const void *store, Bits mover, Bits other);

/* Turns words into codes in place if few enough values occur; codes then
 * starts where words did. False: the words stay. `meaning` holds 256. */
bool values_shorten(Value *words, uint64_t slots, Value *meaning);

#endif
