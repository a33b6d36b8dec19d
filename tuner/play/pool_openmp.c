/*
 * The pool as threads of this process, by OpenMP: jobs are dealt out in chunks as threads become
 * free, since games differ in length.
 */
#include "tuner/play/pool.h"

#include <math.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "tuner/play/desk.h"

enum { CHUNKS_PER_THREAD = 16 };
/* What a thread has played is known after so long, or a game. */
static const double untold_seconds = 0.25;

struct pool {
    int threads;
    size_t tt_bytes;
    struct desk **desks; /* by thread; NULL until it plays */
    double *paces;       /* by thread: jobs a second of the last ones; 0: not known */
};

int pool_cores(void) {
    return omp_get_num_procs();
}

struct pool *pool_open(int threads, size_t tt_bytes) {
    struct pool *pool = xcalloc(1, sizeof *pool);
    pool->threads = threads > 0 ? threads : pool_cores();
    pool->tt_bytes = tt_bytes;
    pool->desks = xcalloc((size_t)pool->threads, sizeof *pool->desks);
    pool->paces = xcalloc((size_t)pool->threads, sizeof *pool->paces);
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
    free(pool->paces);
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

/* Jobs while they are played. */
struct pool_round {
    struct pool *pool;
    const struct terms *terms; /* of the caller, … */
    struct terms guarded;      /* … and as desks get them */
    const struct job *jobs;
    struct result *results;
    int64_t done;
    atomic_bool abandoned;
};

static void pool_tell(struct pool_round *round, int64_t first, int count) {
    const struct terms *terms = round->terms;
#pragma omp critical(pool_hooks)
    {
        round->done += count;
        if (terms->finished) terms->finished(terms->context, first, count);
        if (terms->progress && !terms->progress(terms->context, round->done))
            round->abandoned = true;
    }
}

/* Plays the next jobs, at most `most`, and tells what came of them soon: fast ones together, slow
 * ones one by one; how many. */
static int pool_play_some(struct pool_round *round, int64_t first, int most) {
    double *pace = &round->pool->paces[omp_get_thread_num()], begun = clock_seconds();
    int size = (int)fmin(most, fmax(1, *pace * untold_seconds));
    if (!desk_play(pool_desk(round->pool), &round->guarded, round->jobs + first, size,
                   round->results + first))
        round->abandoned = true;
    *pace = size / fmax(clock_seconds() - begun, 1e-9);
    pool_tell(round, first, size);
    return size;
}

int pool_run(struct pool *pool, const struct terms *terms, const struct job *jobs, int64_t count,
             struct result *results) {
    struct pool_round round = {pool, terms, *terms, jobs, results, 0, false};
    if (terms->played) {
        round.guarded.played = pool_played;
        round.guarded.context = (void *)(uintptr_t)terms;
    }
    int chunk = pool_chunk(pool, count);
    for (int64_t i = 0; i < count; i++) results[i].points = RESULT_UNPLAYED;
    for (int t = 0; t < pool->threads; t++) pool->paces[t] = 0;
#pragma omp parallel for num_threads(pool->threads) schedule(dynamic, 1)
    for (int64_t first = 0; first < count; first += chunk) {
        int size = (int)(count - first < chunk ? count - first : chunk);
        for (int done = 0; done < size && !pool_is_abandoned(&round.abandoned);)
            done += pool_play_some(&round, first + done, size - done);
    }
    return round.abandoned ? -1 : 0;
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
