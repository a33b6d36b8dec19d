/*
 * Reading is one short transaction, which sees the database as it was when it began: with its
 * write-ahead log neither side waits for the other. Drawing reads nothing.
 */
#include "tuner/report/page/page.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "tuner/report/overview.h"
#include "tuner/report/page/chart.h"
#include "tuner/report/page/parts.h"
#include "tuner/report/page/play.h"
#include "tuner/report/players.h"
#include "tuner/report/verdict.h"
#include "tuner/store/examine.h"

enum { TRACE_MAX = 40 /* generations */ };

/* ---- reading ---- */

static void page_free_trace(struct page_trace *trace) {
    free(trace->generations);
    free(trace->genes);
    *trace = (struct page_trace){0};
}

static bool page_read_genes(const struct page *page, int generation, int32_t *out) {
    const struct space *space = &page->live.config.space;
    struct stored_player player;
    if (store_individual(page->live.run.store, page->live.run.run->id, generation, -1, &player,
                         NULL))
        return false;
    bool fits = player.dim == space->dim;
    if (fits) space_reduce(space, player.weights, out);
    store_free_player(&player);
    return fits;
}

static void page_read_trace(struct page *page) {
    struct page_trace *trace = &page->trace;
    int genes = page->live.config.space.count, last = page->live.run.run->generations;
    int count = min_int(last, TRACE_MAX);
    if (genes == 0 || genes > PAGE_PARAMS_MAX) return;
    trace->generations = xcalloc((size_t)count, sizeof *trace->generations);
    trace->genes = xcalloc((size_t)count * (size_t)genes, sizeof *trace->genes);
    for (int i = 0; i < count; i++) {
        int generation = count > 1 ? 1 + (int)((int64_t)i * (last - 1) / (count - 1)) : last;
        if (!page_read_genes(page, generation, trace->genes + trace->count * genes)) continue;
        trace->generations[trace->count++] = generation;
    }
}

static void page_read_weights(struct page *page) {
    if (players_load(&page->live.run, "start", &page->start, NULL) != 0) return;
    if (players_load(&page->live.run, "champion", &page->champion, NULL) == 0) return;
    weights_free(&page->start);
    page->start = (struct weights){0};
}

static void page_read_games(struct page *page) {
    memset(page->games, 0, sizeof page->games);
    page->games[STAGE_TRAIN] = page->report.games;
    page->seconds[STAGE_TRAIN] = page->report.seconds;
    for (enum stage stage = STAGE_TRAIN + 1; stage < STAGES; stage++) {
        struct stored_meeting *rows;
        int count = store_meetings(page->live.run.store, page->live.run.run->id, stage, -1, &rows);
        for (int i = 0; i < count; i++) page->games[stage] += 2 * rows[i].pairs;
        page->seconds[stage] =
            store_stage_seconds(page->live.run.store, page->live.run.run->id, stage);
        free(rows);
    }
}

static void page_read_ablation(struct page *page) {
    const struct champion *champion = &page->report.champion;
    page->ablated = champion->chosen && page->champion.evaluator &&
                    store_ablation(page->live.run.store, page->live.run.run->id,
                                   champion->row.player, &page->ablation);
}

static void page_forget(struct page *page) {
    report_free(&page->report);
    weights_free(&page->champion);
    weights_free(&page->start);
    page_free_trace(&page->trace);
    store_free_ablation(&page->ablation);
    page->report = (struct report){0};
    page->ablation = (struct stored_ablation){0};
    page->champion = page->start = (struct weights){0};
}

int page_read(struct page *page, struct error *error) {
    struct store *store = page->live.run.store;
    page_forget(page);
    store_begin_reading(store);
    int status = live_refresh(&page->live, error);
    if (status == 0) status = report_load(store, page->live.run.run, &page->report, error);
    if (status == 0) status = store_check_links(store, error);
    page_read_weights(page);
    page_read_ablation(page);
    page_read_trace(page);
    page_read_games(page);
    store_rollback(store);
    return status;
}

int page_open(struct run_argument *run, struct page *page, struct error *error) {
    *page = (struct page){0};
    if (live_take(run, &page->live, error)) return -1;
    return page_read(page, error);
}

void page_close(struct page *page) {
    page_forget(page);
    live_close(&page->live);
}

/* ---- drawing ---- */

static void page_add_words(const char *class, struct text *words, struct text *out) {
    if (words->length) {
        text_add(out, "<p class=\"%s\">", class);
        html_add(out, "%s", words->data);
        text_add(out, "</p>\n");
    }
    text_free(words);
}

static void page_add_heading(const struct page *page, struct text *out) {
    const struct stored_run *run = page->live.run.run;
    struct text dates = {0}, remarks = {0};
    overview_dates(run, &dates);
    overview_add_programs(&page->live.config, &remarks);
    overview_add_changes(&page->live.run, &remarks);
    text_add(out, "<header>\n<h1>");
    html_add(out, "%s", run->name);
    text_add(out, "</h1>\n<p class=\"soft\">");
    if (page->report.is_study)
        html_add(out, "study of %d parameters", page->report.findings.count);
    else
        html_add(out, "%s, evaluator %s", run->game, store_run_tuned(run, (char[STORE_TUNED]){0}));
    html_add(out, ", optimiser %s, seed %llu; %s; %s", page->live.config.given.optimizer,
             (unsigned long long)run->seed, text_get(&dates), run->program);
    text_add(out, "</p>\n");
    text_free(&dates);
    page_add_words("soft", &remarks, out);
}

