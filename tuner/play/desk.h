/*
 * desk: what one thread needs to play jobs: searchers, and the movers of players that bring their
 * own, which are kept from game to game.
 */
#ifndef HONE_TUNER_PLAY_DESK_H
#define HONE_TUNER_PLAY_DESK_H

#include "tuner/play/jobs.h"

/* Jobs that one thread takes at a time: enough to fill a batch path, few enough to share out. */
enum { DESK_JOBS_MAX = 64 };

struct desk;

/* `tt_bytes`: of the transposition table of each side. Used by one thread at a time. */
struct desk *desk_open(size_t tt_bytes);
/* Asks all programs behind movers to end; desk_close, at once or later, waits for them. */
void desk_dismiss(struct desk *desk);
void desk_close(struct desk *desk);

/* The mover of a player that brings its own, made when it is first needed. */
struct mover *desk_mover(struct desk *desk, const struct player *player);

/* Plays up to DESK_JOBS_MAX jobs. False if one of them does not count: the rest is not played. */
bool desk_play(struct desk *desk, const struct terms *terms, const struct job *jobs, int count,
               struct result *results);

/* Plays one job move by move: moves[GAME_PLIES_MAX], the record says how many. */
bool desk_play_one(struct desk *desk, const struct terms *terms, const struct job *job,
                   struct record *record, move_t *moves);

#endif
