/*
 * db_write: writes one row, and all rows of another database.
 */
#include "tuner/store/sqlite.h"

#include <stdio.h>
#include <string.h>

#include "tuner/store/tables.h"

void db_bind_text(sqlite3_stmt *statement, int place, const char *text) {
    sqlite3_bind_text(statement, place, text ? text : "", -1, SQLITE_STATIC);
}

static void db_bind(sqlite3_stmt *statement, int place, const struct column *column,
                    const void *row) {
    const void *at = (const char *)row + column->offset;
    const char *text;
    switch (column->kind) {
    case COLUMN_ID:
        sqlite3_bind_null(statement, place);
        break;
    case COLUMN_INT:
        sqlite3_bind_int(statement, place, *(const int *)at);
        break;
    case COLUMN_INT64:
        sqlite3_bind_int64(statement, place, *(const int64_t *)at);
        break;
    case COLUMN_INDEX:
        if (*(const int *)at == -1)
            sqlite3_bind_null(statement, place);
        else
            sqlite3_bind_int(statement, place, *(const int *)at);
        break;
    case COLUMN_REAL:
        sqlite3_bind_double(statement, place, *(const double *)at);
        break;
    case COLUMN_ARRAY:
        db_bind_text(statement, place, at);
        break;
    case COLUMN_TEXT:
        memcpy(&text, at, sizeof text);
        db_bind_text(statement, place, text);
        break;
    case COLUMN_NAME:
        db_bind_text(statement, place, column->text(*(const int *)at));
        break;
    }
}

int64_t db_insert(struct store *store, const struct table *table, const void *row) {
    int index = 0, place = 1;
    while (store->tables[index] != table) index++;
    sqlite3_stmt *statement = store->inserts[index];
    for (int i = 0; i < table->column_count; i++)
        if (!table->columns[i].computed) db_bind(statement, place++, &table->columns[i], row);
    db_run(store, statement);
    sqlite3_clear_bindings(statement);
    return sqlite3_last_insert_rowid(store->sqlite);
}

bool db_mend(struct store *store, const struct table *table, const void *row) {
    struct text sql = {0}, columns = {0}, places = {0};
    int place = 1;
    table_list_columns(table, NULL, &columns);
    table_list_places(table, &places);
    text_add(&sql,
             "UPDATE %s SET (%s, sum) = (%s, row_sum(%s)) WHERE id = ?1 AND sum IS NOT row_sum(%s)"
             " AND row_sum(%s) IN (sum, row_sum(%s))",
             table->name, text_get(&columns), text_get(&places), text_get(&places),
             text_get(&columns), text_get(&places), text_get(&columns));
    struct cursor cursor = db_query(store, text_get(&sql));
    for (int i = 0; i < table->column_count; i++)
        if (!table->columns[i].computed)
            db_bind(cursor.statement, place++, &table->columns[i], row);
    sqlite3_bind_int64(cursor.statement, 1, *(const int64_t *)row);
    int before = sqlite3_total_changes(store->sqlite);
    db_number(&cursor);
    text_free(&sql);
    text_free(&columns);
    text_free(&places);
    return sqlite3_total_changes(store->sqlite) > before;
}

/* ---- all rows of another database ---- */

static int64_t db_last_id(struct store *store, const struct table *table) {
    char sql[96];
    if (table->columns[0].kind != COLUMN_ID) return 0;
    snprintf(sql, sizeof sql, "SELECT ifnull(max(id), 0) FROM %s", table->name);
    struct cursor cursor = db_query(store, sql);
    return db_number(&cursor);
}

/* What is added to the values of a column. */
static int64_t db_shift(const struct store *store, const int64_t *shifts, const struct table *table,
                        const struct column *column) {
    const char *of = column->kind == COLUMN_ID ? table->name : column->ids;
    for (int i = 0; of && i < store->table_count; i++)
        if (strcmp(store->tables[i]->name, of) == 0) return shifts[i];
    return 0;
}

static void db_append_row(struct store *into, const int64_t *shifts, const struct table *table,
                          sqlite3_stmt *row, sqlite3_stmt *insert) {
    for (int i = 0, place = 0; i < table->column_count; i++) {
        const struct column *column = &table->columns[i];
        if (column->computed) continue;
        int64_t shift = db_shift(into, shifts, table, column);
        if (shift && sqlite3_column_type(row, place) != SQLITE_NULL)
            sqlite3_bind_int64(insert, place + 1, sqlite3_column_int64(row, place) + shift);
        else
            sqlite3_bind_value(insert, place + 1, sqlite3_column_value(row, place));
        place++;
    }
    db_run(into, insert);
}

static void db_append_table(struct store *into, struct store *from, const int64_t *shifts,
                            const struct table *table) {
    struct text read = {0}, write = {0}, columns = {0}, places = {0};
    table_list_columns(table, NULL, &columns);
    table_list_places(table, &places);
    text_add(&read, "SELECT %s FROM %s%s", text_get(&columns), table->name,
             table->keyed ? "" : " ORDER BY rowid");
    text_add(&write, "INSERT INTO %s (%s, sum) VALUES (%s, row_sum(%s))", table->name,
             text_get(&columns), text_get(&places), text_get(&places));
    struct cursor rows = db_query(from, text_get(&read)), insert = db_query(into, text_get(&write));
    while (db_step(from, rows.statement))
        db_append_row(into, shifts, table, rows.statement, insert.statement);
    db_done(&rows);
    db_done(&insert);
    text_free(&read);
    text_free(&write);
    text_free(&columns);
    text_free(&places);
}

static bool db_lists(const struct table *const *const *lists, const struct table *table) {
    for (; *lists; lists++)
        for (const struct table *const *of = *lists; *of; of++)
            if (*of == table) return true;
    return false;
}

void db_append(struct store *into, struct store *from, const struct table *const *const *lists) {
    int64_t shifts[TABLES_MAX];
    for (int i = 0; i < into->table_count; i++) shifts[i] = db_last_id(into, into->tables[i]);
    store_begin_reading(from);
    for (int i = 0; i < into->table_count; i++)
        if (!lists || db_lists(lists, into->tables[i]))
            db_append_table(into, from, shifts, into->tables[i]);
    store_rollback(from);
}
