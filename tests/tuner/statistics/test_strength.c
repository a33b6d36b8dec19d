/*
 * strength: ratings from pairs agree with what the pairs alone say, and their 95 % intervals hold
 * the truth about as often as they promise, also where the two games of a pair go together.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "engine/base/base.h"
#include "engine/base/rng.h"
#include "tuner/statistics/strength.h"

static double error_of(const struct strengths *strengths, int player) {
    double weights[16] = {0};
    weights[player] = 1;
    return strengths_error(strengths, weights);
}

static void two_players_have_the_elo_of_their_score(void **state) {
    (void)state;
    struct strength_meeting meeting = {1, 0, {{40, 60, 500, 90, 310}}};
    struct score score = score_of(&meeting.counts);
    struct strengths strengths = strengths_fit(&meeting, 1, 2);
    assert_float_equal(strengths.elo[0], 0, 0);
    assert_float_equal(strengths.elo[1], score.elo, 0.2);
    assert_float_equal(error_of(&strengths, 1), score.elo_error, 0.2);
    assert_float_equal(error_of(&strengths, 0), 0, 0);
    strengths_free(&strengths);
}

/* 2 beats 1 as 1 beats 0, and 2 has met no other. */
static void differences_add_up_along_a_chain(void **state) {
    (void)state;
    struct pentanomial counts = {{100, 0, 400, 0, 500}};
    struct strength_meeting meetings[] = {{1, 0, counts}, {1, 2, pentanomial_swap(&counts)}};
    struct strengths strengths = strengths_fit(meetings, 2, 3);
    assert_float_equal(strengths.elo[2], 2 * strengths.elo[1], 1e-6);
    assert_float_equal(error_of(&strengths, 2), sqrt(2) * error_of(&strengths, 1), 1e-6);
    strengths_free(&strengths);
}

static void a_shut_out_is_finite_and_hardly_known(void **state) {
    (void)state;
    struct strength_meeting meetings[] = {{1, 0, {{0, 0, 0, 0, 50}}}, {2, 0, {{9, 9, 9, 9, 9}}}};
    struct strengths strengths = strengths_fit(meetings, 2, 3);
    assert_true(strengths.elo[1] > 500 && strengths.elo[1] < 1500);
    assert_true(error_of(&strengths, 1) > 200);
    assert_true(error_of(&strengths, 2) < 100);
    strengths_free(&strengths);
}

/* Ten pairs won, and one that is half won and half lost: 10.5 of 11 points, of which a pair's vary
 * by that rate times what it lacks to 1. */
static void a_virtual_pair_is_half_won_and_half_lost(void **state) {
    (void)state;
    struct strength_meeting meeting = {1, 0, {{0, 0, 0, 0, 10}}};
    struct strengths strengths = strengths_fit(&meeting, 1, 2);
    const double rate = 10.5 / 11, spread = rate * (1 - rate);
    assert_float_equal(strengths.elo[1], 400 * log10(rate / (1 - rate)), 1e-5);
    assert_float_equal(error_of(&strengths, 1),
                       NORMAL_95 * 400 / log(10) * sqrt(spread / 11) / spread, 1e-5);
    strengths_free(&strengths);
}

/* 1 beats 0, 2 beats 1, and 0 beats 2: on one scale they are equal, and nothing is known well. */
static void errors_are_wide_where_one_scale_does_not_fit(void **state) {
    (void)state;
    struct pentanomial won = {{10, 20, 100, 60, 110}}, even = {{50, 50, 100, 50, 50}};
    struct strength_meeting circle[] = {{1, 0, won}, {2, 1, won}, {0, 2, won}};
    struct strength_meeting equals[] = {{1, 0, even}, {2, 1, even}, {0, 2, even}};
    struct strengths odd = strengths_fit(circle, 3, 3), good = strengths_fit(equals, 3, 3);
    assert_float_equal(odd.elo[1], 0, 1e-6);
    assert_float_equal(odd.elo[2], 0, 1e-6);
    assert_float_equal(good.stretch, 1, 0);
    /* With the virtual pair: three deviations, and one meeting more than strengths. */
    const double mean = 210.5 / 301, variance = 170.5 / 301 - mean * mean;
    assert_float_equal(odd.stretch, sqrt(3 * 301 * pow(mean - .5, 2) / variance), 1e-6);
    assert_true(error_of(&odd, 1) > 5 * error_of(&good, 1));
    strengths_free(&odd);
    strengths_free(&good);
}

/* ---- intervals ---- */

enum { PLAYERS = 6, PAIRS = 200, TRIALS = 400 };

static const double truth[PLAYERS] = {0, 30, 80, 150, 160, -40}; /* Elo */

/* Half of the pairs are won or lost as a whole: then their games go together. */
static struct pentanomial play(struct rng *rng, double elo) {
    struct pentanomial counts = {{0}};
    double expected = rate_of_elo(elo);
    for (int i = 0; i < PAIRS; i++) {
        bool first = rng_unit(rng) < expected;
        bool second = i % 2 ? first : rng_unit(rng) < expected;
        counts.n[2 * (first + second)]++;
    }
    return counts;
}

static void intervals_hold_the_truth(void **state) {
    (void)state;
    int held = 0, rises_held = 0, last = PLAYERS - 2;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct strength_meeting meetings[PLAYERS * PLAYERS];
        struct rng rng = rng_keyed(5, 1, (uint64_t)trial, 0);
        int count = 0;
        for (int a = 1; a < PLAYERS; a++)
            for (int b = 0; b < a; b++)
                meetings[count++] =
                    (struct strength_meeting){a, b, play(&rng, truth[a] - truth[b])};
        struct strengths strengths = strengths_fit(meetings, count, PLAYERS);
        double rise[PLAYERS] = {0};
        rise[last] = 1, rise[1] = -1;
        held += fabs(strengths.elo[last] - truth[last]) < error_of(&strengths, last);
        rises_held += fabs(strengths.elo[last] - strengths.elo[1] - (truth[last] - truth[1])) <
                      strengths_error(&strengths, rise);
        strengths_free(&strengths);
    }
    assert_in_range(held, TRIALS * 92 / 100, TRIALS * 98 / 100);
    assert_in_range(rises_held, TRIALS * 92 / 100, TRIALS * 98 / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_have_the_elo_of_their_score),
        cmocka_unit_test(differences_add_up_along_a_chain),
        cmocka_unit_test(a_shut_out_is_finite_and_hardly_known),
        cmocka_unit_test(a_virtual_pair_is_half_won_and_half_lost),
        cmocka_unit_test(errors_are_wide_where_one_scale_does_not_fit),
        cmocka_unit_test(intervals_hold_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
