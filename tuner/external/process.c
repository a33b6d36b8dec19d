/*
 * Pipes that never block and polls with a deadline. The keeper ends the process, as that must not
 * fail. It is told in three ways: by process_end, by the last act of hone (interrupt_before_end),
 * and by the kernel, when hone itself is killed.
 */
#define _GNU_SOURCE /* sched_setaffinity */
#include "tuner/external/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "tuner/external/keeper.h"

/* How often a Ctrl-C is looked for, and whether a process that is to end has done so. */
static const double interrupt_seconds = 0.1, end_seconds = 0.005;
/* Time for the kernel to end a killed process. */
static const double killed_seconds = 5;

struct process {
    pid_t pid; /* its keeper's */
    struct keeper *keeper;
    struct launch_limits limits;
    int in, out, errors; /* our ends of its stdin, stdout, stderr; -1: closed */
    size_t said;         /* bytes on stdout since it was told something */
    char bytes[4096];    /* of its stdout, read but not yet taken */
    size_t taken, filled;
    char line[PROCESS_LINE_MAX];
    size_t line_length;
    bool returned;                     /* the last byte taken was a CR */
    char tail[2 * PROCESS_ERRORS_MAX]; /* of its stderr */
    size_t tail_length;
};

/* ---- all of them ---- */

/* The numbers of the living processes, for a signal handler; 0: a free place. More are not
 * tracked. */
enum { LIVING_MAX = 4096 };
static atomic_int living[LIVING_MAX];

static void living_change(pid_t from, pid_t to) {
    for (int i = 0; i < LIVING_MAX; i++) {
        int expected = from;
        if (atomic_compare_exchange_strong(&living[i], &expected, to)) return;
    }
}

/* ---- starting ----
 *
 * The kernel ends a process together with the thread that started it. OpenMP's threads come and
 * go, so all are started by one thread of their own that stays.
 */

static struct {
    pid_t owner; /* hone; not a copy of it that a test made */
    sem_t asked, answered;
    const struct launch *launch;
    struct keeper *keeper;
    const int *ends; /* its stdin, stdout, stderr */
    cpu_set_t cores; /* of the thread that asks, to which its game is bound */
    pid_t pid;       /* -1: not started, for this cause */
    int cause;
} spawner;

static void living_kill(void) {
    for (int i = 0; i < LIVING_MAX && spawner.owner == getpid(); i++)
        if (living[i]) kill(living[i], SIGTERM);
}

static void spawner_wait(sem_t *semaphore) {
    while (sem_wait(semaphore) != 0) {
    }
}

static void *spawner_run(void *unused) {
    for (;;) {
        spawner_wait(&spawner.asked);
        sched_setaffinity(0, sizeof spawner.cores, &spawner.cores);
        spawner.pid = fork();
        spawner.cause = errno;
        if (spawner.pid == 0)
            keeper_run(spawner.keeper, spawner.launch, spawner.ends, spawner.owner);
        sem_post(&spawner.answered);
    }
    return unused;
}

/* Its thread leaves all signals to the others. */
static void spawner_start(void) {
    sigset_t all, kept;
    pthread_t thread;
    spawner.owner = getpid();
    sem_init(&spawner.asked, 0, 0);
    sem_init(&spawner.answered, 0, 0);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &kept);
    int code = pthread_create(&thread, NULL, spawner_run, NULL);
    pthread_sigmask(SIG_SETMASK, &kept, NULL);
    if (code) die("no thread: %s", strerror(code));
    pthread_detach(thread);
    signal(SIGPIPE, SIG_IGN); /* writing to a program that is gone is an error like others */
    signal(SIGCHLD, SIG_DFL); /* or children could not be waited for */
    interrupt_before_end(living_kill);
}

static pid_t process_spawn(const struct launch *launch, struct keeper *keeper, const int ends[3]) {
    if (spawner.owner != getpid()) spawner_start();
    spawner.launch = launch;
    spawner.keeper = keeper;
    spawner.ends = ends;
    sched_getaffinity(0, sizeof spawner.cores, &spawner.cores);
    sem_post(&spawner.asked);
    spawner_wait(&spawner.answered);
    if (spawner.pid < 0) die("no process can be started: %s", strerror(spawner.cause));
    return spawner.pid;
}

