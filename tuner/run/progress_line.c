/*
 * Work is counted in games, and in openings that are drawn for them. The total is known but for
 * generations of differing sizes, which are taken to be like those so far, and for milestones,
 * which are few games.
 */
#include "tuner/run/progress_line.h"

#include <math.h>
#include <stdio.h>

/* ---- the time left ---- */

/* While one pace is not known the other one stands for it: both stages play the same kind of
 * games. */

double eta_seconds(const struct eta *eta, double training, double measuring, double openings) {
    double one = pace_piece(&eta->training), other = pace_piece(&eta->measuring);
    if (one <= 0) one = other;
    if (one <= 0) one = eta->game;
    if (other <= 0) other = one;
    double opening = pace_piece(&eta->drawing);
    if (opening <= 0) opening = eta->opening;
    return training * one + measuring * other + openings * opening;
}

/* ---- the line ---- */

enum { PROGRESS_LINE_PIECES = 1000 };

/* ---- how much there is to do ---- */

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

/* `session`: games left in the present session, if it is not of training; `openings`: those it has
 * yet to draw. Milestones draw one for each pair. */
static void progress_line_count(struct progress_line *progress_line,
                                const struct progress_numbers *now, enum stage stage,
                                int64_t session, int64_t openings) {
    double piece = pace_piece(&progress_line->apart);
    bool apart = progress_line_is_apart(progress_line, stage);
    progress_line->training = now->training;
    progress_line->measuring = now->milestones + (apart ? 0 : (double)session);
    progress_line->drawing = (double)openings + now->milestones / 2;
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

double progress_line_seconds_afterwards(const struct progress_line *progress_line,
                                        int64_t milestones) {
    double games = 0, openings = 0;
    struct progress_line early = *progress_line;
    if (early.to_come[STAGE_MILESTONE] > 0) early.to_come[STAGE_MILESTONE] = milestones;
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

/* "gen 120/300", "gen 120, 4100 k/10 M games". */
void progress_line_add_length(const struct progress_numbers *now, struct text *out) {
    char played[16], planned[16];
    if (now->games_planned == 0) {
        text_add(out, "gen %d/%d", now->generation, now->generations);
        return;
    }
    progress_line_format_count(now->games, played);
    progress_line_format_count(now->games_planned, planned);
    text_add(out, "gen %d, %s", now->generation, played);
    /* The last generation may go beyond the budget. */
    if (now->games_planned > now->games) text_add(out, "/%s", planned);
    text_add(out, " games");
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
static void progress_line_print(const struct progress_line *progress_line,
                                const struct progress_numbers *now, const char *what,
                                const char *told, bool brief, struct text *out) {
    text_free(out);
    text_add(out, "%s", what);
    if (progress_line->milestone.generation > 0) {
        text_add(out, "  ");
        curve_print_point(&progress_line->milestone, brief, out);
    }
    text_add(out, "%s", told);
    progress_line_add_left(progress_line, out);
    if (*now->warning) text_add(out, "  %s", now->warning);
}

static void progress_line_draw(struct progress_line *progress_line,
                               const struct progress_numbers *now, const char *what,
                               const char *told) {
    struct text words = {0};
    double all = now->over + progress_line->training + progress_line->measuring;
    progress_line_print(progress_line, now, what, told, false, &words);
    if (!progress_fits(&progress_line->bar, text_get(&words)))
        progress_line_print(progress_line, now, what, told, true, &words);
    progress_line->bar.left = progress_line_seconds(progress_line);
    progress_say(&progress_line->bar,
                 all > 0 ? (int64_t)(PROGRESS_LINE_PIECES * now->over / all) : 0, text_get(&words));
    text_free(&words);
}

void progress_line_set_costs(struct progress_line *progress_line, const struct costs *costs) {
    progress_line->costs = *costs;
    progress_line->eta.opening = costs->opening;
}

void progress_line_open(struct progress_line *progress_line, const char *name, double until,
                        double game) {
    *progress_line =
        (struct progress_line){.clock = clock_seconds, .until = until, .eta = {.game = game}};
    progress_start(&progress_line->bar, name, PROGRESS_LINE_PIECES);
}

void progress_line_expect(struct progress_line *progress_line, enum stage stage, int64_t games,
                          int64_t openings) {
    progress_line->to_come[stage] = games;
    progress_line->to_draw[stage] = openings;
}

void progress_line_clear(struct progress_line *progress_line) {
    progress_end(&progress_line->bar);
}

/* ---- generations ---- */

void progress_line_begin_generation(struct progress_line *progress_line) {
    pace_begin(&progress_line->eta.training, progress_line->clock());
}

/* How far the training is, and what is told of it or else its rate. */
static void progress_line_draw_training(struct progress_line *progress_line,
                                        const struct progress_numbers *now, const char *detail) {
    struct text length = {0}, told = {0};
    progress_line_count(progress_line, now, STAGE_TRAIN, 0, 0);
    progress_line_add_length(now, &length);
    if (*detail)
        text_add(&told, "  %s", detail);
    else
        progress_line_add_rate(&progress_line->eta.training, &told);
    progress_line_draw(progress_line, now, text_get(&length), text_get(&told));
    text_free(&length);
    text_free(&told);
}

void progress_line_show_generation(struct progress_line *progress_line,
                                   const struct progress_numbers *now, double games,
                                   const char *detail) {
    if (!progress_line->clock) return;
    pace_note(&progress_line->eta.training, progress_line->clock(), games);
    progress_line_draw_training(progress_line, now, detail);
}

void progress_line_end_generation(struct progress_line *progress_line,
                                  const struct progress_numbers *now, int64_t games) {
    pace_end(&progress_line->eta.training, progress_line->clock(), (double)games);
    progress_line_draw_training(progress_line, now, "");
}

/* ---- other stages ---- */

void progress_line_begin_drawing(struct progress_line *progress_line, enum stage stage) {
    progress_line->to_come[stage] = progress_line->to_draw[stage] = 0;
    pace_begin(&progress_line->eta.drawing, progress_line->clock());
}

void progress_line_show_drawing(struct progress_line *progress_line,
                                const struct progress_numbers *now, enum stage stage, int64_t drawn,
                                int64_t openings, int64_t games, const char *what) {
    progress_line_count(progress_line, now, stage, games, openings - drawn);
    pace_note(&progress_line->eta.drawing, progress_line->clock(), (double)drawn);
    progress_line_draw(progress_line, now, what, "");
}

void progress_line_end_drawing(struct progress_line *progress_line, int64_t openings) {
    pace_end(&progress_line->eta.drawing, progress_line->clock(), (double)openings);
}

static struct pace *progress_line_pace(struct progress_line *progress_line, enum stage stage) {
    return progress_line_is_apart(progress_line, stage) ? &progress_line->apart
                                                        : &progress_line->eta.measuring;
}

void progress_line_begin_stage(struct progress_line *progress_line, enum stage stage) {
    progress_line->to_come[stage] = progress_line->to_draw[stage] = 0;
    progress_line->apart = (struct pace){0};
    pace_begin(progress_line_pace(progress_line, stage), progress_line->clock());
}

void progress_line_show_stage(struct progress_line *progress_line,
                              const struct progress_numbers *now, enum stage stage, int64_t done,
                              int64_t games, const char *what) {
    progress_line_count(progress_line, now, stage, games - done, 0);
    pace_note(progress_line_pace(progress_line, stage), progress_line->clock(), (double)done);
    progress_line_draw(progress_line, now, what, "");
}

void progress_line_end_stage(struct progress_line *progress_line, enum stage stage, int64_t games) {
    pace_end(progress_line_pace(progress_line, stage), progress_line->clock(), (double)games);
}
