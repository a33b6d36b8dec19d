/*
 * alike: jobs that are the same game, since who moves first in it chooses as who moves first in the
 * other, and so for the second: players with equal weights, of whom a population that converges has
 * many. It is played once. So is a pair of two such players, whose second game is the first again.
 */
#ifndef HONE_TUNER_PLAY_ALIKE_H
#define HONE_TUNER_PLAY_ALIKE_H

#include "tuner/play/jobs.h"

struct alike {
    int64_t count;          /* games to be played, */
    const struct job *jobs; /* the first of those that are the same; owned by whom `place` says */
    int64_t *place;         /* by job, of its game among them; NULL: all are played. Owned */
};

/* Players with equal marks choose alike; mark 0 is of players who choose like nobody else. The jobs
 * are to be kept until alike_free. */
struct alike alike_find(const struct job *jobs, int64_t count, const uint64_t *marks, int players);
void alike_free(struct alike *alike);

/* From results of the games played, which stand first, to those of all `count` jobs, in place. */
void alike_expand(const struct alike *alike, const struct job *jobs, int64_t count,
                  struct result *results);

#endif
