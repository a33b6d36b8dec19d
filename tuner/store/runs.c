/*
 * runs: the rows of runs and of the files that they name; the removal of rows when a run continues
 * from an earlier point; the merging of databases. Constraints say as much as SQL can of what a row
 * must be, so that an edited database is found out when it is opened, not by a wrong figure.
 */
#include "tuner/store/run_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/store/ablations.h"
#include "tuner/store/questions.h"

const char *store_ending_name(int ending) {
    static const char *const names[] = {[ENDING_LENGTH] = "length",
                                        [ENDING_FINISH] = "finish",
                                        [ENDING_TIME] = "time",
                                        [ENDING_PATIENCE] = "patience"};
    return ending >= 0 && ending < (int)COUNT_OF(names) ? names[ending] : NULL;
}

static const struct column run_columns[] = {
#define AT(member) DB_AT(struct stored_run, member)
    {"id", COLUMN_ID, AT(id)},
    {"name", COLUMN_ARRAY, AT(name)},
    {"game", COLUMN_ARRAY, AT(game)},
    {"evaluator", COLUMN_ARRAY, AT(evaluator)},
    {"layout", COLUMN_ARRAY, AT(layout)},
    {"seed", COLUMN_INT64, AT(seed)},
    {"config", COLUMN_TEXT, AT(config)},
    {"program", COLUMN_ARRAY, AT(program)},
    {"compiler", COLUMN_ARRAY, AT(compiler)},
    {"machine", COLUMN_ARRAY, AT(machine)},
    {"started", COLUMN_ARRAY, AT(started)},
    {"finished", COLUMN_ARRAY, AT(finished)},
    {"evaluator_schema", COLUMN_INT, AT(evaluator_schema), .earlier = "1"},
    {"mixing", COLUMN_INT, AT(mixing), .earlier = "1"},
    {"revision", COLUMN_INT, AT(revision), .earlier = "1"},
    {"init", COLUMN_ARRAY, AT(init), "CHECK (init IN ('random', 'around', 'file'))",
     .earlier = "'random'"},
    {"ended_by", COLUMN_NAME, AT(ended_by), .text = store_ending_name, .earlier = "'length'"},
    {"remark", COLUMN_ARRAY, AT(remark), .earlier = "''"},
    {"dropped", COLUMN_INT64, AT(dropped), .earlier = "0"},
    {"generations", COLUMN_INT, AT(generations),
     .computed = "(SELECT count(*) FROM timings WHERE run = runs.id)"}, /* short rows, cheap to
                                                                         * count */
    {"age", COLUMN_INT64, AT(age), .computed = "strftime('%s', 'now') - strftime('%s', started)"},
#undef AT
};
const struct table runs_table = {"runs", DB_COLUMNS(run_columns), .label = "'run ' || id"};

const char *store_run_tuned(const struct stored_run *run, char out[STORE_TUNED]) {
    bool laid_out = strcmp(run->layout, "-") != 0;
    snprintf(out, STORE_TUNED, "%s%s%s", run->evaluator, laid_out ? " " : "",
             laid_out ? run->layout : "");
    return out;
}

void store_run_path(const char *directory, char *out, size_t size) {
    snprintf(out, size, "%s/run.db", directory);
}

int64_t store_add_run(struct store *store, const struct stored_run *run) {
    struct stored_run row = *run;
    db_now(row.started);
    row.finished[0] = '\0';
    return db_insert(store, &runs_table, &row);
}

void store_finish_run(struct store *store, int64_t run) {
    char now[32];
    struct cursor cursor =
        db_update(store, &runs_table, "finished", "WHERE id = ? AND finished = ''");
    db_now(now);
    db_put_text(&cursor, now);
    db_put(&cursor, run);
    db_number(&cursor);
}

static void store_set_run(struct store *store, int64_t run, const char *column, const char *value) {
    struct cursor cursor = db_update(store, &runs_table, column, "WHERE id = ?");
    db_put_text(&cursor, value);
    db_put(&cursor, run);
    db_number(&cursor);
}

void store_end_training(struct store *store, int64_t run, enum run_ending ending) {
    store_set_run(store, run, "ended_by", store_ending_name(ending));
}

void store_add_dropped(struct store *store, int64_t run, int64_t games) {
    struct cursor now = db_query(store, "SELECT dropped FROM runs WHERE id = ?");
    db_put(&now, run);
    int64_t sum = db_number(&now) + games;
    struct cursor cursor = db_update(store, &runs_table, "dropped", "WHERE id = ?");
    db_put(&cursor, sum);
    db_put(&cursor, run);
    db_number(&cursor);
}

