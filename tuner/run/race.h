/*
 * race: a generation played in batches; after each its optimiser decides which individuals play on.
 * Decisions depend on results and their order alone, so any number of threads decides the same.
 */
#ifndef HONE_TUNER_RUN_RACE_H
#define HONE_TUNER_RUN_RACE_H

#include "tuner/optimize/optimizer.h"
#include "tuner/run/fitness.h"

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
