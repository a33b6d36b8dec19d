/*
 * deal: the jobs of one call of the pool on their way to whoever plays them. They are taken in
 * shares, in order, as threads and other processes become free, since games differ in length; what
 * is finished is counted, and one who says stop is heard by all.
 */
#ifndef HONE_TUNER_PLAY_DEAL_H
#define HONE_TUNER_PLAY_DEAL_H

#include <stdatomic.h>

#include "tuner/play/desk.h"

struct deal {
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
    struct deal *deal;
    int64_t first, count;
};

/* `threads`: of all who will take shares. What it is given stays the caller's and must outlive it;
 * it must not be moved. */
void deal_begin(struct deal *deal, const struct terms *terms, const struct job *jobs, int64_t count,
                struct result *results, int threads);

/* One job more, which stands behind the others; `results` has room for its own. */
void deal_add(struct deal *deal);

/* Takes up to `most` jobs. False if none are left, or the rest is abandoned, as it is by Ctrl-C. */
bool deal_take(struct deal *deal, int64_t most, struct share *share);

/* Takes what a thread plays next: no more than are over soon, so that they are known soon; one as
 * long as nobody knows how long they take. */
bool deal_next(struct deal *deal, struct share *share);

/* Plays a share of DESK_JOBS_MAX jobs at most, and gives it back. */
void deal_play(const struct share *share, struct desk *desk);

/* Gives back a share that was played elsewhere, whose results are in their places; `counts`: all of
 * them do, else the rest is abandoned. */
void deal_give_back(const struct share *share, bool counts);

/* Whether nobody has a share, nor will. */
bool deal_is_over(struct deal *deal);

/* Jobs that nobody has taken. */
int64_t deal_left(struct deal *deal);
/* What a thread of this process needed for a job so far; 0: not known. */
double deal_job_seconds(struct deal *deal);

#endif
