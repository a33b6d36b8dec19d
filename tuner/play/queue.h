/*
 * queue: the jobs of one call of the pool on their way to whoever plays them. They are taken in
 * shares, in order, as threads and other processes become free, since games differ in length; what
 * is finished is counted, and one who says stop is heard by all.
 */
#ifndef HONE_TUNER_PLAY_QUEUE_H
#define HONE_TUNER_PLAY_QUEUE_H

#include <stdatomic.h>

#include "tuner/play/worker.h"

struct queue {
    struct terms terms; /* of who plays: its hooks are called by one thread at a time */
    const struct terms *asked;
    const struct job *jobs;
    struct result *results; /* RESULT_UNPLAYED until they are known */
    int64_t count;
    int share;                 /* jobs that a thread takes at a time, at most */
    int64_t taken, given_back; /* jobs; guarded, as is what follows */
    int64_t timed;             /* jobs that threads of this process have played, */
    double seconds;            /* and for how long, each thread's time added up */
    atomic_bool abandoned;
};

/* Jobs that one takes, from number `first` on. */
struct share {
    struct queue *queue;
    int64_t first, count;
};

/* `threads`: of all who will take shares. What it is given stays the caller's and must outlive it;
 * it must not be moved. */
void queue_begin(struct queue *queue, const struct terms *terms, const struct job *jobs,
                 int64_t count, struct result *results, int threads);

/* One job more, which stands behind the others; `results` has room for its own. */
void queue_add(struct queue *queue);

/* Takes up to `most` jobs. False if none are left, or the rest is abandoned, as it is by Ctrl-C. */
bool queue_take(struct queue *queue, int64_t most, struct share *share);

/* Takes what a thread plays next: no more than are over soon, so that they are known soon; one as
 * long as nobody knows how long they take. */
bool queue_next(struct queue *queue, struct share *share);

/* Plays a share of WORKER_JOBS_MAX jobs at most, and gives it back. */
void queue_play(const struct share *share, struct worker *worker);

/* Gives back a share that was played elsewhere, whose results are in their places; `counts`: all of
 * them do, else the rest is abandoned. */
void queue_give_back(const struct share *share, bool counts);

/* Whether nobody has a share, nor will. */
bool queue_is_over(struct queue *queue);

/* Jobs that nobody has taken. */
int64_t queue_left(struct queue *queue);
/* What a thread of this process needed for a job so far; 0: not known. */
double queue_job_seconds(struct queue *queue);

#endif
