/*
 * report: `hone report`, the page that is read in the morning.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/options.h"
#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/several.h"
#include "tuner/report/listing.h"
#include "tuner/report/overview.h"
#include "tuner/report/page/chart.h"
#include "tuner/report/page/html.h"
#include "tuner/report/page/page.h"
#include "tuner/report/run_argument.h"
#include "tuner/report/text.h"
#include "tuner/store/examine.h"

static const struct command_usage usage = {
    .synopsis = "report [OPTION]... RUN [RUN]...",
    .doc =
        "Prints what a run did and what its champion is worth. RUN is the run's directory or\n"
        "database. Every figure is from the database; nothing is played.\n"
        "Several runs of a game are set side by side; those whose configs differ in seed and name\n"
        "alone are summed up as median and quartiles, and it is said in what the configs differ.\n",
    .operands_min = 1,
    .operands_max = SEVERAL_MAX,
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

/* Strength against depth. */
static void report_print_depths(const struct depth_table *table, enum listing_format format) {
    struct listing listing = listing_new(format);
    for (int i = 0; i < table->count; i++) {
        const struct depth_row *row = &table->rows[i];
        bool known = row->gain.pairs > 0, met = row->yardsticks.pairs > 0;
        listing_row(&listing);
        listing_whole(&listing, "depth", row->depth);
        listing_text(&listing, "play", text_get(&row->play));
        listing_whole(&listing, "tuned", row->tuned);
        listing_whole(&listing, "pairs", row->gain.pairs);
        listing_real(&listing, "elo", known ? row->gain.elo : NAN);
        listing_real(&listing, "elo_error", known ? row->gain.elo_error : NAN);
        listing_bounds(&listing, known ? &row->gain : NULL);
        listing_whole(&listing, "yardsticks", row->yardsticks.meetings);
        listing_real(&listing, "points", met ? figures_rate(&row->yardsticks) : NAN);
        listing_real(&listing, "points_error", met ? figures_error(&row->yardsticks) : NAN);
        listing_whole(&listing, "little", depth_row_is_little(table, row));
    }
    listing_print(&listing);
}

/* Everything, or one part alone. */
enum report_part { REPORT_ALL, REPORT_CURVE, REPORT_DEPTHS };

static void report_print_rows(const struct report *report, enum report_part part,
                              enum listing_format format) {
    if (part == REPORT_CURVE)
        report_print_curve(&report->curve, format);
    else if (part == REPORT_DEPTHS)
        report_print_depths(&report->depths, format);
    else
        report_print_listing(report, format);
}

static void report_print_text(const struct run_argument *run, const struct report *report,
                              enum report_part part) {
    struct text text = {0};
    if (part == REPORT_CURVE && report->curve.count == 0)
        text_add(&text, "no milestones yet\n");
    else if (part == REPORT_CURVE)
        report_text_curve(&report->curve, report->curve.count, &text);
    else if (part == REPORT_DEPTHS)
        report_text_depths(&report->depths, &text);
    else
        overview_print(run, report, &text);
    shown_put(text_get(&text));
    text_free(&text);
}

static int report_one(const char *place, enum report_part part, enum listing_format format) {
    struct run_argument run;
    struct error error;
    struct report report;
    if (run_argument_open(place, &run, &error)) return command_fail(&usage, "%s", error.text);
    int status = report_load(run.store, run.run, &report, &error);
    if (status == 0) status = store_check_links(run.store, &error);
    if (status == 0 && format == LISTING_TEXT) report_print_text(&run, &report, part);
    if (status == 0 && format != LISTING_TEXT) report_print_rows(&report, part, format);
    report_free(&report);
    run_argument_close(&run);
    return status ? command_fail(&usage, "%s", error.text) : 0;
}

/* ---- as a page ---- */

static int report_write_page(const struct page *page, const char *path, struct error *error) {
    struct text html = {0};
    int status = page_draw(page, &html, error);
    if (status == 0) status = file_write(path, text_get(&html), error);
    text_free(&html);
    return status;
}

static bool report_wait(void) {
    for (int seconds = 0; seconds < PAGE_REFRESH && !interrupt_pending(); seconds++)
        nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    return !interrupt_pending();
}

/* Again and again, until the run is finished. */
static int report_follow(struct page *page, const char *path, struct error *error) {
    while (!page->live.finished && report_wait())
        if (page_read(page, error) || report_write_page(page, path, error)) return -1;
    return 0;
}

