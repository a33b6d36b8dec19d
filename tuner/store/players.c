/*
 * players: the players of runs, their seats in stages, and the champions.
 */
#include "tuner/store/run_tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
const struct table players_table = {
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
    int64_t id = db_insert(store, &players_table, &(struct player_row){*player, weights.data});
    text_free(&weights);
    return id;
}

int64_t store_next_player(struct store *store) {
    struct cursor cursor = db_query(store, "SELECT ifnull(max(id), 0) + 1 FROM players");
    return db_number(&cursor);
}

/* Reads numbers into an array, owned by the caller; their count, or -1 if anything is no 32-bit
 * number. */
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
    struct cursor cursor = db_select(store, &players_table, "WHERE id = ?");
    db_put(&cursor, id);
    int status = store_find_player(&cursor, out, error);
    if (status <= 0) return status;
    return error_set(error, "%s: there is no player %lld", db_path(store), (long long)id);
}

int store_player_generation(struct store *store, int64_t id) {
    struct cursor cursor = db_figure(store, &players_table, "generation", "WHERE id = ?");
    db_put(&cursor, id);
    return (int)db_number(&cursor);
}

int store_individual(struct store *store, int64_t run, int generation, int slot,
                     struct stored_player *out, struct error *error) {
    struct cursor cursor = db_select(
        store, &players_table,
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
        db_select(store, &players_table, "WHERE run = ? AND name = ? AND generation IS NULL");
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
        db_figure(store, &players_table, "min(id)",
                  "WHERE run = ? AND id > ? AND generation IS NULL AND line <> ''");
    db_put(&cursor, run);
    db_put(&cursor, after);
    return db_number(&cursor);
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
const struct table seats_table = {
    "seats", DB_COLUMNS(seat_columns), .rules = "PRIMARY KEY (run, stage, place, role)",
    .keyed = true, .label = "'place ' || place || ' of ' || stage || ', run ' || run"};

void store_add_seat(struct store *store, int64_t run, const struct stored_seat *seat) {
    db_insert(store, &seats_table, &(struct seat_row){run, *seat});
}

int store_seats(struct store *store, int64_t run, enum stage stage, struct stored_seat **out) {
    struct seat_row *rows;
    struct cursor cursor =
        db_select(store, &seats_table, "WHERE run = ? AND stage = ? ORDER BY place, role");
    db_put(&cursor, run);
    db_put_text(&cursor, stage_table[stage].name);
    int count = db_all(&cursor, sizeof *rows, &rows);
    *out = xcalloc((size_t)count, sizeof **out);
    for (int i = 0; i < count; i++) (*out)[i] = rows[i].seat;
    free(rows);
    return count;
}

bool store_stage_is_played(struct store *store, int64_t run, enum stage stage) {
    struct stored_seat *list;
    int count = store_seats(store, run, stage, &list);
    free(list);
    return count > 0;
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
const struct table champions_table = {"champions", DB_COLUMNS(champion_columns),
                                      .label = "'run ' || run"};

void store_set_champion(struct store *store, int64_t run, const struct stored_champion *champion) {
    struct cursor cursor = db_query(store, "DELETE FROM champions WHERE run = ?");
    db_put(&cursor, run);
    db_number(&cursor);
    db_insert(store, &champions_table, &(struct champion_row){run, *champion});
}

int store_champion(struct store *store, int64_t run, struct stored_champion *out,
                   struct error *error) {
    struct champion_row row;
    struct cursor cursor = db_select(store, &champions_table, "WHERE run = ?");
    db_put(&cursor, run);
    if (!db_find(&cursor, &row))
        return error_set(error, "%s: run %lld has no champion yet", db_path(store), (long long)run);
    *out = row.champion;
    return 0;
}
