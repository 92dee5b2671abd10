#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set_code(Error *error, MillStatus code, const char *format, ...)
{
    va_list args;

    error->code = code;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    for (char *c = error->text; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return false;
}

bool error_no_memory(Error *error) { return error_set_code(error, MILL_NO_MEMORY, "out of memory"); }
bool error_stopped(Error *error) { return error_set_code(error, MILL_STOPPED, "stopped"); }

Writer writer_to(char *buffer, size_t size)
{
    if (size > 0)
        buffer[0] = '\0';
    return (Writer){ buffer, size, 0 };
}

void writer_add(Writer *writer, const char *format, ...)
{
    const size_t used = writer->length < writer->size ? writer->length : writer->size;
    va_list args;

    va_start(args, format);
    const int added = vsnprintf(writer->size ? writer->buffer + used : NULL, writer->size - used, format, args);
    va_end(args);
    if (added > 0)
        writer->length += (size_t)added;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

Word word_of(const char *text) { return (Word){ text, (int)strlen(text) }; }

bool text_ends_with(const char *text, const char *suffix)
{
    const size_t length = strlen(text), end = strlen(suffix);
    return length > end && strcmp(text + length - end, suffix) == 0;
}

Word word_next(const char **text)
{
    const char *start = *text;

    while (is_space(*start))
        start++;
    const char *end = start;
    while (*end && !is_space(*end))
        end++;
    *text = end;
    return (Word){ start, (int)(end - start) };
}

bool word_is(Word word, const char *text)
{
    return strlen(text) == (size_t)word.length && memcmp(word.start, text, (size_t)word.length) == 0;
}

bool word_matches(Word word, Word other)
{
    if (word.length != other.length)
        return false;
    for (int i = 0; i < word.length; i++)
        if (lower(word.start[i]) != lower(other.start[i]))
            return false;
    return true;
}

bool word_is_like(Word word, const char *text) { return word_matches(word, word_of(text)); }

bool word_boolean(Word word, const char *name, int *value, Error *error)
{
    if (!word_is_like(word, "true") && !word_is_like(word, "false"))
        return error_set(error, "%s is true or false, not '%.*s'", name, WORD_ARGS(word));
    *value = word_is_like(word, "true");
    return true;
}

bool word_number(Word word, int64_t *number)
{
    const bool is_negative = word.length > 0 && word.start[0] == '-';
    int64_t value = 0;

    if (word.length == is_negative || word.length > 18 + is_negative)
        return false;
    for (int i = is_negative; i < word.length; i++) {
        if (word.start[i] < '0' || word.start[i] > '9')
            return false;
        value = value * 10 + (word.start[i] - '0');
    }
    *number = is_negative ? -value : value;
    return true;
}
