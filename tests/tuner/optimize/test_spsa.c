/*
 * SPSA: what it asks and how a result moves it, by fishtest's formulas; that it finds the optimum
 * of the simulated game, in duels and in a gauntlet; and that a resumed search goes on as if
 * nothing had been.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/study.h"

enum { DIM = 4, GENERATIONS = 200, DIRECTIONS = 16 };
#define RATE 0.01
static const double precision = 0.05, rate = RATE;

/* The first keys of its section, in their order. */
static void set_options(struct optimizer_options *options) {
    char *own = optimizer_own(options, options->kind);
    const struct optimizer_key *keys = options->kind->keys;
    assert_string_equal(keys[0].name, "perturbations");
    assert_string_equal(keys[1].name, "precision");
    assert_string_equal(keys[2].name, "rate");
    *(int *)(own + keys[0].offset) = DIRECTIONS;
    *(double *)(own + keys[1].offset) = precision;
    *(double *)(own + keys[2].offset) = rate;
}

/* From `start`, or from anywhere if that is NULL. */
static void begin_at(struct study *study, const struct simulator *simulator, uint64_t seed,
                     const int32_t *start) {
    struct optimizer_options options;
    optimizer_options_init(&options);
    options.kind = optimizer_find("spsa", NULL);
    options.init = start ? INIT_AROUND : INIT_RANDOM;
    options.generations = GENERATIONS;
    set_options(&options);
    study_start(study, &options, simulator, seed, start);
}

static void begin_with(struct study *study, const struct simulator *simulator, uint64_t seed) {
    begin_at(study, simulator, seed, NULL);
}

static void begin(struct study *study, uint64_t seed) {
    struct simulator simulator;
    simulator_init(&simulator, DIM, 10, 700 + seed);
    begin_with(study, &simulator, seed);
}

/* With parameters so fine that rounding does not show. */
static void begin_fine(struct study *study) {
    struct simulator simulator;
    simulator_init(&simulator, DIM, 10, 1);
    for (int j = 0; j < DIM; j++)
        simulator.ranges[j] = (struct range){.lower = -1000000000, .upper = 1000000000};
    begin_with(study, &simulator, 5);
}

static const int32_t *slot(const struct study *study, int i) {
    return population_get(&study->population, i);
}

static double unit_of(const struct study *study, int i, int j) {
    return scale_unit(&study->setup.ranges[j], slot(study, i)[j]);
}

static struct comparison even(const void *games, int a, int b) {
    (void)games, (void)a, (void)b;
    return (struct comparison){.pairs = 10};
}

/* Only the first vector of the first duel wins, by 3 games in 10 pairs. */
static struct comparison first_wins(const void *games, int a, int b) {
    (void)games, (void)b;
    return (struct comparison){.pairs = 10, .sum = a == 0 ? 6 : 0};
}

static void the_start_plays_first(void **unused) {
    (void)unused;
    struct study study;
    int32_t start[DIM];
    begin(&study, 1);
    optimizer_initial(&study.setup, 0, start);
    study_ask(&study);
    assert_int_equal(study.population.count, 2 * DIRECTIONS);
    assert_memory_equal(slot(&study, 0), start, sizeof start);
    assert_memory_not_equal(slot(&study, 1), start, sizeof start);
    study_end(&study);
}

/* Far enough from the bounds; a fine scale rounds hardly. */
static void opposites_meet_in_duels(void **unused) {
    (void)unused;
    struct study study;
    struct simulator simulator;
    int32_t start[DIM];
    simulator_init(&simulator, DIM, 10, 1);
    for (int j = 0; j < DIM; j++)
        simulator.ranges[j] = (struct range){
            .lower = 10000000, .upper = 2000000000, .scale = j % 2 ? SCALE_LOG : SCALE_LINEAR};
    for (int j = 0; j < DIM; j++)
        start[j] = scale_value(&simulator.ranges[j], 0.2 + 0.2 * j); /* not near a bound */
    begin_at(&study, &simulator, 3, start);
    study.generation = GENERATIONS - 1;
    study_ask(&study);
    assert_int_equal(study.population.group_count, DIRECTIONS);
    int ups = 0;
    for (int i = 0; i < 2 * DIRECTIONS; i += 2) {
        assert_int_equal(study.population.group[i], i / 2);
        assert_int_equal(study.population.group[i + 1], i / 2);
        for (int j = 0; j < DIM; j++) {
            double up = unit_of(&study, i, j), down = unit_of(&study, i + 1, j);
            assert_near(fabs(up - down), 2 * precision, 1e-6);
            assert_near(up + down, 2 * (0.2 + 0.2 * j), 1e-6);
            ups += up > down;
        }
    }
    assert_in_range(ups, DIRECTIONS * DIM * 3 / 8, DIRECTIONS * DIM * 5 / 8);
    study_end(&study);
}

