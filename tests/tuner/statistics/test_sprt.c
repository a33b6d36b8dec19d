/* sprt: the ratio, the verdicts and the estimates, against independent computations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/base.h"
#include "tests/simulate.h"

static const struct sprt narrow = {0, 5, .05, .05, SPRT_LOGISTIC};

static const struct pentanomial examples[] = {
    {{10, 40, 100, 55, 12}}, {{0, 0, 7, 3, 0}},      {{1, 0, 0, 0, 3}},           {{0, 3, 0, 0, 0}},
    {{500, 0, 0, 0, 499}},   {{2000, 9, 1, 44, 20}}, {{7, 1000, 12345, 1100, 9}},
};

static void regular(const struct pentanomial *counts, double out[5]) {
    for (int k = 0; k < 5; k++) out[k] = counts->n[k] ? (double)counts->n[k] : 1e-3;
}

/* The most likely distribution with a given mean, by another way: coordinate moves of mass among
 * three classes that keep total and mean, with ever smaller steps. */
static double likelihood_by_search(const double counts[5], double mean) {
    double p[5], sum = 0, best = 0;
    double low = (1 - mean) * .9, high = mean * .9;
    p[0] = low, p[4] = high;
    for (int i = 1; i < 4; i++) p[i] = (1 - low - high) / 3;
    for (int i = 0; i < 5; i++) sum += p[i] * i / 4;
    for (int i = 0; i < 2; i++) p[4 * i] += i ? mean - sum : sum - mean; /* sum is mean now */
    for (int i = 0; i < 5; i++) best += counts[i] * log(p[i]);
    for (double step = .05; step > 1e-10; step /= 1.5)
        for (int sweep = 0; sweep < 40; sweep++)
            for (int a = 0; a < 3; a++)
                for (int b = a + 1; b < 4; b++)
                    for (int c = b + 1; c < 5; c++)
                        for (int sign = -1; sign <= 1; sign += 2) {
                            double q[5], value = 0, d = sign * step;
                            memcpy(q, p, sizeof q);
                            q[a] += d * (c - b) / (c - a);
                            q[b] -= d;
                            q[c] += d * (b - a) / (c - a);
                            if (q[a] <= 0 || q[b] <= 0 || q[c] <= 0) continue;
                            for (int i = 0; i < 5; i++) value += counts[i] * log(q[i]);
                            if (value <= best) continue;
                            best = value;
                            memcpy(p, q, sizeof p);
                        }
    return best;
}

static void the_ratio_is_that_of_the_likelihoods(void **state) {
    (void)state;
    const struct sprt tests[] = {{0, 5, .05, .05, SPRT_LOGISTIC},
                                 {-20, 30, .05, .05, SPRT_LOGISTIC},
                                 {0, 100, .05, .05, SPRT_LOGISTIC}};
    for (size_t t = 0; t < COUNT_OF(tests); t++)
        for (size_t i = 0; i < 2; i++) {
            double counts[5];
            regular(&examples[i], counts);
            double expected = likelihood_by_search(counts, rate_of_elo(tests[t].elo1)) -
                              likelihood_by_search(counts, rate_of_elo(tests[t].elo0));
            assert_float_equal(sprt_llr(&tests[t], &examples[i]), expected,
                               1e-4 * fmax(1, fabs(expected)));
        }
}

/* Of the likeliest distributions of all variances, with the mean that goes with each. */
static double likelihood_by_variance(const double counts[5], double t) {
    double best = -INFINITY;
    for (double deviation = .05; deviation < .5; deviation += 2e-4) {
        double mean = .5 + t * deviation;
        double sigma = deviation, d[2] = {0}, p[5], theta[2] = {0}, sum = 0;
        for (int step = 0; step < 60; step++) { /* Newton on the dual, two constraints */
            double g[2] = {0}, h[2][2] = {{0}};
            for (int i = 0; i < 5; i++) {
                double x = i / 4., c[2] = {x - mean, (x - mean) * (x - mean) - sigma * sigma};
                double w = 1 + theta[0] * c[0] + theta[1] * c[1];
                for (int a = 0; a < 2; a++) {
                    g[a] += counts[i] * c[a] / w;
                    for (int b = 0; b < 2; b++) h[a][b] += counts[i] * c[a] * c[b] / (w * w);
                }
            }
            double det = h[0][0] * h[1][1] - h[0][1] * h[1][0];
            d[0] = (h[1][1] * g[0] - h[0][1] * g[1]) / det;
            d[1] = (h[0][0] * g[1] - h[1][0] * g[0]) / det;
            double scale = 1;
            for (bool inside = false; !inside; scale /= 2) {
                inside = true;
                for (int i = 0; i < 5; i++) {
                    double x = i / 4., m = x - mean, v = m * m - sigma * sigma;
                    inside &= 1 + (theta[0] + scale * d[0]) * m + (theta[1] + scale * d[1]) * v > 0;
                }
                if (inside) theta[0] += scale * d[0], theta[1] += scale * d[1];
                if (scale < 1e-9) break;
            }
        }
        double value = 0;
        for (int i = 0; i < 5; i++) {
            double m = i / 4. - mean, v = m * m - sigma * sigma;
            sum += p[i] = counts[i] / (1 + theta[0] * m + theta[1] * v);
        }
        double total = 0, moved = 0;
        for (int i = 0; i < 5; i++) total += counts[i], moved += p[i] * (i / 4. - mean);
        if (fabs(sum / total - 1) > 1e-6 || fabs(moved / total) > 1e-6) continue;
        for (int i = 0; i < 5; i++) value += counts[i] * log(p[i] / counts[i]);
        best = fmax(best, value);
    }
    return best;
}

