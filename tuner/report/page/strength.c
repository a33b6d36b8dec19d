/*
 * strength: the champion's strength, and how it got there.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tuner/report/page/chart.h"
#include "tuner/report/page/parts.h"
#include "tuner/report/verdict.h"

/* ---- against the start ---- */

static void strength_fact(struct text *out, const char *name, const char *value) {
    text_add(out, "<div><dt>");
    html_add(out, "%s", name);
    text_add(out, "</dt><dd>");
    html_add(out, "%s", value);
    text_add(out, "</dd></div>\n");
}

static void strength_facts(const struct score *gain, struct text *out) {
    char elo[SCORE_ELO_LENGTH], text[64], pairs[HTML_COUNT_LENGTH];
    score_format_elo(gain, elo);
    text_add(out, "<dl class=\"facts\">\n");
    strength_fact(out, "Elo over the start, 95 % interval", elo);
    snprintf(text, sizeof text, "%.1f %% +/- %.1f", 100 * gain->rate, 100 * gain->rate_error);
    strength_fact(out, "points a game", text);
    snprintf(text, sizeof text, "%.1f %%", 100 * gain->los);
    strength_fact(out, "likelihood of superiority", text);
    strength_fact(out, "pairs of games", html_count(gain->pairs, pairs));
    text_add(out, "</dl>\n");
}

/* The figure that was selected, and the one that was measured. */
static void strength_both(const struct champion *champion, struct text *out) {
    char pairs[HTML_COUNT_LENGTH];
    if (champion->choosers.pairs == 0) return;
    html_table_begin(out, "Points a game against the opponents of the choice",
                     "figure|points|pairs");
    html_row(out, "when it was chosen%s",
             champion->candidates > 1 ? ", best of several and so too high on average" : "");
    html_cell(out, "%.4f", champion->row.selection_rate);
    html_cell(out, "%s", html_count(champion->row.selection_pairs, pairs));
    html_row_end(out);
    html_row(out, "measured afterwards, on other openings");
    html_cell(out, "%.4f +/- %.4f", figures_rate(&champion->choosers),
              figures_error(&champion->choosers));
    html_cell(out, "%s", html_count(champion->choosers.pairs, pairs));
    html_row_end(out);
    html_table_end(out);
}

void page_add_gain(const struct page *page, struct text *out) {
    const struct champion *champion = &page->report.champion;
    if (!champion->gain_known) return;
    html_figure_begin(
        out, "gain", "Champion against start",
        "Both play the same openings, which neither training nor the choice has seen, "
        "each with both colours. Shown by what pairs of games came to: 2 points are "
        "two wins.");
    strength_facts(&champion->gain, out);
    html_pentanomial(out, &champion->gain_counts);
    strength_both(champion, out);
    html_numbers_begin(out, "Numbers: champion against start", "against|" HTML_SCORE_HEADS);
    html_row(out, "start");
    html_score_cells(out, &champion->gain, &champion->gain_counts);
    html_row_end(out);
    html_numbers_end(out);
    html_figure_end(out);
}

/* ---- over time ---- */

static int strength_draw_curve(const struct curve *curve, struct text *out, struct error *error) {
    size_t count = (size_t)curve->count + 1; /* with the start, which is at 0 */
    double *values = xcalloc(3 * count, sizeof *values);
    double *games = values, *elo = values + count, *errors = elo + count;
    bool many = curve_last(curve)->games >= 2000000;
    for (int i = 0; i < curve->count; i++) {
        games[i + 1] = (double)curve->points[i].games / (many ? 1e6 : 1e3);
        elo[i + 1] = curve->points[i].elo;
        errors[i + 1] = curve->points[i].error;
    }
    const struct chart chart = {
        .x_label = many ? "million training games" : "thousand training games",
        .y_label = "Elo over the start",
        .count = 1,
        .series = {{"strength", (int)count, games, elo, errors, .points = true}}};
    int status = chart_draw(&chart, out, error);
    free(values);
    return status;
}

