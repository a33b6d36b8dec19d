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

#endif
