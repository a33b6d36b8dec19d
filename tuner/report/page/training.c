/*
 * training: how the champion came about: parameters and the optimiser's figures as many small
 * drawings of one kind, the pace and the games of each stage, and the command for all of it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/options.h"
#include "engine/base/progress.h"
#include "tuner/report/overview.h"
#include "tuner/report/page/chart.h"
#include "tuner/report/page/parts.h"

enum { PIECES = 60 /* that a long run is drawn in */, PIECES_TABLE = 20 };

/* ---- small drawings ---- */

/* A line in a box of 100 by 40, from `low` below to `high` above. */
struct multiple {
    const char *name;
    int count;
    const double *values;
    double low, high;
    bool log;
};

static double multiple_y(const struct multiple *multiple, double value) {
    double low = multiple->low, high = multiple->high;
    if (multiple->log) low = log(low), high = log(high), value = log(value);
    double part = high > low ? (value - low) / (high - low) : 0.5;
    return 40 * (1 - fmax(0, fmin(1, part)));
}

static void multiple_draw(const struct multiple *multiple, struct text *out) {
    double step = multiple->count > 1 ? 100.0 / (multiple->count - 1) : 100;
    text_add(out, "<li><div><b>");
    html_add(out, "%s", multiple->name);
    text_add(out,
             "</b><span>%.4g</span></div><svg viewBox=\"0 0 100 40\" "
             "preserveAspectRatio=\"none\" aria-hidden=\"true\"><path class=\"start\" "
             "d=\"M0 %.1fH100\"/><path d=\"",
             multiple->values[multiple->count - 1], multiple_y(multiple, multiple->values[0]));
    for (int i = 0; i < multiple->count; i++)
        text_add(out, "%c%.1f %.1f", i ? 'L' : 'M', i * step,
                 multiple_y(multiple, multiple->values[i]));
    if (multiple->count == 1) text_add(out, "H100");
    text_add(out, "\"/></svg><div><span>%.4g</span><span>%.4g</span></div></li>\n", multiple->low,
             multiple->high);
}

/* ---- parameters ---- */

/* What 1 is of a gene, for people. */
static double training_unit(const struct page *page, int gene) {
    const struct config *config = &page->live.config;
    return parameters_unit(&config->parameters, config->space.owners[gene]);
}

static void training_gene(const struct page *page, int gene, double *values, struct text *out) {
    const struct space *space = &page->live.config.space;
    const struct range *range = &space->genes[gene];
    double unit = training_unit(page, gene);
    for (int i = 0; i < page->trace.count; i++)
        values[i] = unit * page->trace.genes[i * space->count + gene];
    const struct multiple multiple = {.name = space->params[space->owners[gene]].name,
                                      .count = page->trace.count,
                                      .values = values,
                                      .low = unit * range->lower,
                                      .high = unit * range->upper,
                                      .log = range->scale == SCALE_LOG};
    multiple_draw(&multiple, out);
}

static void training_trace_numbers(const struct page *page, struct text *out) {
    const struct space *space = &page->live.config.space;
    const struct page_trace *trace = &page->trace;
    struct text heads = {0};
    text_add(&heads, "parameter|lower|upper");
    for (int i = 0; i < trace->count; i++) text_add(&heads, "|%d", trace->generations[i]);
    html_numbers_begin(out, "Numbers: parameters by generation", text_get(&heads));
    for (int g = 0; g < space->count; g++) {
        double unit = training_unit(page, g);
        html_row(out, "%s", space->params[space->owners[g]].name);
        html_cell(out, "%.10g", unit * space->genes[g].lower);
        html_cell(out, "%.10g", unit * space->genes[g].upper);
        for (int i = 0; i < trace->count; i++)
            html_cell(out, "%.10g", unit * trace->genes[i * space->count + g]);
        html_row_end(out);
    }
    html_numbers_end(out);
    text_free(&heads);
}

