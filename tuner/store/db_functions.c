/*
 * db_functions: the checksums of rows (sums.h) as functions of SQL.
 */
#include "tuner/store/sqlite.h"

#include <stdlib.h>
#include <string.h>

struct sums_value db_sums_value(sqlite3_value *value) {
    struct sums_value out = {0};
    double real;
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
        out.kind = SUMS_INTEGER;
        out.bits = (uint64_t)sqlite3_value_int64(value);
        break;
    case SQLITE_FLOAT:
        out.kind = SUMS_REAL;
        real = sqlite3_value_double(value) + 0.0; /* a file knows no -0 */
        memcpy(&out.bits, &real, sizeof real);
        break;
    case SQLITE_TEXT:
        out.kind = SUMS_TEXT;
        out.text = (char *)(uintptr_t)sqlite3_value_text(value);
        out.length = (size_t)sqlite3_value_bytes(value);
        break;
    }
    return out;
}

static void db_sums_values(sqlite3_value **from, int count, struct sums_value *out) {
    for (int i = 0; i < count; i++) out[i] = db_sums_value(from[i]);
}

/* row_sum(value, …) */
static void db_row_sum(sqlite3_context *context, int count, sqlite3_value **values) {
    struct sums_value row[COLUMNS_MAX];
    db_sums_values(values, count, row);
    sqlite3_result_int64(context, (int64_t)sums_of(row, count));
}

static void db_result(sqlite3_context *context, const struct sums_value *value) {
    double real;
    memcpy(&real, &value->bits, sizeof real);
    if (value->kind == SUMS_TEXT)
        sqlite3_result_text(context, value->text, (int)value->length, SQLITE_TRANSIENT);
    else if (value->kind == SUMS_REAL)
        sqlite3_result_double(context, real);
    else
        sqlite3_result_int64(context, (int64_t)value->bits);
}

/* row_mend(place, sum, value, …): value `place`, from 0, with the bit flipped back that explains
 * the wrong sum; the sum itself, if place is -1; NULL if no bit explains it. */
static void db_row_mend(sqlite3_context *context, int count, sqlite3_value **values) {
    struct sums_value row[COLUMNS_MAX], *value;
    int place = sqlite3_value_int(values[0]);
    uint64_t sum = (uint64_t)sqlite3_value_int64(values[1]), right;
    if (sqlite3_value_type(values[1]) == SQLITE_NULL) return;
    db_sums_values(values + 2, count - 2, row);
    right = sums_of(row, count - 2);
    if (place < 0) {
        if (__builtin_popcountll(sum ^ right) == 1) sqlite3_result_int64(context, (int64_t)right);
        return;
    }
    value = &row[place];
    char *text = value->kind == SUMS_TEXT ? xmalloc(value->length + 1) : NULL;
    if (text) value->text = memcpy(text, value->text, value->length);
    if (sums_mend(row, count - 2, place, sum)) db_result(context, value);
    free(text);
}

/* Not usable in a file's schema either, which others may have written. */
void db_add_functions(sqlite3 *sqlite) {
    int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    sqlite3_limit(sqlite, SQLITE_LIMIT_FUNCTION_ARG, COLUMNS_MAX);
    if (sqlite3_create_function(sqlite, "row_sum", -1, flags, NULL, db_row_sum, NULL, NULL) ||
        sqlite3_create_function(sqlite, "row_mend", -1, flags, NULL, db_row_mend, NULL, NULL))
        die("out of memory");
}
