/*
 * estimate: how fast a run will be, before it is started: the rate of a session of the first
 * generation's players, measured for some seconds at most.
 */
#ifndef HONE_TUNER_RUN_ESTIMATE_H
#define HONE_TUNER_RUN_ESTIMATE_H

#include "tuner/config/config.h"

/* Games of the first generation played on this machine; trained players' games may be longer or
 * shorter. */
struct estimate_sample {
    int64_t games, plies; /* in all, of the last and longest step */
    double seconds;
    bool whole; /* the games came to their end; else they were cut off */
    bool slow;  /* moves were cut off too: they take longer than this says */
};

/* Plays until it has taken long enough to tell, moves of two seconds at most. The config must have
 * openings (openings_check). */
struct estimate_sample estimate_measure(const struct config *config);

/* Seconds that so many games take by that sample; of games that were cut off, as long as they can
 * be. */
double estimate_seconds(const struct config *config, const struct estimate_sample *sample,
                        int64_t games);
/* Plies that no game is longer than. */
int estimate_plies_max(const struct config *config);

#endif
