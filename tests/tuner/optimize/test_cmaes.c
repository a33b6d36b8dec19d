/*
 * Covariance matrix adaptation: on functions whose optimum is known, with and without noise, full
 * and separable; and that a resumed search goes on as if nothing had been.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/study.h"

enum { AUTO, FULL, SEPARABLE, DIM = 8 };

static void make_options(struct optimizer_options *options, int covariance) {
    optimizer_options_init(options);
    options->kind = optimizer_find("cmaes", NULL);
    set_option(options, "covariance", covariance);
}

/* DIM parameters, fine enough for a step of 1e-6 of their range. */
static void begin_with(struct study *study, const struct optimizer_options *options,
                       uint64_t seed) {
    struct simulator simulator;
    simulator_init(&simulator, DIM, 1, 1);
    for (int j = 0; j < DIM; j++)
        simulator.ranges[j] = (struct range){.lower = -1000000000, .upper = 1000000000};
    study_start(study, options, &simulator, seed, NULL);
}

/* Steps are adapted, as the tutorial has it. */
static void begin_at(struct study *study, int covariance, uint64_t seed, double step) {
    struct optimizer_options options;
    make_options(&options, covariance);
    options.bounds = SCALE_REFLECT;
    set_option(&options, "signal", 0);
    set_option(&options, "step", step);
    set_option(&options, "step_end", 0);
    begin_with(study, &options, seed);
}

/* Steps fall from 0.3 to 0.003 of the range in so many generations; fall 0: as usual. */
static void begin_falling_so(struct study *study, int covariance, uint64_t seed, int generations,
                             double fall) {
    struct optimizer_options options;
    make_options(&options, covariance);
    options.bounds = SCALE_REFLECT;
    set_option(&options, "step_end", 0.003);
    if (fall > 0) set_option(&options, "fall", fall);
    options.generations = generations;
    begin_with(study, &options, seed);
}

static void begin_falling(struct study *study, int covariance, uint64_t seed, int generations) {
    begin_falling_so(study, covariance, seed, generations, 0);
}

static void begin(struct study *study, int covariance, uint64_t seed) {
    begin_at(study, covariance, seed, 0.3);
}

typedef double function(const double *unit);

static void to_cube(const struct study *study, const int32_t *vector, double *unit) {
    for (int j = 0; j < DIM; j++) unit[j] = scale_unit(&study->setup.ranges[j], vector[j]);
}

static double value_of(const struct study *study, const int32_t *vector, function *minimised) {
    double unit[DIM];
    to_cube(study, vector, unit);
    return minimised(unit);
}

/* Each scores the number of those that are worse. */
static void step_without_noise(struct study *study, function *minimised) {
    study_ask(study);
    for (int i = 0; i < study->population.count; i++) {
        double own = value_of(study, population_get(&study->population, i), minimised);
        study->fitness[i] = (struct fitness){.pairs = 100};
        for (int k = 0; k < study->population.count; k++)
            study->fitness[i].points +=
                own < value_of(study, population_get(&study->population, k), minimised);
    }
    study_tell(study);
}

/* What the mean is worth after so many generations. */
static double minimum_found(int covariance, uint64_t seed, int generations, function *minimised) {
    struct study study;
    begin(&study, covariance, seed);
    while (study.generation < generations) step_without_noise(&study, minimised);
    assert_int_equal(study.champion, -1);
    double found = value_of(&study, study.best, minimised);
    study_end(&study);
    return found;
}

static double sphere(const double *unit) {
    double sum = 0;
    for (int j = 0; j < DIM; j++) sum += (unit[j] - 0.3) * (unit[j] - 0.3);
    return sum;
}

/* Axes from 1 to 1000. */
static double ellipsoid(const double *unit) {
    double sum = 0;
    for (int j = 0; j < DIM; j++)
        sum += pow(1e6, j / (DIM - 1.0)) * (unit[j] - 0.6) * (unit[j] - 0.6);
    return sum;
}

/* The ellipsoid in directions that no axis has: mirrored in the plane across (1, 1, …, 1). */
static double turned_ellipsoid(const double *unit) {
    double mirrored[DIM], sum = 0;
    for (int j = 0; j < DIM; j++) sum += (unit[j] - 0.6) * (j + 1);
    for (int j = 0; j < DIM; j++) mirrored[j] = unit[j] - 2 * sum * (j + 1) / 204;
    return ellipsoid(mirrored);
}

