/* crossing: against walks that are drawn, and against what must be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "engine/base/base.h"
#include "engine/base/rng.h"
#include "tuner/statistics/sprt.h"

static const double drifts[] = {-1.5, -.5, 0, .3, 2}, ends[][2] = {{-3, 3}, {-1, 4}, {-2, .2}};

struct walks {
    double above, below, within;
};

/* Shares of walks with `count` looks at most: seen above before the last or there beyond `high`,
 * the same below, and inside to the last, which is below `place`. */
static struct walks walk_often(const struct crossing *crossing, double drift, double high,
                               double low, double place, uint64_t key) {
    enum { WALKS = 8000 };
    struct walks out = {0};
    struct rng rng = rng_keyed(3, key, 1, 1);
    for (int i = 0; i < WALKS; i++) {
        double x = 0;
        int look = 0;
        for (bool inside = true; inside && look < crossing->count; look++) {
            x += drift * crossing->step + sqrt(crossing->step) * rng_normal(&rng);
            inside = x > crossing->lower && x < crossing->upper;
        }
        bool last = look == crossing->count;
        out.above += (last ? x > high : x >= crossing->upper) / (double)WALKS;
        out.below += (last ? x < low : x <= crossing->lower) / (double)WALKS;
        out.within += (last && x > crossing->lower && x < place) / (double)WALKS;
    }
    return out;
}

static void probabilities_are_those_of_walks(void **state) {
    (void)state;
    const double steps[] = {.1, 1, 5};
    for (size_t d = 0; d < COUNT_OF(drifts); d++)
        for (size_t e = 0; e < COUNT_OF(ends); e++)
            for (int s = 0; s < 3; s++) {
                double lower = ends[e][0], upper = ends[e][1], place = .3 * lower + .7 * upper;
                struct crossing crossing =
                    crossing_new(steps[s], drifts[s], lower, upper, 1 + (int)(d + e + 5) % 7);
                struct walks walks = walk_often(&crossing, drifts[d], upper + .4, lower - .2, place,
                                                1 + 100 * d + 10 * e + (uint64_t)s);
                assert_float_equal(crossing_above(&crossing, drifts[d], upper + .4), walks.above,
                                   .02);
                assert_float_equal(crossing_below(&crossing, drifts[d], lower - .2), walks.below,
                                   .02);
                assert_float_equal(crossing_within(&crossing, drifts[d], place), walks.within, .02);
                crossing_free(&crossing);
            }
}

static void it_is_somewhere(void **state) {
    (void)state;
    for (double drift = -40; drift <= 40; drift += 2.5)
        for (size_t e = 0; e < COUNT_OF(ends); e++)
            for (double step = .02; step < 30; step *= 3) {
                double near = drift - 2 / sqrt(step);
                struct crossing crossing = crossing_new(step, near, ends[e][0], ends[e][1], 20);
                double above = crossing_above(&crossing, drift, crossing.upper);
                double below = crossing_below(&crossing, drift, crossing.lower);
                double within = crossing_within(&crossing, drift, crossing.upper);
                assert_true(above >= 0 && below >= 0 && within >= 0);
                assert_float_equal(above + below + within, 1, 2e-3);
                crossing_free(&crossing);
            }
}

/* Ends that meet leave no walk inside: the first look is the last. */
static void an_interval_of_nothing_is_left_at_once(void **state) {
    (void)state;
    struct crossing crossing = crossing_new(4, 0, 0, 0, 1);
    assert_float_equal(crossing_above(&crossing, 0, 0), .5, 1e-6);
    assert_float_equal(crossing_below(&crossing, .5, 0), .1586553, 1e-6);
    crossing_free(&crossing);
}

/* Many looks are a motion that is always watched: Wald's probability to leave above. */
static void many_looks_are_a_motion(void **state) {
    (void)state;
    const double correction = .5826 * sqrt(.01); /* Siegmund's, of the jump past an end */
    for (double drift = -1; drift <= 1; drift += .4) {
        struct crossing crossing = crossing_new(.01, 0, -1 + correction, 2 - correction, 1500);
        double above = expm1(2 * drift) / (exp(2 * drift) - exp(-4 * drift));
        assert_float_equal(crossing_above(&crossing, drift, crossing.upper), above, .005);
        crossing_free(&crossing);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probabilities_are_those_of_walks),
        cmocka_unit_test(it_is_somewhere),
        cmocka_unit_test(an_interval_of_nothing_is_left_at_once),
        cmocka_unit_test(many_looks_are_a_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
