/* tb_build.h: building the endgame tables of a rule set, pair after pair, into
 * a folder. A build can be stopped, or killed, and goes on where it was. */
#ifndef TB_BUILD_H
#define TB_BUILD_H

#include "retro.h"
#include "tb_subspace.h"

typedef struct {
    const char *folder;   /* has to exist */
    int max_pieces;       /* of both sides together */
    int threads;
    uint64_t memory;      /* bytes; 0: no limit */
    int turns_up_to;      /* with more pieces only win, draw and loss are kept, packed */
    bool is_small;        /* pack the others too, with their turns */
} SolverOrder;

/* What a build is doing. Work is counted in slots, twice: seeding and spreading. */
typedef struct {
    int mover, other;     /* the pair at hand */
    int pairs_done, pairs;
    uint64_t work_done, work;
} SolverProgress;

typedef struct MillTbBuild Solver; /* the name mill.h gives it */

/* NULL, with the reason, when such tables cannot be built. */
Solver *solver_new(const RuleValues *values, const SolverOrder *order, Fault *fault);
void solver_free(Solver *solver);

/* Builds until all is done. False, with the reason, when stopped or failed. */
bool solver_run(Solver *solver, Fault *fault);

/* From any thread. */
void solver_stop(Solver *solver);
void solver_peek(const Solver *solver, SolverProgress *progress);

#endif
