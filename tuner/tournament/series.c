/*
 * A series is a session of the entrants, played in batches. Engines of their own sit in it as
 * guests; what they do is kept, since it cannot be played again.
 */
#include "tuner/tournament/series.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "engine/games.h"
#include "tuner/external/guest.h"
#include "tuner/run/plan.h"
#include "tuner/tournament/gamebook.h"

/* A batch is small enough to stop soon and large enough to keep all threads busy. */
enum { BATCH_GAMES = 1000, BATCH_PAIRS_MAX = 100, PAIRS_MAX = 100000 };
/* With external engines a game may take minutes. */
enum { BATCH_GAMES_EACH_THREAD = 8 };
static const int64_t tt_bytes = 1 << 20;

struct series_settings series_defaults(int pairs) {
    return (struct series_settings){
        .pairs = pairs, .limits = {.depth = -1}, .epsilon = -1, .opening_plies = -1, .seed = 1};
}

int series_options(struct series_settings *settings, struct option_spec *out) {
    const struct option_spec pairs = {.name = "pairs",
                                      .letter = 'n',
                                      .argument = "N",
                                      .doc = "openings of a meeting, each with both colours",
                                      .kind = OPTION_INT,
                                      .value = &settings->pairs,
                                      .lower = 1,
                                      .upper = PAIRS_MAX};
    const struct option_spec others[] = {
        {.name = "epsilon",
         .argument = "E",
         .doc = "probability of a random move (default 0, or as tuned)",
         .kind = OPTION_REAL,
         .value = &settings->epsilon,
         .upper = 1},
        {.name = "opening-plies",
         .argument = "N",
         .doc = "random plies before the players take over; -1: by the game",
         .kind = OPTION_INT,
         .value = &settings->opening_plies,
         .lower = -1,
         .upper = GAME_PLIES_MAX},
        {.name = "plies-max",
         .argument = "N",
         .doc = "plies after the opening, a longer game is a draw; 0: no limit",
         .kind = OPTION_INT,
         .value = &settings->plies_max,
         .upper = GAME_PLIES_MAX},
        {.name = "seed",
         .letter = 's',
         .argument = "S",
         .doc = "of openings and players",
         .kind = OPTION_INT64,
         .value = &settings->seed,
         .upper = 9e15},
        {.name = "threads",
         .letter = 't',
         .argument = "T",
         .doc = "0: all cores, half of them with external engines; does not change results",
         .kind = OPTION_INT,
         .value = &settings->threads,
         .upper = 1024},
        {.name = "db",
         .argument = "FILE",
         .doc = "keeps the games with external engines (default " GAMEBOOK_USUAL ")",
         .kind = OPTION_TEXT,
         .value = &settings->db},
    };
    int count = 0;
    out[count++] = pairs;
    count += limits_options(games_settings(), &settings->limits, out + count);
    for (int i = 1; i < count; i++) out[i].usual = -1; /* that of hone-engine */
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

/* ---- how the players move ---- */

/* Whether the user says how they search. */
static bool series_is_told(const struct search_limits *limits) {
    static const struct search_limits untold = {.depth = -1};
    for (const struct search_setting *const *setting = games_settings(); *setting; setting++)
        if (limits_get(limits, *setting) != limits_get(&untold, *setting)) return true;
    return false;
}

/* Of those who move in several manners the first, whose shares all have. NULL: all move in one. */
static const struct entrant *series_several(const struct series *series) {
    const struct entrants *entrants = series->entrants;
    for (int i = 0; i < entrants->count && series->model; i++)
        if (entrants->list[i].tuned && entrants->list[i].manners.count > 1)
            return &entrants->list[i];
    return NULL;
}

/* Who were tuned in different lists of manners have no common pairs. */
static int series_check_manners(const struct series *series, struct error *error) {
    const struct entrant *first = series_several(series);
    for (int i = 0; first && i < series->entrants->count; i++) {
        const struct entrant *entrant = &series->entrants->list[i];
        if (entrant->tuned && entrant->manners.count > 1 &&
            !manners_alike(&first->manners, &entrant->manners))
            return error_set(error,
                             "%s and %s were tuned in different lists of manners of play: say how "
                             "all are to play (--depth 0: greedy)",
                             first->name, entrant->name);
    }
    return 0;
}

static int series_settle_players(struct series *series, struct error *error) {
    const struct entrants *entrants = series->entrants;
    bool told = series_is_told(&series->settings.limits);
    series->model = NULL;
    for (int i = 0; i < entrants->count && !told && !series->model; i++)
        if (entrants->list[i].tuned) series->model = &entrants->list[i];
    series->settings.limits.depth = max_int(0, series->settings.limits.depth);
    return series_check_manners(series, error);
}

static struct manners series_manners(const struct series *series, const struct entrant *entrant) {
    const struct entrant *like = entrant->tuned ? entrant : series->model;
    struct manners manners =
        series->model ? like->manners : manners_one(&series->settings.limits, 0);
    for (int m = 0; m < manners.count; m++)
        if (series->settings.epsilon >= 0) manners.list[m].epsilon = series->settings.epsilon;
    return manners;
}

/* As many as all have. Nodes alone limit a search as deep as they reach. */
static struct manners series_common_manners(const struct series *series,
                                            const struct entrant *entrant) {
    const struct entrant *several = series_several(series);
    struct manners own = series_manners(series, entrant),
                   manners = several ? several->manners : own;
    for (int m = 0; m < manners.count; m++) {
        double share = manners.list[m].share;
        manners.list[m] = own.list[own.count > 1 ? m : 0];
        manners.list[m].share = share;
        struct search_limits *limits = &manners.list[m].limits;
        if (limits->depth == 0 && limits->nodes > 0) limits->depth = SEARCH_DEPTH_MAX;
    }
    return manners;
}

static bool series_moves_at_random(const struct series *series) {
    for (int i = 0; i < series->entrants->count; i++) {
        const struct manners manners = series_manners(series, &series->entrants->list[i]);
        for (int m = 0; m < manners.count; m++)
            if (manners.list[m].epsilon > 0) return true;
    }
    return false;
}

/* ---- in words ---- */

/* "depth 2, epsilon 0.1" */
static void series_describe_manner(const struct series *series, const struct entrant *entrant,
                                   struct text *out) {
    const struct manners manners = series_manners(series, entrant);
    manners_describe_all(&manners, out);
}

static bool series_all_move_alike(const struct series *series) {
    struct text first = {0};
    bool alike = true;
    series_describe_manner(series, &series->entrants->list[0], &first);
    for (int i = 1; i < series->entrants->count && alike; i++) {
        struct text other = {0};
        series_describe_manner(series, &series->entrants->list[i], &other);
        alike = strcmp(text_get(&first), text_get(&other)) == 0;
        text_free(&other);
    }
    text_free(&first);
    return alike;
}

static void series_describe_players(const struct series *series, struct text *out) {
    if (series_all_move_alike(series))
        series_describe_manner(series, &series->entrants->list[0], out);
    if (series->model) text_add(out, series_all_move_alike(series) ? " (as tuned)" : "as tuned");
    if (series->settings.plies_max > 0)
        text_add(out, ", at most %d plies", series->settings.plies_max);
}

/* A line for each player, where they differ. */
static void series_describe_manners(const struct series *series, struct text *out) {
    const struct entrants *entrants = series->entrants;
    for (int i = 0; i < entrants->count && !series_all_move_alike(series); i++) {
        if (entrants->list[i].outside || entrants->list[i].random) continue;
        text_add(out, "  %s: ", entrants->list[i].name);
        series_describe_manner(series, &entrants->list[i], out);
        text_add(out, "\n");
    }
}

/* "reversi, 1000 pairs, greedy, openings of 9 random plies, seed 1" */
static void series_describe_settings(const struct series *series, int pairs, struct text *out) {
    text_add(out, "%s, %d pair%s, ", series->entrants->game->name, pairs, plural(pairs));
    series_describe_players(series, out);
    int plies = series->settings.opening_plies;
    if (plies > 0)
        text_add(out, ", openings of %d random pl%s", plies, plies == 1 ? "y" : "ies");
    else
        text_add(out, ", from the start");
    text_add(out, ", seed %lld", (long long)series->settings.seed);
}

/* ---- before the first game ---- */

/* A series while it is played. */
struct play {
    struct series *series;
    struct roster roster; /* of the entrants, in their order */
    struct guest *guests; /* by entrant; those of external engines are in use */
    struct pool *pool;
    struct progress bar;
    char note[64];
    /* With external engines: */
    struct gamebook book;
    int64_t (*faults)[EXTERNAL_ENDS]; /* by entrant */
};

static bool series_has_guests(const struct series *series) {
    for (int i = 0; i < series->entrants->count; i++)
        if (series->entrants->list[i].outside) return true;
    return false;
}

static struct opening_source series_source(const struct series *series) {
    return (struct opening_source){.game = series->entrants->game,
                                   .seed = (uint64_t)series->settings.seed,
                                   .plies_min = series->settings.opening_plies,
                                   .plies_max = series->settings.opening_plies};
}

static void play_seat(struct play *play) {
    const struct series *series = play->series;
    int64_t random_players = 0;
    for (int i = 0; i < series->entrants->count; i++) {
        const struct entrant *entrant = &series->entrants->list[i];
        play->roster.manners = series_common_manners(series, entrant);
        if (entrant->outside) {
            guest_init(&play->guests[i], entrant->weights.evaluator, &entrant->external);
            roster_seat_player(&play->roster, &play->guests[i].player, i);
        } else {
            roster_seat(&play->roster, entrant->weights.evaluator, entrant->weights.values,
                        entrant->random ? ROLE_RANDOM : ROLE_CANDIDATE,
                        entrant->random ? ++random_players : 0);
        }
    }
}

/* Engines wait for each other, but not for other programs on the machine. */
static int series_threads(const struct series *series) {
    if (series->settings.threads > 0) return series->settings.threads;
    return series_has_guests(series) ? max_int(1, pool_cores() / 2) : pool_cores();
}

static bool play_progress(void *context, int64_t games) {
    struct play *play = context;
    progress_update(&play->bar, games, play->note);
    return !interrupt_pending();
}

/* Keeps a game with external engines, and counts who lost otherwise than by the rules. */
static void play_played(void *context, const struct played *game) {
    struct play *play = context;
    int side;
    const struct guest_mover *loser = guest_loser(game->movers, &side);
    bool a = (side == 0) != game->job->swapped;
    if (loser) play->faults[a ? game->job->a : game->job->b][loser->end]++;
    gamebook_keep(&play->book, game);
}

static void play_begin(struct series *series, struct play *play) {
    const struct series_settings *settings = &series->settings;
    size_t entrants = (size_t)series->entrants->count;
    *play = (struct play){.series = series,
                          .guests = xcalloc(entrants, sizeof *play->guests),
                          .pool = pool_open(series_threads(series), (size_t)tt_bytes),
                          .faults = xcalloc(entrants, sizeof *play->faults)};
    play_seat(play);
    struct session *session = &series->session;
    session->stage = STAGE_SERIES;
    session->source = series_source(series);
    session->seed = (uint64_t)settings->seed;
    session->mixing = MIXING_NEWEST;
    session->plies_max = settings->plies_max;
    session->pairs = settings->pairs;
    session->roster = &play->roster;
    session->pool = play->pool;
    session->progress = play_progress;
    session->played = series_has_guests(series) ? play_played : NULL;
    session->context = play;
}

/* Engines are started, and the place for their games opened, before anything is played. */
static int play_invite(struct play *play, struct error *error) {
    const struct series *series = play->series;
    const struct entrants *entrants = series->entrants;
    for (int i = 0; i < entrants->count; i++)
        if (entrants->list[i].outside &&
            guest_try(pool_mover(play->pool, &play->guests[i].player), error))
            return -1;
    struct text settings = {0};
    series_describe_settings(series, series->settings.pairs, &settings);
    int status =
        gamebook_open(series->settings.db, entrants, text_get(&settings), &play->book, error);
    text_free(&settings);
    return status;
}

static void play_end(struct play *play) {
    pool_close(play->pool);
    gamebook_close(&play->book);
    roster_destroy(&play->roster);
    free(play->guests);
    free(play->faults);
}

/* ---- batch by batch ---- */

static int series_batch(const struct series *series) {
    const struct session *session = &series->session;
    int games = series_has_guests(series) ? BATCH_GAMES_EACH_THREAD * pool_threads(session->pool)
                                          : BATCH_GAMES;
    int pairs = games / 2 / session->meeting_count;
    pairs = max_int(1, min_int(pairs, BATCH_PAIRS_MAX));
    return min_int(pairs, session->pairs - session->pairs_played);
}

static void play_batches(struct play *play) {
    struct series *series = play->series;
    struct session *session = &series->session;
    double start = clock_seconds();
    while (session->pairs_played < session->pairs) {
        series->interrupted = session_play(session, series_batch(series)) != 0;
        series->seconds = clock_seconds() - start;
        snprintf(play->note, sizeof play->note, "%.0f games/s",
                 (double)session_games_played(session) / series->seconds);
        if (series->interrupted) break;
        if (series->enough && series->enough(series, series->context)) break;
    }
}

/* "  Edax lost 1 by crash, 2 by timeout", if any. */
static void play_describe_faults(const struct play *play, int player, struct text *out) {
    int kinds = 0;
    for (int end = EXTERNAL_NORMAL + 1; end < EXTERNAL_INTERRUPTED; end++) {
        int64_t count = play->faults[player][end];
        if (count == 0) continue;
        if (kinds++ == 0) text_add(out, "  %s lost", play->series->entrants->list[player].name);
        text_add(out, "%s %lld by %s", kinds > 1 ? "," : "", (long long)count,
                 external_end_names[end]);
    }
    if (kinds > 0) text_add(out, "\n");
}

static void play_add_notes(const struct play *play, struct text *out) {
    const char *path = play->series->settings.db ? play->series->settings.db : GAMEBOOK_USUAL;
    struct text faults = {0};
    for (int i = 0; i < play->series->entrants->count; i++)
        if (play->series->entrants->list[i].outside) play_describe_faults(play, i, &faults);
    text_add(out, "games with external engines are not repeatable; %lld are kept: %s replay %s\n",
             (long long)play->book.kept, program_name, path);
    if (play->book.lost > 0)
        text_add(out, "%lld are NOT kept: %s\n", (long long)play->book.lost, play->book.fault.text);
    text_add(out,
             faults.length ? "games that the rules did not end, kept with the loser's stderr:\n%s"
                           : "the rules ended every game%s\n",
             text_get(&faults));
    text_free(&faults);
}

static void play_conclude(struct play *play) {
    struct series *series = play->series;
    struct session *session = &series->session;
    if (series_has_guests(series)) play_add_notes(play, &series->notes);
    series->games_distinct = session_games_distinct(session);
    series->openings_distinct = openings_distinct(&session->openings, session->pairs_played);
}

/* Engines that know the start only have no choice of openings. */
static int series_settle_openings(struct series *series, struct error *error) {
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
    const struct opening_source source = series_source(series);
    return openings_check(&source, error);
}

static int series_check_db(const struct series *series, struct error *error) {
    if (!series->settings.db || series_has_guests(series)) return 0;
    return error_set(error, "--db is for games with external engines (cmd:…); those of others can "
                            "be played again at any time");
}

/* The bar is of openings first, then of games. */
static int play_draw(struct play *play) {
    struct session *session = &play->series->session;
    const struct openings_watch watch = {play_progress, play};
    progress_start(&play->bar, "drawing openings", session->pairs);
    int status = session_draw(session, &watch);
    progress_end(&play->bar);
    return status;
}

static void play_all(struct play *play) {
    struct series *series = play->series;
    series->interrupted = play_draw(play) != 0;
    if (series->interrupted) return;
    progress_start(&play->bar, stage_table[STAGE_SERIES].label, session_games(&series->session));
    play_batches(play);
    progress_end(&play->bar);
    play_conclude(play);
}

/* All results are kept to the end. */
static int series_check_memory(const struct series *series, struct error *error) {
    const struct entrants *entrants = series->entrants;
    struct plan plan = {.threads = series_threads(series), .table_bytes = (double)tt_bytes};
    plan.stages[STAGE_SERIES] = (struct plan_stage){.players = entrants->count,
                                                    .meetings = series->session.meeting_count,
                                                    .pairs = series->settings.pairs};
    return plan_check(&plan, memory_physical(), error);
}

int series_play(struct series *series, struct error *error) {
    struct play play;
    if (series_settle_players(series, error) ||
        limits_check(games_settings(), &series->settings.limits, series->entrants->game, error) ||
        series_check_db(series, error) || series_check_memory(series, error) ||
        series_settle_openings(series, error))
        return -1;
    play_begin(series, &play);
    int status = series_has_guests(series) ? play_invite(&play, error) : 0;
    if (status == 0) play_all(&play);
    play_end(&play);
    return status;
}

void series_destroy(struct series *series) {
    session_destroy(&series->session);
    text_free(&series->notes);
}

/* "160 games/s"; of slow ones "0.25 games/s". */
static void series_describe_rate(double games, double seconds, struct text *out) {
    double rate = seconds > 0 ? games / seconds : 0;
    text_add(out, rate < 10 ? "%.2g games/s" : "%.0f games/s", rate);
}

/* From the start too, unless random moves make the games differ. */
static bool series_openings_repeat(const struct series *series) {
    int pairs = series->session.pairs_played;
    int meant = openings_meant(&series->session.openings, pairs);
    return series->openings_distinct < (series_moves_at_random(series) ? meant : pairs);
}

static void series_describe_played(const struct series *series, struct text *out) {
    series_describe_settings(series, series->session.pairs_played, out);
    int64_t games = session_games_played(&series->session);
    text_add(out, "\ndistinct: %d of %d openings, %lld of %lld games; ", series->openings_distinct,
             openings_meant(&series->session.openings, series->session.pairs_played),
             (long long)series->games_distinct, (long long)games);
    series_describe_rate((double)games, series->seconds, out);
    text_add(out, "\n");
    series_describe_manners(series, out);
    if (series_openings_repeat(series))
        text_add(out,
                 "openings repeat: the games say less than their number, and the +/- may be too "
                 "small\n");
    if (series->interrupted)
        text_add(
            out,
            "interrupted after %d of %d pairs: who stopped it chose the moment, so the figures "
            "may be\nbiased; for unbiased ones play a match of fixed length with another "
            "--seed\n",
            series->session.pairs_played, series->session.pairs);
    text_add(out, "%s", text_get(&series->notes));
}

bool series_describe(const struct series *series, struct text *out) {
    bool played = series->session.pairs_played > 0;
    if (played)
        series_describe_played(series, out);
    else
        text_add(out, "stopped before the first pairs were complete, %d were planned\n%s",
                 series->session.pairs, text_get(&series->notes));
    return played;
}
