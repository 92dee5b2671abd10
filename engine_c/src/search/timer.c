#define _POSIX_C_SOURCE 200809L
#include "timer.h"

#include <time.h>

int64_t timer_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void timer_pause(int milliseconds)
{
    const struct timespec pause = { milliseconds / 1000, milliseconds % 1000 * 1000000L };

    nanosleep(&pause, NULL);
}
