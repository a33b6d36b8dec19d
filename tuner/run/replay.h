/*
 * replay: plays a meeting again. Its result is a function of its row, so that playing it again
 * tells whether the row is what hone found, and shows every game of it.
 */
#ifndef HONE_TUNER_RUN_REPLAY_H
#define HONE_TUNER_RUN_REPLAY_H

#include "tuner/run/session.h"

struct replay {
    struct stored_meeting row;
    struct roster roster; /* A and B */
    struct session session;
};

/* Sets up a meeting of a run: the same players, openings and random numbers. 0, or -1 and why;
 * replay_close in either case. `pool` must outlive it; NULL if nothing is played. */
int replay_open(struct store *store, const struct stored_run *run, const struct config *config,
                struct pool *pool, int64_t meeting, struct replay *out, struct error *error);
void replay_close(struct replay *replay);

/* Whether the result agrees with its row; after all its pairs were played. */
bool replay_agrees(const struct replay *replay);
/* Its row as it should be. */
struct stored_meeting replay_row(const struct replay *replay);

#endif
