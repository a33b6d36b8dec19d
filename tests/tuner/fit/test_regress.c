/*
 * regress: a linear model that is known comes back from noisy labels, what is rare shrinks as the
 * ridge says, the held-out error says when to stop, and threads change nothing.
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
#include "tuner/fit/regress.h"

enum { DIM = 60, TERMS = 6, ROWS = 20000, HELD_OUT = 3000 };

static void assert_near(double value, double wanted, double tolerance) {
    if (!(fabs(value - wanted) <= tolerance))
        fail_msg("%g, not within %g of %g", value, tolerance, wanted);
}

/* Rows of a model, made up: row i is a function of `first` + i. */
struct model {
    int64_t first;
    double noise;
    double weights[DIM];
    float labels[ROWS];
};

static int model_terms(const void *context, int64_t row, struct term *out) {
    const struct model *model = context;
    struct rng rng = rng_keyed(3, 1, (uint64_t)(model->first + row), 0);
    int count = 1 + (int)rng_below(&rng, TERMS);
    for (int i = 0; i < count; i++)
        out[i] = (struct term){(int32_t)rng_below(&rng, DIM), (int32_t)rng_below(&rng, 5) - 2};
    return count;
}

static struct regress_rows model_rows(struct model *model, int64_t first, int64_t count,
                                      double noise) {
    struct rng rng = rng_keyed(3, 2, (uint64_t)first, 0), weights = rng_keyed(3, 3, 0, 0);
    *model = (struct model){.first = first, .noise = noise};
    for (int i = 0; i < DIM; i++) model->weights[i] = rng_normal(&weights);
    for (int64_t row = 0; row < count; row++) {
        struct term terms[TERMS];
        int length = model_terms(model, row, terms);
        double label = noise * rng_normal(&rng);
        for (int i = 0; i < length; i++) label += terms[i].count * model->weights[terms[i].weight];
        model->labels[row] = (float)label;
    }
    return (struct regress_rows){count, model->labels, model_terms, model};
}

static struct model training, held_out;

static struct regress known_model(struct pool *pool, double noise) {
    return (struct regress){.dim = DIM,
                            .terms_max = TERMS,
                            .ridge = 0.1,
                            .passes = 40,
                            .training = model_rows(&training, 0, ROWS, noise),
                            .held_out = model_rows(&held_out, ROWS, HELD_OUT, noise),
                            .pool = pool};
}

static void count_passes(void *context, const struct regress *regress) {
    int *count = context;
    assert_int_equal(++*count, regress->passes_done);
}

static void a_known_model_comes_back_from_noisy_labels(void **unused) {
    (void)unused;
    struct pool *pool = pool_open(2, 1024);
    struct regress regress = known_model(pool, 0.5);
    double weights[DIM] = {0};
    int passes = 0;
    regress.progress = count_passes;
    regress.context = &passes;
    regress_solve(&regress, weights);
    for (int i = 0; i < DIM; i++) assert_near(weights[i], training.weights[i], 0.05);
    assert_near(regress.held_out_errors[regress.best], 0.5, 0.02);
    assert_near(regress.training_error, 0.5, 0.02);
    assert_true(regress.held_out_errors[0] > 1.5);
    assert_int_equal(passes, regress.passes_done);
    pool_close(pool);
}

static void threads_change_no_bit(void **unused) {
    (void)unused;
    double weights[3][DIM] = {{0}};
    for (int i = 0; i < 3; i++) {
        struct pool *pool = pool_open(i + 1, 1024);
        struct regress regress = known_model(pool, 0.5);
        regress_solve(&regress, weights[i]);
        assert_memory_equal(weights[i], weights[0], sizeof weights[0]);
        pool_close(pool);
    }
}

/* What is expected of each row, or a result drawn so that this is what is expected of it. */
static void make_results(struct regress_rows *rows, struct model *model, bool drawn) {
    struct rng rng = rng_keyed(3, 4, (uint64_t)model->first, 0);
    for (int64_t row = 0; row < rows->count; row++) {
        double expected = tanh((double)model->labels[row] / 2);
        if (drawn) expected = 2 * rng_unit(&rng) - 1 < expected ? 1 : -1;
        model->labels[row] = (float)expected;
    }
}

static struct regress known_odds(struct pool *pool, bool drawn) {
    struct regress regress = known_model(pool, 0);
    regress.logistic = true;
    make_results(&regress.training, &training, drawn);
    make_results(&regress.held_out, &held_out, drawn);
    return regress;
}

