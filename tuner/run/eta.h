/*
 * eta: the time that a run still takes, from the pace of its generations and of its other stages.
 * Those have no optimiser and no row for each player, and so another pace. Drawing openings has a
 * pace of its own: where games cost microseconds it costs more than they do. A milestone draws an
 * opening for every pair, a measurement one for a pair of all its meetings.
 */
#ifndef HONE_TUNER_RUN_ETA_H
#define HONE_TUNER_RUN_ETA_H

#include "engine/base/pace.h"

/* All zero before the first game. */
struct eta {
    struct pace training, measuring; /* pieces are games … */
    struct pace drawing;             /* … and openings */
    double game, opening; /* seconds of one before, until a pace is known; 0: not known */
};

/* Seconds for so many more games of generations and of all other stages, and openings to be drawn
 * for these; 0: not known yet. */
double eta_seconds(const struct eta *eta, double training, double measuring, double openings);

#endif
