/*
 * launch: how another program is started: its words, its environment and its limits. No shell is
 * used: words are split by a shell's rules of quoting, and all else that a shell would interpret is
 * refused, so that nothing means one thing here and another there. For a shell write sh -c 'LINE'.
 */
#ifndef HONE_TUNER_EXTERNAL_LAUNCH_H
#define HONE_TUNER_EXTERNAL_LAUNCH_H

#include "engine/base/base.h"

/* Of one program and all that it starts; 0: none. */
struct launch_limits {
    int memory;    /* MiB of address space, each process */
    int cpu;       /* seconds of processor time, each process */
    int processes; /* at a time */
    int file;      /* MiB of a file that it writes */
    int output;    /* MiB on stdout between two lines that it is sent */
};

struct launch {
    char **words;       /* the program and its arguments, then NULL; owned, as is the next */
    char **environment; /* NAME=VALUE, then NULL */
    char *folder;       /* where it works; NULL: where hone does; owned */
    struct launch_limits limits;
};

/* No limit of processor time, since a program may run for a night of games; the machine's memory
 * (no limit where a sanitizer's shadow is larger); 256 processes, 1024 MiB a file, 64 MiB of
 * answer. */
struct launch_limits launch_limits_usual(void);

/* Splits a command into words, and passes on from hone's environment PATH, HOME, USER, LOGNAME,
 * SHELL, TERM, TZ, TMPDIR, LANG, LANGUAGE and LC_*. 0, or -1 and why; launch_free in either
 * case. */
int launch_parse(const char *command, struct launch *out, struct error *error);
/* One more: NAME, which hone's environment must have, or NAME=VALUE. 0, or -1 and why. */
int launch_add_variable(struct launch *launch, const char *variable, struct error *error);
void launch_free(struct launch *launch);

/* The files that it consists of, as far as its words tell: the program, found in PATH as execvp
 * finds it, and the first argument if that is a file, as for an interpreter or a jar. Writes their
 * absolute paths, without links; each is the caller's. Returns how many. */
enum { LAUNCH_FILES_MAX = 2 };
int launch_files(const struct launch *launch, char *files[LAUNCH_FILES_MAX]);

#endif
