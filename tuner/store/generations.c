/*
 * generations: the rows of each generation of training: the optimiser's state and its metrics, its
 * time, the fitness of its players; and diagnostics of the run, from several tables.
 */
#include "tuner/store/run_tables.h"

#include <math.h>
#include <stdlib.h>

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
const struct table generations_table = {"generations", DB_COLUMNS(generation_columns),
                                        .rules = "PRIMARY KEY (run, generation)", .keyed = true,
                                        .label = LABEL_OF_GENERATION};

static const struct column timing_columns[] = {
    {"run", COLUMN_INT64, AT(run), .ids = "runs"},
    {"generation", COLUMN_INT, AT(generation.generation)},
    {"seconds", COLUMN_REAL, AT(generation.seconds), "NOT NULL CHECK (seconds BETWEEN 0 AND 1e9)"},
    {"games", COLUMN_INT64, AT(generation.games)},
    {"threads", COLUMN_INT, AT(generation.threads)},
};
const struct table timings_table = {"timings", DB_COLUMNS(timing_columns),
                                    .rules =
                                        "PRIMARY KEY (run, generation),\n    " REFERS_TO_GENERATION,
                                    .keyed = true, .label = LABEL_OF_GENERATION};
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
const struct table metrics_table = {
    "metrics", DB_COLUMNS(metric_columns),
    .rules = "PRIMARY KEY (run, generation, name),\n    " REFERS_TO_GENERATION,
    .label = "name || ', ' || " LABEL_OF_GENERATION};

/* A run goes on from its last state. Earlier ones would be a third of a large file; some are kept
 * for repairs. */
enum { STATE_KEPT = 8 };

static void store_forget_state(struct store *store, int64_t run, int generation) {
    struct cursor cursor =
        db_update(store, &generations_table, "state", "WHERE run = ? AND generation = ?");
    db_put_text(&cursor, "");
    db_put(&cursor, run);
    db_put(&cursor, generation);
    db_number(&cursor);
}

int store_state_before(struct store *store, int64_t run, int generation) {
    struct cursor cursor =
        db_query(store, "SELECT ifnull(max(generation), 0) FROM (SELECT run, generation, state"
                        " FROM generations UNION ALL SELECT run, generation, state FROM changes)"
                        " WHERE run = ? AND generation <= ? AND state <> ''");
    db_put(&cursor, run);
    db_put(&cursor, generation);
    return (int)db_number(&cursor);
}

void store_add_generation(struct store *store, int64_t run,
                          const struct stored_generation *generation,
                          const struct metrics *metrics) {
    struct generation_row row = {run, *generation};
    db_insert(store, &generations_table, &row);
    db_insert(store, &timings_table, &row);
    int before = generation->generation - 1;
    if (before % STATE_KEPT != 0) store_forget_state(store, run, before);
    for (int i = 0; metrics && i < metrics->count; i++)
        db_insert(store, &metrics_table,
                  &(struct metric_row){run, generation->generation, metrics->list[i]});
}

/* Of timings, which have them too: their rows are short. */
int64_t store_games(struct store *store, int64_t run, int generation) {
    struct cursor cursor =
        db_figure(store, &timings_table, "sum(games)", "WHERE run = ? AND generation <= ?");
    db_put(&cursor, run);
    db_put(&cursor, generation);
    return db_number(&cursor);
}

