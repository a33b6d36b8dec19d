/*
 * task: a config that is to be optimised, and trials as runs of it, each in a directory of its own,
 * so that all are resumed, reported and replayed as any run; a finished one is only read again.
 *
 * A champion's value is its points a game against the config's yardsticks of the measurement, on
 * openings that neither training nor choice has used. A budget holds the games of training and of
 * the choice of the champion, not those that measure it.
 */
#ifndef HONE_TUNER_STUDY_TASK_H
#define HONE_TUNER_STUDY_TASK_H

#include "engine/base/options.h"
#include "tuner/config/config.h"
#include "tuner/study/trials.h"

struct task {
    /* Set by the caller; the texts outlive the task: */
    const char *path;         /* of the config */
    struct option_texts sets; /* KEY=VALUE, which win over it */
    int pairs;                /* with each yardstick in the measurement; 0: the config's */
    const char *output;       /* the runs are in OUTPUT/KIND/BUDGET/SEED; "": beside the config's
                               * own output, with -optimizers behind its name */
    /* By task_open: */
    struct config config; /* before anything is set for a trial; owned */
    struct text title;    /* owned */
};

/* Reads the config, completes the task and tells the trials, with known kinds, budgets and seeds,
 * how they are played. All their configs are checked. 0, or -1 and why; task_close in either
 * case. */
int task_open(struct task *task, struct trials *trials, struct error *error);
void task_close(struct task *task);

#endif
