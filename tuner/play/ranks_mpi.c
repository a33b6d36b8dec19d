/*
 * Ranks by MPI. Rank 0 deals jobs out in parcels that become smaller towards the end, by how many
 * threads each rank has; every rank has two of them, so that its threads never wait for the next.
 * One thread of each rank sees to messages, sleeps when there are none, and is the only one that
 * calls MPI. What little would be done before a message is there and back, rank 0 plays itself.
 */
#define _GNU_SOURCE

#include "engine/base/shown.h"
#include "tuner/play/ranks.h"

#include <math.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "tuner/play/audit.h"
#include "tuner/play/message.h"

enum { PARCELS = 2, PARCEL_JOBS_MAX = 1 << 16, PARCELS_PER_RANK = 4 };

/* What a message is; those of rank 0 come first. */
enum ranks_tag { TAG_BILL, TAG_PARCEL, TAG_DROP, TAG_CLOSE, TAG_ECHO, TAG_END, TAG_RESULTS };

struct message_note {
    int64_t tt_bytes, length;
    int64_t threads; /* of each rank; 0: one for each core */
};

struct parcel_head {
    int64_t first, count;
};

static struct {
    int size, rank;
    bool *gone;           /* by rank: plays no more; owned */
    int *cores;           /* by rank; owned */
    double message, byte; /* seconds there and back, and for a byte more */
    double job_seconds;   /* a thread's for a job, of the last queue; 0: not known */
    bool lost;            /* a rank does not answer: nobody is asked or told any more */
    double interrupted;   /* since when this rank knows that it is; 0: it does not */
    bool awaited;         /* the others wait for this rank's word */
    int64_t dropped;      /* games that were played wrongly */
    struct message_writer writer;
} world = {.size = 1};

/* ---- waiting ---- */

/* How long nothing has come: what is waited for long may come a little later. */
struct lull {
    double since;
};

static void lull_end(struct lull *lull) {
    lull->since = 0;
}

static void lull_nap(struct lull *lull) {
    const double shortest = 5e-6, longest = 1e-3, part = 1. / 16;
    double now = clock_seconds();
    if (lull->since == 0) lull->since = now;
    double nap = (now - lull->since) * part;
    if (nap < shortest) return;
    nanosleep(&(struct timespec){0, (long)(1e9 * (nap < longest ? nap : longest))}, NULL);
}

/* Open MPI's mpirun asks all ranks to end when one is gone, and gives them a second. */
static bool lull_is_hopeless(const struct lull *lull) {
    const double patience = 0.3;
    double now = clock_seconds();
    if (!interrupt_pending()) return false;
    if (world.interrupted == 0) world.interrupted = now;
    return lull->since > 0 && now - fmax(lull->since, world.interrupted) > patience;
}

/* Until it is done, or never will be: then the world is lost. */
static void ranks_wait(MPI_Request *request) {
    struct lull lull = {0};
    for (int done = 0; !world.lost;) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done) return;
        world.lost = world.rank == 0 && lull_is_hopeless(&lull);
        lull_nap(&lull);
    }
}

/* Whether there is a message. */
static bool ranks_probe(int from, MPI_Status *status) {
    int there;
    MPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &there, status);
    return there;
}

/* Once the others are known, nobody waits within MPI for a rank that may be gone. What is still
 * under way when the world is lost never comes: nothing of MPI is called any more. */
static void ranks_send(int to, enum ranks_tag tag, const void *bytes, size_t size) {
    MPI_Request request;
    if (world.lost) return;
    MPI_Isend(bytes, (int)size, MPI_BYTE, to, (int)tag, MPI_COMM_WORLD, &request);
    ranks_wait(&request);
}

/* The message's bytes, of no use if the world was lost meanwhile; to be freed. */
static char *ranks_receive(const MPI_Status *status, int *size) {
    MPI_Request request;
    MPI_Get_count(status, MPI_BYTE, size);
    char *bytes = xmalloc((size_t)*size);
    MPI_Irecv(bytes, *size, MPI_BYTE, status->MPI_SOURCE, status->MPI_TAG, MPI_COMM_WORLD,
              &request);
    ranks_wait(&request);
    return bytes;
}

static void ranks_tell_all(enum ranks_tag tag, const void *bytes, size_t size) {
    for (int rank = 1; rank < world.size; rank++) ranks_send(rank, tag, bytes, size);
}

/* The same bytes from rank 0 to all. */
static void ranks_broadcast(char *bytes, int64_t size) {
    const int64_t most = 1 << 30;
    for (int64_t at = 0; !world.lost && at < size; at += most) {
        MPI_Request request;
        MPI_Ibcast(bytes + at, (int)(size - at < most ? size - at : most), MPI_BYTE, 0,
                   MPI_COMM_WORLD, &request);
        ranks_wait(&request);
    }
}

/* ---- rank 0: one queue ---- */

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

/* ---- the other ranks ---- */

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

/* ---- the beginning and the end ---- */

