/* threadpool.h: a few threads that do the same work together. Knows nothing of the
 * work. */
#ifndef THREADPOOL_H
#define THREADPOOL_H

#include "game/types.h"

typedef struct Team Team;
typedef void (*TeamWork)(void *context, int member);

Team *team_new(int members); /* NULL without memory or threads */
void team_free(Team *team);
int team_size(const Team *team);

/* Every member does the work once; returns when all have. The caller is member 0. */
void team_run(Team *team, TeamWork work, void *context);

#endif
