/*
 * learner: what the kinds share that learn from positions of games instead of from results. Their
 * population is one player, the learner. It starts with weights that are all 0, or with those of a
 * file. tuner/fit does the learning and reads the kinds' options. The later weights are in the
 * database, so there is nothing to save here.
 */
#ifndef HONE_TUNER_OPTIMIZE_LEARNER_H
#define HONE_TUNER_OPTIMIZE_LEARNER_H

#include "tuner/optimize/optimizer.h"

void *learner_create(const struct optimizer_setup *setup);
int learner_population_max(const struct optimizer_options *options);
void learner_ask(void *self, int generation, struct population *out);
void learner_tell(void *self, int generation, const struct outcome *outcome,
                  struct metrics *metrics);
int learner_champion(const void *self, int32_t *out);
void learner_save(const void *self, struct text *out);
int learner_load(void *self, const char *text, struct error *error);

/* The fields of a struct optimizer_kind that are the same for all of them. */
#define OPTIMIZER_LEARNER                                                                          \
    .learns = true, .begins = "0", .create = learner_create, .destroy = free,                      \
    .population_max = learner_population_max, .ask = learner_ask, .tell = learner_tell,            \
    .champion = learner_champion, .save = learner_save, .load = learner_load

#endif
