/*
 * weights_show: boards of each stage of the game, and what differs between two.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

/* Of weights that are alike but for the first. */
static void compare(const char *layout, struct text *out) {
    const struct evaluator *evaluator = find_named("reversi", "wpc", layout);
    size_t count = (size_t)evaluator->param_count;
    struct weights a = {.evaluator = evaluator, .values = xcalloc(count, sizeof *a.values)},
                   b = {.evaluator = evaluator, .values = xcalloc(count, sizeof *b.values)};
    a.values[0] = 5, b.values[0] = 13;
    weights_show_both(&a, &b, out);
    free(a.values), free(b.values);
}

static int lines_of(const struct text *text) {
    int lines = 0;
    for (const char *at = text_get(text); *at; at++) lines += *at == '\n';
    return lines;
}

/* Two heads, two lines of the table's, the parameters, and their sum. */
static void of_many_weights_the_changed_ones_are_listed(void **unused) {
    (void)unused;
    struct text few = {0}, many = {0};
    compare("10", &few);
    assert_int_equal(lines_of(&few), 4 + 10 + 1);
    assert_non_null(strstr(text_get(&few), "  a1                      5       13       +8\n"));
    assert_non_null(strstr(text_get(&few), "\n9 of 10 equal\n"));
    text_free(&few);
    compare("64", &few);
    assert_int_equal(lines_of(&few), 4 + 64 + 1);
    compare("64x2", &many);
    assert_int_equal(lines_of(&many), 4 + 1 + 1);
    assert_non_null(strstr(text_get(&many), "       5       13       +8\n127 of 128 equal\n"));
    text_free(&few), text_free(&many);
}

static void stages_are_shown_with_their_part_of_the_game(void **unused) {
    (void)unused;
    struct text out = {0};
    const struct evaluator *evaluator = find_named("reversi", "wpc", "10x3");
    struct weights weights = {.evaluator = evaluator};
    weights.values = xcalloc((size_t)evaluator->param_count, sizeof *weights.values);
    weights_show_boards(&weights, &out);
    assert_non_null(strstr(text_get(&out), "\nfrom 0 % to 33 % of the game\n"));
    assert_non_null(strstr(text_get(&out), "\nfrom 33 % to 66 % of the game\n"));
    assert_non_null(strstr(text_get(&out), "\nfrom 66 % to 100 % of the game\n"));
    assert_int_equal(lines_of(&out), 3 * (2 + 9));
    text_free(&out);
    weights.evaluator = find_named("reversi", "wpc", "10");
    weights_show_boards(&weights, &out);
    assert_null(strstr(text_get(&out), "from"));
    assert_int_equal(lines_of(&out), 1 + 9);
    text_free(&out);
    free(weights.values);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_stage_has_its_own_values),
        cmocka_unit_test(of_many_weights_the_changed_ones_are_listed),
        cmocka_unit_test(stages_are_shown_with_their_part_of_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
