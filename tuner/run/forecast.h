/*
 * forecast: how long a run still takes, from the pace of its generations and of its other stages,
 * which have no optimiser and no rows for each game's player, and so another pace.
 */
#ifndef HONE_TUNER_RUN_FORECAST_H
#define HONE_TUNER_RUN_FORECAST_H

#include "engine/base/pace.h"

/* All zero before the first game. */
struct forecast {
    struct pace training, measuring; /* pieces are games */
};

/* Seconds for so many more games of generations and of all other stages; 0: nobody can tell yet. */
double forecast_seconds(const struct forecast *forecast, double training, double measuring);

#endif
