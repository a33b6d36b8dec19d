/*
 * several: runs of one game side by side. Their starts may differ, so each figure names its
 * reference: Elo over the own start, and points against the yardsticks.
 */
#include <stdlib.h>

#include "tuner/report/page/chart.h"
#include "tuner/report/page/parts.h"

static void several_champions(const struct page *pages, int count, struct text *out) {
    struct html_scale scale = {0, 0};
    html_figure_begin(out, "champions", "Champions",
                      "Elo of each run's champion over the run's own start, on unseen openings; "
                      "bars are 95 % intervals, the dashed line is the start.");
    for (int i = 0; i < count; i++) page_take_score(&scale, &pages[i].report.champion.gain);
    text_add(out, "<ul class=\"rows\">\n");
    for (int i = 0; i < count; i++)
        if (pages[i].report.champion.gain_known)
            page_add_score(pages[i].live.run.argument, &pages[i].report.champion.gain, &scale, out);
    text_add(out, "</ul>\n");
    html_numbers_begin(out, "Numbers: champions",
                       "run|optimiser|seed|generations|training games|Elo over the start|points "
                       "against the yardsticks");
    for (int i = 0; i < count; i++) {
        const struct stored_run *run = pages[i].live.run.run;
        const struct champion *champion = &pages[i].report.champion;
        char games[HTML_COUNT_LENGTH], elo[SCORE_ELO_LENGTH] = " ";
        if (champion->gain_known) score_format_elo(&champion->gain, elo);
        html_row(out, "%s", pages[i].live.run.argument);
        html_cell(out, "%s", pages[i].live.config.given.optimizer);
        html_cell(out, "%llu", (unsigned long long)run->seed);
        html_cell(out, "%d", run->generations);
        html_cell(out, "%s", html_count(pages[i].report.games, games));
        html_cell(out, "%s", elo);
        if (champion->yardsticks.pairs > 0)
            html_cell(out, "%.4f +/- %.4f", figures_rate(&champion->yardsticks),
                      figures_error(&champion->yardsticks));
        else
            html_cell(out, " ");
        html_row_end(out);
    }
    html_numbers_end(out);
    html_figure_end(out);
}

static void several_curve_numbers(const struct page *pages, int count, struct text *out) {
    char games[HTML_COUNT_LENGTH];
    html_numbers_begin(out, "Numbers: strength over time",
                       "run|generation|training games|Elo over the start");
    for (int i = 0; i < count; i++)
        for (int p = 0; p < pages[i].report.curve.count; p++) {
            const struct curve_point *point = &pages[i].report.curve.points[p];
            html_row(out, "%s", pages[i].live.run.argument);
            html_cell(out, "%d", point->generation);
            html_cell(out, "%s", html_count(point->games, games));
            html_cell(out, "%+.1f +/- %.1f", point->elo, point->error);
            html_row_end(out);
        }
    html_numbers_end(out);
}

/* Of as many runs with milestones as there are colours. */
static int several_curves(const struct page *pages, int count, struct text *out,
                          struct error *error) {
    struct chart chart = {.x_label = "thousand training games", .y_label = "Elo over the start"};
    int known = 0;
    for (int i = 0; i < count; i++) {
        const struct curve *curve = &pages[i].report.curve;
        if (curve->count == 0 || known++ >= CHART_SERIES_MAX) continue;
        double *values = xcalloc(2 * (size_t)curve->count + 1, sizeof *values);
        for (int p = 0; p < curve->count; p++) {
            values[p] = (double)curve->points[p].games / 1e3;
            values[curve->count + p] = curve->points[p].elo;
        }
        chart.series[chart.count++] =
            (struct chart_series){pages[i].live.run.argument, curve->count, values,
                                  values + curve->count, .points = true};
    }
    if (known == 0) return 0;
    html_figure_begin(out, "curves", "Strength over time",
                      known > CHART_SERIES_MAX
                          ? "Of the first runs, each over its own start; the table has all."
                          : "Of each run's champions over the run's own start.");
    int status = chart_draw(&chart, out, error);
    several_curve_numbers(pages, count, out);
    html_figure_end(out);
    for (int s = 0; s < chart.count; s++) free((double *)(uintptr_t)chart.series[s].x);
    return status;
}

int page_draw_several(const struct page *pages, int count, struct text *out, struct error *error) {
    html_page_begin(out, "Runs side by side", 0);
    chart_add_markers(out);
    text_add(out, "<header><h1>");
    html_add(out, "%d runs of %s", count, pages[0].live.run.run->game);
    text_add(out, "</h1></header>\n<main>\n");
    several_champions(pages, count, out);
    int status = several_curves(pages, count, out, error);
    text_add(out, "</main>\n");
    html_page_end(out);
    return status;
}
