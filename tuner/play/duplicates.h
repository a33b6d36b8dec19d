/*
 * duplicates: jobs that are the same game, because both first players choose the same moves, and
 * both second players do. Such players have equal weights, and a converging population has many of
 * them. The game is played once. So is a pair of two equal players, since its second game is the
 * first again.
 */
#ifndef HONE_TUNER_PLAY_DUPLICATES_H
#define HONE_TUNER_PLAY_DUPLICATES_H

#include "tuner/play/jobs.h"

struct duplicates {
    int64_t count;          /* games to be played, */
    const struct job *jobs; /* the first of those that are the same; owned if `place` is not NULL */
    int64_t *place;         /* by job, of its game among them; NULL: all are played. Owned */
};

/* Players with equal marks choose the same moves; a player with mark 0 is equal to no other. The
 * jobs must stay until duplicates_free. */
struct duplicates duplicates_find(const struct job *jobs, int64_t count, const uint64_t *marks,
                                  int players);
void duplicates_free(struct duplicates *duplicates);

/* Copies results of the games played, which come first, to all `count` jobs, in place. */
void duplicates_expand(const struct duplicates *duplicates, const struct job *jobs, int64_t count,
                       struct result *results);

#endif
