/*
 * Rank 0: deals jobs out in parcels that become smaller towards the end, by how many threads each
 * rank has. What little would be done before a message is there and back, it plays itself.
 */
#include "tuner/play/ranks_mpi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/shown.h"
#include "tuner/play/audit.h"

enum { PARCEL_JOBS_MAX = 1 << 16, PARCELS_PER_RANK = 4 };

struct office {
    struct queue *queue;
    struct audit audit;
    atomic_bool closed;
    int threads;  /* wanted of each rank */
    int *parcels; /* by rank: those it has; owned */
    int away;     /* all of them */
    bool dropped; /* they were told that the rest is abandoned */
    bool rest;    /* some were given back unplayed */
    struct lull lull;
};

static int office_threads_of(const struct office *office, int rank) {
    return office->threads > 0 ? office->threads : world.cores[rank];
}

static double office_job_seconds(const struct office *office) {
    double seconds = queue_job_seconds(office->queue);
    return seconds > 0 ? seconds : world.job_seconds;
}

/* Jobs of a rank's next parcel: for each of its threads enough to last until the one after it, and
 * no more than are over soon, so that they are known soon. */
static int64_t office_parcel(const struct office *office, int rank) {
    const double soon = 0.25;
    double threads = office_threads_of(office, rank), seconds = office_job_seconds(office);
    double part = (double)queue_left(office->queue) * threads / ranks_threads(office->threads);
    double size = part / PARCELS_PER_RANK;
    if (seconds > 0) size = fmax(size, threads * world.message / seconds);
    size = fmin(fmin(size, part), seconds > 0 ? threads * soon / seconds : threads);
    return (int64_t)fmin(fmax(size, 1), PARCEL_JOBS_MAX);
}

static void office_send(struct office *office, int rank, const struct share *share) {
    const struct parcel_head head = {share->first, share->count};
    struct text bytes = {0};
    text_add_bytes(&bytes, (const char *)&head, sizeof head);
    text_add_bytes(&bytes, (const char *)(office->queue->jobs + share->first),
                   (size_t)share->count * sizeof(struct job));
    ranks_send(rank, TAG_PARCEL, bytes.data, bytes.length);
    text_free(&bytes);
    office->parcels[rank]++;
    office->away++;
}

static bool office_hand_out(struct office *office) {
    bool any = false;
    struct share share;
    for (int round = 0; round < PARCELS; round++)
        for (int rank = 1; rank < world.size; rank++) {
            if (world.gone[rank] || office->parcels[rank] > round) continue;
            if (!queue_take(office->queue, office_parcel(office, rank), &share)) return any;
            office_send(office, rank, &share);
            any = true;
        }
    return any;
}

/* A rank that was asked to end gives back what it has not played: others will. */
static void office_accept(struct office *office, int rank, const char *bytes) {
    const struct parcel_head *head = (const struct parcel_head *)(const void *)bytes;
    struct result *results = office->queue->results + head->first;
    memcpy(results, bytes + sizeof *head, (size_t)head->count * sizeof *results);
    for (int64_t i = 0; !office->dropped && i < head->count; i++)
        if (results[i].points == RESULT_UNPLAYED) world.gone[rank] = office->rest = true;
    audit_claim(&office->audit, &(struct claim){rank, head->first, head->count});
    queue_give_back(&(struct share){office->queue, head->first, head->count}, true);
    office->parcels[rank]--;
    office->away--;
}

static bool office_collect(struct office *office) {
    MPI_Status status;
    int size;
    if (!ranks_probe(MPI_ANY_SOURCE, &status)) return false;
    char *bytes = ranks_receive(&status, &size);
    if (!world.lost) office_accept(office, status.MPI_SOURCE, bytes);
    free(bytes);
    return true;
}

static void office_drop(struct office *office) {
    if (office->dropped || !office->queue->abandoned) return;
    office->dropped = true;
    ranks_tell_all(TAG_DROP, NULL, 0);
}

/* Nobody plays any more, nor will. */
static bool office_is_done(struct office *office) {
    if (office->queue->abandoned) office->audit.again.abandoned = true;
    return queue_is_over(office->queue) && queue_is_over(&office->audit.again);
}

static void office_attend(void *context) {
    struct office *office = context;
    while (!office_is_done(office) && !world.lost) {
        bool any = office_collect(office);
        office_drop(office);
        any |= office_hand_out(office);
        if (any)
            lull_end(&office->lull);
        else
            lull_nap(&office->lull);
        if (office->away > 0 && lull_is_hopeless(&office->lull)) world.lost = true;
    }
    ranks_tell_all(TAG_CLOSE, NULL, 0);
    if (world.lost) office->queue->abandoned = true;
    office->closed = true;
}

/* Who is wrong should be known soon. */
static enum pool_offer office_take(void *context, struct share *share) {
    struct office *office = context;
    if (queue_next(&office->audit.again, share) || queue_next(office->queue, share))
        return OFFER_SHARE;
    return office->closed ? OFFER_OVER : OFFER_LATER;
}

static void office_expel(struct office *office, int rank) {
    int64_t games = audit_drop(&office->audit, rank);
    const struct terms *asked = office->queue->asked;
    world.gone[rank] = office->rest = true;
    world.dropped += games;
    shown_warn(
        "hone: rank %d plays wrongly: a game of its came out otherwise here; %lld games of it are "
        "played again by others, and it plays no more\n",
        rank, (long long)games);
    if (asked->dropped) asked->dropped(asked->context);
}

static void office_judge(struct office *office) {
    for (int rank = 1; rank < world.size; rank++)
        if (audit_is_proof(&office->audit, rank)) office_expel(office, rank);
}

static void office_open(struct pool *pool, struct text *message) {
    const struct message_note note = {(int64_t)pool_tt_bytes(pool), (int64_t)message->length,
                                      pool_own_threads(pool)};
    message_sent(&world.writer);
    ranks_tell_all(TAG_BILL, &note, sizeof note);
    ranks_broadcast(message->data, note.length);
}

/* Whether all of it was played, or the rest abandoned. */
static bool ranks_share(struct pool *pool, struct queue *queue, struct text *message) {
    struct office office = {.queue = queue,
                            .threads = pool_own_threads(pool),
                            .parcels = xcalloc((size_t)world.size, sizeof *office.parcels)};
    audit_begin(&office.audit, queue);
    office_open(pool, message);
    if (world.lost)
        queue->abandoned = true;
    else
        pool_play(pool, &(struct pool_shift){office_take, office_attend, &office});
    office_judge(&office);
    audit_end(&office.audit);
    free(office.parcels);
    return queue->abandoned || !office.rest;
}

/* ---- rank 0: who plays a queue ---- */

static bool ranks_are_there(void) {
    for (int rank = 1; rank < world.size && !world.lost; rank++)
        if (!world.gone[rank]) return true;
    return false;
}

/* Whether sharing saves more time than the messages of a queue take: its message, its first parcels
 * and results, its end. Of jobs that each have a thread here it saves none: all are taken for
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

/* Plays what ranks gave back unplayed. */
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
