/*
 * blame: which players' values are to blame for the games that they lose by faults.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tuner/run/blame.h"

static bool is_blamed(double usual, int64_t faults, int64_t games) {
    const struct blame blame = {.usual = usual};
    const struct stored_faulty player = {.games = games, .faults = faults};
    return blame_is(&blame, &player);
}

/* Most of its games, or four times the usual share of them; but one or two faults prove nothing. */
static void values_are_to_blame_for_many_faults_alone(void **state) {
    (void)state;
    assert_true(is_blamed(0.01, 3, 4));
    assert_true(is_blamed(0.01, 5, 100));
    assert_false(is_blamed(0.01, 4, 100));
    assert_true(is_blamed(0.3, 6, 10));
    assert_false(is_blamed(0.3, 5, 10));
    assert_false(is_blamed(0.01, 2, 2));
    assert_false(is_blamed(0.01, 2, 10));
    assert_true(is_blamed(0.01, 3, 10));
}

static void others_than_those_named_are_not_to_blame(void **state) {
    (void)state;
    struct stored_faulty list[] = {{.player = 7, .games = 4, .faults = 4},
                                   {.player = 9, .games = 4, .faults = 2}};
    const struct blame blame = {.count = 2, .list = list, .usual = 0.01};
    assert_true(blame_has(&blame, 7));
    assert_false(blame_has(&blame, 8));
    assert_false(blame_has(&blame, 9));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_to_blame_for_many_faults_alone),
        cmocka_unit_test(others_than_those_named_are_not_to_blame),
    };
    return cmocka_run_group_tests_name("blame", tests, NULL, NULL);
}
