/* timer.h: time that only goes forward. */
#ifndef TIMER_H
#define TIMER_H

#include <stdint.h>

int64_t timer_now(void); /* milliseconds since some moment in the past */

#endif