static double corner(const double *unit) {
    double sum = 0;
    for (int j = 0; j < DIM; j++) sum += j % 2 ? unit[j] : 1 - unit[j];
    return sum;
}

/* Slot 7 is the best of ten, so the better half are 7, 0, 1, 2, 3, whose weights are log 5.5 - log
 * of the rank; the mean goes so far towards theirs. */
static void check_mean(struct study *study, double rate) {
    static const int ranking[] = {7, 0, 1, 2, 3};
    int32_t start[DIM];
    optimizer_initial(&study->setup, 0, start);
    study_ask(study);
    assert_int_equal(study->population.count, 4 + 6); /* 3 ln 8 is 6.2 */
    for (int i = 0; i < 10; i++) study->fitness[i] = (struct fitness){.pairs = 1, .points = i == 7};
    study_tell(study);
    for (int j = 0; j < DIM; j++) {
        const struct range *param = &study->setup.ranges[j];
        double mean = 0, weights = 0, before = scale_unit(param, start[j]);
        for (int i = 0; i < 5; i++) {
            double weight = log(5.5) - log(i + 1);
            mean += weight * scale_unit(param, population_get(&study->population, ranking[i])[j]);
            weights += weight;
        }
        assert_near(scale_unit(param, study->best[j]), before + rate * (mean / weights - before),
                    1e-8);
    }
}

static void the_first_vector_is_the_start_and_its_mean_the_champion(void **unused) {
    (void)unused;
    struct study study;
    int32_t start[DIM];
    begin(&study, AUTO, 5);
    optimizer_initial(&study.setup, 0, start);
    check_mean(&study, 1);
    assert_memory_equal(population_get(&study.population, 0), start, sizeof start);
    study_end(&study);
}

/* To a quarter, by equal factors: half of it in the middle of the run. */
static void the_mean_slows_down_as_steps_fall(void **unused) {
    (void)unused;
    struct study study;
    begin_falling(&study, AUTO, 5, 100);
    study.generation = 50;
    check_mean(&study, 0.5);
    study_end(&study);
}

/* The logarithm of the product of what a separable covariance's line holds. */
static double log_determinant(const struct study *study) {
    struct text state = {0};
    study->options.kind->save(study->optimizer, &state);
    char *word = state.data + state.length - 1;
    double logarithm = 0;
    for (int j = 0; j < DIM; j++) {
        while (*--word != ' ') continue;
        logarithm += log(strtod(word, NULL));
    }
    text_free(&state);
    return logarithm;
}

static void steps_fall_as_said_whatever_the_covariance_does(void **unused) {
    (void)unused;
    struct study study;
    begin_falling(&study, SEPARABLE, 5, 100);
    for (int g = 1; g <= 100; g++) {
        step_without_noise(&study, ellipsoid);
        assert_near(study_metric(&study, "sigma"), 0.3 * pow(0.01, pow(g / 100., 0.4)), 1e-12);
        assert_near(log_determinant(&study), 0, 1e-9);
    }
    for (int g = 0; g < 10; g++) { /* a run that is longer than its schedule */
        assert_near(study_metric(&study, "sigma"), 0.003, 1e-12);
        step_without_noise(&study, ellipsoid);
    }
    study_end(&study);
}

static void steps_fall_evenly_if_asked_to(void **unused) {
    (void)unused;
    struct study study;
    begin_falling_so(&study, FULL, 5, 100, 1);
    while (study.generation < 50) step_without_noise(&study, sphere);
    assert_near(study_metric(&study, "sigma"), 0.03, 1e-12);
    study_end(&study);
}

static void optima_are_found_exactly(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < 5; seed++)
        for (int covariance = FULL; covariance <= SEPARABLE; covariance++) {
            assert_true(minimum_found(covariance, seed, 200, sphere) < 1e-9);
            assert_true(minimum_found(covariance, seed, 450, ellipsoid) < 1e-6);
        }
}

/* Only the full covariance learns directions across the axes. */
static void the_full_covariance_learns_directions(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < 5; seed++) {
        double full = minimum_found(FULL, seed, 400, turned_ellipsoid);
        double separable = minimum_found(SEPARABLE, seed, 400, turned_ellipsoid);
        print_message("%g full, %g separable\n", full, separable);
        assert_true(full < 1e-6);
        assert_true(separable > 100 * full);
    }
}

