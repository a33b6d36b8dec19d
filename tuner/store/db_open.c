/*
 * db_open: opens a file and checks the right to write to it. The order of the checks matters: a
 * file that is refused stays as it was.
 */
#include "tuner/store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/own_file.h"
#include "tuner/store/foreign.h"
#include "tuner/store/lock.h"
#include "tuner/store/tables.h"

/* Nothing in a file is executed: no trigger, no view, no function with effects in its schema. SQL
 * cannot write to the schema either, but while it is brought up to date. */
static void db_defend(sqlite3 *sqlite) {
    sqlite3_db_config(sqlite, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(sqlite, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(sqlite, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(sqlite, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
}

/* SQLite closes nothing of which a statement is left. */
static void db_disconnect(struct store *store) {
    for (int i = 0; i < KEPT_MAX; i++) db_forget(&store->kept[i]);
    sqlite3_close(store->sqlite);
    store->sqlite = NULL;
}

static int db_connect(struct store *store, const char *name, int flags, struct error *error) {
    db_disconnect(store);
    if (sqlite3_open_v2(name, &store->sqlite, flags, NULL) != SQLITE_OK)
        return db_refuse_sqlite(store, error, "cannot be opened");
    sqlite3_busy_handler(store->sqlite, db_wait, store);
    db_add_functions(store->sqlite);
    db_defend(store->sqlite);
    return 0;
}

/* Reads the file alone, making no other files and taking no locks. */
static int db_connect_immutable(struct store *store, struct error *error) {
    struct text uri = {0};
    text_add(&uri, *store->path == '/' ? "file://" : "file:");
    for (const char *c = store->path; *c; c++)
        text_add(&uri, strchr("%?#", *c) ? "%%%02x" : "%c", *c);
    text_add(&uri, "?immutable=1");
    int result = db_connect(store, uri.data, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error);
    text_free(&uri);
    return result;
}

/* A database in a place where SQLite cannot make the files that processes share (a read-only one,
 * or a full disk): no other process can change it either, so the file alone will do, unless a log
 * of the last writer is there. */
static int db_connect_read_only(struct store *store, struct error *error) {
    struct text log = {0};
    struct stat status;
    text_add(&log, "%s-wal", store->path);
    bool whole = stat(log.data, &status) != 0 || status.st_size == 0;
    text_free(&log);
    if (whole) return db_connect_immutable(store, error);
    return db_refuse(store, error,
                     "needs a writable directory and a free disk: its writer was killed, and its "
                     "-wal file is to be recovered");
}

static bool db_lacks_a_place(int code) {
    return code == SQLITE_CANTOPEN || code == SQLITE_READONLY || code == SQLITE_IOERR ||
           code == SQLITE_FULL;
}

/* Opened for writing where that is possible, since then SQLite tidies up when closing. */
static int db_connect_reader(struct store *store, struct error *error) {
    int64_t version = 0;
    if (db_connect(store, store->path, SQLITE_OPEN_READWRITE, error)) return -1;
    if (db_ask(store, "PRAGMA schema_version", &version, error) == 0) return 0;
    if (!db_lacks_a_place(sqlite3_errcode(store->sqlite))) return -1;
    return db_connect_read_only(store, error);
}

/* Keeps a generation of a thousand players with a thousand weights, and their indices, in memory.
 * With a quarter of it, storing 5000 generations of 64 players (57 MB) took 12.7 s of processor
 * time, not 7.4 s. */
#define CACHE "PRAGMA cache_size = -65536" /* KiB, at most */

/* SQLite then tries to read what it could not make, and says that it is not there. */
static void db_explain_writer(const struct store *store, struct error *error) {
    if (access(store->path, F_OK) == 0) return;
    int file = own_file_open(store->path, O_RDWR | O_CREAT, error);
    if (file >= 0) close(file);
}

static int db_connect_writer(struct store *store, struct error *error) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    if (db_connect(store, store->path, flags, error)) {
        db_explain_writer(store, error);
        return -1;
    }
    sqlite3_exec(store->sqlite, CACHE, NULL, NULL, NULL); /* a wish */
    if (sqlite3_db_readonly(store->sqlite, "main"))
        return db_refuse(store, error, "cannot be written");
    return 0;
}

/* The 32-bit number at an offset of the header ("Database File Format", section 1.3). */
static int32_t db_header_number(const unsigned char *at) {
    return (int32_t)((uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3]);
}

/* Whether the power failed when it was made: SQLite's journal beside it says that there was nothing
 * before ("Database File Format", section 3), and SQLite restores that. */
static bool db_is_half_made(const struct store *store) {
    static const unsigned char magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char header[20] = {0};
    struct text path = {0};
    text_add(&path, "%s-journal", store->path);
    int file = own_file_open(path.data, O_RDONLY, NULL);
    text_free(&path);
    if (file < 0) return false;
    bool whole = read(file, header, sizeof header) == (ssize_t)sizeof header;
    close(file);
    return whole && memcmp(header, magic, sizeof magic) == 0 && db_header_number(header + 16) == 0;
}

/* Whether the file is hone's, by its header's bytes: SQL would make files beside it. They are read
 * through SQLite, because closing the file in any other way would drop the locks that this process
 * may hold on it. */
static int db_check_header(struct store *store, struct error *error) {
    unsigned char header[100] = {0};
    sqlite3_file *file = NULL;
    if (db_connect(store, store->path, SQLITE_OPEN_READONLY, error)) return -1;
    sqlite3_file_control(store->sqlite, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    file->pMethods->xRead(file, header, sizeof header, 0);
    if (memcmp(header, "SQLite format 3", 16) != 0)
        return db_is_half_made(store) ? 0 : db_refuse(store, error, "is not a database");
    if (db_header_number(header + 68) != APPLICATION_ID)
        return db_refuse(store, error, "is a database, but not one of hone's");
    int32_t version = db_header_number(header + 60), newest = store->schema->version;
    if (version >= 1 && version <= newest) return 0;
    return error_set(error,
                     "%s: has version %d of hone's tables, this hone (%s) knows those up to %d",
                     store->path, (int)version, HONE_VERSION, (int)newest);
}

/* Checks the files that SQLite opens, as it would follow links and wait at pipes. The database
 * itself may be `followed`: a reader writes nothing where a link leads. */
static int db_check_files(const struct store *store, bool followed, struct error *error) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    int status = 0;
    for (size_t i = followed; status == 0 && i < COUNT_OF(endings); i++) {
        struct text path = {0};
        text_add(&path, "%s%s", store->path, endings[i]);
        status = own_file_check(path.data, error);
        text_free(&path);
    }
    return status;
}

static int db_check_file(struct store *store, enum store_mode mode, struct error *error) {
    struct stat status;
    bool missing = stat(store->path, &status) != 0;
    bool makes = mode == STORE_WRITE || mode == STORE_SHARE;
    if (missing && errno == ENOENT && makes) return db_check_files(store, false, error);
    if (missing) return db_refuse(store, error, strerror(errno));
    if (S_ISDIR(status.st_mode)) return db_refuse(store, error, "is a directory, not a database");
    bool read = !makes && mode != STORE_REPAIR;
    if (db_check_files(store, read && S_ISREG(status.st_mode), error)) return -1;
    if (status.st_size > 0) return db_check_header(store, error);
    if (!makes) return db_refuse(store, error, "is empty, not a database");
    db_say(store, "was there, but empty: begun anew");
    return 0;
}

/* A damaged database must stay as it is for a repair. */
static void db_keep_log_on_close(struct store *store, bool keep) {
    sqlite3_db_config(store->sqlite, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, (int)keep, NULL);
}

/* SQLite calls a copy that was waited for in vain a success when it ends. */
static int db_copy_pages(sqlite3 *from, sqlite3 *to) {
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup) return sqlite3_errcode(to);
    int step = sqlite3_backup_step(backup, -1), code = sqlite3_backup_finish(backup);
    return code != SQLITE_OK ? code : step == SQLITE_DONE ? SQLITE_OK : step;
}

/* The copy, NULL and why. */
static sqlite3 *db_copy_to(sqlite3 *from, const char *name, const char *path, struct error *error) {
    sqlite3 *copy = NULL;
    bool memory = strcmp(path, ":memory:") == 0;
    int code = sqlite3_open(path, &copy);
    if (code == SQLITE_OK) code = db_copy_pages(from, copy);
    if (code == SQLITE_OK) return copy;
    sqlite3_close(copy);
    if (!memory) unlink(path);
    error_set(error, "%s: cannot be copied to %s: %s", name, memory ? "memory" : path,
              sqlite3_errstr(code));
    return NULL;
}

int db_copy(const char *database, const char *path, struct error *error) {
    sqlite3 *from = NULL, *copy = NULL;
    if (access(path, F_OK) == 0) return error_set(error, "%s is there already", path);
    int code = sqlite3_open_v2(database, &from, SQLITE_OPEN_READONLY, NULL);
    if (code == SQLITE_OK)
        copy = db_copy_to(from, database, path, error);
    else
        error_set(error, "%s: cannot be opened: %s", database, sqlite3_errstr(code));
    sqlite3_close(copy);
    sqlite3_close(from);
    return copy ? 0 : -1;
}

static void db_refuse_foreign(void *context, const char *what) {
    struct error *first = context;
    if (!*first->text) error_set(first, "%s", what);
}

/* Refuses a file with tables of others, or with what is no table, before anything of it is read. */
static int db_check_schema(struct store *store, struct error *error) {
    struct error first = {""};
    store_soften(store, error);
    foreign_find(store, store->schema->earlier, db_refuse_foreign, &first);
    if (store_harden(store)) return -1;
    if (!*first.text) return 0;
    return error_set(error,
                     "%s: is not as hone made it: %s; `hone doctor` names all that is foreign in "
                     "it, and nothing else is read",
                     store->path, first.text);
}

/* A reader leaves the file as it is: it migrates a copy in memory. */
static int db_migrate_copy(struct store *store, struct error *error) {
    sqlite3 *copy = db_copy_to(store->sqlite, store->path, ":memory:", error);
    if (!copy) return -1;
    db_keep_log_on_close(store, false);
    db_disconnect(store);
    store->sqlite = copy;
    db_add_functions(copy);
    db_defend(copy);
    return db_migrate(store, error);
}

static int db_begin_reading(struct store *store, struct error *error) {
    int64_t version = 0;
    if (db_ask(store, "PRAGMA user_version", &version, error)) return -1;
    return version < store->schema->version ? db_migrate_copy(store, error) : 0;
}

/* Leaves a transaction open, so that a file that is refused stays as it was. Identity and tables
 * appear together, and before the switch to a write-ahead log: so the header always has the
 * owner. */
static int db_begin_writing(struct store *store, struct error *error) {
    int64_t pages = 0;
    if (!store->shared) store->lock = lock_take(store->path, error);
    if (store->lock < 0 || db_ask(store, "PRAGMA page_count", &pages, error) ||
        db_execute(store, "BEGIN IMMEDIATE", error))
        return -1;
    if (pages > 0) return db_migrate(store, error);
    return db_add_missing(store, error) ? -1 : db_set_version(store, error);
}

static int db_end_set_up(struct store *store, enum store_mode mode, struct error *error) {
    const char *sql = mode == STORE_WRITE || mode == STORE_SHARE
                          ? "COMMIT; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                            "PRAGMA foreign_keys = ON"
                      : mode == STORE_REPAIR ? "COMMIT; PRAGMA ignore_check_constraints = ON"
                                             : "PRAGMA query_only = ON";
    return db_execute(store, sql, error);
}

static int db_check_pages(struct store *store, struct error *error) {
    int64_t whole = 0;
    if (db_ask(store, "SELECT integrity_check = 'ok' FROM pragma_integrity_check(1)", &whole,
               error))
        return -1;
    if (whole) return 0;
    return error_set(error,
                     "%s: is a damaged database; `hone doctor` says where and mends what can be, "
                     "or %s",
                     store->path, store->restore);
}

static int db_prepare(struct store *store, const char *sql, sqlite3_stmt **out,
                      struct error *error) {
    if (sqlite3_prepare_v3(store->sqlite, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) ==
        SQLITE_OK)
        return 0;
    return db_refuse_sqlite(store, error, "lacks some of hone's tables");
}

/* An id is the next one, as SQLite would give it too, but not before the checksum is known. */
static int db_prepare_insert(struct store *store, int index, struct error *error) {
    const struct table *table = store->tables[index];
    bool numbered = table->columns[0].kind == COLUMN_ID;
    struct text sql = {0}, values = {0};
    text_add(&values, numbered ? "id" : "?1");
    for (int i = 1, place = 2; i < table->column_count; i++)
        if (!table->columns[i].computed) text_add(&values, ", ?%d", place++);
    text_add(&sql, "INSERT INTO %s (", table->name);
    table_list_columns(table, NULL, &sql);
    text_add(&sql, ", sum) SELECT %s, row_sum(%s)", text_get(&values), text_get(&values));
    if (numbered)
        text_add(&sql, " FROM (SELECT ifnull(max(id), 0) + 1 AS id FROM %s)", table->name);
    int status = db_prepare(store, text_get(&sql), &store->inserts[index], error);
    text_free(&sql);
    text_free(&values);
    return status;
}

static int db_prepare_all(struct store *store, bool write, struct error *error) {
    for (int i = 0; write && i < store->table_count; i++)
        if (db_prepare_insert(store, i, error)) return -1;
    return db_prepare(store, "BEGIN IMMEDIATE", &store->begin, error) ||
                   db_prepare(store, "COMMIT", &store->commit, error) ||
                   db_prepare(store, "ROLLBACK", &store->rollback, error)
               ? -1
               : 0;
}

static int db_check_rows(struct store *store, bool whole, struct error *error) {
    for (const struct fault *fault = store->schema->faults; fault->rows; fault++) {
        char sql[512];
        int64_t found = 0;
        if (fault->slow && !whole) continue;
        snprintf(sql, sizeof sql, "SELECT EXISTS (%s)", fault->rows);
        if (db_ask(store, sql, &found, error)) return -1;
        if (found)
            return error_set(error, "%s: is not as hone wrote it: %s; %s", store->path, fault->what,
                             store->restore);
    }
    return 0;
}

static int db_set_up(struct store *store, enum store_mode mode, struct error *error) {
    bool write = mode == STORE_WRITE || mode == STORE_REPAIR || mode == STORE_SHARE;
    bool whole = mode == STORE_READ_WHOLE;
    store->trusting = mode == STORE_EXAMINE || mode == STORE_REPAIR;
    store->shared = mode == STORE_SHARE;
    if (store->shared) store->lock = lock_share(store->path, error);
    if (store->shared && store->lock < 0) return -1;
    if (db_check_file(store, mode, error)) return -1;
    if (write ? db_connect_writer(store, error) : db_connect_reader(store, error)) return -1;
    db_keep_log_on_close(store, true);
    if (!store->trusting && db_check_schema(store, error)) return -1;
    if (whole && db_check_pages(store, error)) return -1;
    if (write ? db_begin_writing(store, error) : db_begin_reading(store, error)) return -1;
    if (db_prepare_all(store, write, error)) return -1;
    if ((whole || mode == STORE_WRITE) && db_check_rows(store, whole, error)) return -1;
    if (whole && db_check_sums(store, error)) return -1;
    if (db_end_set_up(store, mode, error)) return -1;
    if (store->shared) lock_let_in(store->lock);
    db_keep_log_on_close(store, false);
    return 0;
}

/* SQLite reads a log beside a database as its own, and would for a copy that takes its place. */
static const char *db_way_to_restore(const char *path) {
    struct text log = {0};
    struct stat status;
    text_add(&log, "%s-wal", path);
    bool left = stat(text_get(&log), &status) == 0 && status.st_size > 0;
    text_free(&log);
    return left && !lock_is_held(path)
               ? "restore it from a copy, but first remove the -wal and -shm files beside it: they "
                 "are read with it, even if they are of another file that was there before"
               : "restore it from a copy";
}

struct store *db_open(const char *path, enum store_mode mode, const struct schema *schema,
                      struct error *error) {
    struct store *store = xcalloc(1, sizeof *store);
    store->path = xstrdup(path);
    store->restore = db_way_to_restore(path);
    store->schema = schema;
    store->lock = -1;
    for (int i = 0; schema->lists[i]; i++)
        for (int j = 0; schema->lists[i][j]; j++)
            store->tables[store->table_count++] = schema->lists[i][j];
    if (db_set_up(store, mode, error) == 0) return store;
    store_close(store);
    return NULL;
}

struct store *db_open_empty(void) {
    struct store *store = xcalloc(1, sizeof *store);
    struct error error;
    store->path = xstrdup(":memory:");
    store->restore = "";
    store->lock = -1;
    if (db_connect(store, store->path, SQLITE_OPEN_READWRITE, &error)) die("%s", error.text);
    return store;
}

void store_close(struct store *store) {
    if (!store) return;
    store_settle(store);
    for (int i = 0; i < store->table_count; i++) sqlite3_finalize(store->inserts[i]);
    for (int i = 0; i < store->table_count; i++) free(store->selects[i]);
    sqlite3_finalize(store->begin);
    sqlite3_finalize(store->commit);
    sqlite3_finalize(store->rollback);
    db_disconnect(store);
    if (store->lock >= 0) close(store->lock);
    free(store->path);
    free(store);
}

/* The lock goes last, so that no other process writes to what is removed. */
void store_discard(struct store *store) {
    char *path = xstrdup(store->path);
    int lock = store->lock;
    store->lock = -1;
    store_close(store);
    unlink(path);
    lock_remove(path, lock);
    free(path);
}
