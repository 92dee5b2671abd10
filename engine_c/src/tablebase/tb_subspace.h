/* tb_subspace.h: one subspace's table, open for looking things up. Knows which file
 * holds what; knows nothing of how values come about. */
#ifndef TB_SUBSPACE_H
#define TB_SUBSPACE_H

#include "tb_decode.h"
#include "tb_file.h"
#include "tb_rules.h"
#include "tb_turns.h"

/* What every table of a rule set has in common. The rules are borrowed. */
typedef struct {
    const Index *index;
    Look look;
    uint64_t fingerprint;
    char rules[TABLEFILE_RULES_MAX];
} ShelfMark;

/* Values as they are, or packed ones, which may not know turns. */
typedef struct {
    TableFile file;
    Values values;
    Packed *packed; /* NULL: values */
} Shelf;

void shelf_mark(ShelfMark *mark, const Rules *rules, const Index *index);
TableHeader shelf_header(const ShelfMark *mark, TableKind kind, int mover, int other);

/* NULL with the reason; without a text when there is no such file. */
Shelf *shelf_open(const ShelfMark *mark, const char *folder, TableKind kind, int mover, int other, Fault *fault);

/* The cache serves packed shelves; several can share it. */
Value shelf_value(const Shelf *shelf, uint64_t slot, Cache *cache);

static inline bool shelf_has_turns(const Shelf *shelf) { return !shelf->packed || shelf->packed->has_turns; }
void shelf_close(Shelf *shelf);

#endif
