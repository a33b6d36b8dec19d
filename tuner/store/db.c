/*
 * db: how a file is opened and who may write to it; what a table's columns become in SQL; how one
 * row goes in and out. The order of the checks matters: a file that is refused stays as it was.
 */
#include "tuner/store/db.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/own_file.h"
#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "tuner/store/foreign.h"
#include "tuner/store/lock.h"
#include "tuner/store/sums.h"
#include "tuner/store/tables.h"

enum { APPLICATION_ID = 0x686f6e65 /* "hone" */, TABLES_MAX = 24 };
enum { COLUMNS_MAX = 64 };

enum { BUSY_PAUSE_MS = 50, BUSY_PAUSES_MAX = 40 /* before it is said */ };
enum { KEPT_MAX = 32 };
#define ID_MOST (INT64_C(1) << 52) /* the next ones are numbers too */
enum { EXAMINED_MOST = 100 };
enum { EXIT_REFUSED = 2 }; /* as for any other bad input */

/* A query that is asked again and again is prepared once. */
struct kept {
    char *sql;
    sqlite3_stmt *statement;
    bool taken; /* by a cursor */
};

struct store {
    char *path;
    const struct schema *schema;
    sqlite3 *sqlite;
    const struct table *tables[TABLES_MAX];
    sqlite3_stmt *inserts[TABLES_MAX];
    char *selects[TABLES_MAX]; /* as of table_select; owned */
    int table_count;
    struct kept kept[KEPT_MAX];
    int kept_next; /* the place that is given to another query next */
    sqlite3_stmt *begin, *commit, *rollback;
    bool trusting;               /* rows are read as they are */
    bool waiting;                /* for somebody else's lock, and has said so */
    struct error *soft;          /* where faults go, from store_soften to store_harden; else NULL */
    bool failed;                 /* since store_soften */
    void (*owed)(void *context); /* a write; NULL: none */
    void *owed_context;
    int lock; /* file descriptor, -1 when only reading */
};

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

/* On a line of its own, also under a progress bar. */
static void db_say(const struct store *store, const char *what) {
    shown_warn("%shone: %s: %s\n", isatty(STDERR_FILENO) ? "\n" : "", store->path, what);
}

/* SQLite asks, again and again, whether to wait on while another program (somebody's database
 * browser) has locked the file. What is to be written may be an hour's games: only the user ends
 * it. */
static int db_wait(void *context, int asked) {
    struct store *store = context;
    if (asked >= BUSY_PAUSES_MAX && interrupt_pending()) return 0;
    if (asked >= BUSY_PAUSES_MAX && !store->waiting) {
        store->waiting = true;
        db_say(store, "another program has locked it; waiting until it lets go (Ctrl-C ends that)");
    }
    nanosleep(&(struct timespec){.tv_nsec = BUSY_PAUSE_MS * 1000000L}, NULL);
    return 1;
}

/* Passes on the result of whatever may have waited. */
static int db_waited(struct store *store, int code) {
    if (store->waiting && code != SQLITE_BUSY) db_say(store, "is free again; going on");
    store->waiting = false;
    return code;
}

/* ---- SQL that opening needs: 0, or -1 and why ---- */

static int db_refuse(const struct store *store, struct error *error, const char *what) {
    return error_set(error, "%s: %s", store->path, what);
}

static int db_refuse_sqlite(const struct store *store, struct error *error, const char *what) {
    int cause = sqlite3_system_errno(store->sqlite);
    bool damaged = sqlite3_errcode(store->sqlite) == SQLITE_CORRUPT;
    return error_set(error, "%s: %s: %s%s%s%s", store->path, what, sqlite3_errmsg(store->sqlite),
                     cause ? ": " : "", cause ? strerror(cause) : "",
                     damaged ? "; restore it from a copy" : "");
}

/* The number that a query has as its only result. */
static int db_ask(struct store *store, const char *sql, int64_t *out, struct error *error) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(store->sqlite, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) code = db_waited(store, sqlite3_step(statement));
    if (code == SQLITE_ROW) *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    if (code == SQLITE_ROW) return 0;
    return db_refuse_sqlite(store, error, "cannot be read as a database");
}

