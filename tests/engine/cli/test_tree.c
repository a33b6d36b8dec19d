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

/* What `tree` prints where `dot` is this script. */
static int tree_with(const char *script, const char *arguments, struct text *out) {
    char folder[] = "/tmp/hone-dot-XXXXXX", command[512];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command,
             "printf '#!/bin/sh\\n%s\\n' >%s/dot && chmod +x %s/dot && PATH=%s:$PATH " BUILD_DIR
             "/hone-engine tree %s 2>&1; status=$?; rm -r %s; exit $status",
             script, folder, folder, folder, arguments, folder);
    return shell_run(command, out);
}

/* By Graphviz, which is given what --format dot prints. */
static void pictures_are_what_graphviz_makes(void **state) {
    (void)state;
    struct text dot = {0}, drawn = {0}, failed = {0};
    assert_int_equal(run_text("tree --search pvs --format dot", "", &dot), 0);
    assert_int_equal(tree_with("test $1 = -V || cat", "--search pvs --format svg", &drawn), 0);
    assert_string_equal(text_get(&drawn), text_get(&dot));
    assert_int_equal(tree_with("test $1 = -V || { cat >/dev/null; exit 1; }",
                               "--search pvs --format svg", &failed),
                     2);
    assert_non_null(strstr(text_get(&failed), "dot failed"));
    text_free(&dot), text_free(&drawn), text_free(&failed);
}

/* Without --search all of the family, one after another. */
static void all_searches_are_shown_in_turn(void **state) {
    (void)state;
    struct text all = {0}, each = {0}, dot = {0};
    assert_int_equal(run_text("tree '((3 5) (6 9))'", "", &all), 0);
    static const char *const names[] = {"minimax", "alphabeta", "aspiration", "pvs",
                                        "mtdf",    "sss",       "pns"};
    const char *at = text_get(&all);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "tree --search %s '((3 5) (6 9))'", names[i]);
        text_free(&each);
        assert_int_equal(run_text(arguments, "", &each), 0);
        at = strstr(at, text_get(&each));
        if (!at) fail_msg("%s is not in its place:\n%s", names[i], text_get(&all));
    }
    assert_int_equal(run_text("tree --format dot '((3 5) (6 9))'", "", &dot), 0);
    assert_non_null(strstr(text_get(&dot), "}\ndigraph alphabeta {"));
    text_free(&all), text_free(&each), text_free(&dot);
}

static void misuse_is_told(void **state) {
    (void)state;
    check_misuse("tree \"((3 5)\"", "a \")\" is missing");
    check_misuse("tree --format svg", "name it with --search");
    check_misuse("tree --seed 3 \"(1 2)\"", "not both");
    check_misuse("tree --seed 3 --depth 8 --width 4", "at most 128 nodes");
    check_misuse("tree --search dfs", "one of all, minimax, alphabeta");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_shows_what_is_printed),
        cmocka_unit_test(dot_is_golden),
        cmocka_unit_test(a_missing_graphviz_is_named),
        cmocka_unit_test(pictures_are_what_graphviz_makes),
        cmocka_unit_test(all_searches_are_shown_in_turn),
        cmocka_unit_test(misuse_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
