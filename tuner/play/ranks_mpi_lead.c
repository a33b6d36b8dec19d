/*
 * Rank 0: sends jobs out in parcels that become smaller towards the end, by how many threads each
 * rank has. A queue that takes less time than a message there and back is played here alone.
 */
#include "tuner/play/ranks_mpi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/shown.h"
#include "tuner/play/audit.h"

enum { PARCEL_JOBS_MAX = 1 << 16, PARCELS_PER_RANK = 4 };

struct dispatch {
    struct queue *queue;
    struct audit audit;
    atomic_bool closed;
    int threads;  /* of each rank, as asked for */
    int *parcels; /* by rank: those it has; owned */
    int away;     /* all of them */
    bool dropped; /* they were told that the rest is abandoned */
    bool rest;    /* some were given back unplayed */
    struct lull lull;
};

static int dispatch_threads_of(const struct dispatch *dispatch, int rank) {
    return dispatch->threads > 0 ? dispatch->threads : world.cores[rank];
}

static double dispatch_job_seconds(const struct dispatch *dispatch) {
    double seconds = queue_job_seconds(dispatch->queue);
    return seconds > 0 ? seconds : world.job_seconds;
}

/* Jobs of a rank's next parcel: enough for each of its threads to last until the one after it, and
 * few enough to be over soon, so that results are known soon. */
static int64_t dispatch_parcel(const struct dispatch *dispatch, int rank) {
    const double soon = 0.25;
    double threads = dispatch_threads_of(dispatch, rank), seconds = dispatch_job_seconds(dispatch);
    double part = (double)queue_left(dispatch->queue) * threads / ranks_threads(dispatch->threads);
    double size = part / PARCELS_PER_RANK;
    if (seconds > 0) size = fmax(size, threads * world.message / seconds);
    size = fmin(fmin(size, part), seconds > 0 ? threads * soon / seconds : threads);
    return (int64_t)fmin(fmax(size, 1), PARCEL_JOBS_MAX);
}

static void dispatch_send(struct dispatch *dispatch, int rank, const struct share *share) {
    const struct parcel_head head = {share->first, share->count};
    struct text bytes = {0};
    text_add_bytes(&bytes, (const char *)&head, sizeof head);
    text_add_bytes(&bytes, (const char *)(dispatch->queue->jobs + share->first),
                   (size_t)share->count * sizeof(struct job));
    ranks_send(rank, TAG_PARCEL, bytes.data, bytes.length);
    text_free(&bytes);
    dispatch->parcels[rank]++;
    dispatch->away++;
}

static bool dispatch_hand_out(struct dispatch *dispatch) {
    bool any = false;
    struct share share;
    for (int round = 0; round < PARCELS; round++)
        for (int rank = 1; rank < world.size; rank++) {
            if (world.gone[rank] || dispatch->parcels[rank] > round) continue;
            if (!queue_take(dispatch->queue, dispatch_parcel(dispatch, rank), &share)) return any;
            dispatch_send(dispatch, rank, &share);
            any = true;
        }
    return any;
}

/* A rank that was told to end gives back what it has not played: other ranks play it. */
static void dispatch_accept(struct dispatch *dispatch, int rank, const char *bytes) {
    const struct parcel_head *head = (const struct parcel_head *)(const void *)bytes;
    struct result *results = dispatch->queue->results + head->first;
    memcpy(results, bytes + sizeof *head, (size_t)head->count * sizeof *results);
    for (int64_t i = 0; !dispatch->dropped && i < head->count; i++)
        if (results[i].points == RESULT_UNPLAYED) world.gone[rank] = dispatch->rest = true;
    audit_claim(&dispatch->audit, &(struct claim){rank, head->first, head->count});
    queue_give_back(&(struct share){dispatch->queue, head->first, head->count}, true);
    dispatch->parcels[rank]--;
    dispatch->away--;
}

static bool dispatch_collect(struct dispatch *dispatch) {
    MPI_Status status;
    int size;
    if (!ranks_probe(MPI_ANY_SOURCE, &status)) return false;
    char *bytes = ranks_receive(&status, &size);
    if (!world.lost) dispatch_accept(dispatch, status.MPI_SOURCE, bytes);
    free(bytes);
    return true;
}

static void dispatch_drop(struct dispatch *dispatch) {
    if (dispatch->dropped || !dispatch->queue->abandoned) return;
    dispatch->dropped = true;
    ranks_tell_all(TAG_DROP, NULL, 0);
}

/* No rank has a parcel, or will have one. */
static bool dispatch_is_done(struct dispatch *dispatch) {
    if (dispatch->queue->abandoned) dispatch->audit.again.abandoned = true;
    return queue_is_over(dispatch->queue) && queue_is_over(&dispatch->audit.again);
}

static void dispatch_attend(void *context) {
    struct dispatch *dispatch = context;
    while (!dispatch_is_done(dispatch) && !world.lost) {
        bool any = dispatch_collect(dispatch);
        dispatch_drop(dispatch);
        any |= dispatch_hand_out(dispatch);
        if (any)
            lull_end(&dispatch->lull);
        else
            lull_nap(&dispatch->lull);
        if (dispatch->away > 0 && lull_is_hopeless(&dispatch->lull)) world.lost = true;
    }
    ranks_tell_all(TAG_CLOSE, NULL, 0);
    if (world.lost) dispatch->queue->abandoned = true;
    dispatch->closed = true;
}

