/*
 * clop: the surface that is fitted, and its maximum; where new points are drawn; that the champion
 * is the surface's maximum and near the optimum after few games; and that a resumed search goes on
 * as if nothing had been.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/study.h"
#include "tuner/optimize/surface.h"

enum { DIM = 3, DUELS = 16, PAIRS = 2 };

/* ---- the surface ---- */

/* Its maximum is at .7, .2: the second parameter's slope depends on the first. */
static double hill(const double *point) {
    double x = point[0] - 0.7, y = point[1] - 0.2;
    return -6 * x * x - 4 * y * y + 5 * x * y;
}

enum { GRID = 5, POINTS = GRID * GRID, MEETINGS = POINTS * (POINTS - 1) / 2 };

/* All points of a grid meet each other, and win as the hill says. */
static int meet_on_grid(double points[POINTS][2], struct surface_duel *duels) {
    int count = 0;
    for (int i = 0; i < POINTS; i++)
        points[i][0] = i / GRID / (GRID - 1.0), points[i][1] = i % GRID / (GRID - 1.0);
    for (int a = 0; a < POINTS; a++)
        for (int b = 0; b < a; b++) {
            double lead = hill(points[a]) - hill(points[b]);
            duels[count++] =
                (struct surface_duel){points[a], points[b], 1000, 1000 / (1 + exp(-lead)), 1};
        }
    return count;
}

static void a_quadratic_hill_is_found_again(void **unused) {
    (void)unused;
    const double center[2] = {0.5, 0.5};
    double points[POINTS][2], top[2] = {0, 0};
    struct surface_duel duels[MEETINGS];
    struct surface surface;
    int count = meet_on_grid(points, duels);
    surface_init(&surface, center, 2);
    surface_fit(&surface, duels, count);
    for (int i = 1; i < POINTS; i++)
        assert_near(surface_value(&surface, points[i]) - surface_value(&surface, points[0]),
                    hill(points[i]) - hill(points[0]), 0.02);
    surface_climb(&surface, top);
    assert_near(top[0], 0.7, 0.003);
    assert_near(top[1], 0.2, 0.003);
    surface_destroy(&surface);
}

/* A duel without weight says nothing. */
static void duels_count_by_their_weights(void **unused) {
    (void)unused;
    const double center[1] = {0.5}, low[1] = {0.2}, high[1] = {0.8};
    struct surface surface;
    struct surface_duel duels[2] = {{high, low, 100, 90, 1}, {high, low, 100, 10, 0}};
    surface_init(&surface, center, 1);
    surface_fit(&surface, duels, 2);
    assert_near(surface_value(&surface, high) - surface_value(&surface, low), log(9), 0.05);
    duels[1].weight = 1;
    surface_fit(&surface, duels, 2);
    assert_near(surface_value(&surface, high) - surface_value(&surface, low), 0, 0.01);
    surface_destroy(&surface);
}

/* What a game won says of a coefficient by which the winner leads `part` of it, less what the prior
 * says of it: 0 at the maximum of the posterior density. */
static double pull(double coefficient, double part, int games, double mean, double deviation) {
    return games * part / (1 + exp(coefficient * part)) -
           (coefficient - mean) / (deviation * deviation);
}

/* Logits for the whole range: slopes of 0 +- 30, curvatures of -4 +- 30, products of 0 +- 6. Each
 * pair of duels is of one coefficient alone. */
static void little_is_believed_of_few_games(void **unused) {
    (void)unused;
    const double center[2] = {0.5, 0.5}, right[2] = {1, 0.5}, left[2] = {0, 0.5};
    const double upper[2] = {1, 1}, lower[2] = {0, 0}, other[2] = {1, 0}, another[2] = {0, 1};
    const struct surface_duel slope[] = {{right, left, 1, 1, 1}};
    const struct surface_duel square[] = {{center, right, 1, 0, 1}, {center, left, 1, 0, 1}};
    const struct surface_duel product[] = {{upper, other, 1, 1, 1}, {lower, another, 1, 1, 1}};
    struct surface surface;
    surface_init(&surface, center, 2);
    surface_fit(&surface, NULL, 0);
    assert_near(surface_value(&surface, right), -4 / 8., 1e-6);
    assert_near(surface_value(&surface, upper), -4 / 4., 1e-6);
    surface_fit(&surface, slope, 1);
    double lead = surface_value(&surface, right) - surface_value(&surface, left);
    assert_near(pull(lead, 1, 1, 0, 30), 0, 5e-5);
    surface_fit(&surface, square, 2);
    double curvature = 8 * surface_value(&surface, right);
    assert_near(pull(curvature, 1 / 8., 2, -4, 30), 0, 5e-5);
    surface_fit(&surface, product, 2);
    lead = surface_value(&surface, upper) - surface_value(&surface, other);
    assert_near(pull(2 * lead, 1 / 2., 2, 0, 6), 0, 5e-5);
    surface_destroy(&surface);
}

