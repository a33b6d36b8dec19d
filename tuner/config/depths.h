/*
 * depths: at which other depths of search a run's champion is measured. Weights that were tuned at
 * one depth may lose at another one, and what they play in is seldom what they were tuned in; so
 * every run that measures much measures a little of that as well.
 */
#ifndef HONE_TUNER_CONFIG_DEPTHS_H
#define HONE_TUNER_CONFIG_DEPTHS_H

#include "tuner/config/config.h"

/* The run's deepest manner of play, but for the depth; of a large board, if all moves are searched
 * in that manner, the best ones. */
struct manner depths_manner(const struct config *config, int depth);

/* Fills in verify.depth_manners and the pairs of the stage. All else must be settled. */
void depths_settle(struct config *config);

#endif
