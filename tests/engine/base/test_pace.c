/*
 * pace: with a clock that is made up: the latter half of the time tells, pauses between spells do
 * not, and there is always room for another mark.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/base/clock.h"

static void nothing_is_known_at_first(void **state) {
    (void)state;
    struct pace pace = {0};
    assert_float_equal(pace_piece(&pace), 0, 0);
    pace_begin(&pace, 100);
    pace_note(&pace, 100, 0);
    pace_note(&pace, 103, 0);
    assert_float_equal(pace_piece(&pace), 0, 0);
    pace_note(&pace, 104, 8);
    assert_float_equal(pace_piece(&pace), 0.5, 0);
}

static void pauses_between_spells_do_not_count(void **state) {
    (void)state;
    struct pace pace = {0};
    double now = 0;
    for (int spell = 0; spell < 10; spell++) {
        pace_begin(&pace, now);
        pace_note(&pace, now + 1, 5);
        pace_end(&pace, now + 2, 10);
        now += 100;
    }
    assert_float_equal(pace_piece(&pace), 0.2, 1e-9);
    assert_float_equal(pace.seconds, 20, 1e-9);
    assert_float_equal(pace.pieces, 100, 0);
}

/* A first piece that takes as long as a hundred others is soon forgotten. */
static void what_is_long_ago_does_not_count(void **state) {
    (void)state;
    struct pace pace = {0};
    pace_begin(&pace, 0);
    pace_note(&pace, 100, 1);
    for (int i = 1; i <= 99; i++) pace_note(&pace, 100 + i, 1 + i);
    assert_true(pace_piece(&pace) > 1.5);
    for (int i = 100; i <= 250; i++) pace_note(&pace, 100 + i, 1 + i);
    assert_float_equal(pace_piece(&pace), 1, 1e-9);
}

/* Slower and slower, a long time: between the pace of the middle and that of the end. */
static void marks_reach_back_to_the_middle(void **state) {
    (void)state;
    struct pace pace = {0};
    double now = 0, piece = 1;
    pace_begin(&pace, 0);
    for (int i = 1; i <= 100000; i++) {
        piece = 1 + i / 100000.0;
        now += piece;
        pace_note(&pace, now, i);
        assert_true(pace.count <= PACE_MARKS);
    }
    assert_float_equal(pace_piece(&pace), 1.79, 0.05); /* the half is done at 58 % of the pieces */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_at_first),
        cmocka_unit_test(pauses_between_spells_do_not_count),
        cmocka_unit_test(what_is_long_ago_does_not_count),
        cmocka_unit_test(marks_reach_back_to_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
