/* What can be drawn is found by trying: fewer plies where a game is small. */
#include "tuner/tournament/series_openings.h"

#include "tuner/tournament/moving.h"

/* The fewest random plies for a million different games, counted along one line of play, but not
 * more than a quarter of a game, and then to the end of the turn. */
static int series_opening_plies(const struct game *game) {
    const double games_wanted = 1e6;
    struct state state;
    move_t moves[GAME_MOVES_MAX];
    double games = 1;
    int plies = 0;
    bool within_turn = false;
    game->start(game, state.bytes);
    while ((within_turn || (games < games_wanted && plies < game->plies_max / 4)) &&
           !game->over(game, state.bytes)) {
        int side = game->side(state.bytes);
        games *= game->opening_moves(game, state.bytes, moves);
        game->play(game, state.bytes, moves[0]);
        within_turn = game->side(state.bytes) == side;
        plies++;
    }
    return plies;
}

bool series_plays_unseen(const struct series *series) {
    return !series->settings.openings && entrants_chosen(series->entrants);
}

struct opening_source series_source(const struct series *series) {
    const struct weights *judge = &series->judge.weights;
    return (struct opening_source){.game = series->entrants->game,
                                   .seed = (uint64_t)series->settings.seed,
                                   .plies_min = series->settings.opening_plies,
                                   .plies_max = series->settings.opening_plies,
                                   .collection = series->collection,
                                   .undivided = !series_plays_unseen(series),
                                   .balance = series->settings.balance,
                                   .judging = {.evaluator = judge->evaluator,
                                               .weights = judge->values,
                                               .limits = moving_judges(series),
                                               .plies_max = series->settings.plies_max}};
}

static int series_read_openings(struct series *series, struct error *error) {
    const char *path = series->settings.openings;
    struct text text = {0};
    series->collection = collection_new(series->entrants->game);
    int status = collection_file_read(series->entrants->game, path, path, &text, error);
    if (status == 0)
        status = collection_add(series->collection, path, text_get(&text),
                                max_int(0, series->settings.opening_plies), error);
    text_free(&text);
    collection_settle(series->collection);
    if (status == 0 && series->collection->count == 0)
        status = error_set(error, "%s: holds no opening%s", path,
                           series->collection->over ? ", but games that are over there" : "");
    return status;
}

int series_read_judge(struct series *series, struct error *error) {
    const struct series_settings *settings = &series->settings;
    const struct game *game = series->entrants->game;
    if (!settings->judge) return 0;
    if (settings->balance == 0) return error_set(error, "--judge has no effect without --balance");
    if (entrant_load_one(settings->judge, &series->judge, error)) return -1;
    const struct evaluator *evaluator = series->judge.weights.evaluator;
    if (evaluator->mover_new)
        return error_set(error,
                         "%s: has values of another program, which cannot judge; weights of "
                         "hone's own evaluators can",
                         settings->judge);
    if (evaluator->game == game) return 0;
    return error_set(error, "%s: has weights of %s, which cannot judge %s, the game here (--game)",
                     settings->judge, evaluator->game->name, game->name);
}

/* Fewer than usual in games so small that these begin no match. */
static int series_plies_there(const struct series *series) {
    struct opening_source source = series_source(series);
    source.balance = 0;
    for (int plies = series_opening_plies(source.game); plies > 0; plies--) {
        source.plies_min = source.plies_max = plies;
        if (openings_check(&source, NULL) == 0) return plies;
    }
    return 0;
}

/* So few are told, however many pairs are played. */
enum { OPENINGS_FEW = 1000 };

static int series_count_openings(const struct series *series) {
    const struct opening_source source = series_source(series);
    if (source.collection || source.balance > 0 || source.plies_max == 0) return -1;
    return openings_there(&source, stage_table[STAGE_SERIES].openings, OPENINGS_FEW);
}

static int series_refuse_openings(const struct series *series, struct error *error) {
    const struct entrant *chosen = entrants_chosen(series->entrants);
    const struct opening_source source = series_source(series);
    struct opening_source all = source;
    all.undivided = true;
    if (!source.undivided && openings_check(&all, NULL) == 0)
        return error_set(error,
                         "%s was tuned on a part of all openings, and those of %d random plies are "
                         "so few that none was kept from that: more are needed, or none "
                         "(--opening-plies)",
                         chosen->name, source.plies_max);
    return -1;
}

static int series_refuse_positions(const struct series *series, struct error *error) {
    for (int i = 0; i < series->entrants->count; i++) {
        const struct external_protocol *protocol = series->entrants->list[i].external.protocol;
        if (protocol && !protocol->knows_positions)
            return error_set(error,
                             "%s: has positions; engines of protocol %s are told moves only, so "
                             "that openings for them must be moves",
                             series->settings.openings, protocol->name);
    }
    return 0;
}

int series_settle_openings(struct series *series, struct error *error) {
    const struct entrants *entrants = series->entrants;
    int *plies = &series->settings.opening_plies;
    for (int i = 0; i < entrants->count; i++) {
        const struct entrant *entrant = &entrants->list[i];
        if (!entrant->outside || entrant->external.protocol->knows_openings) continue;
        if (*plies > 0 || series->settings.openings)
            return error_set(error, "%s: protocol %s begins at the start: --opening-plies 0",
                             entrant->name, entrant->external.protocol->name);
        *plies = 0;
    }
    if (series->settings.openings && series_read_openings(series, error)) return -1;
    if (*plies < 0 && !series->collection) *plies = series_plies_there(series);
    const struct opening_source source = series_source(series);
    if (!openings_have_lines(&source) && series_refuse_positions(series, error)) return -1;
    if (openings_check(&source, error)) return series_refuse_openings(series, error);
    series->openings_there = series_count_openings(series);
    return 0;
}
