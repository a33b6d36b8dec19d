/*
 * depths: the other search depths at which a run's champion is measured. Weights tuned at one depth
 * may lose at another, and they are seldom used at the depth of their tuning. So every large run
 * also measures other depths with a few pairs.
 */
#ifndef HONE_TUNER_CONFIG_DEPTHS_H
#define HONE_TUNER_CONFIG_DEPTHS_H

#include "tuner/config/config.h"

/* The run's deepest manner of play at another depth. If it searches all moves of a large board,
 * only the best ones are searched here. */
struct manner depths_manner(const struct config *config, int depth);

/* Fills in verify.depth_manners and the pairs of the stage. All else must be settled. */
void depths_settle(struct config *config);

#endif
