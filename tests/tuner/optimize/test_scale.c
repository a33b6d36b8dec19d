/* scale: steps and values on a parameter's own scale, at its bounds and where it is narrow. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/base/base.h"
#include "tuner/optimize/scale.h"

static const struct param kinds[] = {
    {.lower = -2047, .upper = 2047, .scale = SCALE_LINEAR},
    {.lower = 1, .upper = 1000000, .scale = SCALE_LOG},
    {.lower = 3, .upper = 4, .scale = SCALE_LINEAR},
    {.lower = 7, .upper = 9, .scale = SCALE_LOG},
    {.lower = INT32_MIN, .upper = INT32_MAX, .scale = SCALE_LINEAR},
    {.lower = 1, .upper = INT32_MAX, .scale = SCALE_LOG},
};

static const struct param fixed[] = {
    {.lower = 5, .upper = 5, .scale = SCALE_LINEAR},
    {.lower = 5, .upper = 5, .scale = SCALE_LOG},
};

static void the_middle_is_the_scales_own(void **unused) {
    (void)unused;
    struct param linear = {.lower = -10, .upper = 30, .scale = SCALE_LINEAR};
    struct param logarithmic = {.lower = 1, .upper = 10000, .scale = SCALE_LOG};
    assert_int_equal(scale_value(&linear, 0.5), 10);
    assert_int_equal(scale_value(&logarithmic, 0.5), 100);
    assert_true(fabs(scale_unit(&linear, 0) - 0.25) < 1e-12);
    assert_true(fabs(scale_unit(&logarithmic, 10) - 0.25) < 1e-12);
}

static void beyond_the_bounds_is_reflected(void **unused) {
    (void)unused;
    struct param linear = {.lower = 0, .upper = 100, .scale = SCALE_LINEAR};
    assert_int_equal(scale_value(&linear, -0.25), 25);
    assert_int_equal(scale_value(&linear, 1.25), 75);
    assert_int_equal(scale_value(&linear, 2.25), 25);
    assert_int_equal(scale_value(&linear, -1.25), 75);
}

/* Some 10000 values of a parameter, all of them if there are no more; both bounds. */
static int64_t stride(const struct param *param) {
    return ((int64_t)param->upper - param->lower) / 10000 + 1;
}

static void values_come_back(void **unused) {
    (void)unused;
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        const struct param *param = &kinds[k];
        assert_true(scale_unit(param, param->lower) == 0);
        assert_true(scale_unit(param, param->upper) == 1);
        for (int64_t v = param->lower; v <= param->upper; v += stride(param))
            assert_int_equal(scale_value(param, scale_unit(param, (int32_t)v)), v);
    }
}

static void a_step_never_stays_nor_leaves(void **unused) {
    (void)unused;
    static const double steps[] = {0, 1e-12, -1e-12, 0.001, -0.001, 0.3, -0.3, 1, -1, 2, -2, 7.7};
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (int64_t v = kinds[k].lower; v <= kinds[k].upper; v += stride(&kinds[k]))
            for (size_t s = 0; s < COUNT_OF(steps); s++) {
                int32_t moved = scale_step(&kinds[k], (int32_t)v, steps[s]);
                assert_true(moved != v);
                assert_in_range((int64_t)moved - kinds[k].lower, 0,
                                (int64_t)kinds[k].upper - kinds[k].lower);
            }
}

static void a_step_too_small_moves_by_one(void **unused) {
    (void)unused;
    struct param param = {.lower = 1, .upper = 1000, .scale = SCALE_LOG};
    assert_int_equal(scale_step(&param, 5, 1e-9), 6);
    assert_int_equal(scale_step(&param, 5, -1e-9), 4);
    assert_int_equal(scale_step(&param, 1, -1e-9), 2);
    assert_int_equal(scale_step(&param, 1000, 1e-9), 999);
}

static void equal_bounds_hold_still(void **unused) {
    (void)unused;
    for (size_t k = 0; k < COUNT_OF(fixed); k++) {
        assert_true(scale_unit(&fixed[k], 5) == 0);
        assert_int_equal(scale_value(&fixed[k], 0.7), 5);
        assert_int_equal(scale_step(&fixed[k], 5, 0.7), 5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_middle_is_the_scales_own),
        cmocka_unit_test(beyond_the_bounds_is_reflected),
        cmocka_unit_test(values_come_back),
        cmocka_unit_test(a_step_never_stays_nor_leaves),
        cmocka_unit_test(a_step_too_small_moves_by_one),
        cmocka_unit_test(equal_bounds_hold_still),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
