/* tt.h: what the search has found out about positions, shared by all its
 * threads without locks. Knows positions only by their keys. */
#ifndef TT_H
#define TT_H

#include "game/types.h"

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct {
    Move move; /* best or refuting move, MOVE_NONE if unknown */
    int16_t value;
    int8_t depth;
    uint8_t bound;
} TableEntry;

typedef struct Table Table;

Table *table_new(size_t megabytes); /* NULL without memory */
void table_free(Table *table);
void table_clear(Table *table);
void table_age(Table *table); /* entries made before count less from now on */

bool table_probe(const Table *table, Key key, TableEntry *entry);
void table_store(Table *table, Key key, TableEntry entry);
void table_prefetch(const Table *table, Key key);
int table_fill(const Table *table); /* entries of this age, in thousandths */

#endif
