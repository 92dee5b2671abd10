/* timer.h: monotonic clock. */
#ifndef TIMER_H
#define TIMER_H

#include <stdint.h>

int64_t timer_now(void); /* milliseconds */

#endif
