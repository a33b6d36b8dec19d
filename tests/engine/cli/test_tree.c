/*
 * hone-engine tree, and the page engine/searches.md: every output that it shows is the program's.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/program.h"

/* The lines behind a command that belong to its output, without their indent. */
static const char *page_output(const char *at, struct text *out) {
    while (strncmp(at, "    ", 4) == 0) {
        size_t length = strcspn(at, "\n") + 1;
        text_add_bytes(out, at + 4, length - 4);
        at += length;
    }
    return at;
}

static void the_page_shows_what_is_printed(void **state) {
    (void)state;
    static const char command[] = "    $ build/hone-engine ";
    struct text page = {0};
    struct error error;
    if (file_read("engine/searches.md", &page, &error) != 0) fail_msg("%s", error.text);
    int shown = 0;
    for (const char *at = text_get(&page); (at = strstr(at, command)); shown++) {
        struct text arguments = {0}, expected = {0}, actual = {0};
        at += strlen(command);
        text_add_bytes(&arguments, at, strcspn(at, "\n"));
        at = page_output(at + arguments.length + 1, &expected);
        assert_int_equal(run_text(text_get(&arguments), "", &actual), 0);
        assert_string_equal(text_get(&actual), text_get(&expected));
        text_free(&arguments), text_free(&expected), text_free(&actual);
    }
    assert_int_equal(shown, 7);
    text_free(&page);
}

/* All that is looked at is drawn, and what is not is said so. */
static void dot_is_golden(void **state) {
    (void)state;
    check_golden("tree-dot", "tree --search alphabeta --format dot \"((3 5) (2 9))\"", "");
    check_golden("tree-random", "tree --search sss --seed 7 --depth 4 --width 2", "");
}

static void a_missing_graphviz_is_named(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_not_equal(shell_run("PATH=/nowhere " BUILD_DIR
                                   "/hone-engine tree --search pvs --format svg 2>&1",
                                   &out),
                         0);
    assert_non_null(strstr(text_get(&out), "its package is graphviz"));
    text_free(&out);
}

static void misuse_is_told(void **state) {
    (void)state;
    check_misuse("tree \"((3 5)\"", "a \")\" is missing");
    check_misuse("tree --format svg", "say which --search");
    check_misuse("tree --seed 3 \"(1 2)\"", "not both");
    check_misuse("tree --seed 3 --depth 8 --width 4", "at most 128 nodes");
    check_misuse("tree --search dfs", "one of all, minimax, alphabeta");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_shows_what_is_printed),
        cmocka_unit_test(dot_is_golden),
        cmocka_unit_test(a_missing_graphviz_is_named),
        cmocka_unit_test(misuse_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
