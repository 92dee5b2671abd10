/* text.h: errors, bounded string writing, words and numbers. */
#pragma once

#include "types.h"

typedef MillError Error;

/* Set code and text; return false, so that a caller can return the call. */
#define error_set(error, ...) error_set_code(error, MILL_INVALID, __VA_ARGS__)
bool error_set_code(Error *error, MillStatus code, const char *format, ...) __attribute__((format(printf, 3, 4)));

bool error_no_memory(Error *error);
bool error_stopped(Error *error);

/* Appends to a fixed buffer; truncates, always zero-terminated. */
typedef struct {
    char *buffer;
    size_t size;
    size_t length; /* of the untruncated text */
} Writer;

Writer writer_to(char *buffer, size_t size);
void writer_add(Writer *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Part of a longer text, not zero-terminated. */
typedef struct {
    const char *start;
    int length;
} Word;

#define WORD(literal) ((Word){ literal, (int)sizeof literal - 1 })
Word word_of(const char *text);                            /* all of it */
bool text_ends_with(const char *text, const char *suffix); /* and is longer */

/* Returns the next word and advances *text; length 0 at the end. */
Word word_next(const char **text);
bool word_is(Word word, const char *text);                                /* case-sensitive */
bool word_is_like(Word word, const char *text);                           /* ignores case */
bool word_matches(Word word, Word other);                                 /* ignores case */
bool word_number(Word word, int64_t *number);                             /* the whole word as a decimal integer */
bool word_boolean(Word word, const char *name, int *value, Error *error); /* true or false; the error has the name */

/* Arguments of "%.*s" for at most 40 characters of a word. */
#define WORD_ARGS(word) ((word).length > 40 ? 40 : (word).length), (word).start
