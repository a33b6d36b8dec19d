/*
 * report: `hone report`, the page to read after a run.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/options.h"
#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "engine/plugin/library.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/run_row.h"
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
        "Several runs of a game are shown side by side. Those with configs that differ only in "
        "seed\n"
        "and name are summed up as median and quartiles; for others the differences are listed.\n",
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

/* Strength against depth, or at two limits. */
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
                              enum report_part part, bool explain) {
    struct text text = {0};
    if (part == REPORT_CURVE && report->curve.count == 0)
        text_add(&text, "no milestones yet\n");
    else if (part == REPORT_CURVE)
        report_text_curve(&report->curve, report->curve.count, &text);
    else if (part == REPORT_DEPTHS)
        report_text_depths(&report->depths, &text);
    else
        overview_print(run, report, explain, &text);
    shown_put(text_get(&text));
    text_free(&text);
}

/* What the command line asks for. */
struct report_wish {
    enum report_part part;
    enum listing_format format;
    const char *html;
    bool follow, explain, playable;
};

/* As it is at one moment. */
static int report_one(const struct run_argument *run, const struct report_wish *wish,
                      struct error *error) {
    struct report report;
    store_begin_reading(run->store);
    int status = report_load(run->store, run->run, &report, error);
    if (status == 0) status = store_check_links(run->store, error);
    if (status == 0 && wish->format == LISTING_TEXT)
        report_print_text(run, &report, wish->part, wish->explain);
    if (status == 0 && wish->format != LISTING_TEXT)
        report_print_rows(&report, wish->part, wish->format);
    report_free(&report);
    store_rollback(run->store);
    return status;
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

static int report_page(struct run_argument *run, const struct report_wish *wish,
                       struct error *error) {
    struct page page = {0};
    if (wish->follow) interrupt_install();
    int status = page_open(run, &page, error);
    page.follow = wish->follow;
    page.playable = wish->playable;
    if (status == 0) status = report_write_page(&page, wish->html, error);
    if (status == 0 && wish->follow) status = report_follow(&page, wish->html, error);
    page_close(&page);
    return status;
}

static int report_check_game(const struct run_arguments *runs, int place, struct error *error) {
    const struct run_argument *first = &runs->list[0], *run = &runs->list[place];
    if (strcmp(first->run->game, run->run->game) == 0) return 0;
    return error_set(error, "%s is of %s, %s of %s; runs of one game can be compared",
                     first->argument, first->run->game, run->argument, run->run->game);
}

static int report_pages(struct run_arguments *runs, const char *path, struct error *error) {
    struct page *pages = xcalloc((size_t)runs->count, sizeof *pages);
    struct text html = {0};
    int status = 0;
    for (int i = 0; i < runs->count && status == 0; i++)
        status = page_open(&runs->list[i], &pages[i], error);
    if (status == 0) status = page_draw_several(pages, runs->count, &html, error);
    if (status == 0) status = file_write(path, text_get(&html), error);
    for (int i = 0; i < runs->count; i++) page_close(&pages[i]);
    free(pages);
    text_free(&html);
    return status;
}

static int report_several(const struct run_arguments *runs, enum listing_format format,
                          struct error *error) {
    struct several several;
    int status = several_load(runs, &several, error);
    if (status == 0 && format == LISTING_TEXT) several_print(&several);
    if (status == 0 && format != LISTING_TEXT) several_print_listing(&several, format);
    several_free(&several);
    return status;
}

/* What is of one run and asked of several is no matter of what they hold. */
static int report_check_wish(const struct report_wish *wish, int count) {
    if (wish->explain &&
        (wish->html || count > 1 || wish->part != REPORT_ALL || wish->format != LISTING_TEXT))
        return usage_fail(&usage, "--explain is of one run's report as text");
    if (wish->follow && (!wish->html || count > 1))
        return usage_fail(&usage, "--follow is of one run's page: --html FILE");
    if (wish->playable && (!wish->html || count > 1))
        return usage_fail(&usage, "--playable is of one run's page: --html FILE");
    if (!wish->html && count > 1 && wish->part != REPORT_ALL)
        return usage_fail(&usage, "--%s is of one run",
                          wish->part == REPORT_CURVE ? "curve" : "depths");
    return 0;
}

static int report_runs(struct run_arguments *runs, const struct report_wish *wish,
                       struct error *error) {
    for (int i = 1; i < runs->count; i++)
        if (report_check_game(runs, i, error)) return -1;
    if (wish->html)
        return runs->count > 1 ? report_pages(runs, wish->html, error)
                               : report_page(&runs->list[0], wish, error);
    if (runs->count > 1) return report_several(runs, wish->format, error);
    return report_one(&runs->list[0], wish, error);
}

static int report_arguments(const struct operands *operands, const struct report_wish *wish) {
    struct run_arguments runs = {0};
    struct error error;
    int status = (wish->html && (chart_check(&error) || html_check_file(wish->html, &error))) ||
                         run_arguments_open_all(&runs, operands->list, operands->count, &error)
                     ? -1
                     : 0;
    int refused = status == 0 ? report_check_wish(wish, runs.count) : 0;
    if (status == 0 && !refused) status = report_runs(&runs, wish, &error);
    run_arguments_close(&runs);
    if (refused) return refused;
    if (interrupt_pending()) return interrupt_status(); /* which ends gnuplot too */
    return status ? command_fail(&usage, "%s", error.text) : 0;
}

int command_report(int argc, char **argv) {
    struct report_wish wish = {0};
    bool curve = false, depths = false;
    const struct option_spec options[] = {
        {.name = "curve",
         .doc = "the learning curve of one run alone: strength at all milestones",
         .kind = OPTION_FLAG,
         .value = &curve},
        {.name = "depths",
         .doc = "strength against depth, or at two limits, of one run alone",
         .kind = OPTION_FLAG,
         .value = &depths},
        {.name = "explain",
         .doc = "says below each figure what it means",
         .kind = OPTION_FLAG,
         .value = &wish.explain},
        {.name = "html",
         .argument = "FILE",
         .doc = "writes the report as a page for browsers: one file that needs no other",
         .kind = OPTION_TEXT,
         .value = &wish.html},
        {.name = "follow",
         .doc = "writes that page again every minute until the run is finished; it loads itself",
         .kind = OPTION_FLAG,
         .value = &wish.follow},
        {.name = "playable",
         .doc = "puts the champion into that page, to be played there; `make web` builds what it "
                "takes",
         .kind = OPTION_FLAG,
         .value = &wish.playable},
        listing_option(&wish.format, "a row for each generation, with --curve for each milestone, "
                                     "with --depths for each depth, of several runs for each run"),
        library_option(),
        {0}};
    struct operands operands;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    wish.part = curve ? REPORT_CURVE : depths ? REPORT_DEPTHS : REPORT_ALL;
    if (curve && depths) return usage_fail(&usage, "--curve or --depths: one part alone");
    if (wish.html && (wish.part != REPORT_ALL || wish.format != LISTING_TEXT))
        return usage_fail(&usage, "--html does not go with --format, --curve or --depths");
    return report_arguments(&operands, &wish);
}
