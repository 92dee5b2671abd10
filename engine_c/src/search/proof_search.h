/* proof_search.h: proves by one thread whether a position of the placing phase is
 * worth at least a draw, or a win, by a search of all turns down to the
 * tablebase or a limit of nodes or time. Positions that another thread searches are put off. */
#pragma once

#include "tablebase/tb_probe.h"
#include "book.h"
#include "evaluate.h"
#include "proof_table.h"

#include <stdatomic.h>

enum { PROOF_BUSY_MAX = 4096, PROOF_CHILDREN_MAX = 1 << 15 };

/* Shared by all threads. */
typedef struct {
    const Rules *rules;
    const Tablebase *tb;    /* complete for these rules, or with layers in which the search ends */
    const Book *book;       /* NULL: none */
    const Weights *weights; /* order the turns */
    const Index *index;     /* numbers positions; NULL: rules, position or tablebase do not allow it */
    ProofTable *table;
    _Atomic ProofState busy[PROOF_BUSY_MAX]; /* positions that a thread searches; others come back to them later */
    bool is_shared;                          /* by several threads */
    atomic_bool stop;
    atomic_ullong nodes, probes;
    uint64_t node_limit;                /* 0: none */
    int64_t deadline;                   /* in time of timer_now; 0: none */
    const atomic_int *stopped_up_to[2]; /* stops once either reaches ticket */
    int ticket;
} ProofShared;

typedef struct {
    ProofState state;
    int32_t score;
    int8_t point; /* where the turn places its piece */
} ProofChild;

/* State of one thread. */
typedef struct {
    ProofShared *shared;
    uint64_t nodes, probes; /* not added to the shared ones yet */
    uint64_t node_count;
    bool is_stopped;
    bool is_unknown; /* stopped because the tablebase lacks a position that the proof needs */
    int32_t history[SIDE_NB][2][POINT_MAX];
    int top; /* children in use */
    ProofChild children[PROOF_CHILDREN_MAX];
} ProofWorker;

/* The turns from a position of the placing phase with so many pieces in hand end in this tablebase, which may be NULL, or
 * a search of them: in the moving phase or in a layer before. False: see the error. */
bool proof_covers(const Rules *rules, const Tablebase *tb, int hands, Error *error);

ProofWorker *proof_worker_new(ProofShared *shared); /* NULL: out of memory */

/* Whether the value for the side to move is at least `goal`: 0 draw, 1 win. Not valid if the worker is stopped. */
bool proof_search(ProofWorker *worker, const Position *pos, int goal);

/* The same for a side that has reached the position by a turn. */
bool proof_search_reached(ProofWorker *worker, const Position *after, Side us, int goal);

/* The number by which a position of the placing phase is known. */
ProofState proof_state_in(const ProofShared *shared, const Position *pos);

/* What is known without a search. */
ProofBounds proof_known(const ProofShared *shared, const Position *pos);

/* Adds the counts of a worker to the shared ones. */
void proof_worker_report(ProofWorker *worker);
