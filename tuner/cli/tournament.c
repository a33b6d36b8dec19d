/*
 * hone tournament: many players meet, and one table has their strengths.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "engine/plugin/library.h"
#include "tuner/cli/commands.h"
#include "tuner/report/crosstable.h"
#include "tuner/report/first_move.h"
#include "tuner/report/overview.h"
#include "tuner/report/page/html.h"
#include "tuner/report/page/page.h"
#include "tuner/report/page/parts.h"
#include "tuner/statistics/intransitivity.h"
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

/* What is wanted besides the games. */
struct wishes {
    bool gauntlet;
    enum listing_format format;
    const char *html;   /* a page's file; NULL: none */
    bool playable;      /* its games open on the page to play on */
    const char *anchor; /* "NAME=ELO"; NULL: none */
    int argc;           /* how it was called */
    char **argv;
};

/* All pairs, or the first player with all others. */
static void tournament_line_up(struct session *session, int players, bool gauntlet) {
    for (int a = 0; a < (gauntlet ? 1 : players); a++)
        for (int b = a + 1; b < players; b++) session_meet(session, a, b);
}

/* ---- how they stand ---- */

struct standing {
    int meeting_count;
    struct rated_meeting *meetings; /* owned */
    struct ratings ratings;
};

/* The player with the given Elo. */
struct tournament_anchor {
    int player; /* -1: none */
    double elo;
};

static void standing_anchor(struct standing *standing, const struct series *series) {
    const struct tournament_anchor *anchor = series->context;
    if (anchor->player >= 0 && standing->ratings.list[anchor->player].kind == RATING_FITTED)
        ratings_anchor(&standing->ratings, anchor->player, anchor->elo);
}

static struct standing standing_of(const struct series *series) {
    const struct session *session = &series->session;
    struct standing standing = {.meeting_count = session->meeting_count};
    standing.meetings = xcalloc((size_t)standing.meeting_count, sizeof *standing.meetings);
    for (int m = 0; m < standing.meeting_count; m++)
        standing.meetings[m] = (struct rated_meeting){
            session->meetings[m].a, session->meetings[m].b, session->scores[m],
            session->results + (int64_t)m * session->pairs * 2};
    standing.ratings =
        ratings_fit(standing.meetings, standing.meeting_count, series->entrants->count);
    standing_anchor(&standing, series);
    return standing;
}

static void standing_free(struct standing *standing) {
    free(standing->meetings);
    ratings_free(&standing->ratings);
}

/* Players that are not on the scale have no error. */
static bool tournament_sure(const struct series *series, void *context) {
    struct standing standing = standing_of(series);
    double error = 0;
    (void)context;
    for (int i = 0; i < standing.ratings.count; i++)
        error = fmax(error, standing.ratings.list[i].error);
    standing_free(&standing);
    return error < series->settings.until_error;
}

/* The first three. */
static void tournament_note(const struct series *series, char out[SERIES_NOTE]) {
    struct standing standing = standing_of(series);
    const struct rating *ratings = standing.ratings.list;
    int length = 0;
    for (int rank = 1; rank <= min_int(3, standing.ratings.count); rank++) {
        char elo[SCORE_ELO_LENGTH];
        int i = 0;
        while (ratings[i].rank != rank) i++;
        rating_format(&ratings[i], elo);
        length += snprintf(out + length, (size_t)(SERIES_NOTE - length), "%s%.20s %s",
                           rank > 1 ? ", " : "", series->entrants->list[i].name, elo);
    }
    standing_free(&standing);
}

/* ---- what came out ---- */

static void tournament_names(const struct series *series, const char *names[PLAYERS_MAX]) {
    for (int i = 0; i < series->entrants->count; i++) names[i] = series->entrants->list[i].name;
}

/* What is said of all players is in each row. */
static void tournament_list_all(struct listing *listing, const struct intransitivity *found,
                                const char *const *names) {
    struct text cycle = {0};
    if (found->cycle_count > 0) cycle_print(&found->cycles[0], names, &cycle);
    listing_real(listing, "scale_unexplained", found->unexplained);
    listing_real(listing, "scale_chi_square", found->chi_square);
    listing_whole(listing, "scale_freedom", found->freedom);
    listing_real(listing, "scale_chance", found->chance);
    listing_text(listing, "cycle", text_get(&cycle));
    listing_real(listing, "cycle_los", found->cycle_count > 0 ? found->cycles[0].los : NAN);
    text_free(&cycle);
}

