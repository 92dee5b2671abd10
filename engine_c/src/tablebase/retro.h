/* retro.h: solving a pair of subspaces backwards from the ends of the game. */
#ifndef RETRO_H
#define RETRO_H

#include "retro_pair.h"

typedef enum { RETRO_SOLVED, RETRO_STOPPED, RETRO_NO_MEMORY, RETRO_TOO_LONG } RetroResult;

/* Every slot gets its final value. The stop flag and the counter of work done are polled and fed. */
RetroResult retro_solve(Pair *pair, const atomic_bool *stop, atomic_ullong *done);

/* What a subspace holds; equal slots count once. */
typedef struct {
    uint64_t positions, wins, draws, losses;
    int longest; /* turns of the longest win */
} Census;

Census retro_census(const Index *index, int mover, int other, const Value *values);

#endif
