/*
 * check_engine: what `hone check` says of an engine whose parameters are tuned.
 */
#ifndef HONE_TUNER_CLI_CHECK_ENGINE_H
#define HONE_TUNER_CLI_CHECK_ENGINE_H

#include "tuner/config/config.h"
#include "tuner/run/preflight.h"

/* Starts it, tests it and prints what that showed; of configs without an engine nothing. 0, or -1
 * and why it cannot be used. */
int check_engine(const struct config *config, struct error *error);

/* What a game, and a small error, cost by samples of whole games. */
void check_engine_cost(const struct config *config, const struct estimate_sample *samples);

#endif
