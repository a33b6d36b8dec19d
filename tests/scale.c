/*
 * Prints how busy many cores would be in the first generations of configs: `scale CONFIG…`. It is
 * hone with other ranks (ranks.h) that take the time: of a sample of a generation's games, one by
 * one, and of all that one thread does between generations, in seconds of processor time, so that
 * other programs do not disturb it. The rest of the games is made up. Then threads are simulated
 * that take shares of such games as those of a queue do, one of them after it has written the
 * generation before. What is not simulated: that many cores share caches, memory and clock, and
 * what barriers cost; so the shares are upper bounds.
 */
#define _XOPEN_SOURCE 700

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/isa.h"
#include "engine/base/rng.h"
#include "tuner/cli/commands.h"
#include "tuner/optimize/purpose.h"
#include "tuner/play/ranks.h"
#include "tuner/store/db.h"

enum { GENERATIONS = 4, SAMPLE_MAX = 4000, BATCH = WORKER_JOBS_MAX };
static const double sample_seconds = 1.5, soon = 0.25, batched_below = 2e-4;
static const int cores[] = {2, 8, 16, 64, 256};

static struct {
    FILE *out;
    const char *config;
    int64_t jobs;              /* of the generations so far */
    double each;               /* seconds so far of other work that all threads do */
    double serial, left;       /* seconds so far of one thread; when the last queue was left */
    double beside;             /* seconds of one thread while others play, the last time */
    uint64_t generation;       /* of the queue before */
    int count;                 /* of the sample */
    double sample[SAMPLE_MAX]; /* seconds of a job */
} scale;

static double scale_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- the simulation ---- */

static double scale_mean(void) {
    double sum = 0;
    for (int i = 0; i < scale.count; i++) sum += scale.sample[i];
    return sum / scale.count;
}

static int scale_first_free(const double *free_at, int count) {
    int first = 0;
    for (int i = 1; i < count; i++)
        if (free_at[i] < free_at[first]) first = i;
    return first;
}

/* The part of `count` threads' time in which games are played. */
static double scale_busy(int count) {
    double *free_at = xcalloc((size_t)count, sizeof *free_at), work = 0, end = 0;
    int64_t jobs = scale.jobs / GENERATIONS;
    double most = fmin(fmax(1, (double)jobs / (16. * count)), BATCH);
    int64_t share = (int64_t)fmin(most, fmax(1, soon / scale_mean()));
    struct rng rng = rng_keyed(1, 2, 3, 4);
    free_at[0] = scale.beside;
    for (int64_t done = 0; done < jobs; done += share) {
        double *thread = &free_at[scale_first_free(free_at, count)];
        for (int64_t i = done; i < jobs && i < done + share; i++) {
            double seconds = scale.sample[rng_below(&rng, (uint32_t)scale.count)];
            *thread += seconds;
            work += seconds;
        }
    }
    for (int i = 0; i < count; i++) end = fmax(end, free_at[i]);
    free(free_at);
    work += scale.each / GENERATIONS;
    end += scale.each / GENERATIONS / count;
    return work / (count * (end + scale.serial / GENERATIONS));
}

static void scale_print(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    fprintf(scale.out, "| %s | %lld | %.3g | %.3g | %.3g | %.3g | %ld |", scale.config,
            (long long)(scale.jobs / GENERATIONS), 1e3 * scale_mean(),
            1e3 * scale.serial / GENERATIONS, 1e3 * scale.beside, 1e3 * scale.each / GENERATIONS,
            usage.ru_maxrss / 1024);
    for (size_t i = 0; i < COUNT_OF(cores); i++)
        fprintf(scale.out, " %.1f %% |", 100 * scale_busy(cores[i]));
    fprintf(scale.out, "\n");
    fflush(scale.out);
}

/* ---- ranks that take the time ---- */

/* The linker's own names. NOLINTBEGIN(*reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
int __real_pool_each(struct pool *pool, const struct parallel_work *work, int64_t count);
int __wrap_pool_each(struct pool *pool, const struct parallel_work *work, int64_t count);

/* One of many parts is many threads' work, though one does it here. */
int __wrap_pool_each(struct pool *pool, const struct parallel_work *work, int64_t count) {
    double start = scale_seconds();
    int status = __real_pool_each(pool, work, count);
    double seconds = scale_seconds() - start;
    if (scale.generation > 0) {
        scale.each += seconds;
        scale.serial -= seconds;
    }
    return status;
}

