/* uci.h: the console engine: UCI in the mill dialect over two streams. */
#ifndef UCI_H
#define UCI_H

#include <stdbool.h>
#include <stdio.h>

/* Answers commands until `quit` or the end of the input; returns the exit status. */
int uci_run(FILE *in, FILE *out);

/* Answers one line; false after `quit`. For programs that feed lines themselves. */
struct Console;
struct Console *uci_open(FILE *out);
bool uci_answer(struct Console *console, const char *line);
void uci_close(struct Console *console);

#endif
