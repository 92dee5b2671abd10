/* tb_subspace.c: from a sound file to values. */
#include "tb_subspace.h"

#include <stdlib.h>
#include <string.h>

void shelf_mark(ShelfMark *mark, const Rules *rules, const Index *index)
{
    memset(mark, 0, sizeof *mark);
    Writer writer = writer_to(mark->rules, sizeof mark->rules);
    mark->index = index;
    look_prepare(&mark->look, rules);
    mark->fingerprint = tb_rules_fingerprint(rules, &writer);
}

TableHeader shelf_header(const ShelfMark *mark, TableKind kind, int mover, int other)
{
    TableHeader header = {
        .kind = kind,
        .fingerprint = mark->fingerprint,
        .mover = (uint32_t)mover,
        .other = (uint32_t)other,
        .slots = index_slots(mark->index, mover, other),
    };
    memcpy(header.rules, mark->rules, sizeof header.rules);
    return header;
}

/* Finds the values in the file; false if they are not there. */
static bool find_values(Shelf *shelf)
{
    const TableHeader *header = &shelf->file.header;
    const uint64_t meaning = header->detail == 1 ? sizeof shelf->values.meaning : 0;

    if ((header->detail != 1 && header->detail != 2) || header->payload != meaning + header->slots * header->detail)
        return false;
    if (header->detail == 1) {
        memcpy(shelf->values.meaning, shelf->file.payload, sizeof shelf->values.meaning);
        shelf->values.codes = shelf->file.payload + sizeof shelf->values.meaning;
    } else {
        shelf->values.words = (const Value *)(const void *)shelf->file.payload;
    }
    return true;
}

static bool find_packed(Shelf *shelf, const ShelfMark *mark)
{
    const TableHeader *header = &shelf->file.header;

    shelf->packed = malloc(sizeof *shelf->packed);
    return shelf->packed
        && packed_open(shelf->packed, mark->index, &mark->look, (int)header->mover, (int)header->other,
                       shelf->file.payload, header->payload);
}

Shelf *shelf_open(const ShelfMark *mark, const char *folder, TableKind kind, int mover, int other, Fault *fault)
{
    const TableHeader wanted = shelf_header(mark, kind, mover, other);
    Shelf *shelf = calloc(1, sizeof *shelf);

    if (!shelf) {
        fault_set(fault, "out of memory");
        return NULL;
    }
    if (tablefile_open(&shelf->file, folder, &wanted, fault)) {
        if (kind == TABLEFILE_VALUES ? find_values(shelf) : find_packed(shelf, mark))
            return shelf;
        fault_set(fault, "%d-%d: a table of another make", mover, other);
    }
    shelf_close(shelf);
    return NULL;
}

void shelf_close(Shelf *shelf)
{
    if (!shelf)
        return;
    tablefile_close(&shelf->file);
    free(shelf->packed);
    free(shelf);
}

Value shelf_value(const Shelf *shelf, uint64_t slot, Cache *cache)
{
    return shelf->packed ? packed_get(shelf->packed, slot, cache) : values_get(&shelf->values, slot);
}