void __real_store_settle(struct store *store);
void __wrap_store_settle(struct store *store);

/* What is owed is written while others play; the first ones find memory that was never used. */
void __wrap_store_settle(struct store *store) {
    if (!store_owes(store)) return;
    double start = scale_seconds();
    __real_store_settle(store);
    scale.beside = scale_seconds() - start;
}

static enum pool_offer scale_take(void *context, struct share *share) {
    struct share *only = context;
    *share = *only;
    only->count = 0;
    return share->count > 0 ? OFFER_SHARE : OFFER_OVER;
}

/* Seconds of each of so many jobs. */
static double scale_time(struct pool *pool, struct queue *queue, int64_t first, int64_t count) {
    struct share share = {queue, first, count};
    double start = scale_seconds();
    pool_play(pool, &(struct pool_shift){.take = scale_take, .context = &share});
    return (scale_seconds() - start) / (double)count;
}

static void scale_sample(struct pool *pool, struct queue *queue) {
    double start = scale_seconds();
    scale_time(pool, queue, 0, 1); /* tables come into being, rows are written */
    int64_t size =
        scale_time(pool, queue, 0, 1) < batched_below && queue->count >= BATCH ? BATCH : 1;
    int64_t step = queue->count / (SAMPLE_MAX / GENERATIONS) + size;
    for (int64_t at = 0; at + size <= queue->count; at += step) {
        if (scale.count == SAMPLE_MAX || scale_seconds() - start > sample_seconds) break;
        scale.sample[scale.count++] = scale_time(pool, queue, at, size);
    }
}

static void scale_make_up(struct queue *queue) {
    for (int64_t i = 0; i < queue->count; i++)
        if (queue->results[i].points == RESULT_UNPLAYED)
            queue->results[i] = (struct result){(uint8_t)(mix64((uint64_t)i) % 3), 60,
                                                mix64((uint64_t)i + queue->terms.generation)};
}

void ranks_play(struct pool *pool, struct queue *queue) {
    if (scale.generation > 0) scale.serial += scale_seconds() - scale.left;
    if (queue->terms.generation > GENERATIONS || queue->terms.purpose != PURPOSE_GAME_TRAIN) {
        scale_print();
        _exit(0);
    }
    queue->asked = &(struct terms){0};
    scale_sample(pool, queue);
    scale_make_up(queue);
    scale.jobs += queue->count;
    scale.generation = queue->terms.generation;
    scale.left = scale_seconds();
}

int ranks_main(int (*program)(int argc, char **argv), int argc, char **argv) {
    return program(argc, argv);
}

int64_t ranks_dropped(void) {
    return 0;
}

int ranks_cores(int count) {
    return count;
}

int ranks_threads(int threads) {
    return max_int(1, threads);
}

/* ---- configs ---- */

/* In a process of its own, which ends with its row. */
static void scale_run(char *path, const char *directory) {
    char output[600], tune[] = "tune", set[] = "--set", threads[] = "threads=1";
    char late[] = "progress.every=1000000";
    const char *name = strrchr(path, '/');
    struct error error;
    scale.config = name ? name + 1 : path;
    scale.out = fdopen(dup(STDOUT_FILENO), "w");
    snprintf(output, sizeof output, "output=%s/%s", directory, scale.config);
    char *words[] = {tune, path, set, threads, set, late, set, output, NULL};
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    if (isa_init(&error)) die("%s", error.text);
    _exit(command_tune((int)COUNT_OF(words) - 1, words));
}

int main(int argc, char **argv) {
    char directory[] = "/tmp/hone-scale-XXXXXX", command[100];
    if (!mkdtemp(directory)) return 1;
    printf("| config | games a generation | ms a game | ms between | beside | of all | MiB |");
    for (size_t i = 0; i < COUNT_OF(cores); i++) printf(" %d cores |", cores[i]);
    printf("\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    fflush(stdout);
    for (int i = 1; i < argc; i++) {
        if (fork() == 0) scale_run(argv[i], directory);
        wait(NULL);
    }
    printf(
        "\nUpper bounds: shared caches, memory and clock, barriers and messages are left out.\n");
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command);
}
/* NOLINTEND(*reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
