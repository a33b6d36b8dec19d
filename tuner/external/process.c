#include "tuner/external/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"

extern char **environ;

/* How often a Ctrl-C is looked for, and whether a process that is to end has done so. */
static const double interrupt_seconds = 0.1, end_seconds = 0.005;

struct process {
    pid_t pid;
    int in, out, errors; /* our ends of its stdin, stdout, stderr; -1: closed */
    char bytes[4096];    /* of its stdout, read but not yet taken */
    size_t taken, filled;
    char line[PROCESS_LINE_MAX];
    size_t line_length;
    char tail[2 * PROCESS_ERRORS_MAX]; /* of its stderr */
    size_t tail_length;
};

/* ---- all of them ---- */

/* The numbers of those that live, for a signal handler; 0: a free place. Of more none is known. */
enum { LIVING_MAX = 4096 };
static atomic_int living[LIVING_MAX];

static void living_change(pid_t from, pid_t to) {
    for (int i = 0; i < LIVING_MAX; i++) {
        int expected = from;
        if (atomic_compare_exchange_strong(&living[i], &expected, to)) return;
    }
}

static void living_kill(void) {
    for (int i = 0; i < LIVING_MAX; i++)
        if (living[i]) kill(-living[i], SIGKILL);
}

/* ---- starting ---- */

/* A pipe whose ends no other process inherits. */
static void make_pipe(int ends[2]) {
    if (pipe(ends)) die("no pipe: %s", strerror(errno));
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
}

/* Signals as a program expects them, and a group of its own. */
static void set_attributes(posix_spawnattr_t *attributes) {
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGTERM);
    posix_spawnattr_init(attributes);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &defaults);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                             POSIX_SPAWN_SETPGROUP);
}

/* A plain command takes the shell's place: then its end is its own, not the shell's about it. */
static char *shell_line(const char *command) {
    const char *word = command + strspn(command, " \t");
    bool assigns = word[strcspn(word, "= \t")] == '=';
    struct text line = {0};
    text_add(&line, "%s%s", assigns || strpbrk(command, "|&;<>()`\n") ? "" : "exec ", command);
    return line.data;
}

static pid_t spawn(const char *command, const int ends[3]) {
    char *line = shell_line(command);
    char *arguments[] = {"sh", "-c", line, NULL};
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    pid_t pid;
    set_attributes(&attributes);
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; i++) posix_spawn_file_actions_adddup2(&actions, ends[i], i);
    int code = posix_spawn(&pid, "/bin/sh", &actions, &attributes, arguments, environ);
    if (code) die("/bin/sh cannot be started: %s", strerror(code));
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    free(line);
    return pid;
}

static void set_nonblocking(int file) {
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
}

struct process *process_start(const char *command) {
    /* Between making a pipe and marking it, no other thread may start a process. */
    static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
    struct process *process = xcalloc(1, sizeof *process);
    int in[2], out[2], errors[2];
    pthread_mutex_lock(&starting);
    signal(SIGPIPE, SIG_IGN); /* writing to a program that is gone is an error like others */
    interrupt_before_end(living_kill);
    make_pipe(in);
    make_pipe(out);
    make_pipe(errors);
    process->pid = spawn(command, (int[3]){in[0], out[1], errors[1]});
    living_change(0, process->pid);
    close(in[0]);
    close(out[1]);
    close(errors[1]);
    pthread_mutex_unlock(&starting);
    process->in = in[1], process->out = out[0], process->errors = errors[0];
    set_nonblocking(process->in);
    set_nonblocking(process->out);
    set_nonblocking(process->errors);
    return process;
}

/* ---- reading and writing ---- */

static void close_end(int *file) {
    if (*file >= 0) close(*file);
    *file = -1;
}

/* Reads what is there; the end of the file closes it. */
static size_t read_some(int *file, char *out, size_t room) {
    ssize_t count = read(*file, out, room);
    if (count > 0) return (size_t)count;
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) close_end(file);
    return 0;
}

static void add_errors(struct process *process, const char *bytes, size_t count) {
    if (process->tail_length + count >= sizeof process->tail) {
        size_t kept = PROCESS_ERRORS_MAX - 1;
        memmove(process->tail, process->tail + process->tail_length - kept, kept);
        process->tail_length = kept;
    }
    memcpy(process->tail + process->tail_length, bytes, count);
    process->tail_length += count;
}

