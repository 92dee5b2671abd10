/* fuzz_console.c: libFuzzer input for the UCI console: lines of commands. */
#include "interface/uci.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Commands that would be slow or use much memory. */
static bool is_slow(const char *line)
{
    static const char *const words[] = { "bench", "perft", "hash", "threads" };
    char low[1024];
    size_t length = 0;

    for (; line[length] && length < sizeof low - 1; length++)
        low[length] = (char)tolower((unsigned char)line[length]);
    low[length] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(low, words[i]))
            return true;
    return false;
}

/* Sends `stop` after every line, so that no search lasts. */
static void feed_console(char *text)
{
    FILE *out = fopen("/dev/null", "w");
    struct Uci *uci = uci_open(out);

    uci_command(uci, "setoption name Hash value 1");
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (!is_slow(line) && (!uci_command(uci, line) || !uci_command(uci, "stop")))
            break;
    uci_close(uci);
    fclose(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    memcpy(text, data, size);
    text[size] = '\0';
    feed_console(text);
    free(text);
    return 0;
}
