/*
 * hone tournament: many players meet, and one table says what each is worth.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "tuner/cli/commands.h"
#include "tuner/report/crosstable.h"
#include "tuner/report/intransitivity.h"
#include "tuner/report/page/games.h"
#include "tuner/report/page/html.h"
#include "tuner/report/page/tournament.h"
#include "tuner/report/sheet.h"
#include "tuner/tournament/pgn.h"

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
    const char *html; /* a page's file; NULL: none */
    int argc;         /* how it was called */
    char **argv;
};

/* Everybody, or the first with everybody else. */
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
    return standing;
}

static void standing_free(struct standing *standing) {
    free(standing->meetings);
    ratings_free(&standing->ratings);
}

/* Of who is not on the scale nobody knows the error. */
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

static void tournament_print_listing(const struct series *series, enum listing_format format) {
    const char *names[PLAYERS_MAX];
    struct standing standing = standing_of(series);
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
    }
    listing_print(&listing);
    standing_free(&standing);
}

static void tournament_print_table(const struct series *series, struct text *out) {
    const char *names[PLAYERS_MAX];
    struct standing standing = standing_of(series);
    tournament_names(series, names);
    crosstable_print(&(struct crosstable){.count = standing.ratings.count,
                                          .names = names,
                                          .ratings = &standing.ratings,
                                          .meeting_count = standing.meeting_count,
                                          .meetings = standing.meetings},
                     out);
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
    sheet_add_word(program_name, out);
    for (int i = 0; i < wishes->argc; i++) {
        text_add(out, " ");
        sheet_add_word(wishes->argv[i], out);
    }
}

static int tournament_write_page(const struct series *series, const struct wishes *wishes,
                                 struct error *error) {
    const char *names[PLAYERS_MAX];
    struct standing standing = standing_of(series);
    struct text html = {0}, command = {0};
    tournament_command(wishes, &command);
    tournament_names(series, names);
    page_tournament(series,
                    &(struct crosstable){.count = standing.ratings.count,
                                         .names = names,
                                         .ratings = &standing.ratings,
                                         .meeting_count = standing.meeting_count,
                                         .meetings = standing.meetings},
                    text_get(&command), &html);
    int status = file_write(wishes->html, text_get(&html), error);
    standing_free(&standing);
    text_free(&command);
    text_free(&html);
    return status;
}

static int tournament_play(const struct entrants *entrants, const struct series_settings *settings,
                           const struct wishes *wishes) {
    enum listing_format format = wishes->format;
    struct series series = {.entrants = entrants,
                            .settings = *settings,
                            .shown_most = wishes->html ? PAGE_GAMES : 0,
                            .note = tournament_note,
                            .enough = settings->until_error > 0 ? tournament_sure : NULL};
    struct error error;
    tournament_line_up(&series.session, entrants->count, wishes->gauntlet);
    int status =
        wishes->html && html_check_file(wishes->html, &error) ? -1 : series_play(&series, &error);
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
    int count = series_options(&settings, options);
    options[0].doc = "openings of a meeting, each with both colours (default 200, with "
                     "--until-error at most 20000)";
    options[count++] = pgn_listing_option(
        &wishes.format,
        "json, csv: a row for each player; pgn: each game's headers, White moves first");
    options[count++] = (struct option_spec){.name = "gauntlet",
                                            .doc = "only the first player meets the others",
                                            .value = &wishes.gauntlet};
    options[count] = (struct option_spec){
        .name = "html",
        .argument = "FILE",
        .doc = "writes the result as a page for browsers, with games to be replayed, as well",
        .kind = OPTION_TEXT,
        .value = &wishes.html};
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (settings.pairs == 0)
        settings.pairs = settings.until_error > 0 ? SERIES_PAIRS_MOST : PAIRS_DEFAULT;
    interrupt_install();
    status = entrants_load(operands.list, operands.count, &entrants, &error)
                 ? usage_fail(&usage, "%s", error.text)
                 : tournament_play(&entrants, &settings, &wishes);
    entrants_destroy(&entrants);
    return status;
}
