/*
 * hone tournament: many players meet, and one table says what each is worth.
 */
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/progress.h"
#include "tuner/cli/commands.h"
#include "tuner/report/crosstable.h"
#include "tuner/report/listing.h"
#include "tuner/tournament/series.h"

enum { PAIRS_DEFAULT = 200, PLAYERS_MAX = 64 };

static const struct command_usage usage = {
    .synopsis = "tournament [OPTION]... PLAYER PLAYER...",
    .doc =
        "Lets all players meet, every opening with both colours, and prints the crosstable with\n"
        "ratings.\n" ENTRANTS_HELP SERIES_HELP ENTRANTS_EXTERNAL_HELP,
    .operands_min = 2,
    .operands_max = PLAYERS_MAX,
};

/* Everybody, or the first with everybody else. */
static void tournament_line_up(struct session *session, int players, bool gauntlet) {
    for (int a = 0; a < (gauntlet ? 1 : players); a++)
        for (int b = a + 1; b < players; b++) session_meet(session, a, b);
}

/* Two rows a meeting: a moves first, b moves first. */
static struct rated_games *tournament_rated_games_of(const struct series *series) {
    struct rated_games *games = xcalloc(2 * (size_t)series->session.meeting_count, sizeof *games);
    for (int m = 0; m < series->session.meeting_count; m++) {
        const struct meeting *meeting = &series->session.meetings[m];
        const struct meeting_score *result = &series->session.scores[m];
        ratings_games(meeting->a, meeting->b, &result->first, &result->second, &games[2 * m]);
    }
    return games;
}

static void tournament_print_listing(const struct series *series, enum listing_format format) {
    int count = series->entrants->count;
    struct rated_games *games = tournament_rated_games_of(series);
    struct rating *ratings = xcalloc((size_t)count, sizeof *ratings);
    struct listing listing = listing_new(format);
    ratings_fit(games, 2 * series->session.meeting_count, count, ratings);
    for (int i = 0; i < count; i++) {
        listing_row(&listing);
        listing_whole(&listing, "rank", ratings[i].rank);
        listing_text(&listing, "player", series->entrants->list[i].name);
        listing_real(&listing, "elo", ratings[i].elo);
        listing_real(&listing, "elo_error", ratings[i].error);
        listing_whole(&listing, "games", ratings[i].games);
        listing_real(&listing, "rate", ratings[i].rate);
        listing_real(&listing, "los", ratings[i].los);
        listing_text(&listing, "stopped_by", series->interrupted ? "user" : "length");
    }
    listing_print(&listing);
    free(ratings);
    free(games);
}

static void tournament_print_table(const struct series *series, struct text *out) {
    int count = series->entrants->count;
    const char *names[PLAYERS_MAX];
    struct rated_games *games = tournament_rated_games_of(series);
    struct rating *ratings = xcalloc((size_t)count, sizeof *ratings);
    struct crosstable table = {
        .count = count,
        .names = names,
        .ratings = ratings,
        .overall = ratings_fit(games, 2 * series->session.meeting_count, count, ratings),
        .game_count = 2 * series->session.meeting_count,
        .games = games,
    };
    for (int i = 0; i < count; i++) names[i] = series->entrants->list[i].name;
    crosstable_print(&table, out);
    free(ratings);
    free(games);
}

static void tournament_print_result(const struct series *series) {
    struct text text = {0};
    if (series_describe(series, &text)) tournament_print_table(series, &text);
    fputs(text_get(&text), stdout);
    text_free(&text);
}

static int tournament_play(const struct entrants *entrants, const struct series_settings *settings,
                           bool gauntlet, enum listing_format format) {
    struct series series = {.entrants = entrants, .settings = *settings};
    struct error error;
    tournament_line_up(&series.session, entrants->count, gauntlet);
    int status = series_play(&series, &error);
    if (status == 0 && format == LISTING_TEXT) tournament_print_result(&series);
    if (status == 0 && format != LISTING_TEXT) tournament_print_listing(&series, format);
    series_destroy(&series);
    if (status) return command_fail(&usage, "%s", error.text);
    return interrupt_pending() ? INTERRUPT_STATUS : 0;
}

int command_tournament(int argc, char **argv) {
    struct series_settings settings = series_defaults(PAIRS_DEFAULT);
    bool gauntlet = false;
    enum listing_format format = LISTING_TEXT;
    struct option_spec options[OPTIONS_MAX + 1] = {{0}};
    struct operands operands;
    struct entrants entrants;
    struct error error;
    int count = series_options(&settings, options);
    options[count++] = listing_option(&format, "a row for each player");
    options[count] = (struct option_spec){
        .name = "gauntlet", .doc = "only the first player meets the others", .value = &gauntlet};
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    interrupt_install();
    status = entrants_load(operands.list, operands.count, &entrants, &error)
                 ? usage_fail(&usage, "%s", error.text)
                 : tournament_play(&entrants, &settings, gauntlet, format);
    entrants_destroy(&entrants);
    return status;
}