/* Of the player over each, itself too, by rank. */
static void tournament_list_los(struct listing *listing, const struct standing *standing,
                                int player) {
    const struct ratings *ratings = &standing->ratings;
    for (int rank = 1; rank <= ratings->count; rank++) {
        char name[16];
        int other = 0;
        while (ratings->list[other].rank != rank) other++;
        struct pentanomial pairs =
            ratings_pairs(standing->meetings, standing->meeting_count, player, other);
        snprintf(name, sizeof name, "los_%d", rank);
        listing_real(listing, name,
                     other == player ? NAN : ratings_los(ratings, player, other, &pairs));
    }
}

static struct crosstable tournament_crosstable(const struct series *series,
                                               const struct standing *standing,
                                               const char *const *names) {
    int *openings = xcalloc((size_t)series->session.pairs_played, sizeof *openings);
    series_number_openings(series, openings);
    double error =
        first_move_error(&standing->ratings, standing->meetings, standing->meeting_count, openings);
    free(openings);
    return (struct crosstable){.count = standing->ratings.count,
                               .names = names,
                               .ratings = &standing->ratings,
                               .meeting_count = standing->meeting_count,
                               .meetings = standing->meetings,
                               .first_error = error};
}

static void tournament_print_listing(const struct series *series, enum listing_format format) {
    const char *names[PLAYERS_MAX];
    struct standing standing = standing_of(series);
    double first_error = tournament_crosstable(series, &standing, names).first_error;
    struct intransitivity found =
        intransitivity_of(standing.meetings, standing.meeting_count, &standing.ratings);
    struct listing listing = listing_new(format);
    tournament_names(series, names);
    for (int i = 0; i < standing.ratings.count; i++) {
        const struct rating *rating = &standing.ratings.list[i];
        listing_row(&listing);
        listing_whole(&listing, "rank", rating->rank);
        listing_text(&listing, "player", names[i]);
        listing_real(&listing, "elo", rating->elo);
        listing_real(&listing, "elo_error", rating->error);
        listing_whole(&listing, "games", rating->games);
        listing_real(&listing, "rate", rating->rate);
        listing_real(&listing, "los", rating->rank < standing.ratings.count ? rating->los : NAN);
        listing_text(&listing, "stopped_by", series_stopped_by(series));
        listing_real(&listing, "elo_low", rating->low);
        listing_real(&listing, "elo_high", rating->high);
        tournament_list_all(&listing, &found, names);
        listing_real(&listing, "first", standing.ratings.first_advantage);
        listing_real(&listing, "first_error", first_error);
        listing_real(&listing, "draws", standing.ratings.draw_rate);
        listing_text(&listing, "openings_of", series_openings_of(series));
        tournament_list_los(&listing, &standing, i);
    }
    listing_print(&listing);
    standing_free(&standing);
}

static void tournament_print_table(const struct series *series, struct text *out) {
    const char *names[PLAYERS_MAX];
    struct standing standing = standing_of(series);
    tournament_names(series, names);
    const struct crosstable table = tournament_crosstable(series, &standing, names);
    const struct tournament_anchor *anchor = series->context;
    crosstable_print(&table, out);
    if (anchor->player >= 0 && standing.ratings.anchor < 0)
        text_add(out, "%s is not on the scale, so it is no anchor\n", names[anchor->player]);
    crosstable_print_los(&table, out);
    standing_free(&standing);
}

static void tournament_print_result(const struct series *series) {
    struct text text = {0};
    if (series_describe(series, &text)) tournament_print_table(series, &text);
    shown_put(text_get(&text));
    text_free(&text);
}

/* ---- as a page ---- */

static void tournament_command(const struct wishes *wishes, struct text *out) {
    overview_add_word(program_name, out);
    for (int i = 0; i < wishes->argc; i++) {
        text_add(out, " ");
        overview_add_word(wishes->argv[i], out);
    }
}

static int tournament_write_page(const struct series *series, const struct wishes *wishes,
                                 struct error *error) {
    const char *names[PLAYERS_MAX];
    struct standing standing = standing_of(series);
    struct text html = {0}, command = {0};
    tournament_command(wishes, &command);
    tournament_names(series, names);
    const struct crosstable table = tournament_crosstable(series, &standing, names);
    int status =
        page_tournament(series, &table, text_get(&command), wishes->playable, &html, error);
    if (status == 0) status = file_write(wishes->html, text_get(&html), error);
    standing_free(&standing);
    text_free(&command);
    text_free(&html);
    return status;
}

