/*
 * matches: hone match and hone tournament with engines of other programs, as a user runs them.
 */
#ifndef HONE_TESTS_TUNER_EXTERNAL_MATCHES_H
#define HONE_TESTS_TUNER_EXTERNAL_MATCHES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/sanitized.h"
#include "engine/games/games.h"
#include "tests/ends.h"
#include "tests/own_directory.h"
#include "tuner/store/games.h"
#include "tuner/tournament/series.h"

#define SWH "config/weights/swh.weights"
static char db[96], pids[96];

static inline int make_folder(void **state) {
    (void)state;
    if (own_directory_make(NULL)) return -1;
    snprintf(db, sizeof db, "%s/games.db", directory);
    snprintf(pids, sizeof pids, "%s/pids", directory);
    return 0;
}

static inline int begin_anew(void **state) {
    static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", db, endings[i]);
        unlink(path);
    }
    unlink(pids);
    return 0;
}

/* ---- a series ---- */

static struct entrants entrants;
static struct series series;
static struct stored_game *games;
static int game_count;

static inline void read_games(void) {
    struct error error;
    struct store *store = store_open(db, STORE_READ, &error);
    if (!store) fail_msg("%s", error.text);
    game_count = store_games_kept(store, &games);
    store_close(store);
}

/* All meet all. 0, or -1 with `error`. */
static inline int play_all(char *const *specs, int count, int pairs, int threads,
                           struct error *error) {
    struct series_settings settings = series_defaults(pairs);
    settings.threads = threads;
    settings.db = db;
    if (entrants_load(specs, count, NULL, &entrants, error)) return -1;
    series = (struct series){.entrants = &entrants, .settings = settings};
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) session_meet(&series.session, a, b);
    int status = series_play(&series, error);
    if (status == 0) read_games();
    return status;
}

static inline void end_series(void) {
    for (int i = 0; i < game_count; i++) store_free_game(&games[i]);
    free(games);
    games = NULL;
    game_count = 0;
    series_destroy(&series);
    entrants_destroy(&entrants);
}

static inline void play_two(const char *a, const char *b, int pairs) {
    struct error error;
    if (play_all((char *[]){(char *)(uintptr_t)a, (char *)(uintptr_t)b}, 2, pairs, 1, &error))
        fail_msg("%s", error.text);
    assert_int_equal(series.session.pairs_played, pairs);
    assert_int_equal(game_count, 2 * pairs);
}

/* "cmd:…/fake_engine gtp FAULT PIDS;protocol=gtp…" */
static inline const char *fake(const char *protocol, const char *fault, const char *more) {
    static char spec[4][512];
    static int next;
    char *out = spec[next++ % 4];
    snprintf(out, 512, "cmd:%s/tests/fake_engine %s %s %s;protocol=%s%s", BUILD_DIR, protocol,
             fault, pids, protocol, more);
    return out;
}

/* ---- what must hold afterwards ---- */

static inline int started(void) {
    FILE *file = fopen(pids, "r");
    int count = 0, pid;
    while (file && fscanf(file, "%d", &pid) == 1) count++;
    if (file) fclose(file);
    return count;
}

static inline int open_files(void) {
    int count = 0;
    for (int file = 0; file < 256; file++) count += fcntl(file, F_GETFD) >= 0;
    return count;
}

/* Whether a file is that children keep locked. */
static inline void assert_unlocked(const char *path) {
    int file = open(path, O_RDONLY);
    for (int i = 0; flock(file, LOCK_EX | LOCK_NB) != 0; i++) {
        assert_in_range(i, 0, 500);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    close(file);
}

static inline void assert_none_left(void) {
    static int files_at_first;
    if (files_at_first == 0) files_at_first = open_files();
    assert_int_equal(open_files(), files_at_first);
    FILE *file = fopen(pids, "r");
    int pid;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_non_null(file);
    while (fscanf(file, "%d", &pid) == 1)
        for (int i = 0; !is_dead(pid); i++) {
            assert_in_range(i, 0, 500);
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        }
    fclose(file);
    assert_unlocked(pids);
}

/* The game's moves are legal, and its outcome is what the rules say, or what its reason says. */
static inline void assert_true_to_the_rules(const struct stored_game *row) {
    struct state state;
    struct error error;
    struct text moves = {0};
    const struct game *game = games_find(row->game, &error);
    text_add(&moves, "%s %s", row->opening_moves, row->moves);
    if (game_parse(game, text_get(&moves), state.bytes, &error)) fail_msg("%s", error.text);
    text_free(&moves);
    bool normal = strcmp(row->reason, "normal") == 0;
    assert_int_equal(game->over(game, state.bytes), normal);
    if (!normal) return;
    int margin = game->margin(game, state.bytes);
    assert_int_equal((margin > 0) - (margin < 0), row->outcome);
}

static inline int count_reason(const char *reason) {
    int count = 0;
    for (int i = 0; i < game_count; i++) count += strcmp(games[i].reason, reason) == 0;
    return count;
}

static inline void assert_all_fair(void) {
    for (int i = 0; i < game_count; i++) assert_true_to_the_rules(&games[i]);
}

/* ---- whole series ---- */

static const struct {
    const char *name, *game;
} protocols[] = {{"gtp", "reversi"},  {"nboard", "reversi"}, {"gomocup", "gomoku"},
                 {"sau", "connect6"}, {"uci", "chess"},      {"xboard", "chess"}};

#endif
