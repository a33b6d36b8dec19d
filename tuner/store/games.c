/*
 * games: the tables of series and of games with external engines, each declared once, and their
 * queries. A series is one match or tournament; its entrants are numbered in the order of the
 * command line.
 */
#include "tuner/store/games.h"

#include <stdio.h>
#include <stdlib.h>

struct series_row {
    int64_t id;
    const char *game, *settings, *program;
    char started[32], finished[32];
    const char *terms;
};

static const struct column series_columns[] = {
#define AT(member) DB_AT(struct series_row, member)
    {"id", COLUMN_ID, AT(id)},
    {"game", COLUMN_TEXT, AT(game)},
    {"settings", COLUMN_TEXT, AT(settings)},
    {"program", COLUMN_TEXT, AT(program)},
    {"started", COLUMN_ARRAY, AT(started)},
    {"finished", COLUMN_ARRAY, AT(finished), .earlier = "''"},
    {"terms", COLUMN_TEXT, AT(terms), .earlier = "''"},
#undef AT
};

struct entrant_row {
    int64_t series;
    int number;
    const char *name, *spec;
};

static const struct column entrant_columns[] = {
#define AT(member) DB_AT(struct entrant_row, member)
    {"series", COLUMN_INT64, AT(series), DB_REFERS("series")},
    {"number", COLUMN_INT, AT(number)},
    {"name", COLUMN_TEXT, AT(name)},
    {"spec", COLUMN_TEXT, AT(spec)},
#undef AT
};

static const struct column pair_columns[] = {
#define AT(member) DB_AT(struct stored_pair, member)
    {"series", COLUMN_INT64, AT(series), DB_REFERS("series")},
    {"pair", COLUMN_INT, AT(pair)},
    {"meeting", COLUMN_INT, AT(meeting)},
    {"first", COLUMN_INT, AT(points[0]), "CHECK (first IN (0, 1, 2))"},
    {"second", COLUMN_INT, AT(points[1]), "CHECK (second IN (0, 1, 2))"},
    {"first_hash", COLUMN_INT64, AT(hashes[0])},
    {"second_hash", COLUMN_INT64, AT(hashes[1])},
#undef AT
};

#define OF_SERIES(what) "(SELECT " what " FROM series s WHERE s.id = games.series)"
#define OF_ENTRANT(side)                                                                           \
    "(SELECT name FROM entrants e WHERE e.series = games.series AND e.number = games." side ")"

static const struct column game_columns[] = {
#define AT(member) DB_AT(struct stored_game, member)
    {"id", COLUMN_ID, AT(id)},
    {"series", COLUMN_INT64, AT(series), .ids = "series"},
    {"first", COLUMN_INT, AT(players[0])},
    {"second", COLUMN_INT, AT(players[1])},
    {"opening", COLUMN_INT, AT(opening)},
    {"opening_moves", COLUMN_TEXT, AT(opening_moves)},
    {"moves", COLUMN_TEXT, AT(moves)},
    {"start", COLUMN_TEXT, AT(start), .earlier = "''"},
    {"evals", COLUMN_TEXT, AT(evals), .earlier = "''"},
    {"outcome", COLUMN_INT, AT(outcome), "CHECK (outcome IN (-1, 0, 1))"},
    {"reason", COLUMN_ARRAY, AT(reason),
     "CHECK (reason IN ('normal', 'resignation', 'crash', 'disconnect', 'timeout', 'illegal',"
     " 'start', 'adjudication'))"},
    {"detail", COLUMN_TEXT, AT(detail)},
    {"stderr", COLUMN_TEXT, AT(errors)},
    {"game", COLUMN_ARRAY, AT(game), .computed = OF_SERIES("game")},
    {"started", COLUMN_ARRAY, AT(started), .computed = OF_SERIES("started")},
    {"first_name", COLUMN_ARRAY, AT(names[0]), .computed = OF_ENTRANT("first")},
    {"second_name", COLUMN_ARRAY, AT(names[1]), .computed = OF_ENTRANT("second")},
#undef AT
};

static const struct table series = {"series", DB_COLUMNS(series_columns),
                                    .label = "'series ' || id"};