/* c_k = c / k^.101 and a_k = a / (A + k)^.602, so that c and R are as wanted in the end. */
static void the_schedule_ends_at_what_is_wanted(void **unused) {
    (void)unused;
    struct study study;
    begin(&study, 4);
    for (int k = 1; k <= GENERATIONS; k++) {
        study_step(&study);
        double c = precision * pow(GENERATIONS, .101) / pow(k, .101), delay = GENERATIONS / 10.;
        double a =
            rate * precision * precision * pow(delay + GENERATIONS, .602) / pow(delay + k, .602);
        assert_near(study_metric(&study, "perturbation"), c, 1e-12);
        assert_near(study_metric(&study, "rate"), a / (c * c), 1e-12);
    }
    assert_near(study_metric(&study, "perturbation"), precision, 1e-12);
    assert_near(study_metric(&study, "rate"), rate, 1e-12);
    study_end(&study);
}

/* R_N, if no rate is given, of a run of `generations` with 16 duels of `pairs` each. */
static double usual_rate(int generations, int pairs) {
    struct study study;
    struct simulator simulator;
    simulator_init(&simulator, DIM, pairs, 7);
    begin_with(&study, &simulator, 4);
    study.options.generations = generations;
    *(double *)((char *)optimizer_own(&study.options, study.options.kind) +
                study.options.kind->keys[2].offset) = 0;
    study.generation = generations - 1;
    study_step(&study);
    double last = study_metric(&study, "rate");
    study_end(&study);
    return last;
}

static void a_short_run_takes_larger_steps(void **unused) {
    (void)unused;
    assert_near(usual_rate(30, 2), 0.7 / sqrt(30 * 64), 1e-9);
    assert_near(usual_rate(300, 2), 0.7 / sqrt(300 * 64), 1e-9);
    assert_near(usual_rate(310, 2), 0.005, 1e-9);
    assert_near(usual_rate(10, 10), 2.5 / 320, 1e-9);
    assert_near(usual_rate(10, 20), 0.005, 1e-9);
}

/* By the rate times the perturbation for each game; the average takes all of the first step. */
static void theta_goes_the_winners_way(void **unused) {
    (void)unused;
    struct study study;
    begin_fine(&study);
    study_ask(&study);
    study.outcome.compare = first_wins;
    double start[DIM];
    bool up[DIM];
    for (int j = 0; j < DIM; j++) {
        start[j] = unit_of(&study, 0, j);
        up[j] = start[j] > unit_of(&study, 1, j);
    }
    study_tell(&study);
    assert_int_equal(study.champion, -1);
    double step = 3 * study_metric(&study, "perturbation") * study_metric(&study, "rate");
    for (int j = 0; j < DIM; j++) {
        double moved = scale_unit(&study.setup.ranges[j], study.best[j]) - start[j];
        assert_near(moved, up[j] ? step : -step, 1e-8);
    }
    /* Of the second step 4 parts in 5. */
    study_ask(&study);
    for (int j = 0; j < DIM; j++) up[j] = unit_of(&study, 0, j) > unit_of(&study, 1, j);
    double first[DIM];
    for (int j = 0; j < DIM; j++) first[j] = scale_unit(&study.setup.ranges[j], study.best[j]);
    study_tell(&study);
    step = 3 * study_metric(&study, "perturbation") * study_metric(&study, "rate");
    for (int j = 0; j < DIM; j++) {
        double moved = scale_unit(&study.setup.ranges[j], study.best[j]) - first[j];
        assert_near(moved, (up[j] ? step : -step) * 4 / 5, 1e-8);
    }
    study_end(&study);
}

/* The last parameter's rate is three times that of the others. */
static void a_parameter_may_have_a_rate_of_its_own(void **unused) {
    (void)unused;
    static const double rates[DIM] = {[DIM - 1] = 3 * RATE};
    struct study study;
    begin_fine(&study);
    study.setup.rates = rates;
    study.options.kind->destroy(study.optimizer);
    study.optimizer = study.options.kind->create(&study.setup);
    study_ask(&study);
    study.outcome.compare = first_wins;
    double start[DIM];
    for (int j = 0; j < DIM; j++) start[j] = unit_of(&study, 0, j);
    study_tell(&study);
    double step = 3 * study_metric(&study, "perturbation") * study_metric(&study, "rate");
    for (int j = 0; j < DIM; j++) {
        double moved = fabs(scale_unit(&study.setup.ranges[j], study.best[j]) - start[j]);
        assert_near(moved, j == DIM - 1 ? 3 * step : step, 1e-8);
    }
    study_end(&study);
}

/* Three values are too few for a perturbation: its opposites differ all the same, and rounding is
 * fair. */