/* It has fewer numbers to learn. */
static void a_separable_covariance_learns_axes_faster(void **unused) {
    (void)unused;
    double full = 0, separable = 0;
    for (uint64_t seed = 0; seed < 5; seed++) {
        full += log10(minimum_found(FULL, seed, 200, ellipsoid)) / 5;
        separable += log10(minimum_found(SEPARABLE, seed, 200, ellipsoid)) / 5;
    }
    print_message("10 to the %g full, %g separable\n", full, separable);
    assert_true(separable < full - 2);
}

/* A step that is too small grows by itself; the covariance does not grow in its place. */
static void a_small_step_grows_without_the_covariance(void **unused) {
    (void)unused;
    const double step = 1e-5;
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct study study;
        begin_at(&study, FULL, seed, step);
        double most = 0;
        while (study.generation < 40) {
            step_without_noise(&study, sphere);
            double sigma = study_metric(&study, "sigma");
            most = fmax(most, study_metric(&study, "deviation") / sigma);
        }
        assert_true(study_metric(&study, "sigma") > 1000 * step);
        assert_true(most < 1.5);
        study_end(&study);
    }
}

static void an_optimum_on_the_bounds_is_found(void **unused) {
    (void)unused;
    for (int covariance = FULL; covariance <= SEPARABLE; covariance++) {
        assert_true(minimum_found(covariance, 3, 200, corner) < 0.01);
        struct optimizer_options options;
        struct study study;
        make_options(&options, covariance);
        begin_with(&study, &options, 3);
        while (study.generation < 200) step_without_noise(&study, corner);
        assert_true(value_of(&study, study.best, corner) == 0);
        study_end(&study);
    }
}

/* Logits below the optimum after so many generations of the simulated game, the mean of 5 seeds,
 * from a random start 2 to 16 logits below. */
static double mean_missed(int dim, bool gauntlet, double step_end, int generations) {
    double mean = 0;
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct optimizer_options options;
        struct simulator simulator;
        struct study study;
        make_options(&options, dim == 10 ? FULL : SEPARABLE);
        set_option(&options, "step_end", step_end);
        options.generations = generations;
        simulator_init(&simulator, dim, dim == 10 ? 20 : 10, 400 + seed);
        simulator.gauntlet = gauntlet;
        simulator.yardstick = -1;
        study_start(&study, &options, &simulator, seed, NULL);
        while (study.generation < generations) study_step(&study);
        mean -= study_strength(&study) / 5;
        study_end(&study);
    }
    return mean;
}

/* 100 000 games or a little more. */
static void it_finds_the_optimum_under_noise(void **unused) {
    (void)unused;
    static const int generations[2][2] = {{56, 250}, {42, 313}};
    for (int trial = 0; trial < 4; trial++) {
        int dim = trial % 2 ? 64 : 10, length = generations[trial % 2][trial / 2];
        double adapted = mean_missed(dim, trial / 2, 0, length);
        double falling = mean_missed(dim, trial / 2, 0.03, length);
        print_message("%d parameters, %s: %.2f, falling steps %.2f\n", dim,
                      trial / 2 ? "yardstick" : "each other", adapted, falling);
        assert_true(adapted < (dim == 10 ? 0.2 : 1));
        assert_true(falling < (dim == 10 ? 0.2 : 1.3));
    }
}

static void many_parameters_are_separable(void **unused) {
    (void)unused;
    static struct range params[101];
    for (int dim = 100; dim <= 101; dim++) {
        struct optimizer_options options;
        struct text state = {0};
        int words = 0;
        make_options(&options, AUTO);
        for (int j = 0; j < dim; j++) params[j] = (struct range){.lower = 0, .upper = 9};
        struct optimizer_setup setup = {.options = &options, .ranges = params, .dim = dim};
        void *optimizer = options.kind->create(&setup);
        options.kind->save(optimizer, &state);
        for (size_t i = 0; i < state.length; i++) words += state.data[i] == ' ';
        assert_int_equal(words, dim == 100 ? 4 + 4 * 100 + 5050 : 4 + 5 * 101);
        options.kind->destroy(optimizer);
        optimizer_options_free(&options);
        text_free(&state);
    }
}

