/*
 * live: a run as it is at the moment, for a screen that is drawn again and again. Reading it never
 * blocks its writer: the database's log serves both, and no reading stays open between two screens,
 * so that the writer can put the log back into the file.
 */
#ifndef HONE_TUNER_REPORT_LIVE_H
#define HONE_TUNER_REPORT_LIVE_H

#include "engine/base/heartbeat.h"
#include "tuner/report/facts.h"
#include "tuner/report/findings.h"
#include "tuner/report/run_argument.h"
#include "tuner/run/curve.h"
#include "tuner/run/health.h"

struct live {
    struct run_argument run; /* open as long as it is looked at */
    struct config config;
    struct text config_text; /* what it was read from; owned */
    bool running, finished;
    bool beats; /* while it is running: there is a line of its work */
    struct heartbeat beat;
    int64_t games; /* of training */
    struct stages stages;
    struct health health;
    struct curve curve;
    struct text verdict;      /* on the champion; empty while there is none */
    struct findings findings; /* of a study; owned */
    int32_t *genes; /* of the last generation's champion; NULL: none is there yet; owned */
};

/* Opens and looks once: 0, or -1 and why. live_close in either case. */
int live_open(const char *place, struct live *live, struct error *error);
/* The same with a run that is open, which is taken over. */
int live_take(struct run_argument *run, struct live *live, struct error *error);
/* Looks again: 0, or -1 and why. */
int live_refresh(struct live *live, struct error *error);
void live_close(struct live *live);

/* Its progress on one line: "running, training [###...] gen 12/50 …; generation 12 of 50, …". */
void live_print_state(const struct live *live, struct text *out);

/* A screen's size; `first` is the first free parameter that it shows. `blocks`: the terminal has
 * those of Unicode. Lines that begin with "!" warn. */
struct live_screen {
    int columns, lines, first;
    bool blocks;
};
void live_print(const struct live *live, const struct live_screen *screen, struct text *out);

#endif
