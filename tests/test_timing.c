#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/timing.h"

static void without_limits_there_is_none(void **state) {
    (void)state;
    assert_true(timing_seconds(&(struct timing){0}, 30) == 0);
}

static void a_move_never_takes_more_than_it_may(void **state) {
    (void)state;
    for (int moves = 1; moves <= 180; moves++)
        for (double clock = 0.001; clock < 4000; clock *= 3) {
            double by_clock = timing_seconds(&(struct timing){.remaining = clock}, moves);
            assert_true(by_clock > 0 && by_clock <= clock);
            if (moves > 1) assert_true(by_clock <= clock / 2 || by_clock <= 0.001);
            double by_move = timing_seconds(&(struct timing){.move = clock}, moves);
            assert_true(by_move > 0 && by_move <= clock);
            struct timing both = {.move = 2 * clock, .remaining = clock};
            assert_true(timing_seconds(&both, moves) == by_clock);
        }
}

/* A game of as many moves as reckoned with stays within its clock. */
static void a_clock_lasts_for_the_game(void **state) {
    (void)state;
    double clock = 60;
    for (int left = 60; left > 0; left--) {
        double seconds = timing_seconds(&(struct timing){.remaining = clock}, left);
        assert_true(seconds > 0);
        clock -= seconds;
    }
    assert_true(clock >= 0 && clock < 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_limits_there_is_none),
        cmocka_unit_test(a_move_never_takes_more_than_it_may),
        cmocka_unit_test(a_clock_lasts_for_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
