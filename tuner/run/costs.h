/*
 * costs: what the stages after training take, from a sample that is played between generations of a
 * run that has to end in time (deadline.h). Training does not tell it: a game at depth 4 may take a
 * thousand times one without a search, one with an engine of its own a million times, and an
 * opening that judges are asked about takes several games. Nor does an early sample: games between
 * players that know nothing yet may be the longest.
 */
#ifndef HONE_TUNER_RUN_COSTS_H
#define HONE_TUNER_RUN_COSTS_H

#include "tuner/play/stage.h"

struct run;

struct costs {
    double games[STAGES]; /* seconds of a game of that stage; 0: as long as one of training */
    double opening;       /* seconds that drawing one takes; 0: not measured */
};

/* Of a run with its yardsticks; the first players stand for those of later generations where it has
 * none. Each sample takes about `seconds`, or as long as a pair in each
 * manner of play of every meeting, and as an opening. */
struct costs costs_measure(const struct run *run, double seconds);
/* Seconds of a game as training plays them, by such a sample; 0: nobody can tell. */
double costs_of_game(const struct run *run, double seconds);

#endif
