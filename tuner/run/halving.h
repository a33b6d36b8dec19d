/*
 * halving: finds the best of several candidates within a budget of games, by sequential halving
 * (Karnin, Koren & Somekh 2013, "Almost optimal exploration in multi-armed bandits"). All
 * candidates meet each other and the others, which stay; then the better half goes on, until one is
 * left. Every round has an equal part of the games, so that the last and closest decisions have the
 * most games for each candidate.
 */
#ifndef HONE_TUNER_RUN_HALVING_H
#define HONE_TUNER_RUN_HALVING_H

#include <stdbool.h>
#include <stdint.h>

struct halving {
    int count, others; /* candidates; opponents of all of them */
    int pairs;         /* of each meeting, without halving */
};

struct halving halving_of(int count, int others, int pairs);
/* Pairs of all meetings without halving: the race has as many or fewer. */
int64_t halving_budget(const struct halving *halving);

/* A round gives a meeting at most so many times the pairs: the last two of a large field would need
 * openings and memory out of proportion. The whole race has at most what a database takes. */
enum { HALVING_TIMES_MOST = 4, HALVING_PAIRS_MOST = 1000000 };

/* Of the round that begins with so many candidates left: the pairs of each of its meetings, at
 * least 1; the number left after it. */
int halving_pairs(const struct halving *halving, int left);
int halving_keeps(int left);
/* Pairs of a meeting that goes on to the end. */
int halving_pairs_all(const struct halving *halving);

/* Clears on[i] of the candidates that drop out by their points a game; of equals the first stay. */
void halving_drop(const double *rates, int count, bool *on);

#endif
