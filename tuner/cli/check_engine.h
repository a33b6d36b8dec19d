/*
 * check_engine: the part of `hone check` about an engine whose parameters are tuned.
 */
#ifndef HONE_TUNER_CLI_CHECK_ENGINE_H
#define HONE_TUNER_CLI_CHECK_ENGINE_H

#include "tuner/run/compliance.h"
#include "tuner/run/preflight.h"

void check_engine_print(const struct config *config, const struct compliance *compliance);

/* The cost of a game, and of a small error, by samples of whole games. */
void check_engine_cost(const struct config *config, const struct estimate_sample *samples);

#endif
