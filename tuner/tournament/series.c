/*
 * A series is a session of the entrants, played in strides; after each it may be enough. Strides
 * are played in slices, after each of which the score is shown. The length of slices follows the
 * clock; the games do not. Engines are guests; their games are stored, since they cannot be played
 * again.
 */
#include "tuner/tournament/series.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "engine/games/games.h"
#include "tuner/external/guest.h"
#include "tuner/run/plan.h"
#include "tuner/tournament/gamebook.h"
#include "tuner/tournament/moving.h"
#include "tuner/tournament/series_openings.h"

enum { STRIDE_GAMES = 1000, STRIDE_PAIRS_MAX = 100, PAIRS_MAX = 100000 };
/* A slice lasts that long, and is large enough to keep all threads busy. */
enum { SLICE_GAMES_EACH_THREAD = 8 };
static const double slice_seconds = 0.8;
/* A note may need the ratings of many players. */
static const double note_seconds = .2;
/* What is shorter can as well be played again. */
static const double store_seconds = 10;
static const int64_t tt_bytes = 1 << 20;

struct series_settings series_defaults(int pairs) {
    return (struct series_settings){
        .pairs = pairs, .limits = {.depth = -1}, .epsilon = -1, .opening_plies = -1, .seed = 1};
}

/* How games begin and go on. */
static int series_game_options(struct series_settings *settings, struct option_spec *out) {
    const struct option_spec rows[] = {
        {.name = "epsilon",
         .argument = "E",
         .doc = "probability of a random move (default 0, or as tuned)",
         .kind = OPTION_REAL,
         .value = &settings->epsilon,
         .upper = 1},
        {.name = "opening-plies",
         .argument = "N",
         .doc = "random plies before the players take over; -1: by the game or file",
         .kind = OPTION_INT,
         .value = &settings->opening_plies,
         .lower = -1,
         .upper = GAME_PLIES_MAX},
        {.name = "openings",
         .argument = "FILE",
         .doc = "openings to play instead: lines of moves, positions, games (GGF, SGF, PGN), or a "
                "book of Polyglot (.bin)",
         .kind = OPTION_TEXT,
         .value = &settings->openings},
        {.name = "balance",
         .argument = "SHARE",
         .doc = "only openings whose games by eight judges give the weaker side that share",
         .kind = OPTION_REAL,
         .value = &settings->balance,
         .upper = 0.5},
        {.name = "judge",
         .argument = "PLAYER",
         .doc = "whose weights these judges vary: a weight file or a run (default: the game's "
                "initial ones)",
         .kind = OPTION_TEXT,
         .value = &settings->judge},
        {.name = "plies-max",
         .argument = "N",
         .doc = "plies after the opening, a longer game is a draw; 0: no limit",
         .kind = OPTION_INT,
         .value = &settings->plies_max,
         .upper = GAME_PLIES_MAX},
    };
    memcpy(out, rows, sizeof rows);
    return (int)COUNT_OF(rows);
}

/* How the series is played. */
static int series_run_options(struct series_settings *settings, struct option_spec *out) {
    const struct option_spec rows[] = {
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
        {.name = "until-error",
         .argument = "ELO",
         .doc = "stop when the error of the Elo, of all players, is below",
         .kind = OPTION_REAL,
         .value = &settings->until_error,
         .lower = .1,
         .upper = 1000},
        {.name = "db",
         .argument = "FILE",
         .doc = "store the games there, from the first pairs on",
         .kind = OPTION_TEXT,
         .value = &settings->db},
    };
    memcpy(out, rows, sizeof rows);
    return (int)COUNT_OF(rows);
}

int series_options(struct series_settings *settings, struct option_spec *out) {
    int count = 0;
    out[count++] = (struct option_spec){.name = "pairs",
                                        .letter = 'n',
                                        .argument = "N",
                                        .doc = "openings of a meeting, each with both colours",
                                        .kind = OPTION_INT,
                                        .value = &settings->pairs,
                                        .lower = 1,
                                        .upper = PAIRS_MAX};
    count += limits_options(games_settings(), &settings->limits, out + count);
    for (int i = 1; i < count; i++) out[i].usual = -1; /* that of hone-engine */
    count += series_game_options(settings, out + count);
    return count + series_run_options(settings, out + count);
}

