/*
 * From the database alone; a run in progress is read beside its writer.
 */
#include "tuner/cli/run_row.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/shown.h"
#include "tuner/config/length.h"
#include "tuner/report/champion.h"
#include "tuner/report/verdict.h"
#include "tuner/store/questions.h"

static void run_row_fill_curve(const struct run_argument *run, struct run_row *row) {
    struct curve curve = curve_of_run(run->store, run->run->id);
    if (curve.count > 0) row->milestone = *curve_last(&curve);
    row->flat_since = curve_flat_since(&curve);
    curve_free(&curve);
}

static struct score run_row_also(const struct run_argument *run) {
    struct stored_meeting *meetings;
    struct score also = {.pairs = 0};
    if (store_meetings(run->store, run->run->id, STAGE_LIMIT, -1, &meetings) > 0)
        also = score_of(&meetings[0].counts);
    free(meetings);
    return also;
}

/* Of a study a program has a vector that it has not told of. */
static bool run_row_is_running(const struct run_argument *run, const struct config *config) {
    return config && config_is_study(config)
               ? store_is_asked(run->store, run->run->id, (int64_t)time(NULL))
               : store_is_written(run->path);
}

/* What ended the training of a run; "" while it goes on. */
static const char *run_row_ended_by(const struct stored_run *run, const struct config *config,
                                    int64_t games) {
    if (run->ended_by != ENDING_LENGTH) return store_ending_name(run->ended_by);
    if (!config || !length_reached(config, run->generations, games)) return "";
    return config->optimizer.games > 0 ? "games" : "generations";
}

/* config NULL: it cannot be read. */
static void run_row_fill(const struct run_argument *run, const struct config *config,
                         struct run_row *row) {
    const struct stored_run *stored = run->run;
    struct champion champion;
    champion_load(run->store, stored, &champion);
    *row = (struct run_row){
        .state = stored->finished[0]               ? "finished"
                 : run_row_is_running(run, config) ? "running"
                                                   : "stopped",
        .generations = stored->generations,
        .games = store_games(run->store, stored->id, stored->generations),
        .age = stored->age,
        .seed = stored->seed,
        .is_start = champion.is_start,
        .specialist = champion.chosen && specialist_is(&champion),
        .yardsticks = champion.yardsticks,
        .gain = champion.gain_known ? champion.gain : (struct score){.pairs = 0},
        .also = run_row_also(run),
    };
    snprintf(row->name, sizeof row->name, "%s", stored->name);
    snprintf(row->game, sizeof row->game, "%s", stored->game);
    snprintf(row->evaluator, sizeof row->evaluator, "%s", stored->evaluator);
    snprintf(row->layout, sizeof row->layout, "%s", stored->layout);
    snprintf(row->started, sizeof row->started, "%s", stored->started);
    row->ended_by = run_row_ended_by(stored, config, row->games);
    champion_free(&champion);
    run_row_fill_curve(run, row);
}

static void run_row_fill_plan(const struct config *config, struct run_row *row) {
    row->generations_planned = config->optimizer.generations;
    row->games_planned = config->optimizer.games;
    snprintf(row->optimizer, sizeof row->optimizer, "%s", config->given.optimizer);
}

int run_row_of(const struct run_argument *run, struct run_row *out, struct error *error) {
    struct config config;
    struct error unread = {""};
    store_soften(run->store, error);
    bool read = run_argument_config(run, &config, &unread) == 0;
    run_row_fill(run, read ? &config : NULL, out);
    if (read) run_row_fill_plan(&config, out);
    out->unread = unread;
    config_free(&config);
    return store_harden(run->store);
}

int run_row_load(const char *place, struct run_row *out, struct error *error) {
    struct run_argument run;
    *out = (struct run_row){.state = "", .ended_by = ""};
    if (run_argument_open(place, &run, error)) return -1;
    int status = run_row_of(&run, out, error);
    run_argument_close(&run);
    return status;
}

