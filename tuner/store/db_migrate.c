/*
 * db_migrate: makes the tables of this version: anew, or from an earlier version by adding what is
 * missing and running the migrations between.
 */
#include "tuner/store/sqlite.h"

#include <stdio.h>

#include "tuner/store/tables.h"

static int db_create_table(struct store *store, const struct table *table, struct error *error) {
    struct text sql = {0};
    table_declare(table, &sql);
    int status = db_execute(store, text_get(&sql), error);
    if (status == 0 && table->index) status = db_execute(store, table->index, error);
    text_free(&sql);
    return status;
}

static bool db_has_column(const struct store *store, const struct table *table, const char *name) {
    return sqlite3_table_column_metadata(store->sqlite, "main", table->name, name, NULL, NULL, NULL,
                                         NULL, NULL) == SQLITE_OK;
}

/* Unless it is there. */
static int db_add_column(struct store *store, const struct table *table, const char *name,
                         const char *declaration, struct error *error) {
    struct text sql = {0};
    if (db_has_column(store, table, name)) return 0;
    text_add(&sql, "ALTER TABLE %s ADD COLUMN %s", table->name, declaration);
    int status = db_execute(store, text_get(&sql), error);
    text_free(&sql);
    return status;
}

static int db_add_missing_columns(struct store *store, const struct table *table,
                                  struct error *error) {
    int status = 0;
    for (int i = 0; status == 0 && i < table->column_count; i++) {
        struct text declaration = {0};
        if (table->columns[i].computed) continue;
        table_declare_column(&table->columns[i], &declaration);
        status = db_add_column(store, table, table->columns[i].name, text_get(&declaration), error);
        text_free(&declaration);
    }
    return status ? status : db_add_column(store, table, "sum", TABLE_SUM_COLUMN, error);
}

static int db_has_table(struct store *store, const struct table *table, int64_t *out,
                        struct error *error) {
    char sql[96];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM sqlite_schema WHERE name = '%s'", table->name);
    return db_ask(store, sql, out, error);
}

int db_add_missing(struct store *store, struct error *error) {
    for (int i = 0; i < store->table_count; i++) {
        const struct table *table = store->tables[i];
        int64_t there = 0;
        if (db_has_table(store, table, &there, error)) return -1;
        if (there ? db_add_missing_columns(store, table, error)
                  : db_create_table(store, table, error))
            return -1;
    }
    return 0;
}

int db_set_version(struct store *store, struct error *error) {
    char identity[96];
    snprintf(identity, sizeof identity, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             APPLICATION_ID, store->schema->version);
    return db_execute(store, identity, error);
}

/* Rows of versions without checksums get theirs. */
static int db_sum_earlier(struct store *store, struct error *error) {
    int status = 0;
    for (int i = 0; status == 0 && i < store->table_count; i++) {
        struct text sql = {0};
        text_add(&sql, "UPDATE %s SET sum = row_sum(", store->tables[i]->name);
        table_list_columns(store->tables[i], NULL, &sql);
        text_add(&sql, ") WHERE sum IS NULL");
        status = db_execute(store, text_get(&sql), error);
        text_free(&sql);
    }
    return status;
}

static int db_migrate_from(struct store *store, int64_t version, struct error *error) {
    int64_t begun = 0;
    if (db_has_table(store, store->tables[0], &begun, error)) return -1;
    if (!begun) return db_refuse(store, error, "lacks hone's tables");
    if (db_add_missing(store, error)) return -1;
    for (; version < store->schema->version; version++)
        if (db_execute(store, store->schema->migrations[version], error)) return -1;
    return db_sum_earlier(store, error) ? -1 : db_set_version(store, error);
}

int db_migrate(struct store *store, struct error *error) {
    int64_t version = 0;
    if (db_ask(store, "PRAGMA user_version", &version, error)) return -1;
    if (version == store->schema->version) return 0;
    sqlite3_db_config(store->sqlite, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    int status = db_migrate_from(store, version, error);
    sqlite3_db_config(store->sqlite, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return status;
}
