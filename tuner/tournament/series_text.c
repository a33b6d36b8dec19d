/*
 * series_text: the text about a series.
 */
#include "tuner/tournament/series.h"

#include <stdio.h>

#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "engine/games/games.h"
#include "tuner/tournament/moving.h"
#include "tuner/tournament/series_openings.h"

/* How the usual judges play is how the players do. */
static void series_describe_judges(const struct series *series, struct text *out) {
    const struct search_limits limits = moving_judges(series);
    text_add(out, " balanced to %g", series->settings.balance);
    if (!series->settings.judge) return;
    text_add(out, " by %s (", series->settings.judge);
    limits_describe(games_settings(), &limits, out);
    text_add(out, ")");
}

static void series_describe_openings(const struct series *series, struct text *out) {
    const struct series_settings *settings = &series->settings;
    int plies = settings->opening_plies;
    if (settings->openings)
        text_add(out, ", openings of %s", settings->openings);
    else if (plies > 0)
        text_add(out, ", openings of %d random pl%s", plies, plies == 1 ? "y" : "ies");
    else
        text_add(out, ", from the start");
    if (settings->balance > 0) series_describe_judges(series, out);
}

void series_describe_settings(const struct series *series, int pairs, struct text *out) {
    text_add(out, "%s, %d pair%s, ", series->entrants->game->name, pairs, plural(pairs));
    moving_describe_all(series, out);
    if (series->settings.plies_max > 0)
        text_add(out, ", at most %d plies", series->settings.plies_max);
    series_describe_openings(series, out);
    text_add(out, ", seed %lld", (long long)series->settings.seed);
}

double series_rate(const struct series *series) {
    const struct session *session = &series->session;
    int pairs = session->pairs_played - series->pairs_restored;
    return series->seconds > 0 ? 2.0 * pairs * session->meeting_count / series->seconds : 0;
}

/* From the start too, unless random moves make the games differ. */
static bool series_openings_repeat(const struct series *series) {
    int pairs = series->session.pairs_played;
    int meant = openings_meant(&series->session.openings, pairs);
    return series->openings_distinct < (moving_is_random(series) ? meant : pairs);
}

/* The error depends on the spread of the results and hardly on their mean. Simulated, 1000 to 20000
 * series each, true Elo 0 to 467: to an error of 5, 10, 20 or 40 the mean is off by less than .2,
 * .2, .3 and 1.1 Elo, and the intervals hold the truth in 94 to 96 % (Chow & Robbins 1965: in the
 * limit exactly). */
static void series_describe_sureness(const struct series *series, struct text *out) {
    double wanted = series->settings.until_error;
    if (series->end == SERIES_ENOUGH)
        text_add(
            out,
            "ended since the error is below %g Elo; that does not tell which player is ahead,\n"
            "so it leaves the figures unbiased\n",
            wanted);
    if (series->end == SERIES_COMPLETE)
        text_add(out, "the error is not yet below %g Elo: more --pairs are needed\n", wanted);
}

static void series_describe_interruption(const struct series *series, struct text *out) {
    text_add(out,
             "interrupted after %d of %d pairs: the moment was chosen by hand, so the figures may "
             "be\nbiased; for unbiased ones %s\n",
             series->session.pairs_played, series->session.pairs,
             series->stored ? "let the same command go on"
                            : "play a match of fixed length with another --seed");
}

/* Which openings there were to draw from, where they were few or a part. */
static void series_describe_choice(const struct series *series, struct text *out) {
    const struct entrant *chosen = entrants_chosen(series->entrants);
    int there = series->openings_there, plies = series->settings.opening_plies;
    if (series->collection) {
        if (chosen)
            text_add(out, "a run chose %s: it may have been tuned on openings of this file\n",
                     chosen->name);
        return;
    }
    if (plies == 0) return;
    if (chosen)
        text_add(out,
                 "openings: from the quarter that no run trains on, since %s comes from a run\n",
                 chosen->name);
    if (there >= 0)
        text_add(out,
                 "there %s only %d opening%s of %d random pl%s%s, mirror images counted once\n",
                 there == 1 ? "is" : "are", there, plural(there), plies, plies == 1 ? "y" : "ies",
                 chosen ? " in that quarter" : "");
}

