/*
 * Simulated sequential tests and matches of players with a known difference: how often verdicts err
 * and intervals hold the truth. The suite looks at a few, tests/statistics.c prints many.
 */
#ifndef HONE_TESTS_SIMULATE_H
#define HONE_TESTS_SIMULATE_H

#include <stdlib.h>

#include "engine/base/base.h"
#include "tests/pairs.h"
#include "tuner/statistics/sprt.h"

struct simulated {
    int accepted, below, covered; /* H1; estimates below the truth; intervals that hold it */
    int64_t pairs;
    double median; /* of the estimates */
};

static inline int simulate_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of which distribution pairs are drawn: pairs_draw's, which reaches 70 Elo, or that of games with
 * few draws, a fourth of the pairs with the same luck twice, with any mean. */
typedef void simulate_draw(struct rng *rng, double rate, int pairs, struct pentanomial *counts);

static inline void simulate_decided(struct rng *rng, double rate, int pairs,
                                    struct pentanomial *counts) {
    double drawn = .2 * (rate < .5 ? rate : 1 - rate);
    for (int pair = 0; pair < pairs; pair++) {
        double luck[2] = {rng_unit(rng), rng_unit(rng)};
        if (rng_unit(rng) < .25) luck[1] = luck[0];
        int points = 0;
        for (int game = 0; game < 2; game++)
            points += luck[game] < rate - drawn / 2 ? 2 : luck[game] < rate + drawn / 2;
        counts->n[points]++;
    }
}

static inline enum sprt_verdict simulate_test(const struct sprt *sprt, simulate_draw *draw,
                                              double elo, int step, struct rng *rng,
                                              struct pentanomial *counts) {
    enum sprt_verdict verdict;
    *counts = (struct pentanomial){{0}};
    do {
        draw(rng, rate_of_elo(elo), step, counts);
        verdict = sprt_judge(sprt, counts, step);
    } while (verdict == SPRT_CONTINUE);
    return verdict;
}

/* `tests` of them, with a look every `step` pairs. */
static inline struct simulated simulate_tests(const struct sprt *sprt, simulate_draw *draw,
                                              double elo, int step, int tests, uint64_t key) {
    struct simulated out = {0};
    double *estimates = xcalloc((size_t)tests, sizeof *estimates);
    for (int i = 0; i < tests; i++) {
        struct rng rng = rng_keyed(key, (uint64_t)(elo * 10 + 1000), 1, (uint64_t)i);
        struct pentanomial counts;
        enum sprt_verdict verdict = simulate_test(sprt, draw, elo, step, &rng, &counts);
        struct sprt_estimate estimate = sprt_estimate(sprt, &counts, verdict, step);
        out.accepted += verdict == SPRT_H1;
        out.below += estimate.elo < elo;
        out.covered += estimate.low <= elo && elo <= estimate.high;
        out.pairs += pentanomial_pairs(&counts);
        estimates[i] = estimate.elo;
    }
    qsort(estimates, (size_t)tests, sizeof *estimates, simulate_compare);
    out.median = estimates[tests / 2];
    free(estimates);
    return out;
}

/* `matches` of `pairs` pairs, drawn by simulate_decided. */
static inline struct simulated simulate_matches(double elo, int pairs, int matches, uint64_t key) {
    double rate = rate_of_elo(elo);
    struct simulated out = {.pairs = (int64_t)matches * pairs};
    for (int i = 0; i < matches; i++) {
        struct rng rng = rng_keyed(key, (uint64_t)(elo * 10 + 10000), 2, (uint64_t)i);
        struct pentanomial counts = {{0}};
        simulate_decided(&rng, rate, pairs, &counts);
        struct score score = score_of(&counts);
        out.accepted += score.los > .95;
        out.below += score.rate < rate;
        out.covered +=
            score.rate - score.rate_error <= rate && rate <= score.rate + score.rate_error;
    }
    return out;
}

#endif
