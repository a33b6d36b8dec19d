/*
 * tables: a table's columns as SQL: its declaration, the reading of its rows, and the checks that a
 * row read must pass. Texts alone; db.c executes them.
 */
#ifndef HONE_TUNER_STORE_TABLES_H
#define HONE_TUNER_STORE_TABLES_H

#include "tuner/store/db.h"

/* Every table has it: row_sum() of the columns that are stored, in their order. */
#define TABLE_SUM_COLUMN "sum INTEGER"

/* The stored columns' names as a list, but "?1" for `replaced`, which may be NULL. */
void table_list_columns(const struct table *table, const char *replaced, struct text *out);
/* "?1, ?2, …" for the columns that are stored. */
void table_list_places(const struct table *table, struct text *out);
/* "slot INTEGER CHECK (slot >= 0)" */
void table_declare_column(const struct column *column, struct text *out);
/* "CREATE TABLE …" */
void table_declare(const struct table *table, struct text *out);
/* What ends its declaration: ") STRICT, WITHOUT ROWID". */
const char *table_end(const struct table *table);

/* "SELECT …, sum, … FROM …", of a table with checksums: its columns, the row's checksum, and
 * whether the row passes all its checks. */
void table_select(const struct table *table, struct text *out);
/* What a row must be, as SQL that is true of it. */
struct table_check {
    const char *column; /* NULL: several */
    char *condition;    /* owned */
};
/* Of all: their count; each condition is freed with free(). */
enum { TABLE_CHECKS_MAX = 48 };
int table_checks(const struct table *table, struct table_check out[TABLE_CHECKS_MAX]);

#endif
