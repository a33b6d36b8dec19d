/*
 * One line that is drawn over itself, at most ten times a second, since a terminal is slower than
 * what it is told of. The signal handlers do nothing that a handler may not.
 */
#include "engine/base/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/base/clock.h"

enum { BAR_WIDTH_MIN = 2, BAR_WIDTH_MAX = 24, LINE_MAX_BYTES = 256, DURATION_BYTES = 32 };
static const double redraw_seconds = 0.1;

void duration_format(double seconds, char *out) {
    long whole = seconds < 0 ? 0 : (long)(seconds + 0.5);
    if (whole < 60)
        snprintf(out, DURATION_BYTES, "%ld s", whole);
    else if (whole < 3600)
        snprintf(out, DURATION_BYTES, "%ld min %02ld s", whole / 60, whole % 60);
    else
        snprintf(out, DURATION_BYTES, "%ld h %02ld min", whole / 3600, whole / 60 % 60);
}

/* ---- the bar ---- */

void progress_start(struct progress *progress, const char *label, int64_t total) {
    *progress = (struct progress){
        .total = total, .first = -1, .started = clock_seconds(), .shown = isatty(STDERR_FILENO)};
    snprintf(progress->label, sizeof progress->label, "%s", label);
}

static int progress_columns(void) {
    struct winsize size;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

static void progress_format_left(const struct progress *progress, int64_t done, double now,
                                 char *out) {
    if (done == progress->first) {
        snprintf(out, DURATION_BYTES, "?");
        return;
    }
    double a_piece = (now - progress->started) / (double)(done - progress->first);
    duration_format(a_piece * (double)(progress->total - done), out);
}

/* Clears the line first and stays within it: a longer one would wrap and remain. The bar takes the
 * room that the words leave. */
static void progress_draw(const struct progress *progress, int64_t done, const char *note,
                          double now) {
    char left[DURATION_BYTES], words[LINE_MAX_BYTES];
    double part = progress->total > 0 ? (double)done / (double)progress->total : 1;
    int percent = progress->total > 0 ? (int)(100 * done / progress->total) : 100;
    progress_format_left(progress, done, now, left);
    int length = snprintf(words, sizeof words, " %3d %%, %s left%s%s", percent, left,
                          *note ? ", " : "", note);
    int room = progress_columns() - 1 - (int)strlen(progress->label) - (int)strlen(" []");
    int width = max_int(BAR_WIDTH_MIN, min_int(room - length, BAR_WIDTH_MAX));
    int full = (int)(part * width);
    fprintf(stderr, "\r\033[K%s [%.*s%.*s]%.*s", progress->label, full, "########################",
            width - full, "........................", max_int(room - width, 0), words);
    fflush(stderr);
}

void progress_update(struct progress *progress, int64_t done, const char *note) {
    if (progress->first < 0) progress->first = done;
    double now = progress->shown ? clock_seconds() : 0;
    bool soon = done < progress->total && now - progress->drawn < redraw_seconds;
    if (!progress->shown || soon) return;
    progress->drawn = now;
    progress_draw(progress, done, note, now);
}

void progress_end(struct progress *progress) {
    if (progress->shown) fputs("\r\033[K", stderr);
}

/* ---- Ctrl-C, and every end of the program ---- */

/* Set in a signal handler, on whichever thread that runs, and read by all. */
static atomic_int interrupted; /* the first signal's number; 0: none */
static void (*_Atomic last_act)(void);

static void interrupt_act(void) {
    void (*act)(void) = last_act;
    if (act) act();
}

/* The second signal, raised again, ends the program when the handler returns. */
static void interrupt_on_signal(int number) {
    int saved = errno;
    if (interrupted) {
        interrupt_act();
        signal(number, SIG_DFL);
        raise(number);
    }
    interrupted = number;
    errno = saved;
}

/* abort() ends the program when the handler returns. */
static void interrupt_on_abort(int number) {
    (void)number;
    interrupt_act();
}

static void interrupt_handle(int number, void (*handler)(int number)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* nohup has the end of a terminal ignored, and that it stays. */
static bool interrupt_hangup_ignored(void) {
    struct sigaction action;
    return sigaction(SIGHUP, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void interrupt_install(void) {
    interrupt_handle(SIGINT, interrupt_on_signal);
    interrupt_handle(SIGTERM, interrupt_on_signal);
    if (!interrupt_hangup_ignored()) interrupt_handle(SIGHUP, interrupt_on_signal);
}

void interrupt_before_end(void (*act)(void)) {
    static atomic_flag installed = ATOMIC_FLAG_INIT;
    last_act = act;
    if (atomic_flag_test_and_set(&installed)) return;
    atexit(interrupt_act);
    interrupt_handle(SIGABRT, interrupt_on_abort);
}

bool interrupt_pending(void) {
    return interrupted != 0;
}

int interrupt_status(void) {
    return 128 + interrupted;
}
