/*
 * ranks: other processes that play for this one, on this machine or on others. There are none
 * (ranks_alone.c), or those that MPI has started (ranks_mpi.h, `make MPI=1`): rank 0 is the
 * program, and the others only play the parcels of jobs that it sends.
 */
#ifndef HONE_TUNER_PLAY_RANKS_H
#define HONE_TUNER_PLAY_RANKS_H

#include "tuner/play/pool.h"
#include "tuner/play/queue.h"

/* Runs the program in rank 0, while the others play for it until it ends; returns the program's
 * status, in the others 0. Must be called once, before anything that plays. */
int ranks_main(int (*program)(int argc, char **argv), int argc, char **argv);

/* This rank's part of the machine's cores, if ranks share the machine. */
int ranks_cores(int cores);
/* Threads of all ranks, with `threads` in each; 0: one for each of its cores. */
int ranks_threads(int threads);

/* Plays a queue on the pool's threads, and on other ranks if there are any and it saves time. */
void ranks_play(struct pool *pool, struct queue *queue);

/* Games so far that other ranks had played wrongly, found by an audit (audit.h); they were played
 * again. */
int64_t ranks_dropped(void);

#endif
