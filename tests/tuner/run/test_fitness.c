/* pairing and fitness: which players meet, and pairs scored right. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tuner/run/fitness.h"

static struct population population_of_groups(int count, int groups) {
    struct population population;
    population_init(&population, count, 1);
    population.count = count;
    population.group_count = groups;
    for (int i = 0; i < count; i++) population.group[i] = i % groups;
    return population;
}

static void pairing_counts_meetings(void **context) {
    (void)context;
    struct population population = population_of_groups(20, 4);
    struct pairing pairing;
    pairing_make(&population, true, false, 0, &pairing); /* Li Guo: 40 pairs instead of 190 */
    assert_int_equal(pairing.count, 40);
    pairing_destroy(&pairing);
    pairing_make(&population, true, true, 3, &pairing);
    assert_int_equal(pairing.count, 190 + 60);
    assert_int_equal(pairing.meetings[pairing.gauntlet_first + 7 * 3 + 2].a, 7);
    assert_int_equal(pairing.meetings[pairing.gauntlet_first + 7 * 3 + 2].b, 22);
    pairing_destroy(&pairing);
    population_destroy(&population);
}

/* Counted beforehand as they are made, also of one individual without opponents, which meets
 * itself. */
static void meetings_are_counted_beforehand(void **context) {
    (void)context;
    for (int count = 1; count <= 4; count++)
        for (int rule = 0; rule < 4; rule++)
            for (int extras = 0; extras < 3; extras++) {
                struct population population = population_of_groups(count, 2);
                struct pairing pairing;
                bool groups = rule & 1, round_robin = rule & 2;
                pairing_make(&population, groups, round_robin, extras, &pairing);
                assert_int_equal(pairing.count,
                                 pairing_count(&population, groups, round_robin, extras));
                assert_int_equal(pairing.count - pairing.gauntlet_first, count * extras);
                pairing_destroy(&pairing);
                population_destroy(&population);
            }
}

/* Results made up by hand: three individuals, of which 0 and 2 are in one group; one extra; two
 * pairs. */
static const struct result made_up[] = {
    {2, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 0, 0}, /* 0 against 2: pairs of 3 and 3 points */
    {2, 0, 0}, {2, 0, 0}, {0, 0, 0}, {0, 0, 0}, /* 0 against the extra: 4 and 0 */
    {1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 0, 0}, /* 1 against the extra: 1 and 2 */
    {2, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, 0}, /* 2 against the extra: 3 and 2 */
};

static void make_up_games(struct population *population, struct pairing *pairing,
                          struct fitness_games *games) {
    *population = population_of_groups(3, 2);
    pairing_make(population, true, false, 1, pairing);
    assert_int_equal(pairing->count, 4);
    *games = (struct fitness_games){population, pairing, made_up, 2, NULL};
}

static void fitness_adds_up(void **context) {
    (void)context;
    struct population population;
    struct pairing pairing;
    struct fitness_games games;
    struct fitness fitness[3];
    make_up_games(&population, &pairing, &games);
    fitness_score(&games, fitness);
    assert_int_equal(fitness[0].points, 3 + 3 + 4 + 0);
    assert_int_equal(fitness[1].points, 1 + 2);
    assert_int_equal(fitness[2].points, 1 + 1 + 3 + 2);
    assert_int_equal(fitness[0].pairs, 4);
    assert_int_equal(fitness[1].pairs, 2);
    assert_int_equal(fitness[2].pentanomial[1], 2);
    pairing_destroy(&pairing);
    population_destroy(&population);
}

static void assert_comparison(struct comparison found, int pairs, int sum, int sum_of_squares) {
    assert_int_equal(found.pairs, pairs);
    assert_int_equal(found.sum, sum);
    assert_int_equal(found.sum_of_squares, sum_of_squares);
}

/* By their own meeting and by the extra that both met; an optimiser is told the same. */
static void any_two_individuals_compare(void **context) {
    (void)context;
    struct population population;
    struct pairing pairing;
    struct fitness_games games;
    make_up_games(&population, &pairing, &games);
    assert_comparison(fitness_compare(&games, 2, 0), 4, -2 - 2 + (3 - 4) + (2 - 0), 4 + 4 + 1 + 4);
    assert_comparison(fitness_compare(&games, 0, 2), 4, 2 + 2 + (4 - 3) + (0 - 2), 4 + 4 + 1 + 4);
    assert_comparison(fitness_compare(&games, 1, 2), 2, (1 - 3) + (2 - 2), 4);
    struct outcome outcome = fitness_outcome(&games, NULL);
    assert_comparison(outcome_compare(&outcome, 0, 1), 2, (4 - 1) + (0 - 2), 9 + 4);
    pairing_destroy(&pairing);
    population_destroy(&population);
}

/* Of two pairs, 0 has played both against the extra, 2 only one, and their own meeting none. */
static void meetings_stopped_early_count_as_far_as_they_went(void **context) {
    (void)context;
    static const int played[] = {0, 2, 2, 1};
    struct population population;
    struct pairing pairing;
    struct fitness_games games;
    struct fitness fitness[3];
    make_up_games(&population, &pairing, &games);
    games.played = played;
    fitness_score(&games, fitness);
    assert_int_equal(fitness[0].pairs, 2);
    assert_int_equal(fitness[2].pairs, 1);
    assert_int_equal(fitness[2].points, 3);
    assert_comparison(fitness_compare(&games, 0, 2), 1, 4 - 3, 1);
    pairing_destroy(&pairing);
    population_destroy(&population);
}

static void players_without_common_opponents_do_not_compare(void **context) {
    (void)context;
    struct population population = population_of_groups(3, 2);
    struct pairing pairing;
    pairing_make(&population, true, false, 0, &pairing);
    struct fitness_games games = {&population, &pairing, made_up, 2, NULL};
    assert_comparison(fitness_compare(&games, 0, 1), 0, 0, 0);
    pairing_destroy(&pairing);
    population_destroy(&population);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairing_counts_meetings),
        cmocka_unit_test(meetings_are_counted_beforehand),
        cmocka_unit_test(fitness_adds_up),
        cmocka_unit_test(any_two_individuals_compare),
        cmocka_unit_test(meetings_stopped_early_count_as_far_as_they_went),
        cmocka_unit_test(players_without_common_opponents_do_not_compare),
    };
    return cmocka_run_group_tests_name("fitness", tests, NULL, NULL);
}
