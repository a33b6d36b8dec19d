/*
 * Which name is meant by a path that leads nowhere, and when none is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/near_name.h"
#include "tests/own_directory.h"

static const char *const files[] = {"config/reversi-quick.cfg", "config/reversi-league.cfg",
                                    "config/.hidden.cfg", "swh.weights", "abcd"};

static int enter_directory(void **state) {
    if (own_directory_make(state) || chdir(directory) || mkdir("config", 0700)) return -1;
    for (size_t i = 0; i < COUNT_OF(files); i++)
        if (file_write(files[i], "", NULL)) return -1;
    return 0;
}

static int leave_directory(void **state) {
    return chdir("/") || own_directory_remove(state);
}

/* "": nothing is meant. */
static void assert_meant(const char *path, const char *meant) {
    static const char *const folders[] = {"config/", "nowhere/", NULL};
    struct error error = {"not there"};
    char expected[100] = "not there";
    if (*meant) snprintf(expected, sizeof expected, "not there; did you mean %s?", meant);
    near_name_add(path, folders, &error);
    assert_string_equal(error.text, expected);
}

static void names_are_near_within_a_quarter_of_their_letters(void **state) {
    (void)state;
    assert_meant("config/reversi-quik.cfg", "config/reversi-quick.cfg");
    assert_meant("config/revers-quik.cfg", "config/reversi-quick.cfg"); /* two of eleven */
    assert_meant("config/evers-quik.cfg", "");                          /* three of ten */
    assert_meant("abcx", "abcd");
    assert_meant("abxx", "");
    assert_meant("abd", ""); /* a quarter of three letters is none */
    assert_meant("abc.weights", "");
}

static void endings_may_lack(void **state) {
    (void)state;
    assert_meant("swh", "swh.weights");
    assert_meant("swhh", "swh.weights");
    assert_meant("swh.", "");
}

static void the_own_folder_comes_first(void **state) {
    (void)state;
    assert_meant("reversi-leage", "config/reversi-league.cfg");
    assert_int_equal(file_write("reversi-leagux", "", NULL), 0);
    assert_meant("reversi-leagua", "reversi-leagux");
    remove("reversi-leagux");
}

static void what_is_there_or_hidden_is_not_meant(void **state) {
    (void)state;
    assert_meant("swh.weights", "");
    assert_meant("config/hidden.cfg", "");
    assert_meant("", "");
    assert_meant("nowhere/swh.weights", "");
    assert_meant("swh.weights/x", "");
    near_name_add("swh", NULL, NULL); /* without a message */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_near_within_a_quarter_of_their_letters),
        cmocka_unit_test(endings_may_lack),
        cmocka_unit_test(the_own_folder_comes_first),
        cmocka_unit_test(what_is_there_or_hidden_is_not_meant),
    };
    return cmocka_run_group_tests(tests, enter_directory, leave_directory);
}
