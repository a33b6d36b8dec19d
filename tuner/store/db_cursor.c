/*
 * db_cursor: queries, prepared once if they are used again and again, and the reading of a row.
 */
#include "tuner/store/sqlite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/store/tables.h"

void db_forget(struct kept *kept) {
    sqlite3_finalize(kept->statement);
    free(kept->sql);
    *kept = (struct kept){0};
}

/* The place of a prepared query that is not in use; if it is not there, a free place or the next
 * one. NULL: all are in use. */
static struct kept *db_keep(struct store *store, const char *sql) {
    struct kept *place = NULL;
    for (int i = 0; i < KEPT_MAX; i++) {
        struct kept *kept = &store->kept[i];
        if (!kept->taken && kept->sql && strcmp(kept->sql, sql) == 0) return kept;
    }
    for (int i = 0; i < KEPT_MAX && (!place || place->taken); i++)
        place = &store->kept[store->kept_next++ % KEPT_MAX];
    if (place->taken) return NULL;
    db_forget(place);
    place->sql = xstrdup(sql);
    return place;
}

struct cursor db_query(struct store *store, const char *sql) {
    struct cursor cursor = {.store = store, .next = 1};
    store_settle(store);
    cursor.kept = db_keep(store, sql);
    sqlite3_stmt **statement = cursor.kept ? &cursor.kept->statement : &cursor.statement;
    int code = *statement ? SQLITE_OK : sqlite3_prepare_v2(store->sqlite, sql, -1, statement, NULL);
    cursor.statement = *statement;
    if (cursor.kept) cursor.kept->taken = true;
    if (code != SQLITE_OK) db_fail(store, code);
    return cursor;
}

/* Its place in the schema; -1: it is put together of several, or none of hone's. */
static int db_table_place(const struct store *store, const struct table *table) {
    for (int i = 0; i < store->table_count; i++)
        if (store->tables[i] == table) return i;
    return -1;
}

/* As table_select has it. */
static const char *db_select_text(struct store *store, int place) {
    if (!store->selects[place]) {
        struct text select = {0};
        table_select(store->tables[place], &select);
        store->selects[place] = select.data;
    }
    return store->selects[place];
}

static void db_list_all(const struct table *table, struct text *out) {
    for (int i = 0; i < table->column_count; i++)
        text_add(out, "%s%s", i ? ", " : "SELECT ",
                 table->columns[i].computed ? table->columns[i].computed : table->columns[i].name);
    text_add(out, " FROM %s ", table->name);
}

struct cursor db_select(struct store *store, const struct table *table, const char *tail) {
    struct text sql = {0};
    int place = db_table_place(store, table);
    if (place >= 0)
        text_add(&sql, "%s", db_select_text(store, place));
    else
        db_list_all(table, &sql);
    text_add(&sql, "%s", tail);
    struct cursor cursor = db_query(store, text_get(&sql));
    cursor.table = table;
    cursor.ours = place >= 0;
    text_free(&sql);
    return cursor;
}

struct cursor db_figure(struct store *store, const struct table *table, const char *figure,
                        const char *tail) {
    struct text sql = {0};
    text_add(&sql, "SELECT %s, total(sum IS NOT row_sum(", figure);
    table_list_columns(table, NULL, &sql);
    text_add(&sql, ")) FROM %s %s", table->name, tail);
    struct cursor cursor = db_query(store, text_get(&sql));
    cursor.table = table;
    cursor.ours = true;
    text_free(&sql);
    return cursor;
}

struct cursor db_update(struct store *store, const struct table *table, const char *column,
                        const char *tail) {
    struct text sql = {0};
    text_add(&sql, "UPDATE %s SET %s = ?1, sum = row_sum(", table->name, column);
    table_list_columns(table, column, &sql);
    text_add(&sql, ") %s", tail);
    struct cursor cursor = db_query(store, text_get(&sql));
    text_free(&sql);
    return cursor;
}

void db_put(struct cursor *cursor, int64_t value) {
    sqlite3_bind_int64(cursor->statement, cursor->next++, value);
}

void db_put_text(struct cursor *cursor, const char *text) {
    db_bind_text(cursor->statement, cursor->next++, text);
}

/* ---- reading a row ---- */

static void db_read(sqlite3_stmt *statement, int place, const struct column *column, void *row) {
    void *at = (char *)row + column->offset;
    bool null = sqlite3_column_type(statement, place) == SQLITE_NULL;
    switch (column->kind) {
    case COLUMN_ID:
    case COLUMN_INT64:
        *(int64_t *)at = sqlite3_column_int64(statement, place);
        break;
    case COLUMN_INT:
        *(int *)at = sqlite3_column_int(statement, place);
        break;
    case COLUMN_INDEX:
        *(int *)at = null ? -1 : sqlite3_column_int(statement, place);
        break;
    case COLUMN_REAL:
        *(double *)at = null ? NAN : sqlite3_column_double(statement, place);
        break;
    case COLUMN_ARRAY:
        snprintf(at, column->size, "%s", db_read_text(statement, place));
        text_make_harmless(at, "");
        break;
    case COLUMN_TEXT:
        *(char **)at = xstrdup(db_read_text(statement, place));
        break;
    case COLUMN_NAME:
        *(int *)at = db_name_index(column, db_read_text(statement, place));
        break;
    }
}

bool db_next(struct cursor *cursor, void *row) {
    if (!db_step_to_row(cursor)) return false;
    for (int i = 0; i < cursor->table->column_count; i++)
        db_read(cursor->statement, i, &cursor->table->columns[i], row);
    return true;
}

void db_done(struct cursor *cursor) {
    if (cursor->kept && cursor->statement) {
        sqlite3_reset(cursor->statement);
        sqlite3_clear_bindings(cursor->statement);
    }
    if (cursor->kept)
        cursor->kept->taken = false;
    else
        sqlite3_finalize(cursor->statement);
    cursor->statement = NULL;
}

bool db_find(struct cursor *cursor, void *row) {
    bool found = db_next(cursor, row);
    db_done(cursor);
    return found;
}

int64_t db_number(struct cursor *cursor) {
    bool found = db_step(cursor->store, cursor->statement);
    if (found && cursor->ours && !cursor->store->trusting &&
        sqlite3_column_int64(cursor->statement, 1) > 0) {
        db_refuse_figure(cursor);
        found = false;
    }
    int64_t number = found ? sqlite3_column_int64(cursor->statement, 0) : 0;
    db_done(cursor);
    return number;
}

int db_all(struct cursor *cursor, size_t row_size, void *out) {
    int count = 0, room = 16;
    char *rows = xcalloc((size_t)room, row_size);
    while (db_next(cursor, rows + (size_t)count * row_size)) {
        if (++count < room) continue;
        room *= 2;
        rows = xrealloc(rows, (size_t)room * row_size);
        memset(rows + (size_t)count * row_size, 0, (size_t)(room - count) * row_size);
    }
    db_done(cursor);
    memcpy(out, &rows, sizeof rows);
    return count;
}