static void strength_curve_numbers(const struct curve *curve, struct text *out) {
    char games[HTML_COUNT_LENGTH];
    html_numbers_begin(out, "Numbers: strength over time",
                       "generation|training games|Elo over the start");
    for (int i = 0; i < curve->count; i++) {
        const struct curve_point *point = &curve->points[i];
        html_row(out, "%d", point->generation);
        html_cell(out, "%s", html_count(point->games, games));
        html_cell(out, "%+.1f +/- %.1f", point->elo, point->error);
        html_row_end(out);
    }
    html_numbers_end(out);
}

int page_add_curve(const struct page *page, struct text *out, struct error *error) {
    const struct curve *curve = &page->report.curve;
    struct text flat = {0};
    if (curve->count == 0) return 0;
    html_figure_begin(out, "curve", "Strength over time",
                      "The champion of a generation over the start, on one scale with the "
                      "yardsticks and each other, by games of their own while training went on; "
                      "bars are 95 % intervals.");
    int status = strength_draw_curve(curve, out, error);
    curve_print_flat(curve, &flat);
    if (flat.length) {
        text_add(out, "<p class=\"notice\">");
        html_add(out, "%s", flat.data);
        text_add(out, "</p>\n");
    }
    strength_curve_numbers(curve, out);
    html_figure_end(out);
    text_free(&flat);
    return status;
}

/* ---- rows of scores ---- */

void page_take_score(struct html_scale *scale, const struct score *score) {
    const struct html_value value = html_value_of(score);
    if (score->pairs > 0) html_scale_take(scale, &value);
}

void page_add_score(const char *name, const struct score *score, const struct html_scale *scale,
                    struct text *out) {
    char elo[SCORE_ELO_LENGTH] = "-";
    const struct html_value value = html_value_of(score);
    if (score->pairs > 0) score_format_elo(score, elo);
    text_add(out, "<li><span>");
    html_add(out, "%s", name);
    text_add(out, "</span>");
    if (score->pairs > 0)
        html_scale_mark(out, scale, &value, 0);
    else
        text_add(out, "<span></span>"); /* its column */
    text_add(out, "<span class=\"value\">");
    html_add(out, "%s", elo);
    text_add(out, "</span></li>\n");
}

/* ---- at several depths ---- */

/* A champion that is the start did not meet it. */
static void strength_depth_gain(const struct score *gain, struct text *out) {
    char elo[SCORE_ELO_LENGTH];
    html_cell(out, "%lld", (long long)gain->pairs);
    if (gain->pairs == 0) {
        for (int i = 0; i < 3; i++) html_cell(out, "-");
        return;
    }
    score_format_elo(gain, elo);
    html_cell(out, "%.1f %%", 100 * gain->rate);
    html_cell(out, "%s", elo);
    html_cell(out, "%.1f %%", 100 * gain->los);
}

static void strength_depth_name(const struct depth_table *table, const struct depth_row *row,
                                char *out, size_t size) {
    char turns[24] = "";
    if (row->turns > 0)
        snprintf(turns, sizeof turns, ", %d turn%s", row->turns, plural(row->turns));
    snprintf(out, size, "%s%s%s%s%s", text_get(&row->play), turns,
             row->tuned ? ", as it was tuned" : "",
             depth_row_is_little(table, row) ? ", few pairs" : "",
             depth_row_is_loss(row) ? ": WEAKER than its start" : "");
}

static void strength_depth_numbers(const struct depth_table *table, struct text *out) {
    html_numbers_begin(out, "Numbers: strength against depth or limit",
                       "play|pairs|points|Elo|LOS|points against the yardsticks");
    for (int i = 0; i < table->count; i++) {
        const struct depth_row *row = &table->rows[i];
        char name[128];
        strength_depth_name(table, row, name, sizeof name);
        html_row(out, "%s", name);
        strength_depth_gain(&row->gain, out);
        if (row->yardsticks.pairs > 0)
            html_cell(out, "%.1f %% +/- %.1f", 100 * figures_rate(&row->yardsticks),
                      100 * figures_error(&row->yardsticks));
        else
            html_cell(out, " ");
        html_row_end(out);
    }
    html_numbers_end(out);
}

