/*
 * Random numbers are keyed as those of games are, by generation and game. All players have the same
 * luck in a generation, as with common openings; only the normal numbers are each game's own.
 */
#include "tuner/study/simulator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "tuner/optimize/scale.h"
#include "tuner/run/fitness.h"

enum { SIMULATOR_OPTIMUM = 9000, SIMULATOR_LUCK };

const char *const simulator_functions[] = {[SIMULATOR_LOGISTIC] = "logistic",
                                           [SIMULATOR_SPHERE] = "sphere",
                                           [SIMULATOR_ELLIPSOID] = "ellipsoid",
                                           [SIMULATOR_RASTRIGIN] = "rastrigin",
                                           [SIMULATOR_BOUNDS] = "bounds",
                                           [SIMULATOR_CORNER] = "corner",
                                           [SIMULATOR_PLATEAU] = "plateau",
                                           [SIMULATOR_LEVELS] = "levels",
                                           NULL};
const char *const simulator_noises[] = {
    [SIMULATOR_WIN_LOSS] = "winloss", [SIMULATOR_GAUSSIAN] = "gaussian", NULL};

/* Logits for half the range off the optimum, by the square: 15. */
static const double bowl = 60;
/* As deep as Rastrigin's in proportion to its bowl. */
static const double rastrigin_ripple = 12;
static const double ellipsoid_condition = 1e6;
/* Logits for the whole range off a corner. */
static const double corner_slope = 26;
static const double plateau_width = 0.1;

/* ---- what is to be climbed ---- */

static struct range simulator_range(enum simulator_function function, int j) {
    static const struct range kinds[] = {
        {.lower = -2047, .upper = 2047, .scale = SCALE_LINEAR},
        {.lower = 1, .upper = 100000, .scale = SCALE_LOG},
        {.lower = -100, .upper = 50, .scale = SCALE_LINEAR},
        {.lower = 1, .upper = 50, .scale = SCALE_LOG},
    };
    struct range range = {.lower = -10000, .upper = 10000, .scale = SCALE_LINEAR};
    if (function == SIMULATOR_LOGISTIC) range = kinds[j % 4];
    if (function == SIMULATOR_LEVELS) range = (struct range){.upper = 2 + j % 7};
    return range;
}

static double simulator_weight(enum simulator_function function, int j, int dim) {
    if (function == SIMULATOR_LOGISTIC) return 1.0 / (1 + 4.0 * j / dim);
    if (function == SIMULATOR_ELLIPSOID)
        return pow(ellipsoid_condition, dim > 1 ? j / (dim - 1.0) : 1);
    return 1;
}

/* Somewhere inside; or on a bound for half of the numbers, the nearer one; or on the nearest
 * level. */
static double simulator_optimum(enum simulator_function function, const struct range *range, int j,
                                double part) {
    double inside = 0.15 + 0.7 * part;
    bool bound = function == SIMULATOR_CORNER || (function == SIMULATOR_BOUNDS && j % 2 == 0);
    if (function == SIMULATOR_LEVELS) return scale_unit(range, scale_value(range, inside));
    return bound ? part < 0.5 : inside;
}

void simulator_init_function(struct simulator *simulator, enum simulator_function function, int dim,
                             int pairs, uint64_t seed) {
    if (dim > SIMULATOR_DIM_MAX) die("%d parameters", dim);
    *simulator = (struct simulator){
        .function = function,
        .dim = dim,
        .pairs = pairs,
        .seed = seed,
        .ripple = function == SIMULATOR_RASTRIGIN ? rastrigin_ripple : 0,
    };
    struct rng rng = rng_keyed(seed, SIMULATOR_OPTIMUM, 0, 0);
    double sum = 0;
    for (int j = 0; j < dim; j++) {
        simulator->ranges[j] = simulator_range(function, j);
        simulator->optimum[j] =
            simulator_optimum(function, &simulator->ranges[j], j, rng_unit(&rng));
        sum += simulator->weight[j] = simulator_weight(function, j, dim);
    }
    for (int j = 0; j < dim; j++) simulator->weight[j] /= sum;
}

void simulator_init(struct simulator *simulator, int dim, int pairs, uint64_t seed) {
    simulator_init_function(simulator, SIMULATOR_LOGISTIC, dim, pairs, seed);
}

/* Reflects in the plane across (1, 1, …, 1), so that no axis of the ellipsoid is a parameter's. */
static void simulator_turn(double *off, int dim) {
    double sum = 0;
    for (int j = 0; j < dim; j++) sum += off[j];
    for (int j = 0; j < dim; j++) off[j] -= 2 * sum / dim;
}

/* What a parameter so far off costs, but for its weight and ripples. */
static double simulator_cost(enum simulator_function function, double off) {
    if (function == SIMULATOR_CORNER) return corner_slope * fabs(off);
    if (function == SIMULATOR_PLATEAU) off = plateau_width * nearbyint(off / plateau_width);
    return bowl * off * off;
}