static void a_population_too_small_is_refused(void **unused) {
    (void)unused;
    struct optimizer_options options;
    struct error why;
    make_options(&options, AUTO);
    const void *own = optimizer_own(&options, options.kind);
    assert_null(options.kind->check(own, 10, &why));
    set_option(&options, "population", 4);
    assert_null(options.kind->check(own, 10, &why));
    set_option(&options, "population", 3);
    assert_string_equal(options.kind->check(own, 10, &why), "population");
    assert_string_equal(why.text, "must be 0 or at least 4, not 3");
    optimizer_options_free(&options);
}

static void a_full_matrix_of_too_many_parameters_is_refused(void **unused) {
    (void)unused;
    struct optimizer_options options;
    struct error why;
    make_options(&options, FULL);
    const void *own = optimizer_own(&options, options.kind);
    assert_null(options.kind->check(own, 2000, &why));
    assert_string_equal(options.kind->check(own, 2001, &why), "covariance");
    optimizer_options_free(&options);
}

static void steps_that_would_rise_are_refused(void **unused) {
    (void)unused;
    struct optimizer_options options;
    struct error why;
    make_options(&options, AUTO);
    const void *own = optimizer_own(&options, options.kind);
    set_option(&options, "step", 0.1);
    set_option(&options, "step_end", 0.1);
    assert_null(options.kind->check(own, 10, &why));
    set_option(&options, "step_end", 0.2);
    assert_string_equal(options.kind->check(own, 10, &why), "step_end");
    optimizer_options_free(&options);
}

/* ---- what is saved ---- */

enum { SIGMA, MEAN, P_SIGMA = MEAN + DIM, P_C = P_SIGMA + DIM, VARIANCES = P_C + DIM };

/* The numbers behind "sigma" of a separable search. */
static void read_state(const struct study *study, double *out, int count) {
    struct text state = {0};
    study->options.kind->save(study->optimizer, &state);
    char *rest = strstr(text_get(&state), "sigma") + strlen("sigma");
    for (int i = 0; i < count; i++) out[i] = strtod(rest, &rest);
    text_free(&state);
}

/* The state after a generation whose fitness is no luck. */
static void state_after_one(double signal, double *out) {
    struct optimizer_options options;
    struct study study;
    make_options(&options, SEPARABLE);
    options.bounds = SCALE_REFLECT;
    set_option(&options, "signal", signal);
    begin_with(&study, &options, 6);
    step_without_noise(&study, ellipsoid);
    read_state(&study, out, VARIANCES + DIM);
    study_end(&study);
}

/* ---- the tutorial's formulas ---- */

/* Of figure 6 and table 1 of the tutorial for 8 parameters and 10 vectors, of which the better 5
 * have weights; the covariance is diagonal, and its rates 10 / 3 times as large. */
struct tutorial {
    double weights[5], mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, chi;
    int stalls; /* generations in which p_c waited */
};

static struct tutorial tutorial_of_eight(double covariance_rate) {
    struct tutorial t = {0};
    double sum = 0, squares = 0, n = DIM;
    for (int i = 0; i < 5; i++) sum += t.weights[i] = log(5.5) - log(i + 1);
    for (int i = 0; i < 5; i++) t.weights[i] /= sum, squares += t.weights[i] * t.weights[i];
    double mu = t.mu_eff = 1 / squares;
    t.c_sigma = (mu + 2) / (n + mu + 5);
    t.d_sigma = 1 + 2 * fmax(0, sqrt((mu - 1) / (n + 1)) - 1) + t.c_sigma;
    t.c_c = (4 + mu / n) / (n + 4 + 2 * mu / n);
    t.c_1 = covariance_rate * 10 / 3 * 2 / (pow(n + 1.3, 2) + mu);
    t.c_mu = covariance_rate * 10 / 3 * 2 * (0.25 + mu + 1 / mu - 2) / (pow(n + 2, 2) + mu);
    t.chi = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    return t;
}

