/*
 * A database that somebody has changed with SQL: rows gone, doubled, moved, with values of other
 * types, other names, NULL; their checksums left, forgotten or made right again; what is foreign in
 * the schema. Every command that reads refuses it or reads it, and none stumbles.
 *
 * The constraints of the tables must not hinder the changes: they are taken out of the schema
 * before and put back after, so that hone finds a schema of its own.
 */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/options.h"
#include "tests/fuzz/targets.h"
#include "tests/row_sum.h"
#include "tuner/cli/commands.h"
#include "tuner/report/live.h"
#include "tuner/store/runs.h"

enum { TABLES_MAX = 24, COLUMNS_MAX = 40, BASES = 4, EDIT = 7 };

struct table_text {
    char *name, *sql;
    char key[200]; /* the columns that tell a row */
    int count;
    char columns[COLUMNS_MAX][32]; /* but for the checksum */
};

static struct base {
    unsigned char *bytes; /* without constraints */
    sqlite3_int64 size;
    int count;
    struct table_text tables[TABLES_MAX];
} bases[BASES];

static const char *const base_files[BASES] = {
    "tests/tuner/store/v5-run.db", "tests/tuner/store/v1-run.db", "tests/tuner/store/v3-stopped.db",
    "tests/tuner/store/v5-games.db"};

static sqlite3 *database;

/* Many a change is one that SQLite refuses. */
static void change(const char *sql) {
    sqlite3_exec(database, sql, NULL, NULL, NULL);
}

