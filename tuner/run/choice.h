/*
 * choice: the candidates for a run's champion: champions of generations spread over its last half,
 * their centroid (the mean of the winners, which is nearly optimal under noise), and the start. The
 * start stays the champion if it shows the others to be weaker.
 */
#ifndef HONE_TUNER_RUN_CHOICE_H
#define HONE_TUNER_RUN_CHOICE_H

#include "tuner/optimize/scale.h"
#include "tuner/statistics/score.h"

/* The i-th generation whose champion is a candidate, the last one first; at most `most` of the
 * `generations` are taken. 0: no more. */
int choice_generation(int generations, int most, int i);

/* The mean (scale_mean) of the vectors, which stand one behind the other, each gene on its
 * parameter's scale, into out[dim]. */
void choice_centroid(const struct range *ranges, int dim, enum scale_bounds bounds,
                     const int32_t *vectors, int count, int32_t *out);

/* Whether a score against the start shows a candidate to be weaker than it, at a likelihood of
 * superiority of 2.5 %, one side of a 95 % interval. */
bool choice_is_weaker(const struct score *gain);

/*
 * Sequential halving finds the best of several candidates within a budget of games (Karnin, Koren &
 * Somekh 2013, "Almost optimal exploration in multi-armed bandits"). All candidates meet each other
 * and their other opponents; then the better half goes on, until one is left. Every round has an
 * equal part of the games, so that the last and closest decisions have the most games for each
 * candidate.
 */
struct halving {
    int count, others; /* candidates; opponents of all of them */
    int pairs;         /* of each meeting, without halving */
};

struct halving halving_of(int count, int others, int pairs);
/* Pairs of all meetings without halving: the race has as many or fewer. */
int64_t halving_budget(const struct halving *halving);

/* A round gives a meeting at most HALVING_TIMES_MOST times `pairs`: the last two of a large field
 * would need openings and memory out of proportion. The race has at most the pairs that a database
 * takes. */
enum { HALVING_TIMES_MOST = 4, HALVING_PAIRS_MOST = 1000000 };

/* For the round that begins with `left` candidates: the pairs of each of its meetings, at least 1;
 * the candidates that stay. */
int halving_pairs(const struct halving *halving, int left);
int halving_keeps(int left);
/* Pairs of a meeting that goes on to the end. */
int halving_pairs_all(const struct halving *halving);

/* Clears on[i] of the candidates that drop out by their points a game; of equals the first stay. */
void halving_drop(const double *rates, int count, bool *on);

#endif
