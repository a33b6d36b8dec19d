/*
 * verdict: whether a champion is stronger than its start, in words. The same line is in its weight
 * file, in `hone status` and at the head of the report.
 */
#ifndef HONE_TUNER_REPORT_VERDICT_H
#define HONE_TUNER_REPORT_VERDICT_H

#include "tuner/report/champion.h"

/* "stronger than its start", "WEAKER than its start" or "not shown to differ from its start": by
 * the score against it, at a likelihood of superiority of 97.5 %, one side of a 95 % interval. */
const char *verdict_of(const struct score *gain);

/* How much stronger than its start the champion is, if they met, on unseen openings: "+12.3 +/- 4.5
 * Elo against the start, 400 games, unseen openings". */
void verdict_gain(const struct champion *champion, struct text *out);
/* The same on one line, of the best of training if the start has stayed. It adds the points a game
 * against the yardsticks, since almost anything beats a random start, and the Elo in each of
 * several manners of play, since a gain in one of them may hide a loss in another; these only if
 * all of it fits into a weight file. Nothing while it is not measured. */
void verdict_line(const struct champion *champion, struct text *out);

/* Of a run's champion; nothing while there is none. */
void verdict_of_run(struct store *store, const struct stored_run *run, struct text *out);

/* "0.5417 +/- 0.0312" */
void verdict_pool(const struct figures_pool *pool, struct text *out);

#endif
