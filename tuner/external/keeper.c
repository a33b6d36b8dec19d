/*
 * All children of a keeper belong to its program, and orphaned descendants become children of the
 * keeper (a "subreaper", prctl(2)). So ending a program is killing children until there are none,
 * and its size is that of a tree that the kernel shows in /proc/PID/task/TID/children (proc(5)).
 *
 * RLIMIT_NPROC counts all processes of a user and does not bind root, so it is only set to stop a
 * flood that is too fast to be counted.
 */
#define _DEFAULT_SOURCE /* syscall */
#include "tuner/external/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/* How often its processes are counted, and whether those that were killed are gone. */
static const struct timespec keeper_count_time = {.tv_nsec = 100000000};
static const struct timespec keeper_clear_time = {.tv_nsec = 1000000};

extern char **environ;

/* ---- the tree ---- */

#ifdef __linux__

/* "/proc/PID/task", "/proc/PID/task/TID/children". */
static void keeper_path(char out[80], pid_t pid, const char *task) {
    char digits[16];
    int count = 0;
    memcpy(out, "/proc/", 7);
    do digits[count++] = (char)('0' + pid % 10);
    while (pid /= 10);
    for (out += 6; count > 0;) *out++ = digits[--count];
    strcpy(out, "/task");
    if (!task) return;
    strcat(out, "/");
    strncat(out, task, 20);
    strcat(out, "/children");
}

/* Calls `act` with each child that a thread has; the sum of what it returns, up to `most`. */
static int keeper_each_child_of(const char *path, int most, int (*act)(pid_t pid, int most)) {
    char bytes[1024];
    ssize_t count;
    int sum = 0, file = open(path, O_RDONLY | O_CLOEXEC);
    pid_t pid = 0;
    while (file >= 0 && sum < most && (count = read(file, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < count && sum < most; i++) {
            if (bytes[i] >= '0' && bytes[i] <= '9')
                pid = 10 * pid + bytes[i] - '0';
            else if (pid > 0)
                sum += act(pid, most - sum), pid = 0;
        }
    if (file >= 0) close(file);
    return sum;
}

static int keeper_each_child(pid_t pid, int most, int (*act)(pid_t pid, int most)) {
    struct {
        unsigned long long inode, offset;
        unsigned short length;
        unsigned char type;
        char name[];
    } * entry;
    _Alignas(8) char bytes[1024], path[80];
    long count;
    int sum = 0;
    keeper_path(path, pid, NULL);
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (folder >= 0 && sum < most &&
           (count = syscall(SYS_getdents64, folder, bytes, sizeof bytes)) > 0)
        for (long at = 0; at < count && sum < most; at += entry->length) {
            entry = (void *)(bytes + at);
            if (entry->name[0] == '.') continue;
            keeper_path(path, pid, entry->name);
            sum += keeper_each_child_of(path, most - sum, act);
        }
    if (folder >= 0) close(folder);
    return sum;
}

static int keeper_count(pid_t pid, int most) {
    return 1 + keeper_each_child(pid, most - 1, keeper_count);
}

static int keeper_kill(pid_t pid, int most) {
    (void)most;
    kill(pid, SIGKILL);
    return 0;
}

static bool keeper_is_crowded(const struct launch *launch) {
    int most = launch->limits.processes;
    return most > 0 && keeper_each_child(getpid(), most + 1, keeper_count) > most;
}

/* The group first, at once; after the program is reaped its number may be another process's. */
static void keeper_kill_children(pid_t program, bool reaped) {
    if (!reaped) kill(-program, SIGKILL);
    keeper_each_child(getpid(), 1, keeper_kill);
}

static void keeper_adopt(pid_t hone) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != hone) _exit(1); /* it ended before that */
}

static void keeper_die_with(pid_t keeper) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper) _exit(1);
}

/* The number of all threads, from /proc/loadavg behind a slash (proc(5)), since sysinfo(2) has 16
 * bits for them; 0: not known. */
static rlim_t keeper_count_threads(void) {
    char bytes[128] = "";
    int file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
    rlim_t threads = 0;
    if (file >= 0 && read(file, bytes, sizeof bytes - 1) > 0) {
        const char *at = strchr(bytes, '/');
        while (at && at[1] >= '0' && at[1] <= '9') threads = 10 * threads + (rlim_t)(*++at - '0');
    }
    if (file >= 0) close(file);
    return threads;
}

