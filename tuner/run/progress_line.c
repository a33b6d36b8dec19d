/*
 * Work is counted in games, and in openings that are drawn for them. The total is known but for
 * generations of differing sizes, which are taken to be like those so far, and for milestones,
 * which are few games.
 */
#include "tuner/run/progress_line.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/shown.h"
#include "tuner/run/plan.h"
#include "tuner/run/run.h"
#include "tuner/run/verify.h"

enum { PROGRESS_LINE_PIECES = 1000 };

/* ---- how much there is to do ---- */

/* With so much done of a generation of so many games. */
static void progress_line_count_training(struct run *run, double part, double games) {
    const struct optimizer_options *length = &run->config->optimizer;
    double mean = run->done ? (double)run->games / run->done : games;
    double left = length->games ? (double)length->games - (double)run->games - part * games
                                : (length->generations - run->done - part) * mean;
    run->progress_line.training = left > 0 && run->ended_by == ENDING_LENGTH ? left : 0;
}

/* Whether a stage's games have a pace of their own. */
static bool progress_line_is_apart(const struct progress_line *progress_line, enum stage stage) {
    return progress_line->costs.games[stage] > 0;
}

/* Adds the stages after training; returns the seconds of those with a pace of their own. */
static double progress_line_add_stages(const struct progress_line *progress_line, double *games,
                                       double *openings) {
    double seconds = 0;
    for (int stage = 0; stage < STAGES; stage++) {
        double count = (double)progress_line->to_come[stage];
        if (progress_line_is_apart(progress_line, (enum stage)stage))
            seconds += progress_line->costs.games[stage] * count;
        else
            *games += count;
        *openings += (double)progress_line->to_draw[stage];
    }
    return seconds;
}

/* With so many games left in the present session, if it is of another stage, and so many openings
 * left to draw for it. Milestones draw one for each pair. */
static void progress_line_count_measuring(struct run *run, enum stage stage, int64_t session,
                                          int64_t openings) {
    struct progress_line *progress_line = &run->progress_line;
    int64_t training = run->games + (int64_t)progress_line->training;
    int64_t growth = growth_games_left(run->config, &run->growth, run->games, training);
    double piece = pace_piece(&progress_line->apart);
    bool apart = progress_line_is_apart(progress_line, stage);
    progress_line->measuring = (double)growth + (apart ? 0 : (double)session);
    progress_line->drawing = (double)openings + (double)growth / 2;
    progress_line->seconds_apart =
        progress_line_add_stages(progress_line, &progress_line->measuring,
                                 &progress_line->drawing) +
        (piece > 0 ? piece : progress_line->costs.games[stage]) * (apart ? (double)session : 0);
}

/* A pace of few games is ignored here: games of milestones may be over in a moment. */
static double progress_line_seconds_of(const struct progress_line *progress_line, double games,
                                       double openings) {
    struct eta eta = progress_line->eta;
    if (eta.measuring.seconds < 1 && pace_piece(&eta.training) > 0) eta.measuring = eta.training;
    return eta_seconds(&eta, 0, games, openings);
}

double progress_line_seconds_afterwards(const struct run *run) {
    double games = 0, openings = 0;
    struct progress_line early = run->progress_line;
    if (early.to_come[STAGE_MILESTONE] > 0)
        early.to_come[STAGE_MILESTONE] = plan_milestone_games(run->config, run->done + 1);
    double apart = progress_line_add_stages(&early, &games, &openings);
    return apart + progress_line_seconds_of(&early, games, openings);
}

double progress_line_seconds_of_milestone(const struct progress_line *progress_line,
                                          int64_t games) {
    return progress_line_seconds_of(progress_line, (double)games, (double)games / 2);
}

double progress_line_seconds(const struct progress_line *progress_line) {
    double all = progress_line->seconds_apart +
                 eta_seconds(&progress_line->eta, progress_line->training, progress_line->measuring,
                             progress_line->drawing);
    if (progress_line->until == 0 || progress_line->training == 0) return all;
    return fmin(all, fmax(0, progress_line->until - progress_line->clock()));
}

