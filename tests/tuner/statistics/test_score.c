/* score: Elo, its error and LOS, against independent computations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "engine/base/base.h"
#include "tests/pairs.h"

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

/* By hand: 16 pairs, sum of points a game 10, of squares 7.625; with a fifth of a pair more in each
 * class 17 pairs, 10.5 and 8. Student's quantile with 16 degrees is 2.11991. */
static void test_by_hand(void **state) {
    (void)state;
    struct pentanomial counts = {{1, 2, 5, 4, 4}};
    struct score score = score_of(&counts);
    double rate = 10 / 16., variance = (2 / 16. + 5 / 4. + 4 * 9 / 16. + 4) / 16 - rate * rate;
    double wide = 8. / 17 - 10.5 / 17 * 10.5 / 17, error = 2.11991 * sqrt(wide / 16);
    assert_int_equal(score.pairs, 16);
    assert_float_equal(score.rate, rate, 1e-12);
    assert_float_equal(score.rate_error, error, 1e-5);
    assert_float_equal(score.elo, 88.7386, .001);
    double high = -400 * log10(1 / (rate + error) - 1), low = -400 * log10(1 / (rate - error) - 1);
    assert_float_equal(score.elo_error, (high - low) / 2, .02);
    assert_float_equal(score.nelo, .125 / sqrt(2 * variance) * 800 / log(10), 1e-9);
    assert_float_equal(score.nelo_error, 1.959963985 / sqrt(32) * 347.43558552, 1e-5);
    assert_float_equal(score.los, normal_below(.125 / error * NORMAL_95), 1e-4);
}

static void test_swapping_negates(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        struct pentanomial swapped = pentanomial_swap(&examples[i]);
        struct score own = score_of(&examples[i]), other = score_of(&swapped);
        assert_true(own.elo == -other.elo || fabs(own.elo + other.elo) < 1e-9);
        assert_true(own.elo_error == other.elo_error ||
                    fabs(own.elo_error - other.elo_error) < 1e-9);
        assert_true(own.nelo == -other.nelo || fabs(own.nelo + other.nelo) < 1e-9);
        assert_float_equal(own.los, 1 - other.los, 1e-9);
    }
}

