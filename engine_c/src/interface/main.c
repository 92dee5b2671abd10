/* main.c: the program sanmill-uci. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "options.h"
#include "uci.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder of this program, with the last slash; "": unknown. */
static void find_program(char folder[OPTION_TEXT_MAX], const char *called)
{
    ssize_t length = -1;
#ifdef __linux__
    length = readlink("/proc/self/exe", folder, OPTION_TEXT_MAX - 1);
#endif
    if (length < 0)
        length = snprintf(folder, OPTION_TEXT_MAX, "%s", called);
    length = length < OPTION_TEXT_MAX ? length : OPTION_TEXT_MAX - 1;
    while (length > 0 && folder[length - 1] != '/' && folder[length - 1] != '\\')
        length--;
    folder[length] = '\0';
}

/* The bundled tablebases: seen from the program in an installed package, or in a checkout. "": not there. */
static void find_tables(char tables[OPTION_TEXT_MAX], const char *called)
{
    static const char *const Places[] = { "../assets/tables", "../../assets/tables" };
    char folder[OPTION_TEXT_MAX];
    struct stat status;

    find_program(folder, called);
    for (size_t i = 0; i < sizeof Places / sizeof *Places; i++) {
        const int length = snprintf(tables, OPTION_TEXT_MAX, "%s%s", folder, Places[i]);
        if (length < OPTION_TEXT_MAX && stat(tables, &status) == 0 && S_ISDIR(status.st_mode))
            return;
    }
    *tables = '\0';
}

int main(int argc, char **argv)
{
    char tables[OPTION_TEXT_MAX];

    if (argc == 2 && strcmp(argv[1], "bench") == 0) {
        bench_run(stdout);
        return EXIT_SUCCESS;
    }
    if (argc > 1) {
        fprintf(stderr, "usage: %s [bench]\nWithout an argument it speaks UCI.\n", argv[0]);
        return EXIT_FAILURE;
    }
    find_tables(tables, argv[0]);
    return uci_loop(stdin, stdout, tables);
}