/* ---- in words ---- */

void progress_line_format_count(double count, char out[16]) {
    static const char *const units[] = {"", " k", " M", " G"};
    size_t unit = 0;
    for (; count >= 9999.5 && unit + 1 < COUNT_OF(units); unit++) count /= 1000;
    snprintf(out, 16, "%.*f%s", count > 0 && count < 9.95 ? 1 : 0, count, units[unit]);
}

/* "gen 120/300", "gen 120, 4.1 M/10 M games". */
static void progress_line_add_length(const struct run *run, double part, double games,
                                     struct text *out) {
    const struct optimizer_options *length = &run->config->optimizer;
    char played[16], planned[16];
    if (length->games == 0) {
        text_add(out, "gen %d/%d", run->done, length->generations);
        return;
    }
    progress_line_format_count((double)run->games + part * games, played);
    progress_line_format_count((double)length->games, planned);
    text_add(out, "gen %d, %s/%s games", run->done, played, planned);
}

static void progress_line_add_rate(const struct pace *pace, struct text *out) {
    char rate[16];
    double piece = pace_piece(pace);
    if (piece <= 0) return;
    progress_line_format_count(1 / piece, rate);
    text_add(out, "  %s games/s", rate);
}

static void progress_line_add_left(const struct progress_line *progress_line, struct text *out) {
    char left[32];
    double seconds = progress_line_seconds(progress_line);
    if (interrupt_pending()) {
        text_add(out, "  stopping");
    } else if (seconds > 0) {
        duration_format_about(seconds, left);
        text_add(out, "  %s left", left);
    }
}

/* The work, the strength, a detail, and the time left. */
static void progress_line_print(const struct run *run, const char *what, const char *told,
                                bool brief, struct text *out) {
    const char *warning = collapse_word(&run->collapse);
    text_free(out);
    text_add(out, "%s", what);
    if (run->progress_line.milestone.generation > 0) {
        text_add(out, "  ");
        curve_print_point(&run->progress_line.milestone, brief, out);
    }
    text_add(out, "%s", told);
    progress_line_add_left(&run->progress_line, out);
    if (*warning) text_add(out, "  %s", warning);
}

static void progress_line_draw(struct run *run, const char *what, const char *told) {
    struct progress_line *progress_line = &run->progress_line;
    struct text words = {0};
    double done = (double)(run->games + run->growth.spent);
    double all = done + progress_line->training + progress_line->measuring;
    progress_line_print(run, what, told, false, &words);
    if (!progress_fits(&progress_line->bar, text_get(&words)))
        progress_line_print(run, what, told, true, &words);
    progress_line->bar.left = progress_line_seconds(progress_line);
    progress_say(&progress_line->bar, all > 0 ? (int64_t)(PROGRESS_LINE_PIECES * done / all) : 0,
                 text_get(&words));
    text_free(&words);
}

void progress_line_read_strength(struct run *run) {
    struct curve curve = curve_of_run(run->store, run->id);
    if (curve.count > 0) run->progress_line.milestone = *curve_last(&curve);
    collapse_note_strength(&run->collapse, &curve);
    curve_free(&curve);
}

static void progress_line_open_log(const struct run *run) {
    struct text length = {0};
    progress_line_add_length(run, 0, 0, &length);
    shown_warn("%s: %s, in %s, process %ld\n", run->config->name, text_get(&length),
               run->config->output, (long)getpid());
    text_free(&length);
}

/* Seconds a game, for a continued run: by its last generations. */
static double progress_line_game(const struct run *run) {
    if (run->done == 0) return 0;
    struct stored_pace pace = store_pace(run->store, run->id);
    return pace.games > 0 ? pace.seconds / (double)pace.games : 0;
}

void progress_line_set_costs(struct run *run, const struct costs *costs) {
    run->progress_line.costs = *costs;
    run->progress_line.eta.opening = costs->opening;
}

