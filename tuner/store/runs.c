/*
 * runs: the tables of runs, each said once, and what is asked of them. Constraints say as much as
 * SQL can of what a row must be, so that a database that somebody has edited is found out when it
 * is opened (quick_check), not by a wrong figure.
 */
#include "tuner/store/runs.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/store/ablations.h"
#include "tuner/store/tables.h"

#define REFERS_TO_GENERATION                                                                       \
    "FOREIGN KEY (run, generation) REFERENCES generations DEFERRABLE INITIALLY DEFERRED"

#define LABEL_OF_GENERATION "'generation ' || generation || ' of run ' || run"

/* Pairs by points. */
#define COUNTS(row, member)                                                                        \
    {"n0", COLUMN_INT64, DB_AT(row, member[0])}, {"n1", COLUMN_INT64, DB_AT(row, member[1])},      \
        {"n2", COLUMN_INT64, DB_AT(row, member[2])}, {"n3", COLUMN_INT64, DB_AT(row, member[3])},  \
    {                                                                                              \
        "n4", COLUMN_INT64, DB_AT(row, member[4])                                                  \
    }

#define TALLY(row, member, prefix)                                                                 \
    {prefix "_won", COLUMN_INT64, DB_AT(row, member.won)},                                         \
        {prefix "_drawn", COLUMN_INT64, DB_AT(row, member.drawn)}, {                               \
        prefix "_lost", COLUMN_INT64, DB_AT(row, member.lost)                                      \
    }

/* ---- runs ---- */

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
     .computed = "(SELECT count(*) FROM timings WHERE run = runs.id)"}, /* whose rows are short */
    {"age", COLUMN_INT64, AT(age), .computed = "strftime('%s', 'now') - strftime('%s', started)"},
#undef AT
};
static const struct table runs = {"runs", DB_COLUMNS(run_columns), .label = "'run ' || id"};

void store_run_path(const char *directory, char *out, size_t size) {
    snprintf(out, size, "%s/run.db", directory);
}

int64_t store_add_run(struct store *store, const struct stored_run *run) {
    struct stored_run row = *run;
    db_now(row.started);
    row.finished[0] = '\0';
    return db_insert(store, &runs, &row);
}

void store_finish_run(struct store *store, int64_t run) {
    char now[32];
    struct cursor cursor = db_update(store, &runs, "finished", "WHERE id = ? AND finished = ''");
    db_now(now);
    db_put_text(&cursor, now);
    db_put(&cursor, run);
    db_number(&cursor);
}

static void store_set_run(struct store *store, int64_t run, const char *column, const char *value) {
    struct cursor cursor = db_update(store, &runs, column, "WHERE id = ?");
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
    struct cursor cursor = db_update(store, &runs, "dropped", "WHERE id = ?");
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
    store_set_run(store, run, "config", config);
}

/* Of milestones after that of a generation; the last one's seat takes the others' along. */
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
        "DELETE FROM metrics WHERE run = ?1 AND generation > ?2",
        "DELETE FROM fitness WHERE run = ?1 AND generation > ?2",
        "DELETE FROM timings WHERE run = ?1 AND generation > ?2",
        "DELETE FROM generations WHERE run = ?1 AND generation > ?2",
        "DELETE FROM players WHERE run = ?1 AND generation > ?2",
        NULL};
    store_do(store, steps, run, generation);
}

void store_rewind_run(struct store *store, int64_t run, int generations, int milestones,
                      const char *remark) {
    struct cursor cursor =
        db_query(store, "SELECT count(*) FROM generations WHERE run = ? AND generation > ?");
    db_put(&cursor, run);
    db_put(&cursor, generations);
    bool shorter = db_number(&cursor) > 0;
    store_unfinish(store, run);
    store_drop_milestones(store, run, milestones);
    store_drop_generations(store, run, generations);
    if (shorter) store_end_training(store, run, ENDING_LENGTH);
    store_set_run(store, run, "remark", remark);
}

