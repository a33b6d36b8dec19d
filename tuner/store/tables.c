/*
 * The checks of a row are its table's constraints: SQLite applies them when a row is written, but a
 * file from elsewhere may hold any row. They are made from the columns' rules and the table's, and
 * an id must exist in the table that it refers to.
 */
#include "tuner/store/tables.h"

#include <stdlib.h>
#include <string.h>

void table_declare_column(const struct column *column, struct text *out) {
    static const char *const types[] = {
        [COLUMN_ID] = "INTEGER PRIMARY KEY",
        [COLUMN_INT] = "INTEGER NOT NULL",
        [COLUMN_INT64] = "INTEGER NOT NULL",
        [COLUMN_INDEX] = "INTEGER",
        [COLUMN_REAL] = "REAL",
        [COLUMN_ARRAY] = "TEXT NOT NULL",
        [COLUMN_TEXT] = "TEXT NOT NULL",
        [COLUMN_NAME] = "TEXT NOT NULL",
    };
    text_add(out, "%s %s", column->name, types[column->kind]);
    if (column->earlier) text_add(out, " DEFAULT %s", column->earlier);
    if (column->kind == COLUMN_NAME) {
        text_add(out, " CHECK (%s IN (", column->name);
        for (int i = 0; column->text(i); i++)
            text_add(out, "%s'%s'", i ? ", " : "", column->text(i));
        text_add(out, "))");
    }
    if (column->rule) text_add(out, " %s", column->rule);
}

void table_list_columns(const struct table *table, const char *replaced, struct text *out) {
    const char *comma = "";
    for (int i = 0; i < table->column_count; i++) {
        const char *name = table->columns[i].name;
        if (table->columns[i].computed) continue;
        text_add(out, "%s%s", comma, replaced && strcmp(name, replaced) == 0 ? "?1" : name);
        comma = ", ";
    }
}

void table_list_places(const struct table *table, struct text *out) {
    for (int i = 0, place = 1; i < table->column_count; i++)
        if (!table->columns[i].computed) {
            text_add(out, place > 1 ? ", ?%d" : "?%d", place);
            place++;
        }
}

const char *table_end(const struct table *table) {
    return table->keyed ? "STRICT, WITHOUT ROWID" : "STRICT";
}

void table_declare(const struct table *table, struct text *out) {
    text_add(out, "CREATE TABLE %s (", table->name);
    for (int i = 0; i < table->column_count; i++) {
        if (table->columns[i].computed) continue;
        text_add(out, i ? ",\n    " : "\n    ");
        table_declare_column(&table->columns[i], out);
    }
    text_add(out, ",\n    " TABLE_SUM_COLUMN);
    if (table->rules) text_add(out, ",\n    %s", table->rules);
    text_add(out, "\n) %s", table_end(table));
}

/* ---- checks ---- */

/* The condition behind the first "CHECK " of the rules, with its parentheses; NULL: none. */
static const char *table_condition(const char *rules, int *length) {
    const char *at = rules ? strstr(rules, "CHECK (") : NULL;
    int open = 0, end = 0;
    if (!at) return NULL;
    at += strlen("CHECK ");
    do open += (at[end] == '(') - (at[end] == ')');
    while (at[end++] && open > 0);
    *length = end;
    return at;
}

static int table_add_check(struct table_check *checks, int count, const char *column,
                           struct text *condition) {
    if (count == TABLE_CHECKS_MAX) die("more checks than places");
    checks[count] = (struct table_check){column, condition->data};
    return count + 1;
}

static int table_add_conditions(struct table_check *checks, int count, const char *column,
                                const char *rules) {
    int length = 0;
    for (const char *at = table_condition(rules, &length); at;
         at = table_condition(at + length, &length)) {
        struct text condition = {0};
        text_add(&condition, "%.*s", length, at);
        count = table_add_check(checks, count, column, &condition);
    }
    return count;
}

static int table_add_reference(struct table_check *checks, int count, const struct table *table,
                               const struct column *column) {
    struct text condition = {0};
    text_add(&condition,
             "(%s.%s IS NULL OR EXISTS (SELECT 1 FROM %s other WHERE other.id = %s.%s))",
             table->name, column->name, column->ids, table->name, column->name);
    return table_add_check(checks, count, column->name, &condition);
}

int table_checks(const struct table *table, struct table_check out[TABLE_CHECKS_MAX]) {
    int count = 0;
    for (int i = 0; i < table->column_count; i++) {
        const struct column *column = &table->columns[i];
        count = table_add_conditions(out, count, column->name, column->rule);
        if (column->ids) count = table_add_reference(out, count, table, column);
    }
    return table_add_conditions(out, count, NULL, table->rules);
}

static void table_add_checks(const struct table *table, struct text *out) {
    struct table_check checks[TABLE_CHECKS_MAX];
    int count = table_checks(table, checks);
    text_add(out, "(1");
    for (int i = 0; i < count; i++) {
        text_add(out, " AND %s", checks[i].condition);
        free(checks[i].condition);
    }
    text_add(out, ") IS NOT 0");
}

void table_select(const struct table *table, struct text *out) {
    for (int i = 0; i < table->column_count; i++) {
        const struct column *column = &table->columns[i];
        text_add(out, "%s%s", i ? ", " : "SELECT ",
                 column->computed ? column->computed : column->name);
    }
    text_add(out, ", sum, ");
    table_add_checks(table, out);
    text_add(out, " FROM %s ", table->name);
}
