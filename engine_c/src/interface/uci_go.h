/* uci_go.h: the jobs that run in the background, `go` and `bench`, and the state they share with uci.c. */
#pragma once

#include "bench.h"

#include <pthread.h>

typedef struct Uci {
    Game *game;
    Engine *engine;
    FILE *out;
    bool is_quitting;
    pthread_t thread;                        /* of the job: a search, perft or bench */
    bool is_running;                         /* the thread has to be joined */
    atomic_bool is_searching;                /* the thread uses the engine */
    atomic_bool stop;                        /* perft and bench have to end */
    Game *searched;                          /* by the job; a copy: commands may read `game` meanwhile */
    Engine *bench;                           /* the engine of the job if it is a bench, else NULL */
    int plies;                               /* of perft */
    int64_t started;                         /* when the first iteration of the search was, in timer_now() */
    Limits limits;                           /* of the last search */
    Move printed;                            /* first move of the line it printed last; MOVE_NONE before */
    uint64_t printed_nodes;                  /* the nodes that this line gave */
    int may_ponder;                          /* the option Ponder */
    int shows_wdl;                           /* the option UCI_ShowWDL */
    bool is_debugging;                       /* `debug on` */
    char opponent[OPTION_TEXT_MAX];          /* the option UCI_Opponent */
    const char *tablebase, *networks, *book; /* defaults of TablePath, NetworkPath and BookFile */
} Uci;

void uci_error(Uci *uci, const char *where, const Error *error);
void uci_print_network(Uci *uci);

void uci_go(Uci *uci, const char *rest);
void uci_ponderhit(Uci *uci, const char *rest);
void uci_bench(Uci *uci, const char *rest);
/* Waits until the job, if any, has printed its last line; uci_stop stops it first. */
void uci_join(Uci *uci);
void uci_stop(Uci *uci);
