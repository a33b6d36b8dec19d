/*
 * Ten generations are judged together, since one generation's openings can be odd. Of a hundred
 * games, failed runs of Connect6's roads played 2 to 14 different ones, runs that went on learning
 * 23 to 46, the late generations of config/reversi-league.cfg 46.
 */
#include "tuner/run/collapse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/external/tuned.h"

#define SHARE_ALIKE 0.15
#define SHARE_CONVERGED 0.5
#define DIVERSITY_COLLAPSED 0.001 /* of the parameters' range; healthy runs end at a hundredth */
#define RATE_WEAKER 0.05

/* Deviation of a pair's points a game, at most about this; the pairs of one opening vary
 * together. */
#define PAIR_DEVIATION 0.35

/* ---- what the window shows ---- */

static int collapse_window_count(const struct collapse *collapse) {
    return min_int(collapse->count, COLLAPSE_WINDOW);
}

double collapse_distinct(const struct collapse *collapse) {
    int64_t games = 0, distinct = 0;
    for (int i = 0; i < collapse_window_count(collapse); i++) {
        games += collapse->window[i].games;
        distinct += collapse->window[i].games_distinct;
    }
    return games ? (double)distinct / (double)games : 1;
}

double collapse_yardstick_rate(const struct collapse *collapse) {
    int64_t pairs = 0, points = 0;
    for (int i = 0; i < collapse_window_count(collapse); i++) {
        pairs += collapse->window[i].yardstick_pairs;
        points += collapse->window[i].yardstick_points;
    }
    return pairs ? (double)points / (4 * (double)pairs) : -1;
}

/* How much two windows' rates may differ by chance: each generation has its own openings. */
static double collapse_tolerance(const struct collapse *collapse) {
    int64_t openings = 0;
    for (int i = 0; i < collapse_window_count(collapse); i++)
        openings += collapse->window[i].yardstick_openings;
    return fmax(RATE_WEAKER, 5 * PAIR_DEVIATION / sqrt((double)openings));
}

static bool collapse_is_equal(const struct collapse *collapse, const struct stored_sign *last) {
    bool uniform = last->diversity >= 0 && last->diversity < DIVERSITY_COLLAPSED;
    return uniform || collapse_distinct(collapse) < SHARE_ALIKE;
}

/* By more than its error. */
static bool collapse_has_grown(const struct collapse *collapse) {
    return collapse->elo > collapse->error;
}

static enum collapse_state collapse_judge(const struct collapse *collapse,
                                          const struct stored_sign *last) {
    double rate = collapse_yardstick_rate(collapse);
    if (collapse->count < COLLAPSE_WINDOW) return COLLAPSE_NONE;
    bool equal = collapse_is_equal(collapse, last);
    if (equal && !collapse_has_grown(collapse)) return COLLAPSE_COLLAPSED;
    if (rate >= 0 && rate < collapse->best_rate - collapse_tolerance(collapse))
        return COLLAPSE_WEAKER;
    return equal || collapse_distinct(collapse) < SHARE_CONVERGED ? COLLAPSE_CONVERGED
                                                                  : COLLAPSE_NONE;
}

/* ---- generation after generation ---- */

static void collapse_note_best(struct collapse *collapse, int generation) {
    double rate = collapse_yardstick_rate(collapse);
    if (collapse->count < COLLAPSE_WINDOW || rate <= collapse->best_rate) return;
    collapse->best_rate = rate;
    collapse->best_generation = generation;
}

void collapse_watch(struct collapse *collapse, const struct stored_sign *sign) {
    collapse->window[collapse->count++ % COLLAPSE_WINDOW] = *sign;
    collapse_note_best(collapse, sign->generation);
    enum collapse_state state = collapse_judge(collapse, sign);
    if (state != collapse->state) collapse->since = sign->generation;
    collapse->state = state;
    if (state > collapse->worst) {
        collapse->worst = state;
        collapse->worst_since = sign->generation;
    }
}

void collapse_note_strength(struct collapse *collapse, const struct curve *curve) {
    const struct curve_point *last = curve_last(curve);
    collapse->elo = last ? last->elo : 0;
    collapse->error = last ? last->error : 0;
}

