/* shell: a command line as a user types it. Include after cmocka.h. */
#ifndef HONE_TESTS_SHELL_H
#define HONE_TESTS_SHELL_H

#include <stdio.h>
#include <sys/wait.h>

#include "engine/base/base.h"

/* Runs it; what it prints is added to `out`. Its exit status, or -1 when it was killed. */
static inline int shell_run(const char *command, struct text *out) {
    char block[4096];
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    for (size_t got; (got = fread(block, 1, sizeof block, pipe)) > 0;)
        text_add_bytes(out, block, got);
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#endif
