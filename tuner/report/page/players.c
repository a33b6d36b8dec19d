/*
 * players: the scores of several players against each other, as rows on a scale and as matrices
 * with coloured cells.
 */
#include <math.h>
#include <stdlib.h>

#include "tuner/report/first_move.h"
#include "tuner/report/page/parts.h"

/* ---- ratings ---- */

static int *players_by_rank(const struct crosstable *table) {
    int *by_rank = xcalloc((size_t)table->count, sizeof *by_rank);
    for (int i = 0; i < table->count; i++) by_rank[table->ratings->list[i].rank - 1] = i;
    return by_rank;
}

static void players_numbers(const struct crosstable *table, const int *by_rank, struct text *out) {
    char games[HTML_COUNT_LENGTH], elo[SCORE_ELO_LENGTH];
    html_numbers_begin(out, "Numbers: ratings",
                       "player|rank|Elo|games|points|stronger than the next");
    for (int rank = 0; rank < table->count; rank++) {
        const struct rating *rating = &table->ratings->list[by_rank[rank]];
        rating_format(rating, elo);
        html_row(out, "%s", table->names[by_rank[rank]]);
        html_cell(out, "%d", rating->rank);
        html_cell(out, "%s", elo);
        html_cell(out, "%s", html_count(rating->games, games));
        html_cell(out, "%.1f %%", 100 * rating->rate);
        html_cell(out, rank + 1 < table->count ? "%.0f %%" : " ", 100 * rating->los);
        html_row_end(out);
    }
    html_numbers_end(out);
}

static struct html_value players_value(const struct rating *rating) {
    if (rating_is_exact(rating)) return (struct html_value){rating->elo, rating->elo, rating->elo};
    return (struct html_value){rating->elo, rating->low, rating->high};
}

static void players_rows(const struct crosstable *table, const int *by_rank, struct text *out) {
    int anchor = table->ratings->anchor;
    double zero = anchor >= 0 ? table->ratings->list[anchor].elo : 0;
    struct html_scale scale = {zero, zero};
    for (int i = 0; i < table->count; i++) {
        const struct html_value value = players_value(&table->ratings->list[i]);
        html_scale_take(&scale, &value);
    }
    text_add(out, "<ol class=\"rows\">\n");
    for (int rank = 0; rank < table->count; rank++) {
        const struct rating *rating = &table->ratings->list[by_rank[rank]];
        char elo[SCORE_ELO_LENGTH];
        rating_format(rating, elo);
        text_add(out, "<li><span>");
        html_add(out, "%d. %s", rating->rank, table->names[by_rank[rank]]);
        text_add(out, "</span>");
        const struct html_value value = players_value(rating);
        html_scale_mark(out, &scale, &value, zero);
        text_add(out, "<span class=\"value\">");
        html_add(out, "%s", elo);
        text_add(out, "</span></li>\n");
    }
    text_add(out, "</ol>\n");
}

/* Figures of all games between players on the scale. */
static void players_games(const struct crosstable *table, struct text *out) {
    const struct ratings *ratings = table->ratings;
    char first[FIRST_MOVE_LENGTH];
    first_move_format(ratings->first_advantage, table->first_error, first);
    if (ratings->fitted > 1) html_add(out, " Moving first is worth %s", first);
    if (ratings->draw_rate > 0)
        html_add(out, ", and of games between equals %.0f %% are drawn", 100 * ratings->draw_rate);
    if (ratings->fitted > 1) html_add(out, ".");
}

void page_add_ratings(const struct crosstable *table, const char *doc, struct text *out) {
    int *by_rank = players_by_rank(table);
    html_figure_begin(out, "ratings", "Ratings", doc);
    players_rows(table, by_rank, out);
    text_add(out, "<p class=\"soft\">");
    int anchor = table->ratings->anchor;
    html_add(out, "Elo against %s%s, which the dashed line marks; +/- is half a 95 %% interval.",
             anchor >= 0 ? table->names[anchor] : "the mean of all",
             anchor >= 0 ? ", the anchor" : "");
    players_games(table, out);
    text_add(out, "</p>\n");
    players_numbers(table, by_rank, out);
    html_figure_end(out);
    free(by_rank);
}

/* ---- matrices ---- */

/* What a cell says of the player of its row and that of its column. */
typedef void players_cell(const struct crosstable *table, int row, int column,
                          const struct pentanomial *pairs, struct text *out);

/* From blue, 0, to orange, 1. */
static void players_cell_begin(double part, struct text *out) {
    text_add(out, "<td class=\"%s\" style=\"--h:%.0f\">", part >= 0.5 ? "more" : "less",
             200 * fabs(part - 0.5));
}

