/*
 * moving: the manners of play of a series' entrants: as the command line says, or as they were
 * tuned.
 */
#ifndef HONE_TUNER_TOURNAMENT_MOVING_H
#define HONE_TUNER_TOURNAMENT_MOVING_H

#include "tuner/tournament/series.h"

/* Finds the series' model, which players that were not tuned play like; before everything else. 0,
 * or -1 and why: players were tuned in different lists of manners. */
int moving_settle(struct series *series, struct error *error);

/* An entrant's, as many as all have. Nodes alone limit a search as deep as they reach. */
struct manners moving_manners(const struct series *series, const struct entrant *entrant);
/* How the judges of openings play. */
struct search_limits moving_judges(const struct series *series);
/* Whether any player makes random moves. */
bool moving_is_random(const struct series *series);

/* "depth 2, epsilon 0.1" */
void moving_describe(const struct series *series, const struct entrant *entrant, struct text *out);
/* The same if all move alike, "as tuned" if they do not; of other programs alone that they decide
 * it. */
void moving_describe_all(const struct series *series, struct text *out);
/* A line for each player, if they differ. */
void moving_describe_each(const struct series *series, struct text *out);

#endif
