/*
 * Databases that earlier versions of the program wrote, as a user meets them: they open, report,
 * replay to the same counts, export the same weights. v1-run.db is a finished run with a centroid
 * for champion, yardsticks of both kinds, milestones and two random players; v1-games.db has games
 * with external engines, one of which crashed. v3-run.db is a finished run of version 3, which
 * kept weight files and did not know more manners of play than one; v3-stopped.db one that was left
 * after 4 of its 100 generations; v3-games.db has a series that does not say on which terms it was
 * played. v4-run.db and v4-games.db are of version 4, the run in two manners of play, v5-run.db and
 * v5-games.db of version 5, the run's champion measured at another depth too. v6-run.db is of
 * version 6, which had checksums and knew no studies. v7-games.db is of version 7, whose games all
 * began at the start; v8-games.db of version 8, in which engines' scores ended no game;
 * v9-engine.db of version 9, whose champion was measured at one limit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/files/weights.h"
#include "tests/own_directory.h"
#include "tests/shell.h"
#include "tuner/store/runs.h"

#define FOLDER "tests/tuner/store/"

enum {
    TRAINING_MEETINGS = 168,
    MEETINGS = 210,
    MEETINGS_OF_VERSION_3 = 41,
    MEETINGS_OF_VERSION_4 = 19,
    MEETINGS_OF_VERSION_5 = 28,
    REPLAYED = 3, /* every third, and fewer of training */
    GAMES = 6
};

/* ---- the program ---- */

static int shell(struct text *out, const char *program, const char *arguments) {
    char command[700];
    snprintf(command, sizeof command, "%s %s 2>&1", program, arguments);
    text_free(out);
    return shell_run(command, out);
}

/* Runs `hone` with these arguments; its status, and what it printed. */
static int hone(struct text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int hone(struct text *out, const char *format, ...) {
    char arguments[512];
    va_list args;
    va_start(args, format);
    vsnprintf(arguments, sizeof arguments, format, args);
    va_end(args);
    return shell(out, BUILD_DIR "/hone", arguments);
}

static void assert_says(const struct text *out, const char *what) {
    if (!strstr(text_get(out), what)) fail_msg("'%s' is not in: %s", what, text_get(out));
}

static void copy(const char *from, const char *to) {
    char command[256];
    snprintf(command, sizeof command, "cp " FOLDER "%s %s/%s", from, directory, to);
    assert_int_equal(system(command), 0);
}

static int make_copies(void **state) {
    (void)state;
    if (own_directory_make(NULL)) return -1;
    copy("v1-run.db", "run.db");
    copy("v1-games.db", "games.db");
    return 0;
}

/* ---- tests ---- */

/* "0 candidate 47, …" */
static void describe_seats(struct store *store, enum stage stage, struct text *out) {
    static const char *const roles[] = {
        [ROLE_START] = "start",         [ROLE_HALL] = "hall",
        [ROLE_YARDSTICK] = "yardstick", [ROLE_RANDOM] = "random",
        [ROLE_CANDIDATE] = "candidate", [ROLE_CHAMPION] = "champion",
        [ROLE_MILESTONE] = "milestone"};
    struct stored_seat *seats;
    int count = store_seats(store, 1, stage, &seats);
    text_free(out);
    for (int i = 0; i < count; i++)
        text_add(out, "%s%d %s %d", i ? ", " : "", seats[i].place, roles[seats[i].role],
                 (int)seats[i].player);
    free(seats);
}

static void assert_seats(struct store *store) {
    struct text seats = {0};
    describe_seats(store, STAGE_SELECT, &seats);
    assert_string_equal(text_get(&seats), "0 candidate 47, 1 candidate 43, 2 candidate 34, "
                                          "3 candidate 54, 4 start 6, 5 yardstick 1");
    describe_seats(store, STAGE_VERIFY, &seats);
    assert_string_equal(text_get(&seats), "0 champion 54, 1 candidate 47, 2 candidate 43, "
                                          "3 candidate 34, 4 start 6, 5 yardstick 1, "
                                          "6 yardstick 2, 7 yardstick 3, 8 yardstick 4, "
                                          "9 yardstick 5");
    describe_seats(store, STAGE_MILESTONE, &seats);
    assert_string_equal(text_get(&seats), "0 milestone 15, 1 milestone 34, 2 milestone 47, "
                                          "3 random 55, 4 random 56, 5 yardstick 2, "
                                          "6 yardstick 1, 7 yardstick 3, 8 yardstick 4, "
                                          "9 yardstick 5");
    text_free(&seats);
}

/* By a reader in memory, by a writer in the file. */
static void an_old_run_gets_what_version_2_knows(void **state) {
    (void)state;
    char path[96], command[256];
    snprintf(path, sizeof path, "%s/run.db", directory);
    snprintf(command, sizeof command, "cmp " FOLDER "v1-run.db %s", path);
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++) {
        struct error error;
        struct stored_run *runs;
        struct store *store = store_open(path, (enum store_mode)mode, &error);
        if (!store) fail_msg("%s", error.text);
        assert_int_equal(store_runs(store, &runs), 1);
        assert_true(runs->evaluator_schema == 1 && runs->mixing == 1);
        assert_string_equal(runs->init, "random");
        assert_seats(store);
        store_free_runs(runs, 1);
        store_close(store);
        if (mode == STORE_READ) assert_int_equal(system(command), 0);
    }
    struct text out = {0};
    assert_int_equal(hone(&out, "report %s", directory), 0);
    text_free(&out);
    copy("v1-run.db", "run.db");
}