/* A generation's state from the one before it: `steps` are those of the better half, best first. */
static void tutorial_step(struct tutorial *t, int generation, double steps[5][DIM], double *state) {
    double mean[DIM] = {0}, length = 0, *p_sigma = state + P_SIGMA, *p_c = state + P_C;
    double *variances = state + VARIANCES;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < DIM; j++) mean[j] += t->weights[i] * steps[i][j];
    for (int j = 0; j < DIM; j++) {
        p_sigma[j] = (1 - t->c_sigma) * p_sigma[j] +
                     sqrt(t->c_sigma * (2 - t->c_sigma) * t->mu_eff / variances[j]) * mean[j];
        length += p_sigma[j] * p_sigma[j];
    }
    length = sqrt(length);
    bool h_sigma = length / sqrt(1 - pow(1 - t->c_sigma, 2 * (generation + 1))) <
                   (1.4 + 2. / (DIM + 1)) * t->chi;
    t->stalls += !h_sigma;
    for (int j = 0; j < DIM; j++) {
        p_c[j] =
            (1 - t->c_c) * p_c[j] + h_sigma * sqrt(t->c_c * (2 - t->c_c) * t->mu_eff) * mean[j];
        double rank_mu = 0, lost = h_sigma ? 0 : t->c_c * (2 - t->c_c);
        for (int i = 0; i < 5; i++) rank_mu += t->weights[i] * steps[i][j] * steps[i][j];
        variances[j] = (1 - t->c_1 - t->c_mu + t->c_1 * lost) * variances[j] +
                       t->c_1 * p_c[j] * p_c[j] + t->c_mu * rank_mu;
        state[MEAN + j] += state[SIGMA] * mean[j];
    }
    state[SIGMA] *= exp(t->c_sigma / t->d_sigma * (length / t->chi - 1));
}

/* The steps from the mean to the better half of the vectors that played. */
static void better_steps(const struct study *study, const double *state, double steps[5][DIM]) {
    int ranking[10];
    fitness_rank(study->fitness, 10, ranking);
    for (int i = 0; i < 5; i++) {
        to_cube(study, population_get(&study->population, ranking[i]), steps[i]);
        for (int j = 0; j < DIM; j++) steps[i][j] = (steps[i][j] - state[MEAN + j]) / state[SIGMA];
    }
}

/* Steps so small at first that p_sigma gets long and p_c waits for a while. */
static void a_generation_is_as_in_the_tutorial(void **unused) {
    (void)unused;
    struct tutorial t = tutorial_of_eight(1);
    struct study study;
    double state[VARIANCES + DIM], wanted[VARIANCES + DIM], steps[5][DIM];
    begin_at(&study, SEPARABLE, 6, 0.003);
    for (int g = 0; g < 20; g++) {
        read_state(&study, wanted, VARIANCES + DIM);
        step_without_noise(&study, sphere);
        better_steps(&study, wanted, steps);
        tutorial_step(&t, g, steps, wanted);
        read_state(&study, state, VARIANCES + DIM);
        for (int i = 0; i < VARIANCES + DIM; i++) assert_near(state[i], wanted[i], 2e-5);
    }
    assert_in_range(t.stalls, 1, 19);
    study_end(&study);
}

/* From .3 to .1 of the tutorial's, by equal factors; then the determinant becomes 1. */
static void the_covariance_slows_down_as_steps_fall(void **unused) {
    (void)unused;
    for (int g = 0; g <= 100; g += 50) {
        struct tutorial t = tutorial_of_eight(0.3 * pow(1 / 3., g / 100.));
        struct study study;
        double state[VARIANCES + DIM], wanted[VARIANCES + DIM], steps[5][DIM], logarithm = 0;
        begin_falling(&study, SEPARABLE, 6, 100);
        set_option(&study.options, "step", 0.3);
        study.generation = g;
        read_state(&study, wanted, VARIANCES + DIM);
        step_without_noise(&study, sphere);
        better_steps(&study, wanted, steps);
        tutorial_step(&t, g, steps, wanted);
        read_state(&study, state, VARIANCES + DIM);
        for (int j = 0; j < DIM; j++) logarithm += log(wanted[VARIANCES + j]) / DIM;
        for (int j = 0; j < DIM; j++)
            assert_near(state[VARIANCES + j], wanted[VARIANCES + j] * exp(-logarithm), 1e-6);
        study_end(&study);
    }
}

