/* learn.c: collects samples and fits a network to them. `make learn` runs it.
 *
 *     learn selfplay RULES NETWORKS SEED FIRST COUNT OUT    games of the engine against itself
 *     learn exact RULES TABLEBASE OUT SAMPLES ...              their values by a tablebase, and more positions
 *     learn fit RULES OUT SAMPLES ...                       the network of samples
 *     learn check NETWORK SAMPLES ...                       its errors on the samples held back */
#include "samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc == 8 && strcmp(argv[1], "selfplay") == 0)
        return selfplay_run(argv[2], argv[3], strtoull(argv[4], NULL, 10), atoi(argv[5]), atoi(argv[6]), argv[7]);
    if (argc >= 6 && strcmp(argv[1], "exact") == 0)
        return exact_run(argv[2], argv[3], argv[4], argv + 5, argc - 5);
    if (argc >= 5 && strcmp(argv[1], "fit") == 0)
        return fit_run(argv[2], argv[3], argv + 4, argc - 4);
    if (argc >= 4 && strcmp(argv[1], "check") == 0)
        return check_run(argv[2], argv + 3, argc - 3);
    fprintf(stderr,
            "usage: learn selfplay RULES NETWORKS SEED FIRST COUNT OUT\n"
            "       learn exact RULES TABLEBASE OUT SAMPLES ...\n"
            "       learn fit RULES OUT SAMPLES ...\n"
            "       learn check NETWORK SAMPLES ...\n");
    return EXIT_FAILURE;
}