static void coarse_parameters_are_rounded_fairly(void **unused) {
    (void)unused;
    struct study study;
    struct simulator simulator;
    simulator_init(&simulator, 1, 10, 1);
    simulator.ranges[0] = (struct range){.lower = 0, .upper = 4};
    begin_with(&study, &simulator, 6);
    double start = 0, mean = 0;
    int count = 0;
    study.outcome.compare = even;
    for (study_ask(&study), start = slot(&study, 0)[0]; study.generation < GENERATIONS;) {
        study_tell(&study);
        study_ask(&study);
        for (int i = 0; i < 2 * DIRECTIONS; i += 2, count++) {
            mean += (slot(&study, i)[0] + slot(&study, i + 1)[0]) / 2.;
            assert_true(slot(&study, i)[0] != slot(&study, i + 1)[0]);
        }
    }
    assert_near(mean / count, start, 0.05);
    study_end(&study);
}

/* Among themselves from anywhere, about 8 logits below the optimum; against a yardstick from 4
 * below it: a vector that always loses learns nothing. */
static void it_finds_the_optimum_under_noise(void **unused) {
    (void)unused;
    for (int trial = 0; trial < 4; trial++) {
        int dim = trial % 2 ? 64 : 10;
        double mean = 0;
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct simulator simulator;
            struct study study;
            int32_t start[SIMULATOR_DIM_MAX];
            simulator_init(&simulator, dim, 10, 400 + seed);
            simulator.gauntlet = trial / 2;
            simulator.yardstick = -3;
            for (int j = 0; j < dim; j++) {
                double optimum = simulator.optimum[j], off = optimum > 0.5 ? -0.25 : 0.25;
                start[j] = scale_value(&simulator.ranges[j], optimum + off);
            }
            begin_at(&study, &simulator, seed, simulator.gauntlet ? start : NULL);
            while (study.generation < GENERATIONS) study_step(&study);
            mean += study_strength(&study) / 5;
            study_end(&study);
        }
        print_message("%d parameters, %s: %.2f\n", dim, trial / 2 ? "yardstick" : "each other",
                      mean);
        assert_true(mean > (dim == 10 ? -0.1 : -0.7));
    }
}

/* What lies on a bound is found there, and nothing beyond is asked. */
static void an_optimum_on_the_bounds_is_found(void **unused) {
    (void)unused;
    struct simulator simulator;
    struct study study;
    simulator_init(&simulator, DIM, 20, 5);
    for (int j = 0; j < DIM; j++) simulator.optimum[j] = j % 2;
    begin_with(&study, &simulator, 5);
    while (study.generation < GENERATIONS) {
        study_step(&study);
        for (int i = 0; i < 2 * DIRECTIONS; i++)
            for (int j = 0; j < DIM; j++)
                assert_in_range(slot(&study, i)[j] - study.setup.ranges[j].lower, 0,
                                study.setup.ranges[j].upper - study.setup.ranges[j].lower);
    }
    for (int j = 0; j < DIM; j++)
        assert_near(scale_unit(&study.setup.ranges[j], study.best[j]), j % 2, 0.05);
    study_end(&study);
}

static double reads(const char **rest) {
    char *end;
    double number = strtod(*rest, &end);
    *rest = end;
    return number;
}

/* A tenth of a perturbation, whatever pushes it. */
static void theta_goes_a_little_beyond_bounds_that_clamp(void **unused) {
    (void)unused;
    for (int bounds = SCALE_CLAMP; bounds <= SCALE_REFLECT; bounds++) {
        struct simulator simulator;
        struct study study;
        double furthest = 0;
        simulator_init_function(&simulator, SIMULATOR_CORNER, DIM, 20, 5);
        begin_with(&study, &simulator, 5);
        study.options.bounds = (enum scale_bounds)bounds;
        while (study.generation < GENERATIONS) {
            struct text state = {0};
            study_step(&study);
            study.options.kind->save(study.optimizer, &state);
            const char *rest = strchr(text_get(&state), '\n');
            for (int j = 0; j < DIM; j++) {
                double theta = reads(&rest);
                furthest =
                    fmax(furthest, fmax(-theta, theta - 1) / study_metric(&study, "perturbation"));
            }
            text_free(&state);
        }
        if (bounds == SCALE_CLAMP)
            assert_near(furthest, 0.1, 1e-6);
        else
            assert_true(furthest == 0);
        study_end(&study);
    }
}

static void a_resumed_search_is_the_same(void **unused) {
    (void)unused;
    struct study straight, broken;
    begin(&straight, 4);
    begin(&broken, 4);
    study_check_resuming(&straight, &broken, 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_plays_first),
        cmocka_unit_test(opposites_meet_in_duels),
        cmocka_unit_test(the_schedule_ends_at_what_is_wanted),
        cmocka_unit_test(a_short_run_takes_larger_steps),
        cmocka_unit_test(theta_goes_the_winners_way),
        cmocka_unit_test(a_parameter_may_have_a_rate_of_its_own),
        cmocka_unit_test(coarse_parameters_are_rounded_fairly),
        cmocka_unit_test(it_finds_the_optimum_under_noise),
        cmocka_unit_test(an_optimum_on_the_bounds_is_found),
        cmocka_unit_test(theta_goes_a_little_beyond_bounds_that_clamp),
        cmocka_unit_test(a_resumed_search_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