static struct keeper *process_keeper_new(void) {
    struct keeper *keeper =
        mmap(NULL, sizeof *keeper, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (keeper == MAP_FAILED) die("no memory for a process: %s", strerror(errno));
    return keeper;
}

/* A pipe whose ends no other process inherits, and that is none of stdin, stdout and stderr. */
static void process_pipe(int ends[2]) {
    int made[2];
    if (pipe(made)) die("no pipe: %s", strerror(errno));
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(made[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        if (ends[i] < 0) die("no pipe: %s", strerror(errno));
        close(made[i]);
    }
}

static void process_set_nonblocking(int file) {
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
}

struct process *process_start(const struct launch *launch) {
    static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER; /* the spawner has one place */
    struct process *process = xcalloc(1, sizeof *process);
    process->limits = launch->limits;
    process->keeper = process_keeper_new();
    int in[2], out[2], errors[2];
    pthread_mutex_lock(&starting);
    process_pipe(in);
    process_pipe(out);
    process_pipe(errors);
    process->pid = process_spawn(launch, process->keeper, (int[3]){in[0], out[1], errors[1]});
    living_change(0, process->pid);
    close(in[0]);
    close(out[1]);
    close(errors[1]);
    pthread_mutex_unlock(&starting);
    process->in = in[1], process->out = out[0], process->errors = errors[0];
    process_set_nonblocking(process->in);
    process_set_nonblocking(process->out);
    process_set_nonblocking(process->errors);
    return process;
}

/* ---- reading and writing ---- */

static void process_close(int *file) {
    if (*file >= 0) close(*file);
    *file = -1;
}

/* Reads what is there; the end of the file closes it. */
static size_t process_read(int *file, char *out, size_t room) {
    ssize_t count = read(*file, out, room);
    if (count > 0) return (size_t)count;
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) process_close(file);
    return 0;
}

static void process_add_errors(struct process *process, const char *bytes, size_t count) {
    if (process->tail_length + count >= sizeof process->tail) {
        size_t kept = PROCESS_ERRORS_MAX - 1;
        memmove(process->tail, process->tail + process->tail_length - kept, kept);
        process->tail_length = kept;
    }
    memcpy(process->tail + process->tail_length, bytes, count);
    process->tail_length += count;
}

static size_t process_read_errors(struct process *process) {
    char bytes[PROCESS_ERRORS_MAX];
    size_t count = process_read(&process->errors, bytes, sizeof bytes);
    process_add_errors(process, bytes, count);
    return count;
}

/* Waits at most so long for its stdout to be readable or its stdin (if `writing`) to be writable;
 * its stderr is read on the way. */
static bool process_ready_within(struct process *process, bool writing, double seconds) {
    struct pollfd files[] = {
        {.fd = writing ? process->in : process->out, .events = writing ? POLLOUT : POLLIN},
        {.fd = process->errors, .events = POLLIN},
    };
    if (poll(files, COUNT_OF(files), 1 + (int)(seconds * 1000)) <= 0) return false;
    if (files[1].revents) process_read_errors(process);
    return files[0].revents;
}

static enum process_result process_wait(struct process *process, bool writing, double deadline) {
    for (;;) {
        double left = deadline - clock_seconds();
        if (interrupt_pending()) return PROCESS_INTERRUPTED;
        if (left <= 0) return PROCESS_LATE;
        if ((writing ? process->in : process->out) < 0) return PROCESS_CLOSED;
        if (process_ready_within(process, writing,
                                 left < interrupt_seconds ? left : interrupt_seconds))
            return PROCESS_OK;
    }
}

/* Writes what there is room for; the count. */
static size_t process_write(struct process *process, const char *text, size_t length) {
    ssize_t count = process->in < 0 ? 0 : write(process->in, text, length);
    if (count < 0 && errno != EAGAIN && errno != EINTR) process_close(&process->in);
    return count > 0 ? (size_t)count : 0;
}

enum process_result process_send(struct process *process, const char *text, double deadline) {
    process->said = 0;
    for (size_t left = strlen(text); left > 0;) {
        size_t count = process_write(process, text, left);
        text += count;
        left -= count;
        if (count > 0) continue; /* a pipe has room nearly always: no wait comes first */
        enum process_result result = process_wait(process, true, deadline);
        if (result != PROCESS_OK) return result;
    }
    return PROCESS_OK;
}

/* Takes bytes up to the end of a line, CR, LF or CRLF; whether there was one. Zeros are left out,
 * as of engines that write the end of their texts, too. */
static bool process_take_line(struct process *process) {
    while (process->taken < process->filled) {
        char c = process->bytes[process->taken++];
        bool second = c == '\n' && process->returned;
        process->returned = c == '\r';
        if (second) continue;
        if (c == '\n' || c == '\r') return true;
        if (c && process->line_length < sizeof process->line - 1)
            process->line[process->line_length++] = c == '\t' ? ' ' : c;
    }
    return false;
}

static const char *process_finish_line(struct process *process) {
    process->line[process->line_length] = '\0';
    process->line_length = 0;
    return process->line;
}

static bool process_says_too_much(const struct process *process) {
    size_t most = (size_t)process->limits.output << 20;
    return most > 0 && process->said > most;
}

enum process_result process_line(struct process *process, double deadline, const char **line) {
    while (!process_take_line(process)) {
        enum process_result result = process_wait(process, false, deadline);
        if (result != PROCESS_OK) return result;
        process->taken = 0;
        process->filled = process_read(&process->out, process->bytes, sizeof process->bytes);
        process->said += process->filled;
        if (process_says_too_much(process)) return PROCESS_FLOODING;
    }
    *line = process_finish_line(process);
    return PROCESS_OK;
}

void process_skip(struct process *process) {
    enum { PIPE_BYTES = 1 << 16, READS = PIPE_BYTES / sizeof process->bytes };
    size_t count = 1;
    for (int i = 0; i < READS && count > 0 && process->out >= 0; i++)
        count = process_read(&process->out, process->bytes, sizeof process->bytes);
    process->taken = process->filled = process->line_length = 0;
}

void process_rest(double until) {
    for (double left; !interrupt_pending() && (left = until - clock_seconds()) > 0;)
        nanosleep(
            &(struct timespec){
                .tv_nsec = (long)(1e9 * (left < interrupt_seconds ? left : interrupt_seconds))},
            NULL);
}

/* ---- what it complained of ---- */

const char *process_errors(struct process *process) {
    size_t kept = PROCESS_ERRORS_MAX - 1;
    size_t first = process->tail_length > kept ? process->tail_length - kept : 0;
    process->tail[process->tail_length] = '\0';
    for (char *c = process->tail + first; c < process->tail + process->tail_length; c++)
        if ((unsigned char)*c >= 0x7f || ((unsigned char)*c < ' ' && !strchr("\n\t", *c)) || !*c)
            *c = '?';
    return process->tail + first;
}

void process_forget_errors(struct process *process) {
    if (process->errors >= 0) process_read_errors(process);
    process->tail_length = 0;
}

/* ---- ending ---- */

/* Whether it has ended; it is left unreaped, so that its number is not given to another process. */
static bool process_has_ended(const struct process *process) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == process->pid;
}

