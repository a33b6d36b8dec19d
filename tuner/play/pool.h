/*
 * pool: plays jobs, on the threads of this process (pool_openmp.c) and perhaps in other processes
 * (ranks.h); nothing else knows how many there are or what they are. Results do not depend on it:
 * each job's game is a function of the job, and writes its own place.
 */
#ifndef HONE_TUNER_PLAY_POOL_H
#define HONE_TUNER_PLAY_POOL_H

#include "engine/base/parallel.h"
#include "tuner/play/queue.h"

struct pool;

/* Cores of this machine, without those that are other ranks'. */
int pool_cores(void);
/* How many threads start if two are asked for. Teams are as large as asked from then on, unless the
 * environment allows only one. */
int pool_team(void);

/* Where OMP_PROC_BIND or OMP_PLACES has bound this thread to a core, gives it all cores of OpenMP's
 * threads: a program that begins again has those of the thread that began it. */
void pool_unbind(void);

/* `threads` 0: one for each core; `tt_bytes`: of each side's transposition table on each thread.
 * pool_close ends the programs behind players' own movers, and must come before those players
 * end. */
struct pool *pool_open(int threads, size_t tt_bytes);
void pool_close(struct pool *pool);
/* Of all ranks. */
int pool_threads(const struct pool *pool);

/* The mover that the pool's first thread has for a player that brings its own, to try it before
 * anything is played. */
struct mover *pool_mover(struct pool *pool, const struct player *player);

/* Sets other work for the thread that calls pool_run: it does that before it plays, while the other
 * threads already play. */
void pool_beside(struct pool *pool, void (*work)(void *context), void *context);

/* Plays the jobs: 0, or -1 if the terms' progress function, a mover or Ctrl-C (progress.h)
 * abandoned them; games that were not played are then RESULT_UNPLAYED. Games in flight end at their
 * next move. */
int pool_run(struct pool *pool, const struct terms *terms, const struct job *jobs, int64_t count,
             struct result *results);

/* How the threads of this process play games: each takes shares and plays them. */
enum pool_offer { OFFER_SHARE, OFFER_LATER, OFFER_OVER };
struct pool_shift {
    /* Called by several threads at once. */
    enum pool_offer (*take)(void *context, struct share *share);
    void (*attend)(void *context); /* the calling thread's own work, beside all threads; NULL:
                                    * none */
    void *context;
};
void pool_play(struct pool *pool, const struct pool_shift *shift);
/* The shift's `take`, with a queue that does not grow as its context. */
enum pool_offer pool_take(void *queue, struct share *share);

/* Settings for a pool of the same kind in another process. */
int pool_own_threads(const struct pool *pool);
size_t pool_tt_bytes(const struct pool *pool);

/* Other work in equal parts (parallel_each). */
int pool_each(struct pool *pool, const struct parallel_work *work, int64_t count);
/* The same as an argument for code that does not know the pool. */
struct parallel pool_parallel(struct pool *pool);

#endif
