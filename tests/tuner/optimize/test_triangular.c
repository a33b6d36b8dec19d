/*
 * triangular: factors of random matrices, whole and of the diagonal alone, multiply to them, and
 * what is multiplied is solved.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/base/rng.h"
#include "tuner/optimize/triangular.h"

enum { DIM = 7 };

static void draw(struct rng *rng, double out[DIM]) {
    for (int i = 0; i < DIM; i++) out[i] = rng_normal(rng);
}

/* A sum of squares. */
static void make_positive(struct triangular *matrix, struct rng *rng) {
    for (int n = 0; n < 2 * DIM; n++) {
        double y[DIM];
        draw(rng, y);
        triangular_add_square(matrix, 0.5, y);
    }
    triangular_scale(matrix, 2);
}

/* The entry of the factor times its transpose. */
static double product_at(const struct triangular *factor, int i, int j) {
    double sum = 0;
    for (int k = 0; k <= j; k++)
        if (factor->full || (k == i && k == j))
            sum += *triangular_at(factor, i, k) * *triangular_at(factor, j, k);
    return sum;
}

static void factors_multiply_to_the_matrix(void **state) {
    (void)state;
    struct rng rng = rng_keyed(1, 1, 0, 0);
    for (int full = 0; full < 2; full++) {
        struct triangular matrix, factor;
        triangular_init(&matrix, DIM, full);
        triangular_init(&factor, DIM, full);
        assert_int_equal(matrix.count, full ? DIM * (DIM + 1) / 2 : DIM);
        make_positive(&matrix, &rng);
        triangular_factor(&matrix, &factor);
        for (int i = 0; i < DIM; i++)
            for (int j = full ? 0 : i; j <= i; j++)
                assert_float_equal(product_at(&factor, i, j), *triangular_at(&matrix, i, j), 1e-9);
        double z[DIM], y[DIM], back[DIM];
        draw(&rng, z);
        triangular_multiply(&factor, z, y);
        triangular_solve(&factor, y, back);
        for (int i = 0; i < DIM; i++) assert_float_equal(back[i], z[i], 1e-9);
        triangular_destroy(&matrix);
        triangular_destroy(&factor);
    }
}

/* By hand: 4 2 2 and 3 have the factor 2, 1 and the root of 2. */
static void a_factor_is_cholesky_s(void **state) {
    (void)state;
    struct triangular matrix, factor;
    double y[2];
    triangular_init(&matrix, 2, true);
    triangular_init(&factor, 2, true);
    *triangular_at(&matrix, 0, 0) = 4, *triangular_at(&matrix, 1, 0) = 2;
    *triangular_at(&matrix, 1, 1) = 3;
    triangular_factor(&matrix, &factor);
    triangular_multiply(&factor, (const double[]){1, 0}, y);
    assert_float_equal(y[0], 2, 1e-12);
    assert_float_equal(y[1], 1, 1e-12);
    assert_float_equal(*triangular_at(&factor, 1, 1) * *triangular_at(&factor, 1, 1), 2, 1e-12);
    triangular_destroy(&matrix);
    triangular_destroy(&factor);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factors_multiply_to_the_matrix),
        cmocka_unit_test(a_factor_is_cholesky_s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