/* Reads what it still writes, so that it does not wait for hone. */
static bool process_ends_within(struct process *process, double patience) {
    double deadline = clock_seconds() + patience;
    while (!process_has_ended(process)) {
        if (clock_seconds() >= deadline) return false;
        if (process->out >= 0 && process_ready_within(process, false, end_seconds))
            process_read(&process->out, process->bytes, sizeof process->bytes);
        else if (process->out < 0)
            poll(NULL, 0, 1 + (int)(end_seconds * 1000));
    }
    return true;
}

static void process_describe(const struct process *process, struct text *how) {
    const struct keeper *keeper = process->keeper;
    int status = keeper->status;
    if (keeper->cause)
        text_add(how, "could not be started: %s%s", strerror(keeper->cause),
                 keeper->cause == ENOENT ? " (a name without / is looked up in PATH)" : "");
    else if (keeper->crowded)
        text_add(how, "had more than %d processes", process->limits.processes);
    else if (WIFSIGNALED(status))
        text_add(how, "was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        text_add(how, "ended with status %d", WEXITSTATUS(status));
}

/* At most what a pipe holds, since a child that could not be ended may go on writing. */
static void process_read_last_errors(struct process *process) {
    enum { PIPE_BYTES = 1 << 16 };
    for (size_t left = PIPE_BYTES, count = 1; process->errors >= 0 && count > 0 && left > 0;) {
        count = process_read_errors(process);
        left -= count < left ? count : left;
    }
}

void process_hang_up(struct process *process) {
    process_close(&process->in);
}

bool process_end(struct process *process, double patience, struct text *how) {
    process_hang_up(process);
    bool ended = process_ends_within(process, patience);
    kill(process->pid, SIGTERM);
    if (!process_ends_within(process, killed_seconds)) kill(process->pid, SIGKILL);
    living_change(process->pid, 0);
    waitpid(process->pid, NULL, 0);
    process_read_last_errors(process);
    process_close(&process->out);
    process_close(&process->errors);
    if (ended && how) process_describe(process, how);
    return ended;
}

void process_free(struct process *process) {
    if (process) munmap(process->keeper, sizeof *process->keeper);
    free(process);
}
