/*
 * ends: the ways in which a program ends against its will, and whether a process has ended.
 */
#ifndef HONE_TESTS_ENDS_H
#define HONE_TESTS_ENDS_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/base.h"
#include "engine/base/progress.h"

static inline void end_by_exit(void) {
    exit(1);
}

static inline void end_by_dying(void) {
    die("not by choice");
}

static inline void end_by_impatience(void) {
    interrupt_install();
    for (;;) raise(SIGHUP);
}

/* Gone, or dead and not reaped yet. */
static inline bool is_dead(int pid) {
    char path[64], line[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file) return true;
    bool read = fgets(line, sizeof line, file);
    fclose(file);
    const char *state = strrchr(line, ')');
    return !read || (state && state[2] == 'Z');
}

#endif
