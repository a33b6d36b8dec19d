/*
 * foreign: databases of others' making. What hone has not written is refused before it is read, and
 * named; what was half made begins anew; of two writers one ends.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/own_directory.h"
#include "tests/row_sum.h"
#include "tuner/store/examine.h"
#include "tuner/store/lock.h"
#include "tuner/store/runs.h"

static char path[64];

static int make_directory(void **state) {
    (void)state;
    if (own_directory_make(NULL)) return -1;
    snprintf(path, sizeof path, "%s/run.db", directory);
    return 0;
}

static void forget(void) {
    static const char *const endings[] = {"", "-wal", "-shm", "-lock", "-journal"};
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

static int remove_directory(void **state) {
    (void)state;
    forget();
    return rmdir(directory);
}

/* A run of the tests, brought up to date. */
static void make_database(void) {
    char command[200];
    struct error error;
    forget();
    snprintf(command, sizeof command, "install -m 644 tests/tuner/store/v5-run.db %s", path);
    assert_int_equal(system(command), 0);
    struct store *store = store_open(path, STORE_WRITE, &error);
    if (!store) fail_msg("%s", error.text);
    store_close(store);
}

static sqlite3 *open_sqlite(void) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    return db;
}

static void execute(sqlite3 *db, const char *sql) {
    char *why = NULL;
    sqlite3_exec(db, sql, NULL, NULL, &why);
    if (why) fail_msg("%s: %s", sql, why);
}

/* ---- schemas ---- */

static void assert_named_by_doctor(const char *what) {
    struct damages damages = {0};
    struct error error = {""};
    struct store *store = store_open(path, STORE_EXAMINE, &error);
    if (!store) fail_msg("%s", error.text);
    store_examine(store, &damages);
    bool named = false;
    for (int i = 0; i < damages.count; i++)
        named |= strcmp(damages.list[i].kind, "schema") == 0 && strstr(damages.list[i].what, what);
    if (!named) fail_msg("not named: %s", what);
    damages_free(&damages);
    store_close(store);
}

static void what_is_foreign_in_a_schema_is_named(void **state) {
    (void)state;
    static const struct {
        const char *sql, *what;
    } cases[] = {
        {"CREATE TRIGGER t AFTER UPDATE ON runs BEGIN DELETE FROM metrics; END",
         "trigger t on table runs is not hone's"},
        {"CREATE VIEW v AS SELECT * FROM runs", "view v is not hone's"},
        {"CREATE TABLE more (x)", "table more is not hone's"},
        {"CREATE INDEX i ON runs (name)", "index i on table runs is not hone's"},
        {"ALTER TABLE runs ADD COLUMN extra INTEGER AS (seed + 1)",
         "table runs has what is not hone's: extra INTEGER AS"},
        {"DROP INDEX meetings_stage", "the index of table meetings is missing"},
        {"DROP TABLE timings; CREATE VIEW timings AS SELECT * FROM runs",
         "table timings is missing"},
        {"ALTER TABLE champions DROP COLUMN games",
         "table champions lacks: games INTEGER NOT NULL"},
        {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '')"
         " WHERE name = 'runs'",
         "table runs is not declared as hone does"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        make_database();
        sqlite3 *db = open_sqlite();
        execute(db, cases[i].sql);
        sqlite3_close(db);
        for (int mode = STORE_READ; mode <= STORE_WRITE; mode++) {
            struct error error = {""};
            assert_null(store_open(path, (enum store_mode)mode, &error));
            if (!strstr(error.text, "is not as hone made it")) fail_msg("%s", error.text);
        }
        assert_named_by_doctor(cases[i].what);
    }
}

/* ---- rows ---- */

/* Edits rows past all constraints, and leaves the schema as it was. */
static void edit_freely(const char *sql) {
    sqlite3 *db = open_sqlite();
    execute(db, "CREATE TABLE before AS SELECT name, sql FROM sqlite_schema WHERE type = 'table';"
                "PRAGMA writable_schema = ON;"
                "UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ' NOT NULL', ''),"
                " 'STRICT, WITHOUT', 'WITHOUT'), 'STRICT', '') WHERE type = 'table';"
                "PRAGMA schema_version = 1000");
    sqlite3_close(db);
    db = open_sqlite();
    execute(db, "PRAGMA ignore_check_constraints = ON");
    execute(db, sql);
    make_sums_right(db);
    execute(db, "PRAGMA writable_schema = ON;"
                "UPDATE sqlite_master SET sql = (SELECT b.sql FROM before b WHERE b.name ="
                " sqlite_master.name) WHERE type = 'table' AND name <> 'before';"
                "PRAGMA schema_version = 2000");
    sqlite3_close(db);
    db = open_sqlite();
    execute(db, "DROP TABLE before");
    sqlite3_close(db);
}

