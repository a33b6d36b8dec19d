/*
 * config_settle, internal to config: what the names in a config stand for, and whether its
 * settings go together.
 */
#ifndef HONE_TUNER_CONFIG_SETTLE_H
#define HONE_TUNER_CONFIG_SETTLE_H

#include "tuner/config/reject.h"

/* Completes the config, all of whose keys are read: game, evaluator, optimizer, weights. Then
 * checks its settings against each other. 0, or -1 and the message. */
int config_settle(const struct config_reader *reader);

#endif