static void open_memory(const unsigned char *bytes, sqlite3_int64 size) {
    unsigned char *copy = sqlite3_malloc64((sqlite3_uint64)size);
    if (!copy || sqlite3_open(":memory:", &database) != SQLITE_OK) die("out of memory");
    memcpy(copy, bytes, (size_t)size);
    sqlite3_deserialize(database, "main", copy, size, size,
                        SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
    add_row_sum(database);
    change("PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON");
}

/* ---- what is changed ---- */

static void read_columns(struct table_text *table) {
    sqlite3_stmt *rows;
    char sql[200];
    bool keyed = strstr(table->sql, "WITHOUT ROWID");
    snprintf(sql, sizeof sql, "SELECT name, pk FROM pragma_table_info('%s')", table->name);
    sqlite3_prepare_v2(database, sql, -1, &rows, NULL);
    while (sqlite3_step(rows) == SQLITE_ROW && table->count < COLUMNS_MAX) {
        const char *name = (const char *)sqlite3_column_text(rows, 0);
        if (strcmp(name, "sum") == 0) continue;
        snprintf(table->columns[table->count++], sizeof table->columns[0], "%s", name);
        if (!keyed || sqlite3_column_int(rows, 1) == 0) continue;
        if (table->key[0]) strcat(table->key, ", ");
        strcat(table->key, name);
    }
    sqlite3_finalize(rows);
    if (!keyed) strcpy(table->key, "rowid");
}

static void read_tables(struct base *base) {
    sqlite3_stmt *rows;
    sqlite3_prepare_v2(database, "SELECT name, sql FROM sqlite_schema WHERE type = 'table'", -1,
                       &rows, NULL);
    while (sqlite3_step(rows) == SQLITE_ROW && base->count < TABLES_MAX) {
        struct table_text *table = &base->tables[base->count++];
        table->name = xstrdup((const char *)sqlite3_column_text(rows, 0));
        table->sql = xstrdup((const char *)sqlite3_column_text(rows, 1));
    }
    sqlite3_finalize(rows);
    for (int i = 0; i < base->count; i++) read_columns(&base->tables[i]);
}

/* Brought up to date by hone, then without constraints. */
static void read_base(struct base *base, const char *file) {
    struct text bytes = {0};
    struct error error;
    if (file_read(file, &bytes, &error)) die("%s", error.text);
    char path[96], lock[120];
    snprintf(path, sizeof path, "%s", fuzz_file(bytes.data, bytes.length));
    snprintf(lock, sizeof lock, "%s-lock", path);
    text_free(&bytes);
    struct store *store = store_open(path, STORE_WRITE, &error);
    if (!store) die("%s", error.text);
    store_close(store);
    unlink(lock);
    if (sqlite3_open(path, &database) != SQLITE_OK) die("%s", path);
    change("PRAGMA journal_mode = DELETE");
    read_tables(base);
    change("PRAGMA writable_schema = ON;"
           "UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ' NOT NULL', ''),"
           " 'STRICT, WITHOUT', 'WITHOUT'), 'STRICT', '') WHERE type = 'table'");
    base->bytes = sqlite3_serialize(database, "main", &base->size, 0);
    sqlite3_close(database);
}

static void read_bases(void) {
    if (bases[0].size) return;
    for (int i = 0; i < BASES; i++) read_base(&bases[i], base_files[i]);
}

/* A value, as SQL. */
static void add_value(const struct table_text *table, const uint8_t *edit, struct text *out) {
    static const char *const values[] = {"NULL",
                                         "-1",
                                         "0",
                                         "1",
                                         "2",
                                         "3",
                                         "77",
                                         "2147483647",
                                         "2147483648",
                                         "-2147483649",
                                         "9223372036854775807",
                                         "-9223372036854775807 - 1",
                                         "4611686018427387904",
                                         "1000000000000000",
                                         "0.5",
                                         "-1.5",
                                         "1e308",
                                         "9e999",
                                         "x'00ff'",
                                         "''",
                                         "'x'",
                                         "'1 2 3'",
                                         "'train'",
                                         "'verify'",
                                         "'progress'",
                                         "'milestone'",
                                         "'champion'",
                                         "'start'",
                                         "'random'",
                                         "'yardstick'",
                                         "'time'",
                                         "char(27, 8238, 7)",
                                         "char(65, 0, 66)",
                                         "printf('%1000c', 'a')",
                                         "'2024-02-30T99:00:00Z'",
                                         "'crash'",
                                         "zeroblob(5000)"};
    const char *other = table->columns[edit[5] % table->count];
    const char *column = table->columns[edit[4] % table->count];
    switch (edit[3] % 8) {
    case 0:
        text_add(out, "%s + %d", column, (int8_t)edit[5]);
        break;
    case 1:
        text_add(out, "%s", other);
        break;
    case 2:
        text_add(out, "(SELECT %s FROM %s LIMIT 1 OFFSET %d)", column, table->name, edit[5]);
        break;
    default:
        text_add(out, "%s", values[edit[5] % COUNT_OF(values)]);
    }
}

static void add_rows(const struct table_text *table, int row, int count, struct text *out) {
    text_add(out, " WHERE (%s) IN (SELECT %s FROM %s LIMIT %d OFFSET %d)", table->key, table->key,
             table->name, count, row);
}

static void add_double(const struct table_text *table, const uint8_t *edit, struct text *out) {
    text_add(out, "INSERT OR REPLACE INTO %s (", table->name);
    for (int i = 0; i < table->count; i++) text_add(out, "%s%s", i ? ", " : "", table->columns[i]);
    text_add(out, ") SELECT ");
    for (int i = 0; i < table->count; i++) {
        text_add(out, i ? ", " : "");
        if (i == edit[4] % table->count)
            add_value(table, edit, out);
        else
            text_add(out, "%s", table->columns[i]);
    }
    text_add(out, " FROM %s", table->name);
    add_rows(table, edit[1], 1, out);
}

static void add_foreign(const struct table_text *table, const uint8_t *edit, struct text *out) {
    static const char *const forms[] = {
        "CREATE TRIGGER t AFTER INSERT ON %s BEGIN DELETE FROM %s; END",
        "CREATE VIEW v AS SELECT * FROM %s -- %s",
        "CREATE INDEX i ON %s (rowid) -- %s",
        "CREATE TABLE foreign_%s (x) -- %s",
        "DROP TABLE %s -- %s",
        "ALTER TABLE %s ADD COLUMN extra INTEGER AS (1) -- %s",
        "ALTER TABLE %s RENAME TO was_%s",
        "DROP INDEX meetings_stage -- %s %s"};
    text_add(out, forms[edit[5] % COUNT_OF(forms)], table->name, table->name);
}

/* 7 bytes: table, row, what, how, column, value, how many. */
static void edit_rows(const struct base *base, const uint8_t *edit, struct text *foreign) {
    const struct table_text *table = &base->tables[edit[0] % base->count];
    struct text sql = {0};
    int what = edit[2] % 16;
    if (what < 3) {
        text_add(&sql, "DELETE FROM %s", table->name);
        add_rows(table, edit[1], what == 0 ? edit[6] : 1, &sql);
    } else if (what < 5) {
        add_double(table, edit, &sql);
    } else if (what == 5 && edit[3] < 64) {
        add_foreign(table, edit, foreign);
        text_add(foreign, ";");
    } else {
        text_add(&sql, "UPDATE OR REPLACE %s SET %s = ", table->name,
                 table->columns[edit[4] % table->count]);
        add_value(table, edit, &sql);
        add_rows(table, edit[1], what == 6 ? edit[6] : 1, &sql);
    }
    change(text_get(&sql));
    text_free(&sql);
}

static void forget_sums(const struct base *base) {
    for (int t = 0; t < base->count; t++) {
        char sql[100];
        snprintf(sql, sizeof sql, "UPDATE %s SET sum = NULL", base->tables[t].name);
        change(sql);
    }
    change("PRAGMA user_version = 5");
}

static void put_constraints_back(const struct base *base) {
    for (int t = 0; t < base->count; t++) {
        sqlite3_stmt *update;
        sqlite3_prepare_v2(database, "UPDATE sqlite_schema SET sql = ? WHERE name = ?", -1, &update,
                           NULL);
        sqlite3_bind_text(update, 1, base->tables[t].sql, -1, SQLITE_STATIC);
        sqlite3_bind_text(update, 2, base->tables[t].name, -1, SQLITE_STATIC);
        sqlite3_step(update);
        sqlite3_finalize(update);
    }
    change("PRAGMA schema_version = 4711; PRAGMA writable_schema = RESET");
}

/* ---- what reads it ---- */

static void look_at_it(void *context) {
    struct live live = {0};
    struct error error = {""};
    struct text text = {0};
    const struct live_screen screen = {.lines = 40, .columns = 80};
    if (live_open(context, &live, &error) == 0 && live_refresh(&live, &error) == 0)
        live_print(&live, &screen, &text);
    else
        fuzz_require_reason(&error);
    live_close(&live);
    text_free(&text);
}

static void forget_file(const char *path, const char *ending) {
    char name[160];
    snprintf(name, sizeof name, "%s%s", path, ending);
    unlink(name);
}

/* How often each is tried, one in so many: those that play or write are slow. */
struct call {
    int one_in;
    int (*command)(int argc, char **argv);
    char *words[12];
};

static void make_call(void *context) {
    const struct call *call = context;
    int count = 0;
    while (call->words[count]) count++;
    call->command(count, (char **)(uintptr_t)call->words);
}

static void read_in_every_way(char *path, unsigned some) {
    char start[120], last[120], merged[120], one[] = "1", meeting[8];
    snprintf(start, sizeof start, "%s@start", path);
    snprintf(last, sizeof last, "%s@2", path);
    snprintf(merged, sizeof merged, "%s-merged", path);
    snprintf(meeting, sizeof meeting, "%u", some % 30);
    struct call calls[] = {
        {1, command_status, {"status", path}},
        {1, command_report, {"report", path}},
        {2, command_export, {"export", "-o", "-", path}},
        {4, command_status, {"status", "--format", "json", path}},
        {4, command_list, {"list", "--format", "csv", path}},
        {4, command_report, {"report", "--format", "json", path}},
        {4, command_report, {"report", "--curve", "--format", "csv", path}},
        {8, command_report, {"report", "--depths", path}},
        {8, command_export, {"export", "-o", "-", "--format", "c", last}},
        {8, command_weights, {"weights", "show", path}},
        {16, command_replay, {"replay", path, meeting}},
        {16, command_doctor, {"doctor", "--pairs", "1", path}},
        {16, command_match, {"match", path, start, "--pairs", one, "--threads", one}},
        {16, command_merge, {"merge", "-o", merged, path}},
    };
    for (unsigned i = 0; i < COUNT_OF(calls); i++)
        if ((some + i) % (unsigned)calls[i].one_in == 0) fuzz_outlive_exit(make_call, &calls[i]);
    if (some % 2) fuzz_outlive_exit(look_at_it, path);
    forget_file(merged, "");
    forget_file(merged, "-lock");
}

/* Into nothing; gives the descriptor back that leads where it led. */
static int silence(int descriptor) {
    int before = dup(descriptor), nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, descriptor);
    close(nothing);
    return before;
}

