/* scale: steps and values on a parameter's own scale, at its bounds and where it is narrow. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/base/base.h"
#include "engine/base/rng.h"
#include "tuner/optimize/scale.h"

static const struct range kinds[] = {
    {.lower = -2047, .upper = 2047, .scale = SCALE_LINEAR},
    {.lower = 1, .upper = 1000000, .scale = SCALE_LOG},
    {.lower = 3, .upper = 4, .scale = SCALE_LINEAR},
    {.lower = 7, .upper = 9, .scale = SCALE_LOG},
    {.lower = INT32_MIN, .upper = INT32_MAX, .scale = SCALE_LINEAR},
    {.lower = 1, .upper = INT32_MAX, .scale = SCALE_LOG},
};

static const struct range fixed[] = {
    {.lower = 5, .upper = 5, .scale = SCALE_LINEAR},
    {.lower = 5, .upper = 5, .scale = SCALE_LOG},
};

static void the_middle_is_the_scales_own(void **unused) {
    (void)unused;
    struct range linear = {.lower = -10, .upper = 30, .scale = SCALE_LINEAR};
    struct range logarithmic = {.lower = 1, .upper = 10000, .scale = SCALE_LOG};
    assert_int_equal(scale_value(&linear, 0.5), 10);
    assert_int_equal(scale_value(&logarithmic, 0.5), 100);
    assert_true(fabs(scale_unit(&linear, 0) - 0.25) < 1e-12);
    assert_true(fabs(scale_unit(&logarithmic, 10) - 0.25) < 1e-12);
}

static void beyond_the_bounds_is_clamped_or_reflected(void **unused) {
    (void)unused;
    static const double beyond[][2] = {{-0.25, 0.25}, {1.25, 0.75}, {2.25, 0.25}, {-1.25, 0.75}};
    struct range linear = {.lower = 0, .upper = 100, .scale = SCALE_LINEAR};
    for (size_t i = 0; i < COUNT_OF(beyond); i++) {
        assert_true(scale_bounded(SCALE_REFLECT, beyond[i][0]) == beyond[i][1]);
        assert_true(scale_bounded(SCALE_CLAMP, beyond[i][0]) == (beyond[i][0] > 0));
        assert_int_equal(scale_value(&linear, beyond[i][0]), beyond[i][0] > 0 ? 100 : 0);
    }
    assert_true(scale_bounded(SCALE_CLAMP, 0.3) == 0.3 && scale_bounded(SCALE_REFLECT, 0.3) == 0.3);
}

/* Some 10000 values of a parameter, all of them if there are no more; both bounds. */
static int64_t stride(const struct range *param) {
    return ((int64_t)param->upper - param->lower) / 10000 + 1;
}

static void values_come_back(void **unused) {
    (void)unused;
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        const struct range *param = &kinds[k];
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
                int32_t moved = scale_step(&kinds[k], SCALE_REFLECT, (int32_t)v, steps[s]);
                assert_true(moved != v);
                assert_in_range((int64_t)moved - kinds[k].lower, 0,
                                (int64_t)kinds[k].upper - kinds[k].lower);
                int32_t clamped = scale_step(&kinds[k], SCALE_CLAMP, (int32_t)v, steps[s]);
                bool outwards = v == (steps[s] < 0 ? kinds[k].lower : kinds[k].upper);
                assert_true((clamped == v) == outwards);
            }
}

static void a_step_too_small_moves_by_one(void **unused) {
    (void)unused;
    struct range param = {.lower = 1, .upper = 1000, .scale = SCALE_LOG};
    assert_int_equal(scale_step(&param, SCALE_REFLECT, 5, 1e-9), 6);
    assert_int_equal(scale_step(&param, SCALE_REFLECT, 5, -1e-9), 4);
    assert_int_equal(scale_step(&param, SCALE_REFLECT, 1, -1e-9), 2);
    assert_int_equal(scale_step(&param, SCALE_REFLECT, 1000, 1e-9), 999);
    assert_int_equal(scale_step(&param, SCALE_CLAMP, 5, 1e-9), 6);
    assert_int_equal(scale_step(&param, SCALE_CLAMP, 999, 0.5), 1000);
}

/* ---- means ---- */

static const struct range fine = {.lower = 0, .upper = 1000000000, .scale = SCALE_LINEAR};

/* Of a normal distribution about `place`, 0.02 wide, cut off by the bounds: left out where `drops`,
 * else moved to the bound. */