static void the_normalised_ratio_is_that_of_the_likelihoods(void **state) {
    (void)state;
    const struct sprt test = {5, 40, .05, .05, SPRT_NORMALISED};
    for (size_t i = 0; i < COUNT_OF(examples); i += 6) {
        double counts[5];
        regular(&examples[i], counts);
        double expected = likelihood_by_variance(counts, test.elo1 * NELO_DEVIATIONS) -
                          likelihood_by_variance(counts, test.elo0 * NELO_DEVIATIONS);
        assert_float_equal(sprt_llr(&test, &examples[i]), expected, 1e-3 * fmax(1, fabs(expected)));
    }
}

static void the_opponent_sees_the_ratio_mirrored(void **state) {
    (void)state;
    for (int model = SPRT_LOGISTIC; model <= SPRT_NORMALISED; model++)
        for (size_t i = 0; i < COUNT_OF(examples); i++) {
            const struct sprt own = {0, 5, .05, .05, (enum sprt_model)model};
            const struct sprt mirrored = {-5, 0, .05, .05, (enum sprt_model)model};
            struct pentanomial swapped = pentanomial_swap(&examples[i]);
            double llr = sprt_llr(&own, &examples[i]);
            assert_false(isnan(llr));
            assert_float_equal(llr, -sprt_llr(&mirrored, &swapped), 1e-6 * fmax(1, fabs(llr)));
        }
}

/* Near the hypotheses the ratio tends to fishtest's old closed form,
 * (s1 - s0) (2 rate - s0 - s1) / (2 variance) * pairs. */
static void the_ratio_tends_to_the_normal_form(void **state) {
    (void)state;
    const struct pentanomial *counts = &examples[6];
    struct score score = score_of(counts);
    double s0 = rate_of_elo(0), s1 = rate_of_elo(5);
    double deviation = score.rate_error / NORMAL_95;
    double expected = (s1 - s0) * (2 * score.rate - s0 - s1) / (2 * deviation * deviation);
    assert_float_equal(sprt_llr(&narrow, counts), expected, .02 * fabs(expected));
}

static void the_ratio_rises_with_success(void **state) {
    (void)state;
    for (int model = SPRT_LOGISTIC; model <= SPRT_NORMALISED; model++) {
        const struct sprt sprt = {0, 5, .05, .05, (enum sprt_model)model};
        double before = -INFINITY;
        for (int better = 0; better <= 100; better += 10) {
            struct pentanomial counts = {{10, 100 - better, 300, 50 + better, 10}};
            double llr = sprt_llr(&sprt, &counts);
            assert_true(llr > before);
            before = llr;
        }
        assert_true(sprt_llr(&sprt, &(struct pentanomial){{0}}) == 0);
        assert_true(sprt_llr(&sprt, &(struct pentanomial){{0, 0, 0, 0, 50}}) > 0);
        assert_true(sprt_llr(&sprt, &(struct pentanomial){{50, 0, 0, 0, 0}}) < 0);
    }
}

/* Wald's: beta is the risk of taking H0 though H1 holds. */
static void each_bound_keeps_its_own_risk(void **state) {
    (void)state;
    const struct sprt sprt = {0, 5, .01, .2, SPRT_LOGISTIC};
    double lower, upper;
    sprt_bounds(&sprt, &lower, &upper);
    assert_true(fabs(lower - log(.2 / .99)) < 1e-12);
    assert_true(fabs(upper - log(.8 / .01)) < 1e-12);
}

