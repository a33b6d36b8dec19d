/*
 * simulator: a made-up game between vectors, whose result is drawn from how far each is from a
 * hidden optimum, so that optimisers can be tested against the truth in milliseconds. Games are
 * paired and scored by the real pairing and fitness.
 */
#ifndef HONE_TESTS_SIMULATOR_H
#define HONE_TESTS_SIMULATOR_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "tuner/optimize/optimizer.h"
#include "tuner/optimize/scale.h"
#include "tuner/play/fitness.h"

enum { SIMULATOR_DIM_MAX = 70 };

struct simulator {
    struct param params[SIMULATOR_DIM_MAX];
    double optimum[SIMULATOR_DIM_MAX], weight[SIMULATOR_DIM_MAX]; /* weights sum up to 1 */
    int dim, pairs;
    uint64_t seed;
    bool gauntlet;    /* everybody meets a yardstick in place of the group */
    double ripple;    /* depth of local optima in logits; 0: none */
    double yardstick; /* its strength */
    int64_t games;    /* played so far */
};

/* Wide and narrow, linear and logarithmic parameters in turn; later ones matter less. */
static void simulator_init(struct simulator *simulator, int dim, int pairs, uint64_t seed) {
    static const struct param kinds[] = {
        {.lower = -2047, .upper = 2047, .scale = SCALE_LINEAR},
        {.lower = 1, .upper = 100000, .scale = SCALE_LOG},
        {.lower = -100, .upper = 50, .scale = SCALE_LINEAR},
        {.lower = 1, .upper = 50, .scale = SCALE_LOG},
    };
    *simulator = (struct simulator){.dim = dim, .pairs = pairs, .seed = seed};
    struct rng rng = rng_keyed(seed, 9000, 0, 0);
    double sum = 0;
    for (int j = 0; j < dim; j++) {
        simulator->params[j] = kinds[j % 4];
        snprintf(simulator->params[j].name, sizeof simulator->params[j].name, "p%d", j);
        simulator->optimum[j] = 0.15 + 0.7 * rng_unit(&rng);
        sum += simulator->weight[j] = 1.0 / (1 + 4.0 * j / dim);
    }
    for (int j = 0; j < dim; j++) simulator->weight[j] /= sum;
}

/* In logits: 0 at the optimum, about -8 at random. */
static double simulator_strength(const struct simulator *simulator, const int32_t *vector) {
    double sum = 0;
    for (int j = 0; j < simulator->dim; j++) {
        double off = scale_unit(&simulator->params[j], vector[j]) - simulator->optimum[j];
        sum += simulator->weight[j] *
               (60 * off * off + simulator->ripple * (1 - cos(5 * 2 * acos(-1) * off)) / 2);
    }
    return -sum;
}

/* Points of the first of two players, 0…2: one random number decides, the same for all who meet
 * on this opening. */
static int simulator_game(const struct simulator *simulator, double advantage, int generation,
                          int game) {
    const double draw = 0.2;
    struct rng rng = rng_keyed(simulator->seed, 9001, (uint64_t)generation, (uint64_t)game);
    double luck = rng_unit(&rng), won = 1 / (1 + exp(draw - advantage)),
           lost = 1 / (1 + exp(draw + advantage));
    if (game % 2) luck = 1 - luck; /* colours swapped: what favoured one favours the other */
    return luck < won ? 2 : luck >= 1 - lost ? 0 : 1;
}

/* The games of a generation, until they are forgotten. */
struct simulated {
    struct fitness_games games;
    struct pairing pairing;
    struct result *results;
};

static void simulated_forget(struct simulated *simulated) {
    free(simulated->results);
    pairing_destroy(&simulated->pairing);
    *simulated = (struct simulated){0};
}

static void simulator_play(struct simulator *simulator, const struct population *population,
                           int generation, struct simulated *out) {
    bool group = !simulator->gauntlet;
    simulated_forget(out);
    pairing_make(population, group, false, group ? 0 : 1, &out->pairing);
    int64_t count = 2 * (int64_t)out->pairing.count * simulator->pairs;
    out->results = calloc((size_t)count + 1, sizeof *out->results);
    out->games = (struct fitness_games){population, &out->pairing, out->results, simulator->pairs};
    for (int m = 0; m < out->pairing.count; m++) {
        int a = out->pairing.meetings[m].a, b = out->pairing.meetings[m].b;
        double advantage = simulator_strength(simulator, population_get(population, a));
        advantage -= b < population->count
                         ? simulator_strength(simulator, population_get(population, b))
                         : simulator->yardstick;
        for (int g = 0; g < 2 * simulator->pairs; g++)
            out->results[m * 2 * simulator->pairs + g].points =
                (uint8_t)simulator_game(simulator, advantage, generation, g);
    }
    simulator->games += count;
}

#endif