static double mean_of_cut(double place, bool drops) {
    enum { POINTS = 20000 };
    static double units[POINTS];
    struct rng rng = rng_keyed(1, 2, 3, 4);
    for (int i = 0; i < POINTS;) {
        double unit = place + 0.02 * rng_normal(&rng);
        if (!drops || (unit >= 0 && unit <= 1)) units[i++] = scale_bounded(SCALE_CLAMP, unit);
    }
    return scale_mean(&fine, SCALE_CLAMP, units, NULL, POINTS);
}

/* Away from bounds it is the plain mean; what a bound cuts off does not move it inside. */
static void a_mean_is_where_the_distribution_was(void **unused) {
    (void)unused;
    for (int side = 0; side < 2; side++) {
        double sign = side ? -1 : 1;
        assert_true(fabs(mean_of_cut(side + sign * 0.3, true) - (side + sign * 0.3)) < 0.001);
        assert_true(fabs(mean_of_cut(side + sign * 0.04, true) - (side + sign * 0.04)) < 0.001);
        assert_true(fabs(mean_of_cut(side + sign * 0.02, true) - (side + sign * 0.02)) < 0.002);
        assert_true(fabs(mean_of_cut(side, true) - side) < 0.001);
        assert_true(mean_of_cut(side, false) == side);
        assert_true(mean_of_cut(side - sign * 0.02, false) == side);
        assert_true(mean_of_cut(side - sign * 0.02, true) == side);
    }
}

static void a_mean_takes_weights_and_reflecting_bounds_the_plain_one(void **unused) {
    (void)unused;
    static const double units[] = {0, 0.1, 0.4}, weights[] = {1, 1, 2};
    assert_true(fabs(scale_mean(&fine, SCALE_REFLECT, units, weights, 3) - 0.225) < 1e-12);
    assert_true(fabs(scale_mean(&fine, SCALE_REFLECT, units, NULL, 3) - 0.5 / 3) < 1e-12);
    static const double near[] = {0, 0.01, 0.04}, far[] = {0, 0, 9}, more[] = {1, 1, 6};
    double clamped = scale_mean(&fine, SCALE_CLAMP, near, more, 3);
    assert_true(clamped < 0.03125 && clamped > scale_mean(&fine, SCALE_CLAMP, near, NULL, 3));
    assert_true(scale_mean(&fine, SCALE_CLAMP, near, far, 3) == 0.04);
    assert_true(scale_mean(&fine, SCALE_CLAMP, near + 2, NULL, 1) == 0.04);
}

/* Nothing is known of points that are all over the range; what is near a bound may be cut off. */
static void a_mean_of_points_everywhere_is_the_plain_one(void **unused) {
    (void)unused;
    static const double wide[] = {0, 0, 0, 0.15, 0.15}, narrow[] = {0, 0, 0, 0.14, 0.14};
    assert_true(fabs(scale_mean(&fine, SCALE_CLAMP, wide, NULL, 5) - 0.06) < 1e-12);
    assert_true(scale_mean(&fine, SCALE_CLAMP, narrow, NULL, 5) == 0);
}

/* Most points are on the second value, and so is the mean, however near the bound seems. */
static void a_mean_of_few_levels_is_not_drawn_to_a_bound(void **unused) {
    (void)unused;
    static const struct range eleven = {.lower = 0, .upper = 10, .scale = SCALE_LINEAR};
    static const double units[] = {0, 0.1, 0, 0.1, 0.1};
    assert_int_equal(scale_value(&eleven, scale_mean(&eleven, SCALE_CLAMP, units, NULL, 5)), 1);
    assert_int_equal(scale_value(&fine, scale_mean(&fine, SCALE_CLAMP, units, NULL, 5)), 0);
}

static void equal_bounds_hold_still(void **unused) {
    (void)unused;
    for (size_t k = 0; k < COUNT_OF(fixed); k++) {
        assert_true(scale_unit(&fixed[k], 5) == 0);
        assert_int_equal(scale_value(&fixed[k], 0.7), 5);
        assert_int_equal(scale_step(&fixed[k], SCALE_REFLECT, 5, 0.7), 5);
        assert_int_equal(scale_step(&fixed[k], SCALE_CLAMP, 5, -0.7), 5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_middle_is_the_scales_own),
        cmocka_unit_test(beyond_the_bounds_is_clamped_or_reflected),
        cmocka_unit_test(values_come_back),
        cmocka_unit_test(a_step_never_stays_nor_leaves),
        cmocka_unit_test(a_step_too_small_moves_by_one),
        cmocka_unit_test(equal_bounds_hold_still),
        cmocka_unit_test(a_mean_is_where_the_distribution_was),
        cmocka_unit_test(a_mean_takes_weights_and_reflecting_bounds_the_plain_one),
        cmocka_unit_test(a_mean_of_points_everywhere_is_the_plain_one),
        cmocka_unit_test(a_mean_of_few_levels_is_not_drawn_to_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