static void bounds_and_verdicts(void **state) {
    (void)state;
    double lower, upper;
    sprt_bounds(&narrow, &lower, &upper);
    assert_float_equal(lower, -2.94, .005);
    assert_float_equal(upper, 2.94, .005);
    struct pentanomial won = {{0, 100, 1000, 400, 100}}, lost = pentanomial_swap(&won);
    assert_int_equal(sprt_judge(&narrow, &won, 1), SPRT_H1);
    assert_int_equal(sprt_judge(&narrow, &lost, 1), SPRT_H0);
    assert_int_equal(sprt_judge(&narrow, &(struct pentanomial){{1, 2, 3, 2, 1}}, 1), SPRT_CONTINUE);
    assert_int_equal(sprt_judge(&narrow, &(struct pentanomial){{0}}, 1000), SPRT_CONTINUE);
}

/* The ratio's deviation over 400 pairs is .66 here: .39 of jump are taken off 2.94. */
static void rare_looks_decide_nearer(void **state) {
    (void)state;
    struct pentanomial counts = {{50, 200, 510, 252, 65}};
    const struct sprt sprt = {0, 7, .05, .05, SPRT_LOGISTIC};
    double lower, upper, llr = sprt_llr(&sprt, &counts);
    sprt_bounds(&sprt, &lower, &upper);
    assert_true(llr < upper && llr > upper - .3);
    assert_int_equal(sprt_judge(&sprt, &counts, 1), SPRT_CONTINUE);
    assert_int_equal(sprt_judge(&sprt, &counts, 400), SPRT_H1);
}

/* ---- whole tests ---- */

/* Of 1000 tests, with a look every `step` pairs, those that accepted H1. */
static int accepted_often(const struct sprt *sprt, double elo, int step) {
    int accepted = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        struct rng rng = rng_keyed(7, (uint64_t)(elo * 10 + 1000), 1, i);
        struct pentanomial counts;
        accepted += simulate_test(sprt, pairs_draw, elo, step, &rng, &counts) == SPRT_H1;
    }
    return accepted;
}

/* 1000 tests of a true probability of .05 give .036 … .064 in 95 of 100 cases. */
static void tests_err_as_often_as_asked(void **state) {
    (void)state;
    const struct sprt wide = {0, 20, .05, .05, SPRT_LOGISTIC};
    for (int step = 10; step <= 100; step *= 10) {
        assert_in_range(accepted_often(&wide, 0, step), 36, 66);
        assert_in_range(accepted_often(&wide, 20, step), 934, 964);
    }
    const struct sprt normal = {0, 30, .05, .05, SPRT_NORMALISED};
    assert_in_range(accepted_often(&normal, 0, 50), 36, 66);
    const struct sprt uneven = {0, 20, .05, .1, SPRT_LOGISTIC};
    assert_in_range(accepted_often(&uneven, 0, 10), 36, 66);
    assert_in_range(accepted_often(&uneven, 20, 10), 880, 925);
}

/* By a search over the share of draws, to ten digits: another way than here. */
static void games_alone_have_a_ratio_too(void **state) {
    (void)state;
    const struct tally games = {120, 40, 95};
    const struct sprt elo = {0, 5, .05, .05, SPRT_LOGISTIC};
    const struct sprt nelo = {0, 5, .05, .05, SPRT_NORMALISED};
    const struct sprt wide = {-10, 20, .05, .05, SPRT_NORMALISED};
    assert_float_equal(sprt_llr_games(&elo, &games), .395456, 2e-5);
    assert_float_equal(sprt_llr_games(&nelo, &games), .365418, 2e-5);
    assert_float_equal(sprt_llr_games(&wide, &games), 2.033929, 2e-5);
}

static void rare_looks_cost_few_pairs(void **state) {
    (void)state;
    const struct sprt wide = {0, 20, .05, .05, SPRT_LOGISTIC};
    assert_true(simulate_tests(&wide, pairs_draw, 0, 100, 300, 7).pairs <
                1.25 * simulate_tests(&wide, pairs_draw, 0, 10, 300, 7).pairs);
}

/* Where the plain score of the same pairs lies 1.5 to 5 Elo too far out on average. */
static void estimates_are_as_often_too_high_as_too_low(void **state) {
    (void)state;
    const struct sprt wide = {0, 20, .05, .05, SPRT_LOGISTIC};
    const double differences[] = {-10, 0, 5, 10, 20, 40};
    for (size_t i = 0; i < COUNT_OF(differences); i++) {
        struct simulated out = simulate_tests(&wide, pairs_draw, differences[i], 50, 400, 7);
        assert_in_range(out.below, 170, 230);
        assert_in_range(out.covered, 366, 392);
    }
}

