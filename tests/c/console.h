/* console.h: a UCI console in the test, and what it answers. */
#pragma once

#include "check.h"

#include "interface/uci.h"

#define ERROR "info string error: "

static struct Uci *uci;
static FILE *out;
static bool goes_on;

static inline void open_console(void)
{
    out = tmpfile();
    CHECK(out);
    uci = uci_open(out, "some folder", "", "");
    CHECK(uci);
    goes_on = true;
}

static inline void close_console(void)
{
    uci_close(uci);
    fclose(out);
}

/* What a stream has held since a place in it. */
static inline const char *text_since(FILE *stream, long start)
{
    static char text[1 << 17];

    CHECK(fseek(stream, start, SEEK_SET) == 0);
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    CHECK(fseek(stream, 0, SEEK_END) == 0);
    return text;
}

/* Answers to some lines, each ended by a line break. The line "wait" is not sent: it waits for the end of a search. */
static inline const char *ask(const char *lines)
{
    const long start = ftell(out);

    for (const char *end = strchr(lines, '\n'); end; lines = end + 1, end = strchr(lines, '\n')) {
        char line[1024];
        snprintf(line, sizeof line, "%.*s", (int)(end - lines), lines);
        if (strcmp(line, "wait") == 0)
            uci_wait(uci);
        else
            goes_on = uci_command(uci, line);
    }
    return text_since(out, start);
}

static inline int count_lines(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

static inline bool starts_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

static inline bool ends_with(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) && strcmp(text + strlen(text) - strlen(end), end) == 0;
}

static inline bool is_one_error(const char *answer)
{
    const bool is_one = starts_with(answer, ERROR) && count_lines(answer) == 1 && ends_with(answer, "\n");

    if (!is_one)
        fprintf(stderr, "answer: %s\n", answer);
    return is_one;
}

static inline int count_of(const char *text, const char *part)
{
    int count = 0;

    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

/* Runs a whole session over two streams and returns all that was answered. */
static inline const char *session(FILE *in)
{
    FILE *stream = tmpfile();

    CHECK(stream && fseek(in, 0, SEEK_SET) == 0);
    CHECK(uci_loop(in, stream, "", "", "") == EXIT_SUCCESS);
    const char *answers = text_since(stream, 0);
    fclose(stream);
    fclose(in);
    return answers;
}

static inline FILE *input(void)
{
    FILE *in = tmpfile();
    CHECK(in);
    return in;
}