static void an_old_run_reports(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(hone(&out, "report %s", directory), 0);
    assert_says(&out, "Champion: centroid\n");
    assert_says(&out, "\nThe champion's weights, wpc 10\n\n        a      b      c ");
    assert_says(&out, "+34.9 +/- 79.8 Elo against the start\n      (random weights), 40 games");
    assert_says(&out, "against 4 yardsticks: 0.1594 +/- 0.1262 points a game");
    assert_says(&out, "0.5050  (best of several");
    assert_says(&out, "random 2");
    assert_says(&out, "The champion of generation 6 against the yardsticks");
    assert_int_equal(hone(&out, "status %s", directory), 0);
    assert_says(&out, "finished");
    text_free(&out);
}

/* Each fourth of training's, and all others. */
static void meetings_of_an_old_run_replay(void **state) {
    (void)state;
    struct text out = {0};
    for (int meeting = 1; meeting <= MEETINGS;
         meeting += meeting < TRAINING_MEETINGS ? 4 * REPLAYED : REPLAYED) {
        assert_int_equal(hone(&out, "replay %s %d", directory, meeting), 0);
        assert_says(&out, "as stored");
    }
    text_free(&out);
}

static void an_old_run_exports_the_same_weights(void **state) {
    (void)state;
    struct text out = {0};
    struct weights then, now;
    struct error error;
    assert_int_equal(weights_load(FOLDER "v1-champion.weights", &then, &error), 0);
    assert_int_equal(hone(&out, "export %s -o -", directory), 0);
    if (weights_parse("export", text_get(&out), &now, &error)) fail_msg("%s", error.text);
    assert_ptr_equal(now.evaluator, then.evaluator);
    assert_memory_equal(now.values, then.values,
                        (size_t)then.evaluator->param_count * sizeof *then.values);
    const char *error_begins = strstr(then.provenance.verified, "+/-"); /* computed anew */
    assert_memory_equal(now.provenance.verified, then.provenance.verified,
                        (size_t)(error_begins - then.provenance.verified));
    assert_string_equal(now.provenance.player, "depth=0"); /* which the database knows */
    weights_free(&then);
    weights_free(&now);
    text_free(&out);
}

static void every_old_game_is_shown(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(hone(&out, "replay %s/games.db", directory), 0);
    assert_says(&out, "hone-engine");
    assert_says(&out, "crash");
    for (int game = 1; game <= GAMES; game++)
        assert_int_equal(hone(&out, "replay %s/games.db %d --boards", directory, game), 0);
    assert_says(&out, "about to crash at answer 40");
    text_free(&out);
}

/* Counts of meetings are all that version 4 knows of more than one manner of play. */
static void a_run_of_version_3_reports_and_replays(void **state) {
    (void)state;
    struct text out = {0};
    copy("v3-run.db", "v3.db");
    assert_int_equal(hone(&out, "report %s/v3.db", directory), 0);
    assert_says(&out, "-29.0 +/- 115.8 Elo against the start\n      (random weights), 12 games");
    for (int meeting = 1; meeting <= MEETINGS_OF_VERSION_3; meeting += REPLAYED) {
        assert_int_equal(hone(&out, "replay %s/v3.db %d", directory, meeting), 0);
        assert_says(&out, "as stored");
    }
    text_free(&out);
}

