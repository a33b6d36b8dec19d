/*
 * duplicates: jobs that are the same game, since who moves first in it chooses as who moves first
 * in the other, and so for the second: players with equal weights, of whom a population that
 * converges has many. It is played once. So is a pair of two such players, whose second game is the
 * first again.
 */
#ifndef HONE_TUNER_PLAY_DUPLICATES_H
#define HONE_TUNER_PLAY_DUPLICATES_H

#include "tuner/play/jobs.h"

struct duplicates {
    int64_t count;          /* games to be played, */
    const struct job *jobs; /* the first of those that are the same; owned by whom `place` says */
    int64_t *place;         /* by job, of its game among them; NULL: all are played. Owned */
};

/* Players with equal marks choose alike; mark 0 is of players who choose like nobody else. The jobs
 * are to be kept until duplicates_free. */
struct duplicates duplicates_find(const struct job *jobs, int64_t count, const uint64_t *marks,
                                  int players);
void duplicates_free(struct duplicates *duplicates);

/* From results of the games played, which stand first, to those of all `count` jobs, in place. */
void duplicates_expand(const struct duplicates *duplicates, const struct job *jobs, int64_t count,
                       struct result *results);

#endif
