/*
 * lineage: the learner of a run, generation after generation: the first plays with the optimiser's
 * start, each later one with the champion that the generation before has left.
 */
#ifndef HONE_TUNER_FIT_LINEAGE_H
#define HONE_TUNER_FIT_LINEAGE_H

#include "tuner/run/run.h"

/* The weights that generation `number` plays with, into `out`. 0, or -1 and why. */
int lineage_player(const struct run *run, int number, int32_t *out, struct error *error);

/* A generation's result. */
struct heir {
    int number;
    int32_t *weights; /* learned; not changed */
    int64_t games, games_distinct, openings, openings_distinct;
    double seconds;
    struct metrics metrics;
};

/* Keeps the generation in one transaction, which makes it one of the run's. 0, or -1 and why. */
int lineage_keep(struct run *run, const struct heir *heir, struct error *error);

#endif
