/*
 * terminal: gives the terminal back as it was before ncurses took it, from anywhere: its own endwin
 * may not be called in a signal handler.
 */
#ifndef HONE_TUNER_CLI_TERMINAL_H
#define HONE_TUNER_CLI_TERMINAL_H

/* Notes how the terminal is and the words that end what ncurses will begin; before newterm. 0, or
 * -1: the terminal is not known. */
int terminal_note(void);
/* Brings it back as it was noted, once; only what a signal handler may do is done. */
void terminal_give_back(void);
/* It has been given back in another way. */
void terminal_forget(void);

#endif
