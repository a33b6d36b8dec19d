/*
 * hone watch: a run in progress, from another shell. The only place that includes ncurses.
 */
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/options.h"
#include "engine/base/progress.h"
#include "engine/plugin/library.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/terminal.h"
#include "tuner/report/live.h"

static const struct command_usage usage = {
    .synopsis = "watch RUN",
    .doc =
        "Shows a run on the whole screen while it goes on in another shell: how far it is, its\n"
        "strength over time, its stages, warnings, and the last champion's parameters between\n"
        "their bounds. The run does not notice. Arrows and page keys move the parameters, q ends.\n"
        "`hone status` says the same once.\n",
    .operands_min = 1,
    .operands_max = 1,
};

enum { PAUSE_MS = 1000, LINE_BYTES = 1024 };

/* ---- the terminal ---- */

static SCREEN *watch_screen;

/* Numbers stay as they are everywhere: only the characters are those of the user's language. */
static int watch_enter(struct error *error) {
    setlocale(LC_CTYPE, "");
    if (!isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO))
        return error_set(error, "needs a terminal; `hone status` prints this once");
    if (terminal_note())
        return error_set(error, "the terminal (TERM) is not known; `hone status` prints the same "
                                "once");
    interrupt_before_end(terminal_give_back);
    watch_screen = newterm(NULL, stdout, stdin);
    cbreak();
    noecho();
    keypad(stdscr, true);
    curs_set(0);
    timeout(PAUSE_MS);
    return 0;
}

static void watch_end(void) {
    if (!watch_screen) return;
    endwin();
    terminal_forget();
    delscreen(watch_screen);
}

/* ---- drawing ---- */

static void watch_draw_line(int row, const char *line, int length) {
    char bytes[LINE_BYTES];
    snprintf(bytes, sizeof bytes, "%.*s", length, line);
    text_make_harmless(bytes, "");
    attrset(*line == '!' ? A_BOLD | A_REVERSE : row == 0 ? A_BOLD : A_NORMAL);
    mvaddstr(row, 0, bytes);
}

static void watch_draw(const struct live *live, int first) {
    const struct live_screen screen = {.columns = max_int(20, COLS),
                                       .lines = LINES,
                                       .first = first,
                                       .blocks = strcmp(nl_langinfo(CODESET), "UTF-8") == 0};
    struct text text = {0};
    int row = 0;
    live_print(live, &screen, &text);
    erase();
    for (const char *line = text_get(&text); *line && row < LINES; row++) {
        int length = (int)strcspn(line, "\n");
        watch_draw_line(row, line, length);
        line += length + 1;
    }
    refresh();
    text_free(&text);
}

/* ---- the user ---- */

/* The first parameter to be shown after that key. */
static int watch_move(const struct live *live, int first, int key) {
    int page = max_int(1, LINES / 2), last = max_int(0, live->config.space.count - 1);
    first += key == KEY_DOWN ? 1 : key == KEY_UP ? -1 : key == KEY_NPAGE ? page : 0;
    first -= key == KEY_PPAGE ? page : 0;
    return max_int(0, min_int(first, last));
}

/* Until the user has seen enough: 0, or -1 and what the run can no longer be read for. */
static int watch_look(struct live *live, struct error *error) {
    int first = 0;
    for (int key = 0; key != 'q' && !interrupt_pending(); key = getch()) {
        if (key == ERR && live_refresh(live, error)) return -1;
        first = watch_move(live, first, key);
        watch_draw(live, first);
    }
    return 0;
}

int command_watch(int argc, char **argv) {
    const struct option_spec options[] = {library_option(), {0}};
    struct operands operands;
    struct error error;
    struct live live;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    interrupt_install();
    status = live_open(operands.list[0], &live, &error) || watch_enter(&error) ||
             watch_look(&live, &error);
    watch_end();
    live_close(&live);
    if (status) return command_fail(&usage, "%s", error.text);
    return interrupt_pending() ? interrupt_status() : 0;
}