void page_add_trace(const struct page *page, struct text *out) {
    const struct space *space = &page->live.config.space;
    if (page->trace.count == 0) return;
    double *values = xcalloc((size_t)page->trace.count, sizeof *values);
    html_figure_begin(out, "parameters", "Parameters over generations",
                      "Each parameter of the generation's champion; a box reaches from the lower "
                      "to the upper bound, the dashed line is the first generation's value, the "
                      "number above the last one's.");
    text_add(out, "<ul class=\"multiples\">\n");
    for (int g = 0; g < space->count; g++) training_gene(page, g, values, out);
    text_add(out, "</ul>\n");
    training_trace_numbers(page, out);
    html_figure_end(out);
    free(values);
}

/* ---- the optimiser's figures ---- */

/* Rows first … end of the generations make a piece. */
static int training_pieces(const struct page *page) {
    return min_int(page->report.row_count, PIECES);
}

static int training_piece(const struct page *page, int piece) {
    return (int)((int64_t)piece * page->report.row_count / training_pieces(page));
}

static double training_metric_of(const struct report_row *row, const char *name) {
    for (int i = 0; i < row->metric_count; i++)
        if (strcmp(row->metrics[i].name, name) == 0) return row->metrics[i].value;
    return NAN;
}

/* The mean over the piece's generations that noted it. */
static double training_metric(const struct page *page, const char *name, int piece) {
    double sum = 0;
    int count = 0;
    for (int i = training_piece(page, piece); i < training_piece(page, piece + 1); i++) {
        double value = training_metric_of(&page->report.rows[i], name);
        if (isfinite(value)) sum += value, count++;
    }
    return count > 0 ? sum / count : NAN;
}

/* The names of the figures, each once: those of the last generation and, for an optimiser in
 * phases, those of earlier ones. */
static int training_names(const struct page *page, const char *names[], int most) {
    int count = 0;
    for (int r = page->report.row_count - 1; r >= 0; r--) {
        const struct report_row *row = &page->report.rows[r];
        for (int i = 0; i < row->metric_count && count < most; i++) {
            int n = 0;
            while (n < count && strcmp(names[n], row->metrics[i].name) != 0) n++;
            if (n == count) names[count++] = row->metrics[i].name;
        }
    }
    return count;
}

static void training_metric_draw(const struct page *page, const char *name, struct text *out) {
    double values[PIECES];
    struct multiple multiple = {.name = name, .values = values, .low = INFINITY, .high = -INFINITY};
    for (int p = 0; p < training_pieces(page); p++) {
        double value = training_metric(page, name, p);
        if (!isfinite(value)) continue;
        values[multiple.count++] = value;
        multiple.low = fmin(multiple.low, value);
        multiple.high = fmax(multiple.high, value);
    }
    if (multiple.high - multiple.low < 1e-3 * fabs(multiple.high)) multiple.low = multiple.high;
    if (multiple.count > 0) multiple_draw(&multiple, out);
}

static void training_metrics_numbers(const struct page *page, const char *const *names, int count,
                                     struct text *out) {
    struct text heads = {0};
    int rows = page->report.row_count, step = max_int(1, rows / PIECES_TABLE);
    text_add(&heads, "generation");
    for (int n = 0; n < count; n++) text_add(&heads, "|%s", names[n]);
    html_numbers_begin(out, "Numbers: the optimiser's figures", text_get(&heads));
    for (int r = rows - 1 - (rows - 1) / step * step; r < rows; r += step) {
        html_row(out, "%d", page->report.rows[r].number);
        for (int n = 0; n < count; n++) {
            double value = training_metric_of(&page->report.rows[r], names[n]);
            html_cell(out, isfinite(value) ? "%.4g" : " ", value);
        }
        html_row_end(out);
    }
    html_numbers_end(out);
    text_free(&heads);
}

