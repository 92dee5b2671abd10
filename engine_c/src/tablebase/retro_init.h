/* retro_init.h: the first values of a pair: ends of the game, moves that take
 * something, and how many quiet moves there are. */
#ifndef RETRO_INIT_H
#define RETRO_INIT_H

#include "retro_pair.h"

/* One member's share of the work. */
void seed_work(void *pair, int member);

/* The best of the moves that take something, by the quickest way that is right. */
Value seed_best_taking(const Pair *pair, Bits mover, Bits other);

#endif
