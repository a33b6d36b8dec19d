/*
 * One lock for all: it is held for a few additions, and while a hook is called.
 */
#include "tuner/play/queue.h"

#include <math.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"

enum { SHARES_PER_THREAD = 16 };
/* Seconds after which finished games are reported, at the end of the current one. */
static const double untold_seconds = 0.25;

/* Hooks are called by one thread at a time. */
static void queue_played(void *context, const struct played *game) {
    const struct queue *queue = context;
    struct played numbered = *game;
    numbered.first = queue->first;
    numbered.number = queue->first + (game->job - queue->jobs);
#pragma omp critical(queue)
    queue->asked->played(queue->asked->context, &numbered);
}

static int queue_share(int64_t count, int threads) {
    int64_t size = count / ((int64_t)threads * SHARES_PER_THREAD);
    return (int)(size < 1 ? 1 : size > WORKER_JOBS_MAX ? WORKER_JOBS_MAX : size);
}

void queue_begin(struct queue *queue, const struct terms *terms, const struct job *jobs,
                 int64_t count, struct result *results, int threads) {
    static int64_t queued;
    *queue = (struct queue){.terms = *terms,
                            .asked = terms,
                            .jobs = jobs,
                            .results = results,
                            .count = count,
                            .first = queued,
                            .share = queue_share(count, threads)};
    queued += count;
    if (terms->played) {
        queue->terms.played = queue_played;
        queue->terms.context = queue;
    }
    for (int64_t i = 0; i < count; i++) results[i].points = RESULT_UNPLAYED;
}

void queue_add(struct queue *queue) {
#pragma omp critical(queue)
    queue->results[queue->count++].points = RESULT_UNPLAYED;
}

bool queue_take(struct queue *queue, int64_t most, struct share *share) {
    *share = (struct share){.queue = queue};
    if (interrupt_pending()) queue->abandoned = true;
#pragma omp critical(queue)
    if (!queue->abandoned) {
        int64_t left = queue->count - queue->taken;
        share->first = queue->taken;
        share->count = left < most ? left : most;
        queue->taken += share->count;
    }
    return share->count > 0;
}

bool queue_next(struct queue *queue, struct share *share) {
    double seconds = queue_job_seconds(queue);
    double most = seconds > 0 ? untold_seconds / seconds : 1;
    return queue_take(queue, (int64_t)fmin(queue->share, fmax(1, most)), share);
}

/* Within the lock. */
static void queue_count(const struct share *share, bool counts) {
    struct queue *queue = share->queue;
    const struct terms *asked = queue->asked;
    queue->given_back += share->count;
    if (!counts) queue->abandoned = true;
    if (asked->finished) asked->finished(asked->context, share->first, share->count);
    if (asked->progress && !asked->progress(asked->context, queue->given_back))
        queue->abandoned = true;
}

void queue_play(const struct share *share, struct worker *worker) {
    struct queue *queue = share->queue;
    double start = clock_seconds();
    bool counts = worker_play(worker, &queue->terms, queue->jobs + share->first, (int)share->count,
                              queue->results + share->first);
    double seconds = clock_seconds() - start;
#pragma omp critical(queue)
    {
        queue->timed += share->count;
        queue->seconds += seconds;
        queue_count(share, counts);
    }
}

void queue_give_back(const struct share *share, bool counts) {
#pragma omp critical(queue)
    queue_count(share, counts);
}

bool queue_is_over(struct queue *queue) {
    bool over;
#pragma omp critical(queue)
    over = queue->given_back == queue->taken && (queue->abandoned || queue->taken == queue->count);
    return over;
}

int64_t queue_left(struct queue *queue) {
    int64_t left;
#pragma omp critical(queue)
    left = queue->abandoned ? 0 : queue->count - queue->taken;
    return left;
}

double queue_job_seconds(struct queue *queue) {
    double seconds;
#pragma omp critical(queue)
    seconds = queue->timed > 0 ? queue->seconds / (double)queue->timed : 0;
    return seconds;
}
