/*
 * go_on: how a command that has ended can go on later, as a line for the user to paste.
 */
#ifndef HONE_TUNER_CLI_GO_ON_H
#define HONE_TUNER_CLI_GO_ON_H

/* Prints the program with these words and ends the line. */
void go_on_print_command(int argc, char **argv);

/* What is said when Ctrl-C has ended a command: its command line again. */
void go_on_print(int argc, char **argv);

#endif