static void known_odds_come_back_from_results(void **unused) {
    (void)unused;
    struct pool *pool = pool_open(2, 1024);
    for (int drawn = 0; drawn < 2; drawn++) {
        struct regress regress = known_odds(pool, drawn);
        double weights[DIM] = {0};
        regress_solve(&regress, weights);
        for (int i = 0; i < DIM; i++)
            assert_near(weights[i], training.weights[i], drawn ? 0.15 : 0.005);
        assert_near(regress.held_out_errors[regress.best], drawn ? 0.75 : 0, drawn ? 0.01 : 0.005);
        assert_near(regress.training_error, regress.held_out_errors[regress.best], 0.02);
    }
    pool_close(pool);
}

/* From weights that are too sure, one step of the curvature there goes far beyond
 * the best; a guarded one does not. */
static void guarded_steps_do_not_overshoot(void **unused) {
    (void)unused;
    struct pool *pool = pool_open(2, 1024);
    double first[2];
    for (int guarded = 0; guarded < 2; guarded++) {
        struct regress regress = known_odds(pool, true);
        double weights[DIM];
        for (int i = 0; i < DIM; i++) weights[i] = 4 * training.weights[i];
        regress.guarded = guarded;
        regress.passes = 1;
        regress_solve(&regress, weights);
        first[guarded] = regress.held_out_errors[1];
        assert_true(!guarded || first[1] < regress.held_out_errors[0]);
    }
    assert_true(first[0] > first[1]);
    pool_close(pool);
}

/* Where the likelihood less the ridge is greatest, of a weight that counts in n won games n (1 -
 * tanh(w / 2)) = ridge w. */
static int alone_terms(const void *context, int64_t row, struct term *out) {
    (void)context, (void)row;
    out[0] = (struct term){0, 1};
    return 1;
}

static void the_ridge_keeps_sure_results_finite(void **unused) {
    (void)unused;
    enum { SURE = 9 };
    float labels[SURE];
    double weight = 0;
    struct pool *pool = pool_open(1, 1024);
    for (int i = 0; i < SURE; i++) labels[i] = 1;
    struct regress regress = {.dim = 1,
                              .terms_max = 1,
                              .ridge = 2,
                              .passes = 40,
                              .logistic = true,
                              .training = {SURE, labels, alone_terms, NULL},
                              .pool = pool};
    regress_solve(&regress, &weight);
    assert_near(SURE * (1 - tanh(weight / 2)), 2 * weight, 1e-6);
    pool_close(pool);
}

/* Of a weight that counts in n rows labelled 0, and began at 1 with a memory of m times these: the
 * mean of both, weighted so, where the target is the label; for odds, those whose expectation
 * the memory outweighs. */
static void memory_counts_as_so_many_rows(void **unused) {
    (void)unused;
    enum { ROWS_ALONE = 9 };
    const float labels[ROWS_ALONE] = {0};
    struct pool *pool = pool_open(1, 1024);
    for (int logistic = 0; logistic < 2; logistic++)
        for (double memory = 0.5; memory < 5; memory *= 2) {
            double weight = 1;
            struct regress regress = {.dim = 1,
                                      .terms_max = 1,
                                      .memory = memory,
                                      .passes = 60,
                                      .logistic = logistic,
                                      .training = {ROWS_ALONE, labels, alone_terms, NULL},
                                      .pool = pool};
            regress_solve(&regress, &weight);
            double pull = memory * (1 - weight);
            assert_near(logistic ? 2 * tanh(weight / 2) : weight, pull, 1e-6);
            double said = logistic ? tanh(weight / 2) : weight;
            assert_near(regress.training_error, fabs(said), 1e-6);
        }
    pool_close(pool);
}

static double far_from_model(const double *weights) {
    double sum = 0;
    for (int i = 0; i < DIM; i++) sum += pow(weights[i] - training.weights[i], 2);
    return sqrt(sum / DIM);
}

/* Rows that others follow have taught for good: with a memory of them both tell more than either,
 * and nearly as much as both at once. */
static void what_earlier_rows_taught_is_not_lost(void **unused) {
    (void)unused;
    enum { PIECE = 300 };
    struct pool *pool = pool_open(1, 1024);
    double weights[3][DIM] = {{0}};
    struct regress regress = known_model(pool, 3);
    regress.held_out.count = 0;
    for (int i = 0; i < 3; i++) { /* the first rows, others, and these after the first */
        regress.training = model_rows(&training, i == 0 ? 0 : PIECE, PIECE, 3);
        if (i == 2) memcpy(weights[2], weights[0], sizeof weights[0]);
        regress.memory = i == 2;
        regress_solve(&regress, weights[i]);
    }
    double either = fmin(far_from_model(weights[0]), far_from_model(weights[1]));
    double one_by_one = far_from_model(weights[2]), both[DIM] = {0};
    regress.training = model_rows(&training, 0, 2 * PIECE, 3);
    regress.memory = 0;
    regress_solve(&regress, both);
    assert_true(one_by_one < 0.85 * either);
    assert_near(one_by_one, far_from_model(both), 0.1 * either);
    pool_close(pool);
}

