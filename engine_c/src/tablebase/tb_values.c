/* tb_values.c: from words to bytes, and one look into a store. */
#include "tb_values.h"

#include <string.h>

Value value_store_get(const void *source, Bits mover, Bits other)
{
    const ValueStore *store = source;
    return values_get(store->values[bits_count(mover)][bits_count(other)], index_of(store->index, mover, other));
}

bool values_shorten(Value *words, uint64_t slots, Value *meaning)
{
    uint8_t occurs[1 << 16] = { 0 }, code[1 << 16] = { 0 };
    uint8_t *codes = (uint8_t *)words;
    int count = 0;

    for (uint64_t i = 0; i < slots; i++)
        occurs[words[i]] = 1;
    for (int value = 0; value < 1 << 16; value++)
        count += occurs[value];
    if (count > 256)
        return false;
    memset(meaning, 0, 256 * sizeof *meaning);
    count = 0;
    for (int value = 0; value < 1 << 16; value++)
        if (occurs[value]) {
            code[value] = (uint8_t)count;
            meaning[count++] = (Value)value;
        }
    for (uint64_t i = 0; i < slots; i++) {
        Value word;
        memcpy(&word, codes + 2 * i, sizeof word);
        codes[i] = code[word];
    }
    return true;
}
