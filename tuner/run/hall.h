/*
 * hall: the hall of fame, former champions of the run that everybody meets in the gauntlet. It
 * follows from stored rows alone, so that a run that goes on has the same one.
 */
#ifndef HONE_TUNER_RUN_HALL_H
#define HONE_TUNER_RUN_HALL_H

#include "tuner/run/run.h"

/* Seats who sits there after generation `newest`, the last one whose number divides by hall_every
 * (0: nobody), in run->hall, the oldest first. 0, or -1 and why. */
int hall_fill(struct run *run, int newest, struct error *error);

#endif
