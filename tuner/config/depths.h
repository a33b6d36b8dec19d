/*
 * depths: the other search depths at which a run's champion is measured. Weights that were tuned at
 * one depth may lose at another one, and they are seldom used as they were tuned. So every large
 * run measures a little of that as well.
 */
#ifndef HONE_TUNER_CONFIG_DEPTHS_H
#define HONE_TUNER_CONFIG_DEPTHS_H

#include "tuner/config/config.h"

/* The run's deepest manner of play with another depth; on a large board, if that manner searches
 * all moves, only the best ones. */
struct manner depths_manner(const struct config *config, int depth);

/* Fills in verify.depth_manners and the pairs of the stage. All else must be settled. */
void depths_settle(struct config *config);

#endif
