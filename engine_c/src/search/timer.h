/* timer.h: monotonic clock. */
#pragma once

#include <stdint.h>

int64_t timer_now(void); /* milliseconds */
