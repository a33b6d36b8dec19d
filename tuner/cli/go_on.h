/*
 * go_on: what is said when Ctrl-C has ended a command that can go on later.
 */
#ifndef HONE_TUNER_CLI_GO_ON_H
#define HONE_TUNER_CLI_GO_ON_H

/* Prints the command line again, for the user to paste. */
void go_on_print(int argc, char **argv);

#endif
