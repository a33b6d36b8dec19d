/*
 * The threads of this process, by OpenMP. The one that waits for other ranks is an additional
 * thread, which sleeps most of the time.
 */
#define _GNU_SOURCE /* sched_setaffinity */
#include "tuner/play/pool.h"

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "engine/base/progress.h"
#include "tuner/play/ranks.h"

struct pool {
    int wanted; /* threads, 0: one for each core */
    int threads;
    size_t tt_bytes;
    struct worker **workers;       /* by thread; NULL until it plays */
    void (*beside)(void *context); /* NULL: nothing */
    void *beside_context;
};

int pool_cores(void) {
    return ranks_cores(omp_get_num_procs());
}

int pool_team(void) {
    int threads = 0;
    omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
#pragma omp single
    threads = omp_get_num_threads();
    return threads;
}

void pool_unbind(void) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    for (int place = 0; place < omp_get_num_places(); place++) {
        int count = omp_get_place_num_procs(place), *ids = xcalloc((size_t)count + 1, sizeof *ids);
        omp_get_place_proc_ids(place, ids);
        for (int i = 0; i < count; i++)
            if (ids[i] < CPU_SETSIZE) CPU_SET((size_t)ids[i], &cores);
        free(ids);
    }
    if (CPU_COUNT(&cores) > 0) sched_setaffinity(0, sizeof cores, &cores);
}

struct pool *pool_open(int threads, size_t tt_bytes) {
    struct pool *pool = xcalloc(1, sizeof *pool);
    pool->wanted = threads;
    pool->threads = threads > 0 ? threads : pool_cores();
    pool->tt_bytes = tt_bytes;
    pool->workers = xcalloc((size_t)pool->threads, sizeof *pool->workers);
    return pool;
}

/* All programs are told to end before any is waited for. */
void pool_close(struct pool *pool) {
    if (!pool) return;
    for (int t = 0; t < pool->threads; t++)
        if (pool->workers[t]) worker_dismiss(pool->workers[t]);
    for (int t = 0; t < pool->threads; t++)
        if (pool->workers[t]) worker_close(pool->workers[t]);
    free(pool->workers);
    free(pool);
}

int pool_threads(const struct pool *pool) {
    return ranks_threads(pool->wanted);
}

int pool_own_threads(const struct pool *pool) {
    return pool->wanted;
}

size_t pool_tt_bytes(const struct pool *pool) {
    return pool->tt_bytes;
}

/* Made by the thread that uses it, so that its memory is near. */
static struct worker *pool_worker(struct pool *pool, int thread) {
    struct worker **worker = &pool->workers[thread];
    if (!*worker) *worker = worker_open(pool->tt_bytes);
    return *worker;
}

struct mover *pool_mover(struct pool *pool, const struct player *player) {
    return worker_mover(pool_worker(pool, 0), player, 0);
}

void pool_beside(struct pool *pool, void (*work)(void *context), void *context) {
    pool->beside = work;
    pool->beside_context = context;
}

static bool pool_is_abandoned(atomic_bool *abandoned) {
    if (interrupt_pending()) *abandoned = true;
    return *abandoned;
}

enum pool_offer pool_take(void *context, struct share *share) {
    struct queue *queue = context;
    return queue_next(queue, share) ? OFFER_SHARE : OFFER_OVER;
}

/* Longer and longer while there is nothing to do. */
static void pool_nap(int *naps) {
    enum { SHORTEST_NS = 20000, DOUBLINGS = 6 };
    nanosleep(&(struct timespec){0, SHORTEST_NS << min_int((*naps)++, DOUBLINGS)}, NULL);
}

static void pool_work_shift(const struct pool_shift *shift, struct worker *worker) {
    struct share share;
    enum pool_offer offer;
    for (int naps = 0; (offer = shift->take(shift->context, &share)) != OFFER_OVER;) {
        if (offer == OFFER_LATER) {
            pool_nap(&naps);
            continue;
        }
        queue_play(&share, worker);
        naps = 0;
    }
}

void pool_play(struct pool *pool, const struct pool_shift *shift) {
    int more = shift->attend ? 1 : 0;
#pragma omp parallel num_threads(pool->threads + more)
    {
#pragma omp master
        if (pool->beside) pool->beside(pool->beside_context);
        int thread = omp_get_thread_num() - more;
        if (thread >= 0)
            pool_work_shift(shift, pool_worker(pool, thread));
        else if (shift->attend)
            shift->attend(shift->context);
    }
}

int pool_run(struct pool *pool, const struct terms *terms, const struct job *jobs, int64_t count,
             struct result *results) {
    struct queue queue;
    queue_begin(&queue, terms, jobs, count, results, pool_threads(pool));
    ranks_play(pool, &queue);
    return queue.abandoned ? -1 : 0;
}

int pool_each(struct pool *pool, const struct parallel_work *work, int64_t count) {
    int64_t done = 0;
    atomic_bool abandoned = false;
#pragma omp parallel for num_threads(pool->threads) schedule(dynamic, 1)
    for (int64_t i = 0; i < count; i++) {
        if (pool_is_abandoned(&abandoned)) continue;
        work->work(work->context, i);
#pragma omp critical(pool_each)
        if (work->progress && !work->progress(work->context, ++done)) abandoned = true;
    }
    return pool_is_abandoned(&abandoned) ? -1 : 0; /* the last one may have been in flight */
}

static int pool_each_of(void *pool, const struct parallel_work *work, int64_t count) {
    return pool_each(pool, work, count);
}

struct parallel pool_parallel(struct pool *pool) {
    return (struct parallel){pool_each_of, pool};
}
