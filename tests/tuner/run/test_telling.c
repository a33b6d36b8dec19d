/* Which member leaves an archive of opponents: one that is always beaten, never beaten, or tells
 * what another tells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tuner/run/hall.h"

enum { PLAYERS = 4 };

static void one_that_is_always_beaten_tells_least(void **context) {
    (void)context;
    const int64_t points[3][PLAYERS] = {{10, 30, 20, 25}, {40, 40, 40, 40}, {30, 12, 20, 30}};
    assert_int_equal(hall_least_telling(points[0], 3, PLAYERS), 1);
}

static void one_that_is_never_beaten_tells_least(void **context) {
    (void)context;
    const int64_t points[3][PLAYERS] = {{10, 30, 20, 25}, {30, 12, 20, 30}, {0, 0, 1, 0}};
    assert_int_equal(hall_least_telling(points[0], 3, PLAYERS), 2);
}

/* The second and third order the players alike; the third parts them less than the second, though
 * more than the first. */
static void one_that_tells_what_another_tells_leaves(void **context) {
    (void)context;
    const int64_t points[3][PLAYERS] = {{30, 20, 20, 30}, {5, 15, 25, 35}, {12, 17, 27, 34}};
    assert_int_equal(hall_least_telling(points[0], 3, PLAYERS), 2);
}

/* Of two that order the players in opposite ways each tells something new. */
static void opposites_are_not_alike(void **context) {
    (void)context;
    const int64_t points[3][PLAYERS] = {{10, 20, 30, 40}, {40, 30, 20, 10}, {21, 19, 21, 19}};
    assert_int_equal(hall_least_telling(points[0], 3, PLAYERS), 2);
}

static void of_equals_the_first_leaves(void **context) {
    (void)context;
    const int64_t points[3][PLAYERS] = {{10, 20, 30, 40}, {20, 20, 20, 20}, {7, 7, 7, 7}};
    assert_int_equal(hall_least_telling(points[0], 3, PLAYERS), 1);
    assert_int_equal(hall_least_telling(points[0], 1, PLAYERS), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_that_is_always_beaten_tells_least),
        cmocka_unit_test(one_that_is_never_beaten_tells_least),
        cmocka_unit_test(one_that_tells_what_another_tells_leaves),
        cmocka_unit_test(opposites_are_not_alike),
        cmocka_unit_test(of_equals_the_first_leaves),
    };
    return cmocka_run_group_tests_name("telling", tests, NULL, NULL);
}
