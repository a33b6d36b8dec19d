/*
 * tournament: the figures of any players that met, and also the pairs, what one scale leaves
 * unexplained, and the games (games.c).
 */
#include "tuner/report/page/page.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/report/page/parts.h"
#include "tuner/report/page/play.h"
#include "tuner/statistics/intransitivity.h"

/* ---- the winner ---- */

static int tournament_ranked(const struct crosstable *table, int rank) {
    int player = 0;
    while (table->ratings->list[player].rank != rank) player++;
    return player;
}

static void tournament_verdict(const struct crosstable *table, struct text *out) {
    int first = tournament_ranked(table, 1), second = tournament_ranked(table, 2);
    double los = table->ratings->list[first].los;
    char elo[SCORE_ELO_LENGTH];
    rating_format(&table->ratings->list[first], elo);
    text_add(out, "<p class=\"verdict%s\">", los >= 0.975 ? " better" : "");
    html_add(out, "%s is first with %s Elo, and %s than %s, the second (likelihood %.1f %%).",
             table->names[first], elo, los >= 0.975 ? "stronger" : "not shown to be stronger",
             table->names[second], 100 * los);
    text_add(out, "</p>\n");
}

static void tournament_heading(const struct series *series, struct text *out) {
    struct text words = {0};
    text_add(out, "<header>\n<h1>");
    html_add(out, "%d players of %s", series->entrants->count, series->entrants->game->name);
    text_add(out, "</h1>\n");
    series_describe(series, &words);
    for (const char *line = text_get(&words); *line; line += strcspn(line, "\n") + 1) {
        text_add(out, "<p class=\"soft\">");
        html_add(out, "%.*s", (int)strcspn(line, "\n"), line);
        text_add(out, "</p>\n");
    }
    text_free(&words);
}

/* ---- pairs, and what a scale cannot say ---- */

static void tournament_pairs(const struct crosstable *table, struct text *out) {
    html_figure_begin(out, "pairs", "Pairs by their points",
                      "What the pairs of games of two players came to, from 0 points of the first "
                      "one named, on the left, to 2 on the right.");
    text_add(out, "<ul class=\"rows pairs\">\n");
    for (int m = 0; m < table->meeting_count; m++) {
        const struct rated_meeting *meeting = &table->meetings[m];
        text_add(out, "<li><span>");
        html_add(out, "%s - %s", table->names[meeting->a], table->names[meeting->b]);
        text_add(out, "</span>");
        html_pentanomial(out, &meeting->score.counts);
        text_add(out, "<span class=\"value\">");
        html_add(out, "%.1f %%", 100 * pentanomial_mean(&meeting->score.counts));
        text_add(out, "</span></li>\n");
    }
    text_add(out, "</ul>\n");
    html_numbers_begin(out, "Numbers: pairs by their points", "player|against|" HTML_SCORE_HEADS);
    for (int m = 0; m < table->meeting_count; m++) {
        const struct rated_meeting *meeting = &table->meetings[m];
        struct score score = score_of(&meeting->score.counts);
        html_row(out, "%s", table->names[meeting->a]);
        html_cell(out, "%s", table->names[meeting->b]);
        html_score_cells(out, &score, &meeting->score.counts);
        html_row_end(out);
    }
    html_numbers_end(out);
    html_figure_end(out);
}

static void tournament_scale(const struct crosstable *table, struct text *out) {
    struct intransitivity found =
        intransitivity_of(table->meetings, table->meeting_count, table->ratings);
    struct text words = {0};
    intransitivity_print(&found, table->names, &words);
    if (words.length) {
        html_figure_begin(
            out, "scale", "What one scale leaves unexplained",
            "A rating is one number a player; where a beats b, b beats c, and c beats "
            "a, no numbers can say so.");
        text_add(out, "<p class=\"lines\">");
        html_add(out, "%s", words.data);
        text_add(out, "</p>\n");
        html_figure_end(out);
    }
    text_free(&words);
}

/* ---- playing on ---- */

static bool tournament_has_weights(const struct entrant *entrant) {
    return !entrant->random && !entrant->outside && play_knows(entrant->weights.evaluator);
}

int page_check_playable(const struct entrants *entrants, struct error *error) {
    int playing = 0;
    for (int player = 0; player < entrants->count; player++) {
        const struct entrant *entrant = &entrants->list[player];
        if (!tournament_has_weights(entrant)) continue;
        if (play_check_built(entrant->weights.evaluator, error)) return -1;
        playing++;
    }
    return playing ? 0
                   : error_set(error, "--playable: no player has weights that a page can play "
                                      "with; a weight file or a run is needed");
}

static void tournament_seat(const struct entrant *entrant, struct play_seats *seats) {
    if (!tournament_has_weights(entrant)) return;
    if (seats->count == 0 ||
        play_knows_both(seats->champions[0]->evaluator, entrant->weights.evaluator))
        seats->champions[seats->count++] = &entrant->weights;
}

/* The strongest first. */
static struct play_seats tournament_seats(const struct series *series,
                                          const struct crosstable *table) {
    const struct entrants *entrants = series->entrants;
    struct play_seats seats = {0};
    for (int rank = 1; rank <= entrants->count && seats.count < 2; rank++)
        tournament_seat(&entrants->list[tournament_ranked(table, rank)], &seats);
    return seats;
}

static int tournament_board(const struct series *series, const struct crosstable *table,
                            struct text *out, struct error *error) {
    struct play_seats seats = tournament_seats(series, table);
    return series->shown.count > 0
               ? play_button(&seats, "Open the game on a board to play on", out, error)
               : 0;
}

/* ---- the page ---- */

static void tournament_figures(const struct series *series, const struct crosstable *table,
                               bool playable, struct text *out) {
    page_add_ratings(table, "The players' strengths, fitted to all meetings at once.", out);
    page_add_crosstable(table, out);
    page_add_los(table, out);
    tournament_scale(table, out);
    tournament_pairs(table, out);
    page_add_games(series, table, playable, out);
}

int page_tournament(const struct series *series, const struct crosstable *table,
                    const char *command, bool playable, struct text *out, struct error *error) {
    bool played = series->session.pairs_played > 0;
    html_page_begin(out, "Tournament", 0);
    tournament_heading(series, out);
    if (played) tournament_verdict(table, out);
    text_add(out, "</header>\n<main>\n");
    if (played) tournament_figures(series, table, playable, out);
    int status = played && playable ? tournament_board(series, table, out, error) : 0;
    page_begin_again(command, "This command plays the tournament again.", out);
    html_figure_end(out);
    text_add(out, "</main>\n");
    html_page_end(out);
    return status;
}
