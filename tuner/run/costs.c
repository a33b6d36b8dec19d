/*
 * A sample is sessions of the stage's own kind, each of twice as many pairs, until all together
 * have taken long enough. The first one's time tells little: it starts threads and fills
 * tables, and on a busy machine it may wait a hundred times as long as it plays. The last
 * generation's champion stands for the run's; before there is one, the last of the first players.
 */
#include "tuner/run/costs.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "tuner/config/length.h"
#include "tuner/run/run.h"
#include "tuner/run/session.h"

enum { PAIRS_MOST = 1 << 12 };

/* A first session that takes less is not counted. */
#define COLD_SECONDS 1.

/* ---- players ---- */

/* The first generation as the optimiser will have it. */
static void costs_seat_beginner(const struct config *config, enum stage stage, int slot,
                                enum role role, struct roster *roster) {
    struct population population;
    const struct optimizer_setup setup = length_optimizer_setup(config);
    int32_t *weights = xmalloc((size_t)config->evaluator->param_count * sizeof *weights);
    length_population(&setup, &population);
    int place = slot < 0 ? population.count - 1 : slot;
    space_expand(&config->space, population_get(&population, place), weights);
    roster_seat(roster, config_evaluator(config, stage), weights, role, 0);
    population_destroy(&population);
    free(weights);
}

/* Slot -1: the generation's champion. */
static void costs_seat_individual(const struct run *run, enum stage stage, int generation, int slot,
                                  enum role role, struct roster *roster) {
    struct stored_player row;
    struct error error;
    if (run->done == 0) {
        costs_seat_beginner(run->config, stage, slot, role, roster);
        return;
    }
    if (store_individual(run->store, run->id, generation, slot, &row, &error))
        die("%s", error.text);
    roster_seat(roster, config_evaluator(run->config, stage), row.weights, role, 0);
    store_free_player(&row);
}

/* As in the stages: at other depths without engines, at another limit without any. */
static void costs_seat_yardsticks(const struct run *run, enum stage stage, struct roster *roster) {
    const struct config *config = run->config;
    for (int i = 0; i < config->verify.yardstick_count && stage != STAGE_LIMIT; i++) {
        const struct yardstick *yardstick = &config->verify.yardsticks[i];
        if (stage != STAGE_DEPTH)
            roster_seat_again(roster, &run->yardsticks, run->measuring[i], ROLE_YARDSTICK);
        else if (!yardstick->line)
            roster_seat(roster, yardstick->weights.evaluator, yardstick->weights.values,
                        ROLE_YARDSTICK, 0);
    }
}

/* ---- a sample ---- */

static bool costs_go_on(void *context, int64_t games) {
    (void)context;
    (void)games;
    return !interrupt_pending();
}

/* Plays `pairs` of each meeting and counts their games: the seconds it took, -1 after Ctrl-C. */
static double costs_play(const struct run *run, enum stage stage, const struct roster *roster,
                         int pairs, int64_t *games) {
    struct session session = session_of_run(run->config, run->mixing, stage, 0, roster, run->pool);
    session.pairs = pairs;
    session.progress = costs_go_on;
    for (int place = 1; place < roster->count; place++) session_meet(&session, 0, place);
    int status = session_draw(&session, NULL);
    double begun = clock_seconds();
    if (status == 0) status = session_play(&session, pairs);
    double seconds = clock_seconds() - begun;
    *games = session_games(&session);
    session_destroy(&session);
    return status ? -1 : seconds;
}

/* In all of the stage's manners of play; 0: not known. */
static double costs_of_games(const struct run *run, enum stage stage, double seconds) {
    struct roster roster = roster_new(config_manners(run->config, stage));
    int64_t games = 1;
    costs_seat_individual(run, stage, run->done, -1, ROLE_CHAMPION, &roster);
    costs_seat_individual(run, stage, 1, 0, ROLE_START, &roster);
    if (stage != STAGE_SELECT) costs_seat_yardsticks(run, stage, &roster);
    int least = manners_pairs_least(&roster.manners);
    double took = costs_play(run, stage, &roster, least, &games);
    bool counts = took >= fmax(seconds, COLD_SECONDS);
    double all = counts ? took : 0, played = counts ? (double)games : 0;
    for (int pairs = least; took >= 0 && all < seconds && pairs <= PAIRS_MOST; pairs *= 2) {
        took = costs_play(run, stage, &roster, pairs, &games);
        all += took;
        played += (double)games;
    }
    roster_destroy(&roster);
    return took >= 0 ? all / played : 0;
}

struct sample {
    double begun, seconds; /* by the clock; at most, if one is drawn */
    int64_t drawn;
};

/* Whether another opening is to be drawn. */
static bool sample_draws_on(void *context, int64_t drawn) {
    struct sample *sample = context;
    sample->drawn = drawn;
    return !interrupt_pending() && clock_seconds() - sample->begun < sample->seconds;
}

static double costs_of_opening(const struct run *run, double seconds) {
    struct roster empty = roster_new(&run->config->player.manners);
    struct sample sample = {.begun = clock_seconds(), .seconds = seconds};
    const struct openings_watch watch = {sample_draws_on, &sample};
    struct session session =
        session_of_run(run->config, run->mixing, STAGE_VERIFY, 0, &empty, run->pool);
    session.pairs = min_int(PAIRS_MOST, session.pairs);
    if (session_draw(&session, &watch) == 0) sample.drawn = session.pairs;
    double took = clock_seconds() - sample.begun;
    session_destroy(&session);
    roster_destroy(&empty);
    return sample.drawn > 0 ? took / (double)sample.drawn : 0;
}

static bool costs_has_guest(const struct config *config) {
    bool has = false;
    for (int i = 0; i < config->verify.yardstick_count; i++)
        has = has || config->verify.yardsticks[i].line;
    return has;
}

double costs_of_game(const struct run *run, double seconds) {
    return costs_of_games(run, STAGE_SELECT, seconds);
}

struct costs costs_measure(const struct run *run, double seconds) {
    const struct config *config = run->config;
    struct costs costs = {.opening = costs_of_opening(run, seconds)};
    if (costs_has_guest(config))
        costs.games[STAGE_VERIFY] = costs.games[STAGE_MILESTONE] =
            costs_of_games(run, STAGE_VERIFY, seconds);
    if (config->pairs[STAGE_DEPTH] > 0)
        costs.games[STAGE_DEPTH] = costs_of_games(run, STAGE_DEPTH, seconds);
    if (config->pairs[STAGE_LIMIT] > 0)
        costs.games[STAGE_LIMIT] = costs_of_games(run, STAGE_LIMIT, seconds);
    return costs;
}
