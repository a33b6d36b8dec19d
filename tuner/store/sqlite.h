/*
 * sqlite: what the files of db share: the open store, and SQLite's calls with hone's waiting and
 * faults. Only they include it, and only it includes sqlite3.h.
 *
 * db.c           waiting for other programs, faults, transactions
 * db_open.c      opens a file, checks it, closes it
 * db_migrate.c   makes tables, brings those of earlier versions up to date
 * db_functions.c row_sum() and row_mend(), for SQL
 * db_cursor.c    queries and the rows they read
 * db_verify.c    whether a row read is as hone wrote it
 * db_write.c     inserts rows, mends them, adds another database's
 */
#ifndef HONE_TUNER_STORE_SQLITE_H
#define HONE_TUNER_STORE_SQLITE_H

#include <sqlite3.h>

#include "tuner/store/db.h"
#include "tuner/store/sums.h"

enum { APPLICATION_ID = 0x686f6e65 /* "hone" */, TABLES_MAX = 24, COLUMNS_MAX = 64, KEPT_MAX = 32 };

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
    int kept_next; /* the next place to be reused */
    sqlite3_stmt *begin, *commit, *rollback;
    bool trusting;               /* rows are read as they are */
    bool waiting;                /* for another program's lock, and has said so */
    struct error *soft;          /* where faults go, from store_soften to store_harden; else NULL */
    bool failed;                 /* since store_soften */
    void (*owed)(void *context); /* a write; NULL: none */
    void *owed_context;
    int lock;            /* file descriptor, -1 when only reading */
    bool shared;         /* the lock is */
    const char *restore; /* how it is restored, for messages */
};

/* ---- db.c ---- */

/* A line on stderr of its own, also under a progress bar. */
void db_say(const struct store *store, const char *what);
/* For sqlite3_busy_handler: whether to wait on. */
int db_wait(void *context, int asked);
/* Passes on the result of whatever may have waited. */
int db_waited(struct store *store, int code);

/* SQL that opening needs: 0, or -1 and why. */
int db_refuse(const struct store *store, struct error *error, const char *what);
int db_refuse_sqlite(const struct store *store, struct error *error, const char *what);
/* The number that a query has as its only result. */
int db_ask(struct store *store, const char *sql, int64_t *out, struct error *error);
int db_execute(struct store *store, const char *sql, struct error *error);

/* Ends the program with its message: status 2 if a reader has refused its input, 1 if a writer was
 * stopped. */
_Noreturn void db_end(const struct store *store, int code, const struct error *error);
/* A fault as of store_open: the first one is told, or ends the program. */
void db_fail(struct store *store, int code);
/* Whether there is a row (more). */
bool db_step(struct store *store, sqlite3_stmt *statement);
/* Steps a statement without results. */
void db_run(struct store *store, sqlite3_stmt *statement);

/* ---- db_migrate.c: 0, or -1 and why ---- */

/* Makes the tables and columns that are not there. */
int db_add_missing(struct store *store, struct error *error);
int db_set_version(struct store *store, struct error *error);
/* From the file's version to this program's; the caller opens and ends the transaction. */
int db_migrate(struct store *store, struct error *error);

/* ---- db_functions.c ---- */

struct sums_value db_sums_value(sqlite3_value *value);
void db_add_functions(sqlite3 *sqlite);

/* ---- db_cursor.c ---- */

void db_forget(struct kept *kept);

/* ---- db_verify.c ---- */

/* Refuses the first row that does not fit its checksum, of a table or of all; 0 if there is
 * none. */
int db_check_sums_of(const struct store *store, const struct table *table, struct error *error);
int db_check_sums(struct store *store, struct error *error);
/* Steps to a row that can be read. A store opened to find damage gives no others. */
bool db_step_to_row(struct cursor *cursor);
/* Refuses a figure since a row does not fit its checksum, and names the table's first such row. */
void db_refuse_figure(struct cursor *cursor);
/* A cell that is to be read as text alone. */
const char *db_read_text(sqlite3_stmt *statement, int place);
/* Of COLUMN_NAME; -1: it has no such name. */
int db_name_index(const struct column *column, const char *text);

/* ---- db_write.c ---- */

/* NULL as ""; the text lives until the statement is reset. */
void db_bind_text(sqlite3_stmt *statement, int place, const char *text);

#endif
