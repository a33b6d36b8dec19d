/*
 * hall: the hall of fame, former champions of the run that all individuals meet in the gauntlet. It
 * follows from stored rows alone, so that a continued run has the same one.
 */
#ifndef HONE_TUNER_RUN_HALL_H
#define HONE_TUNER_RUN_HALL_H

#include "tuner/run/run.h"

/* Seats the hall's members after generation `newest`, the last one that is a multiple of hall_every
 * (0: none), in run->hall, the oldest first. 0, or -1 and why. */
int hall_fill(struct run *run, int newest, struct error *error);

/* Which former champions are worth playing against. A champion that all players beat, or none,
 * does not tell which player is better; one that gives the same results as another is not
 * needed.
 *
 * The least telling of `members` opponents for `players` that all met each of them on the same
 * openings: points[member * players + player] are the player's. The first of equals. */
int hall_least_telling(const int64_t *points, int members, int players);

#endif
