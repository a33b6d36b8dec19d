/*
 * verify: the run's result. It chooses the champion by playing the best candidates again on
 * openings that no generation has used. Then it measures the champion on openings that the choice
 * has not used either, with a few pairs at other search depths or limits. Last, champions of many
 * generations meet.
 *
 * The candidates are the finalists (choose.c) and their centroid (the mean of the winners, which
 * is nearly optimal under noise). They race (choice.h). They all meet the start too. The start is
 * the champion if it shows the best of them to be weaker, in the choice or in the measurement. The
 * figure from the choice is too high, because it is the best of several noisy ones. The measurement
 * repeats it with the same opponents, and shows the champion against the start and against
 * yardsticks.
 */
#ifndef HONE_TUNER_RUN_VERIFY_H
#define HONE_TUNER_RUN_VERIFY_H

#include "tuner/run/run.h"

/* Plays the missing stages of a run with all generations, each in one transaction that begins when
 * its games are over. 0; 1 if Ctrl-C (progress.h) came before the last one was: nothing of an
 * unfinished stage is stored; -1 and why if the database lacks what it needs. */
int verify_run(struct run *run, struct error *error);

/* Whether a run of this config has that stage after `generations` of training. */
bool verify_wants(const struct config *config, int generations, enum stage stage);

/* Whether a stage may make a player of that name ("centroid", "random 1"), which others cannot
 * have. */
bool verify_makes_player(const char *name);

#endif
