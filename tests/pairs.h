/* Pairs that were not played: drawn from a distribution of results with a given mean. */
#ifndef HONE_TESTS_PAIRS_H
#define HONE_TESTS_PAIRS_H

#include "engine/base/rng.h"
#include "tuner/statistics/score.h"

/* Adds pairs whose mean is `rate` points a game; the two games of a pair are not independent. */
static void pairs_draw(struct rng *rng, double rate, int pairs, struct pentanomial *counts) {
    static const double base[5] = {.05, .2, .5, .2, .05};
    double shift = (rate - .5) * 2, cumulated[5], sum = 0;
    for (int i = 0; i < 5; i++) {
        double moved = i == 1 ? -shift : i == 3 ? shift : 0;
        cumulated[i] = sum += base[i] + moved;
    }
    for (int i = 0; i < pairs; i++) {
        double x = rng_next(rng) * 0x1p-32;
        int kind = 0;
        while (kind < 4 && x >= cumulated[kind]) kind++;
        counts->n[kind]++;
    }
}

#endif
