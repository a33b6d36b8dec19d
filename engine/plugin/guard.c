/*
 * Only what POSIX allows in a signal handler is done before the first line is out. What follows,
 * the position, may fault again or wait for a lock: then bytes are written, or an alarm ends it.
 */
#define _XOPEN_SOURCE 700 /* sigaltstack */
#include "engine/plugin/guard.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/options.h"
#include "engine/base/shown.h"

enum { CALLS_MAX = 512, STACK_SIZE = 1 << 16, POSITION_SECONDS = 3, LOOKS = 3 };

static struct guard_call calls[CALLS_MAX];
static int call_count;
_Thread_local struct guard_call *guard_mine;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
static const char *const signal_words[] = {"invalid memory access", "invalid memory access",
                                           "division by zero or the like", "invalid instruction",
                                           "abort"};
static struct sigaction before[COUNT_OF(signals)];

/* ---- words from a signal handler ---- */

static void guard_write(const char *words) {
    ssize_t ignored = write(STDERR_FILENO, words, strlen(words));
    (void)ignored;
}

static void guard_write_bytes(const unsigned char *bytes, size_t count) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        char two[3] = {digits[bytes[i] >> 4], digits[bytes[i] & 15], '\0'};
        guard_write(two);
    }
}

static void guard_write_what(const char *plugin, const char *function, const char *what) {
    guard_write("hone: plug-in ");
    guard_write(plugin);
    guard_write(": ");
    guard_write(function);
    guard_write("() ");
    guard_write(what);
}

static bool advising = true;

void guard_advise(bool advise) {
    advising = advise;
}

static void guard_write_advice(const char *plugin) {
    if (!advising) {
        guard_write("\n");
        return;
    }
    guard_write("\nWhat was finished is kept. `hone plugin check ");
    guard_write(plugin);
    guard_write("` looks closer; a run goes on with the mended library by --adopt.\n");
}

/* ---- crashes ---- */

/* The first thread that has something to report ends the program; others wait for that. */
static atomic_flag reported = ATOMIC_FLAG_INIT;

static void guard_report_alone(void) {
    while (atomic_flag_test_and_set(&reported)) pause();
}

static _Thread_local volatile sig_atomic_t writing_position;

static void guard_write_position(const struct guard_call *call) {
    struct text text = {0};
    if (!call->state) return;
    guard_write("\nat the position ");
    alarm(POSITION_SECONDS);
    writing_position = 1;
    call->game->position_format(call->game, call->state, &text);
    writing_position = 0;
    alarm(0);
    guard_write(text_get(&text));
}

static size_t guard_signal(int number) {
    size_t i = 0;
    while (i + 1 < COUNT_OF(signals) && signals[i] != number) i++;
    return i;
}

/* The handler before this one is next: a fault comes again when this returns, a signal that was
 * sent is sent again. */
static void guard_pass_on(int number, const siginfo_t *info) {
    sigaction(number, &before[guard_signal(number)], NULL);
    if (info->si_code <= 0) raise(number);
}

static void guard_crashed(int number, siginfo_t *info, void *context) {
    struct guard_call *call = guard_mine;
    (void)context;
    if (!call || !call->plugin) {
        guard_pass_on(number, info);
        return;
    }
    const char *plugin = call->plugin;
    if (writing_position) {
        guard_write_bytes(call->state, call->game->state_size);
    } else {
        guard_report_alone();
        guard_write_what(plugin, call->function, "crashed: ");
        guard_write(signal_words[guard_signal(number)]);
        guard_write_position(call);
    }
    guard_write_advice(plugin);
    call->plugin = NULL;
    guard_pass_on(number, info);
}

/* ---- calls that do not end ---- */

static int guard_seconds = GUARD_SECONDS;

void guard_set_seconds(int seconds) {
    guard_seconds = seconds;
}

struct guard_look {
    uint64_t count;
    int seen;
};

/* In slices of its own, so that a machine that slept is not a call that hangs. */
static bool guard_hangs(const struct guard_call *call, struct guard_look *look) {
    bool same = call->plugin && call->count == look->count;
    look->count = call->count;
    look->seen = same ? look->seen + 1 : 0;
    return look->seen > LOOKS;
}

static void *guard_watch(void *unused) {
    static struct guard_look looks[CALLS_MAX];
    (void)unused;
    for (;;) {
        nanosleep(&(struct timespec){.tv_sec = guard_seconds / LOOKS}, NULL);
        for (int i = 0; i < call_count; i++) {
            const struct guard_call call = calls[i];
            if (guard_hangs(&call, &looks[i]) && calls[i].count == call.count && calls[i].plugin)
                guard_fail(call.plugin, call.function, call.game, call.state,
                           "did not come back within %d seconds", guard_seconds);
        }
    }
    return NULL;
}

static void guard_watch_begin(void) {
    pthread_t thread;
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old); /* Ctrl-C is for the others */
    if (pthread_create(&thread, NULL, guard_watch, NULL) == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

/* ---- the module's functions ---- */

/* The address sanitizer has given each thread a stack of its own, and wants to take it back. */
static void guard_stack(void) {
    stack_t there;
    if (sigaltstack(NULL, &there) == 0 && !(there.ss_flags & SS_DISABLE)) return;
    sigaltstack(&(stack_t){.ss_sp = xmalloc(STACK_SIZE), .ss_size = STACK_SIZE}, NULL);
}

void guard_list(void) {
    pthread_mutex_lock(&lock);
    guard_mine = &calls[call_count < CALLS_MAX ? call_count++ : CALLS_MAX - 1];
    pthread_mutex_unlock(&lock);
    guard_stack();
}

void guard_install(void) {
    static bool installed;
    if (installed) return;
    installed = true;
    const struct sigaction action = {.sa_sigaction = guard_crashed,
                                     .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    for (size_t i = 0; i < COUNT_OF(signals); i++) sigaction(signals[i], &action, &before[i]);
    guard_watch_begin();
}

void guard_fail(const char *plugin, const char *function, const struct game *game,
                const void *state, const char *format, ...) {
    struct text what = {0}, position = {0};
    va_list list;
    va_start(list, format);
    text_add_list(&what, format, list);
    va_end(list);
    if (guard_mine) guard_mine->plugin = NULL;
    guard_report_alone();
    if (state) game->position_format(game, state, &position);
    text_make_harmless(what.data, "");
    fflush(stdout);
    guard_write_what(plugin, function, text_get(&what));
    if (state) {
        guard_write("\nat the position ");
        guard_write(text_get(&position));
    }
    guard_write_advice(plugin);
    _exit(1);
}