/* One to three looks: a motion that is always watched would have left long before. */
static void estimates_of_few_looks_are_too(void **state) {
    (void)state;
    const struct sprt wider = {-20, 20, .05, .05, SPRT_LOGISTIC};
    for (double elo = -60; elo <= 60; elo += 40) {
        struct simulated out = simulate_tests(&wider, pairs_draw, elo, 100, 1000, 7);
        assert_in_range(out.below, 440, 560);
        assert_in_range(out.covered, 930, 970);
        assert_true(out.pairs < 200 * 1000);
    }
}

/* The likelihoods' ratio bends there: at 200 Elo and more it hardly tells strength, and a motion
 * whose drift is the strength would have left at an earlier look. */
static void estimates_are_right_far_from_the_hypotheses(void **state) {
    (void)state;
    const struct sprt sprts[] = {{0, 5, .05, .05, SPRT_LOGISTIC},
                                 {0, 5, .05, .05, SPRT_NORMALISED}};
    const double differences[] = {-200, 50, 100, 200, 400};
    for (size_t i = 0; i < COUNT_OF(sprts); i++)
        for (size_t d = 0; d < COUNT_OF(differences); d++) {
            struct simulated out =
                simulate_tests(&sprts[i], simulate_decided, differences[d], 100, 400, 7);
            assert_in_range(out.below, 165, 235);
            assert_in_range(out.covered, 366, 392);
        }
}

static void assert_plain(const struct pentanomial *counts, enum sprt_verdict verdict,
                         struct sprt_estimate estimate) {
    struct score score = score_of(counts);
    double low = elo_of_rate(score.rate - score.rate_error);
    double high = elo_of_rate(score.rate + score.rate_error);
    assert_int_not_equal(verdict, SPRT_CONTINUE);
    assert_true(estimate.elo == score.elo || fabs(estimate.elo - score.elo) < .01);
    assert_true(estimate.low == low || fabs(estimate.low - low) < .1);
    assert_true(estimate.high == high || fabs(estimate.high - high) < .1);
}

/* A single look does not choose when. */
static void one_look_is_the_plain_score(void **state) {
    (void)state;
    const struct pentanomial ends[] = {{{0, 0, 0, 0, 200}},
                                       {{400}},
                                       {{15, 4, 97, 13, 171}},
                                       {{500, 200, 900, 100, 20}},
                                       {{0, 0, 900}}};
    for (int model = SPRT_LOGISTIC; model <= SPRT_NORMALISED; model++)
        for (size_t i = 0; i < COUNT_OF(ends); i++) {
            const struct sprt sprt = {0, 20, .05, .05, (enum sprt_model)model};
            int64_t pairs = pentanomial_pairs(&ends[i]);
            enum sprt_verdict verdict = sprt_judge(&sprt, &ends[i], pairs);
            assert_plain(&ends[i], verdict, sprt_estimate(&sprt, &ends[i], verdict, pairs));
        }
}

/* However often the test looked: a player that wins them all is not done at an earlier look by
 * luck. */
static void wins_alone_are_the_plain_score(void **state) {
    (void)state;
    const struct sprt mirrored = {-5, 0, .05, .05, SPRT_LOGISTIC};
    struct pentanomial won = {{0, 0, 0, 0, 200}}, half = {{0, 0, 0, 0, 100}};
    struct pentanomial lost = pentanomial_swap(&won);
    assert_int_equal(sprt_judge(&narrow, &half, 100), SPRT_CONTINUE);
    for (int step = 10; step <= 100; step *= 10) {
        enum sprt_verdict verdict = sprt_judge(&narrow, &won, step);
        assert_plain(&won, verdict, sprt_estimate(&narrow, &won, verdict, step));
        verdict = sprt_judge(&mirrored, &lost, step);
        assert_plain(&lost, verdict, sprt_estimate(&mirrored, &lost, verdict, step));
    }
}

/* A ratio that cannot come near a bound is worked out only where it comes. */
static void hypotheses_that_nothing_tells_apart_are_estimated(void **state) {
    (void)state;
    const struct sprt hair = {0, .001, .05, .05, SPRT_LOGISTIC};
    struct pentanomial counts = {{1000, 4000, 10000, 4100, 900}};
    struct sprt_estimate estimate = sprt_estimate(&hair, &counts, SPRT_CONTINUE, 100);
    struct score score = score_of(&counts);
    assert_float_equal(estimate.elo, score.elo, .05);
    assert_float_equal(estimate.high - estimate.elo, score.elo_error, .05);
}

