/*
 * growth: measures a run's strength while it goes on. Between generations, at milestones, the
 * champion of the last one meets the start, all yardsticks and earlier milestones, on openings of
 * their own stage. The start meets the yardsticks each time as well: early champions may do well
 * against the start alone, and it is the zero of the scale. curve.h reads the results.
 *
 * The games played so far decide whether a milestone is due, not the run's length: all milestones
 * take a twentieth of the training games, at any time, and the run grows by a tenth from one to the
 * next. So a run that is lengthened or cut short has the same ones.
 */
#ifndef HONE_TUNER_RUN_GROWTH_H
#define HONE_TUNER_RUN_GROWTH_H

#include "tuner/config/config.h"
#include "tuner/store/runs.h"

/* Earlier milestones that are met: the last one, the 2nd last, the 4th last, the 8th. */
enum { GROWTH_FARTHEST_BACK = 8 };

/* The milestones so far. */
struct growth {
    int milestones;
    int generation; /* of the last one; 0: there is none */
    int64_t games;  /* of training, up to there */
    int64_t spent;  /* games of all milestones */
};

/* How far the training of a run is, or will be at its end. */
struct growth_point {
    int generation;
    int64_t games;
};

/* From a run's stored rows. */
struct growth growth_of_run(struct store *store, int64_t run);

/* Pairs of each meeting of the milestone that is due after `generations` generations and `games`
 * games of training; 0: none is due. */
int growth_due(const struct config *config, const struct growth *growth, int generations,
               int64_t games);
/* The next milestone's meetings, at most. */
int growth_meetings(const struct config *config, const struct growth *growth);
/* Pairs of a meeting, at most. */
int growth_pairs_most(const struct config *config);
/* Counts a milestone of `games` games. */
void growth_add(struct growth *growth, struct growth_point at, int64_t games);

/* Games of the next generation's milestone, if that has as many games as those before; 0: none is
 * due then. */
int64_t growth_games_next(const struct config *config, const struct growth *growth,
                          struct growth_point here);
/* Games of the milestones from `here` to the end of training, about; of a run that begins there,
 * at most. */
int64_t growth_games_left(const struct config *config, const struct growth *growth,
                          struct growth_point here, struct growth_point end);

#endif
