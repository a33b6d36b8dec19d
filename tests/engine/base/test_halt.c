/*
 * When work is to end, by a clock that goes as the test says: in time whatever a step takes, and
 * with few looks where steps are quick.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/base/clock.h"
#include "engine/base/halt.h"

static double now;
static int reads, questions;
static bool wanted;

static double test_clock(void) {
    reads++;
    return now;
}

static bool test_wants_end(void *context) {
    (void)context;
    questions++;
    return wanted;
}

static const struct watcher watcher = {test_wants_end, NULL};

static int begin(void **state) {
    (void)state;
    clock_replace(test_clock);
    now = 1000;
    reads = questions = 0;
    wanted = false;
    return 0;
}

static int end(void **state) {
    (void)state;
    clock_replace(NULL);
    return 0;
}

/* Steps of so many seconds until it is over; how many. */
static int work(struct halt *halt, double step, int most) {
    int steps = 0;
    while (steps < most) {
        now += step;
        steps++;
        if (halt_step(halt)) break;
    }
    return steps;
}

static void time_is_kept_whatever_a_step_takes(void **state) {
    (void)state;
    static const double steps[] = {1e-7, 1e-6, 1e-5, 1e-4, 1e-3};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct halt halt;
        double begun = now;
        halt_begin(&halt, 0.1, NULL);
        work(&halt, steps[i], 1 << 24);
        assert_true(halt.over);
        assert_true(now - begun >= 0.1);
        assert_true(now - begun <= 0.1 + 0.0011);
    }
}

/* A clock takes longer to read than a step. */
static void quick_steps_read_the_clock_seldom(void **state) {
    (void)state;
    struct halt halt;
    halt_begin(&halt, 0.1, NULL);
    int steps = work(&halt, 1e-7, 1 << 24);
    assert_true(reads < steps / 2000);
}

/* Steps that became slow are noticed with the next look, and few were made by then. */
static void narrow_looks_are_never_far_apart(void **state) {
    (void)state;
    struct halt halt;
    halt_begin(&halt, 0.2, NULL);
    halt_narrow(&halt, 8);
    double begun = now;
    work(&halt, 1e-7, 10000);
    work(&halt, 1e-2, 1000);
    assert_true(now - begun < 0.2 + 8 * 1e-2);
    assert_true(now - begun >= 0.2);
}

static void no_clock_is_read_without_a_limit(void **state) {
    (void)state;
    struct halt halt;
    halt_begin(&halt, 0, NULL);
    assert_int_equal(work(&halt, 1, 100000), 100000);
    assert_int_equal(reads, 0);
}

/* Asking costs a system call. */
static void a_watcher_is_asked_every_few_milliseconds(void **state) {
    (void)state;
    struct halt halt;
    halt_begin(&halt, 0, &watcher);
    work(&halt, 1e-6, 1000000);
    assert_false(halt.over);
    assert_in_range(questions, 150, 201);
    double since = now;
    wanted = true;
    work(&halt, 1e-6, 1000000);
    assert_true(halt.over);
    assert_true(now - since < 0.0061);
}

/* A last question has a little more time, unless it was ended by more than that. */
static void a_halt_is_extended(void **state) {
    (void)state;
    struct halt halt;
    halt_begin(&halt, 0.1, &watcher);
    work(&halt, 1e-5, 1 << 20);
    assert_true(halt.over);
    halt_extend(&halt, 0.02);
    double since = now;
    work(&halt, 1e-5, 1 << 20);
    assert_true(halt.over);
    assert_true(now - since >= 0.02 && now - since <= 0.0211);
    wanted = true;
    halt_extend(&halt, 0.02);
    assert_int_equal(work(&halt, 1e-5, 1 << 20), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(time_is_kept_whatever_a_step_takes, begin, end),
        cmocka_unit_test_setup_teardown(quick_steps_read_the_clock_seldom, begin, end),
        cmocka_unit_test_setup_teardown(narrow_looks_are_never_far_apart, begin, end),
        cmocka_unit_test_setup_teardown(no_clock_is_read_without_a_limit, begin, end),
        cmocka_unit_test_setup_teardown(a_watcher_is_asked_every_few_milliseconds, begin, end),
        cmocka_unit_test_setup_teardown(a_halt_is_extended, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
