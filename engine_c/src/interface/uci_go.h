/* uci_go.h: what the console keeps between commands, and `go`. For uci.c. */
#ifndef UCI_GO_H
#define UCI_GO_H

#include "engine.h"

#include <pthread.h>
#include <stdio.h>

typedef struct Console {
    Game *game;
    Engine *engine;
    FILE *out;
    bool is_over;
    pthread_t thread;
    bool is_thinking;       /* the thread runs or waits to be joined */
    Limits limits;
    Game *thought_about;    /* a copy, so that the game can be looked at meanwhile */
} Console;

/* One error line. */
void console_fault(Console *console, const char *where, const Fault *fault);
void console_print_move(Console *console, Move move);

/* `go` with what stands after it. */
void console_go(Console *console, const char *rest);
/* Waits for the end of the thinking, if there is any; its bestmove has then been printed. */
void console_finish(Console *console, bool is_cut_short);

#endif