/* Each step has the run and the number as parameters; NULL ends them. */
static void store_do(struct store *store, const char *const *steps, int64_t run, int number) {
    for (int i = 0; steps[i]; i++) {
        struct cursor cursor = db_query(store, steps[i]);
        db_put(&cursor, run);
        db_put(&cursor, number);
        db_number(&cursor);
    }
}

#define DROP_MEETINGS(which)                                                                       \
    "DELETE FROM parts WHERE meeting IN (SELECT id FROM meetings WHERE run = ?1 AND " which ")",   \
        "DELETE FROM faults WHERE meeting IN (SELECT id FROM meetings WHERE run = ?1 AND " which   \
        ")",                                                                                       \
        "DELETE FROM meetings WHERE run = ?1 AND " which

/* The champion, and what was played to choose and measure it. */
static void store_unfinish(struct store *store, int64_t run) {
    static const char *const steps[] = {
        "DELETE FROM champions WHERE run = ?1",
        "DELETE FROM stage_timings WHERE run = ?1 AND generation = 0",
        "DELETE FROM seats WHERE run = ?1 AND stage <> 'progress'",
        DROP_MEETINGS("generation = 0"),
        "DELETE FROM players WHERE run = ?1 AND generation IS NULL AND kind <> 'yardstick'",
        NULL};
    store_forget_ablation(store, run);
    store_do(store, steps, run, 0);
    store_set_run(store, run, "finished", "");
}

void store_relength_run(struct store *store, int64_t run, const char *config) {
    store_unfinish(store, run);
    store_end_training(store, run, ENDING_LENGTH);
    store_change_config(store, run, config);
}

void store_change_config(struct store *store, int64_t run, const char *config) {
    store_set_run(store, run, "config", config);
}

/* Milestones after that of a generation; the seat of the last one removes the others. */
static void store_drop_milestones(struct store *store, int64_t run, int generation) {
    static const char *const steps[] = {
        DROP_MEETINGS("stage = 'progress' AND generation > ?2"),
        "DELETE FROM stage_timings WHERE run = ?1 AND generation > ?2",
        "DELETE FROM seats WHERE run = ?1 AND stage = 'progress' AND role = 'milestone'"
        " AND player IN (SELECT id FROM players WHERE run = ?1 AND generation > ?2)",
        "DELETE FROM seats WHERE run = ?1 AND stage = 'progress' AND NOT EXISTS (SELECT 1 FROM"
        " seats WHERE run = ?1 AND stage = 'progress' AND role = 'milestone')",
        NULL};
    store_do(store, steps, run, generation);
}

static void store_drop_generations(struct store *store, int64_t run, int generation) {
    static const char *const steps[] = {
        DROP_MEETINGS("generation > ?2"),
        "DELETE FROM changes WHERE run = ?1 AND generation > ?2",
        "DELETE FROM metrics WHERE run = ?1 AND generation > ?2",
        "DELETE FROM fitness WHERE run = ?1 AND generation > ?2",
        "DELETE FROM timings WHERE run = ?1 AND generation > ?2",
        "DELETE FROM generations WHERE run = ?1 AND generation > ?2",
        "DELETE FROM players WHERE run = ?1 AND generation > ?2",
        NULL};
    store_drop_questions(store, run, generation);
    store_do(store, steps, run, generation);
}

/* The config that it had after that generation. */
static void store_rewind_config(struct store *store, int64_t run, int generation) {
    struct stored_change *changes;
    int count = store_changes(store, run, &changes), later = 0;
    while (later < count && changes[later].generation <= generation) later++;
    if (later < count) store_change_config(store, run, changes[later].config);
    store_free_changes(changes, count);
}

void store_rewind_run(struct store *store, int64_t run, int generations, int milestones,
                      const char *remark) {
    generations = store_state_before(store, run, generations);
    milestones = min_int(milestones, generations);
    struct cursor cursor =
        db_query(store, "SELECT count(*) FROM generations WHERE run = ? AND generation > ?");
    db_put(&cursor, run);
    db_put(&cursor, generations);
    bool shorter = db_number(&cursor) > 0;
    store_unfinish(store, run);
    store_drop_milestones(store, run, milestones);
    store_rewind_config(store, run, generations);
    store_drop_generations(store, run, generations);
    if (shorter) store_end_training(store, run, ENDING_LENGTH);
    store_set_run(store, run, "remark", remark);
}

int store_runs(struct store *store, struct stored_run **out) {
    struct cursor cursor = db_select(store, &runs_table, "ORDER BY id DESC");
    return db_all(&cursor, sizeof **out, out);
}

void store_free_runs(struct stored_run *list, int count) {
    for (int i = 0; i < count; i++) free(list[i].config);
    free(list);
}

/* ---- weight files ---- */

