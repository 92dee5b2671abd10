/* bench.h: speed of the engine and its node signature. */
#ifndef BENCH_H
#define BENCH_H

#include <stdio.h>

/* Prints a line per position, then the node signature and the speed. */
void bench_run(FILE *out, const char *networks);

#endif
