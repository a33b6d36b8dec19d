/* score: Elo, its error, LOS and the sequential test, against independent computations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "engine/base/base.h"
#include "engine/base/rng.h"
#include "tuner/play/score.h"

static const struct sprt narrow = {0, 5, .05, .05};

static const struct pentanomial examples[] = {
    {{10, 40, 100, 55, 12}}, {{0, 0, 7, 3, 0}},      {{1, 0, 0, 0, 3}},
    {{0, 3, 0, 0, 0}},       {{500, 0, 0, 0, 499}},  {{12, 55, 100, 40, 10}},
    {{0, 0, 1, 0, 0}},       {{2000, 9, 1, 44, 20}}, {{7, 1000, 12345, 1100, 9}},
};

static void test_known_ratings(void **state) {
    (void)state;
    assert_float_equal(elo_of_rate(.75), 190.85, .005);
    assert_float_equal(elo_of_rate(.5), 0, 0);
    assert_float_equal(rate_of_elo(100), .6400649998, 1e-9);
    for (double elo = -900; elo <= 900; elo += 90)
        assert_float_equal(elo_of_rate(rate_of_elo(elo)), elo, 1e-8);
    assert_true(elo_of_rate(1) == INFINITY && elo_of_rate(0) == -INFINITY);
}

static void test_normal(void **state) {
    (void)state;
    assert_float_equal(normal_below(0), .5, 1e-15);
    assert_float_equal(normal_below(NORMAL_95), .975, 1e-12);
    assert_float_equal(normal_below(-1), .158655253931457, 1e-12);
}

/* By hand: 16 pairs, sum of points a game 10, of squares 7.25. */
static void test_by_hand(void **state) {
    (void)state;
    struct pentanomial counts = {{1, 2, 5, 4, 4}};
    struct score score = score_of(&counts);
    double rate = 10 / 16., variance = (2 / 16. + 5 / 4. + 4 * 9 / 16. + 4) / 16 - rate * rate;
    double error = 1.959963985 * sqrt(variance / 16);
    assert_int_equal(score.pairs, 16);
    assert_float_equal(score.rate, rate, 1e-12);
    assert_float_equal(score.rate_error, error, 1e-8);
    assert_float_equal(score.elo, 88.7386, .001);
    double high = -400 * log10(1 / (rate + error) - 1), low = -400 * log10(1 / (rate - error) - 1);
    assert_float_equal(score.elo_error, (high - low) / 2, 1e-6);
    assert_float_equal(score.nelo, .125 / sqrt(2 * variance) * 800 / log(10), 1e-9);
    assert_float_equal(score.nelo_error, 1.959963985 / sqrt(32) * 347.43558552, 1e-5);
    assert_float_equal(score.los, .5 * (1 + erf(.125 / sqrt(variance / 16) / sqrt(2))), 1e-12);
}

static void test_swapping_negates(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        struct pentanomial swapped = pentanomial_swap(&examples[i]);
        struct score own = score_of(&examples[i]), other = score_of(&swapped);
        struct sprt mirrored = {-narrow.elo1, -narrow.elo0, .05, .05};
        assert_true(own.elo == -other.elo || fabs(own.elo + other.elo) < 1e-9);
        assert_true(own.elo_error == other.elo_error ||
                    fabs(own.elo_error - other.elo_error) < 1e-9);
        assert_true(own.nelo == -other.nelo || fabs(own.nelo + other.nelo) < 1e-9);
        assert_float_equal(own.los, 1 - other.los, 1e-9);
        assert_float_equal(sprt_llr(&narrow, &examples[i]), -sprt_llr(&mirrored, &swapped), 1e-6);
    }
}

static void test_errors_shrink_with_the_root(void **state) {
    (void)state;
    struct pentanomial once = {{10, 40, 100, 55, 12}}, four = {{0}};
    for (int i = 0; i < 4; i++) pentanomial_add(&four, &once);
    struct score small = score_of(&once), large = score_of(&four);
    assert_int_equal(large.pairs, 4 * small.pairs);
    assert_float_equal(large.elo, small.elo, 1e-9);
    assert_float_equal(large.rate_error, small.rate_error / 2, 1e-12);
    assert_float_equal(large.nelo_error, small.nelo_error / 2, 1e-9);
    assert_float_equal(large.elo_error, small.elo_error / 2, small.elo_error / 100);
    assert_true(large.los > small.los);
}

