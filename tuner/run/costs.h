/*
 * costs: the cost of the stages after training, from a sample that is played between generations of
 * a run with a deadline (deadline.h). Training does not tell it: a game at depth 4 may take a
 * thousand times as long as one without a search, one against an engine a million times, and an
 * opening with judges takes several games. An early sample does not either: games between untrained
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

/* Of a run with its yardsticks; the first players stand for those of later generations while there
 * are none. Each sample takes about `seconds`, or as long as one pair in each manner of play of
 * every meeting, and as one opening. */
struct costs costs_measure(const struct run *run, double seconds);
/* Seconds of a game as training plays them, by such a sample; 0: not known. */
double costs_of_game(const struct run *run, double seconds);

#endif
