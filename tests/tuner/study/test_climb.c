/*
 * The made-up functions, and optimisers on them: the optimum is where it is said to be, results are
 * as likely as they should be, and trials count their games and find what is there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "tuner/optimize/scale.h"
#include "tuner/study/budget.h"
#include "tuner/study/climb.h"

enum { FUNCTIONS = 8, DIM = 10 };

static double strength_at(const struct simulator *simulator, const double *unit) {
    int32_t vector[SIMULATOR_DIM_MAX];
    for (int j = 0; j < simulator->dim; j++)
        vector[j] = scale_value(&simulator->ranges[j], unit[j]);
    return simulator_strength(simulator, vector);
}

/* ---- functions ---- */

static void nothing_is_better_than_the_optimum(void **state) {
    (void)state;
    for (int function = 0; function < FUNCTIONS; function++) {
        struct simulator simulator;
        simulator_init_function(&simulator, function, DIM, 1, 7);
        struct rng rng = rng_keyed(1, 2, 3, (uint64_t)function);
        double best = strength_at(&simulator, simulator.optimum), unit[DIM];
        assert_true(best <= 0 && best > -0.02); /* where parameters are coarse it is rounded */
        for (int trial = 0; trial < 200; trial++) {
            for (int j = 0; j < DIM; j++)
                unit[j] = simulator.optimum[j] + (trial < 100 ? 0.03 : 0.1) * rng_normal(&rng);
            for (int j = 0; j < DIM; j++) unit[j] = fmin(fmax(unit[j], 0), 1);
            /* Terraces and levels have the optimum's own value around it. */
            bool flat = function == SIMULATOR_PLATEAU || function == SIMULATOR_LEVELS;
            double strength = strength_at(&simulator, unit);
            assert_true(flat ? strength <= best : strength < best);
        }
    }
}

static void random_vectors_are_far_below(void **state) {
    (void)state;
    for (int function = 0; function < FUNCTIONS; function++) {
        struct simulator simulator;
        double sum = 0, unit[64];
        simulator_init_function(&simulator, function, 64, 1, 7);
        struct rng rng = rng_keyed(1, 2, 3, (uint64_t)function);
        for (int trial = 0; trial < 100; trial++) {
            for (int j = 0; j < 64; j++) unit[j] = rng_unit(&rng);
            sum += strength_at(&simulator, unit) / 100;
        }
        bool far = function == SIMULATOR_RASTRIGIN || function == SIMULATOR_BOUNDS;
        double wanted = far ? -13 : function == SIMULATOR_CORNER ? -13 : -7;
        if (fabs(sum - wanted) > 2) fail_msg("%s: %g", simulator_functions[function], sum);
    }
}

static double loss(const struct simulator *simulator, int gene, double step) {
    double unit[DIM];
    memcpy(unit, simulator->optimum, sizeof unit);
    unit[gene] += step;
    return -strength_at(simulator, unit);
}

/* Half a wave away rastrigin's function is worse than a whole one. */
static void rastrigin_has_local_optima(void **state) {
    (void)state;
    struct simulator simulator;
    simulator_init_function(&simulator, SIMULATOR_RASTRIGIN, DIM, 1, 7);
    for (int j = 0; j < DIM; j++)
        assert_true(loss(&simulator, j, 0.05) > 2 * loss(&simulator, j, 0.1));
}

/* The last parameter matters much, the first one hardly, but along no axis alone: moving both is
 * not the sum of moving each. */
static void the_ellipsoid_is_narrow_and_turned(void **state) {
    (void)state;
    struct simulator simulator;
    double both[DIM];
    simulator_init_function(&simulator, SIMULATOR_ELLIPSOID, DIM, 1, 7);
    assert_true(loss(&simulator, DIM - 1, 0.1) > 5 * loss(&simulator, 0, 0.1));
    memcpy(both, simulator.optimum, sizeof both);
    both[0] += 0.1;
    both[DIM - 1] += 0.1;
    double sum = loss(&simulator, 0, 0.1) + loss(&simulator, DIM - 1, 0.1);
    assert_true(fabs(-strength_at(&simulator, both) - sum) > 0.1 * sum);
}

/* How many of the optimum's parameters are on a bound. */
static int on_bounds(enum simulator_function function) {
    struct simulator simulator;
    int count = 0;
    simulator_init_function(&simulator, function, DIM, 1, 7);
    for (int j = 0; j < DIM; j++) count += simulator.optimum[j] == 0 || simulator.optimum[j] == 1;
    return count;
}

static void optima_are_on_bounds_where_they_are_said_to_be(void **state) {
    (void)state;
    assert_int_equal(on_bounds(SIMULATOR_SPHERE), 0);
    assert_int_equal(on_bounds(SIMULATOR_BOUNDS), DIM / 2);
    assert_int_equal(on_bounds(SIMULATOR_CORNER), DIM);
}