/* ---- before the first game ---- */

/* A series while it is played. */
struct play {
    struct series *series;
    struct roster roster; /* of the entrants, in their order */
    struct guest *guests; /* by entrant; those of external engines are in use */
    struct pool *pool;
    struct progress bar;
    char note[SERIES_NOTE + 40];
    double started, noted; /* by the clock */
    struct gamebook book;
    bool told;                        /* that it cannot be stored */
    int64_t (*faults)[EXTERNAL_ENDS]; /* with external engines, by entrant */
};

static bool series_has_guests(const struct series *series) {
    for (int i = 0; i < series->entrants->count; i++)
        if (series->entrants->list[i].outside) return true;
    return false;
}

static bool series_is_timed(const struct series *series) {
    for (int i = 0; i < series->entrants->count; i++) {
        const struct entrant *entrant = &series->entrants->list[i];
        if (entrant->outside && (entrant->external.time > 0 || entrant->external.clock > 0))
            return true;
    }
    return false;
}

static void play_seat(struct play *play) {
    const struct series *series = play->series;
    int64_t random_players = 0;
    for (int i = 0; i < series->entrants->count; i++) {
        const struct entrant *entrant = &series->entrants->list[i];
        play->roster.manners = moving_manners(series, entrant);
        if (entrant->outside) {
            guest_init(&play->guests[i], entrant->weights.evaluator, &entrant->external);
            roster_seat_player(&play->roster, &play->guests[i].player, ROLE_CANDIDATE, i);
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

/* Stores a game with external engines, and counts how it ended. */
static void play_played(void *context, const struct played *game) {
    struct play *play = context;
    const struct guest_ending ending = guest_ending_of(game->movers, game->record);
    bool a = (ending.side == 0) != game->job->swapped;
    play->faults[a ? game->job->a : game->job->b][ending.end]++;
    gamebook_keep(&play->book, game);
}

/* Counts one that an earlier sitting kept. */
static void play_remembered(void *context, const struct job *job, int place,
                            enum external_end end) {
    struct play *play = context;
    if (!roster_is_guest(&play->roster, job->a) && !roster_is_guest(&play->roster, job->b)) return;
    play->book.kept++;
    play->faults[place][end]++;
}

static void series_begin_play(struct series *series, struct play *play) {
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
    session->remembered = play_remembered;
    session->context = play;
}

/* ---- storing it ---- */

/* From the first pairs on; others when they have lasted. */
static bool series_is_stored_at_once(const struct series *series) {
    return series->settings.db || series_has_guests(series);
}

static int play_open_book(struct play *play, struct error *error) {
    struct series *series = play->series;
    struct text settings = {0};
    series_describe_settings(series, series->settings.pairs, &settings);
    int status = gamebook_open(series, text_get(&settings), &play->book, error);
    text_free(&settings);
    if (status == 0 && play->book.pair_count > 0 && series->session.pairs_played > 0)
        status = error_set(error, "another hone has begun to play the same");
    series->stored = status == 0;
    series->session.journal = play->book.journal;
    if (status == 0 && play->book.pair_count > 0 && !series->next)
        shown_warn("%s: %s has %d pair%s of it already; going on\n", program_base(),
                   gamebook_path(series), play->book.pair_count, plural(play->book.pair_count));
    return status;
}

/* A failed write is no reason to lose the games in play. */
static void play_try_book(struct play *play) {
    struct error why;
    if (play->told || play_open_book(play, &why) == 0) return;
    play->told = true;
    gamebook_close(&play->book);
    play->series->session.journal = NULL;
    progress_end(&play->bar);
    shown_warn("%s: it is not stored: %s\n", program_base(), why.text);
}

/* After every slice, from ten seconds on. The games of an interrupted slice stay in the journal. */
static void play_store(struct play *play, bool interrupted) {
    bool lasts = clock_seconds() - play->started >= store_seconds;
    struct session *session = &play->series->session;
    if (!play->book.store && !lasts && !series_is_stored_at_once(play->series)) return;
    if (!play->book.store) play_try_book(play);
    if (!play->book.store || gamebook_keep_pairs(&play->book, session)) return;
    if (!interrupted) session_settle(session);
}

/* Starts the engines, and opens the place for their games, before anything is played. */
static int play_invite(struct play *play, struct error *error) {
    const struct series *series = play->series;
    const struct entrants *entrants = series->entrants;
    for (int i = 0; i < entrants->count; i++)
        if (entrants->list[i].outside &&
            guest_try(pool_mover(play->pool, &play->guests[i].player), error))
            return -1;
    if (series_is_stored_at_once(series)) return play_open_book(play, error);
    if (gamebook_has(series)) play_try_book(play);
    return 0;
}

static void play_end(struct play *play) {
    play->series->session.journal = NULL;
    pool_close(play->pool);
    gamebook_close(&play->book);
    roster_destroy(&play->roster);
    free(play->guests);
    free(play->faults);
}

/* ---- slice by slice ---- */

/* With external engines a game may take minutes. */
static int series_stride(const struct series *series) {
    const struct session *session = &series->session;
    int games = series_has_guests(series) ? SLICE_GAMES_EACH_THREAD * pool_threads(session->pool)
                                          : STRIDE_GAMES;
    int pairs = max_int(1, min_int(games / 2 / session->meeting_count, STRIDE_PAIRS_MAX));
    return min_int(pairs, session->pairs - session->pairs_played);
}

/* The pairs of the next slice, `most` at most. */
static int play_slice(const struct play *play, int most) {
    const struct session *session = &play->series->session;
    double games = fmax(SLICE_GAMES_EACH_THREAD * pool_threads(session->pool),
                        series_rate(play->series) * slice_seconds);
    return max_int(1, (int)fmin(most, games / 2 / session->meeting_count));
}

static void play_update_note(struct play *play) {
    const struct series *series = play->series;
    char rate[32], note[SERIES_NOTE] = "";
    if (clock_seconds() - play->noted < note_seconds) return;
    if (series->note) series->note(series, note);
    rate_format(series_rate(series), rate);
    snprintf(play->note, sizeof play->note, "%s%s%s games/s", note, *note ? ", " : "", rate);
    play->noted = clock_seconds();
}

/* What is stored of these pairs is taken from there. -1: it was interrupted. */
static int play_pairs(struct play *play, int most) {
    struct series *series = play->series;
    struct session *session = &series->session;
    int taken = gamebook_take(&play->book, session, most);
    series->pairs_restored += taken;
    if (taken > 0) return 0;
    int status = session_play(session, play_slice(play, most));
    series->seconds = clock_seconds() - play->started;
    play_update_note(play);
    play_store(play, status != 0);
    return status;
}

/* Openings are drawn for a stride: it may be the last. */
static int play_stride(struct play *play) {
    struct session *session = &play->series->session;
    int end = session->pairs_played + series_stride(play->series);
    if (session_draw_until(session, end, NULL)) return -1;
    while (session->pairs_played < end)
        if (play_pairs(play, end - session->pairs_played)) return -1;
    return 0;
}

static enum series_end play_strides(struct play *play) {
    struct series *series = play->series;
    play->started = clock_seconds();
    while (series->session.pairs_played < series->session.pairs) {
        if (play_stride(play)) return SERIES_INTERRUPTED;
        if (series->enough && series->enough(series, series->context)) return SERIES_ENOUGH;
    }
    return SERIES_COMPLETE;
}

/* "  Edax lost 1 by crash, 2 by timeout", if any. */
static void play_describe_faults(const struct play *play, int player, struct text *out) {
    int kinds = 0;
    for (int end = EXTERNAL_NORMAL + 1; end < EXTERNAL_INTERRUPTED; end++) {
        int64_t count = play->faults[player][end];
        if (count == 0 || end == EXTERNAL_ADJUDICATED) continue;
        if (kinds++ == 0) text_add(out, "  %s lost", play->series->entrants->list[player].name);
        text_add(out, "%s %lld by %s", kinds > 1 ? "," : "", (long long)count,
                 external_end_names[end]);
    }
    if (kinds > 0) text_add(out, "\n");
}

static int64_t play_adjudicated(const struct play *play) {
    int64_t games = 0;
    for (int i = 0; i < play->series->entrants->count; i++)
        games += play->faults[i][EXTERNAL_ADJUDICATED];
    return games;
}

/* How games ended, but by the rules. */
static void play_note_endings(const struct play *play, struct text *out) {
    struct text faults = {0};
    int64_t adjudicated = play_adjudicated(play);
    for (int i = 0; i < play->series->entrants->count; i++)
        if (play->series->entrants->list[i].outside) play_describe_faults(play, i, &faults);
    if (adjudicated > 0)
        text_add(out, "%lld of %lld games were adjudicated, by both engines' scores\n",
                 (long long)adjudicated, (long long)session_games_played(&play->series->session));
    if (faults.length > 0)
        text_add(out, "games that the rules did not end, kept with the loser's stderr:\n%s",
                 text_get(&faults));
    else if (adjudicated == 0)
        text_add(out, "the rules ended every game\n");
    text_free(&faults);
}

/* "  toga2 calls itself Toga II 3.0". */
static void play_note_name(const struct play *play, int player, struct text *out) {
    const char *own = guest_announced(pool_mover(play->pool, &play->guests[player].player));
    const char *name = play->series->entrants->list[player].name;
    if (*own && strcmp(own, name) != 0) text_add(out, "  %s calls itself %s\n", name, own);
}

static bool play_has_pgn(const struct play *play) {
    struct error why;
    return records_format_check(RECORDS_PGN, play->series->entrants->game, &why) == 0;
}

static void play_note_guests(const struct play *play, struct text *out) {
    text_add(out, "games with external engines are %s; %lld are kept: %s replay %s%s\n",
             series_is_timed(play->series) ? "not repeatable, since a clock limits them"
                                           : "repeatable only if the engines are",
             (long long)play->book.kept, program_name, gamebook_path(play->series),
             play_has_pgn(play) ? " --format pgn" : "");
    if (play->book.lost > 0)
        text_add(out, "%lld are NOT kept: %s\n", (long long)play->book.lost, play->book.fault.text);
    play_note_endings(play, out);
    for (int i = 0; i < play->series->entrants->count; i++)
        if (play->series->entrants->list[i].outside) play_note_name(play, i, out);
}

static void play_add_notes(const struct play *play, struct text *out) {
    if (series_has_guests(play->series)) play_note_guests(play, out);
    if (play->book.store && play->book.pairs_kept < play->series->session.pairs_played)
        text_add(out, "the last pairs are NOT stored: %s\n", play->book.fault.text);
}

static void play_conclude(struct play *play) {
    struct series *series = play->series;
    struct session *session = &series->session;
    if (play->book.store && series->end != SERIES_INTERRUPTED) {
        play_store(play, false);
        if (!series->open) gamebook_finish(&play->book);
    }
    play_add_notes(play, &series->notes);
    if (series->shown_most > 0 && session->pairs_played > 0)
        series->shown = shown_games(session, &play->book, series->shown_most, (size_t)tt_bytes);
    series->games_distinct = session_games_distinct(session);
    series->pairs_equal = session_pairs_equal(session);
    series->openings_distinct = openings_distinct(&session->openings, session->pairs_played);
}

static void play_all(struct play *play) {
    struct series *series = play->series;
    session_prepare(&series->session);
    if (play->book.store) gamebook_restore(&play->book, play->faults);
    progress_start(&play->bar, stage_table[STAGE_SERIES].label, session_games(&series->session));
    series->end = play_strides(play);
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
    if (series_read_judge(series, error) || moving_settle(series, error) ||
        limits_check(games_settings(), &series->settings.limits, series->entrants->game, error) ||
        series_check_memory(series, error) || series_settle_openings(series, error))
        return -1;
    series_begin_play(series, &play);
    int status = play_invite(&play, error);
    if (status == 0) play_all(&play);
    play_end(&play);
    return status;
}

void series_destroy(struct series *series) {
    session_destroy(&series->session);
    collection_free(series->collection);
    weights_free(&series->judge.weights);
    text_free(&series->notes);
    shown_free(&series->shown);
}