/* A match like that of version 3, without its pairs, begins anew. */
static void an_old_series_does_not_go_on(void **state) {
    (void)state;
    struct text out = {0};
    copy("v3-games.db", "series.db");
    assert_int_equal(hone(&out,
                          "match config/weights/swh.weights 'cmd:" BUILD_DIR
                          "/tests/fake_engine gtp;protocol=gtp;name=engine' -n 2 --opening-plies 6"
                          " -t 1 --db %s/series.db",
                          directory),
                     0);
    assert_null(strstr(text_get(&out), "going on"));
    assert_says(&out, "; 4 are kept");
    assert_int_equal(hone(&out, "replay %s/series.db", directory), 0);
    assert_says(&out, "     8      2  ");
    text_free(&out);
}

/* Tables and columns, whatever their order. */
static void describe_tables(const char *path, struct text *out) {
    static const char sql[] =
        "SELECT t.name || '.' || c.name || ' ' || c.type || ' ' || (c.\"notnull\" OR c.pk) || ' ' "
        "|| c.pk"
        " || ' ' || ifnull(c.dflt_value, '') FROM sqlite_schema t, pragma_table_info(t.name) c"
        " WHERE t.type = 'table' UNION ALL SELECT name FROM sqlite_schema WHERE type = 'index'"
        " ORDER BY 1";
    sqlite3 *db;
    sqlite3_stmt *rows;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &rows, NULL), SQLITE_OK);
    while (sqlite3_step(rows) == SQLITE_ROW)
        text_add(out, "%s\n", (const char *)sqlite3_column_text(rows, 0));
    sqlite3_finalize(rows);
    sqlite3_close(db);
}

static void a_migrated_database_has_the_tables_of_a_new_one(void **state) {
    (void)state;
    const char *const names[] = {
        "new.db",        "migrated.db", "migrated-games.db", "migrated-3.db", "v3-games.db",
        "migrated-4.db", "v4-games.db", "migrated-5.db",     "v5-games.db",   "migrated-6.db",
        "v7-games.db",   "v8-games.db", "v9-engine.db"};
    struct text tables[COUNT_OF(names)] = {{0}};
    copy("v1-run.db", "migrated.db");
    copy("v1-games.db", "migrated-games.db");
    copy("v3-run.db", "migrated-3.db");
    copy("v3-games.db", "v3-games.db");
    copy("v4-run.db", "migrated-4.db");
    copy("v4-games.db", "v4-games.db");
    copy("v5-run.db", "migrated-5.db");
    copy("v5-games.db", "v5-games.db");
    copy("v6-run.db", "migrated-6.db");
    copy("v7-games.db", "v7-games.db");
    copy("v8-games.db", "v8-games.db");
    copy("v9-engine.db", "v9-engine.db");
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char path[96];
        struct error error;
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        store_close(store_open(path, STORE_WRITE, &error));
        describe_tables(path, &tables[i]);
        assert_non_null(strstr(text_get(&tables[i]), "seats.role TEXT 1 4 \n"));
        assert_string_equal(text_get(&tables[i]), text_get(&tables[0]));
    }
    for (size_t i = 0; i < COUNT_OF(names); i++) text_free(&tables[i]);
}

/* Stages that came later have rows there too. */
static void migrated_tables_take_rows_of_every_stage(void **state) {
    (void)state;
    const char *const files[] = {"v1-run.db", "v3-stopped.db", "v4-run.db",
                                 "v5-run.db", "v6-run.db",     "v9-engine.db"};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        char path[96];
        struct error error = {""};
        snprintf(path, sizeof path, "%s/taking.db", directory);
        copy(files[i], "taking.db");
        struct store *store = store_open(path, STORE_WRITE, &error);
        if (!store) fail_msg("%s", error.text);
        store_soften(store, &error);
        store_begin(store);
        for (enum stage stage = STAGE_SELECT; stage < STAGE_SERIES; stage++) {
            store_add_seat(store, 1, &(struct stored_seat){stage, 99, 1, ROLE_START});
            store_add_stage_timing(store, 1, stage, 99, 1);
            store_add_meeting(store, &(struct stored_meeting){.run = 1,
                                                              .stage = stage,
                                                              .a = 1,
                                                              .b = 2,
                                                              .pairs = 1,
                                                              .counts = {{0, 0, 1, 0, 0}},
                                                              .first = {.won = 1},
                                                              .second = {.lost = 1}});
        }
        store_commit(store);
        if (store_harden(store)) fail_msg("%s: %s", files[i], error.text);
        store_close(store);
    }
}