static int db_execute(struct store *store, const char *sql, struct error *error) {
    int code = db_waited(store, sqlite3_exec(store->sqlite, sql, NULL, NULL, NULL));
    if (code == SQLITE_OK) return 0;
    return db_refuse_sqlite(store, error, "cannot be set up");
}

/* ---- checksums of rows ---- */

static struct sums_value db_sums_value(sqlite3_value *value) {
    struct sums_value out = {0};
    double real;
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
        out.kind = SUMS_INTEGER;
        out.bits = (uint64_t)sqlite3_value_int64(value);
        break;
    case SQLITE_FLOAT:
        out.kind = SUMS_REAL;
        real = sqlite3_value_double(value) + 0.0; /* a file knows no -0 */
        memcpy(&out.bits, &real, sizeof real);
        break;
    case SQLITE_TEXT:
        out.kind = SUMS_TEXT;
        out.text = (char *)(uintptr_t)sqlite3_value_text(value);
        out.length = (size_t)sqlite3_value_bytes(value);
        break;
    }
    return out;
}

static void db_sums_values(sqlite3_value **from, int count, struct sums_value *out) {
    for (int i = 0; i < count; i++) out[i] = db_sums_value(from[i]);
}

/* row_sum(value, …) */
static void db_row_sum(sqlite3_context *context, int count, sqlite3_value **values) {
    struct sums_value row[COLUMNS_MAX];
    db_sums_values(values, count, row);
    sqlite3_result_int64(context, (int64_t)sums_of(row, count));
}

static void db_result(sqlite3_context *context, const struct sums_value *value) {
    double real;
    memcpy(&real, &value->bits, sizeof real);
    if (value->kind == SUMS_TEXT)
        sqlite3_result_text(context, value->text, (int)value->length, SQLITE_TRANSIENT);
    else if (value->kind == SUMS_REAL)
        sqlite3_result_double(context, real);
    else
        sqlite3_result_int64(context, (int64_t)value->bits);
}

/* row_mend(place, sum, value, …): value `place`, from 0, without the flipped bit that explains that
 * the sum does not fit; the sum itself, if place is -1; NULL where no bit of it does. */
static void db_row_mend(sqlite3_context *context, int count, sqlite3_value **values) {
    struct sums_value row[COLUMNS_MAX], *value;
    int place = sqlite3_value_int(values[0]);
    uint64_t sum = (uint64_t)sqlite3_value_int64(values[1]), right;
    if (sqlite3_value_type(values[1]) == SQLITE_NULL) return;
    db_sums_values(values + 2, count - 2, row);
    right = sums_of(row, count - 2);
    if (place < 0) {
        if (__builtin_popcountll(sum ^ right) == 1) sqlite3_result_int64(context, (int64_t)right);
        return;
    }
    value = &row[place];
    char *text = value->kind == SUMS_TEXT ? xmalloc(value->length + 1) : NULL;
    if (text) value->text = memcpy(text, value->text, value->length);
    if (sums_mend(row, count - 2, place, sum)) db_result(context, value);
    free(text);
}

/* Neither in what a file's schema says, should it be somebody else's. */
static void db_add_functions(sqlite3 *sqlite) {
    int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    sqlite3_limit(sqlite, SQLITE_LIMIT_FUNCTION_ARG, COLUMNS_MAX);
    if (sqlite3_create_function(sqlite, "row_sum", -1, flags, NULL, db_row_sum, NULL, NULL) ||
        sqlite3_create_function(sqlite, "row_mend", -1, flags, NULL, db_row_mend, NULL, NULL))
        die("out of memory");
}

/* ---- tables ---- */

static int db_create_table(struct store *store, const struct table *table, struct error *error) {
    struct text sql = {0};
    table_declare(table, &sql);
    int status = db_execute(store, text_get(&sql), error);
    if (status == 0 && table->index) status = db_execute(store, table->index, error);
    text_free(&sql);
    return status;
}

