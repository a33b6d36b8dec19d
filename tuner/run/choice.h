/*
 * choice: the candidates for a run's champion: champions of generations spread over its last half,
 * their centroid (the mean of the winners, which is nearly optimal under noise), and the start. The
 * start stays the champion if it shows the others to be weaker.
 */
#ifndef HONE_TUNER_RUN_CHOICE_H
#define HONE_TUNER_RUN_CHOICE_H

#include "tuner/optimize/scale.h"
#include "tuner/statistics/score.h"

/* The i-th of the generations, of so many, with champions that are candidates, if there is room for
 * `most`: the last one first. 0: there are no more. */
int choice_generation(int generations, int most, int i);

/* The mean (scale_mean) of the vectors, which stand one behind the other, each gene on its
 * parameter's scale, into out[dim]. */
void choice_centroid(const struct param *params, int dim, enum scale_bounds bounds,
                     const int32_t *vectors, int count, int32_t *out);

/* Whether a score against the start shows a candidate to be weaker than it, at a likelihood of
 * superiority of 2.5 %, one side of a 95 % interval. */
bool choice_is_weaker(const struct score *gain);

#endif
