/*
 * tiny run: a run of a few milliseconds with every stage that a run can have, in a process of its
 * own or in the test's. Include after cmocka.h.
 */
#ifndef HONE_TESTS_TINY_RUN_H
#define HONE_TESTS_TINY_RUN_H

#include <fcntl.h>
#include <signal.h>

#include "tests/runs.h"
#include "tuner/run/run.h"

static const char tiny_config[] =
    "name = \"tiny\"; seed = 3; game = \"reversi\"; threads = 1;\n"
    "evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "player = { epsilon = 0.1; tt_kib = 16; };\n"
    "progress = { every = 3; pairs = 1; };\n"
    "fitness = { pairs = 1; gauntlet = true; hall_size = 2; hall_every = 2;\n"
    "  yardsticks = [\"config/weights/swh.weights\"]; };\n"
    "optimizer = { name = \"ga\"; generations = 6; ga = { population = 4; groups = 2; }; };\n"
    "verify = { candidates = 3; racing = true; selection_pairs = 2; pairs = 3;\n"
    "  milestone_every = 3; milestone_pairs = 1; random_players = 1;\n"
    "  depths = [1]; depth_pairs = 1; };\n";

/* Tunes into directory/OUT; `begin` (may be NULL) is called when the config has been read. */
static inline enum run_end tiny_tune(const char *out, void (*begin)(void), struct error *error) {
    struct config config;
    enum run_end end = RUN_REFUSED;
    if (config_parse("tiny.cfg", tiny_config, NULL, 0, &config, error) == 0) {
        snprintf(config.output, sizeof config.output, "%s/%s", directory, out);
        if (begin) begin();
        end = run_tune(&config, NULL, error);
    }
    config_free(&config);
    return end;
}

/* The same in a process of its own; what it says goes to directory/OUT.log. Its wait
 * status: it exits with 0 when the run is finished and with 2 when that was refused. */
static inline int tiny_tune_apart(const char *out, void (*begin)(void)) {
    char log[128];
    int status;
    snprintf(log, sizeof log, "%s/%s.log", directory, out);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct error error = {""};
        /* cmocka would take what ends the run for a test's, and clean up. */
        static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS};
        for (size_t i = 0; i < COUNT_OF(fatal); i++) signal(fatal[i], SIG_DFL);
        int file = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(file, STDOUT_FILENO);
        dup2(file, STDERR_FILENO);
        enum run_end end = tiny_tune(out, begin, &error);
        if (end != RUN_FINISHED) fprintf(stderr, "refused: %s\n", error.text);
        exit(end == RUN_FINISHED ? 0 : 2);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static inline void tiny_log(const char *out, struct text *log) {
    char path[128];
    struct error error;
    snprintf(path, sizeof path, "%s/%s.log", directory, out);
    text_free(log);
    if (file_read(path, log, &error)) fail_msg("%s", error.text);
}

/* It must finish. */
static inline void tiny_finish(const char *out) {
    int status = tiny_tune_apart(out, NULL);
    struct text log = {0};
    if (status == 0) return;
    tiny_log(out, &log);
    fail_msg("%s: wait status %x: %s", out, (unsigned)status, text_get(&log));
}

#endif
