/*
 * Prints what results/records/statistics.md shows: how often matches and sequential tests of
 * players with a known difference err, and how often their intervals hold the truth. `statistics
 * N`: of N simulations each, 10000 if not said.
 */
#include <math.h>
#include <stdio.h>

#include "tests/simulate.h"

enum { SEED = 2026 };

static void print_matches(int count) {
    const double elos[] = {0, 30, 100, 300, 700};
    const int pairs[] = {5, 20, 100, 1000};
    printf("| true Elo | pairs | interval holds it | LOS beyond 95 %% |\n|---|---|---|---|\n");
    for (size_t e = 0; e < COUNT_OF(elos); e++)
        for (size_t p = 0; p < COUNT_OF(pairs); p++) {
            struct simulated out = simulate_matches(elos[e], pairs[p], count, SEED);
            printf("| %g | %d | %.1f %% | %.1f %% |\n", elos[e], pairs[p],
                   100. * out.covered / count, 100. * out.accepted / count);
        }
}

static void print_test(const struct sprt *sprt, simulate_draw *draw, double elo, int step,
                       int count) {
    struct simulated out = simulate_tests(sprt, draw, elo, step, count, SEED);
    printf("| %s [%g, %g] | %d | %+.1f | %.1f %% | %+.1f | %.1f %% | %.0f |\n",
           sprt->model == SPRT_NORMALISED ? "normalised" : "logistic", sprt->elo0, sprt->elo1, step,
           elo, 100. * out.accepted / count, out.median, 100. * out.covered / count,
           (double)out.pairs / count);
    fflush(stdout);
}

/* Logistic Elo of so much normalised Elo, with the distribution that pairs_draw has. */
static double logistic_of(const struct sprt *sprt, double elo) {
    double rate = .5;
    if (sprt->model == SPRT_LOGISTIC) return elo;
    for (int step = 0; step < 50; step++) {
        double variance = .05 * .5 + .4 * .0625 - (rate - .5) * (rate - .5);
        rate = .5 + elo * NELO_DEVIATIONS * sqrt(variance);
    }
    return elo_of_rate(rate);
}

static const int steps[] = {10, 100};

static void print_tests_head(void) {
    printf("\n| hypotheses | a look every | true Elo | H1 accepted | median of the estimates | "
           "interval holds it | pairs |\n|---|---|---|---|---|---|---|\n");
}

static void print_tests(int count) {
    const struct sprt sprts[] = {{0, 5, .05, .05, SPRT_LOGISTIC},
                                 {0, 20, .05, .05, SPRT_LOGISTIC},
                                 {-20, 20, .05, .05, SPRT_LOGISTIC},
                                 {0, 30, .05, .05, SPRT_NORMALISED}};
    print_tests_head();
    for (size_t s = 0; s < COUNT_OF(sprts); s++)
        for (size_t l = 0; l < COUNT_OF(steps); l++)
            for (int place = -1; place <= 4; place += 1) { /* halves of the way from H0 to H1 */
                const struct sprt *sprt = &sprts[s];
                double elo = sprt->elo0 + (sprt->elo1 - sprt->elo0) * place / 2;
                if (place != 3)
                    print_test(sprt, pairs_draw, logistic_of(sprt, elo), steps[l], count);
            }
}

static void print_far_tests(int count) {
    const struct sprt sprts[] = {{0, 5, .05, .05, SPRT_LOGISTIC},
                                 {0, 20, .05, .05, SPRT_LOGISTIC},
                                 {0, 5, .05, .05, SPRT_NORMALISED}};
    const double elos[] = {-200, 20, 50, 100, 200, 400, 700};
    print_tests_head();
    for (size_t s = 0; s < COUNT_OF(sprts); s++)
        for (size_t l = 0; l < COUNT_OF(steps); l++)
            for (size_t e = 0; e < COUNT_OF(elos); e++)
                print_test(&sprts[s], simulate_decided, elos[e], steps[l], count);
}

static void print_extremes(void) {
    static const struct {
        const char *name;
        int class;
    } kinds[] = {{"won", 4}, {"drawn", 2}, {"lost", 0}};
    const struct sprt sprt = {0, 20, .05, .05, SPRT_LOGISTIC};
    printf("\n| all pairs | pairs | Elo | LOS | SPRT [0, 20] | its Elo "
           "|\n|---|---|---|---|---|---|\n");
    for (size_t kind = 0; kind < COUNT_OF(kinds); kind++)
        for (int pairs = 2; pairs <= 2000; pairs *= 10) {
            struct pentanomial counts = {{0}};
            counts.n[kinds[kind].class] = pairs;
            struct score score = score_of(&counts);
            enum sprt_verdict verdict = sprt_judge(&sprt, &counts, pairs);
            struct sprt_estimate estimate = sprt_estimate(&sprt, &counts, verdict, pairs);
            char elo[SCORE_ELO_LENGTH];
            score_format_elo(&score, elo);
            printf("| %s | %d | %s | %.1f %% | %s | %+.1f [%+.1f, %+.1f] |\n", kinds[kind].name,
                   pairs, elo, 100 * score.los,
                   verdict == SPRT_H1   ? "H1"
                   : verdict == SPRT_H0 ? "H0"
                                        : "goes on",
                   estimate.elo, estimate.low, estimate.high);
        }
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 10000;
    print_matches(count);
    print_tests(count);
    print_far_tests(count);
    print_extremes();
    return 0;
}