void run_row_add(struct listing *listing, const char *place, const struct run_row *row,
                 const char *error, int config) {
    bool known = row->gain.pairs > 0, also = row->also.pairs > 0,
         measured = row->milestone.generation > 0;
    listing_row(listing);
    listing_text(listing, "run", place);
    listing_text(listing, "name", row->name);
    listing_text(listing, "game", row->game);
    listing_text(listing, "evaluator", row->evaluator);
    listing_text(listing, "layout", row->layout);
    listing_text(listing, "state", row->state);
    listing_whole(listing, "generations", row->generations);
    listing_whole(listing, "generations_planned", row->generations_planned);
    listing_whole(listing, "games", row->games);
    listing_whole(listing, "games_planned", row->games_planned);
    listing_real(listing, "elo", known ? row->gain.elo : NAN);
    listing_real(listing, "elo_error", known ? row->gain.elo_error : NAN);
    listing_text(listing, "started", row->started);
    listing_whole(listing, "age_seconds", row->age);
    listing_text(listing, "error", error);
    listing_whole(listing, "milestone", row->milestone.generation);
    listing_real(listing, "milestone_elo", measured ? row->milestone.elo : NAN);
    listing_real(listing, "milestone_elo_error", measured ? row->milestone.error : NAN);
    listing_whole(listing, "flat_since", row->flat_since);
    listing_text(listing, "optimizer", row->optimizer);
    listing_whole(listing, "seed", (int64_t)row->seed);
    listing_bounds(listing, known ? &row->gain : NULL);
    bool met = row->yardsticks.pairs > 0;
    listing_real(listing, "points", met ? figures_rate(&row->yardsticks) : NAN);
    listing_real(listing, "points_error", met ? figures_error(&row->yardsticks) : NAN);
    if (config > 0) listing_whole(listing, "config", config);
    listing_text(listing, "ended_by", row->ended_by);
    listing_whole(listing, "specialist", row->specialist);
    listing_real(listing, "also_elo", also ? row->also.elo : NAN);
    listing_real(listing, "also_elo_error", also ? row->also.elo_error : NAN);
}

/* ---- several runs ---- */

/* Points of different runs can be compared if their opponents were the same. The yardsticks are
 * compared by their weights, not by their names. */

/* ---- reading them ---- */

/* "  fitness.pairs: 6 there, 7 here", a line each, without what seeds of one config differ in. */
static void several_differences(const char *there, const char *here, struct text *out) {
    struct text all = {0};
    config_differences(there, here, 0, &all);
    for (const char *line = text_get(&all); *line;) {
        size_t length = strcspn(line, "\n") + 1;
        if (strncmp(line, "  seed: ", 8) != 0 && strncmp(line, "  name: ", 8) != 0)
            text_add_bytes(out, line, length);
        line += length;
    }
    text_free(&all);
}

static bool several_equal(const char *there, const char *here) {
    struct text differences = {0};
    several_differences(there, here, &differences);
    bool equal = differences.length == 0;
    text_free(&differences);
    return equal;
}

static void several_read_yardsticks(const struct run_argument *run, struct text *out) {
    struct seats seats = seats_load(run->store, run->run->id, STAGE_VERIFY);
    for (int i = 0; i < seats.count; i++) {
        struct stored_player player;
        if (seats.list[i].role != ROLE_YARDSTICK ||
            store_player(run->store, seats.list[i].player, &player, NULL))
            continue;
        text_add(out, "%s %s %s %016llx %s\n", player.name, player.evaluator, player.layout,
                 (unsigned long long)bytes_checksum((const char *)player.weights,
                                                    (size_t)player.dim * sizeof *player.weights),
                 player.line);
        store_free_player(&player);
    }
    seats_free(&seats);
}

static int several_read(const struct run_argument *run, struct several_run *out,
                        struct error *error) {
    out->place = run->argument;
    if (run_row_of(run, &out->row, error)) return -1;
    if (out->row.unread.text[0]) return error_set(error, "%s", out->row.unread.text);
    text_add(&out->config, "%s", run->run->config);
    several_read_yardsticks(run, &out->yardsticks);
    return 0;
}

static void several_group(struct several *several, struct several_run *run) {
    const struct several_run *other = several->runs;
    while (other < run && !several_equal(text_get(&other->config), text_get(&run->config))) other++;
    run->group = other < run ? other->group : several->group_count++;
    for (; other < run && !run->twin; other++)
        if (other->group == run->group && other->row.seed == run->row.seed) run->twin = other;
}

int several_load(const struct run_arguments *runs, struct several *out, struct error *error) {
    size_t count = (size_t)runs->count;
    *out = (struct several){.count = runs->count, .runs = xcalloc(count, sizeof *out->runs)};
    for (int i = 0; i < out->count; i++) {
        if (several_read(&runs->list[i], &out->runs[i], error)) return -1;
        several_group(out, &out->runs[i]);
    }
    return 0;
}

void several_free(struct several *several) {
    for (int i = 0; i < several->count; i++) {
        text_free(&several->runs[i].config);
        text_free(&several->runs[i].yardsticks);
    }
    free(several->runs);
}

/* ---- summing up ---- */

static double several_elo(const struct score *gain) {
    if (isfinite(gain->elo)) return gain->elo;
    return elo_of_rate(gain->rate > .5 ? gain->rate - gain->rate_error
                                       : gain->rate + gain->rate_error);
}

struct several_summary several_sum_up(const struct several *several, int group) {
    size_t size = (size_t)several->count * sizeof(double);
    double *elo = xmalloc(size), *points = xmalloc(size), *games = xmalloc(size);
    int measured = 0, met = 0, runs = 0;
    for (int i = 0; i < several->count; i++) {
        const struct run_row *row = &several->runs[i].row;
        if (several->runs[i].group != group || several->runs[i].twin) continue;
        games[runs++] = (double)row->games;
        if (row->gain.pairs > 0) elo[measured++] = several_elo(&row->gain);
        if (row->yardsticks.pairs > 0) points[met++] = figures_rate(&row->yardsticks);
    }
    struct several_summary summary = {.runs = runs,
                                      .elo = spread_of(elo, measured),
                                      .points = spread_of(points, met),
                                      .games = spread_of(games, runs)};
    free(elo);
    free(points);
    free(games);
    return summary;
}