/* Reads all that is in a run's tables in the way that the commands do. */
static void read_run(struct store *store) {
    struct stored_run *runs;
    int count = store_runs(store, &runs);
    for (enum stage stage = STAGE_TRAIN; stage <= STAGE_PROGRESS; stage++) {
        struct stored_seat *seats;
        struct stored_meeting *meetings;
        store_seats(store, 1, stage, &seats);
        store_meetings(store, 1, stage, -1, &meetings);
        free(seats);
        free(meetings);
    }
    struct stored_generation generation;
    struct stored_champion champion;
    if (store_generation(store, 1, 1, &generation, NULL, NULL) == 0) free(generation.state);
    store_champion(store, 1, &champion, NULL);
    store_games(store, 1, 4);
    store_free_runs(runs, count);
}

static void a_row_that_hone_cannot_have_written_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *sql, *what;
    } cases[] = {
        {"UPDATE runs SET ended_by = 'x'",
         "run 1, in table runs: column ended_by is the text 'x', not one of length, finish"},
        {"UPDATE runs SET name = NULL", "in table runs: column name is NULL"},
        {"UPDATE runs SET mixing = 'a'", "in table runs: column mixing is the text 'a'"},
        {"UPDATE runs SET mixing = 4294967297", "column mixing is the number 4294967297"},
        {"UPDATE runs SET name = 'a' || char(0) || 'b'", "in table runs: column name is the text"},
        {"UPDATE runs SET game = x'00'", "in table runs: column game is bytes"},
        {"UPDATE seats SET role = 'x' WHERE place = 1",
         "in table seats: column role is the text 'x', not one of start, yardstick"},
        {"UPDATE seats SET player = 777 WHERE place = 1", "in table seats: column player"},
        {"UPDATE meetings SET b = 777 WHERE stage = 'verify'",
         "in table meetings: column b: it must be that"},
        {"UPDATE meetings SET n2 = n2 + 1 WHERE stage = 'verify'",
         "in table meetings: columns together: it must be that (n0 + n1"},
        {"UPDATE meetings SET n0 = 9223372036854775807 WHERE id = 1", "in table meetings: column"},
        {"UPDATE generations SET champion = 777 WHERE generation = 1",
         "generation 1 of run 1, in table generations: column champion"},
        {"UPDATE timings SET seconds = 1e300", "in table timings: column seconds: it must be that"},
        {"UPDATE champions SET selection_rate = 'x'", "in table champions: column selection_rate"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error error = {""};
        make_database();
        edit_freely(cases[i].sql);
        struct store *store = store_open(path, STORE_READ, &error);
        if (!store) fail_msg("%s: %s", cases[i].sql, error.text);
        store_soften(store, &error);
        read_run(store);
        assert_int_equal(store_harden(store), -1);
        if (!strstr(error.text, cases[i].what)) fail_msg("%s: %s", cases[i].sql, error.text);
        store_close(store);
    }
}

/* ---- damaged ---- */

static int run_on_database(const char *format) {
    char command[800];
    snprintf(command, sizeof command, format, path, path, path, path);
    return system(command);
}

/* What a killed writer left in its log is not written into a database that is refused: doctor may
 * mend it. */
static void a_damaged_database_keeps_its_log(void **state) {
    (void)state;
    struct error error;
    make_database();
    struct store *store = store_open(path, STORE_WRITE, &error);
    assert_non_null(store);
    store_begin(store);
    store_add_stage_timing(store, 1, STAGE_VERIFY, 1, 2);
    store_commit(store);
    assert_int_equal(run_on_database("cp %s %s.kept && cp %s-wal %s-wal.kept"), 0);
    store_close(store);
    forget();
    assert_int_equal(
        run_on_database("yes | dd of=%s.kept bs=4096 seek=2 count=1 conv=notrunc 2>/dev/null"), 0);
    assert_int_equal(run_on_database("cp %s.kept %s && cp %s-wal.kept %s-wal"), 0);
    assert_null(store_open(path, STORE_READ_WHOLE, &error));
    assert_non_null(strstr(error.text, "damaged"));
    assert_int_equal(run_on_database("cmp %s.kept %s && cmp %s-wal.kept %s-wal"), 0);
    assert_int_equal(run_on_database("rm %s.kept %s-wal.kept"), 0);
}

/* ---- half made ---- */

