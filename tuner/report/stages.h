/*
 * stages: the state of a run's training and later stages, from its rows: a stage's meetings are
 * written together when it is over.
 */
#ifndef HONE_TUNER_REPORT_STAGES_H
#define HONE_TUNER_REPORT_STAGES_H

#include "tuner/config/config.h"
#include "tuner/store/runs.h"

struct stages {
    int count, done;         /* planned; over: the first ones */
    enum stage list[STAGES]; /* in their order, training is the first */
};

/* Of a run that was begun with this config. */
struct stages stages_of(struct store *store, const struct stored_run *run,
                        const struct config *config);

/* "training done, choosing the champion going on, measuring the champion to come"; the one after
 * those that are done is "next" unless a process is `running` it. */
void stages_print(const struct stages *stages, bool running, struct text *out);

#endif