static bool collapse_has_engine(struct store *store, int64_t run) {
    struct stored_run *rows;
    bool engine = false;
    int count = store_runs(store, &rows);
    for (int i = 0; i < count; i++)
        engine = engine || (rows[i].id == run && strcmp(rows[i].evaluator, TUNED_NAME) == 0);
    store_free_runs(rows, count);
    return engine;
}

struct collapse collapse_of_run(struct store *store, int64_t run, const struct curve *curve) {
    struct collapse collapse = {.engine = collapse_has_engine(store, run)};
    collapse_note_strength(&collapse, curve);
    struct stored_sign *signs;
    int count = store_signs(store, run, 1, INT32_MAX, &signs);
    for (int i = 0; i < count; i++) collapse_watch(&collapse, &signs[i]);
    free(signs);
    return collapse;
}

/* ---- in words ---- */

static const char *const collapse_words[] = {[COLLAPSE_NONE] = "",
                                             [COLLAPSE_CONVERGED] = "converged",
                                             [COLLAPSE_WEAKER] = "WEAKER",
                                             [COLLAPSE_COLLAPSED] = "COLLAPSED"};

const char *collapse_word(const struct collapse *collapse) {
    bool collapsed = collapse->worst == COLLAPSE_COLLAPSED;
    return collapse_words[collapsed ? COLLAPSE_COLLAPSED : collapse->state];
}

static void collapse_print_weaker(const struct collapse *collapse, struct text *out) {
    text_add(out,
             "%.3f points a game against the yardsticks of its training in the last %d "
             "generations, %.3f up to generation %d; a larger fitness.hall_size keeps opponents "
             "that show what is forgotten",
             collapse_yardstick_rate(collapse), COLLAPSE_WINDOW, collapse->best_rate,
             collapse->best_generation);
}

/* An engine that moves alike with other values costs as much as if it did not. */
static void collapse_print_steps(const struct collapse *collapse, struct text *out) {
    if (collapse->engine)
        text_add(out, ", and games that are alike teach nothing; a larger `step` of the parameters "
                      "makes them differ, and so does fitness.openings");
}

static void collapse_print_games(const struct collapse *collapse, struct text *out) {
    double share = 100 * collapse_distinct(collapse);
    text_add(out, "of the games of the last %d generations %.*f %% differ", COLLAPSE_WINDOW,
             share < 10, share);
    if (collapse->state == COLLAPSE_COLLAPSED)
        text_add(out,
                 ", its players are alike and hardly learn any more; a new run needs a larger "
                 "population, larger mutations, more of openings.plies_max%s, or another seed",
                 collapse->engine ? "" : " or player.epsilon");
    else if (collapse_distinct(collapse) < SHARE_ALIKE)
        text_add(out, ", its players agree and hardly learn any more");
    else
        collapse_print_steps(collapse, out);
}

/* Of a run that is too short to be judged. */
static void collapse_print_first_games(const struct collapse *collapse, struct text *out) {
    double share = collapse_distinct(collapse);
    bool few = collapse->count < COLLAPSE_WINDOW && share < SHARE_CONVERGED;
    if (!few || !collapse->engine) return;
    text_add(out, "of the games so far %.0f %% differ", 100 * share);
    collapse_print_steps(collapse, out);
}

/* Players that learn from equal players lose what those had forgotten, even if they differ again
 * later. */
static void collapse_print_past(const struct collapse *collapse, struct text *out) {
    if (collapse->worst != COLLAPSE_COLLAPSED || collapse->state == COLLAPSE_COLLAPSED) return;
    text_add(out, "had %s at generation %d, so that it learned little from then on%s",
             collapse_words[collapse->worst], collapse->worst_since,
             collapse->state == COLLAPSE_NONE ? "" : "; ");
}

void collapse_print(const struct collapse *collapse, struct text *out) {
    collapse_print_past(collapse, out);
    if (collapse->state == COLLAPSE_NONE) {
        collapse_print_first_games(collapse, out);
        return;
    }
    text_add(out, "%s since generation %d: ", collapse_words[collapse->state], collapse->since);
    if (collapse->state == COLLAPSE_WEAKER)
        collapse_print_weaker(collapse, out);
    else
        collapse_print_games(collapse, out);
}
