/* A name with line feeds forges no line; what hone prints in lines stays in lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "engine/base/base.h"
#include "engine/base/shown.h"

static void expect(const char *wanted, const char *format, ...) {
    struct text out = {0};
    va_list list;
    va_start(list, format);
    shown_add(&out, format, list);
    va_end(list);
    assert_string_equal(text_get(&out), wanted);
    assert_int_equal(strlen(text_get(&out)), out.length);
    text_free(&out);
}

static void a_name_is_of_one_line(void **state) {
    (void)state;
    expect("a?RESULT?: won\n", "%s: won\n", "a\nRESULT\r");
    expect("seen:\n  a?b\n", "seen:\n  %s\n", "a\nb");
    expect("x a?b", "x %s", "a\nb");
    expect("a?b", "%.3s%s", "a\nbc", "");
}

static void texts_of_lines_stay(void **state) {
    (void)state;
    expect("a\nb", "%s", "a\nb");
    expect("which are:\na\nb", "which are:\n%s", "a\nb");
    expect("it ends.\n", "%s%s", "it ends", ".\n");
}

static void all_conversions_are_made(void **state) {
    (void)state;
    expect("-1 2 3 4 5 6 ff 1.50 c 7% a?b |  x|y |",
           "%d %ld %lld %zu %jd %u %x %.2f %c %d%% %s |%*s|%-2s|", -1, 2L, 3LL, (size_t)4,
           (intmax_t)5, 6U, 255U, 1.5, 'c', 7, "a\nb", 3, "x", "y");
    expect("1.5 a?b", "%.*f %.*s", 1, 1.5, 3, "a\nbc");
}

static void errors_are_made_so(void **state) {
    (void)state;
    struct error error;
    error_set(&error, "%s: cannot be opened", "a\nb\033");
    assert_string_equal(error.text, "a?b?: cannot be opened");
    error_set(&error, "%s", "a\nb");
    assert_string_equal(error.text, "a\nb");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_of_one_line),
        cmocka_unit_test(texts_of_lines_stay),
        cmocka_unit_test(all_conversions_are_made),
        cmocka_unit_test(errors_are_made_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
