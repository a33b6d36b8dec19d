#include "tuner/run/estimate.h"

#include <stdlib.h>

#include "engine/base/clock.h"
#include "tuner/play/match.h"
#include "tuner/play/pairing.h"
#include "tuner/run/lineup.h"
#include "tuner/run/run.h"

static const double MEASURE_SECONDS = 0.5;

/* The population of generation 1, as the run will have it. */
static void first_population(const struct config *config, struct population *out) {
    const struct optimizer_kind *kind = config->optimizer.kind;
    struct optimizer_setup setup = run_optimizer_setup(config);
    population_init(out, kind->population_max(&config->optimizer), setup.dim);
    void *optimizer = kind->create(&setup);
    kind->ask(optimizer, 0, out);
    kind->destroy(optimizer);
}

static void line_up(const struct config *config, const struct population *population,
                    struct lineup *out) {
    for (int i = 0; i < population->count; i++)
        lineup_add(out, config, config->evaluator, population_get(population, i), PLAYER_INDIVIDUAL,
                   0);
    for (int i = 0; config->fitness.gauntlet && i < config->fitness.yardstick_count; i++)
        lineup_add(out, config, config->fitness.yardsticks[i].evaluator,
                   config->fitness.yardsticks[i].values, PLAYER_YARDSTICK, 0);
}

/* Plays ever more pairs of the meetings until it has taken long enough to tell. */
static double measure_rate(const struct config *config, const struct lineup *lineup,
                           const struct pairing *pairing) {
    struct opening_source source = lineup_openings(config);
    struct state *openings = openings_make(&source, OPENING_TRAIN, 1, config->fitness.pairs);
    double seconds = 0, games = 0;
    for (int pairs = 1; seconds < MEASURE_SECONDS && pairs <= config->fitness.pairs; pairs *= 2) {
        struct match match = lineup_match(lineup, config, STAGE_TRAIN, 1, pairing->meetings,
                                          pairing->count, openings, pairs);
        struct game_result *results = xmalloc((size_t)match_games(&match) * sizeof *results);
        double start = clock_seconds();
        match_run(&match, results);
        seconds = clock_seconds() - start;
        games = (double)match_games(&match);
        free(results);
    }
    free(openings);
    return games / seconds;
}

static int64_t triangle(int64_t n) {
    return n * (n - 1) / 2;
}

static int64_t verify_games(const struct config *config) {
    int64_t candidates = config->verify.candidates;
    int64_t pool = 1 + config->fitness.yardstick_count;
    int64_t choice = triangle(candidates) + candidates * pool;
    int64_t measurement = candidates - 1 + pool + 2 * config->verify.yardstick_count;
    int64_t milestones = 0;
    int every = config->verify.milestone_every, generations = config->optimizer.generations;
    if (every > 0 && every <= generations)
        milestones = triangle(generations / every + config->verify.random_players) +
                     config->verify.yardstick_count;
    return 2 * (choice * config->verify.selection_pairs + measurement * config->verify.pairs +
                milestones * config->verify.milestone_pairs);
}

struct estimate estimate_run(const struct config *config) {
    struct population population;
    struct lineup lineup = {0};
    struct pairing pairing;
    first_population(config, &population);
    line_up(config, &population, &lineup);
    int extras =
        config->fitness.gauntlet ? config->fitness.yardstick_count + config->fitness.hall_size : 0;
    pairing_make(&population, config->fitness.groups, config->fitness.round_robin,
                 lineup.count - population.count, &pairing);
    struct estimate estimate = {
        .individuals = population.count,
        .meetings = pairing.gauntlet_first + population.count * extras,
        .verify_games = verify_games(config),
        .games_per_second = measure_rate(config, &lineup, &pairing),
    };
    estimate.training_games =
        (int64_t)estimate.meetings * config->fitness.pairs * 2 * config->optimizer.generations;
    estimate.seconds =
        (double)(estimate.training_games + estimate.verify_games) / estimate.games_per_second;
    pairing_destroy(&pairing);
    lineup_destroy(&lineup);
    population_destroy(&population);
    return estimate;
}
