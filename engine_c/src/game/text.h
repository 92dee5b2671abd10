/* text.h: reading and writing small texts safely: faults, bounded writing,
 * numbers, words. Knows nothing of mill. */
#ifndef TEXT_H
#define TEXT_H

#include "mill.h"

#include "types.h"

typedef MillError Fault;

/* Set code and text; return false, so that a caller can return the call. */
bool fault_set(Fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3))); /* MILL_INVALID */
bool fault_set_code(Fault *fault, MillStatus code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Appends to a fixed buffer; what does not fit is dropped, the text stays ended. */
typedef struct {
    char *buffer;
    size_t size;
    size_t length; /* what the whole text would need */
} Writer;

Writer writer_to(char *buffer, size_t size);
void writer_add(Writer *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A piece of a longer text. */
typedef struct {
    const char *start;
    int length;
} Word;

/* Takes the next word off *text; a word of length 0 means the end. */
Word word_next(const char **text);
bool word_is(Word word, const char *text);           /* exactly */
bool word_is_like(Word word, const char *text);      /* without regard to case */
bool word_matches(Word word, Word other);            /* likewise */
bool word_number(Word word, int64_t *number);        /* a whole decimal number, all of the word */

/* For fault texts: "%.*s" with the first characters of a word. */
#define WORD(word) ((word).length > 40 ? 40 : (word).length), (word).start

#endif
