#include "tuner/series.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "tuner/openings.h"
#include "tuner/progress.h"
#include "tuner/purpose.h"

/* A batch is small enough to stop soon and large enough to keep all threads busy. */
enum { BATCH_GAMES = 1000, BATCH_PAIRS_MAX = 100, PAIRS_MAX = 100000 };
static const int64_t tt_bytes = 1 << 20;

struct series_settings series_defaults(int pairs) {
    return (struct series_settings){.pairs = pairs, .opening_plies = -1, .seed = 1};
}

void series_options(struct series_settings *settings, struct option_spec out[SERIES_OPTIONS]) {
    const struct option_spec table[SERIES_OPTIONS] = {
        {"pairs", 'n', "N", "openings for each meeting, each played with both colours", OPTION_INT,
         &settings->pairs, 1, PAIRS_MAX},
        {"depth", 'd', "N", "plies of search; 0: none, the evaluator's own move", OPTION_INT,
         &settings->limits.depth, 0, SEARCH_DEPTH_MAX},
        {"nodes", 0, "N", "nodes of search for each move; 0: no limit", OPTION_INT64,
         &settings->nodes, 0, 1e15},
        {"width", 0, "K", "best moves searched in a position; 0: all", OPTION_INT,
         &settings->limits.width, 0, GAME_MOVES_MAX},
        {"endgame", 0, "N", "Reversi: solve positions with at most N empty squares", OPTION_INT,
         &settings->limits.endgame, 0, 30},
        {"threats", 0, "N", "Connect: look N turns of threats ahead for a win", OPTION_INT,
         &settings->limits.threats, 0, 30},
        {"leaf-threats", 0, "N", "the same at the leaves of the search", OPTION_INT,
         &settings->limits.leaf_threats, 0, 30},
        {"epsilon", 0, "E", "probability of a random move", OPTION_REAL, &settings->epsilon, 0, 1},
        {"opening-plies", 0, "N", "random plies before the players take over; -1: by the game",
         OPTION_INT, &settings->opening_plies, -1, GAME_PLIES_MAX},
        {"plies-max", 0, "N", "plies after the opening, a longer game is a draw; 0: no limit",
         OPTION_INT, &settings->plies_max, 0, GAME_PLIES_MAX},
        {"seed", 's', "S", "of openings and players", OPTION_INT64, &settings->seed, 0, 9e15},
        {"threads", 't', "T", "0: all cores; does not change results", OPTION_INT,
         &settings->threads, 0, 1024},
    };
    for (int i = 0; i < SERIES_OPTIONS; i++) out[i] = table[i];
}

