/*
 * From the database alone; a run in progress is read beside its writer.
 */
#include "tuner/cli/run_row.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "tuner/config/length.h"
#include "tuner/report/champion.h"
#include "tuner/report/specialist.h"
#include "tuner/store/questions.h"

static void run_row_fill_curve(const struct run_argument *run, struct run_row *row) {
    struct curve curve = curve_of_run(run->store, run->run->id);
    if (curve.count > 0) row->milestone = *curve_last(&curve);
    row->flat_since = curve_flat_since(&curve);
    curve_free(&curve);
}

/* Of a study a program has a vector that it has not told of. */
static bool run_row_is_running(const struct run_argument *run, const struct config *config) {
    return config_is_study(config) ? store_is_asked(run->store, run->run->id, (int64_t)time(NULL))
                                   : store_is_written(run->path);
}

/* What ended the training of a run; "" while it goes on. */
static const char *run_row_ended_by(const struct stored_run *run, const struct config *config,
                                    int64_t games) {
    if (run->ended_by != ENDING_LENGTH) return store_ending_name(run->ended_by);
    if (!length_reached(config, run->generations, games)) return "";
    return config->optimizer.games > 0 ? "games" : "generations";
}

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
        .generations_planned = config->optimizer.generations,
        .games = store_games(run->store, stored->id, stored->generations),
        .games_planned = config->optimizer.games,
        .age = stored->age,
        .seed = stored->seed,
        .is_start = champion.is_start,
        .specialist = champion.chosen && specialist_is(&champion),
        .yardsticks = champion.yardsticks,
        .gain = champion.gain_known ? champion.gain : (struct score){.pairs = 0},
    };
    snprintf(row->name, sizeof row->name, "%s", stored->name);
    snprintf(row->game, sizeof row->game, "%s", stored->game);
    snprintf(row->evaluator, sizeof row->evaluator, "%s", stored->evaluator);
    snprintf(row->layout, sizeof row->layout, "%s", stored->layout);
    snprintf(row->optimizer, sizeof row->optimizer, "%s", config->given.optimizer);
    snprintf(row->started, sizeof row->started, "%s", stored->started);
    row->ended_by = run_row_ended_by(stored, config, row->games);
    champion_free(&champion);
    run_row_fill_curve(run, row);
}

int run_row_of(const struct run_argument *run, struct run_row *out, struct error *error) {
    struct config config;
    store_soften(run->store, error);
    int status = run_argument_config(run, &config, error);
    if (status == 0) run_row_fill(run, &config, out);
    if (store_harden(run->store)) status = -1;
    config_free(&config);
    return status;
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
    bool known = row->gain.pairs > 0, measured = row->milestone.generation > 0;
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
}
