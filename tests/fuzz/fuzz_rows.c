/*
 * A database that was changed with SQL: rows gone, doubled, moved, with values of other types,
 * other names, NULL; their checksums left, forgotten or made right again; foreign things in the
 * schema. Every command that reads refuses it or reads it, and none stumbles.
 *
 * A base is read once and stands in memory; a database is the base, edited within a transaction,
 * copied into a file, and taken back. The constraints of the tables must not hinder the edits:
 * SQLite has parsed the tables without them, and what it has not read again, the schema's text, has
 * them.
 */
#include <dirent.h>
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

enum { TABLES_MAX = 24, COLUMNS_MAX = 40, BASES = 8, EDIT = 7 };

struct table_text {
    char *name, *sql;
    char key[200]; /* the columns that tell a row */
    int count;
    char columns[COLUMNS_MAX][32]; /* but for the checksum */
    sqlite3_stmt *sums;            /* makes them right */
    bool changed;
};

static struct base {
    sqlite3 *memory;
    int count;
    struct table_text tables[TABLES_MAX];
} bases[BASES];

static const struct base_file {
    const char *path;
    bool copied;
} base_files[BASES] = {
    {"tests/tuner/store/v5-run.db", false},     {"tests/tuner/store/v1-run.db", false},
    {"tests/tuner/store/v3-stopped.db", false}, {"tests/tuner/store/v5-games.db", false},
    {"tests/tuner/store/v5-run.db", true},      {"tests/tuner/store/v3-stopped.db", true},
    {"tests/tuner/store/v9-engine.db", false},  {"tests/tuner/store/v9-study.db", false},
};

/* ---- where it lies ---- */

static char folder[64], path[80], the_start[96], a_generation[96], merged[96], a_meeting[8];

/* All that a command may have left, so that no lock of one that an exit left open meets the next.
 */
static void empty_folder(void) {
    struct dirent *entry;
    DIR *opened = opendir(folder);
    while ((entry = readdir(opened)))
        if (entry->d_name[0] != '.') unlinkat(dirfd(opened), entry->d_name, 0);
    closedir(opened);
}

static void remove_folder(void) {
    empty_folder();
    rmdir(folder);
}

