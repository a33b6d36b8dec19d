/*
 * process: another program, which exchanges lines with hone through pipes and never makes it wait
 * longer than a deadline. Each has its own session, so that a Ctrl-C meant for hone does not reach
 * it, and no open file of hone's but its pipes. Nothing of it is left when it is ended, nor when
 * hone ends in any way (keeper.h). Any number of threads may use processes, each its own.
 */
#ifndef HONE_TUNER_EXTERNAL_PROCESS_H
#define HONE_TUNER_EXTERNAL_PROCESS_H

#include "tuner/external/launch.h"

enum {
    PROCESS_LINE_MAX = 4096,  /* the rest of a longer line is dropped */
    PROCESS_ERRORS_MAX = 8192 /* the end of its stderr that is kept */
};

struct process;

enum process_result {
    PROCESS_OK,
    PROCESS_LATE,        /* the deadline has passed */
    PROCESS_CLOSED,      /* it ended, or closed its side */
    PROCESS_FLOODING,    /* it said more than its limit of output */
    PROCESS_INTERRUPTED, /* Ctrl-C: interrupt_pending */
};

/* Starts it. Dies if the system has no more processes or files to give; a program that cannot be
 * started has ended. `launch` is not needed any more afterwards. */
struct process *process_start(const struct launch *launch);

/* Writes the text, or hands out its next line without its end, with blanks for tabs; the line is
 * valid until the next call. Deadlines are times of clock_seconds. */
enum process_result process_send(struct process *process, const char *text, double deadline);
enum process_result process_line(struct process *process, double deadline, const char **line);
/* Drops what it has said so far, of one that says more and more a pipe's worth. */
void process_skip(struct process *process);

/* Waits until then, a time of clock_seconds, or Ctrl-C. */
void process_rest(double until);

/* Its latest stderr, as text: other bytes are '?'. Valid until the next call. */
const char *process_errors(struct process *process);
void process_forget_errors(struct process *process);

/* Closes its stdin. */
void process_hang_up(struct process *process);
/* Closes its stdin, waits until it ends, at most for `patience` seconds, and kills what is left of
 * it and its children. True if it had ended by itself or by its limits; `how` (may be NULL) then
 * says how, "ended with status 3". process_errors still works; process_free gives back the
 * memory. */
bool process_end(struct process *process, double patience, struct text *how);
/* After process_end; NULL is fine. */
void process_free(struct process *process);

#endif