static void threads_change_no_odds(void **unused) {
    (void)unused;
    double weights[2][DIM] = {{0}};
    for (int i = 0; i < 2; i++) {
        struct pool *pool = pool_open(1 + 2 * i, 1024);
        struct regress regress = known_odds(pool, true);
        regress_solve(&regress, weights[i]);
        pool_close(pool);
    }
    assert_memory_equal(weights[0], weights[1], sizeof weights[0]);
}

/* Of a pair the second never counts, and goes where the first one goes; without a pair it stays at
 * the centre. */
static void pairs_are_pulled_together(void **unused) {
    (void)unused;
    const float labels[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    const struct regress_pair pair = {0, 1};
    struct pool *pool = pool_open(1, 1024);
    for (int i = 0; i < 4; i++) {
        double weights[3] = {0};
        struct regress regress = {.dim = 3,
                                  .terms_max = 1,
                                  .smooth = i / 2,
                                  .pairs = &pair,
                                  .pair_count = 1,
                                  .passes = 60,
                                  .logistic = i % 2,
                                  .training = {4, labels, alone_terms, NULL},
                                  .pool = pool};
        regress_solve(&regress, weights);
        assert_near(weights[0], i % 2 ? 2 * atanh(0.5) : 0.5, 1e-5);
        assert_near(weights[1], i / 2 ? weights[0] : 0, 1e-5);
        assert_near(weights[2], 0, 1e-9);
        assert_near(regress.training_error, 0, 1e-5);
    }
    pool_close(pool);
}

/* How far apart a pair stays: 4 rows say 1 of one weight, the ridge says 0 of the other. */
static void pairs_yield_to_what_is_seen(void **unused) {
    (void)unused;
    const float labels[4] = {1, 1, 1, 1};
    const struct regress_pair pair = {1, 0};
    struct pool *pool = pool_open(1, 1024);
    double weights[2] = {0};
    struct regress regress = {.dim = 2,
                              .terms_max = 1,
                              .ridge = 1,
                              .smooth = 2,
                              .pairs = &pair,
                              .pair_count = 1,
                              .passes = 60,
                              .training = {4, labels, alone_terms, NULL},
                              .pool = pool};
    regress_solve(&regress, weights);
    assert_near(4 * (1 - weights[0]), weights[0] + 2 * (weights[0] - weights[1]), 1e-6);
    assert_near(weights[1], 2 * (weights[0] - weights[1]), 1e-6);
    pool_close(pool);
}

/* The ridge pulls a weight to where it began if there is a memory of that, else to 0. */
static void the_ridge_pulls_to_what_is_remembered(void **unused) {
    (void)unused;
    struct pool *pool = pool_open(1, 1024);
    for (int remembers = 0; remembers < 2; remembers++) {
        const float labels[2] = {0};
        double weights[2] = {1, 1}; /* the second never counts */
        struct regress regress = {.dim = 2,
                                  .terms_max = 1,
                                  .ridge = 4,
                                  .memory = remembers,
                                  .passes = 60,
                                  .training = {2, labels, alone_terms, NULL},
                                  .pool = pool};
        regress_solve(&regress, weights);
        assert_near(weights[0], remembers ? 0.75 : 0, 1e-6);
        assert_near(weights[1], remembers, 1e-6);
        assert_near(regress.training_error, weights[0], 1e-6);
    }
    pool_close(pool);
}

/* Two rows say 0, the ridge is worth two more that say what the centre does; what is remembered
 * goes before it. */
static void the_ridge_pulls_to_its_centre(void **unused) {
    (void)unused;
    struct pool *pool = pool_open(1, 1024);
    for (int remembers = 0; remembers < 2; remembers++) {
        const float labels[2] = {0};
        const double centre[2] = {3, 7};
        double weights[2] = {1, 7};
        struct regress regress = {.dim = 2,
                                  .terms_max = 1,
                                  .ridge = 2,
                                  .centre = centre,
                                  .memory = remembers,
                                  .passes = 60,
                                  .training = {2, labels, alone_terms, NULL},
                                  .pool = pool};
        regress_solve(&regress, weights);
        assert_near(weights[0], remembers ? 2.0 / 3 : 1.5, 1e-6);
        assert_near(weights[1], 7, 1e-6);
        assert_near(regress.training_error, weights[0], 1e-6);
    }
    pool_close(pool);
}

/* One term a row: weight i counts in i + 1 rows, with the label 1. */
static int stairs_terms(const void *context, int64_t row, struct term *out) {
    (void)context;
    int weight = 0;
    while (row > weight) row -= ++weight;
    out[0] = (struct term){weight, 1};
    return 1;
}

static void what_is_rare_shrinks_as_the_ridge_says(void **unused) {
    (void)unused;
    enum { STAIRS = 20, STEPS = STAIRS * (STAIRS + 1) / 2 };
    float labels[STEPS];
    for (int i = 0; i < STEPS; i++) labels[i] = 1;
    double weights[STAIRS + 1] = {0};
    struct pool *pool = pool_open(1, 1024);
    struct regress regress = {.dim = STAIRS + 1, /* the last one never counts */
                              .terms_max = 1,
                              .ridge = 5,
                              .passes = 60,
                              .training = {STEPS, labels, stairs_terms, NULL},
                              .pool = pool};
    regress_solve(&regress, weights);
    assert_near(weights[0], 1.0 / 6, 1e-6);
    assert_near(weights[4], 0.5, 1e-6);
    assert_near(weights[14], 0.75, 1e-6);
    assert_near(weights[STAIRS], 0, 0);
    pool_close(pool);
}

/* A parabola through four points, whose terms go together. */
static int parabola_terms(const void *context, int64_t row, struct term *out) {
    (void)context;
    for (int power = 0, x = 1; power < 3; power++, x *= (int)row + 1)
        out[power] = (struct term){power, x};
    return 3;
}

/* What makes gradients conjugate, for which descents along them alone take hundreds. */
static void as_many_passes_as_weights_are_enough(void **unused) {
    (void)unused;
    float labels[4];
    double weights[3] = {0};
    for (int x = 1; x <= 4; x++) labels[x - 1] = (float)(3 - 2 * x + x * x);
    struct pool *pool = pool_open(1, 1024);
    struct regress regress = {.dim = 3,
                              .terms_max = 3,
                              .passes = 3,
                              .training = {4, labels, parabola_terms, NULL},
                              .pool = pool};
    regress_solve(&regress, weights);
    assert_near(weights[0], 3, 1e-6);
    assert_near(weights[1], -2, 1e-6);
    assert_near(weights[2], 1, 1e-6);
    pool_close(pool);
}

static void it_stops_where_the_held_out_error_is_least(void **unused) {
    (void)unused;
    struct pool *pool = pool_open(2, 1024);
    struct regress regress = known_model(pool, 100);
    regress.training.count = 200; /* noise is soon all that is learned */
    double weights[DIM] = {0};
    regress_solve(&regress, weights);
    assert_int_equal(regress.passes_done, regress.best + 4); /* passes in vain */
    assert_true(regress.passes_done < 40);
    for (int pass = 0; pass <= regress.passes_done; pass++)
        assert_true(regress.held_out_errors[pass] >= regress.held_out_errors[regress.best]);
    double error = 0;
    for (int64_t row = 0; row < HELD_OUT; row++) {
        struct term terms[TERMS];
        int count = model_terms(&held_out, row, terms);
        double miss = (double)held_out.labels[row];
        for (int i = 0; i < count; i++) miss -= terms[i].count * weights[terms[i].weight];
        error += miss * miss;
    }
    assert_near(sqrt(error / HELD_OUT), regress.held_out_errors[regress.best], 1e-9);
    pool_close(pool);
}

static void no_rows_leave_the_weights_as_they_are(void **unused) {
    (void)unused;
    struct pool *pool = pool_open(1, 1024);
    struct regress regress = {
        .dim = 2, .terms_max = 1, .passes = 5, .training.terms = stairs_terms, .pool = pool};
    double weights[2] = {3, -4};
    regress_solve(&regress, weights);
    assert_true(weights[0] == 3 && weights[1] == -4);
    pool_close(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_model_comes_back_from_noisy_labels),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(known_odds_come_back_from_results),
        cmocka_unit_test(guarded_steps_do_not_overshoot),
        cmocka_unit_test(the_ridge_keeps_sure_results_finite),
        cmocka_unit_test(memory_counts_as_so_many_rows),
        cmocka_unit_test(what_earlier_rows_taught_is_not_lost),
        cmocka_unit_test(the_ridge_pulls_to_what_is_remembered),
        cmocka_unit_test(pairs_are_pulled_together),
        cmocka_unit_test(pairs_yield_to_what_is_seen),
        cmocka_unit_test(the_ridge_pulls_to_its_centre),
        cmocka_unit_test(threads_change_no_odds),
        cmocka_unit_test(what_is_rare_shrinks_as_the_ridge_says),
        cmocka_unit_test(as_many_passes_as_weights_are_enough),
        cmocka_unit_test(it_stops_where_the_held_out_error_is_least),
        cmocka_unit_test(no_rows_leave_the_weights_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
