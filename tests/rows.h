/* rows: what is in the database of a run, by SQL. Include after cmocka.h. */
#ifndef HONE_TESTS_ROWS_H
#define HONE_TESTS_ROWS_H

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/base.h"

/* Appends what a query finds in FOLDER/OUT/run.db, a line for each row; nothing while the table is
 * not there. */
static inline void rows_ask(const char *folder, const char *out, const char *sql,
                            struct text *found) {
    char path[200];
    sqlite3 *db;
    sqlite3_stmt *rows = NULL;
    snprintf(path, sizeof path, "%s/%s/run.db", folder, out);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    sqlite3_busy_timeout(db, 5000);
    if (sqlite3_prepare_v2(db, sql, -1, &rows, NULL) == SQLITE_OK)
        while (sqlite3_step(rows) == SQLITE_ROW) {
            for (int c = 0; c < sqlite3_column_count(rows); c++)
                text_add(found, "%s|", (const char *)sqlite3_column_text(rows, c));
            text_add(found, "\n");
        }
    sqlite3_finalize(rows);
    sqlite3_close(db);
}

static inline int64_t rows_number(const char *folder, const char *out, const char *sql) {
    struct text found = {0};
    rows_ask(folder, out, sql, &found);
    int64_t value = atoll(text_get(&found));
    text_free(&found);
    return value;
}

static inline void rows_assert_same(const char *folder, const char *a, const char *b,
                                    const char *sql) {
    struct text first = {0}, second = {0};
    rows_ask(folder, a, sql, &first);
    rows_ask(folder, b, sql, &second);
    assert_true(first.length > 10);
    assert_string_equal(text_get(&first), text_get(&second));
    text_free(&first);
    text_free(&second);
}

#endif
