/*
 * length: how long a run is. Its config says how many generations it has, or how many training
 * games it may play; then it ends with the first generation at which these are reached, and the
 * number of generations is worked out beforehand, for the schedules that depend on it.
 */
#ifndef HONE_TUNER_CONFIG_LENGTH_H
#define HONE_TUNER_CONFIG_LENGTH_H

#include "tuner/config/config.h"

/* What the run's optimiser is created with; it points into the config. */
struct optimizer_setup length_optimizer_setup(const struct config *config);

/* The population of generation 1, as the run will have it. population_destroy. */
void length_population(const struct optimizer_setup *setup, struct population *out);
/* Players whom everybody meets after so many generations: yardsticks and the hall of fame. */
int length_extras(const struct config *config, int generations);
/* The generation whose champion is number i of the hall of fame's newest, from 0, after so many
 * generations: one enters it every hall_every generations. */
int length_hall_generation(const struct config *config, int generations, int i);

/* Meetings of a generation of that population, with so many of those others; one for who learns
 * from positions, whose games are two for each pair, whoever is met. */
int64_t length_meetings(const struct config *config, const struct population *population,
                        int extras);

/* Generations that so many training games come to, if all have the first one's population. */
int length_generations(const struct config *config, const struct optimizer_setup *setup,
                       int64_t games);

/* Training games of so many generations, if all have the first one's population: 1 is the smallest
 * run. */
int64_t length_games(const struct config *config, int generations);

/* What of the run's optimiser follows from the planned length, "its steps"; NULL: nothing does, and
 * the run is the beginning of every longer one. */
const char *length_schedule(const struct config *config);

/* Whether the training of a run is over that has so many generations and training games. */
bool length_reached(const struct config *config, int generations, int64_t games);

#endif
