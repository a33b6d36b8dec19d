/*
 * ranks: other processes that play for this one, on this machine or on others. There are none
 * (ranks_alone.c), or those that MPI has started (ranks_mpi.h, `make MPI=1`): rank 0 is the
 * program, and the others do nothing but play what it deals out to them.
 */
#ifndef HONE_TUNER_PLAY_RANKS_H
#define HONE_TUNER_PLAY_RANKS_H

#include "tuner/play/pool.h"
#include "tuner/play/queue.h"

/* Runs the program in rank 0, while the others play for it until it ends; what it returned, in the
 * others 0. To be called once, before anything that plays. */
int ranks_main(int (*program)(int argc, char **argv), int argc, char **argv);

/* Of the machine's cores those that this rank has, if ranks share the machine. */
int ranks_cores(int cores);
/* Threads of all ranks, if each has so many; 0: one for each core that it has. */
int ranks_threads(int threads);

/* Plays a queue on the pool's threads, and elsewhere if there is somebody and it pays. */
void ranks_play(struct pool *pool, struct queue *queue);

/* Games so far that another rank had played wrongly, which an audit has found out (audit.h); they
 * were played again. */
int64_t ranks_dropped(void);

#endif