void progress_line_open(struct run *run) {
    struct progress_line *progress_line = &run->progress_line;
    struct plan plan = plan_run(run->config);
    *progress_line = (struct progress_line){.clock = clock_seconds,
                                            .until = run->wish.deadline,
                                            .eta = {.game = progress_line_game(run)}};
    for (enum stage stage = STAGE_SELECT; stage <= STAGE_MILESTONE; stage++)
        if (!verify_has_played(run->store, run->id, stage)) {
            progress_line->to_come[stage] = plan_games(&plan, stage);
            progress_line->to_draw[stage] =
                progress_line->to_come[stage] ? plan.stages[stage].pairs : 0;
        }
    progress_start(&progress_line->bar, run->config->name, PROGRESS_LINE_PIECES);
    progress_line_read_strength(run);
    if (run->wish.announced && !progress_line->bar.terminal && !run->finished)
        progress_line_open_log(run);
}

void progress_line_clear(struct run *run) {
    progress_end(&run->progress_line.bar);
}

/* ---- generations ---- */

void progress_line_begin_generation(struct run *run) {
    pace_begin(&run->progress_line.eta.training, run->progress_line.clock());
}

/* The training so far, and a detail or else its rate. */
static void progress_line_draw_training(struct run *run, double part, double games,
                                        const char *detail) {
    struct text length = {0}, told = {0};
    progress_line_count_training(run, part, games);
    progress_line_count_measuring(run, STAGE_TRAIN, 0, 0);
    progress_line_add_length(run, part, games, &length);
    if (*detail)
        text_add(&told, "  %s", detail);
    else
        progress_line_add_rate(&run->progress_line.eta.training, &told);
    progress_line_draw(run, text_get(&length), text_get(&told));
    text_free(&length);
    text_free(&told);
}

void progress_line_show_generation(struct run *run, double part, int64_t games,
                                   const char *detail) {
    if (!run->progress_line.clock) return;
    pace_note(&run->progress_line.eta.training, run->progress_line.clock(), part * (double)games);
    progress_line_draw_training(run, part, (double)games, detail);
}

void progress_line_end_generation(struct run *run, int64_t games) {
    pace_end(&run->progress_line.eta.training, run->progress_line.clock(), (double)games);
    progress_line_draw_training(run, 0, (double)games, "");
}

/* ---- other stages ---- */

void progress_line_begin_drawing(struct run *run, enum stage stage) {
    run->progress_line.to_come[stage] = run->progress_line.to_draw[stage] = 0;
    pace_begin(&run->progress_line.eta.drawing, run->progress_line.clock());
}

void progress_line_show_drawing(struct run *run, enum stage stage, int64_t drawn, int64_t openings,
                                int64_t games, const char *what) {
    progress_line_count_training(run, 0, 0);
    progress_line_count_measuring(run, stage, games, openings - drawn);
    pace_note(&run->progress_line.eta.drawing, run->progress_line.clock(), (double)drawn);
    progress_line_draw(run, what, "");
}

void progress_line_end_drawing(struct run *run, int64_t openings) {
    pace_end(&run->progress_line.eta.drawing, run->progress_line.clock(), (double)openings);
}

static struct pace *progress_line_pace(struct progress_line *progress_line, enum stage stage) {
    return progress_line_is_apart(progress_line, stage) ? &progress_line->apart
                                                        : &progress_line->eta.measuring;
}

void progress_line_begin_stage(struct run *run, enum stage stage) {
    struct progress_line *progress_line = &run->progress_line;
    progress_line->to_come[stage] = progress_line->to_draw[stage] = 0;
    progress_line->apart = (struct pace){0};
    pace_begin(progress_line_pace(progress_line, stage), progress_line->clock());
}

void progress_line_show_stage(struct run *run, enum stage stage, int64_t done, int64_t games,
                              const char *what) {
    progress_line_count_training(run, 0, 0);
    progress_line_count_measuring(run, stage, games - done, 0);
    pace_note(progress_line_pace(&run->progress_line, stage), run->progress_line.clock(),
              (double)done);
    progress_line_draw(run, what, "");
}

void progress_line_end_stage(struct run *run, enum stage stage, int64_t games) {
    pace_end(progress_line_pace(&run->progress_line, stage), run->progress_line.clock(),
             (double)games);
}
