/*
 * One line that is drawn over itself, at most ten times a second, since a terminal is slower than
 * the work. A log has separate lines instead, the first after half a minute. The signal handlers
 * call only what a handler may.
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
#include "engine/base/heartbeat.h"
#include "engine/base/shown.h"

enum { BAR_WIDTH_MIN = 2, BAR_WIDTH_MAX = 24, LINE_MAX_BYTES = 256, DURATION_BYTES = 32 };
static const double redraw_seconds = 0.1, log_seconds = 30;

void duration_format(double seconds, char *out) {
    long whole = seconds < 0 ? 0 : (long)(seconds + 0.5);
    if (whole < 60)
        snprintf(out, DURATION_BYTES, "%ld s", whole);
    else if (whole < 3600)
        snprintf(out, DURATION_BYTES, "%ld min %02ld s", whole / 60, whole % 60);
    else
        snprintf(out, DURATION_BYTES, "%ld h %02ld min", whole / 3600, whole / 60 % 60);
}

/* Never rounded by more than a twentieth. */
void duration_format_about(double seconds, char *out) {
    long tens = (long)(seconds / 10 + 0.5);
    if (seconds < 99.5)
        snprintf(out, DURATION_BYTES, "%ld s", seconds < 0 ? 0 : (long)(seconds + 0.5));
    else if (tens < 60)
        snprintf(out, DURATION_BYTES, "%ld min %02ld s", tens / 6, 10 * (tens % 6));
    else if (seconds < 100 * 60)
        snprintf(out, DURATION_BYTES, "%ld min", (long)(seconds / 60 + 0.5));
    else
        duration_format(seconds, out);
}

void rate_format(double rate, char *out) {
    snprintf(out, DURATION_BYTES, rate < 10 ? "%.2g" : "%.0f", rate);
}

/* ---- the bar ---- */

void progress_start(struct progress *progress, const char *label, int64_t total) {
    double now = clock_seconds();
    *progress = (struct progress){.total = total, .first = -1, .terminal = isatty(STDERR_FILENO)};
    if (!progress->terminal) progress->drawn = now;
    pace_begin(&progress->pace, now);
    snprintf(progress->label, sizeof progress->label, "%s", label);
}

static int progress_columns(void) {
    struct winsize size;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

/* Places on the screen. */
static int progress_width(const char *words) {
    int width = 0;
    for (; *words; words++) width += utf8_begins(*words);
    return width;
}

/* Bytes of the words that fill `width` columns. */
static int progress_bytes(const char *words, int width) {
    int bytes = 0;
    while (words[bytes] && (width > 0 || !utf8_begins(words[bytes])))
        width -= utf8_begins(words[bytes++]);
    return bytes;
}

bool progress_fits(const struct progress *progress, const char *words) {
    return !progress->terminal || progress_width(words) < progress_columns();
}

/* Clears the line first and stays within it: a longer one would wrap and remain. The bar takes the
 * room that the words leave. */
static void progress_draw(const struct progress *progress, int64_t done, const char *words) {
    double part = progress->total > 0 ? (double)done / (double)progress->total : 1;
    int columns = progress_columns() - 1;
    int room = columns - progress_width(words) - progress_width(progress->label);
    int width = min_int(room - (int)strlen(" [] "), BAR_WIDTH_MAX);
    shown_control(stderr, "\r\033[K");
    if (width >= BAR_WIDTH_MIN)
        shown_warn("%s [%.*s%.*s] ", progress->label, (int)(part * width),
                   "########################", width - (int)(part * width),
                   "........................");
    else if (room >= 1)
        shown_warn("%s ", progress->label);
    shown_warn("%.*s", progress_bytes(words, columns), words);
    fflush(stderr);
}

/* Whether it is time for a new line. */
static bool progress_is_due(struct progress *progress, int64_t done) {
    double now = clock_seconds();
    double pause = progress->terminal ? redraw_seconds : log_seconds;
    bool at_end = progress->terminal && done >= progress->total;
    if (!at_end && now - progress->drawn < pause) return false;
    progress->drawn = now;
    return true;
}

/* For `hone status`. */
static void progress_beat(const struct progress *progress, int64_t done, const char *words) {
    struct heartbeat beat = {.done = done, .total = progress->total, .left = progress->left};
    double now = clock_seconds();
    if (!heartbeat_is_due(now)) return;
    snprintf(beat.label, sizeof beat.label, "%s", progress->label);
    snprintf(beat.words, sizeof beat.words, "%s", words);
    heartbeat_beat(&beat, now);
}

void progress_say(struct progress *progress, int64_t done, const char *words) {
    progress_beat(progress, done, words);
    if (!progress_is_due(progress, done)) return;
    if (progress->terminal)
        progress_draw(progress, done, words);
    else
        shown_warn("%s: %s\n", progress->label, words);
}

void progress_update(struct progress *progress, int64_t done, const char *note) {
    char left[DURATION_BYTES] = "?", words[LINE_MAX_BYTES];
    if (progress->first < 0) progress->first = done;
    pace_note(&progress->pace, clock_seconds(), (double)(done - progress->first));
    double piece = pace_piece(&progress->pace);
    progress->left = piece * (double)(progress->total - done);
    if (piece > 0) duration_format_about(progress->left, left);
    int percent = progress->total > 0 ? (int)(100 * done / progress->total) : 100;
    snprintf(words, sizeof words, "%3d %%, %s left%s%s", percent, left, *note ? ", " : "", note);
    progress_say(progress, done, words);
}

void progress_end(struct progress *progress) {
    if (progress->terminal) shown_control(stderr, "\r\033[K");
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

static bool interrupt_installed;

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

static void interrupt_handle_all(void (*handler)(int number)) {
    interrupt_handle(SIGINT, handler);
    interrupt_handle(SIGTERM, handler);
    interrupt_handle(SIGQUIT, handler);
    if (!interrupt_hangup_ignored()) interrupt_handle(SIGHUP, handler);
}

void interrupt_install(void) {
    interrupt_installed = true;
    interrupt_handle_all(interrupt_on_signal);
}

void interrupt_suspend(void) {
    if (interrupt_installed) interrupt_handle_all(SIG_DFL);
}

void interrupt_resume(void) {
    if (interrupt_installed) interrupt_handle_all(interrupt_on_signal);
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
