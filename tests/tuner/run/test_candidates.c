/* choice: which generations' champions are candidates, and their centroid. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tuner/run/choice.h"

static void candidates_are_spread_over_the_last_half(void **state) {
    (void)state;
    assert_int_equal(choice_generation(300, 7, 0), 300);
    assert_int_equal(choice_generation(300, 7, 1), 279);
    assert_int_equal(choice_generation(300, 7, 7), 153);
    assert_int_equal(choice_generation(300, 7, 8), 0);
    assert_int_equal(choice_generation(1, 7, 0), 1);
    assert_int_equal(choice_generation(1, 7, 1), 0);
    assert_int_equal(choice_generation(5, 7, 2), 3);
    assert_int_equal(choice_generation(5, 7, 3), 0);
}

static void the_centroid_is_the_mean_on_each_scale(void **state) {
    (void)state;
    static const struct param params[] = {{.lower = -100, .upper = 100},
                                          {.lower = 1, .upper = 10000, .scale = SCALE_LOG}};
    static const int32_t vectors[] = {-50, 1, 100, 10000};
    int32_t centroid[2];
    choice_centroid(params, 2, vectors, 2, centroid);
    assert_int_equal(centroid[0], 25);
    assert_int_equal(centroid[1], 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_are_spread_over_the_last_half),
        cmocka_unit_test(the_centroid_is_the_mean_on_each_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
