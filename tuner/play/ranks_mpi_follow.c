/*
 * The other ranks: each has two parcels at once, and answers with their results.
 */
#include "tuner/play/ranks_mpi.h"

#include <stdlib.h>
#include <string.h>

/* A parcel on its way through this rank. */
struct slot {
    bool taken;     /* guarded, as is what follows */
    int64_t number; /* the smaller, the longer it is here */
    bool answered;
    struct queue queue;
    char *bytes, *answer; /* head and jobs, head and results; owned */
    MPI_Request request;
};

struct follower {
    struct pool *pool;
    struct message message;
    struct slot slots[PARCELS];
    int64_t parcels; /* so far */
    atomic_bool closed;
    struct lull lull;
};

/* From the parcel that has been here longest and has jobs left. */
static bool follower_take_of_oldest(struct follower *follower, struct share *share) {
    struct slot *first = &follower->slots[0], *second = &follower->slots[1];
    if (second->number < first->number) {
        first = &follower->slots[1];
        second = &follower->slots[0];
    }
    return (first->taken && queue_next(&first->queue, share)) ||
           (second->taken && queue_next(&second->queue, share));
}

static enum pool_offer follower_take(void *context, struct share *share) {
    struct follower *follower = context;
    enum pool_offer offer;
#pragma omp critical(follower)
    offer = follower_take_of_oldest(follower, share) ? OFFER_SHARE
            : follower->closed                       ? OFFER_OVER
                                                     : OFFER_LATER;
    return offer;
}

static void follower_answer(struct slot *slot) {
    size_t size = sizeof(struct parcel_head) + (size_t)slot->queue.count * sizeof(struct result);
    slot->answered = true;
    MPI_Isend(slot->answer, (int)size, MPI_BYTE, 0, TAG_RESULTS, MPI_COMM_WORLD, &slot->request);
}

static void follower_clear(struct slot *slot) {
    free(slot->bytes);
    free(slot->answer);
    slot->taken = false;
}

static bool follower_see_to(struct slot *slot) {
    int sent = 0;
    if (!slot->taken || (!slot->answered && !queue_is_over(&slot->queue))) return false;
    if (!slot->answered) follower_answer(slot);
    MPI_Test(&slot->request, &sent, MPI_STATUS_IGNORE);
#pragma omp critical(follower)
    if (sent) follower_clear(slot);
    return true;
}

/* Rank 0 sends no more than there is room for, but may know before this rank that an answer has
 * arrived. */
static struct slot *follower_free_slot(struct follower *follower) {
    for (int i = 0;; i = (i + 1) % PARCELS) {
        follower_see_to(&follower->slots[i]);
        if (!follower->slots[i].taken) return &follower->slots[i];
    }
}

/* The bytes of a parcel become the slot's. */
static void follower_accept(struct slot *slot, const struct terms *terms, int64_t number,
                            char *bytes) {
    const struct parcel_head *head = (const struct parcel_head *)(const void *)bytes;
    size_t results = (size_t)head->count * sizeof(struct result);
    slot->bytes = bytes;
    slot->answer = xcalloc(1, sizeof *head + results);
    memcpy(slot->answer, head, sizeof *head);
    slot->answered = false;
    queue_begin(&slot->queue, terms, (const struct job *)(const void *)(bytes + sizeof *head),
                head->count, (struct result *)(void *)(slot->answer + sizeof *head), pool_cores());
#pragma omp critical(follower)
    {
        slot->number = number;
        slot->taken = true;
    }
}

static bool follower_listen(struct follower *follower) {
    MPI_Status status;
    int size;
    if (!ranks_probe(0, &status)) return false;
    char *bytes = ranks_receive(&status, &size);
    if (status.MPI_TAG == TAG_PARCEL) {
        follower_accept(follower_free_slot(follower), &follower->message.terms, follower->parcels++,
                        bytes);
        return true;
    }
    free(bytes);
    if (status.MPI_TAG == TAG_DROP)
        for (int i = 0; i < PARCELS; i++) follower->slots[i].queue.abandoned = true;
    else
        follower->closed = true;
    return true;
}

static void follower_attend(void *context) {
    struct follower *follower = context;
    while (!follower->closed) {
        bool any = follower_listen(follower);
        for (int i = 0; i < PARCELS; i++) any |= follower_see_to(&follower->slots[i]);
        if (any)
            lull_end(&follower->lull);
        else
            lull_nap(&follower->lull);
    }
    for (int i = 0; i < PARCELS; i++)
        while (follower->slots[i].taken) follower_see_to(&follower->slots[i]);
}

/* A pool like rank 0's; the last pool, if it is like that. */
static void follower_pool_open(struct follower *follower, const struct message_note *note) {
    struct pool *pool = follower->pool;
    if (pool && pool_own_threads(pool) == note->threads &&
        pool_tt_bytes(pool) == (size_t)note->tt_bytes)
        return;
    pool_close(pool);
    follower->pool = pool_open((int)note->threads, (size_t)note->tt_bytes);
}

static void follower_open(struct follower *follower, const char *bytes) {
    const struct message_note *note = (const struct message_note *)(const void *)bytes;
    char *message = xmalloc((size_t)note->length);
    ranks_broadcast(message, note->length);
    message_read(&follower->message, message, (size_t)note->length);
    free(message);
    follower_pool_open(follower, note);
    follower->closed = false;
    pool_play(follower->pool, &(struct pool_shift){follower_take, follower_attend, follower});
}

/* Until rank 0 ends. */
static void follower_run(struct follower *follower) {
    for (bool end = false; !end;) {
        MPI_Status status;
        int size;
        while (!ranks_probe(0, &status)) lull_nap(&follower->lull);
        lull_end(&follower->lull);
        char *bytes = ranks_receive(&status, &size);
        if (status.MPI_TAG == TAG_MESSAGE) follower_open(follower, bytes);
        if (status.MPI_TAG == TAG_ECHO) ranks_send(0, TAG_ECHO, bytes, (size_t)size);
        end = status.MPI_TAG == TAG_END;
        free(bytes);
    }
    pool_close(follower->pool);
    message_destroy(&follower->message);
}

void ranks_serve(void) {
    struct follower follower = {0};
    follower_run(&follower);
}
