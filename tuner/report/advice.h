/*
 * advice: what a run's result says about its settings, and what to change in them.
 */
#ifndef HONE_TUNER_REPORT_ADVICE_H
#define HONE_TUNER_REPORT_ADVICE_H

#include "tuner/report/champion.h"

/* Each a sentence without its end; nothing where there is nothing to say. */

/* Which free parameters of the champion stand on a bound, and that it may be widened. */
void advice_on_bounds(struct store *store, const struct stored_run *run,
                      const struct champion *champion, struct text *out);

/* What to change where nothing was gained. */
void advice_on_loser(struct store *store, const struct stored_run *run,
                     const struct champion *champion, struct text *out);

#endif
