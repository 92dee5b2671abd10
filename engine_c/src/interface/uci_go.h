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
    Limits limits;          /* of the last search */
    Game *searched;         /* a copy: commands may read `game` during a search */
} Uci;

void uci_error(Uci *uci, const char *where, const Fault *fault);
void uci_print_move(Uci *uci, Move move);

void uci_go(Uci *uci, const char *rest);
/* Waits until a running search has printed its bestmove; stops it first if asked to. */
void uci_end_search(Uci *uci, bool is_stopped);

#endif
