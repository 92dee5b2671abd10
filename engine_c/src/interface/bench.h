/* bench.h: speed of the engine and its node signature. */
#pragma once

#include "engine.h"

#include <stdio.h>

enum { BENCH_TICKET = 1 };

/* Prints a line per position, then the node signature and the speed. The engine must be a new one. The flag together
 * with engine_stop for BENCH_TICKET ends it early; false then. */
bool bench_run(FILE *out, Engine *engine, const char *networks, const atomic_bool *stop);
