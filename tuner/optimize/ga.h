/*
 * ga: the adaptive genetic algorithm (rates: Srinivas & Patnaik 1994; group tournament: Li Guo
 * 2007).
 *
 * Survivors (the champions of the groups, or the elite) fill the first slots of the next
 * generation, best first, and play again there, so their fitness is always fresh. Children fill
 * the rest; their two parents are drawn from the better half of the generation by linear ranking.
 */
#ifndef HONE_TUNER_OPTIMIZE_GA_H
#define HONE_TUNER_OPTIMIZE_GA_H

#include "tuner/optimize/optimizer.h"
#include "tuner/optimize/saved.h"

struct ga {
    struct optimizer_setup setup;
    int32_t *genes; /* of the generation to be asked next, slot by slot */
    int champion;   /* slot of the generation last told */
};

extern const struct optimizer_kind ga_kind;

/* How many slots, from 0 on, hold survivors of the last generation. */
int ga_survivors(const struct ga_options *options);

int32_t *ga_vector(const struct ga *ga, int slot);

/* The adaptive rates, from points a game: `fitter` is the better parent's, `own` that of the one
 * who mutates; `mean` and `best` are the population's. */
double ga_crossover_rate(const struct ga_options *options, double fitter, double mean, double best);
double ga_mutation_rate(const struct ga_options *options, double own, double mean, double best);

/* The kind's load as part of a longer text. */
int ga_read(struct ga *ga, struct saved *saved);

#endif
