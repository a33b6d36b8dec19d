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
    static const struct range params[] = {{.lower = -100, .upper = 100},
                                          {.lower = 1, .upper = 10000, .scale = SCALE_LOG}};
    static const int32_t vectors[] = {-50, 1, 100, 10000};
    int32_t centroid[2];
    choice_centroid(params, 2, SCALE_REFLECT, vectors, 2, centroid);
    assert_int_equal(centroid[0], 25);
    assert_int_equal(centroid[1], 100);
}

/* The first is on its bound in two of three; the others lie about their mean. */
static void a_centroid_goes_to_a_bound_where_the_champions_are(void **state) {
    (void)state;
    static const struct range params[] = {{.lower = -100, .upper = 100},
                                          {.lower = -100, .upper = 100}};
    static const int32_t vectors[] = {100, 10, 100, 20, 90, 30};
    int32_t centroid[2];
    choice_centroid(params, 2, SCALE_CLAMP, vectors, 3, centroid);
    assert_int_equal(centroid[0], 100);
    assert_int_equal(centroid[1], 20);
}

/* One side of a 95 % interval. */
static void a_weaker_candidate_is_no_champion(void **state) {
    (void)state;
    assert_true(choice_is_weaker(&(struct score){.los = 0.0249}));
    assert_false(choice_is_weaker(&(struct score){.los = 0.0251}));
    assert_false(choice_is_weaker(&(struct score){.los = 0.5}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_are_spread_over_the_last_half),
        cmocka_unit_test(the_centroid_is_the_mean_on_each_scale),
        cmocka_unit_test(a_centroid_goes_to_a_bound_where_the_champions_are),
        cmocka_unit_test(a_weaker_candidate_is_no_champion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
