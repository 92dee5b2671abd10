/* uci_go.h: the `go` command and the state it shares with uci.c. */
#ifndef UCI_GO_H
#define UCI_GO_H

#include "engine.h"

#include <pthread.h>
#include <stdio.h>

typedef struct Uci {
    Game *game;
    Engine *engine;
    FILE *out;
    bool is_quitting;
    pthread_t thread;
    bool is_searching;      /* the thread has to be joined */
    bool is_held;           /* the search does not end by itself: infinite, or pondering */
    int64_t started;        /* when its first iteration was, in timer_now() */
    Limits limits;          /* of the last search */
    Move printed;           /* first move of the line it printed last; MOVE_NONE before */
    uint64_t printed_nodes; /* the nodes that this line gave */
    Game *searched;         /* a copy: commands may read `game` during a search */
    int may_ponder;         /* the option Ponder */
    bool is_debugging;      /* `debug on` */
    char opponent[OPTION_TEXT_MAX]; /* the option UCI_Opponent */
    const char *tables, *networks, *book; /* defaults of TablePath, NetworkPath and BookFile */
} Uci;

void uci_error(Uci *uci, const char *where, const Fault *fault);
/* Says which network evaluates, if there is something to say. */
void uci_print_network(Uci *uci);
void uci_print_move(Uci *uci, Move move);

void uci_go(Uci *uci, const char *rest);
void uci_ponderhit(Uci *uci, const char *rest);
/* Waits until a running search has printed its bestmove; stops it first if asked to or if it would not end. */
void uci_end_search(Uci *uci, bool is_stopped);

#endif