static void make_folder(void) {
    snprintf(folder, sizeof folder, "%s/hone-rows-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(folder)) die("%s cannot be made", folder);
    snprintf(path, sizeof path, "%s/run.db", folder);
    snprintf(the_start, sizeof the_start, "%s@start", path);
    snprintf(a_generation, sizeof a_generation, "%s@2", path);
    snprintf(merged, sizeof merged, "%s/merged.db", folder);
    atexit(remove_folder);
}

static void write_file(const unsigned char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        die("%s cannot be written", path);
}

/* ---- silence ---- */

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

/* ---- bases ---- */

static sqlite3 *database;

/* Many a change is one that SQLite refuses. */
static void change(const char *sql) {
    sqlite3_exec(database, sql, NULL, NULL, NULL);
}

#define WITHOUT_CHECKS "PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON"

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

static void prepare_sums(struct table_text *table) {
    struct text sql = {0};
    text_add(&sql, "UPDATE %s SET sum = row_sum(", table->name);
    for (int i = 0; i < table->count; i++) text_add(&sql, "%s%s", i ? ", " : "", table->columns[i]);
    text_add(&sql, ")");
    if (sqlite3_prepare_v2(database, text_get(&sql), -1, &table->sums, NULL))
        die("%s: %s", text_get(&sql), sqlite3_errmsg(database));
    text_free(&sql);
}

static void put_constraints_back(const struct table_text *table) {
    sqlite3_stmt *update;
    sqlite3_prepare_v2(database, "UPDATE sqlite_schema SET sql = ? WHERE name = ?", -1, &update,
                       NULL);
    sqlite3_bind_text(update, 1, table->sql, -1, SQLITE_STATIC);
    sqlite3_bind_text(update, 2, table->name, -1, SQLITE_STATIC);
    sqlite3_step(update);
    sqlite3_finalize(update);
}

/* Brought up to date by hone: as it was made, with columns added, or copied row by row into a file
 * of this version. */
static void bring_up_to_date(const struct base_file *file) {
    struct text bytes = {0};
    struct error error;
    char *words[] = {"merge", "-o", merged, path, NULL};
    if (file_read(file->path, &bytes, &error)) die("%s", error.text);
    write_file((const unsigned char *)bytes.data, bytes.length);
    text_free(&bytes);
    struct store *store = store_open(path, STORE_WRITE, &error);
    if (!store) die("%s", error.text);
    store_close(store);
    if (file->copied && (command_merge(4, words) || rename(merged, path))) die("%s", path);
}

static void take_constraints_out(void) {
    change("PRAGMA journal_mode = DELETE; PRAGMA writable_schema = ON;"
           "UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ' NOT NULL', ''),"
           " 'STRICT, WITHOUT', 'WITHOUT'), 'STRICT', '') WHERE type = 'table'");
}

/* Of a database in memory that was no file SQLite serialises what a transaction has changed. */
static sqlite3 *copy_into_memory(void) {
    sqlite3 *memory;
    if (sqlite3_open(":memory:", &memory) != SQLITE_OK) die("out of memory");
    sqlite3_backup *backup = sqlite3_backup_init(memory, "main", database, "main");
    if (!backup || sqlite3_backup_step(backup, -1) != SQLITE_DONE) die("%s", path);
    sqlite3_backup_finish(backup);
    return memory;
}

static void read_base(struct base *base, const struct base_file *file) {
    bring_up_to_date(file);
    if (sqlite3_open(path, &database) != SQLITE_OK) die("%s", path);
    read_tables(base);
    take_constraints_out();
    base->memory = copy_into_memory();
    sqlite3_close(database);
    database = base->memory;
    change(WITHOUT_CHECKS);
    add_row_sum(database);
    for (int i = 0; i < base->count; i++) prepare_sums(&base->tables[i]);
    for (int i = 0; i < base->count; i++) put_constraints_back(&base->tables[i]);
    empty_folder();
}

static void read_bases(void) {
    if (bases[0].memory) return;
    int out = silence(STDOUT_FILENO);
    make_folder();
    for (int i = 0; i < BASES; i++) read_base(&bases[i], &base_files[i]);
    fflush(stdout);
    speak(STDOUT_FILENO, out);
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
static void edit_rows(struct base *base, const uint8_t *edit, struct text *foreign) {
    struct table_text *table = &base->tables[edit[0] % base->count];
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
    table->changed = true;
}

static void mend_sums(struct base *base) {
    for (int i = 0; i < base->count; i++) {
        struct table_text *table = &base->tables[i];
        if (table->changed) sqlite3_step(table->sums);
        sqlite3_reset(table->sums);
    }
}

static void forget_sums(const struct base *base) {
    for (int t = 0; t < base->count; t++) {
        char sql[100];
        snprintf(sql, sizeof sql, "UPDATE %s SET sum = NULL", base->tables[t].name);
        change(sql);
    }
    change("PRAGMA user_version = 5");
}

/* What is foreign goes into a copy, since SQLite reads the schema again for it. */
static unsigned char *with_foreign(unsigned char *bytes, const struct text *sql,
                                   sqlite3_int64 *size) {
    if (sql->length == 0) return bytes;
    if (!bytes || sqlite3_open(":memory:", &database) != SQLITE_OK) die("out of memory");
    sqlite3_deserialize(database, "main", bytes, *size, *size,
                        SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
    change(WITHOUT_CHECKS);
    change(text_get(sql));
    bytes = sqlite3_serialize(database, "main", size, 0);
    sqlite3_close(database);
    return bytes;
}

/* The base with its edits, as a file. */
static void make_database(struct base *base, const uint8_t *data, size_t size) {
    struct text foreign = {0};
    sqlite3_int64 length;
    database = base->memory;
    for (int i = 0; i < base->count; i++) base->tables[i].changed = false;
    change("BEGIN");
    for (size_t at = 2; at + EDIT <= size; at += EDIT) edit_rows(base, data + at, &foreign);
    if (data[1] % 4 == 1) forget_sums(base);
    if (data[1] % 4 > 1) mend_sums(base);
    unsigned char *bytes = sqlite3_serialize(database, "main", &length, 0);
    change("ROLLBACK");
    bytes = with_foreign(bytes, &foreign, &length);
    write_file(bytes, (size_t)length);
    sqlite3_free(bytes);
    text_free(&foreign);
}

/* ---- what reads it ---- */

/* A way to read it, and how many of 64 databases are read so, fewer where it is slow: a command by
 * its words, or what `watch` reads. */
static const struct way {
    int share;
    int (*command)(int argc, char **argv);
    const char *words[12];
} ways[] = {
    {8, command_status, {"status", path}},
    {5, command_report, {"report", path}},
    {8, command_export, {"export", "-o", "-", path}},
    {5, command_status, {"status", "--format", "json", path}},
    {7, command_list, {"list", "--format", "csv", folder}},
    {3, command_report, {"report", "--format", "json", path}},
    {3, command_report, {"report", "--curve", "--format", "csv", path}},
    {2, command_report, {"report", "--depths", path}},
    {5, command_export, {"export", "-o", "-", "--format", "c", a_generation}},
    {5, command_weights, {"weights", "show", path}},
    {4, command_replay, {"replay", path, a_meeting}},
    {2, command_doctor, {"doctor", "--pairs", "1", path}},
    {2, command_ask, {"ask", "--again", folder}},
    {1, command_tell, {"tell", folder, "3", "score=1"}},
    {1,
     command_match,
     {"match", path, the_start, "--pairs", "1", "--threads", "1", "--opening-plies", "0"}},
    {1, command_merge, {"merge", "-o", merged, path}},
    {2, NULL, {NULL}},
};

static int status;

static void look_at_it(void) {
    struct live live = {0};
    struct error error = {""};
    struct text text = {0};
    const struct live_screen screen = {.lines = 40, .columns = 80};
    status = live_open(path, &live, &error) || live_refresh(&live, &error);
    if (status == 0)
        live_print(&live, &screen, &text);
    else
        fuzz_require_reason(&error);
    live_close(&live);
    text_free(&text);
}

static void go(void *context) {
    const struct way *way = context;
    int count = 0;
    while (way->words[count]) count++;
    status = EXIT_FAILURE;
    if (way->command)
        status = way->command(count, (char **)(uintptr_t)way->words);
    else
        look_at_it();
}

/* A command may move its words. */
static void read_by(const struct way *way, bool good) {
    struct way own = *way;
    fuzz_outlive_exit(go, &own);
    bool of_studies = own.command == command_ask || own.command == command_tell;
    if (good && status && !of_studies) /* the good one is a run */
        die("%s does not read a good database", own.command ? own.words[0] : "watch");
}

static const struct way *way_of(int choice) {
    const struct way *way = ways;
    for (; choice >= way->share; way++) choice -= way->share;
    return way;
}

static void read_by_all(bool good) {
    for (size_t i = 0; i < COUNT_OF(ways); i++) read_by(&ways[i], good);
}

static void read_silently(int choice, bool edited, bool good) {
    fflush(NULL);
    int out = silence(STDOUT_FILENO), err = silence(STDERR_FILENO);
    if (edited)
        read_by(way_of(choice), false);
    else
        read_by_all(good);
    fflush(NULL);
    speak(STDOUT_FILENO, out);
    speak(STDERR_FILENO, err);
}

/* The first byte chooses the database, two bits of the second what becomes of checksums, the others
 * the command that reads it; then come edits. Without any, everything reads the first base. */
void fuzz_rows(const uint8_t *data, size_t size) {
    if (size < 2) return;
    read_bases();
    make_database(&bases[data[0] % BASES], data, size);
    snprintf(a_meeting, sizeof a_meeting, "%d", 1 + data[0] / BASES % 30);
    read_silently(data[1] / 4, size >= 2 + EDIT, data[0] % BASES == 0);
    empty_folder();
}
