/*
 * hone tournament: many players meet, and one table says what each is worth.
 */
#include <math.h>
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

/* ---- how they stand ---- */

struct standing {
    int player_count, game_count;
    struct rated_games *games; /* two rows a meeting: a moves first, b moves first; owned */
    struct rating *ratings;    /* owned */
    struct ratings overall;
};

static struct standing standing_of(const struct series *series) {
    struct standing standing = {.player_count = series->entrants->count,
                                .game_count = 2 * series->session.meeting_count};
    standing.games = xcalloc((size_t)standing.game_count, sizeof *standing.games);
    standing.ratings = xcalloc((size_t)standing.player_count, sizeof *standing.ratings);
    for (int m = 0; m < series->session.meeting_count; m++) {
        const struct meeting *meeting = &series->session.meetings[m];
        const struct meeting_score *result = &series->session.scores[m];
        ratings_games(meeting->a, meeting->b, &result->first, &result->second,
                      &standing.games[2 * m]);
    }
    standing.overall =
        ratings_fit(standing.games, standing.game_count, standing.player_count, standing.ratings);
    return standing;
}

static void standing_free(struct standing *standing) {
    free(standing->games);
    free(standing->ratings);
}

static bool tournament_sure(const struct series *series, void *context) {
    struct standing standing = standing_of(series);
    double error = 0;
    (void)context;
    for (int i = 0; i < standing.player_count; i++) error = fmax(error, standing.ratings[i].error);
    standing_free(&standing);
    return error < series->settings.until_error;
}

/* The first three. */
static void tournament_note(const struct series *series, char out[SERIES_NOTE]) {
    struct standing standing = standing_of(series);
    int length = 0;
    for (int rank = 1; rank <= min_int(3, standing.player_count); rank++) {
        int i = 0;
        while (standing.ratings[i].rank != rank) i++;
        length += snprintf(out + length, (size_t)(SERIES_NOTE - length), "%s%.20s %+.0f +/- %.0f",
                           rank > 1 ? ", " : "", series->entrants->list[i].name,
                           standing.ratings[i].elo, standing.ratings[i].error);
    }
    standing_free(&standing);
}

/* ---- what came out ---- */

static void tournament_print_listing(const struct series *series, enum listing_format format) {
    struct standing standing = standing_of(series);
    const struct rating *ratings = standing.ratings;
    struct listing listing = listing_new(format);
    for (int i = 0; i < standing.player_count; i++) {
        listing_row(&listing);
        listing_whole(&listing, "rank", ratings[i].rank);
        listing_text(&listing, "player", series->entrants->list[i].name);
        listing_real(&listing, "elo", ratings[i].elo);
        listing_real(&listing, "elo_error", ratings[i].error);
        listing_whole(&listing, "games", ratings[i].games);
        listing_real(&listing, "rate", ratings[i].rate);
        listing_real(&listing, "los", ratings[i].los);
        listing_text(&listing, "stopped_by", series_stopped_by(series));
    }
    listing_print(&listing);
    standing_free(&standing);
}

static void tournament_print_table(const struct series *series, struct text *out) {
    const char *names[PLAYERS_MAX];
    struct standing standing = standing_of(series);
    struct crosstable table = {
        .count = standing.player_count,
        .names = names,
        .ratings = standing.ratings,
        .overall = standing.overall,
        .game_count = standing.game_count,
        .games = standing.games,
    };
    for (int i = 0; i < table.count; i++) names[i] = series->entrants->list[i].name;
    crosstable_print(&table, out);
    standing_free(&standing);
}

static void tournament_print_result(const struct series *series) {
    struct text text = {0};
    if (series_describe(series, &text)) tournament_print_table(series, &text);
    fputs(text_get(&text), stdout);
    text_free(&text);
}

static int tournament_play(const struct entrants *entrants, const struct series_settings *settings,
                           bool gauntlet, enum listing_format format) {
    struct series series = {.entrants = entrants,
                            .settings = *settings,
                            .note = tournament_note,
                            .enough = settings->until_error > 0 ? tournament_sure : NULL};
    struct error error;
    tournament_line_up(&series.session, entrants->count, gauntlet);
    int status = series_play(&series, &error);
    if (status == 0 && format == LISTING_TEXT) tournament_print_result(&series);
    if (status == 0 && format != LISTING_TEXT) tournament_print_listing(&series, format);
    series_destroy(&series);
    if (status && !interrupt_pending()) return command_fail(&usage, "%s", error.text);
    return interrupt_pending() ? interrupt_status() : 0;
}

int command_tournament(int argc, char **argv) {
    struct series_settings settings = series_defaults(0);
    bool gauntlet = false;
    enum listing_format format = LISTING_TEXT;
    struct option_spec options[OPTIONS_MAX + 1] = {{0}};
    struct operands operands;
    struct entrants entrants;
    struct error error;
    int count = series_options(&settings, options);
    options[0].doc = "openings of a meeting, each with both colours (default 200, with "
                     "--until-error at most 20000)";
    options[count++] = listing_option(&format, "a row for each player");
    options[count] = (struct option_spec){
        .name = "gauntlet", .doc = "only the first player meets the others", .value = &gauntlet};
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (settings.pairs == 0)
        settings.pairs = settings.until_error > 0 ? SERIES_PAIRS_MOST : PAIRS_DEFAULT;
    interrupt_install();
    status = entrants_load(operands.list, operands.count, &entrants, &error)
                 ? usage_fail(&usage, "%s", error.text)
                 : tournament_play(&entrants, &settings, gauntlet, format);
    entrants_destroy(&entrants);
    return status;
}
