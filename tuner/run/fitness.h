/*
 * fitness: the results of a generation for its individuals, in integers and in the order of the
 * meetings: each one's score, and how any two compare on the openings that both played.
 */
#ifndef HONE_TUNER_RUN_FITNESS_H
#define HONE_TUNER_RUN_FITNESS_H

#include "tuner/optimize/optimizer.h"
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

/* ---- a race ---- */

/* A generation played in batches; after each its optimiser decides which individuals play on.
 * Decisions depend on results and their order alone, so any number of threads decides the same. */

struct race {
    const struct optimizer_kind *kind;
    const void *optimizer;
    int generation;
    struct fitness_games games; /* so far; all of it is the caller's */
    int played;                 /* pairs of the meetings that go on */
    bool *on;                   /* of each slot; owned */
};

/* All slots are active. `games` has no pairs played yet. */
struct race race_new(const struct optimizer_kind *kind, const void *optimizer, int generation,
                     const struct fitness_games *games);
void race_destroy(struct race *race);

/* The pairs that the active meetings play next, which then count as played; 0: it is over. */
int race_next(struct race *race);

bool race_goes_on(const struct race *race, int meeting);

#endif