static int page_refresh(const struct page *page) {
    return page->follow && !page->live.finished ? PAGE_REFRESH : 0;
}

/* How far a run is that goes on, whether something is wrong, and what engines did wrong. */
static void page_add_state(const struct page *page, struct text *out) {
    struct text words = {0};
    const char *engines = text_get(&page->report.engines);
    if (!page->live.finished) live_print_state(&page->live, &words);
    page_add_words("notice", &words, out);
    if (!page->report.is_study) health_print(&page->report.health, &words);
    page_add_words("notice", &words, out);
    text_add(&words, "%s", engines + strspn(engines, "\n"));
    page_add_words("soft lines", &words, out);
    if (page_refresh(page) > 0)
        text_add(out, "<p><button type=\"button\" id=\"refresh\" hidden></button></p>\n");
}

static void page_print_verdict(const struct champion *champion, struct text *out) {
    if (champion->is_start)
        text_add(out,
                 "The start stays, for the best of training, %s, is %s: ", champion->measured_name,
                 verdict_of(champion));
    else
        text_add(out, "The champion, %s, is %s: ", champion->name, verdict_of(champion));
    verdict_gain(champion, out);
    if (!champion_is_unmeasured(champion)) text_add(out, ", LOS %.1f %%", 100 * champion->gain.los);
    const struct figures_pool *pool = &champion->yardsticks;
    if (pool->meetings > 0)
        text_add(out, "; it scores %.1f %% +/- %.1f against %d yardstick%s",
                 100 * figures_rate(pool), 100 * figures_error(pool), pool->meetings,
                 plural(pool->meetings));
    if (champion->counted_once.length)
        text_add(out, "; counted once: %s", text_get(&champion->counted_once));
    text_add(out, ".");
}

static void page_add_findings(const struct page *page, struct text *out) {
    const struct findings *findings = &page->report.findings;
    struct text words = {0};
    findings_describe(findings, &words);
    page_add_words("verdict", &words, out);
    text_add(out, "</header>\n<main>\n");
    if (findings->generation == 0) return;
    html_figure_begin(out, "champion", "The champion's values",
                      "Beside those of the vector with the best score, where scores are told.");
    html_table_begin(out, "", "parameter|champion|best score|min|max");
    for (int i = 0; i < findings->count; i++) {
        const struct finding *one = &findings->list[i];
        html_row(out, "%s", one->name);
        html_cell(out, "%s", one->champion);
        html_cell(out, "%s", one->best);
        html_cell(out, "%s", one->min);
        html_cell(out, "%s", one->max);
        html_row_end(out);
    }
    html_table_end(out);
    html_figure_end(out);
}

static void page_add_verdict(const struct page *page, struct text *out) {
    const struct champion *champion = &page->report.champion;
    const struct curve_point *last = curve_last(&page->report.curve);
    struct text words = {0};
    const char *class = "verdict";
    if (champion->gain_known) {
        page_print_verdict(champion, &words);
        class = champion->gain.los >= 0.975   ? "verdict better"
                : champion->gain.los <= 0.025 ? "verdict worse"
                                              : "verdict";
    } else if (champion->is_start) {
        text_add(&words, "The champion is the start itself: nothing was gained.");
    } else if (last) {
        text_add(&words, "So far: ");
        curve_print_point(last, false, &words);
        text_add(&words, "; no champion has been chosen and measured yet.");
    } else {
        text_add(&words, "No champion has been chosen and measured yet.");
    }
    page_add_words(class, &words, out);
    text_add(&words, "%s", text_get(&page->report.bounds));
    page_add_words("notice", &words, out);
    text_add(&words, "%s", text_get(&page->report.change));
    page_add_words("notice", &words, out);
    text_add(out, "</header>\n<main>\n");
}

static void page_add_study_figures(const struct page *page, struct text *out) {
    page_add_trace(page, out);
    page_add_metrics(page, out);
    page_add_settings(page, out);
}

static int page_add_figures(const struct page *page, struct text *out, struct error *error) {
    page_add_gain(page, out);
    if (page_add_curve(page, out, error)) return -1;
    page_add_depths(page, out);
    page_add_manners(page, out);
    page_add_opponents(page, out);
    page_add_measured(page, out);
    if (page_add_weights(page, out, error)) return -1;
    page_add_ablation(page, out);
    page_add_trace(page, out);
    page_add_metrics(page, out);
    if (page_add_pace(page, out, error)) return -1;
    page_add_again(page, out);
    return 0;
}

int page_draw(const struct page *page, struct text *out, struct error *error) {
    html_page_begin(out, page->live.run.run->name, page_refresh(page));
    chart_add_markers(out);
    page_add_heading(page, out);
    page_add_state(page, out);
    int status = 0;
    if (page->report.is_study) {
        page_add_findings(page, out);
        page_add_study_figures(page, out);
    } else {
        page_add_verdict(page, out);
        status = page_add_figures(page, out, error);
    }
    if (status == 0 && page->playable && page->champion.evaluator)
        status = play_button(&(struct play_seats){.count = 1, .champions = {&page->champion}},
                             "Play against the champion", out, error);
    text_add(out, "</main>\n");
    html_page_end(out);
    return status;
}