static void players_cell_points(const struct crosstable *table, int row, int column,
                                const struct pentanomial *pairs, struct text *out) {
    (void)table, (void)row, (void)column;
    double rate = pentanomial_mean(pairs);
    players_cell_begin(rate, out);
    text_add(out, "%.0f<small>%lld</small></td>", 100 * rate,
             (long long)(2 * pentanomial_pairs(pairs)));
}

static void players_cell_los(const struct crosstable *table, int row, int column,
                             const struct pentanomial *pairs, struct text *out) {
    double los = ratings_los(table->ratings, row, column, pairs);
    players_cell_begin(los, out);
    text_add(out, "%.0f</td>", 100 * los);
}

static struct pentanomial players_pairs(const struct crosstable *table, int row, int column) {
    return ratings_pairs(table->meetings, table->meeting_count, row, column);
}

/* `met`: only cells of players that met. */
static void players_matrix(const struct crosstable *table, const char *name, bool met,
                           players_cell *cell, struct text *out) {
    int *by_rank = players_by_rank(table);
    text_add(out,
             "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">"
             "<table class=\"heat cross\">\n<thead><tr><td></td>",
             name);
    for (int rank = 0; rank < table->count; rank++)
        text_add(out, "<th scope=\"col\">%d</th>", rank + 1);
    text_add(out, "</tr></thead>\n<tbody>\n");
    for (int i = 0; i < table->count; i++) {
        text_add(out, "<tr><th scope=\"row\">");
        html_add(out, "%d. %s", i + 1, table->names[by_rank[i]]);
        text_add(out, "</th>");
        for (int j = 0; j < table->count; j++) {
            struct pentanomial pairs = players_pairs(table, by_rank[i], by_rank[j]);
            if (i == j || (met && pentanomial_pairs(&pairs) == 0))
                text_add(out, "<td></td>");
            else
                cell(table, by_rank[i], by_rank[j], &pairs, out);
        }
        text_add(out, "</tr>\n");
    }
    text_add(out, "</tbody></table></div>\n");
    free(by_rank);
}

static void players_pairing(const struct crosstable *table, int row, int column, struct text *out) {
    struct pentanomial pairs = players_pairs(table, row, column);
    struct score score = score_of(&pairs);
    if (score.pairs == 0) return;
    html_row(out, "%s", table->names[row]);
    html_cell(out, "%s", table->names[column]);
    html_score_cells(out, &score, &pairs);
    html_cell(out, "%.1f %%", 100 * ratings_los(table->ratings, row, column, &pairs));
    html_row_end(out);
}

void page_add_crosstable(const struct crosstable *table, struct text *out) {
    int *by_rank = players_by_rank(table);
    html_figure_begin(out, "crosstable", "Crosstable",
                      "Percentage of the points that the row's player scored against the column's, "
                      "and below it their games; players are numbered by their rating.");
    players_matrix(table, "Crosstable", true, players_cell_points, out);
    html_numbers_begin(out, "Numbers: pairs of players",
                       "player|against|" HTML_SCORE_HEADS "|stronger, by all results");
    for (int i = 0; i < table->count; i++)
        for (int j = 0; j < table->count; j++) players_pairing(table, by_rank[i], by_rank[j], out);
    html_numbers_end(out);
    html_figure_end(out);
    free(by_rank);
}

void page_add_los(const struct crosstable *table, struct text *out) {
    html_figure_begin(out, "los", "Likelihood of superiority",
                      "Probability in percent that the row's player is stronger than the column's, "
                      "by the results of all meetings.");
    players_matrix(table, "Likelihood of superiority", false, players_cell_los, out);
    html_figure_end(out);
}

/* ---- of a run ---- */

void page_add_measured(const struct page *page, struct text *out) {
    const struct report_milestones *milestones = &page->report.milestones;
    const struct crosstable table = report_crosstable(&page->report.measured);
    if (table.count == 0) return;
    page_add_ratings(
        &table,
        milestones->field.player_count > 0
            ? "On one scale: the champion, its start, yardsticks, champions of "
              "generations that lie far apart, and random players. Fitted by a model to "
              "all their games, so other than the Elo of one meeting."
            : "On one scale: the champion, its start, and yardsticks. Fitted by a "
              "model to all their games, so other than the Elo of one meeting.",
        out);
    if (milestones->forgotten >= 0) {
        text_add(out, "<p class=\"notice\">");
        html_add(out, "%s is stronger than %s: the run has forgotten what it knew.",
                 milestones->field.names[milestones->forgotten],
                 milestones->field.names[milestones->last_champion]);
        text_add(out, "</p>\n");
    }
    page_add_crosstable(&table, out);
    page_add_los(&table, out);
}
