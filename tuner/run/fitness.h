/*
 * fitness: the results of a generation for its individuals, in integers and in the order of the
 * meetings: each one's score, and how any two compare on the openings that both played.
 */
#ifndef HONE_TUNER_RUN_FITNESS_H
#define HONE_TUNER_RUN_FITNESS_H

#include "tuner/optimize/population.h"
#include "tuner/play/pairing.h"
#include "tuner/statistics/results.h"

/* The games of a generation; all of it is the caller's. Game 2 * pair + swapped of meeting m has
 * results[m * pairs * 2 + 2 * pair + swapped]. */
struct fitness_games {
    const struct population *population;
    const struct pairing *pairing;
    const struct result *results;
    int pairs;         /* that a meeting has room for */
    const int *played; /* how many of them each meeting has; NULL: all */
};

/* out[population->count]. */
void fitness_score(const struct fitness_games *games, struct fitness *out);

/* Individual a minus individual b over the pairs of their own meeting, if there was one, and over
 * the pairs that both played against each of the extras. */
struct comparison fitness_compare(const struct fitness_games *games, int a, int b);

/* What the optimiser is told; it points to both arguments. */
struct outcome fitness_outcome(const struct fitness_games *games, const struct fitness *fitness);

#endif