double simulator_strength(const struct simulator *simulator, const int32_t *vector) {
    const double waves = simulator->function == SIMULATOR_RASTRIGIN ? 10 : 5, turn = 2 * acos(-1);
    double off[SIMULATOR_DIM_MAX], sum = 0;
    for (int j = 0; j < simulator->dim; j++)
        off[j] = scale_unit(&simulator->ranges[j], vector[j]) - simulator->optimum[j];
    if (simulator->function == SIMULATOR_ELLIPSOID) simulator_turn(off, simulator->dim);
    for (int j = 0; j < simulator->dim; j++)
        sum += simulator->weight[j] * (simulator_cost(simulator->function, off[j]) +
                                       simulator->ripple * (1 - cos(waves * turn * off[j])) / 2);
    return -sum;
}

/* ---- games ---- */

void simulated_forget(struct simulated *simulated) {
    free(simulated->results);
    free(simulated->played);
    pairing_destroy(&simulated->pairing);
    *simulated = (struct simulated){0};
}

/* One random number for each game of a meeting, the same for all meetings. */
static double *simulator_luck(const struct simulator *simulator, int generation) {
    size_t count = 2 * (size_t)simulator->pairs;
    double *luck = xcalloc(count, sizeof *luck);
    for (size_t game = 0; game < count; game++) {
        struct rng rng = rng_keyed(simulator->seed, SIMULATOR_LUCK, (uint64_t)generation, game);
        luck[game] = rng_unit(&rng);
        if (game % 2) luck[game] = 1 - luck[game]; /* colours swapped: what favoured one … */
    }
    return luck;
}

/* The games of a meeting in which the first player leads by `advantage` logits. */
static void simulator_meet(const struct simulator *simulator, double advantage, const double *luck,
                           struct result *out) {
    const double draw = 0.2;
    double won = 1 / (1 + exp(draw - advantage)), lost = 1 / (1 + exp(draw + advantage));
    for (int game = 0; game < 2 * simulator->pairs; game++)
        out[game].points = luck[game] < won ? 2 : luck[game] >= 1 - lost ? 0 : 1;
}

static void simulator_meet_gaussian(const struct simulator *simulator, double advantage,
                                    struct rng *rng, struct result *out) {
    for (int pair = 0; pair < simulator->pairs; pair++) {
        double points = fmin(fmax(round(2 + advantage + rng_normal(rng)), 0), 4);
        out[2 * pair].points = (uint8_t)min_int((int)points, 2);
        out[2 * pair + 1].points = (uint8_t)((int)points - out[2 * pair].points);
    }
}

/* Of the population, and behind them of the extras. */
static double *simulator_strengths(const struct simulator *simulator,
                                   const struct population *population, const double *extras,
                                   int extra_count) {
    double *strengths = xcalloc((size_t)(population->count + extra_count), sizeof *strengths);
    for (int i = 0; i < population->count; i++)
        strengths[i] = simulator_strength(simulator, population_get(population, i));
    for (int i = 0; i < extra_count; i++) strengths[population->count + i] = extras[i];
    return strengths;
}

void simulator_play_pairing(struct simulator *simulator, const struct population *population,
                            const double *extras, int generation, struct simulated *out) {
    int64_t each = 2 * (int64_t)simulator->pairs, count = each * out->pairing.count;
    double *luck = simulator_luck(simulator, generation);
    double *strengths = simulator_strengths(simulator, population, extras, out->pairing.extras);
    struct rng rng = rng_keyed(simulator->seed, SIMULATOR_LUCK, (uint64_t)generation, UINT64_MAX);
    free(out->results);
    out->results = xcalloc((size_t)count + 1, sizeof *out->results);
    out->games =
        (struct fitness_games){population, &out->pairing, out->results, simulator->pairs, NULL};
    for (int m = 0; m < out->pairing.count; m++) {
        const struct meeting *meeting = &out->pairing.meetings[m];
        double advantage = strengths[meeting->a] - strengths[meeting->b];
        if (simulator->noise == SIMULATOR_GAUSSIAN)
            simulator_meet_gaussian(simulator, advantage, &rng, out->results + m * each);
        else
            simulator_meet(simulator, advantage, luck, out->results + m * each);
    }
    simulator->games += count;
    free(strengths);
    free(luck);
}

void simulator_play(struct simulator *simulator, const struct population *population,
                    int generation, struct simulated *out) {
    bool group = !simulator->gauntlet;
    simulated_forget(out);
    pairing_make(population, group, false, group ? 0 : 1, &out->pairing);
    simulator_play_pairing(simulator, population, &simulator->yardstick, generation, out);
}

void simulator_race(struct simulator *simulator, const struct optimizer_kind *kind,
                    const void *optimizer, int generation, struct simulated *played) {
    int meetings = played->pairing.count;
    free(played->played);
    played->games.played = played->played = xcalloc((size_t)meetings, sizeof *played->played);
    struct race race = race_new(kind, optimizer, generation, &played->games);
    for (int pairs; (pairs = race_next(&race)) > 0;)
        for (int m = 0; m < meetings; m++)
            if (race_goes_on(&race, m)) played->played[m] += pairs;
    race_destroy(&race);
    for (int m = 0; m < meetings; m++)
        simulator->games -= 2 * (int64_t)(simulator->pairs - played->played[m]);
}
