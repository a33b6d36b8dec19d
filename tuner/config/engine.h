/*
 * engine: what `engine` and `parameters` of a config say together: an engine of the user's that
 * plays the run's games, and is given the values to be tuned (tuner/external/tuned.h).
 */
#ifndef HONE_TUNER_CONFIG_ENGINE_H
#define HONE_TUNER_CONFIG_ENGINE_H

#include "tuner/config/reader.h"

/* Makes config->evaluator of them, and of verify.also config->verify.also_evaluator; the game and
 * openings are known. 0, or -1 and the message. */
int engine_resolve(const struct config_reader *reader);

/* Rejects what is said and has no effect in such a run, and the other way round. */
int engine_refuse_idle(const struct config_reader *reader);

#endif
