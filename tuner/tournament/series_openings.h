/*
 * series_openings: from where a series takes its openings: random plies, as few as are enough, or a
 * file; those that judges find balanced, if it asks for that.
 */
#ifndef HONE_TUNER_TOURNAMENT_SERIES_OPENINGS_H
#define HONE_TUNER_TOURNAMENT_SERIES_OPENINGS_H

#include "tuner/tournament/series.h"

/* Reads settings.judge into the series. 0, or -1 and why; what plays by a process cannot judge. */
int series_read_judge(struct series *series, struct error *error);
/* Reads the file of openings, sets how many plies are random, and counts what is there. 0, or -1
 * and why; engines that know the start only leave no choice. */
int series_settle_openings(struct series *series, struct error *error);

/* Whether it uses random openings of the part that no run is tuned on, since a run chose some of
 * its players; openings of a file have no such part. */
bool series_plays_unseen(const struct series *series);
/* What its settings ask for, after these two. */
struct opening_source series_source(const struct series *series);

#endif
