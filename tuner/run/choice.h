/*
 * choice: among whom the champion of a run is chosen: champions of generations spread over its last
 * half, and their centroid (the mean of the winners, which is nearly optimal under noise).
 */
#ifndef HONE_TUNER_RUN_CHOICE_H
#define HONE_TUNER_RUN_CHOICE_H

#include "engine/game/param.h"

/* The i-th of the generations, of so many, whose champions are candidates, when there is room for
 * `most`: the last one first. 0: there are no more. */
int choice_generation(int generations, int most, int i);

/* The mean of the vectors, which stand one behind the other, each gene on its parameter's scale,
 * into out[dim]. */
void choice_centroid(const struct param *params, int dim, const int32_t *vectors, int count,
                     int32_t *out);

#endif
