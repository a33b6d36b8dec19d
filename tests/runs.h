/*
 * runs: runs as a user has them: the program in a directory of the test's own, and what is in their
 * databases. Include after cmocka.h.
 */
#ifndef HONE_TESTS_RUNS_H
#define HONE_TESTS_RUNS_H

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "tests/checksums.h"
#include "tests/own_directory.h"
#include "tests/shell.h"

static char program[600]; /* BUILD_DIR/hone, from anywhere */

static inline int runs_make_directory(void **context) {
    char here[512];
    (void)context;
    if (!getcwd(here, sizeof here) || own_directory_make(NULL)) return -1;
    snprintf(program, sizeof program, "%s/%s/hone", here, BUILD_DIR);
    return 0;
}

/* Runs a command line in the directory; its exit status, its output in `out`. */
static inline int shell_line(const char *line, struct text *out) {
    char command[2400];
    snprintf(command, sizeof command, "cd '%s' && %s 2>&1", directory, line);
    return shell_run(command, out);
}

static inline int shell(const char *arguments, struct text *out) {
    char line[1600];
    snprintf(line, sizeof line, "'%s' %s", program, arguments);
    return shell_line(line, out);
}

static inline void assert_prints(const char *arguments, int status, const char *part) {
    struct text out = {0};
    int actual = shell(arguments, &out);
    if (actual != status || !strstr(text_get(&out), part))
        fail_msg("hone %s: status %d, wanted %d and \"%s\":\n%s", arguments, actual, status, part,
                 text_get(&out));
    text_free(&out);
}

/* Succeeds; the arguments are composed as by printf. */
static inline void does(const char *format, ...) __attribute__((format(printf, 1, 2)));
static inline void does(const char *format, ...) {
    char arguments[700];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof arguments, format, list);
    va_end(list);
    assert_prints(arguments, 0, "");
}

static inline void assert_prints_not(const char *arguments, const char *part) {
    struct text out = {0};
    assert_int_equal(shell(arguments, &out), 0);
    assert_null(strstr(text_get(&out), part));
    text_free(&out);
}

static inline void nap(void) {
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

/* ---- looking into databases ---- */

static inline sqlite3 *open_database(const char *out) {
    char path[700];
    sqlite3 *db = NULL;
    snprintf(path, sizeof path, "%s/%s/run.db", directory, out);
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) {
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_busy_timeout(db, 2000);
    return db;
}

static inline void add_row(sqlite3_stmt *row, struct text *out) {
    for (int column = 0; column < sqlite3_column_count(row); column++) {
        const char *value = (const char *)sqlite3_column_text(row, column);
        text_add(out, "%s|", value ? value : "NULL");
    }
    text_add(out, "\n");
}

static inline void add_table(sqlite3 *db, const char *table, struct text *out) {
    char sql[200];
    sqlite3_stmt *rows;
    snprintf(sql, sizeof sql, "SELECT * FROM \"%s\" ORDER BY 1, 2, 3", table);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &rows, NULL), SQLITE_OK);
    text_add(out, "%s\n", table);
    while (sqlite3_step(rows) == SQLITE_ROW) add_row(rows, out);
    sqlite3_finalize(rows);
}

/* All rows of all tables but the three that may depend on clocks, and the runs' configs. */
static inline void dump(const char *out_name, struct text *out) {
    sqlite3 *db = open_database(out_name);
    sqlite3_stmt *tables;
    assert_non_null(db);
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT name FROM sqlite_schema WHERE type = 'table' AND "
                                        "name NOT IN ('runs', 'timings', 'stage_timings') AND "
                                        "name NOT LIKE 'sqlite_%' ORDER BY name",
                                        -1, &tables, NULL),
                     SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW)
        add_table(db, (const char *)sqlite3_column_text(tables, 0), out);
    sqlite3_finalize(tables);
    sqlite3_close(db);
}

/* 0 if there is no such table. */
static inline int64_t query_number(const char *out, const char *sql) {
    sqlite3 *db = open_database(out);
    sqlite3_stmt *row = NULL;
    int64_t number = 0;
    if (db && sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK)
        if (sqlite3_step(row) == SQLITE_ROW) number = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(db);
    return number;
}

static inline int64_t count_rows(const char *out, const char *table) {
    char sql[100];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
    return query_number(out, sql);
}

static inline int64_t count_generations(const char *out) {
    return count_rows(out, "generations");
}

static inline void assert_same_database(const char *a, const char *b) {
    struct text first = {0}, second = {0};
    dump(a, &first);
    dump(b, &second);
    assert_true(first.length > 1000);
    if (strcmp(text_get(&first), text_get(&second)) != 0) {
        size_t i = 0;
        while (first.data[i] == second.data[i]) i++;
        fail_msg("databases %s and %s differ near: %.200s", a, b, second.data + i);
    }
    text_free(&first);
    text_free(&second);
}

#endif