/* Within a terrace nothing changes, beyond it the loss of its middle is there at once. A corner's
 * loss has no flat end. */
static void terraces_are_flat_and_corners_sharp(void **state) {
    (void)state;
    struct simulator simulator;
    simulator_init_function(&simulator, SIMULATOR_PLATEAU, DIM, 1, 7);
    assert_true(loss(&simulator, 0, 0.04) == 0 && loss(&simulator, 0, -0.04) == 0);
    assert_true(fabs(loss(&simulator, 0, 0.06) - 60 * 0.1 * 0.1 / DIM) < 1e-9);
    simulator_init_function(&simulator, SIMULATOR_CORNER, DIM, 1, 7);
    double inside = simulator.optimum[0] > 0 ? -1 : 1;
    assert_true(loss(&simulator, 0, inside * 0.01) > 0.9 * loss(&simulator, 0, inside * 0.1) / 10);
}

static void levels_are_few(void **state) {
    (void)state;
    struct simulator simulator;
    simulator_init_function(&simulator, SIMULATOR_LEVELS, DIM, 1, 7);
    for (int j = 0; j < DIM; j++) assert_in_range(simulator.ranges[j].upper, 2, 8);
    assert_true(strength_at(&simulator, simulator.optimum) == 0);
}

/* ---- games ---- */

/* The first of two players that differ by so much, points a game. */
static double rate_of_lead(enum simulator_noise noise, double lead) {
    struct simulator simulator;
    struct population two;
    struct simulated played = {0};
    struct fitness fitness[2];
    simulator_init_function(&simulator, SIMULATOR_SPHERE, 1, 20000, 3);
    simulator.noise = noise;
    simulator.gauntlet = true;
    population_init(&two, 1, 1);
    two.count = two.group_count = 1;
    two.genes[0] = scale_value(&simulator.ranges[0], 0.9);
    simulator.yardstick = simulator_strength(&simulator, two.genes) - lead;
    simulator_play(&simulator, &two, 0, &played);
    assert_int_equal(simulator.games, 40000);
    fitness_score(&played.games, fitness);
    population_destroy(&two);
    simulated_forget(&played);
    return fitness_rate(&fitness[0]);
}

static void assert_close(double value, double wanted) {
    if (fabs(value - wanted) > 0.01) fail_msg("%g, not %g", value, wanted);
}

/* Won with 1 / (1 + exp(0.2 - lead)), lost with 1 / (1 + exp(0.2 + lead)). */
static void games_are_won_as_often_as_the_lead_says(void **state) {
    (void)state;
    assert_close(rate_of_lead(SIMULATOR_WIN_LOSS, 0), 0.5);
    assert_close(rate_of_lead(SIMULATOR_WIN_LOSS, 1), (0.6900 + 1 - 0.2315) / 2);
    assert_close(rate_of_lead(SIMULATOR_WIN_LOSS, -1), 1 - (0.6900 + 1 - 0.2315) / 2);
    assert_close(rate_of_lead(SIMULATOR_WIN_LOSS, 9), 1);
}

/* 2 points and the lead, of 4. */
static void pairs_have_the_lead_and_a_normal_error(void **state) {
    (void)state;
    assert_close(rate_of_lead(SIMULATOR_GAUSSIAN, 0), 0.5);
    assert_close(rate_of_lead(SIMULATOR_GAUSSIAN, 0.4), 0.6);
    assert_close(rate_of_lead(SIMULATOR_GAUSSIAN, 9), 1);
}

/* ---- trials ---- */

/* How a kind does on a function of ten parameters. */
static struct trial climbed_by(const char *kind, enum simulator_function function, int64_t budget,
                               uint64_t seed) {
    struct climb climb = {.path = "config/reversi-quick.cfg",
                          .function = function,
                          .dim = DIM,
                          .sets = {.count = 1, .list = {"optimizer.bounds=clamp"}}};
    struct trials trials = {.kind_count = 1,
                            .budget_count = 1,
                            .seed_count = 1,
                            .kinds = {optimizer_find(kind, NULL)},
                            .budgets = {budget},
                            .first_seed = seed};
    struct error error;
    if (climb_open(&climb, &trials, &error)) fail_msg("%s", error.text);
    trials_make(&trials);
    if (trials_play(&trials, &error) != RUN_FINISHED) fail_msg("%s", error.text);
    struct trial trial = trials.list[0];
    trials_free(&trials);
    climb_close(&climb);
    return trial;
}

static struct trial climbed(const char *kind, enum simulator_function function, int64_t budget) {
    return climbed_by(kind, function, budget, 4);
}

/* The mean regret of some seeds. */
static double regret_of(const char *kind, enum simulator_function function) {
    enum { SEEDS = 4 };
    double sum = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        sum += climbed_by(kind, function, 600000, seed).value / SEEDS;
    return sum;
}