/* "swh=1500": the last = parts them. 0, or -1 and why. */
static int tournament_read_anchor(const char *wish, const struct entrants *entrants,
                                  struct tournament_anchor *out, struct error *error) {
    const char *equals = wish ? strrchr(wish, '=') : NULL;
    *out = (struct tournament_anchor){.player = -1};
    if (!wish) return 0;
    if (!equals || !parse_double(equals + 1, -10000, 10000, &out->elo))
        return error_set(error,
                         "--anchor %s: NAME=ELO is needed, from -10000 to 10000: \"%s=1500\"", wish,
                         entrants->list[0].name);
    for (int i = 0; i < entrants->count; i++)
        if (strlen(entrants->list[i].name) == (size_t)(equals - wish) &&
            strncmp(entrants->list[i].name, wish, (size_t)(equals - wish)) == 0)
            out->player = i;
    if (out->player >= 0) return 0;
    struct text names = {0};
    for (int i = 0; i < entrants->count; i++)
        text_add(&names, "%s%s", i ? ", " : "", entrants->list[i].name);
    error_set(error, "--anchor %s: no player has that name; there are: %s", wish, text_get(&names));
    text_free(&names);
    return -1;
}

/* What stands in the way of the page, before its games are played. */
static int tournament_check_page(const struct entrants *entrants, const struct wishes *wishes,
                                 struct error *error) {
    if (!wishes->html) return 0;
    if (wishes->playable && page_check_playable(entrants, error)) return -1;
    return html_check_file(wishes->html, error);
}

static int tournament_play(const struct entrants *entrants, const struct series_settings *settings,
                           const struct wishes *wishes) {
    enum listing_format format = wishes->format;
    struct tournament_anchor anchor;
    struct series series = {.entrants = entrants,
                            .settings = *settings,
                            .shown_most = wishes->html ? PAGE_GAMES : 0,
                            .note = tournament_note,
                            .context = &anchor,
                            .enough = settings->until_error > 0 ? tournament_sure : NULL};
    struct error error;
    if (tournament_read_anchor(wishes->anchor, entrants, &anchor, &error))
        return usage_fail(&usage, "%s", error.text);
    tournament_line_up(&series.session, entrants->count, wishes->gauntlet);
    int status = tournament_check_page(entrants, wishes, &error);
    if (status == 0) status = series_play(&series, &error);
    if (status == 0 && wishes->html) status = tournament_write_page(&series, wishes, &error);
    if (status == 0 && format == LISTING_TEXT) tournament_print_result(&series);
    if (status == 0 && format == LISTING_PGN) pgn_put(&series);
    if (status == 0 && (format == LISTING_JSON || format == LISTING_CSV))
        tournament_print_listing(&series, format);
    series_destroy(&series);
    if (status && !interrupt_pending()) return command_fail(&usage, "%s", error.text);
    return interrupt_pending() ? interrupt_status() : 0;
}

int command_tournament(int argc, char **argv) {
    struct series_settings settings = series_defaults(0);
    struct wishes wishes = {.argc = argc, .argv = argv};
    struct option_spec options[OPTIONS_MAX + 1] = {{0}};
    struct operands operands;
    struct entrants entrants;
    struct error error;
    const char *game = NULL;
    int count = series_options(&settings, options);
    options[0].doc = "openings of a meeting, each with both colours (default 200, with "
                     "--until-error at most 20000)";
    options[count++] = library_option();
    options[count++] = entrants_game_option(&game);
    options[count++] = pgn_listing_option(
        &wishes.format,
        "json, csv: a row for each player; pgn: each game's headers, White moves first");
    options[count++] = (struct option_spec){.name = "gauntlet",
                                            .doc = "only the first player meets the others",
                                            .value = &wishes.gauntlet};
    options[count++] =
        (struct option_spec){.name = "anchor",
                             .argument = "NAME=ELO",
                             .doc = "that player has that Elo; errors are of differences from it",
                             .kind = OPTION_TEXT,
                             .value = &wishes.anchor};
    options[count++] =
        (struct option_spec){.name = "playable",
                             .doc = "on that page games can be played on, against the two "
                                    "strongest players that have weights; needs `make web`",
                             .value = &wishes.playable};
    options[count] = (struct option_spec){
        .name = "html",
        .argument = "FILE",
        .doc = "writes the result as a page for browsers, with games to be replayed, as well",
        .kind = OPTION_TEXT,
        .value = &wishes.html};
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (wishes.playable && !wishes.html)
        return usage_fail(&usage, "--playable needs a page: --html FILE");
    if (settings.pairs == 0)
        settings.pairs = settings.until_error > 0 ? SERIES_PAIRS_MOST : PAIRS_DEFAULT;
    bool refused = entrants_load(operands.list, operands.count, game, &entrants, &error);
    interrupt_install(); /* as in match.c */
    status = refused ? usage_fail(&usage, "%s", error.text)
                     : tournament_play(&entrants, &settings, &wishes);
    entrants_destroy(&entrants);
    return status;
}
