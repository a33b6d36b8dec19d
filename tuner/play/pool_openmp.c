/*
 * The pool as threads of this process, by OpenMP: jobs are dealt out in chunks as threads become
 * free, since games differ in length.
 */
#include "tuner/play/pool.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "engine/base/progress.h"
#include "tuner/play/desk.h"

enum { CHUNKS_PER_THREAD = 16 };

struct pool {
    int threads;
    size_t tt_bytes;
    struct desk **desks; /* by thread; NULL until it plays */
};

int pool_cores(void) {
    return omp_get_num_procs();
}

struct pool *pool_open(int threads, size_t tt_bytes) {
    struct pool *pool = xcalloc(1, sizeof *pool);
    pool->threads = threads > 0 ? threads : pool_cores();
    pool->tt_bytes = tt_bytes;
    pool->desks = xcalloc((size_t)pool->threads, sizeof *pool->desks);
    return pool;
}

/* All programs are asked to end before any is waited for. */
void pool_close(struct pool *pool) {
    if (!pool) return;
    for (int t = 0; t < pool->threads; t++)
        if (pool->desks[t]) desk_dismiss(pool->desks[t]);
    for (int t = 0; t < pool->threads; t++)
        if (pool->desks[t]) desk_close(pool->desks[t]);
    free(pool->desks);
    free(pool);
}

int pool_threads(const struct pool *pool) {
    return pool->threads;
}

/* Made by the thread that uses it, so that its memory is near. */
static struct desk *pool_desk(struct pool *pool) {
    struct desk **desk = &pool->desks[omp_get_thread_num()];
    if (!*desk) *desk = desk_open(pool->tt_bytes);
    return *desk;
}

struct mover *pool_mover(struct pool *pool, const struct player *player) {
    return desk_mover(pool_desk(pool), player);
}

static int pool_chunk(const struct pool *pool, int64_t count) {
    int64_t size = count / ((int64_t)pool->threads * CHUNKS_PER_THREAD);
    return (int)(size < 1 ? 1 : size > DESK_JOBS_MAX ? DESK_JOBS_MAX : size);
}

static bool pool_is_abandoned(atomic_bool *abandoned) {
    if (interrupt_pending()) *abandoned = true;
    return *abandoned;
}

/* Hooks are called by one thread at a time. */
static void pool_played(void *context, const struct played *game) {
    const struct terms *terms = context;
#pragma omp critical(pool_hooks)
    terms->played(terms->context, game);
}

int pool_run(struct pool *pool, const struct terms *terms, const struct job *jobs, int64_t count,
             struct result *results) {
    struct terms guarded = *terms;
    if (terms->played) {
        guarded.played = pool_played;
        guarded.context = (void *)(uintptr_t)terms;
    }
    int chunk = pool_chunk(pool, count);
    int64_t done = 0;
    atomic_bool abandoned = false;
    for (int64_t i = 0; i < count; i++) results[i].points = RESULT_UNPLAYED;
#pragma omp parallel for num_threads(pool->threads) schedule(dynamic, 1)
    for (int64_t first = 0; first < count; first += chunk) {
        if (pool_is_abandoned(&abandoned)) continue;
        int size = (int)(count - first < chunk ? count - first : chunk);
        if (!desk_play(pool_desk(pool), &guarded, jobs + first, size, results + first))
            abandoned = true;
#pragma omp critical(pool_hooks)
        {
            done += size;
            if (terms->progress && !terms->progress(terms->context, done)) abandoned = true;
        }
    }
    return abandoned ? -1 : 0;
}

int pool_each(struct pool *pool, const struct pool_work *work, int64_t count) {
    int64_t done = 0;
    atomic_bool abandoned = false;
#pragma omp parallel for num_threads(pool->threads) schedule(dynamic, 1)
    for (int64_t i = 0; i < count; i++) {
        if (pool_is_abandoned(&abandoned)) continue;
        work->work(work->context, i);
#pragma omp critical(pool_hooks)
        if (work->progress && !work->progress(work->context, ++done)) abandoned = true;
    }
    return pool_is_abandoned(&abandoned) ? -1 : 0; /* the last one may have been in flight */
}
