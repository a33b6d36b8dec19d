/*
 * system: what WebAssembly's C library lacks of POSIX and the engine names: paths, locks of files,
 * signals and the size of a terminal. Nothing in a browser calls them. The build puts this before
 * each source (-include), so that the engine's files are the same everywhere.
 */
#ifndef HONE_ENGINE_WEB_SYSTEM_H
#define HONE_ENGINE_WEB_SYSTEM_H

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>

char *realpath(const char *path, char *resolved);

/* Tuning alone plays whole batches of games: the page is built without these. */
struct evaluator;
struct bout;
struct record;
typedef void web_play_batch(const struct evaluator *evaluator, const struct bout *bouts, int count,
                            struct record *records);
extern web_play_batch roads_play_batch_portable __attribute__((weak));
extern web_play_batch wpc_play_batch_portable __attribute__((weak));

enum { F_WRLCK = 1, F_SETLKW = 7, SA_RESTART = 0, TIOCGWINSZ = 0x5413 };

struct winsize {
    unsigned short ws_row, ws_col;
};

struct sigaction {
    void (*sa_handler)(int number);
    int sa_mask, sa_flags;
};

static inline int web_sigaction(int number, const struct sigaction *action, struct sigaction *old) {
    (void)number;
    (void)action;
    if (old) *old = (struct sigaction){0};
    return -1;
}
#define sigaction(number, action, old) web_sigaction(number, action, old)
#define sigemptyset(set) (*(set) = 0)

#endif
