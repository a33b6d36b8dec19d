/*
 * db: a store's waiting for other programs, its faults, and transactions.
 */
#include "tuner/store/sqlite.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "tuner/store/lock.h"

enum { BUSY_PAUSE_MS = 50, BUSY_PAUSES_MAX = 40 /* before it is said */ };
enum { EXIT_REFUSED = 2 }; /* as for any other bad input */

const char *db_path(const struct store *store) {
    return store->path;
}

const struct table *db_table(const struct store *store, int index) {
    return index < store->table_count ? store->tables[index] : NULL;
}

const struct fault *db_faults(const struct store *store) {
    return store->schema->faults;
}

int db_version(const struct store *store) {
    return store->schema->version;
}

const struct earlier *db_earlier(const struct store *store) {
    return store->schema->earlier;
}

bool store_is_written(const char *path) {
    return lock_is_held(path);
}

void db_now(char out[32]) {
    time_t now = time(NULL);
    struct tm utc;
    strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
}

/* ---- waiting for others ---- */

void db_say(const struct store *store, const char *what) {
    shown_warn("%shone: %s: %s\n", isatty(STDERR_FILENO) ? "\n" : "", store->path, what);
}

/* SQLite asks, again and again, whether to wait on while another program (a database browser) has
 * locked the file. The pending rows may be an hour's games: only the user ends the waiting. */
int db_wait(void *context, int asked) {
    struct store *store = context;
    if (asked >= BUSY_PAUSES_MAX && interrupt_pending()) return 0;
    if (asked >= BUSY_PAUSES_MAX && !store->waiting) {
        store->waiting = true;
        db_say(store, "another program has locked it; waiting until it lets go (Ctrl-C ends that)");
    }
    nanosleep(&(struct timespec){.tv_nsec = BUSY_PAUSE_MS * 1000000L}, NULL);
    return 1;
}

int db_waited(struct store *store, int code) {
    if (store->waiting && code != SQLITE_BUSY) db_say(store, "is free again; going on");
    store->waiting = false;
    return code;
}

/* ---- SQL that opening needs: 0, or -1 and why ---- */

int db_refuse(const struct store *store, struct error *error, const char *what) {
    return error_set(error, "%s: %s", store->path, what);
}

int db_refuse_sqlite(const struct store *store, struct error *error, const char *what) {
    int cause = sqlite3_system_errno(store->sqlite);
    bool damaged = sqlite3_errcode(store->sqlite) == SQLITE_CORRUPT;
    return error_set(error, "%s: %s: %s%s%s%s%s", store->path, what, sqlite3_errmsg(store->sqlite),
                     cause ? ": " : "", cause ? strerror(cause) : "", damaged ? "; " : "",
                     damaged ? store->restore : "");
}

int db_ask(struct store *store, const char *sql, int64_t *out, struct error *error) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(store->sqlite, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) code = db_waited(store, sqlite3_step(statement));
    if (code == SQLITE_ROW) *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    if (code == SQLITE_ROW) return 0;
    return db_refuse_sqlite(store, error, "cannot be read as a database");
}

int db_execute(struct store *store, const char *sql, struct error *error) {
    int code = db_waited(store, sqlite3_exec(store->sqlite, sql, NULL, NULL, NULL));
    if (code == SQLITE_OK) return 0;
    return db_refuse_sqlite(store, error, "cannot be set up");
}

/* ---- steps ---- */

static bool db_is_damage(int code) {
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_CONSTRAINT ||
           code == SQLITE_ERROR || code == SQLITE_SCHEMA;
}

/* Whether the file is at fault, and not another program that wrote to it at the same time. */
static bool db_was_damaged(const struct store *store, int code) {
    return code == SQLITE_CORRUPT || (store->lock < 0 && db_is_damage(code));
}

/* What to do about a fault of that kind; before it, where it is damaged. */
static const char *db_advice(const struct store *store, int code) {
    if (db_was_damaged(store, code)) return store->restore;
    if (store->lock < 0) return "";
    if (db_is_damage(code))
        return "; another program has changed it while it was written to: what is in it now was "
               "kept before";
    return "; everything finished before is saved, and the same command goes on from there";
}

static void db_set_fault(const struct store *store, int code, struct error *error) {
    int cause = sqlite3_system_errno(store->sqlite);
    error_set(error, "%s: cannot be %s: %s%s%s%s%s", store->path,
              store->lock < 0 ? "read" : "written", sqlite3_errmsg(store->sqlite),
              cause ? ": " : "", cause ? strerror(cause) : "",
              db_was_damaged(store, code)
                  ? "; `hone doctor` says where it is damaged and mends what can be, or "
                  : "",
              db_advice(store, code));
}

