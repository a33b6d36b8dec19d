/*
 * estimate: a run's speed before it is started: the rate of a session of the first generation's
 * players, measured for some seconds at most.
 */
#ifndef HONE_TUNER_RUN_ESTIMATE_H
#define HONE_TUNER_RUN_ESTIMATE_H

#include "tuner/config/config.h"

/* Games of the first generation in one manner of play, played on this machine; trained players'
 * games may be longer or shorter. */
struct estimate_sample {
    int64_t games, plies; /* in all, of the last and longest step */
    double seconds;
    bool whole; /* the games came to their end; else they were cut off */
    bool slow;  /* moves were cut off too: they take longer than this says */
};

/* Plays in each manner until it has taken long enough, moves of two seconds at most, with the
 * engines among the yardsticks of training. The config must have openings (openings_check). 0, or
 * -1 and which engine, of all the yardsticks, cannot be started. */
int estimate_measure(const struct config *config, struct estimate_sample out[MANNERS_MAX],
                     struct error *error);

/* Seconds that so many games take by these samples, in all manners by their shares; games that were
 * cut off count as long as they can be. */
double estimate_seconds(const struct config *config,
                        const struct estimate_sample samples[MANNERS_MAX], int64_t games);

#endif
