/*
 * In the order of a glance: how far, how strong, is anything wrong; then the parameters, which get
 * the rest of the screen.
 */
#include "tuner/report/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "tuner/report/lines.h"
#include "tuner/report/verdict.h"
#include "tuner/run/run.h"

/* ---- reading ---- */

static void live_read_genes(struct live *live) {
    const struct stored_run *run = live->run.run;
    const struct space *space = &live->config.space;
    struct stored_player champion;
    free(live->genes);
    live->genes = NULL;
    if (run->generations == 0 ||
        store_individual(live->run.store, run->id, run->generations, -1, &champion, NULL))
        return;
    if (champion.dim == space->dim) {
        live->genes = xmalloc((size_t)space->count * sizeof *live->genes);
        space_reduce(space, champion.weights, live->genes);
    }
    store_free_player(&champion);
}

/* Anew, since the config of a run that was made longer is another one. */
static int live_read_config(struct live *live, struct error *error) {
    const char *text = live->run.run->config;
    if (strcmp(text_get(&live->config_text), text) == 0) return 0;
    config_free(&live->config);
    text_free(&live->config_text);
    text_add_bytes(&live->config_text, text, strlen(text));
    return run_argument_config(&live->run, &live->config, error);
}

static void live_read_state(struct live *live) {
    char path[RUN_ARGUMENT_PATH + 16];
    run_heartbeat_path(live->run.path, path, sizeof path);
    live->finished = live->run.run->finished[0];
    live->running = !live->finished && store_is_written(live->run.path);
    live->beats = live->running && heartbeat_read(path, &live->beat) == 0;
}

int live_refresh(struct live *live, struct error *error) {
    run_argument_refresh(&live->run);
    if (live_read_config(live, error)) return -1;
    live_read_state(live);
    struct store *store = live->run.store;
    const struct stored_run *run = live->run.run;
    live->games = store_games(store, run->id, run->generations);
    live->stages = stages_of(store, run, &live->config);
    curve_free(&live->curve);
    live->curve = curve_of_run(store, run->id);
    live->health = health_of_run(store, run->id, &live->curve);
    text_free(&live->verdict);
    verdict_of_run(store, run, &live->verdict);
    live_read_genes(live);
    findings_free(&live->findings);
    if (config_is_study(&live->config)) findings_load(store, run, &live->config, &live->findings);
    return 0;
}

int live_take(struct run_argument *run, struct live *live, struct error *error) {
    *live = (struct live){.run = *run};
    *run = (struct run_argument){0};
    return live_refresh(live, error);
}

int live_open(const char *place, struct live *live, struct error *error) {
    struct run_argument run;
    *live = (struct live){0};
    return run_argument_open(place, &run, error) ? -1 : live_take(&run, live, error);
}

void live_close(struct live *live) {
    config_free(&live->config);
    text_free(&live->config_text);
    curve_free(&live->curve);
    text_free(&live->verdict);
    free(live->genes);
    findings_free(&live->findings);
    run_argument_close(&live->run);
}

/* ---- drawing ---- */

/* Adds the text, broken anywhere after `columns`: longer lines would wrap. (Pages may keep long
 * lines, lines.h.) */
static void live_fold(const char *text, int columns, struct text *out) {
    while (*text) {
        int bytes = 0, used = 0, at = 0;
        for (; text[bytes] && used < columns; used++) {
            if (text[bytes] == ' ') at = bytes;
            bytes += max_int(1, utf8_length(text + bytes));
        }
        if (text[bytes] && at > 0) bytes = at;
        text_add(out, "%.*s\n", bytes, text);
        text += bytes;
        text += strspn(text, " ");
    }
}

static int live_lines(const struct text *text) {
    int lines = 0;
    for (const char *c = text_get(text); *c; c++) lines += *c == '\n';
    return lines;
}

static void live_print_folded(struct text *words, int columns, struct text *out) {
    live_fold(text_get(words), columns, out);
    text_free(words);
}

/* A study is not played by hone. */
static const char *live_word(const struct live *live) {
    if (config_is_study(&live->config)) return live->finished ? "finished" : "unfinished";
    return live->finished ? "finished" : live->running ? "running" : "stopped";
}

static void live_print_heading(const struct live *live, struct text *out) {
    const struct stored_run *run = live->run.run;
    char age[32], tuned[STORE_TUNED];
    duration_format((double)run->age, age);
    text_add(out, "%s: %s, ", run->name, run->game);
    if (!config_is_study(&live->config)) text_add(out, "%s, ", store_run_tuned(run, tuned));
    text_add(out, "%s, seed %llu, begun %s ago, %s", live->config.given.optimizer,
             (unsigned long long)run->seed, age, live_word(live));
}

/* As the line that the run draws itself. */
static void live_print_beat(const struct heartbeat *beat, struct text *out) {
    enum { BAR = 20 };
    double part = beat->total > 0 ? (double)beat->done / (double)beat->total : 1;
    int full = max_int(0, min_int((int)(part * BAR), BAR));
    text_add(out, "%s [%.*s%.*s] %s", beat->label, full, "####################", BAR - full,
             "....................", beat->words);
}

static void live_print_results(const struct live *live, struct text *out) {
    const struct findings *findings = &live->findings;
    text_add(out, "; %lld result%s told", (long long)findings->answers, plural(findings->answers));
    if (!live->finished)
        text_add(out, ", generation %d lacks %lld", live->run.run->generations + 1,
                 (long long)findings->out);
}

