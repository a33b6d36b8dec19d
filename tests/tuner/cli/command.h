/*
 * command: the programs run as a user runs them, in a folder of the test's own.
 */
#ifndef HONE_TESTS_TUNER_CLI_COMMAND_H
#define HONE_TESTS_TUNER_CLI_COMMAND_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/heartbeat.h"
#include "engine/files/weights.h"
#include "engine/games/games.h"
#include "tests/own_directory.h"
#include "tests/shell.h"
#include "tuner/run/run.h"
#include "tuner/store/runs.h"

#define SWH "config/weights/swh.weights"
#define ROADS "config/weights/r1.weights"

/* What a command printed, both streams, and its exit status. */
static struct text output;

static int status;

static inline void hone(const char *format, ...) __attribute__((format(printf, 1, 2)));
static inline void hone(const char *format, ...) {
    char arguments[1024], command[1200];
    va_list args;
    va_start(args, format);
    vsnprintf(arguments, sizeof arguments, format, args);
    va_end(args);
    snprintf(command, sizeof command, "%s/hone %s 2>&1", BUILD_DIR, arguments);
    text_free(&output);
    status = shell_run(command, &output);
}

static inline void assert_says(const char *part) {
    if (!strstr(text_get(&output), part))
        fail_msg("\"%s\" is not in:\n%s", part, text_get(&output));
}

/* ---- export ---- */

/* A run of two generations; each has one individual, with all weights equal to its generation. */
static inline void add_generation(struct store *store, int64_t run, int number, bool champion) {
    int32_t weights[64];
    for (int i = 0; i < 64; i++) weights[i] = number;
    struct stored_player player = {.run = run,
                                   .generation = number,
                                   .evaluator = "wpc",
                                   .layout = "64",
                                   .dim = 64,
                                   .weights = weights};
    int64_t id = store_add_player(store, &player);
    struct stored_generation generation = {.generation = number,
                                           .champion = id,
                                           .openings = 5,
                                           .openings_distinct = 5,
                                           .games = 10 * number,
                                           .games_distinct = 10,
                                           .state = "",
                                           .seconds = 30,
                                           .threads = 1};
    struct metrics metrics = {0};
    store_add_generation(store, run, &generation, &metrics);
    if (champion)
        store_set_champion(store, run,
                           &(struct stored_champion){.player = id, .start = id, .openings = 5});
}

static inline void make_run(const char *path, bool champion) {
    struct error error;
    struct store *store = store_open(path, STORE_WRITE, &error);
    if (!store) fail_msg("%s", error.text);
    store_begin(store);
    struct stored_run row = {.name = "little",
                             .init = "random",
                             .game = "reversi",
                             .evaluator = "wpc",
                             .layout = "64",
                             .seed = 7,
                             .config = "game = \"reversi\"; evaluator = { name = \"wpc\"; };",
                             .program = "hone test",
                             .compiler = "c",
                             .machine = "m"};
    int64_t run = store_add_run(store, &row);
    add_generation(store, run, 1, false);
    add_generation(store, run, 2, champion);
    store_commit(store);
    store_close(store);
}

/* ---- */

static inline int make_folder(void **state) {
    char path[128];
    (void)state;
    if (own_directory_make(NULL)) return -1;
    snprintf(path, sizeof path, "%s/run.db", directory);
    make_run(path, true);
    snprintf(path, sizeof path, "%s/unfinished.db", directory);
    make_run(path, false);
    return 0;
}

static inline int remove_folder(void **state) {
    (void)state;
    text_free(&output);
    return own_directory_remove(NULL);
}

#endif
