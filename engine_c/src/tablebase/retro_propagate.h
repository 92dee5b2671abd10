/* retro_propagate.h: decided positions make others decided, level by level: a level is
 * a number of turns to the end. */
#ifndef RETRO_PROPAGATE_H
#define RETRO_PROPAGATE_H

#include "retro_pair.h"

/* One member's share: collects what is decided at the level; lets it move. */
void spread_collect(void *pair, int member);
void spread_deliver(void *pair, int member);

void outbox_clear(Outbox *outbox, const Pair *pair);

#endif
