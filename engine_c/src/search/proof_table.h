/* proof_table.h: what is proven of placing positions: bounds of their value for
 * the side to move. Shared by all threads without locks; entries hold the whole
 * position, so that no two are mistaken for each other. */
#pragma once

#include "proof_state.h"

typedef struct ProofTable ProofTable;

/* Bounds of WDL: 1 win, 0 draw, -1 loss. */
typedef struct {
    int lower, upper;
} ProofBounds;

static const ProofBounds ProofUnknown = { -1, 1 };

typedef struct {
    ProofBounds bounds;
    int point; /* where the best turn known places its piece; NO_POINT: none */
} ProofEntry;

ProofTable *proof_table_new(size_t megabytes); /* NULL: out of memory */
void proof_table_free(ProofTable *table);
void proof_table_clear(ProofTable *table);

void proof_table_prefetch(const ProofTable *table, ProofState state);
ProofEntry proof_table_get(const ProofTable *table, ProofState state);

/* Narrows the bounds of a position. Entries that took few nodes are replaced first. */
void proof_table_add(ProofTable *table, ProofState state, ProofEntry entry, uint64_t nodes);

int proof_table_full(const ProofTable *table); /* per mille in use */
