/*
 * db_verify: whether hone can have written a row: its checksum, its columns' types and the table's
 * constraints; and the refusal of one that does not fit.
 */
#include "tuner/store/sqlite.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/store/tables.h"

#define ID_MOST (INT64_C(1) << 52) /* the next ones are numbers too */
enum { EXAMINED_MOST = 100 };

#define NO_FIT "does not fit its checksum: a flipped bit, or an edit"

int db_check_sums_of(const struct store *store, const struct table *table, struct error *error) {
    struct text sql = {0};
    sqlite3_stmt *rows = NULL;
    text_add(&sql, "SELECT %s FROM %s WHERE sum IS NOT row_sum(", table->label, table->name);
    table_list_columns(table, NULL, &sql);
    text_add(&sql, ") LIMIT 1");
    int code = sqlite3_prepare_v2(store->sqlite, text_get(&sql), -1, &rows, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(rows);
    if (code == SQLITE_ROW)
        error_set(error,
                  "%s: is not as hone wrote it: %s, in table %s, does not fit its checksum: a "
                  "flipped bit, or an edit; `hone doctor` says more and mends what can be, or %s",
                  store->path, (const char *)sqlite3_column_text(rows, 0), table->name,
                  store->restore);
    else if (code != SQLITE_DONE)
        db_refuse_sqlite(store, error, "cannot be read as a database");
    sqlite3_finalize(rows);
    text_free(&sql);
    return code == SQLITE_DONE ? 0 : -1;
}

int db_check_sums(struct store *store, struct error *error) {
    for (int i = 0; i < store->table_count; i++)
        if (db_check_sums_of(store, store->tables[i], error)) return -1;
    return 0;
}

/* What identifies it, for people: the table's label of the row with that checksum. */
static void db_add_label(struct store *store, const struct table *table, int64_t sum,
                         struct text *out) {
    struct text sql = {0};
    sqlite3_stmt *row = NULL;
    text_add(&sql, "SELECT %s FROM %s WHERE sum IS ?", table->label, table->name);
    sqlite3_prepare_v2(store->sqlite, text_get(&sql), -1, &row, NULL);
    sqlite3_bind_int64(row, 1, sum);
    const char *label =
        row && sqlite3_step(row) == SQLITE_ROW ? (const char *)sqlite3_column_text(row, 0) : NULL;
    text_add(out, "%s", label ? label : "a row");
    sqlite3_finalize(row);
    text_free(&sql);
}

void db_refuse_figure(struct cursor *cursor) {
    struct store *store = cursor->store;
    struct error error = {""};
    db_check_sums_of(store, cursor->table, store->soft ? store->soft : &error);
    store->failed = true;
    if (!store->soft) db_end(store, SQLITE_CORRUPT, &error);
}

/* Refuses the row that the cursor has read, and what comes after it. */
static void db_refuse_row(struct cursor *cursor, const char *what) {
    struct store *store = cursor->store;
    struct text label = {0};
    struct error error;
    int64_t sum = sqlite3_column_int64(cursor->statement, cursor->table->column_count);
    db_add_label(store, cursor->table, sum, &label);
    error_set(store->soft ? store->soft : &error,
              "%s: is not as hone wrote it: %s, in table %s: %s; `hone doctor` says more and mends "
              "what can be, or %s",
              store->path, text_get(&label), cursor->table->name, what, store->restore);
    text_free(&label);
    store->failed = true;
    if (!store->soft) db_end(store, SQLITE_CORRUPT, &error);
}

static bool db_fits_sum(const struct cursor *cursor) {
    struct sums_value row[COLUMNS_MAX];
    const struct table *table = cursor->table;
    int count = 0, sum = table->column_count;
    for (int i = 0; i < table->column_count; i++)
        if (!table->columns[i].computed)
            row[count++] = db_sums_value(sqlite3_column_value(cursor->statement, i));
    return sqlite3_column_type(cursor->statement, sum) == SQLITE_INTEGER &&
           (uint64_t)sqlite3_column_int64(cursor->statement, sum) == sums_of(row, count);
}

int db_name_index(const struct column *column, const char *text) {
    for (int i = 0; column->text(i); i++)
        if (strcmp(column->text(i), text) == 0) return i;
    return -1;
}

static bool db_is_null_fine(const struct column *column) {
    return column->kind == COLUMN_INDEX ||
           (column->kind == COLUMN_REAL && !(column->rule && strstr(column->rule, "NOT NULL")) &&
            !column->computed);
}

static bool db_is_whole(const struct column *column, int64_t value) {
    switch (column->kind) {
    case COLUMN_ID:
        return value >= 1 && value <= ID_MOST;
    case COLUMN_INT:
        return value >= INT32_MIN && value <= INT32_MAX;
    case COLUMN_INDEX:
        return value >= 0 && value <= INT32_MAX;
    default:
        return true;
    }
}

/* SQLite may need memory for it, and the cell loses its value where there is none. */
const char *db_read_text(sqlite3_stmt *statement, int place) {
    if (sqlite3_column_type(statement, place) == SQLITE_NULL) return "";
    const char *text = (const char *)sqlite3_column_text(statement, place);
    if (!text) die("out of memory");
    return text;
}

static bool db_is_text(sqlite3_stmt *statement, int place, const struct column *column) {
    const char *text = db_read_text(statement, place);
    return strlen(text) == (size_t)sqlite3_column_bytes(statement, place) &&
           (column->kind != COLUMN_NAME || db_name_index(column, text) >= 0);
}

/* Whether a cell has a value that its column can have. */
static bool db_is_cell(sqlite3_stmt *statement, int place, const struct column *column) {
    int type = sqlite3_column_type(statement, place);
    if (type == SQLITE_NULL) return db_is_null_fine(column);
    switch (column->kind) {
    case COLUMN_REAL:
        return type == SQLITE_FLOAT || type == SQLITE_INTEGER;
    case COLUMN_ARRAY:
    case COLUMN_TEXT:
    case COLUMN_NAME:
        return type == SQLITE_TEXT && db_is_text(statement, place, column);
    default:
        return type == SQLITE_INTEGER &&
               db_is_whole(column, sqlite3_column_int64(statement, place));
    }
}

/* "column ended_by is 'x', not one of length, finish, time, patience" */
static void db_describe_cell(sqlite3_stmt *statement, int place, const struct column *column,
                             struct text *out) {
    static const char *const types[] = {[SQLITE_INTEGER] = "the number ",
                                        [SQLITE_FLOAT] = "the number ",
                                        [SQLITE_TEXT] = "the text ",
                                        [SQLITE_BLOB] = "bytes",
                                        [SQLITE_NULL] = "NULL"};
    int type = sqlite3_column_type(statement, place);
    bool quoted = type == SQLITE_TEXT, shown = quoted || type <= SQLITE_FLOAT;
    text_add(out, "column %s is %s%s%.40s%s", column->name, types[type], quoted ? "'" : "",
             shown ? db_read_text(statement, place) : "", quoted ? "'" : "");
    if (column->kind != COLUMN_NAME) text_add(out, ", which it cannot be");
    for (int i = 0; column->kind == COLUMN_NAME && column->text(i); i++)
        text_add(out, "%s%s", i ? ", " : ", not one of ", column->text(i));
}

/* Which check a row breaks is asked anew, one after the other. */
static bool db_breaks(struct cursor *cursor, const struct table_check *check) {
    struct text sql = {0};
    sqlite3_stmt *row = NULL;
    text_add(&sql, "SELECT 1 FROM %s WHERE sum IS ? AND NOT %s", cursor->table->name,
             check->condition);
    sqlite3_prepare_v2(cursor->store->sqlite, text_get(&sql), -1, &row, NULL);
    sqlite3_bind_int64(row, 1,
                       sqlite3_column_int64(cursor->statement, cursor->table->column_count));
    bool breaks = row && sqlite3_step(row) == SQLITE_ROW;
    sqlite3_finalize(row);
    text_free(&sql);
    return breaks;
}

static void db_describe_check(struct cursor *cursor, struct text *out) {
    struct table_check checks[TABLE_CHECKS_MAX];
    int count = table_checks(cursor->table, checks);
    size_t before = out->length;
    for (int i = 0; i < count; i++) {
        if (out->length == before && db_breaks(cursor, &checks[i]))
            text_add(out, "column%s %s: it must be that %s", checks[i].column ? "" : "s",
                     checks[i].column ? checks[i].column : "together", checks[i].condition);
        free(checks[i].condition);
    }
    if (out->length == before) text_add(out, "is none that it can be");
}

/* The first cell that has a value it cannot have; -1: none. */
static int db_bad_cell(const struct cursor *cursor) {
    for (int i = 0; i < cursor->table->column_count; i++)
        if (!db_is_cell(cursor->statement, i, &cursor->table->columns[i])) return i;
    return -1;
}

/* Whether hone can have written the row read; what is wrong otherwise. */
static bool db_judge(struct cursor *cursor, struct text *what) {
    int bad = db_bad_cell(cursor);
    if (!db_fits_sum(cursor))
        text_add(what, "%s", NO_FIT);
    else if (bad >= 0)
        db_describe_cell(cursor->statement, bad, &cursor->table->columns[bad], what);
    else if (!sqlite3_column_int(cursor->statement, cursor->table->column_count + 1))
        db_describe_check(cursor, what);
    return what->length == 0;
}

static bool db_is_row(struct cursor *cursor) {
    struct text what = {0};
    bool good = db_judge(cursor, &what);
    if (!good) db_refuse_row(cursor, text_get(&what));
    text_free(&what);
    return good;
}

void db_examine(struct store *store, const struct table *table, db_say_row *say, void *context) {
    struct cursor cursor = db_select(store, table, "");
    for (int said = 0; said < EXAMINED_MOST && db_step(store, cursor.statement);) {
        struct text what = {0}, label = {0};
        if (!db_judge(&cursor, &what)) {
            db_add_label(store, table, sqlite3_column_int64(cursor.statement, table->column_count),
                         &label);
            say(context, text_get(&label), text_get(&what));
            said++;
        }
        text_free(&what);
        text_free(&label);
    }
    db_done(&cursor);
}

bool db_step_to_row(struct cursor *cursor) {
    struct store *store = cursor->store;
    while (db_step(store, cursor->statement)) {
        if (!cursor->ours) return true;
        if (!store->trusting) return db_is_row(cursor);
        if (db_bad_cell(cursor) < 0) return true;
    }
    return false;
}
