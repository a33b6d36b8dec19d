/* textfile: what systems write around a text is taken off, and what is no text is said to be none.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/textfile.h"

#define MARK "\xef\xbb\xbf"

static struct text bytes_of(const char *bytes, size_t count) {
    struct text text = {0};
    text_add_bytes(&text, bytes, count);
    return text;
}

static void check_opened(const char *bytes, const char *expected) {
    struct text text = bytes_of(bytes, strlen(bytes));
    struct error error;
    if (textfile_open(&text, "x", &error)) fail_msg("%s", error.text);
    assert_string_equal(text_get(&text), expected);
    assert_int_equal(text.length, strlen(expected));
    text_free(&text);
}

static void marks_and_line_ends_are_taken_off(void **unused) {
    (void)unused;
    check_opened("", "");
    check_opened("\xef\xbb\xbf", "");
    check_opened("\xef\xbb\xbf"
                 "a\r\nb\rc\n\r\n",
                 "a\nb\nc\n\n");
    check_opened("棋\r", "棋\n");
    check_opened("a\xef\xbb\xbf", "a\xef\xbb\xbf");
    check_opened("a\n" MARK "b\n" MARK MARK "\n" MARK, "a\nb\n\n");
    check_opened(MARK "a\r" MARK "b\r\n" MARK "c" MARK "d", "a\nb\nc" MARK "d");
}

/* In the midst of a text it is left to the readers, which refuse it: what follows is not lost. */
static void control_z_ends_a_text(void **unused) {
    (void)unused;
    check_opened("\x1a", "");
    check_opened("a\r\n\x1a", "a\n");
    check_opened("a\x1a\x1a\r\n", "a");
    check_opened(MARK "a\n\x1a \x1a\n", "a\n");
    check_opened("a\x1a"
                 "b\n\x1a",
                 "a\x1a"
                 "b\n");
}

static void check_refused(const char *bytes, size_t count, const char *message) {
    struct text text = bytes_of(bytes, count);
    struct error error;
    assert_int_equal(textfile_open(&text, "x.sgf", &error), -1);
    assert_string_equal(error.text, message);
    text_free(&text);
}

static void what_is_no_text_is_named(void **unused) {
    (void)unused;
    static const char wide[] = "x.sgf: is UTF-16; it is to be saved as UTF-8",
                      zero[] = "x.sgf: holds a zero byte, so it is not a text";
    check_refused("\xff\xfe(\0;\0", 6, wide);
    check_refused("\xfe\xff\0(\0;", 6, wide);
    check_refused("(\0;\0G\0", 6, wide);
    check_refused("\0(\0;\0G", 6, wide);
    check_refused("(;\0G", 4, zero);
    check_refused("(\0;G", 4, zero);
}

static void endings_may_be_capitals(void **unused) {
    (void)unused;
    assert_true(textfile_is_named("WTH_2001.WTB", ".wtb"));
    assert_true(textfile_is_named("a/b.Ggf", ".ggf"));
    assert_false(textfile_is_named(".ggf", ".ggf"));
    assert_false(textfile_is_named("a.ggfx", ".ggf"));
}

static void files_are_read_so(void **unused) {
    (void)unused;
    char path[] = "/tmp/hone-textfile-XXXXXX";
    struct text text;
    struct error error;
    int file = mkstemp(path);
    assert_int_equal(write(file,
                           "\xef\xbb\xbf"
                           "a\r\n",
                           6),
                     6);
    assert_int_equal(textfile_read(path, "n", &text, &error), 0);
    assert_string_equal(text_get(&text), "a\n");
    text_free(&text);
    assert_int_equal(pwrite(file, "", 1, 4), 1);
    assert_int_equal(textfile_read(path, "n", &text, &error), -1);
    assert_string_equal(error.text, "n: holds a zero byte, so it is not a text");
    close(file);
    unlink(path);
}

static void fields_are_read_as_rfc_4180_has_them(void **unused) {
    (void)unused;
    static const char *const cases[][4] = {
        {"a,b,c", "a", "b", "c"},
        {"\"a\",\"b,\"\"b\"\"\",\"\"", "a", "b,\"b\"", ""},
        {"a,,", "a", "", ""},
        {"a;b;\"c;\"", "a", "b", "c;"},
        {"\"a,b\"\",c", "\"a", "b\"\"", "c"},
        {"\"a\"b,\"\"\",c", "\"a\"b", "\"\"\"", "c"},
        {" \"a\",b\"b,c", " \"a\"", "b\"b", "c"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char line[32];
        char *at = strcpy(line, cases[i][0]);
        for (int n = 1; n < 4; n++) {
            assert_non_null(at);
            assert_string_equal(textfile_field(&at, ",;"), cases[i][n]);
        }
        assert_null(at);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_and_line_ends_are_taken_off),
        cmocka_unit_test(control_z_ends_a_text),
        cmocka_unit_test(what_is_no_text_is_named),
        cmocka_unit_test(endings_may_be_capitals),
        cmocka_unit_test(fields_are_read_as_rfc_4180_has_them),
        cmocka_unit_test(files_are_read_so),
    };
    return cmocka_run_group_tests_name("textfile", tests, NULL, NULL);
}
