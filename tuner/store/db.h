/*
 * db: an SQLite file that keeps C structs as rows. Its sources are those that include sqlite.h.
 *
 * A table's columns are declared once, in a table of struct column, which gives the schema, the
 * insertion and the reading; each row also has a checksum (sums.h). WAL, foreign keys enforced,
 * STRICT tables: any number of processes may read a database while one writes to it.
 */
#ifndef HONE_TUNER_STORE_DB_H
#define HONE_TUNER_STORE_DB_H

#include "engine/base/base.h"

struct earlier;
struct store;

enum store_mode {
    STORE_READ,       /* rows are checked when they are read */
    STORE_READ_WHOLE, /* all of it is checked first, for copying */
    STORE_WRITE,      /* rows are checked when they are read; created when missing */
    STORE_SHARE,      /* to write beside others, holding no state between transactions;
                       * created when missing */
    STORE_EXAMINE,    /* for finding damage: rows that cannot be read are left out */
    STORE_REPAIR,     /* to write to a damaged one: likewise, and no constraint is enforced */
};

/* Opens a database; refuses a file that is not one of hone's (application_id, user_version) or has
 * another schema (foreign.h), without touching it. Every row that is read must fit its checksum and
 * its table's constraints, have values of its columns' types, and refer to rows that exist. A row
 * that does not is a fault as of store_soften, and ends the program with status 2.
 * STORE_WRITE also refuses stages after the training that are not whole, and STORE_READ_WHOLE a
 * file with damaged pages (integrity_check) or other rows, or rows that do not belong together.
 *
 * A database of an earlier version is brought up to date: by a writer in the file, by a reader in a
 * copy in memory. A writer holds a lock on the empty file PATH-lock until it closes the store or
 * ends; a second one is refused. STORE_SHARE takes a lock that others may share too, and checks
 * each row when it is read. NULL and why. */
struct store *store_open(const char *path, enum store_mode mode, struct error *error);
/* NULL is fine. As with a killed process, what was not committed is dropped. */
void store_close(struct store *store);
/* Closes a store of STORE_WRITE, and removes its files. */
void store_discard(struct store *store);
/* Whether a process has it open to write. */
bool store_is_written(const char *path);
/* All writing goes between begin and commit; what was not committed never was. The machine's faults
 * (disk full), and other programs that write to the file, end the program with a message and status
 * 1; the database stays as it was. While another program has locked the file, hone waits, says so
 * on stderr after two seconds and again when it goes on; Ctrl-C (progress.h) ends the waiting, and
 * the program. */
void store_begin(struct store *store);
void store_commit(struct store *store);
void store_rollback(struct store *store);
/* Until store_rollback all is read as it was at the first row: later commits are not seen, and do
 * not wait. */
void store_begin_reading(struct store *store);
/* Postpones a write of the caller's, with its store_begin and store_commit. It is done once, on
 * that thread, by store_settle or before the store is used or closed, whichever comes first. A
 * killed process has not done it. */
void store_owe(struct store *store, void (*write)(void *context), void *context);
void store_settle(struct store *store);
bool store_owes(const struct store *store);
/* From here to store_harden, faults do not end the program: the first one goes to `error`, nothing
 * else is written, and store_harden drops what was not committed and returns -1; else 0. */
void store_soften(struct store *store, struct error *error);
int store_harden(struct store *store);

/* ---- for the files of this folder ---- */

enum column_kind {
    COLUMN_ID,    /* int64_t: the row's number, which SQLite gives */
    COLUMN_INT,   /* int */
    COLUMN_INT64, /* int64_t, or a uint64_t's 64 bits */
    COLUMN_INDEX, /* int; -1 is NULL */
    COLUMN_REAL,  /* double; not a number is NULL */
    COLUMN_ARRAY, /* char[]: cut to fit when read, and fit for a terminal */
    COLUMN_TEXT,  /* char *: NULL is written as ""; the caller's when read */
    COLUMN_NAME,  /* an enum, kept as the text that `name` gives; an unknown one is no row's */
};

struct column {
    const char *name;
    enum column_kind kind;
    size_t offset, size;
    const char *rule;              /* SQL that follows the type; may be NULL */
    const char *(*text)(int name); /* COLUMN_NAME: NULL after the last one */
    const char *earlier;           /* SQL: its value in the rows of versions that lacked it */
    const char *computed;          /* SQL: what is read; it is not stored */
    const char *ids;               /* the table that its values are ids of */
};

