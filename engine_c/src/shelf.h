/* shelf.h: one subspace's table, open for looking things up. Knows which file
 * holds what; knows nothing of how values come about. */
#ifndef SHELF_H
#define SHELF_H

#include "tablefile.h"
#include "turns.h"
#include "values.h"

/* What every table of a rule set has in common. */
typedef struct {
    const Index *index;
    uint64_t fingerprint;
    char rules[TABLEFILE_RULES_MAX];
} ShelfMark;

typedef struct {
    TableFile file;
    Values values;
} Shelf;

void shelf_mark(ShelfMark *mark, const Rules *rules, const Index *index);
TableHeader shelf_header(const ShelfMark *mark, TableKind kind, int mover, int other);

/* NULL with the reason; without a text when there is no such file. */
Shelf *shelf_open(const ShelfMark *mark, const char *folder, int mover, int other, Fault *fault);
void shelf_close(Shelf *shelf);

#endif
