/*
 * engine: a config's `engine` and `parameters`: the user's engine, which plays the run's games with
 * the values to be tuned (tuner/external/tuned.h).
 */
#ifndef HONE_TUNER_CONFIG_ENGINE_H
#define HONE_TUNER_CONFIG_ENGINE_H

#include "tuner/config/reader.h"

/* Makes config->evaluator from them, and config->verify.also_evaluator from verify.also. The game
 * and openings are known. 0, or -1 and the message. */
int engine_resolve(const struct config_reader *reader);

/* Rejects settings without effect in such a run, and settings of such runs in others. */
int engine_refuse_idle(const struct config_reader *reader);

#endif
