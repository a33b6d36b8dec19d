/*
 * Only what POSIX allows in a signal handler is done before the first line is out. What follows,
 * the position, may fault again or wait for a lock: then bytes are written, or an alarm ends it.
 */
#define _XOPEN_SOURCE 700 /* sigaltstack */
#include "engine/plugin/guard.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
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

static volatile sig_atomic_t crashing; /* 1: the position is being written */

static void guard_write_position(const struct guard_call *call) {
    struct text text = {0};
    if (!call->state) return;
    guard_write("\nat the position ");
    alarm(POSITION_SECONDS);
    crashing = 1;
    call->game->position_format(call->game, call->state, &text);
    crashing = 0;
    alarm(0);
    guard_write(text_get(&text));
}

static void guard_restore(int number) {
    for (size_t i = 0; i < COUNT_OF(signals); i++)
        if (signals[i] == number) sigaction(number, &before[i], NULL);
}

/* The handler before this one is called next: returning repeats what failed. */
static void guard_crashed(int number) {
    struct guard_call *call = guard_mine;
    guard_restore(number);
    if (!call || !call->plugin) return;
    const char *plugin = call->plugin;
    if (crashing) {
        guard_write_bytes(call->state, call->game->state_size);
    } else {
        const char *word = "";
        for (size_t i = 0; i < COUNT_OF(signals); i++)
            if (signals[i] == number) word = signal_words[i];
        guard_write_what(plugin, call->function, "crashed: ");
        guard_write(word);
        if (number != SIGABRT)
            sigaction(number,
                      &(struct sigaction){.sa_handler = guard_crashed,
                                          .sa_flags = SA_ONSTACK | SA_NODEFER},
                      NULL);
        guard_write_position(call);
        guard_restore(number);
    }
    guard_write_advice(plugin);
    call->plugin = NULL;
    raise(number);
}

/* ---- calls that do not end ---- */

struct guard_look {
    uint64_t count;
    int seen;
};

/* In slices of its own, so that a machine that slept is not a call that hangs. */
static bool guard_hangs(const struct guard_call *call, struct guard_look *look) {
    bool same = call->plugin && call->count == look->count;
    look->count = call->count;
    look->seen = same ? look->seen + 1 : 0;
    return look->seen >= LOOKS;
}

static void *guard_watch(void *unused) {
    static struct guard_look looks[CALLS_MAX];
    (void)unused;
    for (;;) {
        nanosleep(&(struct timespec){.tv_sec = GUARD_SECONDS / LOOKS}, NULL);
        for (int i = 0; i < call_count; i++)
            if (guard_hangs(&calls[i], &looks[i]))
                guard_fail(calls[i].plugin, calls[i].function, calls[i].game, calls[i].state,
                           "did not come back within %d seconds", GUARD_SECONDS);
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

void guard_list(void) {
    pthread_mutex_lock(&lock);
    guard_mine = &calls[call_count < CALLS_MAX ? call_count++ : CALLS_MAX - 1];
    pthread_mutex_unlock(&lock);
    sigaltstack(&(stack_t){.ss_sp = xmalloc(STACK_SIZE), .ss_size = STACK_SIZE}, NULL);
}

void guard_install(void) {
    static bool installed;
    if (installed) return;
    installed = true;
    const struct sigaction action = {.sa_handler = guard_crashed,
                                     .sa_flags = SA_ONSTACK | SA_NODEFER};
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