/* Audits come first: a rank that plays wrongly should be known soon. */
static enum pool_offer dispatch_take(void *context, struct share *share) {
    struct dispatch *dispatch = context;
    if (queue_next(&dispatch->audit.again, share) || queue_next(dispatch->queue, share))
        return OFFER_SHARE;
    return dispatch->closed ? OFFER_OVER : OFFER_LATER;
}

static void dispatch_expel(struct dispatch *dispatch, int rank) {
    int64_t games = audit_drop(&dispatch->audit, rank);
    const struct terms *asked = dispatch->queue->asked;
    world.gone[rank] = dispatch->rest = true;
    world.dropped += games;
    shown_warn(
        "hone: rank %d plays wrongly: a game of its came out otherwise here; %lld games of it are "
        "played again by others, and it plays no more\n",
        rank, (long long)games);
    if (asked->dropped) asked->dropped(asked->context);
}

static void dispatch_judge(struct dispatch *dispatch) {
    for (int rank = 1; rank < world.size; rank++)
        if (audit_is_proof(&dispatch->audit, rank)) dispatch_expel(dispatch, rank);
}

static void dispatch_open(struct pool *pool, struct text *message) {
    const struct message_note note = {(int64_t)pool_tt_bytes(pool), (int64_t)message->length,
                                      pool_own_threads(pool)};
    message_sent(&world.writer);
    ranks_tell_all(TAG_MESSAGE, &note, sizeof note);
    ranks_broadcast(message->data, note.length);
}

/* Whether all of it was played; else the rest was abandoned. */
static bool ranks_share(struct pool *pool, struct queue *queue, struct text *message) {
    struct dispatch dispatch = {.queue = queue,
                                .threads = pool_own_threads(pool),
                                .parcels = xcalloc((size_t)world.size, sizeof *dispatch.parcels)};
    audit_begin(&dispatch.audit, queue);
    dispatch_open(pool, message);
    if (world.lost)
        queue->abandoned = true;
    else
        pool_play(pool, &(struct pool_shift){dispatch_take, dispatch_attend, &dispatch});
    dispatch_judge(&dispatch);
    audit_end(&dispatch.audit);
    free(dispatch.parcels);
    return queue->abandoned || !dispatch.rest;
}

/* ---- rank 0: where a queue is played ---- */

static bool ranks_are_there(void) {
    for (int rank = 1; rank < world.size && !world.lost; rank++)
        if (!world.gone[rank]) return true;
    return false;
}

/* Whether sharing saves more time than a queue's messages take: its description, its first parcels
 * and results, its end. It saves none if each job has a thread here, since all are assumed to be
 * equally long. */
static bool ranks_pay(const struct pool *pool, const struct queue *queue, size_t bytes) {
    enum { MESSAGES = 3 };
    double count = (double)queue->count, all = ranks_threads(pool_own_threads(pool));
    double own = pool_own_threads(pool) > 0 ? pool_own_threads(pool) : world.cores[0];
    double saved = world.job_seconds * (ceil(count / own) - ceil(count / all));
    return world.job_seconds == 0 ||
           saved > MESSAGES * world.message + 2 * world.byte * (double)bytes;
}

static void ranks_play_alone(struct pool *pool, struct queue *queue) {
    pool_play(pool, &(struct pool_shift){.take = pool_take, .context = queue});
}

/* Plays the jobs that ranks gave back unplayed. */
static void ranks_play_rest(struct pool *pool, struct queue *queue) {
    int64_t *places = xmalloc((size_t)queue->count * sizeof *places), count = 0;
    for (int64_t i = 0; i < queue->count; i++)
        if (queue->results[i].points == RESULT_UNPLAYED) places[count++] = i;
    struct job *jobs = xmalloc((size_t)count * sizeof *jobs);
    struct result *results = xmalloc((size_t)count * sizeof *results);
    struct terms terms = *queue->asked;
    terms.progress = NULL;
    terms.finished = NULL;
    for (int64_t i = 0; i < count; i++) jobs[i] = queue->jobs[places[i]];
    if (pool_run(pool, &terms, jobs, count, results)) queue->abandoned = true;
    for (int64_t i = 0; i < count; i++) {
        queue->results[places[i]] = results[i];
        if (queue->asked->finished) queue->asked->finished(queue->asked->context, places[i], 1);
    }
    free(results);
    free(jobs);
    free(places);
}

void ranks_play(struct pool *pool, struct queue *queue) {
    struct text message = {0};
    bool share = ranks_are_there() && message_is_possible(queue);
    if (share) message_write(&world.writer, queue, &message);
    if (!share || !ranks_pay(pool, queue, message.length))
        ranks_play_alone(pool, queue);
    else if (!ranks_share(pool, queue, &message))
        ranks_play_rest(pool, queue);
    text_free(&message);
    if (queue_job_seconds(queue) > 0) world.job_seconds = queue_job_seconds(queue);
}
