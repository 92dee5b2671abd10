/* fuzz_console.c: libFuzzer input for the UCI console: lines of commands. */
#include "interface/uci.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Commands that would use much memory, and the one whose short counts are not stopped. */
static bool is_slow(const char *line)
{
    static const char *const words[] = { "perft", "hash", "threads" };
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

/* Opening a console takes a hundred times as long as most inputs, so up to this number share one. */
enum { INPUTS_PER_CONSOLE = 100 };

/* False: the console was left. */
static bool feed_console(struct Uci *uci, char *text)
{
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (!is_slow(line) && !uci_command(uci, line))
            return false;
    return uci_command(uci, "setoption name Variant value nine_mens_morris") && uci_command(uci, "ucinewgame");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *out;
    static struct Uci *uci;
    static int inputs;
    char *text = malloc(size + 1);

    memcpy(text, data, size);
    text[size] = '\0';
    if (!out)
        out = fopen("/dev/null", "w");
    if (!uci) {
        uci = uci_open(out, "", "", "");
        uci_command(uci, "setoption name Hash value 1");
    }
    if (!feed_console(uci, text) || ++inputs % INPUTS_PER_CONSOLE == 0) {
        uci_close(uci);
        uci = NULL;
    }
    free(text);
    return 0;
}
