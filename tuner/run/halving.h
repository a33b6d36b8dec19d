/*
 * halving: how a budget of games finds the best of several candidates, by sequential halving
 * (Karnin, Koren & Somekh 2013, "Almost optimal exploration in multi-armed bandits"). All meet each
 * other and the others, who stay; then the better half of them goes on, until one is left. Every
 * round has an equal part of the games, so that the last and closest decisions have the most games
 * a candidate.
 */
#ifndef HONE_TUNER_RUN_HALVING_H
#define HONE_TUNER_RUN_HALVING_H

#include <stdbool.h>
#include <stdint.h>

struct halving {
    int count, others; /* candidates; who is met by all of them */
    int pairs;         /* of each meeting, if everybody played alike */
};

struct halving halving_of(int count, int others, int pairs);
/* Pairs of all meetings, if everybody played alike: the race has as many or fewer. */
int64_t halving_budget(const struct halving *halving);

/* In a round no meeting has more than so many times the pairs: the last two of a large field would
 * ask for openings and memory out of proportion. In the whole race it has what a database takes. */
enum { HALVING_TIMES_MOST = 4, HALVING_PAIRS_MOST = 1000000 };

/* Of the round that begins with so many left: the pairs of each of its meetings, at least 1; how
 * many are left after it. */
int halving_pairs(const struct halving *halving, int left);
int halving_keeps(int left);
/* Pairs of a meeting that goes on to the end. */
int halving_pairs_all(const struct halving *halving);

/* Clears on[i] of those who drop out by their points a game; of equals the first stay. */
void halving_drop(const double *rates, int count, bool *on);

#endif
