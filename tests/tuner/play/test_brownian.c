/* brownian: against a random walk with steps of a hundred and fiftieth of the interval. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "engine/base/base.h"
#include "tuner/play/brownian.h"

enum { WALK_PLACES = 150 };

struct walk {
    double above, below, within[WALK_PLACES + 1], time;
};

/* The shares of walks after that time; `start` places above the lower end. */
static struct walk walk_until(const struct brownian *motion, int start, double time) {
    double step = (motion->upper - motion->lower) / WALK_PLACES,
           up = (1 + motion->drift * step) / 2;
    struct walk walk = {0};
    walk.within[start] = 1;
    for (; walk.time < time; walk.time += step * step) {
        double next[WALK_PLACES + 1] = {0};
        for (int i = 1; i < WALK_PLACES; i++) {
            next[i + 1] += walk.within[i] * up;
            next[i - 1] += walk.within[i] * (1 - up);
        }
        walk.above += next[WALK_PLACES], walk.below += next[0];
        next[0] = next[WALK_PLACES] = 0;
        memcpy(walk.within, next, sizeof next);
    }
    return walk;
}

static const double drifts[] = {-2, -.5, 0, .3, 1.5}, ends[][2] = {{-3, 3}, {-1, 5}, {-4, .8}};

static void probabilities_are_those_of_a_walk(void **state) {
    (void)state;
    for (size_t d = 0; d < COUNT_OF(drifts); d++)
        for (size_t e = 0; e < COUNT_OF(ends); e++)
            for (double time = .5; time < 40; time *= 2.7) {
                struct brownian motion = {drifts[d], ends[e][0], ends[e][1]};
                double width = motion.upper - motion.lower, place = motion.lower + .6 * width;
                int start = (int)lround(-motion.lower / width * WALK_PLACES);
                struct walk walk = walk_until(&motion, start, time);
                double below = 0;
                for (int i = 0; i <= .6 * WALK_PLACES; i++)
                    below += walk.within[i] * (i < .6 * WALK_PLACES ? 1 : .5);
                assert_float_equal(brownian_left_above(&motion, walk.time), walk.above, .01);
                assert_float_equal(brownian_left_below(&motion, walk.time), walk.below, .01);
                assert_float_equal(brownian_within(&motion, walk.time, place), below, .015);
            }
}

static void it_is_somewhere(void **state) {
    (void)state;
    for (size_t d = 0; d < COUNT_OF(drifts); d++)
        for (size_t e = 0; e < COUNT_OF(ends); e++)
            for (double time = .01; time < 300; time *= 1.3) {
                struct brownian motion = {drifts[d], ends[e][0], ends[e][1]};
                double sum = brownian_left_above(&motion, time) +
                             brownian_left_below(&motion, time) +
                             brownian_within(&motion, time, motion.upper);
                assert_float_equal(sum, 1, 1e-9);
            }
}

/* Both series at the time where one hands over to the other. */
static void the_series_agree(void **state) {
    (void)state;
    for (size_t d = 0; d < COUNT_OF(drifts); d++)
        for (size_t e = 0; e < COUNT_OF(ends); e++) {
            struct brownian motion = {drifts[d], ends[e][0], ends[e][1]};
            double width = motion.upper - motion.lower, time = .2 * width * width;
            double before = time * (1 - 1e-12), after = time * (1 + 1e-12);
            assert_float_equal(brownian_left_above(&motion, before),
                               brownian_left_above(&motion, after), 1e-10);
            assert_float_equal(brownian_within(&motion, before, 0),
                               brownian_within(&motion, after, 0), 1e-10);
        }
}

static void strong_drifts_stay_probabilities(void **state) {
    (void)state;
    for (double drift = -1000; drift <= 1000; drift += 125)
        for (double time = 1e-4; time < 100; time *= 3) {
            struct brownian motion = {drift, -3, 3};
            double above = brownian_left_above(&motion, time);
            double below = brownian_left_below(&motion, time);
            double within = brownian_within(&motion, time, 3);
            assert_true(above >= 0 && below >= 0 && within >= 0);
            assert_float_equal(above + below + within, 1, 1e-6);
            if (drift * time > 6) assert_true(above > .99);
        }
}

static void the_mean_time_is_that_of_a_walk(void **state) {
    (void)state;
    for (size_t d = 0; d < COUNT_OF(drifts); d++) {
        struct brownian motion = {drifts[d], -2, 3};
        double mean = 0, step = .05;
        for (double time = step / 2; time < 200; time += step)
            mean += step * brownian_within(&motion, time, 3);
        assert_float_equal(brownian_mean_time(&motion), mean, .01);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probabilities_are_those_of_a_walk),
        cmocka_unit_test(it_is_somewhere),
        cmocka_unit_test(the_series_agree),
        cmocka_unit_test(strong_drifts_stay_probabilities),
        cmocka_unit_test(the_mean_time_is_that_of_a_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
