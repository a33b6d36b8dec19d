/*
 * terminal: restores the terminal to its state before ncurses took it, from anywhere: ncurses' own
 * endwin may not be called in a signal handler.
 */
#ifndef HONE_TUNER_CLI_TERMINAL_H
#define HONE_TUNER_CLI_TERMINAL_H

/* Notes the terminal's state and the sequences that end what ncurses will begin; before newterm. 0,
 * or -1: the terminal is not known. */
int terminal_note(void);
/* Restores the noted state, once; safe in a signal handler. */
void terminal_give_back(void);
/* It has been restored in another way. */
void terminal_forget(void);

#endif