struct stored_pace store_pace(struct store *store, int64_t run) {
    struct stored_pace pace = {0};
    struct generation_row row;
    struct cursor cursor =
        db_select(store, &timings_table, "WHERE run = ? ORDER BY generation DESC LIMIT 10");
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
    struct cursor cursor = db_select(store, &timings_table, "WHERE run = ? AND generation = ?");
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
    struct cursor cursor = db_select(store, &generations_table, "WHERE run = ? AND generation = ?");
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
const struct table fitness_table = {"fitness", DB_COLUMNS(fitness_columns),
                                    .rules = "PRIMARY KEY (run, generation, player),\n"
                                             "    CHECK (min(n0, n1, n2, n3, n4) >= 0),\n"
                                             "    CHECK (n0 + n1 + n2 + n3 + n4 = pairs),\n"
                                             "    CHECK (n1 + 2*n2 + 3*n3 + 4*n4 = points),\n"
                                             "    " REFERS_TO_GENERATION,
                                    .keyed = true,
                                    .label = "'player ' || player || ', ' || " LABEL_OF_GENERATION};

void store_add_fitness(struct store *store, int64_t run, int generation, int64_t player,
                       const struct fitness *fitness) {
    db_insert(store, &fitness_table, &(struct fitness_row){run, generation, player, *fitness});
}

int store_fitness(struct store *store, int64_t run, int generation, int64_t player,
                  struct fitness *out, struct error *error) {
    struct fitness_row row;
    struct cursor cursor =
        db_select(store, &fitness_table, "WHERE run = ? AND generation = ? AND player = ?");
    db_put(&cursor, run);
    db_put(&cursor, generation);
    db_put(&cursor, player);
    if (!db_find(&cursor, &row))
        return error_set(error, "%s: run %lld has no fitness of player %lld in generation %d",
                         db_path(store), (long long)run, (long long)player, generation);
    *out = row.fitness;
    return 0;
}

/* ---- diagnostics: figures of several tables, generation by generation ---- */

/* Without checksums: a generation's covers its state, which may be megabytes. The report reads and
 * checks those rows itself. */
static const struct column diagnostics_columns[] = {
#define AT(member) DB_AT(struct stored_diagnostics, member)
    {"generation", COLUMN_INT, AT(generation)},
    {"games", COLUMN_INT64, AT(games)},
    {"games_distinct", COLUMN_INT64, AT(games_distinct)},
    {"diversity", COLUMN_REAL, AT(diversity),
     .computed = "ifnull((SELECT value FROM metrics m WHERE m.run = generations.run"
                 " AND m.generation = generations.generation AND name = 'diversity'), -1)"},
#undef AT
};
static const struct table diagnostics_table = {"generations", DB_COLUMNS(diagnostics_columns)};

#define MET_YARDSTICKS                                                                             \
    "WHERE run = ?1 AND stage = 'train' AND generation BETWEEN ?2 AND ?3 AND b IN"                 \
    " (SELECT id FROM players WHERE run = ?1 AND generation IS NULL AND kind = 'yardstick')"

/* All generations meet yardsticks or none does: the last one tells. */
static bool store_meets_yardsticks(struct store *store, int64_t run, int generation) {
    struct cursor cursor = db_figure(store, &meetings_table, "count(*)", MET_YARDSTICKS);
    db_put(&cursor, run);
    db_put(&cursor, generation);
    db_put(&cursor, generation);
    return db_number(&cursor) > 0;
}

static void diagnostics_add_meeting(struct stored_diagnostics *out,
                                    const struct stored_meeting *meeting) {
    const int64_t *n = meeting->counts.n;
    out->yardstick_points += n[1] + 2 * n[2] + 3 * n[3] + 4 * n[4];
    out->yardstick_pairs += meeting->pairs;
    if (meeting->pairs > out->yardstick_openings) out->yardstick_openings = meeting->pairs;
}

static void store_add_yardsticks(struct store *store, int64_t run, struct stored_diagnostics *list,
                                 int count) {
    struct cursor cursor = db_select(store, &meetings_table, MET_YARDSTICKS " ORDER BY generation");
    struct stored_meeting meeting;
    int i = 0;
    db_put(&cursor, run);
    db_put(&cursor, list[0].generation);
    db_put(&cursor, list[count - 1].generation);
    while (db_next(&cursor, &meeting)) {
        while (i < count && list[i].generation < meeting.generation) i++;
        if (i < count && list[i].generation == meeting.generation)
            diagnostics_add_meeting(&list[i], &meeting);
    }
    db_done(&cursor);
}

#define DIAGNOSED "(games BETWEEN 0 AND 1000000000000 AND games_distinct BETWEEN 0 AND games)"

/* Reads the first of those that cannot be summed up, which refuses it. */
static void store_refuse_undiagnosed(struct store *store, int64_t run, int first, int last) {
    struct generation_row row = {0};
    struct cursor cursor =
        db_select(store, &generations_table,
                  "WHERE run = ? AND generation BETWEEN ? AND ? AND NOT " DIAGNOSED);
    db_put(&cursor, run);
    db_put(&cursor, first);
    db_put(&cursor, last);
    if (db_find(&cursor, &row)) free(row.generation.state);
}

int store_diagnostics(struct store *store, int64_t run, int first, int last,
                      struct stored_diagnostics **out) {
    store_refuse_undiagnosed(store, run, first, last);
    struct cursor cursor = db_select(store, &diagnostics_table,
                                     "WHERE run = ? AND generation BETWEEN ? AND ? AND " DIAGNOSED
                                     " ORDER BY generation");
    db_put(&cursor, run);
    db_put(&cursor, first);
    db_put(&cursor, last);
    int count = db_all(&cursor, sizeof **out, out);
    if (count > 0 && store_meets_yardsticks(store, run, (*out)[count - 1].generation))
        store_add_yardsticks(store, run, *out, count);
    return count;
}