/* Counts the choices along one line of play. */
int series_opening_plies(const struct game *game) {
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

/* ---- before the first game ---- */

/* A series while it is played. */
struct play {
    struct series *series;
    struct player *players;
    struct state *openings;
    struct game_result *games; /* batch after batch */
    struct match match;        /* the batch's */
    struct progress bar;
    int64_t games_done; /* in finished batches */
    char note[64];
};

static struct search_limits limits_of(const struct series_settings *settings) {
    struct search_limits limits = settings->limits;
    limits.nodes = (uint64_t)settings->nodes;
    if (limits.depth == 0 && limits.nodes > 0) limits.depth = SEARCH_DEPTH_MAX;
    return limits;
}

static struct opening_source source_of(const struct series *series) {
    return (struct opening_source){.game = series->entrants->game,
                                   .seed = (uint64_t)series->settings.seed,
                                   .plies_min = series->settings.opening_plies,
                                   .plies_max = series->settings.opening_plies};
}

static struct player *make_players(const struct series *series) {
    const struct entrants *entrants = series->entrants;
    const struct search_limits limits = limits_of(&series->settings);
    struct player *players = xcalloc((size_t)entrants->count, sizeof *players);
    uint64_t random_players = 0;
    for (int i = 0; i < entrants->count; i++) {
        const struct entrant *entrant = &entrants->list[i];
        player_init(&players[i], entrant->weights.evaluator, entrant->weights.values, &limits,
                    entrant->random ? 1 : series->settings.epsilon);
        if (entrant->random) players[i].salt = ++random_players;
    }
    return players;
}

static int64_t games_of(const struct series *series, int pairs) {
    return (int64_t)series->meeting_count * pairs * 2;
}

static struct play play_begin(struct series *series) {
    const struct opening_source source = source_of(series);
    int pairs = series->settings.pairs;
    struct play play = {.series = series,
                        .players = make_players(series),
                        .openings = openings_make(&source, OPENING_VERIFY, 0, pairs)};
    play.games = xmalloc((size_t)games_of(series, pairs) * sizeof *play.games);
    progress_start(&play.bar, "playing", games_of(series, pairs));
    return play;
}

static void play_end(struct play *play) {
    progress_end(&play->bar);
    for (int i = 0; i < play->series->entrants->count; i++) player_destroy(&play->players[i]);
    free(play->players);
    free(play->openings);
    free(play->games);
}

/* ---- batch by batch ---- */

static bool on_progress(void *context, int64_t games_done) {
    struct play *play = context;
    progress_update(&play->bar, play->games_done + games_done, play->note);
    return !interrupt_pending();
}

static struct match batch_of(struct play *play, int pairs) {
    const struct series *series = play->series;
    return (struct match){.game = series->entrants->game,
                          .players = play->players,
                          .player_count = series->entrants->count,
                          .meetings = series->meetings,
                          .meeting_count = series->meeting_count,
                          .openings = play->openings + series->pairs_played,
                          .pairs = pairs,
                          .seed = (uint64_t)series->settings.seed,
                          .purpose = PURPOSE_GAME_SERIES,
                          .pairs_before = series->pairs_played,
                          .plies_max = series->settings.plies_max,
                          .tt_bytes = tt_bytes,
                          .threads = series->settings.threads,
                          .progress = on_progress,
                          .context = play};
}

static void tally_add(struct tally *to, struct tally more) {
    to->won += more.won;
    to->drawn += more.drawn;
    to->lost += more.lost;
}

static void count_batch(struct play *play, const struct game_result *games) {
    struct series *series = play->series;
    for (int m = 0; m < series->meeting_count; m++) {
        struct pentanomial counts = match_pentanomial(&play->match, games, m);
        pentanomial_add(&series->results[m].counts, &counts);
        tally_add(&series->results[m].first, match_tally(&play->match, games, m, false));
        tally_add(&series->results[m].second, match_tally(&play->match, games, m, true));
    }
    series->pairs_played += play->match.pairs;
    play->games_done += match_games(&play->match);
}

static int batch_pairs(const struct series *series) {
    int pairs = BATCH_GAMES / 2 / series->meeting_count;
    pairs = max_int(1, min_int(pairs, BATCH_PAIRS_MAX));
    return min_int(pairs, series->settings.pairs - series->pairs_played);
}

static void play_batches(struct play *play) {
    struct series *series = play->series;
    double start = clock_seconds();
    while (series->pairs_played < series->settings.pairs) {
        struct game_result *games = play->games + play->games_done;
        play->match = batch_of(play, batch_pairs(series));
        if (match_run(&play->match, games)) break;
        count_batch(play, games);
        series->seconds = clock_seconds() - start;
        snprintf(play->note, sizeof play->note, "%.0f games/s",
                 (double)play->games_done / series->seconds);
        if (series->enough && series->enough(series, series->context)) break;
    }
}

static void count_distinct(const struct play *play) {
    struct series *series = play->series;
    struct match all = play->match;
    all.pairs = series->pairs_played;
    series->games_distinct = match_distinct(&all, play->games);
    series->openings_distinct =
        openings_distinct(series->entrants->game, play->openings, series->pairs_played);
}

int series_play(struct series *series, struct error *error) {
    if (series->settings.opening_plies < 0)
        series->settings.opening_plies = series_opening_plies(series->entrants->game);
    const struct opening_source source = source_of(series);
    if (openings_check(&source, error)) return -1;
    series->results = xcalloc((size_t)series->meeting_count, sizeof *series->results);
    struct play play = play_begin(series);
    play_batches(&play);
    count_distinct(&play);
    play_end(&play);
    return 0;
}

void series_destroy(struct series *series) {
    free(series->results);
}

/* ---- in words ---- */

static void describe_players(const struct series_settings *settings, struct text *out) {
    if (settings->limits.depth == 0 && settings->nodes == 0) text_add(out, "greedy");
    if (settings->limits.depth > 0) text_add(out, "depth %d", settings->limits.depth);
    if (settings->limits.depth > 0 && settings->nodes > 0) text_add(out, ", ");
    if (settings->nodes > 0) text_add(out, "%lld nodes a move", (long long)settings->nodes);
    if (settings->limits.endgame > 0) text_add(out, ", endgame %d", settings->limits.endgame);
    if (settings->limits.threats > 0) text_add(out, ", threats %d", settings->limits.threats);
    if (settings->limits.leaf_threats > 0)
        text_add(out, ", leaf threats %d", settings->limits.leaf_threats);
    if (settings->limits.width > 0) text_add(out, ", best %d moves", settings->limits.width);
    if (settings->epsilon > 0) text_add(out, ", epsilon %g", settings->epsilon);
    if (settings->plies_max > 0) text_add(out, ", at most %d plies", settings->plies_max);
}

void series_describe(const struct series *series, struct text *out) {
    text_add(out, "%s, %d pairs, ", series->entrants->game->name, series->pairs_played);
    describe_players(&series->settings, out);
    text_add(out, ", openings of %d random plies, seed %lld\n", series->settings.opening_plies,
             (long long)series->settings.seed);
    text_add(out, "distinct: %d of %d openings, %lld of %lld games; %.0f games/s\n",
             series->openings_distinct, series->pairs_played, (long long)series->games_distinct,
             (long long)games_of(series, series->pairs_played),
             series->seconds > 0 ? (double)games_of(series, series->pairs_played) / series->seconds
                                 : 0);
    if (series->openings_distinct < series->pairs_played)
        text_add(out,
                 "openings repeat: the games say less than their number, and the +/- may be too "
                 "small\n");
}
