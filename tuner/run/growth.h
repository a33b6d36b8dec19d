/*
 * growth: how a run's strength is measured while it goes on. Between generations, at milestones,
 * the champion of the last one meets the start, all yardsticks and earlier milestones, on openings
 * that no other stage has. The start meets the yardsticks each time as well: champions of early
 * generations may do well against it alone, and it is where the scale begins. What came of it is
 * read by curve.h.
 *
 * Whether a milestone is due follows from the games played so far, not from the length that the run
 * is to have: a twentieth of the training games pays for all of them, at any time, and from one to
 * the next the run grows by a tenth. So a run that is lengthened or cut short has the same ones.
 */
#ifndef HONE_TUNER_RUN_GROWTH_H
#define HONE_TUNER_RUN_GROWTH_H

#include "tuner/config/config.h"
#include "tuner/store/runs.h"

struct run;

/* What was measured so far. */
struct growth {
    int milestones;
    int generation; /* of the last one; 0: there is none */
    int64_t games;  /* of training, up to there */
    int64_t spent;  /* games of all milestones */
};

/* Of a run's stored rows. */
struct growth growth_of_run(struct store *store, int64_t run);

/* Whether a milestone is due after so many generations and training games: the pairs of each of its
 * meetings; 0: none is. */
int growth_due(const struct config *config, const struct growth *growth, int generations,
               int64_t games);
/* The next milestone's meetings, at most. */
int growth_meetings(const struct config *config, const struct growth *growth);
/* Pairs of a meeting, at most. */
int growth_pairs_most(const struct config *config);
/* Games of all milestones of a run whose training has so many games, at most. */
int64_t growth_games_most(const struct config *config, int64_t training);

/* Games of the milestones that come after so many training games, in a training of `training`
 * games, about. */
int64_t growth_games_left(const struct config *config, const struct growth *growth, int64_t games,
                          int64_t training);

/* Plays the milestone that is due, keeps it and adds it to run->growth. 0; 1 if Ctrl-C (progress.h)
 * came first: then it is still due; -1 and why. */
int growth_measure(struct run *run, int pairs, struct error *error);

#endif
