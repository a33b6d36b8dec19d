/*
 * Work is counted in games, and openings that are drawn for them. How many there will be is known
 * but for generations of differing sizes, which are taken to be like those so far, and for
 * milestones, whose share is small.
 */
#include "tuner/run/outlook.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/shown.h"
#include "tuner/run/plan.h"
#include "tuner/run/run.h"
#include "tuner/run/verify.h"

enum { OUTLOOK_PIECES = 1000 };

/* ---- how much there is to do ---- */

/* When so much is done of a generation of so many games. */
static void outlook_count_training(struct run *run, double part, double games) {
    const struct optimizer_options *length = &run->config->optimizer;
    double mean = run->done ? (double)run->games / run->done : games;
    double left = length->games ? (double)length->games - (double)run->games - part * games
                                : (length->generations - run->done - part) * mean;
    run->outlook.training = left > 0 && run->ended_by == ENDING_LENGTH ? left : 0;
}

/* Whether a stage's games have a pace of their own. */
static bool outlook_is_apart(const struct outlook *outlook, enum stage stage) {
    return outlook->costs.games[stage] > 0;
}

/* Adds what is to come of the stages after training; seconds of those that stand apart. */
static double outlook_add_stages(const struct outlook *outlook, double *games, double *openings) {
    double seconds = 0;
    for (int stage = 0; stage < STAGES; stage++) {
        double count = (double)outlook->to_come[stage];
        if (outlook_is_apart(outlook, (enum stage)stage))
            seconds += outlook->costs.games[stage] * count;
        else
            *games += count;
        *openings += (double)outlook->to_draw[stage];
    }
    return seconds;
}

/* When so many games are to be played in the present session, if it is of another stage, and so
 * many openings to be drawn for it. Milestones draw one for each pair. */
static void outlook_count_measuring(struct run *run, enum stage stage, int64_t session,
                                    int64_t openings) {
    struct outlook *outlook = &run->outlook;
    int64_t training = run->games + (int64_t)outlook->training;
    int64_t growth = growth_games_left(run->config, &run->growth, run->games, training);
    double piece = pace_piece(&outlook->apart);
    bool apart = outlook_is_apart(outlook, stage);
    outlook->measuring = (double)growth + (apart ? 0 : (double)session);
    outlook->drawing = (double)openings + (double)growth / 2;
    outlook->seconds_apart =
        outlook_add_stages(outlook, &outlook->measuring, &outlook->drawing) +
        (piece > 0 ? piece : outlook->costs.games[stage]) * (apart ? (double)session : 0);
}

/* A pace that few games tell of is left aside here: games of milestones may be over in a moment. */
static double outlook_seconds_of(const struct outlook *outlook, double games, double openings) {
    struct forecast forecast = outlook->forecast;
    if (forecast.measuring.seconds < 1 && pace_piece(&forecast.training) > 0)
        forecast.measuring = forecast.training;
    return forecast_seconds(&forecast, 0, games, openings);
}

double outlook_seconds_afterwards(const struct run *run) {
    double games = 0, openings = 0;
    struct outlook early = run->outlook;
    if (early.to_come[STAGE_MILESTONE] > 0)
        early.to_come[STAGE_MILESTONE] = plan_milestone_games(run->config, run->done + 1);
    double apart = outlook_add_stages(&early, &games, &openings);
    return apart + outlook_seconds_of(&early, games, openings);
}

double outlook_seconds_of_milestone(const struct outlook *outlook, int64_t games) {
    return outlook_seconds_of(outlook, (double)games, (double)games / 2);
}

double outlook_seconds(const struct outlook *outlook) {
    double all = outlook->seconds_apart + forecast_seconds(&outlook->forecast, outlook->training,
                                                           outlook->measuring, outlook->drawing);
    if (outlook->until == 0 || outlook->training == 0) return all;
    return fmin(all, fmax(0, outlook->until - outlook->clock()));
}

/* ---- in words ---- */

