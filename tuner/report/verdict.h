/*
 * verdict: whether a champion is stronger than its start, in words. The same line is in its weight
 * file, in `hone status` and at the head of the report.
 */
#ifndef HONE_TUNER_REPORT_VERDICT_H
#define HONE_TUNER_REPORT_VERDICT_H

#include "tuner/report/champion.h"

/* "stronger than its start", "WEAKER than its start" or "not shown to differ from its start": by
 * the score against it, at a likelihood of superiority of 97.5 %, one side of a 95 % interval; or
 * "NOT MEASURED against its start". */
const char *verdict_of(const struct champion *champion);

/* How much stronger than its start the champion is, if they met, on unseen openings: "+12.3 +/- 4.5
 * Elo against the start, 400 games, unseen openings". */
void verdict_gain(const struct champion *champion, struct text *out);
/* The same on one line; for the best of training if the start has stayed. It adds the points a game
 * against the yardsticks, since almost anything beats a random start, and the Elo in each of
 * several manners of play, since a gain in one of them may hide a loss in another; these only if
 * all of it fits into a weight file. Nothing while it is not measured. */
void verdict_line(const struct champion *champion, struct text *out);

/* Of a run's champion; nothing while there is none. */
void verdict_of_run(struct store *store, const struct stored_run *run, struct text *out);

/* "0.5417 +/- 0.0312" */
void verdict_pool(const struct figures_pool *pool, struct text *out);

/* ---- a specialist ---- */

/* Whether a champion has learned its opponents rather than the game. A champion that beats its
 * training opponents and loses to others looks like a success to the run.
 *
 * The rule, each part beyond its 95 % errors: it scores more than half against the yardsticks that
 * it was trained against, and less than half against those that it never met; or it beats its
 * start, and scores less than its start against the yardsticks. */

bool specialist_is(const struct champion *champion);

/* "a specialist: …" with the figures and the rule, without its end; nothing of others. */
void specialist_print(const struct champion *champion, struct text *out);

/* ---- advice ---- */

/* What a run's result says about its settings, and what to change in them. */

/* Each a sentence without its end; nothing where there is nothing to say. */

/* Which free parameters of the champion stand on a bound, and that it may be widened. */
void advice_on_bounds(struct store *store, const struct stored_run *run,
                      const struct champion *champion, struct text *out);

/* What to change where nothing was gained. */
void advice_on_loser(struct store *store, const struct stored_run *run,
                     const struct champion *champion, struct text *out);

#endif