static void test_pairs_all_alike_still_leave_doubt(void **state) {
    (void)state;
    struct score none = score_of(&(struct pentanomial){{0}});
    assert_true(none.rate == .5 && none.rate_error == .5 && none.los == .5);
    assert_true(none.elo == 0 && none.elo_error == INFINITY && none.nelo == 0);
    for (int kind = 0; kind < 5; kind++) {
        struct pentanomial few = {{0}}, many = {{0}};
        few.n[kind] = 3;
        many.n[kind] = 3000;
        struct score doubtful = score_of(&few), sure = score_of(&many);
        assert_true(doubtful.rate_error > .3 && sure.rate_error < .002 && sure.rate_error > 0);
        assert_false(isnan(sure.los) || isnan(doubtful.los));
        assert_true((doubtful.los > .5) == (kind > 2));
        assert_true(kind == 0 ? sure.elo == -INFINITY : kind == 4 ? sure.elo == INFINITY : true);
        assert_true(kind % 4 || sure.elo_error == INFINITY);
    }
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

static void test_llr_is_the_likelihood_ratio(void **state) {
    (void)state;
    const struct sprt tests[] = {{0, 5, .05, .05}, {-20, 30, .05, .05}, {0, 100, .05, .05}};
    for (size_t t = 0; t < COUNT_OF(tests); t++)
        for (size_t i = 0; i < 2; i++) {
            double counts[5];
            for (int k = 0; k < 5; k++)
                counts[k] = examples[i].n[k] ? (double)examples[i].n[k] : 1e-3;
            double expected = likelihood_by_search(counts, rate_of_elo(tests[t].elo1)) -
                              likelihood_by_search(counts, rate_of_elo(tests[t].elo0));
            assert_float_equal(sprt_llr(&tests[t], &examples[i]), expected,
                               1e-4 * fmax(1, fabs(expected)));
        }
}

/* Near the hypotheses the ratio tends to fishtest's old closed form,
 * (s1 - s0) (2 rate - s0 - s1) / (2 variance) * pairs. */
static void test_llr_tends_to_the_normal_form(void **state) {
    (void)state;
    const struct pentanomial *counts = &examples[8];
    struct score score = score_of(counts);
    double s0 = rate_of_elo(0), s1 = rate_of_elo(5);
    double deviation = score.rate_error / NORMAL_95;
    double expected = (s1 - s0) * (2 * score.rate - s0 - s1) / (2 * deviation * deviation);
    assert_float_equal(sprt_llr(&narrow, counts), expected, .02 * fabs(expected));
}

static void test_llr_rises_with_success(void **state) {
    (void)state;
    double before = -INFINITY;
    for (int better = 0; better <= 100; better += 10) {
        struct pentanomial counts = {{10, 100 - better, 300, 50 + better, 10}};
        double llr = sprt_llr(&narrow, &counts);
        assert_true(llr > before);
        before = llr;
    }
    assert_true(sprt_llr(&narrow, &(struct pentanomial){{0}}) == 0);
    assert_true(sprt_llr(&narrow, &(struct pentanomial){{0, 0, 0, 0, 50}}) > 0);
    assert_true(sprt_llr(&narrow, &(struct pentanomial){{50, 0, 0, 0, 0}}) < 0);
}

static void test_bounds_and_verdicts(void **state) {
    (void)state;
    double lower, upper;
    sprt_bounds(&narrow, &lower, &upper);
    assert_float_equal(lower, -2.94, .005);
    assert_float_equal(upper, 2.94, .005);
    struct pentanomial won = {{0, 100, 1000, 400, 100}}, lost = pentanomial_swap(&won);
    assert_int_equal(sprt_judge(&narrow, &won), SPRT_H1);
    assert_int_equal(sprt_judge(&narrow, &lost), SPRT_H0);
    assert_int_equal(sprt_judge(&narrow, &(struct pentanomial){{1, 2, 3, 2, 1}}), SPRT_CONTINUE);
}

/* Pairs from a distribution whose mean is `rate`; the two games of a pair are not independent. */
static void play_pairs(struct rng *rng, double rate, int pairs, struct pentanomial *counts) {
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

static void test_intervals_cover(void **state) {
    (void)state;
    const int matches = 2000;
    const double rate = rate_of_elo(30);
    int covered = 0, covered_elo = 0, superior = 0;
    for (int i = 0; i < matches; i++) {
        struct rng rng = rng_keyed(1, 2, 3, (uint64_t)i);
        struct pentanomial counts = {{0}};
        play_pairs(&rng, rate, 300, &counts);
        struct score score = score_of(&counts);
        covered += fabs(score.rate - rate) <= score.rate_error;
        covered_elo += fabs(score.elo - 30) <= score.elo_error;
        play_pairs(&rng, .5, 300, memset(&counts, 0, sizeof counts));
        superior += score_of(&counts).los > .95;
    }
    assert_in_range(covered, .935 * matches, .965 * matches);
    assert_in_range(covered_elo, .935 * matches, .965 * matches);
    assert_in_range(superior, .035 * matches, .065 * matches);
}

/* Share of tests that accept H1 when the true difference is `elo`. */
static double accepted(const struct sprt *sprt, double elo, int tests, int64_t *pairs) {
    int accepted = 0;
    for (int i = 0; i < tests; i++) {
        struct rng rng = rng_keyed(7, (uint64_t)elo, 1, (uint64_t)i);
        struct pentanomial counts = {{0}};
        enum sprt_verdict verdict;
        do {
            play_pairs(&rng, rate_of_elo(elo), 20, &counts);
            *pairs += 20;
            verdict = sprt_judge(sprt, &counts);
        } while (verdict == SPRT_CONTINUE);
        accepted += verdict == SPRT_H1;
    }
    return (double)accepted / tests;
}

static void test_sequential_errors_are_as_promised(void **state) {
    (void)state;
    int64_t pairs = 0;
    assert_in_range(1000 * accepted(&narrow, 0, 500, &pairs), 20, 65);
    assert_in_range(1000 * accepted(&narrow, 5, 500, &pairs), 935, 980);
    const struct sprt wide = {0, 20, .05, .05};
    assert_in_range(1000 * accepted(&wide, 0, 1000, &pairs), 25, 60);
    assert_in_range(1000 * accepted(&wide, 20, 1000, &pairs), 940, 975);
}

static void test_print(void **state) {
    (void)state;
    struct text out = {0};
    score_print(&(struct pentanomial){{1, 2, 5, 4, 4}}, &(struct sprt){0, 5, .05, .05}, &out);
    assert_string_equal(text_get(&out), "Elo: +88.7 +/- 110.8, nElo: +104.8 +/- 120.4\n"
                                        "LOS: 95.6 %\n"
                                        "Ptnml(0-2): [1, 2, 5, 4, 4]\n"
                                        "LLR: 0.14 (-2.94, 2.94) [0.00, 5.00]\n");
    text_free(&out);
    score_print(&(struct pentanomial){{0}}, NULL, &out);
    assert_string_equal(text_get(&out), "Elo: +0.0 +/- inf\n"
                                        "LOS: 50.0 %\n"
                                        "Ptnml(0-2): [0, 0, 0, 0, 0]\n");
    text_free(&out);
    score_print(&(struct pentanomial){{9, 0, 0, 0, 0}}, &narrow, &out);
    assert_null(strstr(text_get(&out), "nan"));
    assert_null(strstr(text_get(&out), "inf"));
    assert_int_equal(strncmp(text_get(&out), "Elo: under -", 12), 0);
    assert_null(strstr(text_get(&out), "nElo"));
    text_free(&out);
}

static void elo_is_said_for_people(void **context) {
    (void)context;
    char elo[SCORE_ELO_LENGTH];
    struct pentanomial even = {{10, 20, 40, 20, 10}}, won = {{0, 0, 0, 0, 2000}}, lost = {{50}};
    struct score score = score_of(&even);
    score_format_elo(&score, elo);
    assert_int_equal(strncmp(elo, "+0.0 +/- ", 9), 0);
    score = score_of(&won); /* 1 - .05^(1/2000) is unseen: rate .9985 */
    score_format_elo(&score, elo);
    assert_string_equal(elo, "over +1130");
    struct pentanomial nearly = {{0, 0, 1, 0, 1999}}; /* .99975 +/- .00049 */
    score = score_of(&nearly);
    score_format_elo(&score, elo);
    assert_string_equal(elo, "over +1252");
    score = score_of(&lost);
    score_format_elo(&score, elo);
    assert_string_equal(elo, "under -484");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_ratings),
        cmocka_unit_test(test_normal),
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_swapping_negates),
        cmocka_unit_test(test_errors_shrink_with_the_root),
        cmocka_unit_test(test_pairs_all_alike_still_leave_doubt),
        cmocka_unit_test(test_llr_is_the_likelihood_ratio),
        cmocka_unit_test(test_llr_tends_to_the_normal_form),
        cmocka_unit_test(test_llr_rises_with_success),
        cmocka_unit_test(test_bounds_and_verdicts),
        cmocka_unit_test(test_intervals_cover),
        cmocka_unit_test(test_sequential_errors_are_as_promised),
        cmocka_unit_test(test_print),
        cmocka_unit_test(elo_is_said_for_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
