/* uci.h: the UCI protocol, in the mill dialect, over two streams. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Executes commands until `quit` or the end of the input; returns the exit status. `tablebase`, `networks`
 * and `book` are the defaults of TablePath, NetworkPath and BookFile, "" for none. */
int uci_loop(FILE *in, FILE *out, const char *tablebase, const char *networks, const char *book);

/* For callers with their own loop. uci_command returns false after `quit`; a search, perft or bench goes on in the
 * background, and uci_wait waits for its end. */
struct Uci;
struct Uci *uci_open(FILE *out, const char *tablebase, const char *networks, const char *book);
bool uci_command(struct Uci *uci, const char *line);
void uci_wait(struct Uci *uci);
void uci_close(struct Uci *uci); /* stops what goes on */
