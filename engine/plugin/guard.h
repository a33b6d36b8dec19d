/*
 * guard: tracks the plug-in and the position of each thread. It reports a crash, a call that does
 * not end, or an answer that differs the second time with the plug-in's name, the position, and
 * what to do.
 *
 * It catches what ends in a signal while the plug-in's code runs (SIGSEGV, SIGBUS, SIGFPE, SIGILL,
 * SIGABRT), stack overflows too, and a call of more than GUARD_SECONDS. It does not catch memory of
 * hone's that a plug-in overwrites without a signal: `hone plugin check` and the address sanitizer
 * are for that. The position is written as well as can be after a crash: as text where the game's
 * writer still works, else as bytes.
 */
#ifndef HONE_ENGINE_PLUGIN_GUARD_H
#define HONE_ENGINE_PLUGIN_GUARD_H

#include "engine/game/game.h"

enum { GUARD_SECONDS = 30, GUARD_SAMPLE = 4096 };

/* What a thread is doing. `plugin` is set while the plug-in's code runs. */
struct guard_call {
    const char *volatile plugin; /* the file's name */
    const char *function;
    const struct game *game;
    const void *state; /* NULL: no position is concerned */
    uint64_t count;    /* of calls that came back */
};
extern _Thread_local struct guard_call *guard_mine;

/* Begins to watch; called whenever a plug-in was loaded. */
void guard_install(void);
/* Replaces GUARD_SECONDS, before the first library is loaded; for tests. */
void guard_set_seconds(int seconds);
/* Whether messages say what to do next; by default they do. */
void guard_advise(bool advise);
/* Gives this thread its place. */
void guard_list(void);

static inline void guard_enter(const char *plugin, const char *function, const struct game *game,
                               const void *state) {
    if (!guard_mine) guard_list();
    guard_mine->function = function;
    guard_mine->game = game;
    guard_mine->state = state;
    guard_mine->plugin = plugin;
}

/* True now and then: then the caller asks for the answer again and compares. */
static inline bool guard_leave(void) {
    guard_mine->plugin = NULL;
    return ++guard_mine->count % GUARD_SAMPLE == 0;
}

/* Ends the program: the plug-in's function broke the contract, as `format` says, at a position. */
_Noreturn void guard_fail(const char *plugin, const char *function, const struct game *game,
                          const void *state, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
