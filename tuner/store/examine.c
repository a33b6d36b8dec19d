/*
 * Tables are examined by the schema, so every column that is stored is examined. A damaged
 * constraint must not hinder the repair: the store is opened without constraints.
 */
#include "tuner/store/examine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tuner/store/foreign.h"
#include "tuner/store/tables.h"

#define SAID_MOST "100"
enum { BACKUPS_MAX = 1000 };

void damages_add(struct damages *damages, const char *kind, const char *where, const char *what) {
    size_t size = (size_t)(damages->count + 1) * sizeof *damages->list;
    damages->list = xrealloc(damages->list, size);
    struct damage *damage = &damages->list[damages->count++];
    snprintf(damage->kind, sizeof damage->kind, "%s", kind);
    snprintf(damage->where, sizeof damage->where, "%s", where);
    snprintf(damage->what, sizeof damage->what, "%s", what);
}

bool damages_include(const struct damages *damages, const struct damage *damage) {
    for (int i = 0; i < damages->count; i++)
        if (strcmp(damages->list[i].where, damage->where) == 0 &&
            strcmp(damages->list[i].what, damage->what) == 0)
            return true;
    return false;
}

void damages_free(struct damages *damages) {
    free(damages->list);
    *damages = (struct damages){0};
}

/* ---- looking ---- */

/* The texts that `sql` gives for each row of a table or pragma: where, what. */
static void examine_rows(struct store *store, const char *from, const char *where, const char *what,
                         const char *tail, const char *kind, struct damages *out) {
    struct damage row;
    const struct column columns[] = {
        {"where", COLUMN_ARRAY, DB_AT(struct damage, where), .computed = where},
        {"what", COLUMN_ARRAY, DB_AT(struct damage, what), .computed = what},
    };
    const struct table texts = {from, DB_COLUMNS(columns)};
    struct cursor cursor = db_select(store, &texts, tail);
    while (db_next(&cursor, &row)) damages_add(out, kind, row.where, row.what);
    db_done(&cursor);
}

/* The meetings of each stage after training, by generation, and its players. */
#define COUNTED                                                                                    \
    "WITH met AS (SELECT run, stage, generation, count(*) AS meetings, 2 * sum(pairs) AS games"    \
    " FROM meetings WHERE run IN (SELECT id FROM runs) AND stage IN ('select', 'verify', 'depth'," \
    " 'limit', 'milestone', 'progress') GROUP BY 1, 2, 3), sat AS (SELECT run, stage,"             \
    " count(DISTINCT iif(role IN ('milestone', 'random'), place, NULL)) AS players,"               \
    " count(DISTINCT iif(role = 'yardstick', place, NULL)) AS yardsticks,"                         \
    " count(DISTINCT place) AS places FROM seats GROUP BY 1, 2) "

/* Rows that give numbers of other rows; the meetings of a stage follow tuner/run/verify.c and
 * growth.c. A fit's generations have no fitness and keep no meetings. */
static const struct fault gaps[] = {
    {"SELECT 1 FROM generations g LEFT JOIN (SELECT run, generation, 2 * sum(pairs) AS games FROM"
     " meetings WHERE stage = 'train' GROUP BY 1, 2) m ON m.run = g.run AND m.generation ="
     " g.generation WHERE ifnull(m.games, 0) <> g.games AND EXISTS"
     " (SELECT 1 FROM fitness f WHERE f.run = g.run AND f.generation = g.generation)"
     " AND g.run NOT IN (SELECT run FROM questions)",
     "a generation's meetings are not all there", true},
    {"SELECT 1 FROM generations g WHERE run IN (SELECT run FROM questions) AND games <> (SELECT"
     " total(max(games, 1)) FROM answers JOIN questions q ON q.id = question"
     " WHERE q.run = g.run AND q.generation = g.generation)",
     "a generation's answers are not all there", true},
    {COUNTED "SELECT 1 FROM champions c LEFT JOIN met m ON m.run = c.run AND m.stage = 'select'"
             " WHERE c.games - c.verify_games <> ifnull(m.games, 0) + (SELECT sum(games) FROM"
             " generations g WHERE g.run = c.run)",
     "the meetings of the choice are not all there", false},
    {COUNTED "SELECT 1 FROM champions c LEFT JOIN met m ON m.run = c.run AND m.stage = 'verify'"
             " WHERE ifnull(m.games, 0) <> c.verify_games",
     "the meetings of the measurement are not all there", false},
    {COUNTED "SELECT 1 FROM sat s LEFT JOIN met m ON m.run = s.run AND m.stage = s.stage"
             " WHERE s.stage = 'depth' AND ifnull(m.meetings, 0) <> places - 1",
     "the meetings at other depths are not all there", false},
    {COUNTED "SELECT 1 FROM sat s LEFT JOIN met m ON m.run = s.run AND m.stage = s.stage"
             " WHERE s.stage = 'limit' AND ifnull(m.meetings, 0) <> places - 1",
     "the meeting at another limit is not there", false},
    {COUNTED "SELECT 1 FROM sat s LEFT JOIN met m ON m.run = s.run AND m.stage = s.stage"
             " WHERE s.stage = 'milestone'"
             " AND ifnull(m.meetings, 0) <> players * (players - 1) / 2 + yardsticks",
     "the meetings of milestones are not all there", false},
    {COUNTED ", measured AS (SELECT s.run, s.player, generation, row_number() OVER (PARTITION BY"
             " s.run ORDER BY place) - 1 AS earlier FROM seats s JOIN players p ON p.id = s.player"
             " WHERE stage = 'progress' AND role = 'milestone')"
             " SELECT 1 FROM measured d JOIN sat s ON s.run = d.run AND s.stage = 'progress'"
             " LEFT JOIN met m ON m.run = d.run AND m.stage = s.stage AND m.generation ="
             " d.generation WHERE ifnull(m.meetings, 0) <> iif(player IN (SELECT player FROM seats"
             " WHERE stage = 'progress' AND role = 'start'), yardsticks, 1 + 2 * yardsticks)"
             " + (earlier >= 1) + (earlier >= 2) + (earlier >= 4) + (earlier >= 8)",
     "the meetings of strength over time are not all there", false},
    {0},
};

