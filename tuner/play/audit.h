/*
 * audit: checks the results of other ranks. A game is a function of its job, so it can be played
 * again: one game of the first parcel that each rank has in a queue, and one in a thousand of the
 * others. One different result proves that the rank plays wrongly.
 */
#ifndef HONE_TUNER_PLAY_AUDIT_H
#define HONE_TUNER_PLAY_AUDIT_H

#include "tuner/play/queue.h"

/* Jobs that one rank has played, in one piece. */
struct claim {
    int rank;
    int64_t first, count;
};

struct audit {
    struct queue *queue; /* what is audited */
    struct terms terms;  /* of the sample, without hooks */
    struct queue again;  /* the sample, for this process's threads to play */
    struct job *jobs;    /* its jobs; owned, as its results are */
    int64_t *places;     /* by number in the sample: of the job in the queue; owned */
    int *ranks;          /* by number in the sample; owned */
    int64_t claim_count;
    struct claim *claims; /* owned */
};

/* It must not be moved; audit_end gives back what it owns. */
void audit_begin(struct audit *audit, struct queue *queue);
void audit_end(struct audit *audit);

/* Notes a claim, with its results in the queue, and adds its part of the sample to `again`. */
void audit_claim(struct audit *audit, const struct claim *claim);

/* When `again` is over: whether a rank has played wrongly. */
bool audit_is_proof(const struct audit *audit, int rank);
/* Makes all games that it has claimed unplayed; their count. */
int64_t audit_drop(struct audit *audit, int rank);

#endif
