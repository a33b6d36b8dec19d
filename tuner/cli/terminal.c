/*
 * The sequences are prepared beforehand, since terminfo allocates; tcsetattr and write may be
 * called in a signal handler. In a file of its own, because term.h makes macros of common words.
 */
#include "tuner/cli/terminal.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

static struct {
    atomic_bool noted;
    struct termios modes;
    char words[128];
    size_t length;
} terminal;

static int terminal_note_byte(int byte) {
    if (terminal.length < sizeof terminal.words) terminal.words[terminal.length++] = (char)byte;
    return byte;
}

static void terminal_note_word(const char *name) {
    const char *word = tigetstr((char *)(uintptr_t)name);
    if (word && word != (const char *)-1) tputs(word, 1, terminal_note_byte);
}

int terminal_note(void) {
    int known; /* asked for, so that the program is not ended */
    if (setupterm(NULL, STDOUT_FILENO, &known) != 0) return -1;
    terminal_note_word("rmkx"); /* the keypad as usual, plain letters, a cursor, the old screen */
    terminal_note_word("sgr0");
    terminal_note_word("cnorm");
    terminal_note_word("rmcup");
    del_curterm(cur_term);
    if (tcgetattr(STDIN_FILENO, &terminal.modes) != 0) return -1;
    terminal.noted = true;
    return 0;
}

void terminal_give_back(void) {
    if (!atomic_exchange(&terminal.noted, false)) return;
    ssize_t written = write(STDOUT_FILENO, terminal.words, terminal.length);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal.modes);
}

void terminal_forget(void) {
    terminal.noted = false;
}