static void speak(int descriptor, int before) {
    dup2(before, descriptor);
    close(before);
}

static void read_silently(char *path, unsigned some) {
    fflush(NULL);
    int out = silence(STDOUT_FILENO), err = silence(STDERR_FILENO);
    read_in_every_way(path, some);
    fflush(NULL);
    speak(STDOUT_FILENO, out);
    speak(STDERR_FILENO, err);
}

static void write_database(char path[96]) {
    sqlite3_int64 size;
    unsigned char *bytes = sqlite3_serialize(database, "main", &size, 0);
    snprintf(path, 96, "%s", fuzz_file((char *)bytes, (size_t)size));
    sqlite3_free(bytes);
    sqlite3_close(database);
}

/* The first byte chooses the database, the second what becomes of checksums; then come edits. */
void fuzz_rows(const uint8_t *data, size_t size) {
    static const char *const endings[] = {"-lock", "-wal", "-shm", "-journal"};
    struct text foreign = {0};
    char path[96];
    read_bases();
    if (size < 2) return;
    const struct base *base = &bases[data[0] % BASES];
    open_memory(base->bytes, base->size);
    for (size_t at = 2; at + EDIT <= size; at += EDIT) edit_rows(base, data + at, &foreign);
    if (data[1] % 4 == 1) forget_sums(base);
    if (data[1] % 4 > 1) make_sums_right(database);
    put_constraints_back(base);
    change(text_get(&foreign));
    text_free(&foreign);
    write_database(path);
    read_silently(path, (unsigned)(bytes_checksum((const char *)data, size) % 4096));
    for (size_t i = 0; i < COUNT_OF(endings); i++) forget_file(path, endings[i]);
}
