/*
 * report: what a run did and what its champion is worth, from the database alone.
 */
#ifndef HONE_TUNER_REPORT_REPORT_H
#define HONE_TUNER_REPORT_REPORT_H

#include "tuner/store/store.h"

/* The whole report: run, verdict, both figures of the champion, its opponents, milestones,
 * progress. 0, or -1 and why. */
int report_print(struct store *store, const struct stored_run *run, struct text *out,
                 struct error *error);

/* One line: how much stronger than its start the champion is, on openings nobody had seen, and its
 * points a game against the yardsticks. "" while it is not verified. Also the "verified" line of
 * its weight file. */
void report_verdict(struct store *store, const struct stored_run *run, struct text *out);

/* How people call a player: "generation 50", "generation 50 no. 3", "swh", "random 1". */
void report_player_name(struct store *store, const struct stored_player *player, char *out,
                        size_t size);

#endif