static size_t read_errors(struct process *process) {
    char bytes[PROCESS_ERRORS_MAX];
    size_t count = read_some(&process->errors, bytes, sizeof bytes);
    add_errors(process, bytes, count);
    return count;
}

/* Waits at most so long for its stdout to be readable or its stdin (if `writing`) to be writable;
 * its stderr is read on the way. */
static bool ready_within(struct process *process, bool writing, double seconds) {
    struct pollfd files[] = {
        {.fd = writing ? process->in : process->out, .events = writing ? POLLOUT : POLLIN},
        {.fd = process->errors, .events = POLLIN},
    };
    if (poll(files, COUNT_OF(files), 1 + (int)(seconds * 1000)) <= 0) return false;
    if (files[1].revents) read_errors(process);
    return files[0].revents;
}

static enum process_result wait_for(struct process *process, bool writing, double deadline) {
    for (;;) {
        double left = deadline - clock_seconds();
        if (interrupt_pending()) return PROCESS_INTERRUPTED;
        if (left <= 0) return PROCESS_LATE;
        if ((writing ? process->in : process->out) < 0) return PROCESS_CLOSED;
        if (ready_within(process, writing, left < interrupt_seconds ? left : interrupt_seconds))
            return PROCESS_OK;
    }
}

enum process_result process_send(struct process *process, const char *text, double deadline) {
    for (size_t left = strlen(text); left > 0;) {
        enum process_result result = wait_for(process, true, deadline);
        if (result != PROCESS_OK) return result;
        ssize_t count = write(process->in, text, left);
        if (count < 0 && errno != EAGAIN && errno != EINTR) close_end(&process->in);
        if (count < 0) continue;
        text += count;
        left -= (size_t)count;
    }
    return PROCESS_OK;
}

/* Takes bytes up to the end of a line; whether there was one. */
static bool take_line(struct process *process) {
    while (process->taken < process->filled) {
        char c = process->bytes[process->taken++];
        if (c == '\n') return true;
        if (process->line_length < sizeof process->line - 1)
            process->line[process->line_length++] = c ? c : '\x7f';
    }
    return false;
}

static const char *finish_line(struct process *process) {
    size_t length = process->line_length;
    if (length > 0 && process->line[length - 1] == '\r') length--;
    process->line[length] = '\0';
    process->line_length = 0;
    return process->line;
}

enum process_result process_line(struct process *process, double deadline, const char **line) {
    while (!take_line(process)) {
        enum process_result result = wait_for(process, false, deadline);
        if (result != PROCESS_OK) return result;
        process->taken = 0;
        process->filled = read_some(&process->out, process->bytes, sizeof process->bytes);
    }
    *line = finish_line(process);
    return PROCESS_OK;
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
    if (process->errors >= 0) read_errors(process);
    process->tail_length = 0;
}

/* ---- ending ---- */

/* Whether it has ended; it is left unreaped, so that its number still names its group. */
static bool has_ended(const struct process *process) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == process->pid;
}

/* What it still writes is read, lest it wait for us. */
static bool ends_within(struct process *process, double patience) {
    double deadline = clock_seconds() + patience;
    while (!has_ended(process)) {
        if (clock_seconds() >= deadline) return false;
        if (process->out >= 0 && ready_within(process, false, end_seconds))
            read_some(&process->out, process->bytes, sizeof process->bytes);
        else if (process->out < 0)
            poll(NULL, 0, 1 + (int)(end_seconds * 1000));
    }
    return true;
}

static void describe(int status, struct text *how) {
    if (WIFSIGNALED(status))
        text_add(how, "was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        text_add(how, "ended with status %d", WEXITSTATUS(status));
}

/* What a pipe may hold; no more, since a child that left the group may go on writing for ever. */
static void read_last_errors(struct process *process) {
    enum { PIPE_BYTES = 1 << 16 };
    for (size_t left = PIPE_BYTES, count = 1; process->errors >= 0 && count > 0 && left > 0;) {
        count = read_errors(process);
        left -= count < left ? count : left;
    }
}

void process_hang_up(struct process *process) {
    close_end(&process->in);
}

bool process_end(struct process *process, double patience, struct text *how) {
    int status = 0;
    process_hang_up(process);
    bool ended = ends_within(process, patience);
    kill(-process->pid, SIGKILL);
    living_change(process->pid, 0);
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) {
    }
    read_last_errors(process);
    close_end(&process->out);
    close_end(&process->errors);
    if (ended && how) describe(status, how);
    return ended;
}

void process_free(struct process *process) {
    free(process);
}