static void keeper_bound_processes(int most) {
    rlim_t threads = most > 0 ? keeper_count_threads() : 0, bound = threads + 16 * (rlim_t)most;
    if (threads > 0) setrlimit(RLIMIT_NPROC, &(struct rlimit){bound, bound});
}

#else

static bool keeper_is_crowded(const struct launch *launch) {
    return (void)launch, false;
}

static void keeper_kill_children(pid_t program, bool reaped) {
    (void)reaped;
    kill(-program, SIGKILL);
}

static void keeper_adopt(pid_t hone) {
    (void)hone;
}

static void keeper_die_with(pid_t keeper) {
    (void)keeper;
}

static void keeper_bound_processes(int most) {
    (void)most;
}

#endif

/* ---- the program ---- */

/* At the soft limit the resource's signal comes; a second later, at the hard one, SIGKILL. */
static void keeper_bound(int resource, int limit, rlim_t unit) {
    rlim_t bound = (rlim_t)limit * unit;
    if (limit > 0) setrlimit(resource, &(struct rlimit){bound, bound + (resource == RLIMIT_CPU)});
}

static void keeper_bind(const struct launch_limits *limits) {
    keeper_bound(RLIMIT_AS, limits->memory, 1 << 20);
    keeper_bound(RLIMIT_CPU, limits->cpu, 1);
    keeper_bound(RLIMIT_FSIZE, limits->file, 1 << 20);
    keeper_bound_processes(limits->processes);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

static void keeper_close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
    for (int file = first, end = (int)sysconf(_SC_OPEN_MAX); file < end; file++) close(file);
}

static _Noreturn void keeper_become(struct keeper *keeper, const struct launch *launch,
                                    pid_t parent) {
    static const int usual[] = {SIGPIPE, SIGINT, SIGTERM, SIGCHLD};
    sigset_t none;
    keeper_die_with(parent);
    setsid();
    keeper_bind(&launch->limits);
    for (size_t i = 0; i < COUNT_OF(usual); i++) signal(usual[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    environ = launch->environment;
    if (!launch->folder || chdir(launch->folder) == 0) execvp(launch->words[0], launch->words);
    keeper->cause = errno;
    _exit(127);
}

static pid_t keeper_start(struct keeper *keeper, const struct launch *launch) {
    pid_t parent = getpid(), program = fork();
    if (program == 0) keeper_become(keeper, launch, parent);
    if (program > 0) return program;
    keeper->cause = errno;
    keeper->status = 127 << 8;
    _exit(1);
}

/* ---- keeping ---- */

/* Reaps children that have ended; whether any child is alive. */
static bool keeper_reap(struct keeper *keeper, pid_t program, bool *ended) {
    int status;
    pid_t dead;
    while ((dead = waitpid(-1, &status, WNOHANG)) > 0)
        if (dead == program) {
            keeper->status = status;
            *ended = true;
        }
    return dead == 0;
}

_Noreturn void keeper_run(struct keeper *keeper, const struct launch *launch, const int ends[3],
                          pid_t hone) {
    sigset_t awaited;
    bool ended = false;
    sigfillset(&awaited);
    sigprocmask(SIG_SETMASK, &awaited, NULL);
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, SIGTERM);
    keeper_adopt(hone);
    setsid();
    for (int i = 0; i < 3; i++) dup2(ends[i], i);
    keeper_close_from(STDERR_FILENO + 1);
    pid_t program = keeper_start(keeper, launch);
    for (int i = 0; i < 3; i++) close(i);

    for (bool told = false; !ended && !told && !keeper->crowded;) {
        told = sigtimedwait(&awaited, NULL, &keeper_count_time) == SIGTERM;
        keeper_reap(keeper, program, &ended);
        keeper->crowded = !ended && keeper_is_crowded(launch);
    }
    while (keeper_reap(keeper, program, &ended)) {
        keeper_kill_children(program, ended);
        sigtimedwait(&awaited, NULL, &keeper_clear_time);
    }
    _exit(0);
}
