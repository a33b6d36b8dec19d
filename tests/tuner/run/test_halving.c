/*
 * Sequential halving: which candidates drop out and on how many games, and by simulation that it
 * finds better candidates than equal shares of the same games.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "engine/base/rng.h"
#include "tuner/run/choice.h"
#include "tuner/statistics/score.h"

/* ---- decisions ---- */

static void the_better_half_goes_on(void **state) {
    (void)state;
    const double rates[] = {.5, .7, .4, .6, .9};
    bool on[] = {true, true, true, true, false}; /* one that dropped out before stays out */
    halving_drop(rates, 5, on);
    assert_true(!on[0] && on[1] && !on[2] && on[3] && !on[4]);
    halving_drop(rates, 5, on);
    assert_true(!on[0] && on[1] && !on[2] && !on[3] && !on[4]);
}

static void of_an_odd_number_the_larger_half_stays_and_of_equals_the_first(void **state) {
    (void)state;
    const double rates[] = {.5, .6, .5};
    bool on[] = {true, true, true};
    halving_drop(rates, 3, on);
    assert_true(on[0] && on[1] && !on[2]);
}

/* 8 candidates and 1 other: 36 meetings, then 10, then 3, a third of the games each. */
static void every_round_has_an_equal_part_of_the_games(void **state) {
    (void)state;
    struct halving halving = halving_of(8, 1, 100);
    assert_int_equal(halving_pairs(&halving, 8), 1200 / 36);
    assert_int_equal(halving_pairs(&halving, 4), 1200 / 10);
    assert_int_equal(halving_pairs(&halving, 2), 1200 / 3);
    assert_int_equal(halving_pairs_all(&halving), 33 + 120 + 400);
    halving = halving_of(64, 1, 100); /* a sixth: 34666 pairs, of 3 meetings too many */
    assert_int_equal(halving_pairs(&halving, 64), 34666 / 2080);
    assert_int_equal(halving_pairs(&halving, 2), 400);
    halving = halving_of(1, 3, 100);
    assert_int_equal(halving_pairs_all(&halving), 100);
    halving = halving_of(9, 0, 1);
    assert_int_equal(halving_pairs(&halving, 9), 1);
}

static void a_race_has_no_more_pairs_than_a_database_takes(void **state) {
    (void)state;
    for (int count = 1; count <= 64; count++) {
        struct halving halving = halving_of(count, 1, HALVING_PAIRS_MOST);
        assert_in_range(halving_pairs_all(&halving), 1, HALVING_PAIRS_MOST);
    }
}

/* ---- simulation ---- */

/* A pair of greedy Reversi deviates by that much in points a game. */
static const double deviation = 0.34;
enum { CANDIDATES = 16, TRIALS = 2000 };

struct trial {
    double elo[CANDIDATES], points[CANDIDATES], pairs[CANDIDATES];
    bool on[CANDIDATES];
};

static double normal(struct rng *rng) {
    double sum = 0;
    for (int i = 0; i < 12; i++) sum += rng_unit(rng);
    return sum - 6;
}

static void meet(struct trial *trial, int a, int b, int pairs, struct rng *rng) {
    double other = b < CANDIDATES ? trial->elo[b] : -150; /* the start */
    double rate = rate_of_elo(trial->elo[a] - other) + deviation / sqrt(pairs) * normal(rng);
    trial->points[a] += rate * pairs;
    trial->pairs[a] += pairs;
    if (b == CANDIDATES) return;
    trial->points[b] += (1 - rate) * pairs;
    trial->pairs[b] += pairs;
}

static void play(struct trial *trial, int pairs, struct rng *rng) {
    for (int a = 0; a < CANDIDATES; a++)
        for (int b = a + 1; b <= CANDIDATES; b++)
            if (trial->on[a] && (b == CANDIDATES || trial->on[b])) meet(trial, a, b, pairs, rng);
}

/* How far the candidate that was chosen is behind the best one. */
static double regret(bool halved, double spread, int pairs, uint64_t number) {
    struct trial trial = {.on = {false}};
    struct rng rng = rng_keyed(5, 77, number, 0);
    double rates[CANDIDATES], best = -INFINITY;
    struct halving halving = halving_of(CANDIDATES, 1, pairs);
    for (int i = 0; i < CANDIDATES; i++) {
        trial.elo[i] = spread * normal(&rng);
        trial.on[i] = true;
        best = fmax(best, trial.elo[i]);
    }
    for (int left = CANDIDATES; left > 1; left = halving_keeps(left)) {
        if (halved || left == CANDIDATES)
            play(&trial, halved ? halving_pairs(&halving, left) : pairs, &rng);
        for (int i = 0; i < CANDIDATES; i++) rates[i] = trial.points[i] / trial.pairs[i];
        halving_drop(rates, CANDIDATES, trial.on);
    }
    int chosen = 0;
    while (!trial.on[chosen]) chosen++;
    return best - trial.elo[chosen];
}

static double mean_regret(bool halved, double spread, int pairs) {
    double sum = 0;
    for (uint64_t number = 0; number < TRIALS; number++)
        sum += regret(halved, spread, pairs, number);
    return sum / TRIALS;
}

static void halving_finds_better_candidates_with_the_same_games(void **state) {
    (void)state;
    for (int spread = 5; spread <= 20; spread *= 2)
        for (int pairs = 50; pairs <= 800; pairs *= 4) {
            double equal = mean_regret(false, spread, pairs);
            double halved = mean_regret(true, spread, pairs);
            print_message("spread %d, %d pairs: %.2f Elo behind the best by equal shares, %.2f by "
                          "halving\n",
                          spread, pairs, equal, halved);
            assert_true(halved < equal);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_better_half_goes_on),
        cmocka_unit_test(of_an_odd_number_the_larger_half_stays_and_of_equals_the_first),
        cmocka_unit_test(every_round_has_an_equal_part_of_the_games),
        cmocka_unit_test(a_race_has_no_more_pairs_than_a_database_takes),
        cmocka_unit_test(halving_finds_better_candidates_with_the_same_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