void page_add_metrics(const struct page *page, struct text *out) {
    const char *names[32];
    int count = training_names(page, names, COUNT_OF(names));
    if (count == 0) return;
    html_figure_begin(
        out, "optimiser", "The optimiser's own figures",
        "What it noted of each generation, such as diversity, rates of crossover and "
        "mutation, temperature or acceptance, from the first generation on the left "
        "to the last; each box reaches from the lowest to the highest value, the dashed "
        "line is the first. Rates among a generation's own players are no strength.");
    text_add(out, "<ul class=\"multiples large\">\n");
    for (int n = 0; n < count; n++) training_metric_draw(page, names[n], out);
    text_add(out, "</ul>\n");
    training_metrics_numbers(page, names, count, out);
    html_figure_end(out);
}

/* ---- pace ---- */

static int training_draw_pace(const struct page *page, struct text *out, struct error *error) {
    double generations[PIECES], rates[PIECES];
    int count = 0;
    for (int p = 0; p < training_pieces(page); p++) {
        double seconds = 0, games = 0;
        for (int i = training_piece(page, p); i < training_piece(page, p + 1); i++) {
            seconds += page->report.rows[i].seconds;
            games += (double)page->report.rows[i].games;
        }
        if (seconds <= 0) continue;
        generations[count] = training_piece(page, p + 1);
        rates[count++] = games / seconds;
    }
    const struct chart chart = {
        .x_label = "generation",
        .y_label = "games a second",
        .from_zero = true,
        .count = 1,
        .series = {{"games a second", count, generations, rates, .points = count <= 20}}};
    return count > 1 ? chart_draw(&chart, out, error) : 0;
}

/* Times are shown if all stages have them, else games. */
static bool training_has_times(const struct page *page) {
    for (enum stage stage = STAGE_TRAIN + 1; stage < STAGES; stage++)
        if (page->games[stage] > 0 && page->seconds[stage] == 0) return false;
    return true;
}

static double training_amount(const struct page *page, enum stage stage) {
    return training_has_times(page) ? page->seconds[stage] : (double)page->games[stage];
}

static void training_format_seconds(double seconds, char out[32]) {
    if (seconds < 10)
        snprintf(out, 32, "%.1f s", seconds);
    else
        duration_format(seconds, out);
}

static void training_stage(const struct page *page, enum stage stage, double most,
                           struct text *out) {
    char games[HTML_COUNT_LENGTH], took[32] = "";
    html_count(page->games[stage], games);
    if (training_has_times(page)) training_format_seconds(page->seconds[stage], took);
    text_add(out,
             "<li><span>%s</span><span class=\"track\" aria-hidden=\"true\"><i "
             "class=\"fill\" style=\"width:%.2f%%\"></i></span><span class=\"value\">",
             stage_table[stage].label, 100 * training_amount(page, stage) / most);
    html_add(out, "%s%s%s game%s", took, *took ? ", " : "", games, plural(page->games[stage]));
    text_add(out, "</span></li>\n");
}

static void training_stages(const struct page *page, struct text *out) {
    double most = 1e-9;
    for (enum stage stage = 0; stage < STAGES; stage++)
        most = fmax(most, training_amount(page, stage));
    text_add(out, "<h3>%s</h3>\n<ul class=\"rows\">\n",
             training_has_times(page) ? "Time of each stage" : "Games of each stage");
    for (enum stage stage = 0; stage < STAGES; stage++)
        if (page->games[stage] > 0) training_stage(page, stage, most, out);
    text_add(out, "</ul>\n");
}

static void training_time(const struct page *page, struct text *out) {
    char training[32], rest[32], rate[32];
    double whole = overview_seconds(page->live.run.run), seconds = page->report.seconds, played = 0;
    for (enum stage stage = 0; stage < STAGES; stage++) played += page->seconds[stage];
    training_format_seconds(seconds, training);
    text_add(out, "<p>");
    html_add(out, "Training took %s", training);
    rate_format((double)page->report.games / seconds, rate);
    if (seconds > 0) html_add(out, ", %s games a second", rate);
    if (whole >= played) {
        training_format_seconds(whole - played, rest);
        html_add(out,
                 training_has_times(page)
                     ? "; everything else took %s, pauses included"
                     : "; strength over time, choice and measurement of the champion, and "
                       "pauses took %s",
                 rest);
    }
    text_add(out, ".</p>\n");
}

