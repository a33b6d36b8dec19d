/*
 * progress: a bar with the time left, and Ctrl-C. Without a terminal there is a line every half
 * minute, for a log. Long loops ask for Ctrl-C before each piece of work: games in flight end at
 * their next move, and unfinished work is left out.
 */
#ifndef HONE_ENGINE_BASE_PROGRESS_H
#define HONE_ENGINE_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/clock.h"

struct progress {
    char label[48];
    int64_t total;
    int64_t first; /* what was done before the start; the time left does not count it */
    struct pace pace;
    double left; /* seconds that it still takes, for `hone status`; 0: not known */
    double drawn;
    bool terminal; /* stderr is one */
};

void progress_start(struct progress *progress, const char *label, int64_t total);
/* `note` follows the bar and the time left; redraws at most ten times a second, and at the end. */
void progress_update(struct progress *progress, int64_t done, const char *note);
/* The same with the caller's own time left: `words` are all that follows the bar. Without enough
 * room the bar is left out, then the label. */
void progress_say(struct progress *progress, int64_t done, const char *words);
/* Whether a line has room for these words alone. */
bool progress_fits(const struct progress *progress, const char *words);
/* Leaves an empty line for what is printed next. */
void progress_end(struct progress *progress);

/* "1 h 05 min", "12 s". `out` has room for 32. */
void duration_format(double seconds, char *out);
/* For estimates: "1 h 05 min", "14 min", "80 s". */
void duration_format_about(double seconds, char *out);
/* Of a second: "0.25", "9.8", "1234". `out` has room for 32. */
void rate_format(double rate, char *out);

/* From here on the first Ctrl-C (or SIGTERM, or the end of the terminal, SIGHUP, unless nohup has
 * that ignored) is noted instead of ending the program; a second one ends it. */
void interrupt_install(void);
/* While the program waits for another one, as for the other end of a pipe, a signal ends it. */
void interrupt_suspend(void);
void interrupt_resume(void);
bool interrupt_pending(void);
/* The exit status of an interrupted program: 128 + the signal's number, as in shells. */
int interrupt_status(void);
/* The last act of the program, whether it ends by exit, die or that second signal; `act` may run in
 * a signal handler. Only one can be set. */
void interrupt_before_end(void (*act)(void));

#endif