static int report_page(const char *place, const char *path, bool follow) {
    struct page page = {0};
    struct error error;
    if (follow) interrupt_install();
    int status =
        chart_check(&error) || html_check_file(path, &error) ? -1 : page_open(place, &page, &error);
    page.follow = follow;
    if (status == 0) status = report_write_page(&page, path, &error);
    if (status == 0 && follow) status = report_follow(&page, path, &error);
    page_close(&page);
    if (follow && interrupt_pending()) return interrupt_status(); /* which ends gnuplot too */
    return status ? command_fail(&usage, "%s", error.text) : 0;
}

static int report_open_pages(char *const *places, int count, struct page *pages,
                             struct error *error) {
    for (int i = 0; i < count; i++) {
        if (page_open(places[i], &pages[i], error)) return -1;
        const char *there = pages[0].live.run.run->game, *here = pages[i].live.run.run->game;
        if (strcmp(there, here) != 0)
            return error_set(error, "%s is of %s, %s of %s; runs of one game can be compared",
                             places[0], there, places[i], here);
    }
    return 0;
}

static int report_pages(char *const *places, int count, const char *path) {
    struct page *pages = xcalloc((size_t)count, sizeof *pages);
    struct text html = {0};
    struct error error;
    int status = chart_check(&error) || html_check_file(path, &error) ||
                         report_open_pages(places, count, pages, &error) ||
                         page_draw_several(pages, places, count, &html, &error) ||
                         file_write(path, text_get(&html), &error)
                     ? command_fail(&usage, "%s", error.text)
                     : 0;
    for (int i = 0; i < count; i++) page_close(&pages[i]);
    free(pages);
    text_free(&html);
    return status;
}

static int report_several(char *const *places, int count, enum listing_format format) {
    struct several several;
    struct error error;
    int status = several_load(places, count, &several, &error);
    if (status == 0 && format == LISTING_TEXT) several_print(&several);
    if (status == 0 && format != LISTING_TEXT) several_print_listing(&several, format);
    several_free(&several);
    return status ? command_fail(&usage, "%s", error.text) : 0;
}

/* Of one run or several. */
static int report_places(const struct run_argument_places *places, enum report_part part,
                         enum listing_format format, const char *html, bool follow) {
    char *const *list = places->list;
    int count = places->count;
    if (follow && (!html || count > 1))
        return usage_fail(&usage, "--follow is of one run's page: --html FILE");
    if (html) return count > 1 ? report_pages(list, count, html) : report_page(*list, html, follow);
    if (count == 1) return report_one(*list, part, format);
    if (part != REPORT_ALL)
        return usage_fail(&usage, "--%s is of one run", part == REPORT_CURVE ? "curve" : "depths");
    return report_several(list, count, format);
}

int command_report(int argc, char **argv) {
    enum listing_format format = LISTING_TEXT;
    bool curve = false, depths = false, follow = false;
    const char *html = NULL;
    const struct option_spec options[] = {
        {.name = "curve",
         .doc = "the learning curve of one run alone: strength at all milestones",
         .kind = OPTION_FLAG,
         .value = &curve},
        {.name = "depths",
         .doc = "strength against depth of one run alone",
         .kind = OPTION_FLAG,
         .value = &depths},
        {.name = "html",
         .argument = "FILE",
         .doc = "writes the report as a page for browsers: one file that needs no other",
         .kind = OPTION_TEXT,
         .value = &html},
        {.name = "follow",
         .doc = "writes that page again every minute until the run is finished; it loads itself",
         .kind = OPTION_FLAG,
         .value = &follow},
        listing_option(&format, "a row for each generation, with --curve for each milestone, "
                                "with --depths for each depth, of several runs for each run"),
        {0}};
    struct operands operands;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    enum report_part part = curve ? REPORT_CURVE : depths ? REPORT_DEPTHS : REPORT_ALL;
    if (curve && depths) return usage_fail(&usage, "--curve or --depths: one part alone");
    if (html && (part != REPORT_ALL || format != LISTING_TEXT))
        return usage_fail(&usage, "--html goes with no other format, and with no part alone");
    struct run_argument_places places;
    run_argument_expand(operands.list, operands.count, &places);
    status = report_places(&places, part, format, html, follow);
    run_argument_places_free(&places);
    return status;
}
