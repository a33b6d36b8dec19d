/*
 * program: running hone-engine as a user runs it, and golden files. Include after cmocka.h.
 *
 * HONE_GOLDEN=refresh writes the golden files anew instead of comparing; review the diff.
 */
#ifndef HONE_TESTS_PROGRAM_H
#define HONE_TESTS_PROGRAM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/base/sanitized.h"
#include "tests/shell.h"

static const char program[] = BUILD_DIR "/hone-engine";

/* Golden output is of initial weights, which no run makes anew. */
static const char *champions = "HONE_CHAMPIONS=";

/* As run, after other words of the shell. */
static inline int run_after(const char *words, const char *arguments, const struct text *input,
                            struct text *out) {
    char path[] = "/tmp/hone-test-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text_get(input), input->length), input->length);
    close(file);
    struct text command = {0};
    text_add(&command, "%s %s %s %s < %s", words, champions, program, arguments, path);
    int status = shell_run(text_get(&command), out);
    unlink(path);
    text_free(&command);
    return status;
}

/* Runs the program through the shell with `input` at its standard input; its output in `out`.
 * Returns the exit status, or -1 when it was killed. */
static inline int run(const char *arguments, const struct text *input, struct text *out) {
    return run_after("", arguments, input, out);
}

static inline int run_text(const char *arguments, const char *input, struct text *out) {
    struct text bytes = {0};
    text_add(&bytes, "%s", input);
    int status = run(arguments, &bytes, out);
    text_free(&bytes);
    return status;
}

/* A search that does not end is killed, and its test fails by name; so does one that ends ill. The
 * limit is of CPU time, which a busy machine does not use up. */
static inline void run_to_its_end(const char *arguments, const struct text *input,
                                  struct text *out) {
    char limit[32];
    snprintf(limit, sizeof limit, "ulimit -t %d;", SANITIZED ? 60 : 10);
    int status = run_after(limit, arguments, input, out);
    if (status != 0) fail_msg("%s: status %d after:\n%s", arguments, status, text_get(input));
}

static inline void run_text_to_its_end(const char *arguments, const char *input, struct text *out) {
    struct text bytes = {0};
    text_add(&bytes, "%s", input);
    run_to_its_end(arguments, &bytes, out);
    text_free(&bytes);
}

static inline void compare_golden(const char *name, const struct text *actual) {
    char path[256];
    struct error error;
    struct text golden = {0};
    snprintf(path, sizeof path, "tests/golden/%s.txt", name);
    const char *mode = getenv("HONE_GOLDEN");
    if (mode && strcmp(mode, "refresh") == 0) {
        if (file_write(path, text_get(actual), &error) != 0) fail_msg("%s", error.text);
        return;
    }
    if (file_read(path, &golden, &error) != 0) fail_msg("%s", error.text);
    assert_string_equal(text_get(actual), text_get(&golden));
    text_free(&golden);
}

/* Leaves out the lines that say how long something took. */
static inline void mask_times(struct text *text) {
    struct text kept = {0};
    for (const char *line = text_get(text); *line;) {
        size_t length = strcspn(line, "\n") + 1;
        if (strncmp(line, "time ", 5) != 0) text_add_bytes(&kept, line, strnlen(line, length));
        line += strnlen(line, length);
    }
    text_free(text);
    *text = kept;
}

static inline void check_golden(const char *name, const char *arguments, const char *input) {
    struct text out = {0};
    assert_int_equal(run_text(arguments, input, &out), 0);
    mask_times(&out);
    compare_golden(name, &out);
    text_free(&out);
}

static inline void check_misuse(const char *arguments, const char *message) {
    struct text command = {0}, out = {0};
    text_add(&command, "%s 2>&1", arguments);
    int status = run_text(text_get(&command), "", &out);
    if (status != 2 || !strstr(text_get(&out), message))
        fail_msg("hone-engine %s: status %d, \"%s\"", arguments, status, text_get(&out));
    text_free(&command);
    text_free(&out);
}

#endif
