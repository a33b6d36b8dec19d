/*
 * race: a generation played in batches, between which its optimiser says who plays on. What is
 * decided depends on results and their order alone, so any number of threads decides the same.
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

/* Everybody is on. `games` has no pairs played yet. */
struct race race_new(const struct optimizer_kind *kind, const void *optimizer, int generation,
                     const struct fitness_games *games);
void race_destroy(struct race *race);

/* How many pairs the meetings that go on shall play next, which are then taken to be played; 0: it
 * is over. */
int race_next(struct race *race);

bool race_goes_on(const struct race *race, int meeting);

#endif