/* A core on which several ranks may run belongs to each in part. */
static int ranks_count_cores(void) {
    enum { CPUS_MAX = 8192 }; /* that Linux can have */
    cpu_set_t own[CPUS_MAX / CPU_SETSIZE];
    int users[CPUS_MAX];
    double cores = 0;
    MPI_Comm machine;
    CPU_ZERO_S(sizeof own, own);
    sched_getaffinity(0, sizeof own, own); /* none of them where it does not know */
    for (int i = 0; i < CPUS_MAX; i++) users[i] = CPU_ISSET_S(i, sizeof own, own) ? 1 : 0;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Allreduce(MPI_IN_PLACE, users, CPUS_MAX, MPI_INT, MPI_SUM, machine);
    MPI_Comm_free(&machine);
    for (int i = 0; i < CPUS_MAX; i++)
        if (CPU_ISSET_S(i, sizeof own, own)) cores += 1. / users[i];
    return max_int(1, (int)(cores + 0.5));
}

/* Whether all ranks have one that sees to messages while others play. */
static bool ranks_have_threads(void) {
    int least = pool_team();
    MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return least > 1;
}

/* Whether all ranks run the same program, byte for byte: messages are of no other use. */
static bool ranks_are_alike(void) {
    struct text program = {0};
    struct error error;
    if (file_read("/proc/self/exe", &program, &error)) die("%s", error.text);
    uint64_t mine = bytes_checksum(program.data, program.length), least = mine, most = mine;
    text_free(&program);
    MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    return least == most;
}

/* The shortest of a few times there and back. */
static double ranks_echo(int rank, size_t size) {
    enum { TIMES = 8 };
    char *bytes = xcalloc(1, size);
    double best = 0;
    for (int i = 0; i < TIMES; i++) {
        double start = clock_seconds();
        ranks_send(rank, TAG_ECHO, bytes, size);
        MPI_Recv(bytes, (int)size, MPI_BYTE, rank, TAG_ECHO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        double seconds = clock_seconds() - start;
        if (i == 0 || seconds < best) best = seconds;
    }
    free(bytes);
    return best;
}

/* The last rank is on another machine if any is. */
static void ranks_measure(void) {
    const size_t few = 64, many = 1 << 20;
    world.message = ranks_echo(world.size - 1, few);
    double large = ranks_echo(world.size - 1, many) - world.message;
    world.byte = large > 0 ? large / 2 / (double)many : 0;
}

static void ranks_meet(void) {
    int cores = ranks_count_cores();
    world.gone = xcalloc((size_t)world.size, sizeof *world.gone);
    world.cores = xcalloc((size_t)world.size, sizeof *world.cores);
    MPI_Allgather(&cores, 1, MPI_INT, world.cores, 1, MPI_INT, MPI_COMM_WORLD);
}

/* A starter that is told nothing may leave the others waiting for ever. */
static void ranks_abort(int status, void *context) {
    (void)context;
    if (!world.awaited) return;
    fflush(NULL);
    MPI_Abort(MPI_COMM_WORLD, status);
}

static int ranks_lead(int (*program)(int argc, char **argv), int argc, char **argv) {
    ranks_measure();
    world.awaited = on_exit(ranks_abort, NULL) == 0;
    int status = program(argc, argv);
    ranks_tell_all(TAG_END, NULL, 0);
    world.awaited = world.lost;
    return status;
}

/* Signals are for rank 0, which is told of them as well. */
static int ranks_follow(void) {
    struct shop shop = {0};
    interrupt_install();
    shop_run(&shop);
    return 0;
}

static int ranks_begin(int (*program)(int argc, char **argv), int argc, char **argv) {
    if (world.size == 1) return program(argc, argv);
    ranks_meet();
    const char *why = !ranks_are_alike()      ? "the ranks are not of the same build"
                      : !ranks_have_threads() ? "each rank needs two threads of OpenMP or more: "
                                                "see OMP_THREAD_LIMIT, OMP_MAX_ACTIVE_LEVELS"
                                              : NULL;
    if (!why) return world.rank == 0 ? ranks_lead(program, argc, argv) : ranks_follow();
    if (world.rank == 0) shown_warn("hone: %s\n", why);
    return 2;
}

int ranks_main(int (*program)(int argc, char **argv), int argc, char **argv) {
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    if (level < MPI_THREAD_FUNNELED) die("this MPI knows no threads");
    MPI_Comm_size(MPI_COMM_WORLD, &world.size);
    MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
    int status = ranks_begin(program, argc, argv);
    free(world.gone);
    free(world.cores);
    message_writer_destroy(&world.writer);
    if (!world.lost) MPI_Finalize();
    return status;
}

int64_t ranks_dropped(void) {
    return world.dropped;
}

int ranks_cores(int cores) {
    return world.size > 1 ? world.cores[world.rank] : cores;
}

int ranks_threads(int threads) {
    int sum = 0;
    if (threads > 0) return threads * world.size;
    if (world.size == 1) return pool_cores();
    for (int rank = 0; rank < world.size; rank++) sum += world.cores[rank];
    return sum;
}