void outlook_format_count(double count, char out[16]) {
    static const char *const units[] = {"", " k", " M", " G"};
    size_t unit = 0;
    for (; count >= 9999.5 && unit + 1 < COUNT_OF(units); unit++) count /= 1000;
    snprintf(out, 16, "%.*f%s", count > 0 && count < 9.95 ? 1 : 0, count, units[unit]);
}

/* "gen 120/300", "gen 120, 4.1 M/10 M games". */
static void outlook_add_length(const struct run *run, double part, double games, struct text *out) {
    const struct optimizer_options *length = &run->config->optimizer;
    char played[16], planned[16];
    if (length->games == 0) {
        text_add(out, "gen %d/%d", run->done, length->generations);
        return;
    }
    outlook_format_count((double)run->games + part * games, played);
    outlook_format_count((double)length->games, planned);
    text_add(out, "gen %d, %s/%s games", run->done, played, planned);
}

static void outlook_add_rate(const struct pace *pace, struct text *out) {
    char rate[16];
    double piece = pace_piece(pace);
    if (piece <= 0) return;
    outlook_format_count(1 / piece, rate);
    text_add(out, "  %s games/s", rate);
}

static void outlook_add_left(const struct outlook *outlook, struct text *out) {
    char left[32];
    double seconds = outlook_seconds(outlook);
    if (interrupt_pending()) {
        text_add(out, "  stopping");
    } else if (seconds > 0) {
        duration_format_about(seconds, left);
        text_add(out, "  %s left", left);
    }
}

/* What is being done, how strong it is, what is told of it, and how long it takes. */
static void outlook_print(const struct run *run, const char *what, const char *told, bool brief,
                          struct text *out) {
    const char *warning = collapse_word(&run->collapse);
    text_free(out);
    text_add(out, "%s", what);
    if (run->outlook.milestone.generation > 0) {
        text_add(out, "  ");
        curve_print_point(&run->outlook.milestone, brief, out);
    }
    text_add(out, "%s", told);
    outlook_add_left(&run->outlook, out);
    if (*warning) text_add(out, "  %s", warning);
}

static void outlook_draw(struct run *run, const char *what, const char *told) {
    struct outlook *outlook = &run->outlook;
    struct text words = {0};
    double done = (double)(run->games + run->growth.spent);
    double all = done + outlook->training + outlook->measuring;
    outlook_print(run, what, told, false, &words);
    if (!progress_fits(&outlook->bar, text_get(&words)))
        outlook_print(run, what, told, true, &words);
    outlook->bar.left = outlook_seconds(outlook);
    progress_say(&outlook->bar, all > 0 ? (int64_t)(OUTLOOK_PIECES * done / all) : 0,
                 text_get(&words));
    text_free(&words);
}

void outlook_read_strength(struct run *run) {
    struct curve curve = curve_of_run(run->store, run->id);
    if (curve.count > 0) run->outlook.milestone = *curve_last(&curve);
    collapse_note_strength(&run->collapse, &curve);
    curve_free(&curve);
}

static void outlook_open_log(const struct run *run) {
    struct text length = {0};
    outlook_add_length(run, 0, 0, &length);
    shown_warn("%s: %s, in %s, process %ld\n", run->config->name, text_get(&length),
               run->config->output, (long)getpid());
    text_free(&length);
}

/* Seconds a game, of a run that is gone on with: by its last generations. */
static double outlook_game(const struct run *run) {
    if (run->done == 0) return 0;
    struct stored_pace pace = store_pace(run->store, run->id);
    return pace.games > 0 ? pace.seconds / (double)pace.games : 0;
}

void outlook_set_costs(struct run *run, const struct costs *costs) {
    run->outlook.costs = *costs;
    run->outlook.forecast.opening = costs->opening;
}