/* Beside a covariance that is left as it is: deviations and the path get shorter alike. */
static void a_normalised_covariance_takes_its_path_along(void **unused) {
    (void)unused;
    double as_is[VARIANCES + DIM], normalised[VARIANCES + DIM], logarithm = 0;
    state_after_one(0, as_is);
    state_after_one(0.8, normalised);
    for (int j = 0; j < DIM; j++) logarithm += log(as_is[VARIANCES + j]) / 2 / DIM;
    assert_true(fabs(logarithm) > 0.001);
    for (int j = 0; j < DIM; j++) {
        double variance = as_is[VARIANCES + j] * exp(-2 * logarithm);
        assert_near(normalised[VARIANCES + j], variance, 1e-9);
        assert_near(normalised[P_C + j], as_is[P_C + j] * exp(-logarithm), 1e-9);
    }
}

/* As far as a deviation behind the bounds, since luck that is pushed back at the bound itself would
 * leave it inside on average. */
static void the_mean_goes_a_deviation_beyond_bounds_that_clamp(void **unused) {
    (void)unused;
    for (int bounds = SCALE_CLAMP; bounds <= SCALE_REFLECT; bounds++) {
        struct optimizer_options options;
        struct study study;
        double state[MEAN + DIM], furthest = 0;
        make_options(&options, SEPARABLE);
        options.bounds = (enum scale_bounds)bounds;
        begin_with(&study, &options, 3);
        while (study.generation < 200) {
            read_state(&study, state, MEAN + DIM);
            double sigma = state[SIGMA];
            step_without_noise(&study, corner);
            read_state(&study, state, MEAN + DIM);
            for (int j = 0; j < DIM; j++)
                furthest = fmax(furthest, fmax(-state[MEAN + j], state[MEAN + j] - 1) / sigma);
        }
        assert_true(bounds == SCALE_CLAMP ? furthest > 0.9 && furthest < 1.001 : furthest == 0);
        study_end(&study);
    }
}

/* ---- steps that luck does not shrink ---- */

static void begin_usual_at(struct study *study, double step) {
    struct optimizer_options options;
    struct simulator simulator;
    make_options(&options, AUTO);
    set_option(&options, "step", step);
    simulator_init(&simulator, DIM, 20, 1);
    study_start(study, &options, &simulator, 3, NULL);
}

/* All vectors alike: what differs is luck. */
static void tell_luck(struct study *study) {
    study_ask(study);
    for (int i = 0; i < study->population.count; i++)
        study->fitness[i] = (struct fitness){
            .points = 40 + i % 2, .pairs = 20, .pentanomial = {[1] = 10, [2] = 0, [3] = 10}};
    study_tell(study);
}

/* Short steps grow by more than the path alone lets them while there is no signal, not beyond the
 * first one; and the mean stands still. */
static void steps_grow_while_there_is_luck_alone(void **unused) {
    (void)unused;
    struct study study;
    begin_usual_at(&study, 0.05);
    while (study.generation < 12) step_without_noise(&study, corner);
    while (study_metric(&study, "sigma") > 0.01) step_without_noise(&study, corner);
    double least = study_metric(&study, "sigma"), before[VARIANCES], after[VARIANCES];
    for (int g = 0; g < 60; g++) tell_luck(&study);
    read_state(&study, before, VARIANCES);
    double signal = study_metric(&study, "signal"), moved = 0;
    assert_true(study_metric(&study, "sigma") > 2 * least && signal < 0.01);
    for (int g = 0; g < 300; g++) tell_luck(&study);
    assert_near(study_metric(&study, "sigma"), 0.05, 1e-12);
    read_state(&study, after, VARIANCES);
    for (int j = 0; j < DIM; j++) moved = fmax(moved, fabs(after[MEAN + j] - before[MEAN + j]));
    assert_true(moved < 0.01);
    study_end(&study);
}

/* While all is luck, a path that is no longer than by chance lets steps grow as if it were a fifth
 * longer. */
static void without_a_signal_paths_count_as_a_fifth_longer(void **unused) {
    (void)unused;
    const struct tutorial t = tutorial_of_eight(1);
    struct study study;
    begin_usual_at(&study, 0.3);
    while (study.generation < 12) step_without_noise(&study, corner);
    while (study_metric(&study, "sigma") > 0.01) step_without_noise(&study, corner);
    for (int g = 0; g < 30; g++) {
        double state[VARIANCES], squares = 0, before = study_metric(&study, "sigma");
        tell_luck(&study);
        read_state(&study, state, VARIANCES);
        for (int j = 0; j < DIM; j++) squares += state[P_SIGMA + j] * state[P_SIGMA + j];
        if (study_metric(&study, "signal") >= 0.65) continue;
        double longer = fmax(0, sqrt(squares) / t.chi - 1);
        double luck = 1 - study_metric(&study, "signal") / 0.65;
        assert_near(log(state[SIGMA] / before), t.c_sigma / t.d_sigma * (longer + 0.2 * luck),
                    1e-9);
    }
    study_end(&study);
}

