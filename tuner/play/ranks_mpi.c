/*
 * Ranks by MPI: messages, the beginning and the end.
 */
#define _GNU_SOURCE

#include "tuner/play/ranks_mpi.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "engine/base/shown.h"

struct world world = {.size = 1};

/* ---- waiting ---- */

void lull_end(struct lull *lull) {
    lull->since = 0;
}

void lull_nap(struct lull *lull) {
    const double shortest = 5e-6, longest = 1e-3, part = 1. / 16;
    double now = clock_seconds();
    if (lull->since == 0) lull->since = now;
    double nap = (now - lull->since) * part;
    if (nap < shortest) return;
    nanosleep(&(struct timespec){0, (long)(1e9 * (nap < longest ? nap : longest))}, NULL);
}

/* Open MPI's mpirun tells all ranks to end when one is gone, and gives them a second. */
bool lull_is_hopeless(const struct lull *lull) {
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

bool ranks_probe(int from, MPI_Status *status) {
    int there;
    MPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &there, status);
    return there;
}

void ranks_send(int to, enum ranks_tag tag, const void *bytes, size_t size) {
    MPI_Request request;
    if (world.lost) return;
    MPI_Isend(bytes, (int)size, MPI_BYTE, to, (int)tag, MPI_COMM_WORLD, &request);
    ranks_wait(&request);
}

char *ranks_receive(const MPI_Status *status, int *size) {
    MPI_Request request;
    MPI_Get_count(status, MPI_BYTE, size);
    char *bytes = xmalloc((size_t)*size);
    MPI_Irecv(bytes, *size, MPI_BYTE, status->MPI_SOURCE, status->MPI_TAG, MPI_COMM_WORLD,
              &request);
    ranks_wait(&request);
    return bytes;
}

void ranks_tell_all(enum ranks_tag tag, const void *bytes, size_t size) {
    for (int rank = 1; rank < world.size; rank++) ranks_send(rank, tag, bytes, size);
}

void ranks_broadcast(char *bytes, int64_t size) {
    const int64_t most = 1 << 30;
    for (int64_t at = 0; !world.lost && at < size; at += most) {
        MPI_Request request;
        MPI_Ibcast(bytes + at, (int)(size - at < most ? size - at : most), MPI_BYTE, 0,
                   MPI_COMM_WORLD, &request);
        ranks_wait(&request);
    }
}

/* ---- the beginning and the end ---- */

/* A core that several ranks may use belongs to each in part. */
static int ranks_count_cores(void) {
    enum { CPUS_MAX = 8192 }; /* that Linux can have */
    cpu_set_t own[CPUS_MAX / CPU_SETSIZE];
    int users[CPUS_MAX];
    double cores = 0;
    MPI_Comm machine;
    CPU_ZERO_S(sizeof own, own);
    sched_getaffinity(0, sizeof own, own); /* none of them if it is not known */
    for (int i = 0; i < CPUS_MAX; i++) users[i] = CPU_ISSET_S(i, sizeof own, own) ? 1 : 0;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Allreduce(MPI_IN_PLACE, users, CPUS_MAX, MPI_INT, MPI_SUM, machine);
    MPI_Comm_free(&machine);
    for (int i = 0; i < CPUS_MAX; i++)
        if (CPU_ISSET_S(i, sizeof own, own)) cores += 1. / users[i];
    return max_int(1, (int)(cores + 0.5));
}

/* Whether all ranks may have a thread for messages while others play. */
static bool ranks_have_threads(void) {
    int least = pool_team();
    MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return least > 1;
}

/* Whether all ranks run the same program, byte for byte: else they cannot read each other's
 * messages. */
static bool ranks_run_one_build(void) {
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

/* Without this, mpirun may leave the others waiting for ever. */
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

/* Signals are for rank 0, which gets them as well. */
static int ranks_follow(void) {
    interrupt_install();
    ranks_serve();
    return 0;
}

static int ranks_begin(int (*program)(int argc, char **argv), int argc, char **argv) {
    if (world.size == 1) return program(argc, argv);
    ranks_meet();
    const char *why = !ranks_run_one_build()  ? "the ranks are not of the same build"
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
