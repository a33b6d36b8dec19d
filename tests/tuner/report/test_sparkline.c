/*
 * sparkline: heights and places that one can count.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tuner/report/lines.h"

static void assert_curve(const double *values, int count, int width, bool blocks,
                         const char *wanted) {
    struct text out = {0};
    sparkline_print(values, count, width, blocks, &out);
    assert_string_equal(text_get(&out), wanted);
    text_free(&out);
}

static void values_become_heights(void **state) {
    (void)state;
    const double rise[] = {0, 1, 2, 3, 4, 5, 6, 7}, dent[] = {100, -100, 0};
    assert_curve(rise, 8, 20, true, "▁▂▃▄▅▆▇█");
    assert_curve(rise, 8, 20, false, "_.-=+*%#");
    assert_curve(dent, 3, 20, false, "#_+");
    assert_curve((double[]){5, 5}, 2, 20, false, "__");
    assert_curve(rise, 0, 20, false, "");
}

/* Of each part the last, so that the end of the curve is that of the run. */
static void many_values_share_a_character(void **state) {
    (void)state;
    const double rise[] = {0, 1, 2, 3, 4, 5, 6, 7};
    assert_curve(rise, 8, 4, false, ".=*#");
    assert_curve(rise, 8, 3, false, ".+#");
    assert_curve(rise, 8, 1, false, "#");
}

static void assert_place(const struct range *param, int32_t value, const char *wanted) {
    struct text out = {0};
    sparkline_print_range(param, value, 12, &out);
    assert_string_equal(text_get(&out), wanted);
    text_free(&out);
}

static void a_value_stands_between_its_bounds(void **state) {
    (void)state;
    const struct range linear = {.lower = -100, .upper = 100},
                       logarithmic = {.lower = 1, .upper = 10000, .scale = SCALE_LOG};
    assert_place(&linear, -99, "[#---------]");
    assert_place(&linear, 1, "[-----#----]");
    assert_place(&linear, 99, "[---------#]");
    assert_place(&linear, -100, "[!---------]");
    assert_place(&linear, 100, "[---------!]");
    assert_place(&linear, 120, "[---------!]");
    assert_place(&logarithmic, 101, "[-----#----]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_become_heights),
        cmocka_unit_test(many_values_share_a_character),
        cmocka_unit_test(a_value_stands_between_its_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
