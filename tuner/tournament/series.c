#include "tuner/tournament/series.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "engine/games.h"
#include "tuner/external/outsiders.h"
#include "tuner/optimize/purpose.h"
#include "tuner/play/openings.h"
#include "tuner/tournament/gamebook.h"

/* A batch is small enough to stop soon and large enough to keep all threads busy. */
enum { BATCH_GAMES = 1000, BATCH_PAIRS_MAX = 100, PAIRS_MAX = 100000 };
/* With external engines a game may take minutes. */
enum { BATCH_GAMES_EACH_THREAD = 8 };
static const int64_t tt_bytes = 1 << 20;

struct series_settings series_defaults(int pairs) {
    return (struct series_settings){.pairs = pairs, .opening_plies = -1, .seed = 1};
}

int series_options(struct series_settings *settings, struct option_spec *out) {
    const struct option_spec others[] = {
        {"epsilon", 0, "E", "probability of a random move", OPTION_REAL, &settings->epsilon, 0, 1,
         NULL},
        {"opening-plies", 0, "N", "random plies before the players take over; -1: by the game",
         OPTION_INT, &settings->opening_plies, -1, GAME_PLIES_MAX, NULL},
        {"plies-max", 0, "N", "plies after the opening, a longer game is a draw; 0: no limit",
         OPTION_INT, &settings->plies_max, 0, GAME_PLIES_MAX, NULL},
        {"seed", 's', "S", "of openings and players", OPTION_INT64, &settings->seed, 0, 9e15, NULL},
        {"threads", 't', "T",
         "0: all cores, half of them with external engines; does not change results", OPTION_INT,
         &settings->threads, 0, 1024, NULL},
        {"db", 0, "FILE", "keeps the games with external engines (default " GAMEBOOK_USUAL ")",
         OPTION_TEXT, &settings->db, 0, 0, NULL},
    };
    int count = 0;
    out[count++] =
        (struct option_spec){"pairs",    'n',
                             "N",        "openings for each meeting, each played with both colours",
                             OPTION_INT, &settings->pairs,
                             1,          PAIRS_MAX,
                             NULL};
    count += limits_options(games_settings(), &settings->limits, out + count);
    memcpy(out + count, others, sizeof others);
    return count + (int)COUNT_OF(others);
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

/* ---- in words ---- */

static void describe_players(const struct series_settings *settings, struct text *out) {
    limits_describe(games_settings(), &settings->limits, out);
    if (settings->epsilon > 0) text_add(out, ", epsilon %g", settings->epsilon);
    if (settings->plies_max > 0) text_add(out, ", at most %d plies", settings->plies_max);
}

/* "reversi, 1000 pairs, greedy, openings of 9 random plies, seed 1" */
static void describe_settings(const struct series *series, int pairs, struct text *out) {
    text_add(out, "%s, %d pairs, ", series->entrants->game->name, pairs);
    describe_players(&series->settings, out);
    text_add(out, ", openings of %d random plies, seed %lld", series->settings.opening_plies,
             (long long)series->settings.seed);
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
    /* With external engines: */
    struct arena *arena; /* NULL: there are none */
    struct outsiders outsiders;
    struct gamebook book;
    const struct external_spec **specs; /* by player */
};

static bool has_outsiders(const struct series *series) {
    for (int i = 0; i < series->entrants->count; i++)
        if (series->entrants->list[i].outside) return true;
    return false;
}

static struct search_limits limits_of(const struct series_settings *settings) {
    struct search_limits limits = settings->limits;
    if (limits.depth == 0 && limits.nodes > 0) limits.depth = SEARCH_DEPTH_MAX;
    return limits;
}

static struct opening_source source_of(const struct series *series) {
    return (struct opening_source){.game = series->entrants->game,
                                   .seed = (uint64_t)series->settings.seed,
                                   .plies_min = series->settings.opening_plies,
                                   .plies_max = series->settings.opening_plies};
}

/* All from the start, which is in one of the sets only, or random ones. */
static struct state *make_openings(const struct series *series, int count) {
    const struct opening_source source = source_of(series);
    if (source.plies_max > 0) return openings_make(&source, OPENING_VERIFY, 0, count);
    struct state *openings = xcalloc((size_t)count, sizeof *openings);
    for (int i = 0; i < count; i++) source.game->start(source.game, openings[i].bytes);
    return openings;
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

/* Engines wait for each other, but not for other programs on the machine. */
static int threads_of(const struct series *series) {
    if (series->settings.threads > 0) return series->settings.threads;
    return has_outsiders(series) ? max_int(1, match_cores() / 2) : match_cores();
}

static void play_begin(struct series *series, struct play *play) {
    int pairs = series->settings.pairs;
    *play = (struct play){.series = series,
                          .players = make_players(series),
                          .openings = make_openings(series, pairs)};
    play->games = xmalloc((size_t)games_of(series, pairs) * sizeof *play->games);
}

/* Engines are started, and the place for their games opened, before anything is played. */
static int invite_outsiders(struct play *play, struct error *error) {
    const struct series *series = play->series;
    const struct entrants *entrants = series->entrants;
    struct text settings = {0};
    describe_settings(series, series->settings.pairs, &settings);
    int status =
        gamebook_open(series->settings.db, entrants, text_get(&settings), &play->book, error);
    text_free(&settings);
    if (status) return -1;
    play->specs = xcalloc((size_t)entrants->count, sizeof *play->specs);
    for (int i = 0; i < entrants->count; i++)
        if (entrants->list[i].outside) play->specs[i] = &entrants->list[i].external;
    play->arena = arena_open(&(struct outsiders_settings){.game = entrants->game,
                                                          .players = entrants->count,
                                                          .threads = threads_of(series),
                                                          .specs = play->specs,
                                                          .source = source_of(series),
                                                          .set = OPENING_VERIFY,
                                                          .keep = gamebook_keep,
                                                          .context = &play->book});
    play->outsiders = arena_outsiders(play->arena);
    return arena_try(play->arena, error);
}

static void play_end(struct play *play) {
    if (play->arena) arena_close(play->arena);
    gamebook_close(&play->book);
    free(play->specs);
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
                          .threads = threads_of(series),
                          .outsiders = play->arena ? &play->outsiders : NULL,
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

/* Makes an abandoned batch one of the pairs that were played. */
static void keep_whole_pairs(struct match *match, struct game_result *games) {
    size_t pairs = (size_t)match_pairs_played(match, games), planned = (size_t)match->pairs;
    for (size_t m = 0; m < (size_t)match->meeting_count; m++)
        memmove(games + m * pairs * 2, games + m * planned * 2, pairs * 2 * sizeof *games);
    match->pairs = (int)pairs;
}

static int batch_pairs(const struct series *series) {
    int games = has_outsiders(series) ? BATCH_GAMES_EACH_THREAD * threads_of(series) : BATCH_GAMES;
    int pairs = games / 2 / series->meeting_count;
    pairs = max_int(1, min_int(pairs, BATCH_PAIRS_MAX));
    return min_int(pairs, series->settings.pairs - series->pairs_played);
}

static void play_batches(struct play *play) {
    struct series *series = play->series;
    double start = clock_seconds();
    while (series->pairs_played < series->settings.pairs) {
        struct game_result *games = play->games + play->games_done;
        play->match = batch_of(play, batch_pairs(series));
        bool whole = match_run(&play->match, games) == 0;
        if (!whole) keep_whole_pairs(&play->match, games);
        count_batch(play, games);
        series->seconds = clock_seconds() - start;
        snprintf(play->note, sizeof play->note, "%.0f games/s",
                 (double)play->games_done / series->seconds);
        if (!whole) break;
        if (series->enough && series->enough(series, series->context)) break;
    }
}

/* "  Edax lost 1 by crash, 2 by timeout", if any. */
static void describe_faults(const struct play *play, int player, struct text *out) {
    int kinds = 0;
    for (int end = EXTERNAL_NORMAL + 1; end < EXTERNAL_INTERRUPTED; end++) {
        int64_t count = arena_count(play->arena, player, (enum external_end)end);
        if (count == 0) continue;
        if (kinds++ == 0) text_add(out, "  %s lost", play->series->entrants->list[player].name);
        text_add(out, "%s %lld by %s", kinds > 1 ? "," : "", (long long)count,
                 external_end_names[end]);
    }
    if (kinds > 0) text_add(out, "\n");
}

static void add_notes(const struct play *play, struct text *out) {
    const char *path = play->series->settings.db ? play->series->settings.db : GAMEBOOK_USUAL;
    struct text faults = {0};
    for (int i = 0; i < play->series->entrants->count; i++)
        if (play->specs[i]) describe_faults(play, i, &faults);
    text_add(out, "games with external engines are not repeatable; %lld are kept: %s replay %s\n",
             (long long)play->book.kept, program_name, path);
    text_add(out,
             faults.length ? "games that the rules did not end, kept with the loser's stderr:\n%s"
                           : "the rules ended every game%s\n",
             text_get(&faults));
    text_free(&faults);
}

static void count_distinct(const struct play *play) {
    struct series *series = play->series;
    struct match all = play->match;
    if (play->arena) add_notes(play, &series->notes);
    all.pairs = series->pairs_played;
    series->games_distinct = match_distinct(&all, play->games);
    series->openings_distinct =
        openings_distinct(series->entrants->game, play->openings, series->pairs_played);
}

/* Engines that know the start only have no choice of openings. */
static int settle_openings(struct series *series, struct error *error) {
    const struct entrants *entrants = series->entrants;
    int *plies = &series->settings.opening_plies;
    for (int i = 0; i < entrants->count; i++) {
        const struct entrant *entrant = &entrants->list[i];
        if (!entrant->outside || entrant->external.protocol->knows_openings) continue;
        if (*plies > 0)
            return error_set(error, "%s: protocol %s begins at the start: --opening-plies 0",
                             entrant->name, entrant->external.protocol->name);
        *plies = 0;
    }
    if (*plies < 0) *plies = series_opening_plies(entrants->game);
    const struct opening_source source = source_of(series);
    return *plies > 0 ? openings_check(&source, error) : 0;
}

static int check_db(const struct series *series, struct error *error) {
    if (!series->settings.db || has_outsiders(series)) return 0;
    return error_set(error, "--db is for games with external engines (cmd:…); those of others can "
                            "be played again at any time");
}

int series_play(struct series *series, struct error *error) {
    struct play play;
    if (check_db(series, error) || settle_openings(series, error)) return -1;
    series->results = xcalloc((size_t)series->meeting_count, sizeof *series->results);
    play_begin(series, &play);
    int status = has_outsiders(series) ? invite_outsiders(&play, error) : 0;
    if (status == 0) {
        progress_start(&play.bar, "playing", games_of(series, series->settings.pairs));
        play_batches(&play);
        progress_end(&play.bar);
        count_distinct(&play);
    }
    play_end(&play);
    return status;
}

void series_destroy(struct series *series) {
    free(series->results);
    text_free(&series->notes);
}

/* "160 games/s"; of slow ones "0.25 games/s". */
static void describe_rate(double games, double seconds, struct text *out) {
    double rate = seconds > 0 ? games / seconds : 0;
    text_add(out, rate < 10 ? "%.2g games/s" : "%.0f games/s", rate);
}

void series_describe(const struct series *series, struct text *out) {
    describe_settings(series, series->pairs_played, out);
    int64_t games = games_of(series, series->pairs_played);
    text_add(out, "\ndistinct: %d of %d openings, %lld of %lld games; ", series->openings_distinct,
             series->pairs_played, (long long)series->games_distinct, (long long)games);
    describe_rate((double)games, series->seconds, out);
    text_add(out, "\n");
    if (series->openings_distinct < series->pairs_played)
        text_add(out,
                 "openings repeat: the games say less than their number, and the +/- may be too "
                 "small\n");
    text_add(out, "%s", text_get(&series->notes));
}
