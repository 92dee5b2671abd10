/* main.c: the program sanmill-uci. */
#include "bench.h"
#include "uci.h"

#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "bench") == 0) {
        bench_run(stdout);
        return EXIT_SUCCESS;
    }
    if (argc > 1) {
        fprintf(stderr, "usage: %s [bench]\nWithout an argument it speaks UCI.\n", argv[0]);
        return EXIT_FAILURE;
    }
    return uci_loop(stdin, stdout);
}