static const struct table entrants = {"entrants", DB_COLUMNS(entrant_columns),
                                      .rules = "PRIMARY KEY (series, number)", .keyed = true,
                                      .label = "'entrant ' || number || ' of series ' || series"};
static const struct table pairs = {
    "pairs", DB_COLUMNS(pair_columns), .rules = "PRIMARY KEY (series, pair, meeting)",
    .keyed = true,
    .label = "'pair ' || pair || ' of meeting ' || meeting || ', series ' || series"};
static const struct table games = {"games", DB_COLUMNS(game_columns),
                                   .rules = "FOREIGN KEY (series, first) REFERENCES entrants,\n"
                                            "    FOREIGN KEY (series, second) REFERENCES entrants",
                                   .label = "'game ' || id || ' of series ' || series"};
const struct table *const games_tables[] = {&series, &entrants, &pairs, &games, NULL};

bool store_keeps_games(struct store *store) {
    struct cursor cursor = db_query(store, "SELECT EXISTS (SELECT 1 FROM series)");
    return db_number(&cursor) != 0;
}

int64_t store_add_series(struct store *store, const char *game, const char *settings,
                         const char *terms) {
    struct series_row row = {
        .game = game, .settings = settings, .program = "hone " HONE_VERSION, .terms = terms};
    db_now(row.started);
    return db_insert(store, &series, &row);
}

int64_t store_unfinished_series(struct store *store, const char *terms) {
    struct cursor cursor =
        db_query(store, "SELECT max(id) FROM series WHERE finished = '' AND terms = ?");
    db_put_text(&cursor, terms);
    return db_number(&cursor);
}

void store_finish_series(struct store *store, int64_t id) {
    char now[32];
    struct cursor cursor = db_update(store, &series, "finished", "WHERE id = ?");
    db_now(now);
    db_put_text(&cursor, now);
    db_put(&cursor, id);
    db_number(&cursor);
}

void store_add_pair(struct store *store, const struct stored_pair *pair) {
    db_insert(store, &pairs, pair);
}

int store_pairs(struct store *store, int64_t id, struct stored_pair **out) {
    struct cursor cursor = db_select(store, &pairs, "WHERE series = ? ORDER BY pair, meeting");
    db_put(&cursor, id);
    return db_all(&cursor, sizeof **out, out);
}

void store_add_entrant(struct store *store, int64_t series_id, int number, const char *name,
                       const char *spec) {
    db_insert(store, &entrants, &(struct entrant_row){series_id, number, name, spec});
}

int64_t store_add_game(struct store *store, const struct stored_game *game) {
    return db_insert(store, &games, game);
}

/* What is shown as it is: a database may come from anywhere. */
static void games_make_harmless(struct stored_game *game) {
    text_make_harmless(game->detail, "\n\t");
    text_make_harmless(game->errors, "\n\t");
}

int store_games_kept(struct store *store, struct stored_game **out) {
    struct cursor cursor = db_select(store, &games, "ORDER BY id");
    int count = db_all(&cursor, sizeof **out, out);
    for (int i = 0; i < count; i++) games_make_harmless(&(*out)[i]);
    return count;
}

int store_games_counted(struct store *store, int64_t id, int openings, struct stored_game **out) {
    struct cursor cursor = db_select(store, &games,
                                     "WHERE id IN (SELECT max(id) FROM games WHERE series = ? AND"
                                     " opening < ? GROUP BY first, second, opening) ORDER BY id");
    db_put(&cursor, id);
    db_put(&cursor, openings);
    return db_all(&cursor, sizeof **out, out);
}

int store_game(struct store *store, int64_t id, struct stored_game *out, struct error *error) {
    struct cursor cursor = db_select(store, &games, "WHERE id = ?");
    *out = (struct stored_game){0};
    db_put(&cursor, id);
    if (!db_find(&cursor, out))
        return error_set(error, "%s: there is no game %lld", db_path(store), (long long)id);
    games_make_harmless(out);
    return 0;
}

void store_free_game(struct stored_game *game) {
    free(game->opening_moves);
    free(game->moves);
    free(game->start);
    free(game->evals);
    free(game->detail);
    free(game->errors);
}
