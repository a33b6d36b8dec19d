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
    .synopsis = "report RUN",
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

int command_report(int argc, char **argv) {
    enum listing_format format = LISTING_TEXT;
    const struct option_spec options[] = {listing_option(&format, "a row for each generation"),
                                          {0}};
    struct operands operands;
    struct run_argument run;
    struct error error;
    struct report report;
    struct text text = {0};
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (run_argument_open(operands.list[0], &run, &error))
        return command_fail(&usage, "%s", error.text);
    status = report_load(run.store, run.run, &report, &error);
    if (status == 0 && format == LISTING_TEXT) report_text(&report, &text);
    if (status == 0 && format != LISTING_TEXT) report_print_listing(&report, format);
    fputs(text_get(&text), stdout);
    report_free(&report);
    run_argument_close(&run);
    text_free(&text);
    return status ? command_fail(&usage, "%s", error.text) : 0;
}
