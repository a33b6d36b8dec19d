/*
 * The other ranks: each has two parcels at once, and answers with their results.
 */
#include "tuner/play/ranks_mpi.h"

#include <stdlib.h>
#include <string.h>

/* A parcel on its way through this rank. */
struct stall {
    bool taken;     /* guarded, as is what follows */
    int64_t number; /* the smaller, the longer it is here */
    bool answered;
    struct queue queue;
    char *bytes, *answer; /* head and jobs, head and results; owned */
    MPI_Request request;
};

struct shop {
    struct pool *pool;
    struct message message;
    struct stall stalls[PARCELS];
    int64_t parcels; /* so far */
    atomic_bool closed;
    struct lull lull;
};

/* Of the parcel that is here the longest and not yet begun to its end. */
static bool shop_take_of_oldest(struct shop *shop, struct share *share) {
    struct stall *first = &shop->stalls[0], *second = &shop->stalls[1];
    if (second->number < first->number) {
        first = &shop->stalls[1];
        second = &shop->stalls[0];
    }
    return (first->taken && queue_next(&first->queue, share)) ||
           (second->taken && queue_next(&second->queue, share));
}

static enum pool_offer shop_take(void *context, struct share *share) {
    struct shop *shop = context;
    enum pool_offer offer;
#pragma omp critical(shop)
    offer = shop_take_of_oldest(shop, share) ? OFFER_SHARE
            : shop->closed                   ? OFFER_OVER
                                             : OFFER_LATER;
    return offer;
}

static void shop_answer(struct stall *stall) {
    size_t size = sizeof(struct parcel_head) + (size_t)stall->queue.count * sizeof(struct result);
    stall->answered = true;
    MPI_Isend(stall->answer, (int)size, MPI_BYTE, 0, TAG_RESULTS, MPI_COMM_WORLD, &stall->request);
}

static void shop_clear(struct stall *stall) {
    free(stall->bytes);
    free(stall->answer);
    stall->taken = false;
}

static bool shop_see_to(struct stall *stall) {
    int sent = 0;
    if (!stall->taken || (!stall->answered && !queue_is_over(&stall->queue))) return false;
    if (!stall->answered) shop_answer(stall);
    MPI_Test(&stall->request, &sent, MPI_STATUS_IGNORE);
#pragma omp critical(shop)
    if (sent) shop_clear(stall);
    return true;
}

/* Rank 0 sends no more than there is room for, but may know before this rank that an answer has
 * arrived. */
static struct stall *shop_free_stall(struct shop *shop) {
    for (int i = 0;; i = (i + 1) % PARCELS) {
        shop_see_to(&shop->stalls[i]);
        if (!shop->stalls[i].taken) return &shop->stalls[i];
    }
}

/* The bytes of a parcel become the stall's. */
static void shop_accept(struct stall *stall, const struct terms *terms, int64_t number,
                        char *bytes) {
    const struct parcel_head *head = (const struct parcel_head *)(const void *)bytes;
    size_t results = (size_t)head->count * sizeof(struct result);
    stall->bytes = bytes;
    stall->answer = xcalloc(1, sizeof *head + results);
    memcpy(stall->answer, head, sizeof *head);
    stall->answered = false;
    queue_begin(&stall->queue, terms, (const struct job *)(const void *)(bytes + sizeof *head),
                head->count, (struct result *)(void *)(stall->answer + sizeof *head), pool_cores());
#pragma omp critical(shop)
    {
        stall->number = number;
        stall->taken = true;
    }
}

static bool shop_listen(struct shop *shop) {
    MPI_Status status;
    int size;
    if (!ranks_probe(0, &status)) return false;
    char *bytes = ranks_receive(&status, &size);
    if (status.MPI_TAG == TAG_PARCEL) {
        shop_accept(shop_free_stall(shop), &shop->message.terms, shop->parcels++, bytes);
        return true;
    }
    free(bytes);
    if (status.MPI_TAG == TAG_DROP)
        for (int i = 0; i < PARCELS; i++) shop->stalls[i].queue.abandoned = true;
    else
        shop->closed = true;
    return true;
}

static void shop_attend(void *context) {
    struct shop *shop = context;
    while (!shop->closed) {
        bool any = shop_listen(shop);
        for (int i = 0; i < PARCELS; i++) any |= shop_see_to(&shop->stalls[i]);
        if (any)
            lull_end(&shop->lull);
        else
            lull_nap(&shop->lull);
    }
    for (int i = 0; i < PARCELS; i++)
        while (shop->stalls[i].taken) shop_see_to(&shop->stalls[i]);
}

/* A pool like rank 0's; the last one, if it is. */
static void shop_staff(struct shop *shop, const struct message_note *note) {
    struct pool *pool = shop->pool;
    if (pool && pool_own_threads(pool) == note->threads &&
        pool_tt_bytes(pool) == (size_t)note->tt_bytes)
        return;
    pool_close(pool);
    shop->pool = pool_open((int)note->threads, (size_t)note->tt_bytes);
}

static void shop_open(struct shop *shop, const char *bytes) {
    const struct message_note *note = (const struct message_note *)(const void *)bytes;
    char *message = xmalloc((size_t)note->length);
    ranks_broadcast(message, note->length);
    message_read(&shop->message, message, (size_t)note->length);
    free(message);
    shop_staff(shop, note);
    shop->closed = false;
    pool_play(shop->pool, &(struct pool_shift){shop_take, shop_attend, shop});
}

/* Until rank 0 ends. */
static void shop_run(struct shop *shop) {
    for (bool end = false; !end;) {
        MPI_Status status;
        int size;
        while (!ranks_probe(0, &status)) lull_nap(&shop->lull);
        lull_end(&shop->lull);
        char *bytes = ranks_receive(&status, &size);
        if (status.MPI_TAG == TAG_BILL) shop_open(shop, bytes);
        if (status.MPI_TAG == TAG_ECHO) ranks_send(0, TAG_ECHO, bytes, (size_t)size);
        end = status.MPI_TAG == TAG_END;
        free(bytes);
    }
    pool_close(shop->pool);
    message_destroy(&shop->message);
}

void ranks_serve(void) {
    struct shop shop = {0};
    shop_run(&shop);
}