static void live_print_length(const struct live *live, struct text *out) {
    const struct optimizer_options *length = &live->config.optimizer;
    text_add(out, "generation %d", live->run.run->generations);
    if (length->games == 0) text_add(out, " of %d", length->generations);
    if (config_is_study(&live->config)) {
        live_print_results(live, out);
        return;
    }
    text_add(out, ", %lld", (long long)live->games);
    if (length->games > live->games) text_add(out, " of %lld", (long long)length->games);
    text_add(out, " games of training; ");
    stages_print(&live->stages, live->running, out);
}

void live_print_state(const struct live *live, struct text *out) {
    text_add(out, "%s; ", live_word(live));
    if (live->beats) live_print_beat(&live->beat, out);
    if (live->beats) text_add(out, "; ");
    live_print_length(live, out);
}

static void live_print_curve(const struct live *live, const struct live_screen *screen,
                             struct text *out) {
    const struct curve *curve = &live->curve;
    if (curve->count == 0) return;
    struct text words = {0};
    double *elo = xcalloc((size_t)curve->count + 1, sizeof *elo); /* the start is at 0 */
    for (int i = 0; i < curve->count; i++) elo[i + 1] = curve->points[i].elo;
    text_add(&words, "strength: ");
    curve_print_point(curve_last(curve), false, &words);
    live_fold(text_get(&words), screen->columns, out);
    sparkline_print(elo, curve->count + 1, screen->columns, screen->blocks, out);
    text_add(out, "\n");
    text_free(&words);
    free(elo);
}

static void live_print_warning(const struct text *words, int columns, struct text *out) {
    struct text folded = {0};
    live_fold(text_get(words), columns - 2, &folded);
    for (const char *line = text_get(&folded); *line; line += strcspn(line, "\n") + 1)
        text_add(out, "! %.*s\n", (int)strcspn(line, "\n"), line);
    text_free(&folded);
}

static void live_print_warnings(const struct live *live, int columns, struct text *out) {
    struct text health = {0}, flat = {0};
    if (!config_is_study(&live->config)) health_print(&live->health, &health);
    curve_print_flat(&live->curve, &flat);
    live_print_warning(&health, columns, out);
    live_print_warning(&flat, columns, out);
    text_free(&health);
    text_free(&flat);
}

static bool live_is_at_bound(const struct range *gene, int32_t value) {
    return value <= gene->lower || value >= gene->upper;
}

/* "a1 50 0 [---#---] 100", cut to the screen; the name has `name` columns. */
static void live_print_gene(const struct live *live, int g, int name, int columns,
                            struct text *out) {
    enum { NUMBER = 11, GAUGE_MAX = 40 };
    const struct space *space = &live->config.space;
    const int beside = name + 3 * (NUMBER + 1);
    const struct range *gene = &space->genes[g];
    double unit = parameters_unit(&live->config.parameters, space->owners[g]);
    struct text line = {0};
    text_add(&line, "%-*.*s %*.10g %*.10g ", name, name, space->params[space->owners[g]].name,
             NUMBER, unit * live->genes[g], NUMBER, unit * gene->lower);
    sparkline_print_range(gene, live->genes[g], min_int(GAUGE_MAX, columns - beside - 1), &line);
    text_add(&line, " %.10g", unit * gene->upper);
    text_add(out, "%.*s\n", columns, text_get(&line));
    text_free(&line);
}

static void live_print_genes(const struct live *live, const struct live_screen *screen,
                             struct text *out) {
    enum { NAME_LEAST = 12, NAME_MOST = 24 };
    const struct space *space = &live->config.space;
    int at_bounds = 0;
    struct text words = {0};
    if (!live->genes) return;
    for (int g = 0; g < space->count; g++)
        at_bounds += live_is_at_bound(&space->genes[g], live->genes[g]);
    text_add(&words, "generation %d's champion: %d parameter%s, %d at a bound",
             live->run.run->generations, space->count, plural(space->count), at_bounds);
    live_print_folded(&words, screen->columns, out);
    int room = screen->lines - live_lines(out);
    int name = min_int(NAME_MOST, param_names_width(space->params, space->dim, NAME_LEAST));
    for (int g = screen->first; g < space->count && g < screen->first + room; g++)
        live_print_gene(live, g, name, screen->columns, out);
}

static void live_print_findings(const struct live *live, int columns, struct text *out) {
    struct text words = {0};
    if (!config_is_study(&live->config)) return;
    findings_describe(&live->findings, &words);
    for (const char *line = text_get(&words); *line; line += strcspn(line, "\n") + 1) {
        struct text one = {0};
        text_add_bytes(&one, line, strcspn(line, "\n"));
        live_print_folded(&one, columns, out);
    }
    text_free(&words);
}

void live_print(const struct live *live, const struct live_screen *screen, struct text *out) {
    struct text words = {0};
    live_print_heading(live, &words);
    live_print_folded(&words, screen->columns, out);
    if (live->beats) live_print_beat(&live->beat, &words);
    live_print_folded(&words, screen->columns, out);
    live_print_length(live, &words);
    live_print_folded(&words, screen->columns, out);
    live_print_curve(live, screen, out);
    if (live->verdict.length) text_add(&words, "champion: %s", text_get(&live->verdict));
    live_print_folded(&words, screen->columns, out);
    live_print_findings(live, screen->columns, out);
    live_print_warnings(live, screen->columns, out);
    live_print_genes(live, screen, out);
}