static void series_describe_played(const struct series *series, struct text *out) {
    series_describe_settings(series, series->session.pairs_played, out);
    int64_t games = session_games_played(&series->session);
    char rate[32];
    rate_format(series_rate(series), rate);
    text_add(out, "\ndistinct: %d of %d openings, %lld of %lld games; %s games/s\n",
             series->openings_distinct,
             openings_meant(&series->session.openings, series->session.pairs_played),
             (long long)series->games_distinct, (long long)games, rate);
    if (series->pairs_equal > 0)
        text_add(out,
                 "pairs with two equal games, since both players chose the same moves: %lld; they "
                 "count as even\n",
                 (long long)series->pairs_equal);
    moving_describe_each(series, out);
    series_describe_choice(series, out);
    if (series_openings_repeat(series))
        text_add(out,
                 "openings repeat: the games say less than their number, and the +/- may be too "
                 "small\n");
    if (series->settings.until_error > 0) series_describe_sureness(series, out);
    if (series->end == SERIES_INTERRUPTED) series_describe_interruption(series, out);
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

void series_number_openings(const struct series *series, int *out) {
    const struct openings *openings = &series->session.openings;
    int pairs = series->session.pairs_played;
    bool apart = moving_is_random(series) && openings_meant(openings, pairs) < pairs;
    openings_number(openings, pairs, out);
    for (int i = 0; apart && i < pairs; i++) out[i] = i;
}

const char *series_openings_of(const struct series *series) {
    if (series->collection) return "file";
    if (series->settings.opening_plies == 0) return "start";
    return series_plays_unseen(series) ? "unseen" : "all";
}

const char *series_stopped_by(const struct series *series) {
    if (series->end == SERIES_INTERRUPTED) return "user";
    if (series->end == SERIES_COMPLETE) return "length";
    return series->settings.until_error > 0 ? "error" : "test";
}

/* ---- for other programs ---- */

struct option_spec pgn_listing_option(enum listing_format *format, const char *doc) {
    static const char *const formats[] = {[LISTING_TEXT] = "text",
                                          [LISTING_JSON] = "json",
                                          [LISTING_CSV] = "csv",
                                          [LISTING_PGN] = "pgn",
                                          NULL};
    struct option_spec option = listing_option(format, doc);
    option.choices = formats;
    return option;
}

/* Quotes and backslashes are escaped, and nothing else. */
static void pgn_print_tag(const char *tag, const char *value, struct text *out) {
    text_add(out, "[%s \"", tag);
    for (; *value; value++) text_add(out, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
    text_add(out, "\"]\n");
}

static void pgn_print_game(const struct series *series, const struct meeting *meeting, int pair,
                           int game, int points, struct text *out) {
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};
    const struct entrant *players = series->entrants->list;
    const char *names[2] = {players[meeting->a].name, players[meeting->b].name};
    const char *result = results[game ? 2 - points : points];
    char round[32];
    snprintf(round, sizeof round, "%d.%d", pair + 1, game + 1);
    pgn_print_tag("Event", series->entrants->game->name, out);
    pgn_print_tag("Site", "?", out);
    pgn_print_tag("Date", "????.??.??", out);
    pgn_print_tag("Round", round, out);
    pgn_print_tag("White", names[game], out);
    pgn_print_tag("Black", names[!game], out);
    pgn_print_tag("Result", result, out);
    text_add(out, "\n%s\n\n", result);
}

void pgn_print(const struct series *series, struct text *out) {
    const struct session *session = &series->session;
    for (int pair = 0; pair < session->pairs_played; pair++)
        for (int m = 0; m < session->meeting_count; m++)
            for (int game = 0; game < 2; game++) {
                int64_t place = ((int64_t)m * session->pairs + pair) * 2 + game;
                pgn_print_game(series, &session->meetings[m], pair, game,
                               session->results[place].points, out);
            }
    if (series->end == SERIES_INTERRUPTED)
        shown_warn("interrupted: the games of %d of %d pairs\n", session->pairs_played,
                   series->settings.pairs);
}

void pgn_put(const struct series *series) {
    struct text games = {0};
    pgn_print(series, &games);
    shown_put(text_get(&games));
    text_free(&games);
}