/* The rule of a column that holds ids of a table. */
#define DB_REFERS(table) "REFERENCES " table, .ids = (table)

/* The offset and size of a column, as a member of the struct that is the row. */
#define DB_AT(row, member) .offset = offsetof(row, member), .size = sizeof(((row *)0)->member)

struct table {
    const char *name;
    const struct column *columns;
    int column_count;
    const char *rules; /* SQL: constraints of the whole table; may be NULL */
    bool keyed;        /* it has a PRIMARY KEY, its first columns, and no id */
    const char *index; /* SQL; may be NULL */
    const char *label; /* SQL: which row it is, for people */
};

#define DB_COLUMNS(array) .columns = (array), .column_count = COUNT_OF(array)

struct schema {
    int version;
    const struct table *const *const *lists; /* of tables; both end with NULL */
    /* [version]: SQL that fills in what that version did not have, after the missing tables and
     * columns were added; earlier ones come first. */
    const char *const *migrations;
    /* Queries for edited rows, which break rules that no constraint can express. Ends with {0}. */
    const struct fault {
        const char *rows, *what;
        bool slow; /* of all rows of training */
    } * faults;
    const struct earlier *earlier; /* as of foreign_find */
};

struct store *db_open(const char *path, enum store_mode mode, const struct schema *schema,
                      struct error *error);
/* Without tables, in memory: for what SQL's own functions can do. */
struct store *db_open_empty(void);
const char *db_path(const struct store *store);
/* The schema's tables one after the other; NULL behind the last. */
const struct table *db_table(const struct store *store, int index);
const struct fault *db_faults(const struct store *store);
int db_version(const struct store *store);
const struct earlier *db_earlier(const struct store *store);
/* Writes a copy of a database as it is to a file that is not there yet. 0, or -1 and why. */
int db_copy(const char *database, const char *path, struct error *error);

/* Returns the id of the row, which gets its checksum (sums.h). */
int64_t db_insert(struct store *store, const struct table *table, const void *row);

/* Calls `say` for each row of a table that hone cannot have written, at most for the first hundred,
 * with the row and what is wrong with it. */
typedef void db_say_row(void *context, const char *label, const char *what);
void db_examine(struct store *store, const struct table *table, db_say_row *say, void *context);

/* Corrects the row with that id, if that is proven: `row` fits the stored checksum, or is the
 * stored row and only its checksum is wrong. Returns whether it was wrong. */
bool db_mend(struct store *store, const struct table *table, const void *row);

/* Adds the rows of another store of the same schema, read at one moment, within a transaction; ids
 * continue above the existing ones. `lists`: of these tables alone, NULL ends them; NULL: of
 * all. */
void db_append(struct store *into, struct store *from, const struct table *const *const *lists);

/* A query: put its parameters in order, step, done. */
struct cursor {
    struct store *store;
    const struct table *table;
    struct sqlite3_stmt *statement;
    struct kept *kept; /* among the store's; NULL: it is the cursor's own */
    int next;          /* parameter */
    bool ours;         /* of a table of the schema: the result of its checks follows each row */
};

/* Rows of a table; `tail` is "WHERE … ORDER BY …". */
struct cursor db_select(struct store *store, const struct table *table, const char *tail);
/* Sets a column of the rows that `tail` finds, "WHERE …", to a value, which is bound before the
 * tail's parameters; db_number runs it. */
struct cursor db_update(struct store *store, const struct table *table, const char *column,
                        const char *tail);
/* A figure of the rows that `tail` finds in a table of the schema, "sum(pairs)", which db_number
 * reads; all of those rows must fit their checksums. */
struct cursor db_figure(struct store *store, const struct table *table, const char *figure,
                        const char *tail);
/* Any other query. */
struct cursor db_query(struct store *store, const char *sql);
void db_put(struct cursor *cursor, int64_t value);
void db_put_text(struct cursor *cursor, const char *text); /* which lives until db_done */
/* Reads the next row, if there is one, into the table's struct. A row that hone cannot have written
 * is a fault as of store_open. */
bool db_next(struct cursor *cursor, void *row);
void db_done(struct cursor *cursor);
/* One step and done: whether there was a row; the number that is the only result, or 0. */
bool db_find(struct cursor *cursor, void *row);
int64_t db_number(struct cursor *cursor);
/* The array of all rows, which the caller frees, and their count; done. */
int db_all(struct cursor *cursor, size_t row_size, void *out);

/* UTC, ISO 8601. */
void db_now(char out[32]);

#endif