/* ---- for people ---- */

static void several_print_run(const struct several_run *run, int width) {
    const struct run_row *row = &run->row;
    char elo[SCORE_ELO_LENGTH], points[32] = "-";
    snprintf(elo, sizeof elo, "%s", row->is_start ? "is its start" : "-");
    if (row->gain.pairs > 0) score_format_elo(&row->gain, elo);
    if (row->yardsticks.pairs > 0)
        snprintf(points, sizeof points, "%.4f +/- %.4f", figures_rate(&row->yardsticks),
                 figures_error(&row->yardsticks));
    shown_print("%6d  %-*s %-8s %6llu %-8s %9lld  %-16s %s\n", run->group + 1, width, run->place,
                row->optimizer, (unsigned long long)row->seed, row->state, (long long)row->games,
                elo, points);
}

/* How many were measured against yardsticks, and whether against the same ones. */
static int several_measured(const struct several *several, bool *same) {
    const struct several_run *first = NULL;
    int count = 0;
    *same = true;
    for (int i = 0; i < several->count; i++) {
        const struct several_run *run = &several->runs[i];
        if (run->row.yardsticks.pairs == 0) continue;
        if (count++ == 0) first = run;
        if (strcmp(text_get(&run->yardsticks), text_get(&first->yardsticks)) != 0) *same = false;
    }
    return count;
}

static void several_print_remarks(const struct several *several) {
    bool same;
    shown_print(
        "Elo is over each run's own start: if starts are drawn at random it compares little.\n");
    if (several_measured(several, &same) < 2) return;
    shown_print(same ? "The points are against the same yardsticks.\n"
                     : "The yardsticks are NOT the same, so the points cannot be compared.\n");
}

static void several_print_runs(const struct several *several) {
    int width = 3;
    for (int i = 0; i < several->count; i++)
        width = max_int(width, (int)strlen(several->runs[i].place));
    shown_print("%6s  %-*s %-8s %6s %-8s %9s  %-16s %s\n", "config", width, "run", "kind", "seed",
                "state", "games", "Elo over start", "against yardsticks");
    for (int i = 0; i < several->count; i++) several_print_run(&several->runs[i], width);
    for (int i = 0; i < several->count; i++)
        if (several->runs[i].twin)
            shown_print("%s and %s are of one config and seed, which counts once.\n",
                        several->runs[i].twin->place, several->runs[i].place);
    several_print_remarks(several);
}

static void several_print_spread(const char *what, const char *format,
                                 const struct spread *spread) {
    const double numbers[] = {spread->median, spread->quartile1, spread->quartile3, spread->lowest,
                              spread->highest};
    if (spread->count == 0) return;
    shown_print("  %-26s", what);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        char number[32];
        snprintf(number, sizeof number, format, numbers[i]);
        shown_print(" %10s", number);
    }
    shown_print("  of %d\n", spread->count);
}

static void several_print_group(const struct several *several, int group) {
    struct several_summary summary = several_sum_up(several, group);
    if (summary.runs < 2) return;
    shown_print("\nConfig %d, %d seeds %*s %10s %10s %10s %10s %10s\n", group + 1, summary.runs,
                summary.runs < 10 ? 8 : 7, "", "median", "25 %", "75 %", "lowest", "highest");
    several_print_spread("Elo over the start", "%+.1f", &summary.elo);
    several_print_spread("points against yardsticks", "%.4f", &summary.points);
    several_print_spread("training games", "%.0f", &summary.games);
}

static const struct several_run *several_first(const struct several *several, int group) {
    const struct several_run *run = several->runs;
    while (run->group != group) run++;
    return run;
}

static void several_print_differences(const struct several *several, int group) {
    struct text differences = {0};
    several_differences(text_get(&several->runs[0].config),
                        text_get(&several_first(several, group)->config), &differences);
    shown_print("\nConfig 1 there, config %d here:\n%s", group + 1, text_get(&differences));
    text_free(&differences);
}

void several_print(const struct several *several) {
    several_print_runs(several);
    for (int group = 0; group < several->group_count; group++) several_print_group(several, group);
    for (int group = 1; group < several->group_count; group++)
        several_print_differences(several, group);
}

void several_print_listing(const struct several *several, enum listing_format format) {
    struct listing listing = listing_new(format);
    for (int i = 0; i < several->count; i++) {
        const struct several_run *run = &several->runs[i];
        run_row_add(&listing, run->place, &run->row, "", run->group + 1);
    }
    listing_print(&listing);
}