int store_runs(struct store *store, struct stored_run **out) {
    struct cursor cursor = db_select(store, &runs, "ORDER BY id DESC");
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
static const struct table files_table = {"files", DB_COLUMNS(file_columns),
                                         .rules = "PRIMARY KEY (run, path)", .keyed = true,
                                         .label = "'file ' || path || ' of run ' || run"};

void store_add_file(struct store *store, const struct stored_file *file) {
    db_insert(store, &files_table, file);
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

/* ---- players ---- */

static const char *player_kind_name(int kind) {
    static const char *const names[] = {[PLAYER_INDIVIDUAL] = "individual",
                                        [PLAYER_YARDSTICK] = "yardstick",
                                        [PLAYER_RANDOM] = "random"};
    return kind >= 0 && kind < (int)COUNT_OF(names) ? names[kind] : NULL;
}

struct player_row {
    struct stored_player player;
    char *weights; /* numbers with spaces between */
};

static const struct column player_columns[] = {
#define AT(member) DB_AT(struct player_row, member)
    {"id", COLUMN_ID, AT(player.id)},
    {"run", COLUMN_INT64, AT(player.run), DB_REFERS("runs")},
    {"kind", COLUMN_NAME, AT(player.kind), .text = player_kind_name},
    {"generation", COLUMN_INDEX, AT(player.generation)},
    {"slot", COLUMN_INDEX, AT(player.slot), "CHECK (slot >= 0)"},
    {"name", COLUMN_ARRAY, AT(player.name)},
    {"evaluator", COLUMN_ARRAY, AT(player.evaluator)},
    {"layout", COLUMN_ARRAY, AT(player.layout)},
    {"weights", COLUMN_TEXT, AT(weights)},
    {"line", COLUMN_TEXT, AT(player.line), .earlier = "''"},
    {"salt", COLUMN_INT64, AT(player.salt), .earlier = "0"},
#undef AT
};
static const struct table players = {
    "players", DB_COLUMNS(player_columns),
    .rules = "UNIQUE (run, generation, slot),\n"
             "    CHECK ((generation IS NULL) = (slot IS NULL)),\n"
             "    " REFERS_TO_GENERATION,
    .index = "CREATE UNIQUE INDEX players_name ON players (run, name) WHERE generation IS NULL",
    .label = "'player ' || id || ' of run ' || run || ifnull(', generation ' || generation, '')"};

int64_t store_add_player(struct store *store, const struct stored_player *player) {
    struct text weights = {0};
    for (int i = 0; i < player->dim; i++)
        text_add(&weights, i ? " %d" : "%d", (int)player->weights[i]);
    int64_t id = db_insert(store, &players, &(struct player_row){*player, weights.data});
    text_free(&weights);
    return id;
}

int64_t store_next_player(struct store *store) {
    struct cursor cursor = db_query(store, "SELECT ifnull(max(id), 0) + 1 FROM players");
    return db_number(&cursor);
}

/* Reads numbers into an array, owned by the caller; their count, or -1 if there is anything but
 * 32-bit numbers. */
static int store_parse_weights(const char *text, int32_t **out) {
    int count = 0;
    *out = xcalloc(strlen(text) / 2 + 1, sizeof **out);
    while (*text) {
        char *end;
        errno = 0;
        long long value = strtoll(text, &end, 10);
        if (*text == ' ' || end == text || (*end && *end != ' ') || errno ||
            value != (int32_t)value)
            return -1;
        (*out)[count++] = (int32_t)value;
        text = *end ? end + 1 : end;
    }
    return count;
}

/* The player that a query finds; its parameters are put already. 1: there is none. */
static int store_find_player(struct cursor *cursor, struct stored_player *out,
                             struct error *error) {
    struct player_row row;
    if (!db_find(cursor, &row)) return 1;
    *out = row.player;
    out->dim = store_parse_weights(row.weights, &out->weights);
    free(row.weights);
    if (out->dim >= 0 && (int)out->kind >= 0) return 0;
    store_free_player(out);
    return error_set(error, "%s: the row of player %lld is damaged: unknown kind or bad weights",
                     db_path(cursor->store), (long long)out->id);
}

int store_player(struct store *store, int64_t id, struct stored_player *out, struct error *error) {
    struct cursor cursor = db_select(store, &players, "WHERE id = ?");
    db_put(&cursor, id);
    int status = store_find_player(&cursor, out, error);
    if (status <= 0) return status;
    return error_set(error, "%s: there is no player %lld", db_path(store), (long long)id);
}

int store_player_generation(struct store *store, int64_t id) {
    struct cursor cursor = db_figure(store, &players, "generation", "WHERE id = ?");
    db_put(&cursor, id);
    return (int)db_number(&cursor);
}

int store_individual(struct store *store, int64_t run, int generation, int slot,
                     struct stored_player *out, struct error *error) {
    struct cursor cursor = db_select(
        store, &players,
        slot < 0 ? "WHERE id = (SELECT champion FROM generations WHERE run = ? AND generation = ?)"
                 : "WHERE run = ? AND generation = ? AND slot = ?");
    db_put(&cursor, run);
    db_put(&cursor, generation);
    if (slot >= 0) db_put(&cursor, slot);
    int status = store_find_player(&cursor, out, error);
    if (status <= 0) return status;
    if (slot < 0)
        return error_set(error, "%s: run %lld has no generation %d", db_path(store), (long long)run,
                         generation);
    return error_set(error, "%s: run %lld has no individual %d in generation %d", db_path(store),
                     (long long)run, slot, generation);
}

int store_named_player(struct store *store, int64_t run, const char *name,
                       struct stored_player *out, struct error *error) {
    struct cursor cursor =
        db_select(store, &players, "WHERE run = ? AND name = ? AND generation IS NULL");
    db_put(&cursor, run);
    db_put_text(&cursor, name);
    int status = store_find_player(&cursor, out, error);
    if (status <= 0) return status;
    return error_set(error, "%s: run %lld has no player named '%s'", db_path(store), (long long)run,
                     name);
}

void store_free_player(struct stored_player *player) {
    free(player->weights);
    free(player->line);
    player->weights = NULL;
    player->line = NULL;
}

int64_t store_next_engine(struct store *store, int64_t run, int64_t after) {
    struct cursor cursor =
        db_figure(store, &players, "min(id)",
                  "WHERE run = ? AND id > ? AND generation IS NULL AND line <> ''");
    db_put(&cursor, run);
    db_put(&cursor, after);
    return db_number(&cursor);
}

/* ---- generations, their log and what they took ---- */

struct generation_row {
    int64_t run;
    struct stored_generation generation;
};
#define AT(member) DB_AT(struct generation_row, member)

static const struct column generation_columns[] = {
    {"run", COLUMN_INT64, AT(run), DB_REFERS("runs")},
    {"generation", COLUMN_INT, AT(generation.generation)},
    {"champion", COLUMN_INT64, AT(generation.champion), DB_REFERS("players")},
    {"openings", COLUMN_INT64, AT(generation.openings)},
    {"openings_distinct", COLUMN_INT64, AT(generation.openings_distinct),
     "CHECK (openings_distinct BETWEEN 0 AND openings)"},
    {"games", COLUMN_INT64, AT(generation.games), "CHECK (games <= 1000000000000)"},
    {"games_distinct", COLUMN_INT64, AT(generation.games_distinct),
     "CHECK (games_distinct BETWEEN 0 AND games)"},
    {"state", COLUMN_TEXT, AT(generation.state)},
};
static const struct table generations = {"generations", DB_COLUMNS(generation_columns),
                                         .rules = "PRIMARY KEY (run, generation)", .keyed = true,
                                         .label = LABEL_OF_GENERATION};

static const struct column timing_columns[] = {
    {"run", COLUMN_INT64, AT(run), .ids = "runs"},
    {"generation", COLUMN_INT, AT(generation.generation)},
    {"seconds", COLUMN_REAL, AT(generation.seconds), "NOT NULL CHECK (seconds BETWEEN 0 AND 1e9)"},
    {"games", COLUMN_INT64, AT(generation.games)},
    {"threads", COLUMN_INT, AT(generation.threads)},
};
static const struct table timings = {
    "timings", DB_COLUMNS(timing_columns),
    .rules = "PRIMARY KEY (run, generation),\n    " REFERS_TO_GENERATION, .keyed = true,
    .label = LABEL_OF_GENERATION};
#undef AT

struct metric_row {
    int64_t run;
    int generation;
    struct metric metric;
};

static const struct column metric_columns[] = {
#define AT(member) DB_AT(struct metric_row, member)
    {"run", COLUMN_INT64, AT(run), .ids = "runs"},
    {"generation", COLUMN_INT, AT(generation)},
    {"name", COLUMN_ARRAY, AT(metric.name)},
    {"value", COLUMN_REAL, AT(metric.value)},
#undef AT
};
static const struct table metrics_table = {
    "metrics", DB_COLUMNS(metric_columns),
    .rules = "PRIMARY KEY (run, generation, name),\n    " REFERS_TO_GENERATION,
    .label = "name || ', ' || " LABEL_OF_GENERATION};

void store_add_generation(struct store *store, int64_t run,
                          const struct stored_generation *generation,
                          const struct metrics *metrics) {
    struct generation_row row = {run, *generation};
    db_insert(store, &generations, &row);
    db_insert(store, &timings, &row);
    for (int i = 0; metrics && i < metrics->count; i++)
        db_insert(store, &metrics_table,
                  &(struct metric_row){run, generation->generation, metrics->list[i]});
}

/* Of timings, which have them too: their rows are short. */
int64_t store_games(struct store *store, int64_t run, int generation) {
    struct cursor cursor =
        db_figure(store, &timings, "sum(games)", "WHERE run = ? AND generation <= ?");
    db_put(&cursor, run);
    db_put(&cursor, generation);
    return db_number(&cursor);
}

struct stored_pace store_pace(struct store *store, int64_t run) {
    struct stored_pace pace = {0};
    struct generation_row row;
    struct cursor cursor =
        db_select(store, &timings, "WHERE run = ? ORDER BY generation DESC LIMIT 10");
    db_put(&cursor, run);
    while (db_next(&cursor, &row)) {
        pace.games += row.generation.games;
        pace.seconds += row.generation.seconds;
        pace.slowest = fmax(pace.slowest, row.generation.seconds);
    }
    db_done(&cursor);
    return pace;
}

static void store_read_metrics(struct store *store, int64_t run, int generation,
                               struct metrics *metrics) {
    struct metric_row row;
    struct cursor cursor =
        db_select(store, &metrics_table, "WHERE run = ? AND generation = ? ORDER BY rowid");
    db_put(&cursor, run);
    db_put(&cursor, generation);
    metrics->count = 0;
    while (metrics->count < METRICS_MAX && db_next(&cursor, &row))
        metrics->list[metrics->count++] = row.metric;
    db_done(&cursor);
}

/* 0, or -1 and why: then the generation is freed. */
static int store_read_timing(struct store *store, int64_t run, int generation,
                             struct stored_generation *out, struct error *error) {
    struct generation_row row;
    struct cursor cursor = db_select(store, &timings, "WHERE run = ? AND generation = ?");
    db_put(&cursor, run);
    db_put(&cursor, generation);
    if (!db_find(&cursor, &row)) {
        free(out->state);
        return error_set(error, "%s: is not as hone wrote it: generation %d's timing is missing",
                         db_path(store), generation);
    }
    out->seconds = row.generation.seconds;
    out->threads = row.generation.threads;
    return 0;
}

int store_generation(struct store *store, int64_t run, int generation,
                     struct stored_generation *out, struct metrics *metrics, struct error *error) {
    struct generation_row row;
    struct cursor cursor = db_select(store, &generations, "WHERE run = ? AND generation = ?");
    db_put(&cursor, run);
    db_put(&cursor, generation);
    if (!db_find(&cursor, &row))
        return error_set(error, "%s: run %lld has no generation %d", db_path(store), (long long)run,
                         generation);
    *out = row.generation;
    if (store_read_timing(store, run, generation, out, error)) return -1;
    if (metrics) store_read_metrics(store, run, generation, metrics);
    return 0;
}

/* ---- fitness ---- */

struct fitness_row {
    int64_t run;
    int generation;
    int64_t player;
    struct fitness fitness;
};

static const struct column fitness_columns[] = {
#define AT(member) DB_AT(struct fitness_row, member)
    {"run", COLUMN_INT64, AT(run), .ids = "runs"},
    {"generation", COLUMN_INT, AT(generation)},
    {"player", COLUMN_INT64, AT(player), DB_REFERS("players")},
    {"points", COLUMN_INT64, AT(fitness.points)},
    {"pairs", COLUMN_INT64, AT(fitness.pairs), "CHECK (pairs <= 1000000000000)"},
    COUNTS(struct fitness_row, fitness.pentanomial),
#undef AT
};
static const struct table fitnesses = {
    "fitness", DB_COLUMNS(fitness_columns),
    .rules = "PRIMARY KEY (run, generation, player),\n"
             "    CHECK (min(n0, n1, n2, n3, n4) >= 0),\n"
             "    CHECK (n0 + n1 + n2 + n3 + n4 = pairs),\n"
             "    CHECK (n1 + 2*n2 + 3*n3 + 4*n4 = points),\n"
             "    " REFERS_TO_GENERATION,
    .keyed = true, .label = "'player ' || player || ', ' || " LABEL_OF_GENERATION};

void store_add_fitness(struct store *store, int64_t run, int generation, int64_t player,
                       const struct fitness *fitness) {
    db_insert(store, &fitnesses, &(struct fitness_row){run, generation, player, *fitness});
}

int store_fitness(struct store *store, int64_t run, int generation, int64_t player,
                  struct fitness *out, struct error *error) {
    struct fitness_row row;
    struct cursor cursor =
        db_select(store, &fitnesses, "WHERE run = ? AND generation = ? AND player = ?");
    db_put(&cursor, run);
    db_put(&cursor, generation);
    db_put(&cursor, player);
    if (!db_find(&cursor, &row))
        return error_set(error, "%s: run %lld has no fitness of player %lld in generation %d",
                         db_path(store), (long long)run, (long long)player, generation);
    *out = row.fitness;
    return 0;
}

/* ---- meetings ---- */

/* Series are no stage of a run. */
static const char *store_stage_name(int stage) {
    return stage >= 0 && stage < STAGE_SERIES ? stage_table[stage].name : NULL;
}

#define RULES_OF_FIGURES                                                                           \
    "CHECK (min(n0, n1, n2, n3, n4) >= 0),\n"                                                      \
    "    CHECK (min(first_won, first_drawn, first_lost) >= 0),\n"                                  \
    "    CHECK (min(second_won, second_drawn, second_lost) >= 0),\n"                               \
    "    CHECK (n0 + n1 + n2 + n3 + n4 = pairs),\n"                                                \
    "    CHECK (first_won + first_drawn + first_lost = pairs),\n"                                  \
    "    CHECK (second_won + second_drawn + second_lost = pairs),\n"                               \
    "    CHECK (2*first_won + first_drawn + 2*second_won + second_drawn\n"                         \
    "           = n1 + 2*n2 + 3*n3 + 4*n4)"

static const struct column meeting_columns[] = {
#define AT(member) DB_AT(struct stored_meeting, member)
    {"id", COLUMN_ID, AT(id)},
    {"run", COLUMN_INT64, AT(run), DB_REFERS("runs")},
    {"stage", COLUMN_NAME, AT(stage), .text = store_stage_name},
    {"generation", COLUMN_INT, AT(generation)},
    {"a", COLUMN_INT64, AT(a), DB_REFERS("players")}, /* all counts are his */
    {"b", COLUMN_INT64, AT(b), DB_REFERS("players")},
    {"pairs", COLUMN_INT64, AT(pairs), "CHECK (pairs BETWEEN 1 AND 1000000)"},
    COUNTS(struct stored_meeting, counts.n),
    TALLY(struct stored_meeting, first, "first"),
    TALLY(struct stored_meeting, second, "second"),
    {"not_repeatable", COLUMN_INT64, AT(not_repeatable), "CHECK (not_repeatable IN (0, 1))",
     .earlier = "0"},
#undef AT
};
static const struct table meetings = {
    "meetings", DB_COLUMNS(meeting_columns), .rules = RULES_OF_FIGURES,
    .index = "CREATE INDEX meetings_stage ON meetings (run, stage, generation)",
    .label = "'meeting ' || id || ' (' || stage || '), ' || " LABEL_OF_GENERATION};

int64_t store_add_meeting(struct store *store, const struct stored_meeting *meeting) {
    return db_insert(store, &meetings, meeting);
}

bool store_mend_meeting(struct store *store, const struct stored_meeting *meeting) {
    return db_mend(store, &meetings, meeting);
}

static const struct column id_columns[] = {
    {"id", COLUMN_ID, 0, sizeof(int64_t), .computed = "id"},
};
static const struct table ids = {"meetings", DB_COLUMNS(id_columns)};

int store_meeting_ids(struct store *store, int64_t run, int64_t **out) {
    struct cursor cursor =
        db_select(store, &ids, "WHERE run = ? AND not_repeatable = 0 ORDER BY id");
    db_put(&cursor, run);
    return db_all(&cursor, sizeof **out, out);
}

int store_unfit_meetings(struct store *store, int64_t run, int64_t **out) {
    struct text tail = {0};
    text_add(&tail, "WHERE run = ? AND not_repeatable = 0 AND sum IS NOT row_sum(");
    table_list_columns(&meetings, NULL, &tail);
    text_add(&tail, ") ORDER BY id");
    struct cursor cursor = db_select(store, &ids, text_get(&tail));
    text_free(&tail);
    db_put(&cursor, run);
    return db_all(&cursor, sizeof **out, out);
}

int store_meeting(struct store *store, int64_t id, struct stored_meeting *out,
                  struct error *error) {
    struct cursor cursor = db_select(store, &meetings, "WHERE id = ?");
    db_put(&cursor, id);
    if (db_find(&cursor, out) && (int)out->stage >= 0) return 0;
    return error_set(error, "%s: there is no meeting %lld", db_path(store), (long long)id);
}

int store_meetings(struct store *store, int64_t run, enum stage stage, int generation,
                   struct stored_meeting **out) {
    struct cursor cursor = db_select(
        store, &meetings, "WHERE run = ?1 AND stage = ?2 AND ?3 IN (-1, generation) ORDER BY id");
    db_put(&cursor, run);
    db_put_text(&cursor, stage_table[stage].name);
    db_put(&cursor, generation);
    return db_all(&cursor, sizeof **out, out);
}

/* ---- what they came to in each manner of play ---- */

#define OF_MEETING(what) "(SELECT " what " FROM meetings m WHERE m.id = parts.meeting)"

static const struct column part_columns[] = {
#define AT(member) DB_AT(struct stored_part, member)
    {"meeting", COLUMN_INT64, AT(meeting.id), DB_REFERS("meetings")},
    {"manner", COLUMN_INT, AT(manner), "CHECK (manner >= 0)"},
    {"pairs", COLUMN_INT64, AT(meeting.pairs), "CHECK (pairs >= 0)"},
    COUNTS(struct stored_part, meeting.counts.n),
    TALLY(struct stored_part, meeting.first, "first"),
    TALLY(struct stored_part, meeting.second, "second"),
    {"run", COLUMN_INT64, AT(meeting.run), .computed = OF_MEETING("run")},
    {"stage", COLUMN_NAME, AT(meeting.stage), .text = store_stage_name,
     .computed = OF_MEETING("stage")},
    {"generation", COLUMN_INT, AT(meeting.generation), .computed = OF_MEETING("generation")},
    {"a", COLUMN_INT64, AT(meeting.a), .computed = OF_MEETING("a")},
    {"b", COLUMN_INT64, AT(meeting.b), .computed = OF_MEETING("b")},
    {"not_repeatable", COLUMN_INT64, AT(meeting.not_repeatable),
     .computed = OF_MEETING("not_repeatable")},
#undef AT
};
static const struct table parts = {"parts", DB_COLUMNS(part_columns),
                                   .rules = "PRIMARY KEY (meeting, manner),\n    " RULES_OF_FIGURES,
                                   .keyed = true,
                                   .label = "'meeting ' || meeting || ', manner ' || manner"};

void store_add_part(struct store *store, const struct stored_part *part) {
    db_insert(store, &parts, part);
}

int store_parts(struct store *store, int64_t run, enum stage stage, struct stored_part **out) {
    struct cursor cursor =
        db_select(store, &parts,
                  "WHERE meeting IN (SELECT id FROM meetings WHERE run = ? AND stage = ?)"
                  " ORDER BY meeting, manner");
    db_put(&cursor, run);
    db_put_text(&cursor, stage_table[stage].name);
    return db_all(&cursor, sizeof **out, out);
}

/* ---- how long stages took ---- */

struct stage_timing_row {
    int64_t run;
    enum stage stage;
    int generation;
    double seconds;
};

static const struct column stage_timing_columns[] = {
#define AT(member) DB_AT(struct stage_timing_row, member)
    {"run", COLUMN_INT64, AT(run), DB_REFERS("runs")},
    {"stage", COLUMN_NAME, AT(stage), "CHECK (stage <> 'train')", .text = store_stage_name},
    {"generation", COLUMN_INT, AT(generation)},
    {"seconds", COLUMN_REAL, AT(seconds), "NOT NULL CHECK (seconds BETWEEN 0 AND 1e9)"},
#undef AT
};
static const struct table stage_timings = {"stage_timings", DB_COLUMNS(stage_timing_columns),
                                           .rules = "PRIMARY KEY (run, stage, generation)",
                                           .keyed = true,
                                           .label = "stage || ' after ' || " LABEL_OF_GENERATION};

void store_add_stage_timing(struct store *store, int64_t run, enum stage stage, int generation,
                            double seconds) {
    struct cursor cursor =
        db_query(store, "DELETE FROM stage_timings WHERE run = ? AND stage = ? AND generation = ?");
    db_put(&cursor, run);
    db_put_text(&cursor, stage_table[stage].name);
    db_put(&cursor, generation);
    db_number(&cursor);
    db_insert(store, &stage_timings, &(struct stage_timing_row){run, stage, generation, seconds});
}

double store_stage_seconds(struct store *store, int64_t run, enum stage stage) {
    struct cursor cursor = db_select(store, &stage_timings, "WHERE run = ? AND stage = ?");
    struct stage_timing_row row;
    double sum = 0;
    db_put(&cursor, run);
    db_put_text(&cursor, stage_table[stage].name);
    while (db_next(&cursor, &row)) sum += row.seconds;
    db_done(&cursor);
    return sum;
}

/* ---- what engines of their own did wrong ---- */

static const struct column fault_columns[] = {
#define AT(member) DB_AT(struct stored_fault, member)
    {"meeting", COLUMN_INT64, AT(meeting), DB_REFERS("meetings")},
    {"player", COLUMN_INT64, AT(player), DB_REFERS("players")},
    {"reason", COLUMN_ARRAY, AT(reason)},
    {"games", COLUMN_INT64, AT(games), "CHECK (games > 0)"},
#undef AT
};
static const struct table faults_table = {
    "faults", DB_COLUMNS(fault_columns), .rules = "PRIMARY KEY (meeting, player, reason)",
    .keyed = true, .label = "'meeting ' || meeting || ', player ' || player"};

void store_add_fault(struct store *store, const struct stored_fault *fault) {
    db_insert(store, &faults_table, fault);
}

int64_t store_engine_games(struct store *store, int64_t player, enum stage stage) {
    struct cursor cursor = db_figure(store, &meetings, "sum(2 * pairs)",
                                     "WHERE run = (SELECT run FROM players WHERE id = ?1)"
                                     " AND stage = ?2 AND ?1 IN (a, b)");
    db_put(&cursor, player);
    db_put_text(&cursor, stage_table[stage].name);
    return db_number(&cursor);
}

int64_t store_engine_faults(struct store *store, int64_t player, enum stage stage,
                            const char *reason) {
    struct cursor cursor = db_figure(store, &faults_table, "sum(games)",
                                     "WHERE player = ? AND reason = ? AND meeting IN"
                                     " (SELECT id FROM meetings WHERE stage = ?)");
    db_put(&cursor, player);
    db_put_text(&cursor, reason);
    db_put_text(&cursor, stage_table[stage].name);
    return db_number(&cursor);
}

/* ---- signs: figures of several tables, generation by generation ---- */

/* Believed as they stand: a generation's checksum is of its state as well, which may be megabytes.
 * The report reads and checks those rows itself. */
static const struct column sign_columns[] = {
#define AT(member) DB_AT(struct stored_sign, member)
    {"generation", COLUMN_INT, AT(generation)},
    {"games", COLUMN_INT64, AT(games)},
    {"games_distinct", COLUMN_INT64, AT(games_distinct)},
    {"diversity", COLUMN_REAL, AT(diversity),
     .computed = "ifnull((SELECT value FROM metrics m WHERE m.run = generations.run"
                 " AND m.generation = generations.generation AND name = 'diversity'), -1)"},
#undef AT
};
static const struct table signs = {"generations", DB_COLUMNS(sign_columns)};

#define MET_YARDSTICKS                                                                             \
    "WHERE run = ?1 AND stage = 'train' AND generation BETWEEN ?2 AND ?3 AND b IN"                 \
    " (SELECT id FROM players WHERE run = ?1 AND generation IS NULL AND kind = 'yardstick')"

/* All generations meet yardsticks or none does: the last one tells. */
static bool store_meets_yardsticks(struct store *store, int64_t run, int generation) {
    struct cursor cursor = db_figure(store, &meetings, "count(*)", MET_YARDSTICKS);
    db_put(&cursor, run);
    db_put(&cursor, generation);
    db_put(&cursor, generation);
    return db_number(&cursor) > 0;
}

static void sign_add_meeting(struct stored_sign *sign, const struct stored_meeting *meeting) {
    const int64_t *n = meeting->counts.n;
    sign->yardstick_points += n[1] + 2 * n[2] + 3 * n[3] + 4 * n[4];
    sign->yardstick_pairs += meeting->pairs;
    if (meeting->pairs > sign->yardstick_openings) sign->yardstick_openings = meeting->pairs;
}

static void store_add_yardsticks(struct store *store, int64_t run, struct stored_sign *list,
                                 int count) {
    struct cursor cursor = db_select(store, &meetings, MET_YARDSTICKS " ORDER BY generation");
    struct stored_meeting meeting;
    int i = 0;
    db_put(&cursor, run);
    db_put(&cursor, list[0].generation);
    db_put(&cursor, list[count - 1].generation);
    while (db_next(&cursor, &meeting)) {
        while (i < count && list[i].generation < meeting.generation) i++;
        if (i < count && list[i].generation == meeting.generation)
            sign_add_meeting(&list[i], &meeting);
    }
    db_done(&cursor);
}

int store_signs(struct store *store, int64_t run, int first, int last, struct stored_sign **out) {
    struct cursor cursor = db_select(
        store, &signs, "WHERE run = ? AND generation BETWEEN ? AND ? ORDER BY generation");
    db_put(&cursor, run);
    db_put(&cursor, first);
    db_put(&cursor, last);
    int count = db_all(&cursor, sizeof **out, out);
    if (count > 0 && store_meets_yardsticks(store, run, (*out)[count - 1].generation))
        store_add_yardsticks(store, run, *out, count);
    return count;
}

/* ---- seats ---- */

static const char *store_role_name(int role) {
    static const char *const names[] = {
        [ROLE_START] = "start",       [ROLE_YARDSTICK] = "yardstick",
        [ROLE_HALL] = "hall",         [ROLE_CANDIDATE] = "candidate",
        [ROLE_CHAMPION] = "champion", [ROLE_MILESTONE] = "milestone",
        [ROLE_RANDOM] = "random",
    };
    return role >= 0 && role < (int)COUNT_OF(names) ? names[role] : NULL;
}

struct seat_row {
    int64_t run;
    struct stored_seat seat;
};

/* The key comes first: SQLite 3.40's quick_check misreads such tables otherwise. */
static const struct column seat_columns[] = {
#define AT(member) DB_AT(struct seat_row, member)
    {"run", COLUMN_INT64, AT(run), DB_REFERS("runs")},
    {"stage", COLUMN_NAME, AT(seat.stage), "CHECK (stage <> 'train')", .text = store_stage_name},
    {"place", COLUMN_INT, AT(seat.place), "CHECK (place >= 0)"},
    {"role", COLUMN_NAME, AT(seat.role), .text = store_role_name},
    {"player", COLUMN_INT64, AT(seat.player), DB_REFERS("players")},
#undef AT
};
static const struct table seats = {
    "seats", DB_COLUMNS(seat_columns), .rules = "PRIMARY KEY (run, stage, place, role)",
    .keyed = true, .label = "'place ' || place || ' of ' || stage || ', run ' || run"};

void store_add_seat(struct store *store, int64_t run, const struct stored_seat *seat) {
    db_insert(store, &seats, &(struct seat_row){run, *seat});
}

int store_seats(struct store *store, int64_t run, enum stage stage, struct stored_seat **out) {
    struct seat_row *rows;
    struct cursor cursor =
        db_select(store, &seats, "WHERE run = ? AND stage = ? ORDER BY place, role");
    db_put(&cursor, run);
    db_put_text(&cursor, stage_table[stage].name);
    int count = db_all(&cursor, sizeof *rows, &rows);
    *out = xcalloc((size_t)count, sizeof **out);
    for (int i = 0; i < count; i++) (*out)[i] = rows[i].seat;
    free(rows);
    return count;
}

/* ---- champions ---- */

struct champion_row {
    int64_t run;
    struct stored_champion champion;
};

static const struct column champion_columns[] = {
#define AT(member) DB_AT(struct champion_row, member)
    {"run", COLUMN_INT64, AT(run), "PRIMARY KEY " DB_REFERS("runs")},
    {"player", COLUMN_INT64, AT(champion.player), DB_REFERS("players")},
    {"selection_rate", COLUMN_REAL, AT(champion.selection_rate),
     "NOT NULL CHECK (selection_rate BETWEEN 0 AND 1)"},
    {"selection_pairs", COLUMN_INT64, AT(champion.selection_pairs)},
    {"start", COLUMN_INT64, AT(champion.start), DB_REFERS("players")},
    {"games", COLUMN_INT64, AT(champion.games)},
    {"openings", COLUMN_INT64, AT(champion.openings)},
    {"openings_distinct", COLUMN_INT64, AT(champion.openings_distinct)},
    {"verify_games", COLUMN_INT64, AT(champion.verify_games)},
    {"verify_games_distinct", COLUMN_INT64, AT(champion.verify_games_distinct)},
#undef AT
};
static const struct table champions = {"champions", DB_COLUMNS(champion_columns),
                                       .label = "'run ' || run"};

void store_set_champion(struct store *store, int64_t run, const struct stored_champion *champion) {
    struct cursor cursor = db_query(store, "DELETE FROM champions WHERE run = ?");
    db_put(&cursor, run);
    db_number(&cursor);
    db_insert(store, &champions, &(struct champion_row){run, *champion});
}

int store_champion(struct store *store, int64_t run, struct stored_champion *out,
                   struct error *error) {
    struct champion_row row;
    struct cursor cursor = db_select(store, &champions, "WHERE run = ?");
    db_put(&cursor, run);
    if (!db_find(&cursor, &row))
        return error_set(error, "%s: run %lld has no champion yet", db_path(store), (long long)run);
    *out = row.champion;
    return 0;
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
        struct cursor cursor = db_update(store, &players, "salt", "WHERE id = ?");
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
    static const struct table *const *const of_runs[] = {runs_tables, ablations_tables, NULL};
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
    &runs,     &files_table, &players,       &generations,  &timings, &fitnesses, &metrics_table,
    &meetings, &parts,       &stage_timings, &faults_table, &seats,   &champions, NULL};
