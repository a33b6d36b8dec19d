/*
 * ending: what ended a run's training before the length that its config says, and which settings
 * give the same rows again.
 */
#ifndef HONE_TUNER_REPORT_ENDING_H
#define HONE_TUNER_REPORT_ENDING_H

#include "tuner/store/runs.h"

/* A sentence without its end; nothing of a run that ended at its length or goes on. */
void ending_of_run(struct store *store, const struct stored_run *run, struct text *out);

#endif