/* The champion is the mean of the means, each by the cube of its number and the inverse square of
 * its step. */
static void the_champion_is_the_mean_of_the_means(void **unused) {
    (void)unused;
    struct study study;
    double sums[DIM] = {0}, weights = 0, state[VARIANCES];
    begin_usual_at(&study, 0.3);
    for (int g = 1; g <= 30; g++) {
        study_step(&study);
        read_state(&study, state, VARIANCES);
        double weight = pow(g, 3) / (state[SIGMA] * state[SIGMA]);
        weights += weight;
        for (int j = 0; j < DIM; j++) sums[j] += weight * state[MEAN + j];
    }
    for (int j = 0; j < DIM; j++)
        assert_int_equal(study.best[j], scale_value(&study.setup.ranges[j], sums[j] / weights));
    study_end(&study);
}

/* Ten parameters alike and a million games of a round robin: without the signal it lacks .04. */
static void more_games_bring_it_nearer_under_noise(void **unused) {
    (void)unused;
    double missed[2] = {0};
    for (int held = 0; held < 2; held++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            struct optimizer_options options;
            struct simulator simulator;
            struct study study;
            make_options(&options, AUTO);
            if (!held) set_option(&options, "signal", 0);
            simulator_init_function(&simulator, SIMULATOR_SPHERE, 10, 20, 40 + seed);
            study_start(&study, &options, &simulator, seed, NULL);
            while (study.simulator.games < 1000000) study_step(&study);
            missed[held] -= study_strength(&study) / 4;
            study_end(&study);
        }
    print_message("%g, without the signal %g\n", missed[1], missed[0]);
    assert_true(missed[1] < 0.01 && missed[1] < missed[0] / 3);
}

/* ---- pairs that follow the reliability ---- */

static void begin_reliable(struct study *study, int covariance, uint64_t seed) {
    struct optimizer_options options;
    struct simulator simulator;
    make_options(&options, covariance);
    set_option(&options, "reliability", 0.5);
    simulator_init(&simulator, DIM, 20, 1);
    study_start(study, &options, &simulator, seed, NULL);
}

static int pairs_wanted(struct study *study, int played) {
    bool on[10];
    return study->options.kind->more(study->optimizer, study->generation, &study->outcome, played,
                                     on);
}

/* Half of the vectors have `apart` pairs of 4 points more than pairs of 0, the others as many less,
 * of 100: rates of 0.5 +- apart / 200, in which luck has a deviation of 0.05 or a little less. */
static void tell_rates(struct study *study, int apart) {
    study_ask(study);
    for (int i = 0; i < study->population.count; i++) {
        int won = 50 + (i % 2 ? apart : -apart) / 2;
        study->fitness[i] = (struct fitness){
            .points = 4 * won, .pairs = 100, .pentanomial = {[0] = 100 - won, [4] = won}};
    }
    study_tell(study);
}

/* Variances of 0.0025 are half luck where rates are 0.07 off the middle. */
static void pairs_follow_how_much_is_luck(void **unused) {
    (void)unused;
    struct study study;
    begin_reliable(&study, AUTO, 3);
    assert_int_equal(pairs_wanted(&study, 0), 6);
    assert_int_equal(pairs_wanted(&study, 6), 0);
    tell_rates(&study, 12);
    assert_near(study_metric(&study, "pairs"), 6.6, 1e-9);
    tell_rates(&study, 12);
    assert_int_equal(pairs_wanted(&study, 0), 7);
    tell_rates(&study, 16);
    tell_rates(&study, 16);
    assert_near(study_metric(&study, "pairs"), 6, 1e-9);
    for (int g = 0; g < 40; g++) tell_rates(&study, 0);
    assert_int_equal(pairs_wanted(&study, 0), 20);
    tell_rates(&study, 90);
    assert_near(study_metric(&study, "pairs"), 20 / 1.1, 1e-9);
    for (int g = 0; g < 40; g++) tell_rates(&study, 90);
    assert_int_equal(pairs_wanted(&study, 0), 2);
    study_end(&study);
}