static void tests_that_ran_out_of_pairs_are_estimated_between(void **state) {
    (void)state;
    struct pentanomial counts = {{10, 40, 105, 42, 10}};
    struct sprt_estimate open = sprt_estimate(&narrow, &counts, SPRT_CONTINUE, 207);
    struct score score = score_of(&counts);
    assert_float_equal(open.elo, score.elo, .3);
    assert_float_equal(open.high - open.elo, score.elo_error, 2);
    struct sprt_estimate none =
        sprt_estimate(&narrow, &(struct pentanomial){{0}}, SPRT_CONTINUE, 1);
    assert_true(none.low == -INFINITY && none.high == INFINITY && none.elo == 0);
}

static void estimates_of_extreme_results_are_numbers(void **state) {
    (void)state;
    const struct pentanomial extremes[] = {
        {{0, 0, 0, 0, 100}}, {{100}}, {{0, 0, 5000}}, {{0, 0, 0, 0, 1}}, {{1, 0, 0, 0, 100000}}};
    for (size_t i = 0; i < COUNT_OF(extremes); i++)
        for (int model = SPRT_LOGISTIC; model <= SPRT_NORMALISED; model++) {
            const struct sprt sprt = {0, 1, .05, .05, (enum sprt_model)model};
            enum sprt_verdict verdict = sprt_judge(&sprt, &extremes[i], 1);
            struct sprt_estimate estimate = sprt_estimate(&sprt, &extremes[i], verdict, 1);
            assert_false(isnan(estimate.elo) || isnan(estimate.low) || isnan(estimate.high));
            assert_true(estimate.low <= estimate.elo && estimate.elo <= estimate.high);
            assert_true(sprt_pairs_left(&sprt, &extremes[i]) >= 0);
        }
}

/* From a ratio of 0 and a difference that looks like the middle of the hypotheses. */
static void the_pairs_left_are_what_comes(void **state) {
    (void)state;
    const struct sprt sprt = {0, 20, .05, .05, SPRT_LOGISTIC};
    struct pentanomial even = {{500, 2000, 5000, 2611, 500}};
    double expected = sprt_pairs_left(&sprt, &even);
    double came = (double)simulate_tests(&sprt, pairs_draw, 10, 10, 300, 7).pairs / 300;
    assert_float_equal(expected, came, .15 * came);
    assert_true(sprt_pairs_left(&sprt, &(struct pentanomial){{0, 0, 0, 0, 900}}) == 0);
}

static void the_line_is_the_usual_one(void **state) {
    (void)state;
    struct text out = {0};
    sprt_print(&narrow, &(struct pentanomial){{1, 2, 5, 4, 4}}, &out);
    assert_string_equal(text_get(&out), "LLR: 0.14 (-2.94, 2.94) [0.00, 5.00]\n");
    text_free(&out);
    sprt_print(&(struct sprt){0, 5, .05, .05, SPRT_NORMALISED}, &(struct pentanomial){{0}}, &out);
    assert_string_equal(text_get(&out), "LLR: 0.00 (-2.94, 2.94) [0.00, 5.00] nElo\n");
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ratio_is_that_of_the_likelihoods),
        cmocka_unit_test(the_normalised_ratio_is_that_of_the_likelihoods),
        cmocka_unit_test(the_opponent_sees_the_ratio_mirrored),
        cmocka_unit_test(the_ratio_tends_to_the_normal_form),
        cmocka_unit_test(the_ratio_rises_with_success),
        cmocka_unit_test(each_bound_keeps_its_own_risk),
        cmocka_unit_test(games_alone_have_a_ratio_too),
        cmocka_unit_test(bounds_and_verdicts),
        cmocka_unit_test(rare_looks_decide_nearer),
        cmocka_unit_test(tests_err_as_often_as_asked),
        cmocka_unit_test(rare_looks_cost_few_pairs),
        cmocka_unit_test(estimates_are_as_often_too_high_as_too_low),
        cmocka_unit_test(estimates_of_few_looks_are_too),
        cmocka_unit_test(estimates_are_right_far_from_the_hypotheses),
        cmocka_unit_test(one_look_is_the_plain_score),
        cmocka_unit_test(wins_alone_are_the_plain_score),
        cmocka_unit_test(hypotheses_that_nothing_tells_apart_are_estimated),
        cmocka_unit_test(tests_that_ran_out_of_pairs_are_estimated_between),
        cmocka_unit_test(estimates_of_extreme_results_are_numbers),
        cmocka_unit_test(the_pairs_left_are_what_comes),
        cmocka_unit_test(the_line_is_the_usual_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
