/*
 * length: a run's length. Its config gives a number of generations, or of training games. With
 * games, the run ends with the first generation that reaches them, and the number of generations is
 * computed beforehand, for the schedules that depend on it.
 */
#ifndef HONE_TUNER_CONFIG_LENGTH_H
#define HONE_TUNER_CONFIG_LENGTH_H

#include "tuner/config/config.h"

/* What the run's optimiser is created with; it points into the config. */
struct optimizer_setup length_optimizer_setup(const struct config *config);

/* The population of generation 1, as the run will have it. population_destroy. */
void length_population(const struct optimizer_setup *setup, struct population *out);
/* Opponents of all individuals after `generations`: yardsticks and the hall of fame. */
int length_extras(const struct config *config, int generations);
/* The generation of the hall of fame's champion i, from 0 for the newest, after `generations`: one
 * enters every hall_every generations. */
int length_hall_generation(const struct config *config, int generations, int i);

/* Meetings of a generation with `extras` other opponents. A learner has one, with two games for
 * each pair, whatever its opponents; in a study they are the vectors, or their duels. */
int64_t length_meetings(const struct config *config, const struct population *population,
                        int extras);

/* Generations that play `games`, if all have the first one's population. */
int length_generations(const struct config *config, const struct optimizer_setup *setup,
                       int64_t games);

/* Training games of `generations`, if all have the first one's population: 1 is the smallest
 * run. */
int64_t length_games(const struct config *config, int generations);

/* What of the run's optimiser depends on the planned length, "its steps"; NULL: nothing does, and
 * the run is the beginning of every longer one. */
const char *length_schedule(const struct config *config);

/* Whether training is over after these generations and training games. */
bool length_reached(const struct config *config, int generations, int64_t games);

#endif
