/*
 * go_on: the command that continues an ended one, as a line for the user to paste.
 */
#ifndef HONE_TUNER_CLI_GO_ON_H
#define HONE_TUNER_CLI_GO_ON_H

#include "engine/base/base.h"

/* Adds the program with these words and ends the line. */
void go_on_add_command(int argc, char **argv, struct text *out);

/* What is said, on stderr, when Ctrl-C has ended a command: its command line again. */
void go_on_print(int argc, char **argv);

#endif
