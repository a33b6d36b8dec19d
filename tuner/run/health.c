/*
 * Ten generations are judged together, since one generation's openings can be odd. Of a hundred
 * games, failed runs of Connect6's roads played 2 to 14 different ones, runs that went on learning
 * 23 to 46, the late generations of config/reversi-league.cfg 46.
 */
#include "tuner/run/health.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/external/tuned.h"

#define SHARE_ALIKE 0.15
#define SHARE_CONVERGED 0.5       /* of the share in the first generations */
#define SHARE_FEW 0.5             /* of an engine's games, which cost most */
#define DIVERSITY_COLLAPSED 0.001 /* of the parameters' range; healthy runs end at a hundredth */
#define RATE_WEAKER 0.05

/* Deviation of a pair's points a game, at most about this; the pairs of one opening vary
 * together. */
#define PAIR_DEVIATION 0.35

/* ---- what the window shows ---- */

static int health_window_count(const struct health *health) {
    return min_int(health->count, HEALTH_WINDOW);
}

double health_distinct(const struct health *health) {
    int64_t games = 0, distinct = 0;
    for (int i = 0; i < health_window_count(health); i++) {
        games += health->window[i].games;
        distinct += health->window[i].games_distinct;
    }
    return games ? (double)distinct / (double)games : 1;
}

double health_yardstick_rate(const struct health *health) {
    int64_t pairs = 0, points = 0;
    for (int i = 0; i < health_window_count(health); i++) {
        pairs += health->window[i].yardstick_pairs;
        points += health->window[i].yardstick_points;
    }
    return pairs ? (double)points / (4 * (double)pairs) : -1;
}

/* How much two windows' rates may differ by chance: each generation has its own openings. */
static double health_tolerance(const struct health *health) {
    int64_t openings = 0;
    for (int i = 0; i < health_window_count(health); i++)
        openings += health->window[i].yardstick_openings;
    return fmax(RATE_WEAKER, 5 * PAIR_DEVIATION / sqrt((double)openings));
}

static bool health_is_equal(const struct health *health, const struct stored_diagnostics *last) {
    bool uniform = last->diversity >= 0 && last->diversity < DIVERSITY_COLLAPSED;
    return uniform || health_distinct(health) < SHARE_ALIKE;
}

/* By more than its error. */
static bool health_has_grown(const struct health *health) {
    return health->elo > health->error;
}

static enum health_state health_judge(const struct health *health,
                                      const struct stored_diagnostics *last) {
    double rate = health_yardstick_rate(health);
    if (health->count < HEALTH_WINDOW) return HEALTH_GOOD;
    bool equal = health_is_equal(health, last);
    if (equal && !health_has_grown(health)) return HEALTH_COLLAPSED;
    if (rate >= 0 && rate < health->best_rate - health_tolerance(health)) return HEALTH_WEAKER;
    bool fewer = health_distinct(health) < SHARE_CONVERGED * health->first_distinct;
    return equal || fewer ? HEALTH_CONVERGED : HEALTH_GOOD;
}

/* ---- generation after generation ---- */

static void health_note_best(struct health *health, int generation) {
    double rate = health_yardstick_rate(health);
    if (health->count < HEALTH_WINDOW || rate <= health->best_rate) return;
    health->best_rate = rate;
    health->best_generation = generation;
}

void health_watch(struct health *health, const struct stored_diagnostics *next) {
    health->window[health->count++ % HEALTH_WINDOW] = *next;
    if (health->count <= HEALTH_WINDOW) health->first_distinct = health_distinct(health);
    health_note_best(health, next->generation);
    enum health_state state = health_judge(health, next);
    if (state != health->state) health->since = next->generation;
    health->state = state;
    if (state > health->worst) {
        health->worst = state;
        health->worst_since = next->generation;
    }
}

void health_note_strength(struct health *health, const struct curve *curve) {
    const struct curve_point *last = curve_last(curve);
    health->elo = last ? last->elo : 0;
    health->error = last ? last->error : 0;
}