static void more_games_find_better_champions(void **state) {
    (void)state;
    for (int i = 0; optimizer_list[i]; i++) {
        if (optimizer_list[i]->learns) continue; /* it learns from positions */
        const char *name = optimizer_list[i]->name;
        int64_t most = strcmp(name, "clop") == 0 ? 60000 : 600000; /* it fits all games anew */
        double few = climbed(name, SIMULATOR_SPHERE, most / 30).value;
        double many = climbed(name, SIMULATOR_SPHERE, most).value;
        if (!(many > 0 && many < few)) fail_msg("%s: %g, %g", name, few, many);
    }
    assert_true(climbed("cmaes", SIMULATOR_SPHERE, 600000).value < 0.1);
    assert_true(climbed("random", SIMULATOR_SPHERE, 600000).value > 0.5);
}

/* Within twice what is missing inside, and a little that the choice leaves; reflecting bounds leave
 * some twenty times as much. */
static void an_optimum_on_bounds_is_found_as_one_inside(void **state) {
    (void)state;
    static const char *const kinds[] = {"ga", "anneal", "hybrid", "cmaes", "spsa"};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        double inside = regret_of(kinds[i], SIMULATOR_SPHERE);
        double bounds = regret_of(kinds[i], SIMULATOR_BOUNDS);
        double corner = regret_of(kinds[i], SIMULATOR_CORNER);
        if (bounds > 2 * inside + 0.005 || corner > 2 * inside + 0.005)
            fail_msg("%s: %g inside, %g on bounds, %g in a corner", kinds[i], inside, bounds,
                     corner);
        assert_true(climbed(kinds[i], SIMULATOR_LEVELS, 600000).value == 0);
        double plateau = climbed(kinds[i], SIMULATOR_PLATEAU, 600000).value;
        if (plateau > 0.2) fail_msg("%s: %g on a plateau", kinds[i], plateau);
    }
}

/* Of the budget 14976 games are for a choice of 36 meetings with 208 pairs; 9 generations of 15360
 * games fill the rest. Their last half has five champions, which with their centroid and the start
 * have but 21 meetings. */
static void a_trial_counts_the_games_of_training_and_choice(void **state) {
    (void)state;
    struct trial trial = climbed("ga", SIMULATOR_SPHERE, 150000), again;
    assert_int_equal(trial.games, 9 * 15360 + 21 * 208 * 2);
    again = climbed("ga", SIMULATOR_SPHERE, 150000);
    assert_true(again.value == trial.value && again.games == trial.games);
}

/* A tenth of the games, or one pair of each of 36 meetings if that is more; but no more than the
 * training. */
static void a_small_budget_is_chosen_by_one_pair(void **state) {
    (void)state;
    struct config config;
    struct budget budget;
    struct error error;
    if (config_load("config/reversi-quick.cfg", NULL, 0, &config, &error))
        fail_msg("%s", error.text);
    assert_int_equal(budget_divide(&config, 360, &budget, &error), 0);
    assert_true(budget.choice_pairs == 1 && budget.choice == 72 && budget.training == 288);
    assert_int_equal(budget_divide(&config, 144, &budget, &error), 0);
    assert_true(budget.choice == 72 && budget.training == 72);
    assert_int_equal(budget_divide(&config, 143, &budget, &error), -1);
    assert_non_null(strstr(error.text, "143 games are too few: the choice of the champion alone "
                                       "takes 72; "));
    config_free(&config);
}

static void a_kind_takes_as_many_parameters_as_it_says(void **state) {
    (void)state;
    struct climb climb = {.path = "config/reversi-quick.cfg", .dim = 20};
    struct trials trials = {.kind_count = 1,
                            .budget_count = 1,
                            .seed_count = 1,
                            .kinds = {optimizer_find("clop", NULL)},
                            .budgets = {60000}};
    struct error error = {""};
    int status = climb_open(&climb, &trials, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, 0);
    climb_close(&climb);
    climb.dim = 21;
    assert_int_equal(climb_open(&climb, &trials, &error), -1);
    climb_close(&climb);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_better_than_the_optimum),
        cmocka_unit_test(random_vectors_are_far_below),
        cmocka_unit_test(rastrigin_has_local_optima),
        cmocka_unit_test(the_ellipsoid_is_narrow_and_turned),
        cmocka_unit_test(games_are_won_as_often_as_the_lead_says),
        cmocka_unit_test(pairs_have_the_lead_and_a_normal_error),
        cmocka_unit_test(optima_are_on_bounds_where_they_are_said_to_be),
        cmocka_unit_test(terraces_are_flat_and_corners_sharp),
        cmocka_unit_test(levels_are_few),
        cmocka_unit_test(a_small_budget_is_chosen_by_one_pair),
        cmocka_unit_test(a_kind_takes_as_many_parameters_as_it_says),
        cmocka_unit_test(more_games_find_better_champions),
        cmocka_unit_test(an_optimum_on_bounds_is_found_as_one_inside),
        cmocka_unit_test(a_trial_counts_the_games_of_training_and_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