/* Of a slope, and of a valley, the higher end. */
static void a_maximum_may_be_on_a_bound(void **unused) {
    (void)unused;
    const double center[1] = {0.5}, points[3][1] = {{0}, {0.4}, {1}};
    struct surface surface;
    struct surface_duel duels[2] = {{points[1], points[0], 100, 70, 1},
                                    {points[2], points[1], 100, 80, 1}};
    double top[1] = {0.4};
    surface_init(&surface, center, 1);
    surface_fit(&surface, duels, 2);
    surface_climb(&surface, top);
    assert_near(top[0], 1, 0);
    duels[0].points = 5, duels[1].points = 90;
    surface_fit(&surface, duels, 2);
    top[0] = 0.4;
    surface_climb(&surface, top);
    assert_near(top[0],
                surface_value(&surface, points[0]) > surface_value(&surface, points[2]) ? 0 : 1, 0);
    surface_destroy(&surface);
}

/* Where it is a valley the higher end is, whichever way it slopes at first. */
static void a_valley_is_climbed_to_its_higher_end(void **state) {
    (void)state;
    static const struct {
        double slope, curvature, best;
    } valleys[] = {{-1, 6, 1}, {-2, 2, 0}, {1, 1, 1}, {-1, 0, 0}, {1, 0, 1}};
    const double center = 0;
    struct surface surface;
    surface_init(&surface, &center, 1);
    for (size_t i = 0; i < COUNT_OF(valleys); i++) {
        double point = 0.5;
        surface.coefficients[0] = valleys[i].slope;
        surface.coefficients[1] = valleys[i].curvature;
        surface_climb(&surface, &point);
        assert_true(point == valleys[i].best);
    }
    surface_destroy(&surface);
}

static void a_section_is_the_surface_along_a_parameter(void **unused) {
    (void)unused;
    const double center[2] = {0.3, 0.6};
    double points[POINTS][2];
    struct surface_duel duels[MEETINGS];
    struct surface surface;
    int count = meet_on_grid(points, duels);
    surface_init(&surface, center, 2);
    surface_fit(&surface, duels, count);
    for (int j = 0; j < 2; j++)
        for (int x = 0; x <= 4; x++) {
            double point[2] = {0.9, 0.1}, section[3];
            surface_section(&surface, point, j, section);
            point[j] = x / 4.0;
            assert_near(section[0] + section[1] * point[j] + section[2] * point[j] * point[j],
                        surface_value(&surface, point), 1e-9);
        }
    surface_destroy(&surface);
}

/* ---- the search ---- */

static void begin(struct study *study, int dim, int duels, uint64_t seed) {
    struct simulator simulator;
    struct optimizer_options options;
    simulator_init(&simulator, dim, PAIRS, 900 + seed);
    optimizer_options_init(&options);
    options.kind = optimizer_find("clop", NULL);
    options.init = INIT_RANDOM;
    set_option(&options, "duels", duels);
    study_start(study, &options, &simulator, seed, NULL);
}

static void begin_dim(struct study *study, int dim, uint64_t seed) {
    begin(study, dim, DUELS, seed);
}

static void the_start_plays_first(void **unused) {
    (void)unused;
    struct study study;
    int32_t start[DIM];
    begin_dim(&study, DIM, 1);
    optimizer_initial(&study.setup, 0, start);
    study_ask(&study);
    assert_int_equal(study.population.count, 2 * DUELS);
    assert_int_equal(study.population.group_count, DUELS);
    assert_memory_equal(population_get(&study.population, 0), start, sizeof start);
    for (int i = 0; i < 2 * DUELS; i++) assert_int_equal(study.population.group[i], i / 2);
    study_end(&study);
}

