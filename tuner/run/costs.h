/*
 * costs: the cost of the stages after training, from a sample that is played between generations of
 * a run with a deadline (deadline.h). Training does not show it: a game at depth 4 may take a
 * thousand times as long as one without a search, one against an engine a million times, and an
 * opening with judges takes several games. Nor does an early sample: games between untrained
 * players may be the longest.
 */
#ifndef HONE_TUNER_RUN_COSTS_H
#define HONE_TUNER_RUN_COSTS_H

#include "tuner/play/stage.h"

struct run;

struct costs {
    double games[STAGES]; /* seconds of a game of that stage; 0: as long as one of training */
    double opening;       /* seconds that drawing one takes; 0: not measured */
};

/* The run has its yardsticks. Before the first generation its players stand for later ones. Each
 * sample takes about `seconds`, but at least one pair of every meeting in each manner of play, or
 * one opening. */
struct costs costs_measure(const struct run *run, double seconds);
/* Seconds of a training game, by such a sample; 0: not known. */
double costs_of_game(const struct run *run, double seconds);

#endif