static void test_errors_shrink_with_the_root(void **state) {
    (void)state;
    struct pentanomial once = {{10, 40, 100, 55, 12}}, four = {{0}};
    for (int i = 0; i < 4; i++) pentanomial_add(&four, &once);
    struct score small = score_of(&once), large = score_of(&four);
    assert_int_equal(large.pairs, 4 * small.pairs);
    assert_float_equal(large.elo, small.elo, 1e-9);
    assert_float_equal(large.rate_error, small.rate_error / 2, small.rate_error / 100);
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

static void test_intervals_cover(void **state) {
    (void)state;
    const int matches = 2000;
    const double rate = rate_of_elo(30);
    int covered = 0, covered_elo = 0, superior = 0;
    for (int i = 0; i < matches; i++) {
        struct rng rng = rng_keyed(1, 2, 3, (uint64_t)i);
        struct pentanomial counts = {{0}};
        pairs_draw(&rng, rate, 300, &counts);
        struct score score = score_of(&counts);
        covered += fabs(score.rate - rate) <= score.rate_error;
        covered_elo += fabs(score.elo - 30) <= score.elo_error;
        pairs_draw(&rng, .5, 300, memset(&counts, 0, sizeof counts));
        superior += score_of(&counts).los > .95;
    }
    assert_in_range(covered, .935 * matches, .965 * matches);
    assert_in_range(covered_elo, .935 * matches, .965 * matches);
    assert_in_range(superior, .035 * matches, .065 * matches);
}

static void intervals_of_few_pairs_cover(void **state) {
    (void)state;
    const double rates[] = {.5, .58}, matches = 4000;
    const int pairs[] = {2, 4, 8, 16, 40};
    for (size_t r = 0; r < COUNT_OF(rates); r++)
        for (size_t p = 0; p < COUNT_OF(pairs); p++) {
            int covered = 0;
            for (int i = 0; i < matches; i++) {
                struct rng rng = rng_keyed(4, r, p, (uint64_t)i);
                struct pentanomial counts = {{0}};
                pairs_draw(&rng, rates[r], pairs[p], &counts);
                struct score score = score_of(&counts);
                covered += fabs(score.rate - rates[r]) <= score.rate_error;
            }
            assert_true(covered >= .94 * matches);
        }
}

static void test_print(void **state) {
    (void)state;
    struct text out = {0};
    score_print(&(struct pentanomial){{1, 2, 5, 4, 4}}, &out);
    assert_string_equal(text_get(&out), "Elo: +88.7 +/- 123.1, nElo: +104.8 +/- 120.4\n"
                                        "LOS: 93.9 %\n"
                                        "Ptnml(0-2): [1, 2, 5, 4, 4]\n");
    text_free(&out);
    score_print(&(struct pentanomial){{0}}, &out);
    assert_string_equal(text_get(&out), "Elo: unknown\n"
                                        "LOS: 50.0 %\n"
                                        "Ptnml(0-2): [0, 0, 0, 0, 0]\n");
    text_free(&out);
    score_print(&(struct pentanomial){{9, 0, 0, 0, 0}}, &out);
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
    score = score_of(&(struct pentanomial){{0, 0, 1, 0, 2}}); /* .83 +/- .48 */
    score_format_elo(&score, elo);
    assert_string_equal(elo, "unknown");
    score = score_of(&(struct pentanomial){{2, 0, 1, 0, 0}});
    score_format_elo(&score, elo);
    assert_string_equal(elo, "unknown");
    struct pentanomial nearly = {{0, 0, 1, 0, 1999}}; /* .99975 +/- .00073 */
    score = score_of(&nearly);
    score_format_elo(&score, elo);
    assert_string_equal(elo, "over +1196");
    score = score_of(&lost);
    score_format_elo(&score, elo);
    assert_string_equal(elo, "under -484");
}

/* 140 of 255 points with a deviation of .45646: .049020 of which are .107391 deviations, of 347.436
 * nElo each. The same games in pairs that end alike say as much of the points, and less surely. */
static void games_that_are_no_pairs_are_scored(void **state) {
    (void)state;
    struct score score = score_of_games(&(struct tally){120, 40, 95});
    assert_float_equal(score.rate, .5490196, 1e-6);
    assert_float_equal(score.nelo, 37.3091, 1e-3);
    assert_float_equal(score.nelo_error, NORMAL_95 * 347.4356 / sqrt(255), 1e-3);
    assert_float_equal(score.rate_error, .0562, 1e-3);
    score = score_of_games(&(struct tally){3, 0, 0});
    assert_true(score.rate == 1 && isinf(score.elo));
}

/* As an edited file may have them. */
static void counts_of_any_size_are_added_up(void **state) {
    (void)state;
    struct pentanomial most = {{INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX}};
    assert_true(pentanomial_pairs(&most) == INT64_MAX);
    assert_true(fabs(pentanomial_mean(&most) - .5) < 1e-9);
    struct score score = score_of(&most);
    assert_true(isfinite(score.elo) && score.rate_error >= 0);
    pentanomial_add(&most, &most);
    assert_true(most.n[0] == INT64_MAX);
    struct pentanomial least = {{INT64_MIN, INT64_MIN, 0, 0, 0}};
    assert_true(pentanomial_pairs(&least) == INT64_MIN);
    assert_true(score_of(&least).rate == .5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_of_any_size_are_added_up),
        cmocka_unit_test(test_known_ratings),
        cmocka_unit_test(test_normal),
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_swapping_negates),
        cmocka_unit_test(test_errors_shrink_with_the_root),
        cmocka_unit_test(test_pairs_all_alike_still_leave_doubt),
        cmocka_unit_test(test_intervals_cover),
        cmocka_unit_test(intervals_of_few_pairs_cover),
        cmocka_unit_test(test_print),
        cmocka_unit_test(games_that_are_no_pairs_are_scored),
        cmocka_unit_test(elo_is_said_for_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