void outlook_open(struct run *run) {
    struct outlook *outlook = &run->outlook;
    struct plan plan = plan_run(run->config);
    *outlook = (struct outlook){.clock = clock_seconds,
                                .until = run->wish.deadline,
                                .forecast = {.game = outlook_game(run)}};
    for (enum stage stage = STAGE_SELECT; stage <= STAGE_MILESTONE; stage++)
        if (!verify_has_played(run->store, run->id, stage)) {
            outlook->to_come[stage] = plan_games(&plan, stage);
            outlook->to_draw[stage] = outlook->to_come[stage] ? plan.stages[stage].pairs : 0;
        }
    progress_start(&outlook->bar, run->config->name, OUTLOOK_PIECES);
    outlook_read_strength(run);
    if (run->wish.announced && !outlook->bar.terminal && !run->finished) outlook_open_log(run);
}

void outlook_clear(struct run *run) {
    progress_end(&run->outlook.bar);
}

/* ---- generations ---- */

void outlook_begin_generation(struct run *run) {
    pace_begin(&run->outlook.forecast.training, run->outlook.clock());
}

/* How far the training is, and what is told of it or else its rate. */
static void outlook_draw_training(struct run *run, double part, double games, const char *detail) {
    struct text length = {0}, told = {0};
    outlook_count_training(run, part, games);
    outlook_count_measuring(run, STAGE_TRAIN, 0, 0);
    outlook_add_length(run, part, games, &length);
    if (*detail)
        text_add(&told, "  %s", detail);
    else
        outlook_add_rate(&run->outlook.forecast.training, &told);
    outlook_draw(run, text_get(&length), text_get(&told));
    text_free(&length);
    text_free(&told);
}

void outlook_show_generation(struct run *run, double part, int64_t games, const char *detail) {
    if (!run->outlook.clock) return;
    pace_note(&run->outlook.forecast.training, run->outlook.clock(), part * (double)games);
    outlook_draw_training(run, part, (double)games, detail);
}

void outlook_end_generation(struct run *run, int64_t games) {
    pace_end(&run->outlook.forecast.training, run->outlook.clock(), (double)games);
    outlook_draw_training(run, 0, (double)games, "");
}

/* ---- other stages ---- */

void outlook_begin_drawing(struct run *run, enum stage stage) {
    run->outlook.to_come[stage] = run->outlook.to_draw[stage] = 0;
    pace_begin(&run->outlook.forecast.drawing, run->outlook.clock());
}

void outlook_show_drawing(struct run *run, enum stage stage, int64_t drawn, int64_t openings,
                          int64_t games, const char *what) {
    outlook_count_training(run, 0, 0);
    outlook_count_measuring(run, stage, games, openings - drawn);
    pace_note(&run->outlook.forecast.drawing, run->outlook.clock(), (double)drawn);
    outlook_draw(run, what, "");
}

void outlook_end_drawing(struct run *run, int64_t openings) {
    pace_end(&run->outlook.forecast.drawing, run->outlook.clock(), (double)openings);
}

static struct pace *outlook_pace(struct outlook *outlook, enum stage stage) {
    return outlook_is_apart(outlook, stage) ? &outlook->apart : &outlook->forecast.measuring;
}

void outlook_begin_stage(struct run *run, enum stage stage) {
    struct outlook *outlook = &run->outlook;
    outlook->to_come[stage] = outlook->to_draw[stage] = 0;
    outlook->apart = (struct pace){0};
    pace_begin(outlook_pace(outlook, stage), outlook->clock());
}

void outlook_show_stage(struct run *run, enum stage stage, int64_t done, int64_t games,
                        const char *what) {
    outlook_count_training(run, 0, 0);
    outlook_count_measuring(run, stage, games - done, 0);
    pace_note(outlook_pace(&run->outlook, stage), run->outlook.clock(), (double)done);
    outlook_draw(run, what, "");
}

void outlook_end_stage(struct run *run, enum stage stage, int64_t games) {
    pace_end(outlook_pace(&run->outlook, stage), run->outlook.clock(), (double)games);
}