void page_add_depths(const struct page *page, struct text *out) {
    const struct depth_table *table = &page->report.depths;
    struct html_scale scale = {0, 0};
    if (table->count == 0) return;
    html_figure_begin(out, "depths", table->words->title,
                      "Elo of the champion over the start where both search so far: what was tuned "
                      "at one depth or limit may lose at another. Bars are 95 % intervals, the "
                      "dashed line is the start.");
    for (int i = 0; i < table->count; i++) page_take_score(&scale, &table->rows[i].gain);
    text_add(out, "<ul class=\"rows\">\n");
    for (int i = 0; i < table->count; i++) {
        char name[128];
        strength_depth_name(table, &table->rows[i], name, sizeof name);
        page_add_score(name, &table->rows[i].gain, &scale, out);
    }
    text_add(out, "</ul>\n");
    strength_depth_numbers(table, out);
    html_figure_end(out);
}

/* ---- in each manner of play ---- */

void page_add_manners(const struct page *page, struct text *out) {
    const struct champion *champion = &page->report.champion;
    struct html_scale scale = {0, 0};
    if (champion->manner_count == 0) return;
    html_figure_begin(out, "manners", "Strength in each manner of play",
                      "Elo of the champion over the start where both play in that manner; bars "
                      "are 95 % intervals, the dashed line is the start.");
    for (int m = 0; m < champion->manner_count; m++)
        page_take_score(&scale, &champion->manners[m].gain);
    text_add(out, "<ul class=\"rows\">\n");
    for (int m = 0; m < champion->manner_count; m++)
        page_add_score(text_get(&champion->manners[m].play), &champion->manners[m].gain, &scale,
                       out);
    text_add(out, "</ul>\n");
    html_numbers_begin(out, "Numbers: manners of play", "manner|share|" HTML_SCORE_HEADS);
    for (int m = 0; m < champion->manner_count; m++) {
        const struct champion *part = &champion->manners[m];
        html_row(out, "%s", text_get(&part->play));
        html_cell(out, "%.2f", part->share);
        html_score_cells(out, &part->gain, &part->gain_counts);
        html_row_end(out);
    }
    html_numbers_end(out);
    html_figure_end(out);
}

/* ---- against all opponents ---- */

static void strength_meetings(const char *caption, const struct figures_meeting *meetings,
                              int count, struct text *out) {
    struct html_scale scale = {0, 0};
    for (int i = 0; i < count; i++) page_take_score(&scale, &meetings[i].score);
    text_add(out, "<ul class=\"rows\">\n");
    for (int i = 0; i < count; i++)
        page_add_score(meetings[i].against, &meetings[i].score, &scale, out);
    text_add(out, "</ul>\n");
    html_numbers_begin(out, caption, "against|meeting|" HTML_SCORE_HEADS);
    for (int i = 0; i < count; i++) {
        html_row(out, "%s", meetings[i].against);
        html_cell(out, "%lld", (long long)meetings[i].id);
        html_score_cells(out, &meetings[i].score, &meetings[i].counts);
        html_row_end(out);
    }
    html_numbers_end(out);
}

void page_add_opponents(const struct page *page, struct text *out) {
    const struct champion *champion = &page->report.champion;
    const struct report_milestones *milestones = &page->report.milestones;
    if (champion->opponent_count == 0) return;
    html_figure_begin(out, "opponents", "The champion against each opponent",
                      "Its Elo over yardsticks, start and other candidates, each measured apart on "
                      "unseen openings; bars are 95 % intervals, the dashed line is equality.");
    strength_meetings("Numbers: the champion's meetings", champion->opponents,
                      champion->opponent_count, out);
    if (milestones->yardstick_count > 0) {
        text_add(out, "<h3>");
        html_add(out, "The champion of %s against the yardsticks", milestones->last);
        text_add(out, "</h3>\n");
        strength_meetings("Numbers: the last milestone against the yardsticks",
                          milestones->yardsticks, milestones->yardstick_count, out);
    }
    html_figure_end(out);
}
