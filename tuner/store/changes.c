/*
 * changes: where a run continued with another config. The row of the generation before keeps the
 * state that it left; the next generation followed from the state in the change.
 */
#include <stdlib.h>

#include "tuner/store/run_tables.h"

static const struct column change_columns[] = {
#define AT(member) DB_AT(struct stored_change, member)
    {"id", COLUMN_ID, AT(id)},
    {"run", COLUMN_INT64, AT(run), DB_REFERS("runs")},
    {"generation", COLUMN_INT, AT(generation), "CHECK (generation >= 1)"},
    {"config", COLUMN_TEXT, AT(config)},
    {"what", COLUMN_TEXT, AT(what)},
    {"state", COLUMN_TEXT, AT(state)},
#undef AT
};
const struct table changes_table = {"changes", DB_COLUMNS(change_columns),
                                    .rules = REFERS_TO_GENERATION,
                                    .label = "'change ' || id || ', ' || " LABEL_OF_GENERATION};

void store_add_change(struct store *store, const struct stored_change *change) {
    db_insert(store, &changes_table, change);
}

int store_changes(struct store *store, int64_t run, struct stored_change **out) {
    struct cursor cursor = db_select(store, &changes_table, "WHERE run = ? ORDER BY id");
    db_put(&cursor, run);
    return db_all(&cursor, sizeof **out, out);
}

void store_free_changes(struct stored_change *list, int count) {
    for (int i = 0; i < count; i++) {
        free(list[i].config);
        free(list[i].what);
        free(list[i].state);
    }
    free(list);
}
