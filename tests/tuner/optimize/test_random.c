/*
 * Uniform random search: what it asks, which vector it keeps, that it climbs on the simulated game,
 * and that a resumed search goes on as if nothing had been.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/study.h"

enum { DIM = 4 };

static void begin(struct study *study, uint64_t seed) {
    struct optimizer_options options;
    struct simulator simulator;
    optimizer_options_init(&options);
    options.kind = optimizer_find("random", NULL);
    simulator_init(&simulator, DIM, 20, 300 + seed);
    study_start(study, &options, &simulator, seed, NULL);
}

static const int32_t *slot(const struct study *study, int i) {
    return population_get(&study->population, i);
}

/* Every slot takes the same advantage over the incumbent, so the best rate challenges. */
static void tell(struct study *study, int challenger, struct comparison comparison) {
    for (int i = 0; i < study->population.count; i++)
        study->fitness[i] = (struct fitness){.points = i == challenger ? 30 : 20, .pairs = 10};
    study->outcome.compare = same_for_all;
    study->outcome.games = &comparison;
    study_tell(study);
}

static void fresh_vectors_stand_beside_the_incumbent(void **unused) {
    (void)unused;
    struct study study;
    int32_t first[DIM];
    begin(&study, 1);
    optimizer_initial(&study.setup, 0, first);
    study_ask(&study);
    assert_int_equal(study.population.count, 21);
    assert_int_equal(study.population.group_count, 1);
    assert_memory_equal(slot(&study, 0), first, sizeof first);
    memcpy(first, slot(&study, 1), sizeof first);
    tell(&study, 0, no_comparison);
    study_ask(&study);
    assert_memory_not_equal(slot(&study, 1), first, sizeof first);
    assert_memory_not_equal(slot(&study, 1), slot(&study, 2), sizeof first);
    study_end(&study);
}

static void vectors_are_even_on_each_scale(void **unused) {
    (void)unused;
    struct study study;
    double sum[DIM] = {0}, squares[DIM] = {0};
    begin(&study, 2);
    for (study.generation = 0; study.generation < 100; study.generation++) {
        study_ask(&study);
        for (int i = 1; i <= 20; i++)
            for (int j = 0; j < DIM; j++) {
                double unit = scale_unit(&study.setup.ranges[j], slot(&study, i)[j]);
                sum[j] += unit / 2000;
                squares[j] += unit * unit / 2000;
            }
    }
    for (int j = 0; j < DIM; j++) {
        assert_near(sum[j], 1. / 2, 0.04);
        assert_near(squares[j], 1. / 3, 0.04);
    }
    study_end(&study);
}

/* Where bounds clamp, every other vector is drawn from one and a half times the range: of its
 * parameters a sixth each are on the lower and on the upper bound. Else there is next to none. */
static void bounds_that_clamp_are_tried(void **unused) {
    (void)unused;
    for (int bounds = SCALE_CLAMP; bounds <= SCALE_REFLECT; bounds++) {
        struct study study;
        double on[2][2] = {{0}};
        begin(&study, 5);
        study.options.bounds = (enum scale_bounds)bounds;
        for (int j = 0; j < DIM; j++) study.simulator.ranges[j] = (struct range){.upper = 1000000};
        for (study.generation = 0; study.generation < 100; study.generation++) {
            study_ask(&study);
            for (int i = 1; i <= 20; i++)
                for (int j = 0; j < DIM; j++) {
                    on[i % 2][0] += slot(&study, i)[j] == 0;
                    on[i % 2][1] += slot(&study, i)[j] == 1000000;
                }
        }
        for (int end = 0; end < 2; end++) {
            assert_near(on[0][end] / 4000, bounds == SCALE_CLAMP ? 1. / 6 : 0, 0.02);
            assert_near(on[1][end] / 4000, 0, 0.001);
        }
        study_end(&study);
    }
}

/* The sum of ten pairs is 20 in both: beyond two deviations in one only. */
static void only_a_clear_winner_replaces_the_incumbent(void **unused) {
    (void)unused;
    struct study study;
    int32_t incumbent[DIM], winner[DIM];
    begin(&study, 3);
    study_ask(&study);
    memcpy(incumbent, slot(&study, 0), sizeof incumbent);
    tell(&study, 7, (struct comparison){10, 20, 100});
    assert_int_equal(study.champion, 0);
    study_ask(&study);
    assert_memory_equal(slot(&study, 0), incumbent, sizeof incumbent);
    memcpy(winner, slot(&study, 7), sizeof winner);
    tell(&study, 7, (struct comparison){10, 20, 99});
    assert_int_equal(study.champion, 7);
    study_ask(&study);
    assert_memory_equal(slot(&study, 0), winner, sizeof winner);
    tell(&study, 7, (struct comparison){10, -20, 99});
    assert_int_equal(study.champion, 0);
    study_end(&study);
}

static void of_equal_challengers_the_first_one_stands_up(void **unused) {
    (void)unused;
    struct study study;
    begin(&study, 4);
    study_ask(&study);
    tell(&study, 0, (struct comparison){10, 40, 160}); /* all but the incumbent are equal */
    assert_int_equal(study.champion, 1);
    study_end(&study);
}

/* From about -8 logits; the best of 1000 uniform vectors of four genes is about -0.9. */
static void it_climbs_far_above_its_start(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct study study;
        begin(&study, seed);
        study_step(&study);
        double start = simulator_strength(&study.simulator, slot(&study, 0));
        while (study.generation < 50) study_step(&study);
        print_message("%.2f to %.2f\n", start, study_strength(&study));
        assert_true(study_strength(&study) > start);
        assert_true(study_strength(&study) > -2.5);
        study_end(&study);
    }
}

static void a_resumed_search_is_the_same(void **unused) {
    (void)unused;
    struct study straight, broken;
    begin(&straight, 4);
    begin(&broken, 4);
    for (int g = 0; g < 30; g++) {
        study_step(&straight);
        study_reload(&broken);
        study_step(&broken);
        assert_int_equal(straight.champion, broken.champion);
        assert_memory_equal(straight.population.genes, broken.population.genes,
                            21 * DIM * sizeof(int32_t));
        assert_memory_equal(&straight.metrics, &broken.metrics, sizeof straight.metrics);
    }
    study_end(&straight);
    study_end(&broken);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fresh_vectors_stand_beside_the_incumbent),
        cmocka_unit_test(vectors_are_even_on_each_scale),
        cmocka_unit_test(bounds_that_clamp_are_tried),
        cmocka_unit_test(only_a_clear_winner_replaces_the_incumbent),
        cmocka_unit_test(of_equal_challengers_the_first_one_stands_up),
        cmocka_unit_test(it_climbs_far_above_its_start),
        cmocka_unit_test(a_resumed_search_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