/* After 2000 games of so many parameters, in the mean of five seeds. */
static void few_games_are_enough(void **unused) {
    (void)unused;
    static const struct {
        int dim;
        double below; /* the optimum, in logits */
    } cases[] = {{1, 0.01}, {3, 0.05}, {5, 0.25}};
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        double mean = 0;
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct study study;
            begin_dim(&study, cases[c].dim, seed);
            while (study.simulator.games < 2000) study_step(&study);
            mean += study_strength(&study) / 5;
            study_end(&study);
        }
        print_message("%d parameters: %.4f\n", cases[c].dim, mean);
        assert_true(mean > -cases[c].below);
    }
}

/* Points come nearer to the optimum as games come in; the champion is better than most of them. */
static void points_gather_where_the_surface_is_high(void **unused) {
    (void)unused;
    struct study study;
    double first = 0, last = 0;
    begin_dim(&study, DIM, 3);
    for (int g = 0; g < 40; g++) {
        study_step(&study);
        double mean = 0;
        for (int i = 0; i < 2 * DUELS; i++)
            mean += simulator_strength(&study.simulator, population_get(&study.population, i)) /
                    (2 * DUELS);
        if (g == 0) first = mean;
        last = mean;
    }
    assert_true(first < -3);
    print_message("mean of points: %.2f, at first %.2f\n", last, first);
    assert_true(last > -1);
    assert_true(study_strength(&study) > last / 4);
    assert_int_equal(study.champion, -1);
    study_end(&study);
}

static void an_optimum_on_the_bounds_is_found(void **unused) {
    (void)unused;
    struct study study;
    begin_dim(&study, DIM, 5);
    for (int j = 0; j < DIM; j++) study.simulator.optimum[j] = j % 2;
    while (study.generation < 60) study_step(&study);
    for (int j = 0; j < DIM; j++)
        assert_near(scale_unit(&study.setup.ranges[j], study.best[j]), j % 2, 0.05);
    study_end(&study);
}

static void a_resumed_search_is_the_same(void **unused) {
    (void)unused;
    struct study straight, broken;
    begin_dim(&straight, DIM, 4);
    begin_dim(&broken, DIM, 4);
    study_check_resuming(&straight, &broken, 20);
}

/* A resumed one knows only the duels that were kept. */
static void what_is_forgotten_counts_no_more(void **unused) {
    (void)unused;
    struct study straight, broken;
    begin(&straight, 1, 1500, 6);
    begin(&broken, 1, 1500, 6);
    study_check_resuming(&straight, &broken, 5);
}

/* Of 4000 duels of which one is far below the hill's top, one more makes room by that one. */
static void the_duel_that_counts_least_is_forgotten(void **unused) {
    (void)unused;
    enum { KEPT = 4000 };
    struct study study;
    struct text duels = {0}, kept = {0};
    struct error error = {""};
    begin(&study, 1, 1, 7);
    study.simulator.ranges[0] = (struct range){.lower = 0, .upper = 100, .scale = SCALE_LINEAR};
    text_add(&duels, "clop 1 %d\n1 4 3 1\n", KEPT);
    for (int i = 1; i < KEPT; i++)
        text_add(&duels, "100 %d 50 %d\n", i % 2 ? 8 : 0, i % 2 ? 40 : 51);
    if (study.options.kind->load(study.optimizer, text_get(&duels), &error))
        fail_msg("%s", error.text);
    study_step(&study);
    study.options.kind->save(study.optimizer, &kept);
    assert_null(strstr(text_get(&kept), "\n1 4 3 1\n"));
    assert_non_null(strstr(text_get(&kept), "clop 1 4000\n"));
    text_free(&duels);
    text_free(&kept);
    study_end(&study);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quadratic_hill_is_found_again),
        cmocka_unit_test(duels_count_by_their_weights),
        cmocka_unit_test(little_is_believed_of_few_games),
        cmocka_unit_test(a_maximum_may_be_on_a_bound),
        cmocka_unit_test(a_valley_is_climbed_to_its_higher_end),
        cmocka_unit_test(a_section_is_the_surface_along_a_parameter),
        cmocka_unit_test(the_start_plays_first),
        cmocka_unit_test(few_games_are_enough),
        cmocka_unit_test(points_gather_where_the_surface_is_high),
        cmocka_unit_test(an_optimum_on_the_bounds_is_found),
        cmocka_unit_test(a_resumed_search_is_the_same),
        cmocka_unit_test(what_is_forgotten_counts_no_more),
        cmocka_unit_test(the_duel_that_counts_least_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