static void training_stage_numbers(const struct page *page, struct text *out) {
    char games[HTML_COUNT_LENGTH], rate[32];
    html_numbers_begin(out, "Numbers: stages", "stage|games|seconds|games a second");
    for (enum stage stage = 0; stage < STAGES; stage++) {
        double seconds = page->seconds[stage];
        if (page->games[stage] == 0) continue;
        html_row(out, "%s", stage_table[stage].label);
        html_cell(out, "%s", html_count(page->games[stage], games));
        html_cell(out, seconds > 0 ? "%.2f" : " ", seconds);
        rate_format((double)page->games[stage] / seconds, rate);
        html_cell(out, "%s", seconds > 0 ? rate : " ");
        html_row_end(out);
    }
    html_numbers_end(out);
}

static void training_pace_numbers(const struct page *page, struct text *out) {
    int rows = page->report.row_count, step = max_int(1, rows / PIECES_TABLE);
    char games[HTML_COUNT_LENGTH];
    html_numbers_begin(out, "Numbers: generations",
                       "generation|games|different games|seconds|threads");
    for (int r = rows - 1 - (rows - 1) / step * step; r < rows; r += step) {
        const struct report_row *row = &page->report.rows[r];
        html_row(out, "%d", row->number);
        html_cell(out, "%s", html_count(row->games, games));
        html_cell(out, "%s", html_count(row->games_distinct, games));
        html_cell(out, "%.2f", row->seconds);
        html_cell(out, "%d", row->threads);
        html_row_end(out);
    }
    html_numbers_end(out);
}

int page_add_pace(const struct page *page, struct text *out, struct error *error) {
    if (page->report.row_count == 0) return 0;
    html_figure_begin(out, "pace", "Throughput, and where the time went",
                      "Training games a second by the clock of the machine that played them.");
    int status = training_draw_pace(page, out, error);
    training_time(page, out);
    training_stages(page, out);
    training_stage_numbers(page, out);
    training_pace_numbers(page, out);
    html_figure_end(out);
    return status;
}

/* ---- the same again ---- */

void page_begin_again(const char *command, const char *doc, struct text *out) {
    html_figure_begin(out, "again", "The same again", doc);
    text_add(out, "<pre><code>");
    html_add(out, "%s", command);
    text_add(out, "</code></pre>\n");
}

static void training_command(const struct page *page, struct text *out) {
    char place[RUN_ARGUMENT_PATH];
    struct text again = {0};
    run_argument_place(&page->live.run, place);
    text_add(&again, "output=%s-again", place);
    overview_add_word(program_name, out);
    text_add(out, " tune ");
    overview_add_word(place, out);
    for (int i = 0; i < page->live.config.given.plugins.count; i++) {
        text_add(out, " --plugin ");
        overview_add_word(page->live.config.given.plugins.paths[i], out);
    }
    text_add(out, " --set ");
    overview_add_word(text_get(&again), out);
    text_free(&again);
}

static void training_settings(const struct page *page, struct text *out) {
    text_add(out, "<details><summary>The run's settings</summary><pre tabindex=\"0\">");
    html_add(out, "%s", page->live.run.run->config);
    text_add(out, "</pre></details>\n");
}

void page_add_settings(const struct page *page, struct text *out) {
    html_figure_begin(out, "settings", "Settings", "As the database keeps them.");
    training_settings(page, out);
    html_figure_end(out);
}

void page_add_again(const struct page *page, struct text *out) {
    struct text command = {0};
    training_command(page, &command);
    page_begin_again(text_get(&command),
                     "This command plays the run again, from the settings that its database keeps; "
                     "whatever the number of threads, its rows are the same.",
                     out);
    if (page->report.ending.length) {
        text_add(out, "<p>");
        html_add(out, "%s", page->report.ending.data);
        text_add(out, "</p>\n");
    }
    training_settings(page, out);
    html_figure_end(out);
    text_free(&command);
}
