/*
 * estimate: what a run will cost, before it is started: games counted, and the rate of a session
 * of the first generation's players, measured for some seconds at most.
 */
#ifndef HONE_TUNER_RUN_ESTIMATE_H
#define HONE_TUNER_RUN_ESTIMATE_H

#include "tuner/config/config.h"

struct estimate {
    int individuals, meetings; /* of the first generation */
    int threads;
    int64_t training_games; /* if all generations are like the first */
    int64_t verify_games;   /* at most */
};

/* Counts games. */
struct estimate estimate_count(const struct config *config);

/* Games of the first generation played on this machine; trained players' games may be longer or
 * shorter. */
struct estimate_sample {
    int64_t games; /* finished; 0: not one in all that time */
    double seconds;
};

/* Plays until it has taken long enough to tell, or a few seconds at most. The config must have
 * openings (openings_check). */
struct estimate_sample estimate_measure(const struct config *config);

#endif
