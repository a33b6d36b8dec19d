/*
 * Tables are gone through as the schema has them, so that what is kept of a row is also what is
 * examined. A constraint that damage has broken must not hinder its repair: the store is opened
 * without.
 */
#include "tuner/store/examine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SAID_MOST "100"
enum { BACKUPS_MAX = 1000 };

void damages_add(struct damages *damages, const char *kind, const char *where, const char *what) {
    size_t size = (size_t)(damages->count + 1) * sizeof *damages->list;
    damages->list = xrealloc(damages->list, size);
    struct damage *damage = &damages->list[damages->count++];
    snprintf(damage->kind, sizeof damage->kind, "%s", kind);
    snprintf(damage->where, sizeof damage->where, "%s", where);
    snprintf(damage->what, sizeof damage->what, "%s", what);
}

bool damages_include(const struct damages *damages, const struct damage *damage) {
    for (int i = 0; i < damages->count; i++)
        if (strcmp(damages->list[i].where, damage->where) == 0 &&
            strcmp(damages->list[i].what, damage->what) == 0)
            return true;
    return false;
}

void damages_free(struct damages *damages) {
    free(damages->list);
    *damages = (struct damages){0};
}

/* ---- looking ---- */

/* The texts that `sql` gives for each row of a table or pragma: where, what. */
static void examine_rows(struct store *store, const char *from, const char *where, const char *what,
                         const char *tail, const char *kind, struct damages *out) {
    struct damage row;
    const struct column columns[] = {
        {"where", COLUMN_ARRAY, DB_AT(struct damage, where), .computed = where},
        {"what", COLUMN_ARRAY, DB_AT(struct damage, what), .computed = what},
    };
    const struct table texts = {from, DB_COLUMNS(columns)};
    struct cursor cursor = db_select(store, &texts, tail);
    while (db_next(&cursor, &row)) damages_add(out, kind, row.where, row.what);
    db_done(&cursor);
}

static void examine_faults(struct store *store, struct damages *out) {
    for (const struct fault *fault = db_faults(store); fault->rows; fault++) {
        struct text sql = {0};
        text_add(&sql, "SELECT EXISTS (%s)", fault->rows);
        struct cursor cursor = db_query(store, text_get(&sql));
        if (db_number(&cursor)) damages_add(out, "rows", "", fault->what);
        text_free(&sql);
    }
}

static void examine_sums(struct store *store, const struct table *table, struct damages *out) {
    struct text where = {0}, tail = {0};
    text_add(&where, "'table %s: ' || %s", table->name, table->label);
    text_add(&tail, "WHERE sum IS NOT row_sum(");
    db_list_columns(table, NULL, &tail);
    text_add(&tail, ") LIMIT " SAID_MOST);
    examine_rows(store, table->name, text_get(&where), "'does not fit its checksum'",
                 text_get(&tail), "checksum", out);
    text_free(&where);
    text_free(&tail);
}

/* What SQLite cannot even read ends one part of the examination, and not the next. */
static void examine_part(struct store *store, const struct table *table, struct damages *out) {
    struct error error = {""};
    store_soften(store, &error);
    if (table)
        examine_sums(store, table, out);
    else {
        examine_rows(store, "pragma_integrity_check(" SAID_MOST ")", "''", "integrity_check",
                     "WHERE integrity_check <> 'ok'", "structure", out);
        examine_faults(store, out);
    }
    if (store_harden(store)) damages_add(out, "structure", "", error.text);
}

void store_examine(struct store *store, struct damages *out) {
    examine_part(store, NULL, out);
    for (int i = 0; db_table(store, i); i++) examine_part(store, db_table(store, i), out);
}

/* ---- putting right ---- */

/* The column of that place among those stored; -1: the checksum itself. */
static void mend_column(struct store *store, const struct table *table, int place,
                        const char *name) {
    struct text columns = {0}, sql = {0};
    db_list_columns(table, NULL, &columns);
    text_add(&sql,
             "UPDATE OR IGNORE %s SET %s = row_mend(%d, sum, %s) WHERE sum IS NOT row_sum(%s)"
             " AND row_mend(%d, sum, %s) IS NOT NULL",
             table->name, name, place, text_get(&columns), text_get(&columns), place,
             text_get(&columns));
    struct cursor cursor = db_query(store, text_get(&sql));
    db_number(&cursor);
    text_free(&columns);
    text_free(&sql);
}

static void mend_table(struct store *store, const struct table *table) {
    mend_column(store, table, -1, "sum");
    for (int i = 0, place = 0; i < table->column_count; i++)
        if (!table->columns[i].computed) mend_column(store, table, place++, table->columns[i].name);
}

int store_mend(struct store *store, struct error *error) {
    store_soften(store, error);
    store_begin(store);
    for (int i = 0; db_table(store, i); i++) mend_table(store, db_table(store, i));
    struct cursor cursor = db_query(store, "REINDEX");
    db_number(&cursor);
    store_commit(store);
    return store_harden(store);
}

int store_back_up(const char *database, char *path, size_t size, struct error *error) {
    for (int i = 1; i < BACKUPS_MAX; i++) {
        snprintf(path, size, "%s.before-repair-%d", database, i);
        if (access(path, F_OK) != 0) break;
    }
    return db_copy(database, path, error);
}