static bool health_has_engine(struct store *store, int64_t run) {
    struct stored_run *rows;
    bool engine = false;
    int count = store_runs(store, &rows);
    for (int i = 0; i < count; i++)
        engine = engine || (rows[i].id == run && strcmp(rows[i].evaluator, TUNED_NAME) == 0);
    store_free_runs(rows, count);
    return engine;
}

struct health health_of_run(struct store *store, int64_t run, const struct curve *curve) {
    struct health health = {.engine = health_has_engine(store, run)};
    health_note_strength(&health, curve);
    struct stored_diagnostics *list;
    int count = store_diagnostics(store, run, 1, INT32_MAX, &list);
    for (int i = 0; i < count; i++) health_watch(&health, &list[i]);
    free(list);
    return health;
}

/* ---- in words ---- */

static const char *const health_words[] = {[HEALTH_GOOD] = "",
                                           [HEALTH_CONVERGED] = "converged",
                                           [HEALTH_WEAKER] = "WEAKER",
                                           [HEALTH_COLLAPSED] = "COLLAPSED"};

const char *health_word(const struct health *health) {
    bool collapsed = health->worst == HEALTH_COLLAPSED;
    return health_words[collapsed ? HEALTH_COLLAPSED : health->state];
}

static void health_print_weaker(const struct health *health, struct text *out) {
    text_add(out,
             "%.3f points a game against the yardsticks of its training in the last %d "
             "generations, %.3f up to generation %d; a larger fitness.hall_size keeps opponents "
             "that show what is forgotten",
             health_yardstick_rate(health), HEALTH_WINDOW, health->best_rate,
             health->best_generation);
}

/* An engine that moves alike with other values costs as much as if it did not. */
static void health_print_steps(const struct health *health, struct text *out) {
    if (health->engine)
        text_add(out, ", and games that are alike teach nothing; a larger `step` of the parameters "
                      "makes them differ, and so does fitness.openings");
}

static void health_print_games(const struct health *health, struct text *out) {
    double share = 100 * health_distinct(health);
    text_add(out, "of the games of the last %d generations %.*f %% differ", HEALTH_WINDOW,
             share < 10, share);
    if (health->state == HEALTH_COLLAPSED)
        text_add(out,
                 ", its players are alike and hardly learn any more; a new run needs a larger "
                 "population, larger mutations, more of openings.plies_max%s, or another seed",
                 health->engine ? "" : " or player.epsilon");
    else if (health_distinct(health) < SHARE_ALIKE)
        text_add(out, ", its players agree and hardly learn any more");
    else
        health_print_steps(health, out);
}

/* The opposites of spsa are nearly alike from the first generation on: that is no convergence. */
static void health_print_few(const struct health *health, struct text *out) {
    double share = health_distinct(health);
    if (share >= SHARE_FEW || !health->engine) return;
    text_add(out, "%sof the %s %.0f %% differ", health->worst == HEALTH_COLLAPSED ? "; " : "",
             health->count < HEALTH_WINDOW ? "games so far" : "latest games", 100 * share);
    health_print_steps(health, out);
}

/* Players that learn from equal players lose what those had forgotten, even if they differ again
 * later. */
static void health_print_past(const struct health *health, struct text *out) {
    if (health->worst != HEALTH_COLLAPSED || health->state == HEALTH_COLLAPSED) return;
    text_add(out, "had %s at generation %d, so that it learned little from then on%s",
             health_words[health->worst], health->worst_since,
             health->state == HEALTH_GOOD ? "" : "; ");
}

void health_print(const struct health *health, struct text *out) {
    health_print_past(health, out);
    if (health->state == HEALTH_GOOD) {
        health_print_few(health, out);
        return;
    }
    text_add(out, "%s since generation %d: ", health_words[health->state], health->since);
    if (health->state == HEALTH_WEAKER)
        health_print_weaker(health, out);
    else
        health_print_games(health, out);
}
