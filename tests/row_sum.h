/*
 * row sum: SQL's row_sum(value, …), as hone's own: for tests that change rows so that they fit
 * their checksums.
 */
#ifndef HONE_TESTS_ROW_SUM_H
#define HONE_TESTS_ROW_SUM_H

#include <sqlite3.h>
#include <string.h>

#include "tuner/store/sums.h"

static inline struct sums_value row_sum_value(sqlite3_value *value) {
    struct sums_value out = {0};
    double real = sqlite3_value_double(value) + 0.0;
    int type = sqlite3_value_type(value);
    out.kind = type == SQLITE_INTEGER ? SUMS_INTEGER
               : type == SQLITE_FLOAT ? SUMS_REAL
               : type == SQLITE_TEXT  ? SUMS_TEXT
                                      : SUMS_NOTHING;
    if (out.kind == SUMS_INTEGER) out.bits = (uint64_t)sqlite3_value_int64(value);
    if (out.kind == SUMS_REAL) memcpy(&out.bits, &real, sizeof real);
    if (out.kind == SUMS_TEXT) {
        out.text = (char *)(uintptr_t)sqlite3_value_text(value);
        out.length = (size_t)sqlite3_value_bytes(value);
    }
    return out;
}

static inline void row_sum(sqlite3_context *context, int count, sqlite3_value **values) {
    struct sums_value row[64];
    for (int i = 0; i < count; i++) row[i] = row_sum_value(values[i]);
    sqlite3_result_int64(context, (int64_t)sums_of(row, count));
}

static inline void add_row_sum(sqlite3 *db) {
    sqlite3_create_function(db, "row_sum", -1, SQLITE_UTF8, NULL, row_sum, NULL, NULL);
}

/* Of all rows of all tables that have one. */
static inline void make_sums_right(sqlite3 *db) {
    sqlite3_stmt *tables;
    add_row_sum(db);
    sqlite3_prepare_v2(db,
                       "SELECT 'UPDATE ' || t.name || ' SET sum = row_sum(' ||"
                       " group_concat(c.name, ', ') || ')' FROM sqlite_schema t,"
                       " pragma_table_info(t.name) c WHERE t.type = 'table' AND c.name <> 'sum'"
                       " AND EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE name = 'sum')"
                       " GROUP BY t.name",
                       -1, &tables, NULL);
    while (sqlite3_step(tables) == SQLITE_ROW)
        sqlite3_exec(db, (const char *)sqlite3_column_text(tables, 0), NULL, NULL, NULL);
    sqlite3_finalize(tables);
}

#endif
