/*
 * odds: the scale that made results up comes back from them; values that predict nothing have none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "engine/base/rng.h"
#include "tuner/fit/odds.h"

enum { COUNT = 20000 };

static float values[COUNT], results[COUNT];

/* `turn`: -1 has results that are the opposite of what values say, 0 has chance alone. */
static void make_up(double scale, int turn) {
    struct rng rng = rng_keyed(7, 1, 0, 0);
    for (int i = 0; i < COUNT; i++) {
        double value = scale * 2 * rng_normal(&rng);
        values[i] = (float)value;
        results[i] = (float)(rng_unit(&rng) < 1 / (1 + exp(-turn * value / scale)) ? 1 : -1);
    }
}

static void the_scale_comes_back(void **unused) {
    (void)unused;
    static const double scales[] = {0.5, 150, 4000};
    for (size_t i = 0; i < COUNT_OF(scales); i++) {
        make_up(scales[i], 1);
        assert_float_equal(odds_scale(values, results, COUNT) / scales[i], 1, 0.05);
    }
}

/* Draws and results that are expected are labels, too. */
static void results_may_be_expected_ones(void **unused) {
    (void)unused;
    for (int i = 0; i < COUNT; i++) {
        values[i] = (float)(i - COUNT / 2);
        results[i] = (float)tanh(values[i] / 3000 / 2);
    }
    assert_float_equal(odds_scale(values, results, COUNT), 3000, 1);
}

static void what_predicts_nothing_has_no_scale(void **unused) {
    (void)unused;
    make_up(100, -1);
    assert_true(odds_scale(values, results, COUNT) == 0);
    for (int i = 0; i < COUNT; i++) values[i] = 0;
    assert_true(odds_scale(values, results, COUNT) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_scale_comes_back),
        cmocka_unit_test(results_may_be_expected_ones),
        cmocka_unit_test(what_predicts_nothing_has_no_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