/* Games may end in ways there that its version did not know. */
static void migrated_tables_take_games_of_every_end(void **state) {
    (void)state;
    struct text out = {0};
    copy("v8-games.db", "taking-games.db");
    assert_int_equal(hone(&out,
                          "match --db %s/taking-games.db --pairs 1 --plies-max 20 'cmd:" BUILD_DIR
                          "/tests/tunable_engine uci;protocol=uci;draw=0/1/0;name=a' "
                          "'cmd:" BUILD_DIR
                          "/tests/tunable_engine uci;protocol=uci;draw=0/1/0;name=b'",
                          directory),
                     0);
    assert_says(&out, "2 of 2 games were adjudicated, by both engines' scores");
    assert_null(strstr(text_get(&out), "NOT kept"));
    text_free(&out);
}

/* It was begun without measuring its strength over time, and ends so. */
static void a_stopped_run_of_version_3_goes_on(void **state) {
    (void)state;
    struct text out = {0};
    char command[256];
    snprintf(command, sizeof command, "mkdir %s/stopped", directory);
    assert_int_equal(system(command), 0);
    copy("v3-stopped.db", "stopped/run.db");
    assert_int_equal(hone(&out, "status %s/stopped", directory), 0);
    assert_says(&out, "generation 4 of 100\n");
    assert_int_equal(hone(&out, "tune %s/stopped", directory), 0);
    assert_says(&out, "  100 generations, 800 training games");
    assert_int_equal(hone(&out, "report %s/stopped --curve", directory), 0);
    assert_string_equal(text_get(&out), "no milestones yet\n");
    text_free(&out);
}

/* Version 4 knew a champion at the depths alone that it was tuned at. */
static void a_run_of_version_4_goes_on_as_it_was_begun(void **state) {
    (void)state;
    struct text out = {0};
    char path[96];
    snprintf(path, sizeof path, "%s/v4", directory);
    assert_int_equal(mkdir(path, 0700), 0);
    copy("v4-run.db", "v4/run.db");
    assert_int_equal(hone(&out, "report %s", path), 0);
    assert_says(&out, "+79.5 +/- 76.8 Elo against the start");
    for (int meeting = 1; meeting <= MEETINGS_OF_VERSION_4; meeting += REPLAYED) {
        assert_int_equal(hone(&out, "replay %s %d", path, meeting), 0);
        assert_says(&out, "as stored");
    }
    assert_int_equal(hone(&out, "tune %s --generations 6", path), 0);
    assert_says(&out, "6 generations, 48 training games");
    assert_null(strstr(text_get(&out), "Strength against depth"));
    text_free(&out);
}

/* Version 5 kept no checksums. */
static void a_run_of_version_5_goes_on_as_it_was_begun(void **state) {
    (void)state;
    struct text out = {0};
    char path[96];
    snprintf(path, sizeof path, "%s/v5", directory);
    assert_int_equal(mkdir(path, 0700), 0);
    copy("v5-run.db", "v5/run.db");
    assert_int_equal(hone(&out, "report %s", path), 0);
    assert_says(&out, "Strength against depth");
    for (int meeting = 1; meeting <= MEETINGS_OF_VERSION_5; meeting += REPLAYED) {
        assert_int_equal(hone(&out, "replay %s %d", path, meeting), 0);
        assert_says(&out, "as stored");
    }
    assert_int_equal(hone(&out, "tune %s --generations 6", path), 0);
    assert_says(&out, "6 generations, 48 training games");
    text_free(&out);
}

/* Its bounds clamp, and its steps at them were others. */
static void a_run_of_version_6_is_read_but_does_not_go_on(void **state) {
    (void)state;
    struct text out = {0};
    char path[96];
    snprintf(path, sizeof path, "%s/v6", directory);
    assert_int_equal(mkdir(path, 0700), 0);
    copy("v6-run.db", "v6/run.db");
    assert_int_equal(hone(&out, "doctor %s", path), 0);
    assert_says(&out, "healthy\nplayed again: 20 of 20 meetings");
    assert_int_equal(hone(&out, "report %s", path), 0);
    assert_int_equal(hone(&out, "tune %s --generations 6", path), 2);
    assert_says(&out, "would give other rows and does not go on with it");
    text_free(&out);
}

/* All rows of all tables. */
static void describe_rows(const char *path, struct text *out) {
    sqlite3 *db;
    sqlite3_stmt *tables, *rows;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT 'SELECT * FROM ' || name FROM sqlite_schema WHERE"
                                        " type = 'table' ORDER BY name",
                                        -1, &tables, NULL),
                     SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(tables, 0);
        text_add(out, "%s\n", sql);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &rows, NULL), SQLITE_OK);
        while (sqlite3_step(rows) == SQLITE_ROW)
            for (int i = 0; i < sqlite3_column_count(rows); i++)
                text_add(out, "%s|", (const char *)sqlite3_column_text(rows, i));
        sqlite3_finalize(rows);
    }
    sqlite3_finalize(tables);
    sqlite3_close(db);
}