/* Four pairs, of which three or one are won: variances of .0625 in the rates, .047 of it luck, so
 * that a quarter is not. */
static void luck_is_the_variance_of_a_mean_of_pairs(void **unused) {
    (void)unused;
    for (int more = 0; more < 2; more++) {
        struct optimizer_options options;
        struct simulator simulator;
        struct study study;
        make_options(&options, AUTO);
        set_option(&options, "reliability", more ? 0.27 : 0.23);
        simulator_init(&simulator, DIM, 20, 1);
        study_start(&study, &options, &simulator, 3, NULL);
        study_ask(&study);
        for (int i = 0; i < study.population.count; i++) {
            int won = i % 2 ? 3 : 1;
            study.fitness[i] = (struct fitness){
                .points = 4 * won, .pairs = 4, .pentanomial = {[0] = 4 - won, [4] = won}};
        }
        study_tell(&study);
        assert_near(study_metric(&study, "pairs"), more ? 6 * 1.1 : 6 / 1.1, 1e-9);
        assert_near(study_metric(&study, "signal"), 0.9 + 0.1 * 0.25, 1e-9);
        study_end(&study);
    }
}

static void without_a_wanted_reliability_all_pairs_are_played(void **unused) {
    (void)unused;
    struct study study;
    begin(&study, AUTO, 3);
    assert_int_equal(pairs_wanted(&study, 0), study.simulator.pairs);
    study_end(&study);
}

static void begin_sixty(struct study *study, int covariance, uint64_t seed) {
    begin_falling(study, covariance, seed, 60);
}

static void a_resumed_search_is_the_same(void **unused) {
    (void)unused;
    static void (*const beginnings[])(struct study *, int, uint64_t) = {begin, begin_sixty,
                                                                        begin_reliable};
    for (int trial = 0; trial < 6; trial++) {
        struct study straight, broken;
        int covariance = trial % 2 ? FULL : SEPARABLE;
        beginnings[trial / 2](&straight, covariance, 4);
        beginnings[trial / 2](&broken, covariance, 4);
        study_check_resuming(&straight, &broken, 60);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_vector_is_the_start_and_its_mean_the_champion),
        cmocka_unit_test(the_mean_slows_down_as_steps_fall),
        cmocka_unit_test(steps_fall_as_said_whatever_the_covariance_does),
        cmocka_unit_test(steps_fall_evenly_if_asked_to),
        cmocka_unit_test(optima_are_found_exactly),
        cmocka_unit_test(the_full_covariance_learns_directions),
        cmocka_unit_test(a_separable_covariance_learns_axes_faster),
        cmocka_unit_test(a_small_step_grows_without_the_covariance),
        cmocka_unit_test(an_optimum_on_the_bounds_is_found),
        cmocka_unit_test(it_finds_the_optimum_under_noise),
        cmocka_unit_test(many_parameters_are_separable),
        cmocka_unit_test(a_population_too_small_is_refused),
        cmocka_unit_test(a_full_matrix_of_too_many_parameters_is_refused),
        cmocka_unit_test(steps_that_would_rise_are_refused),
        cmocka_unit_test(a_normalised_covariance_takes_its_path_along),
        cmocka_unit_test(a_generation_is_as_in_the_tutorial),
        cmocka_unit_test(the_covariance_slows_down_as_steps_fall),
        cmocka_unit_test(without_a_signal_paths_count_as_a_fifth_longer),
        cmocka_unit_test(the_mean_goes_a_deviation_beyond_bounds_that_clamp),
        cmocka_unit_test(steps_grow_while_there_is_luck_alone),
        cmocka_unit_test(the_champion_is_the_mean_of_the_means),
        cmocka_unit_test(more_games_bring_it_nearer_under_noise),
        cmocka_unit_test(pairs_follow_how_much_is_luck),
        cmocka_unit_test(luck_is_the_variance_of_a_mean_of_pairs),
        cmocka_unit_test(without_a_wanted_reliability_all_pairs_are_played),
        cmocka_unit_test(a_resumed_search_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
