/*
 * weights_show: a board for each stage of the game has that stage's values.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/find.h"
#include "tuner/report/weights_show.h"

/* Three stages of ten values, which are the parameters' numbers. */
static void each_stage_has_its_own_values(void **unused) {
    (void)unused;
    const struct evaluator *evaluator = find_named("reversi", "wpc", "10x3");
    struct weights weights = {.evaluator = evaluator};
    int32_t values[64];
    weights.values = xcalloc((size_t)evaluator->param_count, sizeof *weights.values);
    for (int i = 0; i < evaluator->param_count; i++) weights.values[i] = i + 1;
    for (int i = 0; i < evaluator->param_count; i++) {
        const struct meaning meaning = evaluator->meaning(evaluator, i);
        weights_show_values(&weights, meaning.from, values);
        for (int square = 0; square < 64; square++)
            if (meaning.points >> square & 1) assert_int_equal(values[square], i + 1);
    }
    free(weights.values);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_stage_has_its_own_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