/* Migrates it in a process that the kernel kills where a file of it would exceed so many bytes;
 * whether it did. */
static bool killed_while_it_migrates(const char *path, rlim_t bytes) {
    int status;
    struct error error;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_DFL);
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){bytes, bytes});
        store_close(store_open(path, STORE_WRITE, &error));
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status);
}

/* The next reader sees the old run or the migrated one, and goes on to the same rows. */
static void a_migration_that_is_killed_midway_comes_again(void **state) {
    (void)state;
    static const char *const files[] = {"v1-run.db", "v3-run.db",   "v4-games.db", "v5-run.db",
                                        "v6-run.db", "v7-games.db", "v8-games.db", "v9-engine.db"};
    char path[96];
    struct error error = {""};
    int killed = 0;
    snprintf(path, sizeof path, "%s/killed.db", directory);
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        struct text wanted = {0};
        copy(files[i], "killed.db");
        store_close(store_open(path, STORE_WRITE, &error));
        describe_rows(path, &wanted);
        for (rlim_t bytes = 1000; bytes < 140000; bytes += 26000) {
            struct text rows = {0};
            copy(files[i], "killed.db");
            killed += killed_while_it_migrates(path, bytes);
            for (int mode = STORE_READ; mode <= STORE_WRITE; mode++) {
                struct store *store = store_open(path, (enum store_mode)mode, &error);
                if (!store) fail_msg("%s, %d bytes: %s", files[i], (int)bytes, error.text);
                store_close(store);
            }
            describe_rows(path, &rows);
            assert_string_equal(text_get(&rows), text_get(&wanted));
            text_free(&rows);
        }
        text_free(&wanted);
    }
    assert_true(killed > 10);
}

/* Version 3 knew no other end of a run than its length. */
static void a_run_of_version_3_can_be_made_longer(void **state) {
    (void)state;
    struct text out = {0};
    char path[96];
    snprintf(path, sizeof path, "%s/v3", directory);
    assert_int_equal(mkdir(path, 0700), 0);
    copy("v3-run.db", "v3/run.db");
    assert_int_equal(hone(&out, "tune %s --generations 6", path), 0);
    assert_says(&out, "6 generations, 216 training games");
    text_free(&out);
}

/* A report needs no room: as old as it was written, and brought up to date. (clang's OpenMP library
 * alone begins with a file of a KiB.) */
static void a_full_disk_is_no_obstacle_to_looking(void **state) {
    (void)state;
    static const char *const commands[] = {"report %s/%s", "export %s/%s -o -", "status %s/%s",
                                           "replay %s/%s 200"};
    static const char *const runs[] = {"run.db", "migrated.db"};
    struct text out = {0};
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        for (size_t j = 0; j < COUNT_OF(runs); j++) {
            char arguments[128];
            snprintf(arguments, sizeof arguments, commands[i], directory, runs[j]);
            text_free(&out);
            int status = shell(&out, "trap '' XFSZ; ulimit -f 2; " BUILD_DIR "/hone", arguments);
            if (status != 0) fail_msg("hone %s: %s", arguments, text_get(&out));
        }
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_old_run_gets_what_version_2_knows),
        cmocka_unit_test(an_old_run_reports),
        cmocka_unit_test(meetings_of_an_old_run_replay),
        cmocka_unit_test(an_old_run_exports_the_same_weights),
        cmocka_unit_test(every_old_game_is_shown),
        cmocka_unit_test(a_run_of_version_3_reports_and_replays),
        cmocka_unit_test(an_old_series_does_not_go_on),
        cmocka_unit_test(a_migrated_database_has_the_tables_of_a_new_one),
        cmocka_unit_test(migrated_tables_take_rows_of_every_stage),
        cmocka_unit_test(migrated_tables_take_games_of_every_end),
        cmocka_unit_test(a_stopped_run_of_version_3_goes_on),
        cmocka_unit_test(a_run_of_version_3_can_be_made_longer),
        cmocka_unit_test(a_run_of_version_4_goes_on_as_it_was_begun),
        cmocka_unit_test(a_run_of_version_5_goes_on_as_it_was_begun),
        cmocka_unit_test(a_run_of_version_6_is_read_but_does_not_go_on),
        cmocka_unit_test(a_migration_that_is_killed_midway_comes_again),
        cmocka_unit_test(a_full_disk_is_no_obstacle_to_looking),
    };
    return cmocka_run_group_tests(tests, make_copies, own_directory_remove);
}