static void write_file(const char *ending, const void *bytes, size_t count) {
    char name[80];
    snprintf(name, sizeof name, "%s%s", path, ending);
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

/* The power went when the database was made: nothing but blocks of it reached the disk, and
 * SQLite's journal, which says that there were no pages before. */
static void a_half_made_database_is_begun_anew(void **state) {
    (void)state;
    static const unsigned char none[4096] = {0};
    static const struct {
        size_t length;
        unsigned char magic, pages;
        bool begun;
    } cases[] = {{512, 0xd9, 0, true},  /* */
                 {512, 0xd9, 1, false}, /* there was a page */
                 {512, 0xda, 0, false}, /* no journal */
                 {19, 0xd9, 0, false},  /* not a whole header */
                 {0, 0xd9, 0, false}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        unsigned char journal[512] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
        struct error error = {""};
        journal[0] = cases[i].magic;
        journal[19] = cases[i].pages;
        journal[22] = 2;    /* sectors of 512 bytes */
        journal[26] = 0x10; /* pages of 4096 */
        forget();
        write_file("", none, sizeof none);
        write_file("-journal", journal, cases[i].length);
        struct store *store = store_open(path, STORE_WRITE, &error);
        if (!!store != cases[i].begun) fail_msg("case %zu: %s", i, error.text);
        if (!store) assert_non_null(strstr(error.text, "run.db: is not a database"));
        store_close(store);
    }
}

/* ---- locks ---- */

static void a_lock_that_is_taken_away_is_made_anew(void **state) {
    (void)state;
    char name[80];
    struct error error;
    snprintf(name, sizeof name, "%s-lock", path);
    int file = lock_take(path, &error);
    assert_true(file >= 0);
    assert_int_equal(lock_take(path, &error), -1);
    assert_int_equal(unlink(name), 0);
    assert_false(lock_is_held(path));
    assert_int_equal(lock_keep(path, false, &file), 0);
    assert_true(lock_is_held(path));
    assert_int_equal(unlink(name), 0);
    int other = lock_take(path, &error);
    assert_true(other >= 0);
    assert_int_equal(lock_keep(path, false, &file), -1);
    close(other); /* it may have written */
    assert_int_equal(lock_keep(path, false, &file), -1);
    close(file);
}

/* Two share a lock, which one alone does not get; taken away it is shared anew. */
static void a_shared_lock_is_many(void **state) {
    (void)state;
    char name[80];
    struct error error;
    make_database();
    snprintf(name, sizeof name, "%s-lock", path);
    int first = lock_share(path, &error), second = lock_share(path, &error);
    assert_true(first >= 0 && second >= 0);
    assert_int_equal(lock_take(path, &error), -1);
    assert_int_equal(unlink(name), 0);
    assert_int_equal(lock_keep(path, true, &first), 0);
    assert_int_equal(lock_keep(path, true, &second), 0);
    assert_int_equal(lock_take(path, &error), -1);
    close(first);
    close(second);
    int alone = lock_take(path, &error);
    assert_true(alone >= 0);
    close(alone);
}

/* Until a database is made the lock is not shared. */
static void a_lock_is_not_shared_before_the_database_is_made(void **state) {
    (void)state;
    struct error error;
    forget();
    int maker = lock_share(path, &error);
    assert_true(maker >= 0 && lock_is_held(path));
    lock_let_in(maker);
    assert_false(lock_is_held(path));
    close(maker);
}

static void *lock_later(void *file) {
    *(int *)file = lock_share(path, NULL);
    return NULL;
}

/* Though it waits since there was no database, and the maker keeps its share. */
static void what_waits_for_a_database_shares_its_lock(void **state) {
    (void)state;
    struct error error;
    pthread_t waiting;
    int second = -1;
    forget();
    int maker = lock_share(path, &error);
    assert_int_equal(pthread_create(&waiting, NULL, lock_later, &second), 0);
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL); /* it has tried once by now */
    assert_int_equal(file_write(path, "made", &error), 0);
    lock_let_in(maker);
    pthread_join(waiting, NULL);
    assert_true(second >= 0);
    close(second);
    close(maker);
}

/* The second is let in, and the first ends with a message at its next transaction. */
static void of_two_writers_the_first_ends(void **state) {
    (void)state;
    char name[80];
    struct error error = {""};
    make_database();
    snprintf(name, sizeof name, "%s-lock", path);
    struct store *first = store_open(path, STORE_WRITE, &error);
    assert_int_equal(unlink(name), 0);
    struct store *second = store_open(path, STORE_WRITE, &error);
    if (!second) fail_msg("%s", error.text);
    store_soften(first, &error);
    store_begin(first);
    store_commit(first);
    assert_int_equal(store_harden(first), -1);
    assert_non_null(strstr(error.text, "its lock was taken away"));
    store_begin(second);
    store_commit(second);
    store_close(second);
    store_close(first);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_foreign_in_a_schema_is_named),
        cmocka_unit_test(a_row_that_hone_cannot_have_written_is_refused),
        cmocka_unit_test(a_damaged_database_keeps_its_log),
        cmocka_unit_test(a_half_made_database_is_begun_anew),
        cmocka_unit_test(a_lock_that_is_taken_away_is_made_anew),
        cmocka_unit_test(a_shared_lock_is_many),
        cmocka_unit_test(a_lock_is_not_shared_before_the_database_is_made),
        cmocka_unit_test(what_waits_for_a_database_shares_its_lock),
        cmocka_unit_test(of_two_writers_the_first_ends),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
