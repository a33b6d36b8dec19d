/*
 * ranks_mpi: what the ranks of MPI share: messages and the waiting for them. Rank 0 sends jobs out
 * in parcels (ranks_mpi_lead.c), the others play them (ranks_mpi_follow.c). One thread of each rank
 * handles messages, sleeps when there are none, and is the only one that calls MPI.
 */
#ifndef HONE_TUNER_PLAY_RANKS_MPI_H
#define HONE_TUNER_PLAY_RANKS_MPI_H

#include <mpi.h>

#include "tuner/play/message.h"
#include "tuner/play/ranks.h"

enum { PARCELS = 2 /* that a rank has at once, so that its threads never wait for the next */ };

/* Kinds of messages; those of rank 0 come first. */
enum ranks_tag { TAG_MESSAGE, TAG_PARCEL, TAG_DROP, TAG_CLOSE, TAG_ECHO, TAG_END, TAG_RESULTS };

struct message_note {
    int64_t tt_bytes, length;
    int64_t threads; /* of each rank; 0: one for each core */
};

struct parcel_head {
    int64_t first, count;
};

extern struct world {
    int size, rank;
    bool *gone;           /* by rank: plays no more; owned */
    int *cores;           /* by rank; owned */
    double message, byte; /* seconds there and back, and for a byte more */
    double job_seconds;   /* a thread's for a job, of the last queue; 0: not known */
    bool lost;            /* a rank does not answer: nothing is sent to the others any more */
    double interrupted;   /* when this rank learned of the interrupt; 0: it has not */
    bool awaited;         /* the others wait for a message of this rank */
    int64_t dropped;      /* games that were played wrongly */
    struct message_writer writer;
} world;

/* How long no message has come: after a long silence polls are rarer. */
struct lull {
    double since;
};

void lull_end(struct lull *lull);
void lull_nap(struct lull *lull);
/* Whether a message will never come, once this rank is interrupted. */
bool lull_is_hopeless(const struct lull *lull);

/* Whether there is a message. */
bool ranks_probe(int from, MPI_Status *status);
/* Once the others are known, no rank waits within MPI for one that may be gone. Once the world is
 * lost, messages under way never come, and MPI is not called any more. */
void ranks_send(int to, enum ranks_tag tag, const void *bytes, size_t size);
/* The message's bytes, meaningless if the world was lost meanwhile; to be freed. */
char *ranks_receive(const MPI_Status *status, int *size);
void ranks_tell_all(enum ranks_tag tag, const void *bytes, size_t size);
/* The same bytes from rank 0 to all. */
void ranks_broadcast(char *bytes, int64_t size);

/* The work of every rank except 0, until rank 0 ends. */
void ranks_serve(void);

#endif
