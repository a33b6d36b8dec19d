/*
 * ending: what ended a run's training before the length in its config, the settings that give the
 * same rows again, what ended the measurement of its champion, and results that were not trusted.
 */
#ifndef HONE_TUNER_REPORT_ENDING_H
#define HONE_TUNER_REPORT_ENDING_H

#include "tuner/report/champion.h"

/* A sentence without its end; nothing of a run that ended at its length or goes on. */
void ending_of_run(struct store *store, const struct stored_run *run, struct text *out);

/* The same of the measurement; nothing where the number of its pairs was fixed. */
void ending_of_measurement(struct store *store, const struct stored_run *run,
                           const struct champion *champion, struct text *out);

/* How many games other ranks had played wrongly, so that they were played again; nothing if
 * none. */
void ending_of_ranks(const struct stored_run *run, struct text *out);

#endif
