/*
 * worker: what one thread needs to play jobs: searchers, and the movers of players that bring their
 * own, which are kept from game to game.
 */
#ifndef HONE_TUNER_PLAY_WORKER_H
#define HONE_TUNER_PLAY_WORKER_H

#include "tuner/play/jobs.h"

/* Jobs that one thread takes at a time: enough to fill a batch path, few enough to share out. */
enum { WORKER_JOBS_MAX = 64 };

struct worker;

/* `tt_bytes`: of the transposition table of each side. Used by one thread at a time. */
struct worker *worker_open(size_t tt_bytes);
/* Tells all programs behind movers to end; worker_close, at once or later, waits for them. */
void worker_dismiss(struct worker *worker);
void worker_close(struct worker *worker);

/* The mover of a player that brings its own, made when it is first needed. Players of an evaluator
 * that brings movers share one for each of two seats. */
struct mover *worker_mover(struct worker *worker, const struct player *player, int seat);

/* Plays up to WORKER_JOBS_MAX jobs. False if one of them does not count: the rest is not played. */
bool worker_play(struct worker *worker, const struct terms *terms, const struct job *jobs,
                 int count, struct result *results);

/* Plays one job move by move: moves[GAME_PLIES_MAX], of which the record has the count. */
bool worker_play_one(struct worker *worker, const struct terms *terms, const struct job *job,
                     struct record *record, move_t *moves);

#endif
