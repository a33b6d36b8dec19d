/*
 * estimate: what a run will cost, before it is started.
 */
#ifndef HONE_TUNER_RUN_ESTIMATE_H
#define HONE_TUNER_RUN_ESTIMATE_H

#include "tuner/config/config.h"

struct estimate {
    int individuals, meetings; /* of the first generation */
    int64_t training_games;    /* if all generations are like the first */
    int64_t verify_games;      /* at most */
    double games_per_second;   /* of the first generation's players, measured for about a second;
                                  trained players' games may be longer or shorter */
    double seconds;            /* of the whole run */
};

/* Counts games and plays some. The config must have openings (openings_check). */
struct estimate estimate_run(const struct config *config);

#endif
