/* timer.h: monotonic clock, and waiting. */
#pragma once

#include <stdint.h>

int64_t timer_now(void); /* milliseconds */
void timer_pause(int milliseconds);
