/*
 * ablations: a row for the whole, and one for each part.
 */
#include "tuner/store/ablations.h"

#include <stdlib.h>

#include "tuner/store/run_tables.h"

#define NO_LESS_THAN_NONE "CHECK (min(n0, n1, n2, n3, n4) >= 0)"

static const struct column ablation_columns[] = {
#define AT(member) DB_AT(struct stored_ablation, member)
    {"run", COLUMN_INT64, AT(run), DB_REFERS("runs")},
    {"player", COLUMN_INT64, AT(player), DB_REFERS("players")},
    {"grouped", COLUMN_INT, AT(grouped), "CHECK (grouped IN (0, 1))"},
    {"settings", COLUMN_TEXT, AT(settings)},
    COUNTS(struct stored_ablation, left.n),
#undef AT
};
static const struct table ablations = {"ablations", DB_COLUMNS(ablation_columns),
                                       .rules = "PRIMARY KEY (run),\n    " NO_LESS_THAN_NONE,
                                       .keyed = true, .label = "'run ' || run"};

static const struct column ablation_part_columns[] = {
#define AT(member) DB_AT(struct stored_ablation_part, member)
    {"run", COLUMN_INT64, AT(run), "REFERENCES ablations", .ids = "runs"},
    {"place", COLUMN_INT, AT(place), "CHECK (place >= 0)"},
    {"name", COLUMN_ARRAY, AT(name)},
    {"weights", COLUMN_INT, AT(weights), "CHECK (weights > 0)"},
    COUNTS(struct stored_ablation_part, counts.n),
    {"kept", COLUMN_INT, AT(kept), "CHECK (kept IN (0, 1))"},
#undef AT
};
static const struct table ablation_parts = {
    "ablation_parts", DB_COLUMNS(ablation_part_columns),
    .rules = "PRIMARY KEY (run, place),\n    " NO_LESS_THAN_NONE, .keyed = true,
    .label = "'part ' || name || ' of run ' || run"};

void store_forget_ablation(struct store *store, int64_t run) {
    static const char *const steps[] = {"DELETE FROM ablation_parts WHERE run = ?",
                                        "DELETE FROM ablations WHERE run = ?"};
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        struct cursor cursor = db_query(store, steps[i]);
        db_put(&cursor, run);
        db_number(&cursor);
    }
}

void store_keep_ablation(struct store *store, const struct stored_ablation *ablation) {
    store_begin(store);
    store_forget_ablation(store, ablation->run);
    db_insert(store, &ablations, ablation);
    for (int i = 0; i < ablation->part_count; i++)
        db_insert(store, &ablation_parts, &ablation->parts[i]);
    store_commit(store);
}

bool store_ablation(struct store *store, int64_t run, int64_t player, struct stored_ablation *out) {
    *out = (struct stored_ablation){0};
    struct cursor cursor = db_select(store, &ablations, "WHERE run = ? AND player = ?");
    db_put(&cursor, run);
    db_put(&cursor, player);
    if (!db_find(&cursor, out)) return false;
    cursor = db_select(store, &ablation_parts, "WHERE run = ? ORDER BY place");
    db_put(&cursor, run);
    out->part_count = db_all(&cursor, sizeof *out->parts, &out->parts);
    return true;
}

void store_free_ablation(struct stored_ablation *ablation) {
    free(ablation->settings);
    free(ablation->parts);
}

const struct table *const ablations_tables[] = {&ablations, &ablation_parts, NULL};
