/*
 * own files: what is no regular file is neither followed nor waited for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/own_file.h"
#include "tests/own_directory.h"

static char path[64], victim[64];

static int make_directory(void **state) {
    (void)state;
    if (own_directory_make(NULL)) return -1;
    snprintf(path, sizeof path, "%s/file", directory);
    snprintf(victim, sizeof victim, "%s/victim", directory);
    return 0;
}

static int remove_directory(void **state) {
    (void)state;
    unlink(path);
    unlink(victim);
    return rmdir(directory);
}

static void assert_refused(const char *what) {
    static const int flags[] = {O_RDONLY, O_WRONLY | O_CREAT, O_RDWR | O_CREAT | O_TRUNC};
    struct error error = {""};
    struct text text;
    for (size_t i = 0; i < COUNT_OF(flags); i++) {
        assert_int_equal(own_file_open(path, flags[i], &error), -1);
        if (!strstr(error.text, what) || !strstr(error.text, path)) fail_msg("%s", error.text);
    }
    assert_int_equal(own_file_check(path, &error), -1);
    assert_int_equal(own_file_read(path, &text, &error), -1);
}

static void links_are_not_followed(void **state) {
    (void)state;
    struct text there;
    struct error error;
    assert_int_equal(file_write(victim, "precious", &error), 0);
    assert_int_equal(symlink(victim, path), 0);
    assert_refused("is a symbolic link");
    assert_int_equal(file_read(victim, &there, &error), 0);
    assert_string_equal(text_get(&there), "precious");
    text_free(&there);
    unlink(path);
}

/* It would wait for ever. */
static void pipes_are_not_waited_for(void **state) {
    (void)state;
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_refused("");
    struct error error = {""};
    own_file_open(path, O_RDONLY, &error);
    assert_non_null(strstr(error.text, "is a pipe"));
    unlink(path);
}

static void a_regular_file_is_made_and_read(void **state) {
    (void)state;
    struct text there;
    struct error error = {""};
    assert_int_equal(own_file_check(path, &error), 0);
    int file = own_file_open(path, O_WRONLY | O_CREAT, &error);
    assert_true(file >= 0);
    assert_int_equal(write(file, "abc", 3), 3);
    close(file);
    assert_int_equal(own_file_check(path, &error), 0);
    assert_int_equal(own_file_read(path, &there, &error), 0);
    assert_string_equal(text_get(&there), "abc");
    text_free(&there);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_not_followed),
        cmocka_unit_test(pipes_are_not_waited_for),
        cmocka_unit_test(a_regular_file_is_made_and_read),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
