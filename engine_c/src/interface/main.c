#include "options.h"
#include "tablebase/os_file.h"
#include "uci.h"

#include <stdlib.h>
#include <string.h>

/* The folder of this program, with the last slash; "": unknown. */
static void find_program(char folder[OPTION_TEXT_MAX], const char *called)
{
    if (!os_program_path(folder, OPTION_TEXT_MAX))
        snprintf(folder, OPTION_TEXT_MAX, "%s", called);
    size_t length = strlen(folder);
    while (length > 0 && folder[length - 1] != '/' && folder[length - 1] != '\\')
        length--;
    folder[length] = '\0';
}

/* A folder or file of bundled data, seen from the program in an installed package, in a checkout, or in a cross build
 * there. "": not there. */
static void find_assets(char found[OPTION_TEXT_MAX], const char *called, const char *name)
{
    static const char *const Places[] = { "../assets", "../../assets", "../../../assets" };
    char folder[OPTION_TEXT_MAX];

    find_program(folder, called);
    for (size_t i = 0; i < sizeof Places / sizeof *Places; i++) {
        const int length = snprintf(found, OPTION_TEXT_MAX, "%s%s/%s", folder, Places[i], name);
        if (length < OPTION_TEXT_MAX && os_exists(found))
            return;
    }
    *found = '\0';
}

static int run_bench(const char *networks)
{
    struct Uci *uci = uci_open(stdout, "", networks, "");

    if (!uci)
        return EXIT_FAILURE;
    uci_command(uci, "bench");
    uci_wait(uci);
    uci_close(uci);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    char tablebase[OPTION_TEXT_MAX], networks[OPTION_TEXT_MAX], book[OPTION_TEXT_MAX];

    find_assets(tablebase, argv[0], "tables");
    find_assets(networks, argv[0], "networks");
    find_assets(book, argv[0], "openings/nine_mens_morris.book");
    if (argc == 2 && strcmp(argv[1], "bench") == 0)
        return run_bench(networks);
    if (argc > 1) {
        fprintf(stderr, "usage: %s [bench]\nWithout an argument it speaks UCI.\n", argv[0]);
        return EXIT_FAILURE;
    }
    return uci_loop(stdin, stdout, tablebase, networks, book);
}
