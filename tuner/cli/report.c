/*
 * report: `hone report`, the page that is read in the morning.
 */
#include <math.h>
#include <stdio.h>

#include "engine/base/options.h"
#include "tuner/cli/commands.h"
#include "tuner/report/listing.h"
#include "tuner/report/run_argument.h"
#include "tuner/report/text.h"

static const struct command_usage usage = {
    .synopsis = "report [OPTION]... RUN",
    .doc = "Prints what a run did and what its champion is worth. RUN is the run's directory or\n"
           "database. Every figure is from the database; nothing is played.\n",
    .operands_min = 1,
    .operands_max = 1,
};

/* The run generation by generation. */
static void report_print_listing(const struct report *report, enum listing_format format) {
    struct listing listing = listing_new(format);
    for (int i = 0; i < report->row_count; i++) {
        const struct report_row *row = &report->rows[i];
        listing_row(&listing);
        listing_whole(&listing, "generation", row->number);
        listing_real(&listing, "champion_rate", row->rate < 0 ? NAN : row->rate);
        listing_whole(&listing, "games", row->games);
        listing_whole(&listing, "games_distinct", row->games_distinct);
        listing_real(&listing, "seconds", row->seconds);
        listing_whole(&listing, "threads", row->threads);
    }
    listing_print(&listing);
}

/* The learning curve. */
static void report_print_curve(const struct curve *curve, enum listing_format format) {
    struct listing listing = listing_new(format);
    for (int i = 0; i < curve->count; i++) {
        const struct curve_point *point = &curve->points[i];
        listing_row(&listing);
        listing_whole(&listing, "generation", point->generation);
        listing_whole(&listing, "games", point->games);
        listing_real(&listing, "elo", point->elo);
        listing_real(&listing, "elo_error", point->error);
    }
    listing_print(&listing);
}

/* Everything, or the curve alone. */
static void report_print(const struct report *report, bool curve, enum listing_format format) {
    struct text text = {0};
    if (format != LISTING_TEXT && curve)
        report_print_curve(&report->curve, format);
    else if (format != LISTING_TEXT)
        report_print_listing(report, format);
    else if (curve)
        report_text_curve(&report->curve, max_int(1, report->curve.count), &text);
    else
        report_text(report, &text);
    fputs(text_get(&text), stdout);
    text_free(&text);
}

int command_report(int argc, char **argv) {
    enum listing_format format = LISTING_TEXT;
    bool curve = false;
    const struct option_spec options[] = {
        {.name = "curve",
         .doc = "the learning curve alone: strength at all milestones",
         .kind = OPTION_FLAG,
         .value = &curve},
        listing_option(&format, "a row for each generation, with --curve for each milestone"),
        {0}};
    struct operands operands;
    struct run_argument run;
    struct error error;
    struct report report;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (run_argument_open(operands.list[0], &run, &error))
        return command_fail(&usage, "%s", error.text);
    status = report_load(run.store, run.run, &report, &error);
    if (status == 0) report_print(&report, curve, format);
    report_free(&report);
    run_argument_close(&run);
    return status ? command_fail(&usage, "%s", error.text) : 0;
}
