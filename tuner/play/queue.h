/*
 * queue: the jobs of one call of the pool on their way to threads and other processes. They are
 * taken in shares, in order, as workers become free, since games differ in length. Finished games
 * are counted, and a stop from any worker holds for all.
 */
#ifndef HONE_TUNER_PLAY_QUEUE_H
#define HONE_TUNER_PLAY_QUEUE_H

#include <stdatomic.h>

#include "tuner/play/worker.h"

struct queue {
    struct terms terms; /* for workers: its hooks are called by one thread at a time */
    const struct terms *asked;
    const struct job *jobs;
    struct result *results;    /* RESULT_UNPLAYED until they are known */
    int64_t count, first;      /* jobs; the number of the first among those of all queues */
    int share;                 /* jobs that a thread takes at a time, at most */
    int64_t taken, given_back; /* jobs; guarded, as is what follows */
    int64_t timed;             /* jobs that threads of this process have played, */
    double seconds;            /* and for how long, each thread's time added up */
    atomic_bool abandoned;
};

/* Jobs that a worker takes, from number `first` on. */
struct share {
    struct queue *queue;
    int64_t first, count;
};

/* `threads`: of all workers that will take shares. The arguments stay the caller's and must outlive
 * the queue, which must not be moved. */
void queue_begin(struct queue *queue, const struct terms *terms, const struct job *jobs,
                 int64_t count, struct result *results, int threads);

/* One job more, behind the others; `results` must have room for its own. */
void queue_add(struct queue *queue);

/* Takes up to `most` jobs. False if none are left, or the rest is abandoned, as by Ctrl-C. */
bool queue_take(struct queue *queue, int64_t most, struct share *share);

/* Takes a thread's next share: small enough to be over soon, so that its results are known soon;
 * one job while job times are not known. */
bool queue_next(struct queue *queue, struct share *share);

/* Plays a share of WORKER_JOBS_MAX jobs at most, and gives it back. */
void queue_play(const struct share *share, struct worker *worker);

/* Gives back a share that was played elsewhere, with its results in their places; `counts`: all of
 * them count, else the rest is abandoned. */
void queue_give_back(const struct share *share, bool counts);

/* Whether no worker has a share, or will have one. */
bool queue_is_over(struct queue *queue);

/* Jobs that are not taken. */
int64_t queue_left(struct queue *queue);
/* Mean time of a job on a thread of this process so far; 0: not known. */
double queue_job_seconds(struct queue *queue);

#endif