/* Unless it is there. */
static int db_add_column(struct store *store, const struct table *table, const char *name,
                         const char *declaration, struct error *error) {
    struct text sql = {0};
    int64_t there = 0;
    text_add(&sql, "SELECT count(*) FROM pragma_table_info('%s') WHERE name = '%s'", table->name,
             name);
    int status = db_ask(store, text_get(&sql), &there, error);
    text_free(&sql);
    if (status || there) return status;
    text_add(&sql, "ALTER TABLE %s ADD COLUMN %s", table->name, declaration);
    status = db_execute(store, text_get(&sql), error);
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

static int db_add_missing(struct store *store, struct error *error) {
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

static int db_set_version(struct store *store, struct error *error) {
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

/* From the file's version to this program's; the caller opens and ends the transaction. */
static int db_migrate(struct store *store, struct error *error) {
    int64_t version = 0;
    if (db_ask(store, "PRAGMA user_version", &version, error)) return -1;
    if (version == store->schema->version) return 0;
    sqlite3_db_config(store->sqlite, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    int status = db_migrate_from(store, version, error);
    sqlite3_db_config(store->sqlite, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return status;
}

/* ---- opening ---- */

/* Nothing that a file brings along is carried out: no trigger, no view, no function with effects in
 * its schema; nor can SQL write to the schema, but while it is brought up to date. */
static void db_defend(sqlite3 *sqlite) {
    sqlite3_db_config(sqlite, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(sqlite, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(sqlite, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(sqlite, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
}

static void db_forget(struct kept *kept) {
    sqlite3_finalize(kept->statement);
    free(kept->sql);
    *kept = (struct kept){0};
}

/* SQLite closes nothing of which a statement is left. */
static void db_disconnect(struct store *store) {
    for (int i = 0; i < KEPT_MAX; i++) db_forget(&store->kept[i]);
    sqlite3_close(store->sqlite);
    store->sqlite = NULL;
}

/* A generation of a thousand players with a thousand weights, and their indices, are not read again
 * and again. With a quarter of it, storing 5000 generations of 64 players (57 MB) took 12.7 s of
 * processor time, not 7.4 s. */
#define CACHE "PRAGMA cache_size = -65536" /* KiB, at most */

static int db_connect(struct store *store, const char *name, int flags, struct error *error) {
    db_disconnect(store);
    if (sqlite3_open_v2(name, &store->sqlite, flags, NULL) != SQLITE_OK)
        return db_refuse_sqlite(store, error, "cannot be opened");
    sqlite3_busy_handler(store->sqlite, db_wait, store);
    db_add_functions(store->sqlite);
    db_defend(store->sqlite);
    sqlite3_exec(store->sqlite, CACHE, NULL, NULL, NULL); /* a wish */
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
 * or a full disk): nobody else can change it either, so that the file alone will do, unless a log
 * of the last writer lies there. */
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

static int db_connect_writer(struct store *store, struct error *error) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    if (db_connect(store, store->path, flags, error)) return -1;
    if (sqlite3_db_readonly(store->sqlite, "main"))
        return db_refuse(store, error, "cannot be written");
    return 0;
}

/* The 32-bit number at an offset of the header ("Database File Format", section 1.3). */
static int32_t db_header_number(const unsigned char *at) {
    return (int32_t)((uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3]);
}

/* Whether the power went when it was made: SQLite's journal beside it says that there was nothing
 * before ("Database File Format", section 3), and SQLite makes that so. */
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

/* Whether the file is hone's, by its header's bytes: asking with SQL would make files beside it.
 * They are read through SQLite, because closing the file in any other way would drop the locks
 * that this process may hold on it. */
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

/* The files that SQLite opens, which would follow links and wait at pipes. The database itself may
 * be `followed`: a reader writes nothing where a link leads. */
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
    if (missing && errno == ENOENT && mode == STORE_WRITE)
        return db_check_files(store, false, error);
    if (missing) return db_refuse(store, error, strerror(errno));
    if (S_ISDIR(status.st_mode)) return db_refuse(store, error, "is a directory, not a database");
    bool read = mode != STORE_WRITE && mode != STORE_REPAIR;
    if (db_check_files(store, read && S_ISREG(status.st_mode), error)) return -1;
    if (status.st_size > 0) return db_check_header(store, error);
    if (mode != STORE_WRITE) return db_refuse(store, error, "is empty, not a database");
    db_say(store, "was there, but empty: begun anew");
    return 0;
}

/* A damaged database is to stay as it is for whoever wants to repair it. */
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
 * appear together, and before the switch to a write-ahead log: so the file's header always says
 * whose it is. */
static int db_begin_writing(struct store *store, struct error *error) {
    int64_t pages = 0;
    store->lock = lock_take(store->path, error);
    if (store->lock < 0 || db_ask(store, "PRAGMA page_count", &pages, error) ||
        db_execute(store, "BEGIN IMMEDIATE", error))
        return -1;
    if (pages > 0) return db_migrate(store, error);
    return db_add_missing(store, error) ? -1 : db_set_version(store, error);
}

static int db_end_set_up(struct store *store, enum store_mode mode, struct error *error) {
    const char *sql = mode == STORE_WRITE
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
    return whole ? 0
                 : db_refuse(store, error,
                             "is a damaged database; `hone doctor` says where and mends what can "
                             "be, or restore it from a copy");
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

static int db_check_rows(struct store *store, struct error *error) {
    for (const struct fault *fault = store->schema->faults; fault->rows; fault++) {
        char sql[512];
        int64_t found = 0;
        snprintf(sql, sizeof sql, "SELECT EXISTS (%s)", fault->rows);
        if (db_ask(store, sql, &found, error)) return -1;
        if (found)
            return error_set(error, "%s: is not as hone wrote it: %s; restore it from a copy",
                             store->path, fault->what);
    }
    return 0;
}

/* Refuses the first row that does not fit its checksum; 0 where there is none. */
static int db_check_sums_of(const struct store *store, const struct table *table,
                            struct error *error) {
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
                  "flipped bit, or an edit; `hone doctor` says more and mends what can be, or "
                  "restore it from a copy",
                  store->path, (const char *)sqlite3_column_text(rows, 0), table->name);
    else if (code != SQLITE_DONE)
        db_refuse_sqlite(store, error, "cannot be read as a database");
    sqlite3_finalize(rows);
    text_free(&sql);
    return code == SQLITE_DONE ? 0 : -1;
}

static int db_check_sums(struct store *store, struct error *error) {
    for (int i = 0; i < store->table_count; i++)
        if (db_check_sums_of(store, store->tables[i], error)) return -1;
    return 0;
}

static int db_set_up(struct store *store, enum store_mode mode, struct error *error) {
    bool write = mode == STORE_WRITE || mode == STORE_REPAIR;
    bool whole = mode == STORE_READ_WHOLE || mode == STORE_WRITE;
    store->trusting = mode == STORE_EXAMINE || mode == STORE_REPAIR;
    if (db_check_file(store, mode, error)) return -1;
    if (write ? db_connect_writer(store, error) : db_connect_reader(store, error)) return -1;
    db_keep_log_on_close(store, true);
    if (!store->trusting && db_check_schema(store, error)) return -1;
    if (whole && db_check_pages(store, error)) return -1;
    if (write ? db_begin_writing(store, error) : db_begin_reading(store, error)) return -1;
    if (db_prepare_all(store, write, error)) return -1;
    if (whole && (db_check_rows(store, error) || db_check_sums(store, error))) return -1;
    if (db_end_set_up(store, mode, error)) return -1;
    db_keep_log_on_close(store, false);
    return 0;
}

struct store *db_open(const char *path, enum store_mode mode, const struct schema *schema,
                      struct error *error) {
    struct store *store = xcalloc(1, sizeof *store);
    store->path = xstrdup(path);
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

/* ---- steps ---- */

static bool db_is_damage(int code) {
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_CONSTRAINT ||
           code == SQLITE_ERROR || code == SQLITE_SCHEMA;
}

/* What to do about a fault of that kind. */
static const char *db_advice(const struct store *store, int code) {
    if (code == SQLITE_CORRUPT || (store->lock < 0 && db_is_damage(code)))
        return "; `hone doctor` says where it is damaged and mends what can be, or restore it from "
               "a copy";
    if (store->lock < 0) return "";
    if (db_is_damage(code))
        return "; another program has changed it while it was written to: what is in it now was "
               "kept before";
    return "; everything finished before is saved, and the same command goes on from there";
}

static void db_set_fault(const struct store *store, int code, struct error *error) {
    int cause = sqlite3_system_errno(store->sqlite);
    error_set(error, "%s: cannot be %s: %s%s%s%s", store->path,
              store->lock < 0 ? "read" : "written", sqlite3_errmsg(store->sqlite),
              cause ? ": " : "", cause ? strerror(cause) : "", db_advice(store, code));
}

/* The program's status: a reader has refused its input, a writer was stopped. */
_Noreturn static void db_end(const struct store *store, int code, const struct error *error) {
    shown_warn("%shone: %s\n", isatty(STDERR_FILENO) ? "\n" : "", error->text);
    if (code == SQLITE_BUSY) exit(interrupt_status());
    exit(store->lock < 0 && db_is_damage(code) ? EXIT_REFUSED : EXIT_FAILURE);
}

/* Only a call of SQLite's that is wrong in itself is the programmer's fault: the statements are
 * fixed, so that one that fails has met another file than hone's. */
static void db_fail(struct store *store, int code) {
    struct error error;
    if (code == SQLITE_MISUSE) die("%s: %s", store->path, sqlite3_errmsg(store->sqlite));
    if (store->failed) return;
    db_set_fault(store, code, store->soft ? store->soft : &error);
    store->failed = true;
    if (!store->soft) db_end(store, code, &error);
}

/* Whether there is a row (more). */
static bool db_step(struct store *store, sqlite3_stmt *statement) {
    if (store->failed || !statement) return false;
    int code = db_waited(store, sqlite3_step(statement));
    if (code != SQLITE_ROW && code != SQLITE_DONE) db_fail(store, code);
    return code == SQLITE_ROW;
}

/* Steps a statement without results. */
static void db_run(struct store *store, sqlite3_stmt *statement) {
    db_step(store, statement);
    sqlite3_reset(statement);
}

/* What is written to a file that nobody can find any more is lost without a word. */
static void db_check_place(struct store *store) {
    static const char moved[] = "was moved, removed or replaced while it was written to; nothing "
                                "more can be kept. Put it back, or begin anew";
    int code = 0;
    sqlite3_file_control(store->sqlite, "main", SQLITE_FCNTL_HAS_MOVED, &code);
    if (!code || store->failed) return;
    store->failed = true;
    if (store->soft) {
        db_refuse(store, store->soft, moved);
        return;
    }
    db_say(store, moved);
    exit(EXIT_FAILURE);
}

/* Of two processes that write at once, one ends. Within a transaction, so that no other process can
 * begin between the look and the writing. */
static void db_check_lock(struct store *store) {
    static const char taken[] = "its lock was taken away, and another hone writes to it now; this "
                                "one ends, everything finished before is saved";
    if (store->failed || lock_keep(store->path, &store->lock) == 0) return;
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

/* ---- writing a row ---- */

static void db_bind_text(sqlite3_stmt *statement, int place, const char *text) {
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

/* ---- reading rows ---- */

/* The place of a query that is not being asked, prepared; one that is free or the next one, where
 * it is not there. NULL: all are being asked. */
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

/* ---- whether a row is what it should be ---- */

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

/* A figure was worked out of rows of which one does not fit its checksum: the table's first is
 * named.
 */
static void db_refuse_figure(struct cursor *cursor) {
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
              "what can be, or restore it from a copy",
              store->path, text_get(&label), cursor->table->name, what);
    text_free(&label);
    store->failed = true;
    if (!store->soft) db_end(store, SQLITE_CORRUPT, &error);
}

#define NO_FIT "does not fit its checksum: a flipped bit, or an edit"

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

static int db_name_index(const struct column *column, const char *text) {
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

/* Of a cell that is to be read as text alone: it may need memory for that, and loses its value
 * where there is none. */
static const char *db_read_text(sqlite3_stmt *statement, int place) {
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

/* Steps to a row that can be read. Who looks for damage gets no others. */
static bool db_step_to_row(struct cursor *cursor) {
    struct store *store = cursor->store;
    while (db_step(store, cursor->statement)) {
        if (!cursor->ours) return true;
        if (!store->trusting) return db_is_row(cursor);
        if (db_bad_cell(cursor) < 0) return true;
    }
    return false;
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
