/*
 * specialist: whether a champion has learned its opponents rather than the game. A champion that
 * beats its training opponents and loses to others looks like a success to the run.
 *
 * The rule, each part beyond its 95 % errors: it scores more than half against the yardsticks that
 * it was trained against, and less than half against those that it never met; or it beats its
 * start, and scores less than its start against the pool of yardsticks.
 */
#ifndef HONE_TUNER_REPORT_SPECIALIST_H
#define HONE_TUNER_REPORT_SPECIALIST_H

#include "tuner/report/champion.h"

bool specialist_is(const struct champion *champion);

/* "a specialist: …" with the figures and the rule, without its end; nothing of others. */
void specialist_print(const struct champion *champion, struct text *out);

#endif