static const struct column file_columns[] = {
#define AT(member) DB_AT(struct stored_file, member)
    {"run", COLUMN_INT64, AT(run), DB_REFERS("runs")},
    {"path", COLUMN_TEXT, AT(path)},
    {"content", COLUMN_TEXT, AT(content)},
#undef AT
};
const struct table files_table = {"files", DB_COLUMNS(file_columns),
                                  .rules = "PRIMARY KEY (run, path)", .keyed = true,
                                  .label = "'file ' || path || ' of run ' || run"};

void store_add_file(struct store *store, const struct stored_file *file) {
    db_insert(store, &files_table, file);
}

void store_change_file(struct store *store, const struct stored_file *file) {
    struct cursor cursor = db_update(store, &files_table, "content", "WHERE run = ? AND path = ?");
    db_put_text(&cursor, file->content);
    db_put(&cursor, file->run);
    db_put_text(&cursor, file->path);
    db_number(&cursor);
}

int store_files(struct store *store, int64_t run, struct stored_file **out) {
    struct cursor cursor = db_select(store, &files_table, "WHERE run = ? ORDER BY path");
    db_put(&cursor, run);
    return db_all(&cursor, sizeof **out, out);
}

void store_free_files(struct stored_file *list, int count) {
    for (int i = 0; i < count; i++) {
        free(list[i].path);
        free(list[i].content);
    }
    free(list);
}

/* ---- runs of several databases ---- */

static bool store_has_name(struct store *store, const char *name, int64_t before) {
    struct cursor cursor = db_query(store, "SELECT count(*) FROM runs WHERE name = ? AND id < ?");
    db_put_text(&cursor, name);
    db_put(&cursor, before);
    return db_number(&cursor) > 0;
}

static void store_tell_apart(struct store *store, const struct stored_run *run) {
    char name[sizeof run->name];
    snprintf(name, sizeof name, "%s", run->name);
    for (int number = 2; store_has_name(store, name, run->id); number++)
        snprintf(name, sizeof name, "%.*s-%d", (int)sizeof name - 12, run->name, number);
    if (strcmp(name, run->name) != 0) store_set_run(store, run->id, "name", name);
}

/* Random players keep the numbers that their games were drawn by. */
static void store_keep_salts(struct store *store, int64_t shift) {
    int64_t id = shift;
    for (;;) {
        struct cursor next = db_query(store, "SELECT min(id) FROM players WHERE id > ? AND kind ="
                                             " 'random' AND salt = 0");
        db_put(&next, id);
        id = db_number(&next);
        if (id == 0) return;
        struct cursor cursor = db_update(store, &players_table, "salt", "WHERE id = ?");
        db_put(&cursor, id - shift);
        db_put(&cursor, id);
        db_number(&cursor);
    }
}

/* All that there is of it. */
static void store_drop_run(struct store *store, int64_t run) {
    static const char *const steps[] = {
        "DELETE FROM seats WHERE run = ?1", "DELETE FROM players WHERE run = ?1",
        "DELETE FROM files WHERE run = ?1", "DELETE FROM runs WHERE id = ?1", NULL};
    store_unfinish(store, run);
    store_drop_milestones(store, run, 0);
    store_drop_generations(store, run, 0);
    store_do(store, steps, run, 0);
}

/* Those added after the run `last`, but for the one that was number `run` where it was. */
static void store_drop_others(struct store *store, int64_t last, int64_t run) {
    struct stored_run *list;
    int count = store_runs(store, &list);
    for (int i = 0; i < count; i++)
        if (list[i].id > last && list[i].id != last + run) store_drop_run(store, list[i].id);
    store_free_runs(list, count);
}

static int64_t store_last_run(struct store *store) {
    struct cursor cursor = db_query(store, "SELECT ifnull(max(id), 0) FROM runs");
    return db_number(&cursor);
}

void store_merge(struct store *into, struct store *from, int64_t run) {
    static const struct table *const *const of_runs[] = {runs_tables, ablations_tables,
                                                         questions_tables, NULL};
    struct stored_run *list;
    int64_t shift = store_next_player(into) - 1, last = store_last_run(into);
    store_begin(into);
    db_append(into, from, run ? of_runs : NULL);
    if (run) store_drop_others(into, last, run);
    store_keep_salts(into, shift);
    int count = store_runs(into, &list);
    for (int i = count - 1; i >= 0; i--) store_tell_apart(into, &list[i]);
    store_free_runs(list, count);
    store_commit(into);
}

const struct table *const runs_tables[] = {
    &runs_table,    &files_table,   &players_table,   &generations_table, &timings_table,
    &fitness_table, &metrics_table, &meetings_table,  &parts_table,       &stage_timings_table,
    &faults_table,  &seats_table,   &champions_table, &changes_table,     NULL};
