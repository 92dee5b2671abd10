/* bench.h: how fast the engine is and whether it still does the same work. */
#ifndef BENCH_H
#define BENCH_H

#include <stdio.h>

/* Prints a line per position, then the node signature and the speed. */
void bench_run(FILE *out);

#endif
