/*
 * halt: the end of long work: at a moment of the clock, when a watcher wants it (a line came in),
 * or by Ctrl-C (progress.h). The work counts its steps and asks again after as many as the halt
 * says. Their number follows from how long the last ones took: the clock is read about every half
 * millisecond, whether a step takes nanoseconds or milliseconds.
 */
#ifndef HONE_ENGINE_BASE_HALT_H
#define HONE_ENGINE_BASE_HALT_H

#include <stdbool.h>
#include <stdint.h>

/* May want work to end: it is asked every few milliseconds. */
struct watcher {
    bool (*wants_end)(void *context);
    void *context;
};

enum { HALT_STEPS_MAX = 4096 };

struct halt {
    double deadline;               /* by clock_seconds; 0: none */
    const struct watcher *watcher; /* borrowed; NULL: none */
    double seen, asked;            /* when the clock was read and the watcher asked last */
    uint32_t steps, left;          /* from one look to the next; until the next one */
    uint32_t most;                 /* steps from one look to the next at most */
    bool over;                     /* once true, it stays so */
};

/* For work that may take `seconds`; 0: no limit. Reads the clock if there is a limit or a
 * watcher. */
void halt_begin(struct halt *halt, double seconds, const struct watcher *watcher);
/* Asks more often, for steps that differ much in length. */
void halt_narrow(struct halt *halt, uint32_t most);
/* Gives it `seconds` from now, for a last question, unless the watcher or Ctrl-C ended it. */
void halt_extend(struct halt *halt, double seconds);

/* Whether the work is to end; sets how many steps may be made before the next look. */
bool halt_look(struct halt *halt);

/* The same for work whose steps are counted here: counts one. */
static inline bool halt_step(struct halt *halt) {
    return --halt->left == 0 ? halt_look(halt) : halt->over;
}

#endif
