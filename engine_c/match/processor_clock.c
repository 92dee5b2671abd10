/* processor_clock.c: a library to preload, for matches. It makes a clock that measures intervals measure the program's
 * processor time, so that other programs do not shorten what an engine can do in its move time. For Linux. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    return (int)syscall(SYS_clock_gettime, clock == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : clock, now);
}