static bool examine_has(struct store *store, const struct fault *fault) {
    struct text sql = {0};
    text_add(&sql, "SELECT EXISTS (%s)", fault->rows);
    struct cursor cursor = db_query(store, text_get(&sql));
    text_free(&sql);
    return db_number(&cursor);
}

static void examine_faults(struct store *store, const void *faults, struct damages *out) {
    for (const struct fault *fault = faults; fault->rows; fault++)
        if (examine_has(store, fault)) damages_add(out, "rows", "", fault->what);
}

/* The first fault that does not take long to find; NULL: there is none. */
static const struct fault *examine_quickly(struct store *store, const struct fault *fault) {
    while (fault->rows && (fault->slow || !examine_has(store, fault))) fault++;
    return fault->rows ? fault : NULL;
}

int store_check_links(struct store *store, struct error *error) {
    struct error why = {""};
    store_soften(store, &why);
    const struct fault *fault = examine_quickly(store, db_faults(store));
    if (!fault) fault = examine_quickly(store, gaps);
    if (store_harden(store)) return error_set(error, "%s", why.text);
    if (!fault) return 0;
    return error_set(error,
                     "%s: is not as hone wrote it: %s; `hone doctor` says more, or restore it from "
                     "a copy",
                     db_path(store), fault->what);
}

struct examined {
    const struct table *table;
    struct damages *out;
};

static void examine_add_row(void *context, const char *label, const char *what) {
    const struct examined *examined = context;
    struct text where = {0};
    bool unfit = strstr(what, "checksum");
    text_add(&where, "table %s: %s", examined->table->name, label);
    damages_add(examined->out, unfit ? "checksum" : "rows", text_get(&where),
                unfit ? "does not fit its checksum" : what);
    text_free(&where);
}

static void examine_rows_of(struct store *store, const void *table, struct damages *out) {
    struct examined examined = {table, out};
    db_examine(store, table, examine_add_row, &examined);
}

static void examine_add_foreign(void *context, const char *what) {
    damages_add(context, "schema", "", what);
}

static void examine_schema(struct store *store, const void *earlier, struct damages *out) {
    foreign_find(store, earlier, examine_add_foreign, out);
}

/* What SQLite cannot even read ends one part of the examination, and not the next. */
static void examine_part(struct store *store,
                         void (*examine)(struct store *store, const void *what,
                                         struct damages *out),
                         const void *what, struct damages *out) {
    struct error error = {""};
    store_soften(store, &error);
    examine(store, what, out);
    if (store_harden(store)) damages_add(out, "structure", "", error.text);
}

static void examine_structure(struct store *store, const void *faults, struct damages *out) {
    examine_rows(store, "pragma_integrity_check(" SAID_MOST ")", "''", "integrity_check",
                 "WHERE integrity_check <> 'ok'", "structure", out);
    examine_faults(store, faults, out);
}

/* Where other things are wrong, rows are not counted. */
void store_examine(struct store *store, struct damages *out) {
    examine_part(store, examine_schema, db_earlier(store), out);
    examine_part(store, examine_structure, db_faults(store), out);
    for (int i = 0; db_table(store, i); i++)
        examine_part(store, examine_rows_of, db_table(store, i), out);
    if (out->count == 0) examine_part(store, examine_faults, gaps, out);
}

/* ---- putting right ---- */

/* The column of that place among those stored; -1: the checksum itself. */
static void mend_column(struct store *store, const struct table *table, int place,
                        const char *name) {
    struct text columns = {0}, sql = {0};
    table_list_columns(table, NULL, &columns);
    text_add(&sql,
             "UPDATE OR IGNORE %s SET %s = row_mend(%d, sum, %s) WHERE sum IS NOT row_sum(%s)"
             " AND row_mend(%d, sum, %s) IS NOT NULL",
             table->name, name, place, text_get(&columns), text_get(&columns), place,
             text_get(&columns));
    struct cursor cursor = db_query(store, text_get(&sql));
    db_number(&cursor);
    text_free(&columns);
    text_free(&sql);
}

static void mend_table(struct store *store, const struct table *table) {
    mend_column(store, table, -1, "sum");
    for (int i = 0, place = 0; i < table->column_count; i++)
        if (!table->columns[i].computed) mend_column(store, table, place++, table->columns[i].name);
}

int store_mend(struct store *store, struct error *error) {
    store_soften(store, error);
    store_begin(store);
    for (int i = 0; db_table(store, i); i++) mend_table(store, db_table(store, i));
    struct cursor cursor = db_query(store, "REINDEX");
    db_number(&cursor);
    store_commit(store);
    return store_harden(store);
}

int store_back_up(const char *database, char *path, size_t size, struct error *error) {
    for (int i = 1; i < BACKUPS_MAX; i++) {
        snprintf(path, size, "%s.before-repair-%d", database, i);
        if (access(path, F_OK) != 0) break;
    }
    return db_copy(database, path, error);
}