_Noreturn void db_end(const struct store *store, int code, const struct error *error) {
    shown_warn("%shone: %s\n", isatty(STDERR_FILENO) ? "\n" : "", error->text);
    if (code == SQLITE_BUSY) exit(interrupt_status());
    exit(db_was_damaged(store, code) ? EXIT_REFUSED : EXIT_FAILURE);
}

/* Only a wrong call of SQLite's is the programmer's fault: the statements are fixed, so one that
 * fails has met another file than hone's. */
void db_fail(struct store *store, int code) {
    struct error error;
    if (code == SQLITE_MISUSE) die("%s: %s", store->path, sqlite3_errmsg(store->sqlite));
    if (store->failed) return;
    db_set_fault(store, code, store->soft ? store->soft : &error);
    store->failed = true;
    if (!store->soft) db_end(store, code, &error);
}

bool db_step(struct store *store, sqlite3_stmt *statement) {
    if (store->failed || !statement) return false;
    int code = db_waited(store, sqlite3_step(statement));
    if (code != SQLITE_ROW && code != SQLITE_DONE) db_fail(store, code);
    return code == SQLITE_ROW;
}

void db_run(struct store *store, sqlite3_stmt *statement) {
    db_step(store, statement);
    sqlite3_reset(statement);
}

/* The log of a database that another one has taken the place of would be read with that one. It is
 * kept under another name, in case the one before comes back. */
static void db_set_log_aside(const struct store *store) {
    static const char *const endings[] = {"-wal", "-shm"};
    struct text from = {0}, to = {0};
    for (size_t i = 0; access(store->path, F_OK) == 0 && i < COUNT_OF(endings); i++) {
        text_free(&from), text_free(&to);
        text_add(&from, "%s%s", store->path, endings[i]);
        text_add(&to, "%s.before%s", store->path, endings[i]);
        rename(text_get(&from), text_get(&to));
    }
    text_free(&from), text_free(&to);
}

/* Rows that are written to a file that was moved or removed would be lost without a message. */
static void db_check_place(struct store *store) {
    static const char moved[] = "was moved, removed or replaced while it was written to; nothing "
                                "more can be kept. Put it back, or begin anew";
    int code = 0;
    sqlite3_file_control(store->sqlite, "main", SQLITE_FCNTL_HAS_MOVED, &code);
    if (!code || store->failed) return;
    store->failed = true;
    db_set_log_aside(store);
    if (store->soft) {
        db_refuse(store, store->soft, moved);
        return;
    }
    db_say(store, moved);
    exit(EXIT_FAILURE);
}

/* Of two processes that write at once, one ends. Within a transaction, so that no other process can
 * begin between the check and the writing. */
static void db_check_lock(struct store *store) {
    static const char taken[] = "its lock was taken away, and another hone writes to it now; this "
                                "one ends, everything finished before is saved";
    if (store->failed || lock_keep(store->path, store->shared, &store->lock) == 0) return;
    store->failed = true;
    if (store->soft) {
        db_refuse(store, store->soft, taken);
        return;
    }
    db_say(store, taken);
    exit(EXIT_FAILURE);
}

void store_begin(struct store *store) {
    store_settle(store);
    db_check_place(store);
    db_run(store, store->begin);
    db_check_lock(store);
}
void store_commit(struct store *store) {
    db_run(store, store->commit);
}
void store_rollback(struct store *store) {
    db_run(store, store->rollback);
}

void store_begin_reading(struct store *store) {
    store_settle(store);
    int code = db_waited(store, sqlite3_exec(store->sqlite, "BEGIN", NULL, NULL, NULL));
    if (code != SQLITE_OK) db_fail(store, code);
}

void store_owe(struct store *store, void (*write)(void *context), void *context) {
    store_settle(store);
    store->owed = write;
    store->owed_context = context;
}

void store_settle(struct store *store) {
    void (*write)(void *context) = store->owed;
    store->owed = NULL; /* what it writes itself is nothing else */
    if (write) write(store->owed_context);
}

bool store_owes(const struct store *store) {
    return store->owed != NULL;
}

void store_soften(struct store *store, struct error *error) {
    store->soft = error;
}

int store_harden(struct store *store) {
    bool failed = store->failed;
    store->soft = NULL;
    store->failed = false;
    if (failed && !sqlite3_get_autocommit(store->sqlite)) store_rollback(store);
    return failed ? -1 : 0;
}
