/*
 * spec: what a line that names an engine may say, the times that follow from it, and the files that
 * its program consists of.
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

#include "tests/own_directory.h"
#include "tuner/external/drive.h"
#include "tuner/external/spec.h"

static struct external_spec parsed(const char *line) {
    struct external_spec spec;
    struct error error = {""};
    if (external_parse(line, &spec, &error)) fail_msg("%s", error.text);
    return spec;
}

static void the_smallest_and_largest_numbers_are_accepted(void **state) {
    (void)state;
    static const char *const lines[] = {
        "cmd:x;protocol=uci;time=0.001",
        "cmd:x;protocol=uci;depth=100;nodes=1000000000",
        "cmd:x;protocol=uci;resign=1/1;draw=0/1/0",
        "cmd:x;protocol=gtp;processes=1000;memory=16777216",
        "cmd:x;protocol=gtp;clock=0.001+0",
        "cmd:x;protocol=gtp;name=123456789012345678901234567890123456789012345678901234567890123",
        "cmd:x;protocol=nboard;time=1;timeout=5", /* in its own arguments */
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct external_spec spec = parsed(lines[i]);
        external_spec_free(&spec);
    }
}

static void settings_that_contradict_each_other_are_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"cmd:x;protocol=uci;clock=60;depth=3", "clock= and depth= exclude each other"},
        {"cmd:x;protocol=uci;clock=60;nodes=3", "clock= and nodes= exclude each other"},
        {"cmd:x;protocol=gtp;draw=34/8/20", "protocol gtp says no scores"},
        {"cmd:x;protocol=gtp;name=1234567890123456789012345678901234567890123456789012345678901234",
         "1 to 63 bytes"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct external_spec spec;
        struct error error;
        assert_int_equal(external_parse(cases[i][0], &spec, &error), -1);
        if (!strstr(error.text, cases[i][1])) fail_msg("%s", error.text);
        external_spec_free(&spec);
    }
}

/* Some seconds more than a move's time; a clock needs none. */
static void time_outs_follow_from_times(void **state) {
    (void)state;
    static const struct {
        const char *line;
        double timeout, startup;
    } cases[] = {
        {"cmd:x;protocol=uci", EXTERNAL_TIMEOUT, 10},
        {"cmd:x;protocol=uci;depth=3;startup=60", EXTERNAL_TIMEOUT, 60},
        {"cmd:x;protocol=uci;time=2", 2 + EXTERNAL_GRACE, 10},
        {"cmd:x;protocol=uci;time=2;timeout=9", 9, 10},
        {"cmd:x;protocol=uci;clock=60+1", 0, 10},
        {"cmd:x;protocol=uci;clock=60+1;timeout=9", 9, 10},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct external_spec spec = parsed(cases[i].line);
        assert_true(spec.timeout == cases[i].timeout && spec.startup == cases[i].startup);
        external_spec_free(&spec);
    }
}

/* A \ keeps a quote in "…", and is itself in '…'. */
static void a_command_ends_at_a_semicolon_outside_of_quotes(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"cmd:x 'a;b' c;protocol=gtp", "x 'a;b' c"},
        {"cmd:x \"a\\\";b\";protocol=gtp", "x \"a\\\";b\""},
        {"cmd:x 'a\\';protocol=gtp", "x 'a\\'"},
        {"cmd:x a\\;b;protocol=gtp", "x a\\;b"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct external_spec spec = parsed(cases[i][0]);
        assert_string_equal(spec.command, cases[i][1]);
        external_spec_free(&spec);
    }
}

static void a_name_that_is_the_command_is_said_once(void **state) {
    (void)state;
    struct external_spec plain = parsed("cmd:x;protocol=gtp"),
                         named = parsed("cmd:x -y;protocol=gtp");
    struct text name = {0};
    external_spec_name(&plain, &name);
    assert_string_equal(text_get(&name), "x");
    text_free(&name);
    external_spec_name(&named, &name);
    assert_string_equal(text_get(&name), "x (x -y)");
    text_free(&name);
    external_spec_free(&plain);
    external_spec_free(&named);
}

/* ---- files ---- */

static void write_program(const char *name, mode_t mode) {
    char path[200];
    struct error error;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (file_write(path, "#\n", &error)) fail_msg("%s", error.text);
    assert_int_equal(chmod(path, mode), 0);
}

/* Files of a command line of %s, the directory; "" for those that there are not. */
static void assert_files(const char *format, const char *first, const char *second) {
    char command[700], *files[LAUNCH_FILES_MAX] = {NULL};
    const char *const wanted[] = {first, second};
    struct launch launch;
    struct error error;
    snprintf(command, sizeof command, format, directory, directory);
    if (launch_parse(command, &launch, &error)) fail_msg("%s", error.text);
    int count = launch_files(&launch, files);
    assert_int_equal(count, (*first != '\0') + (*second != '\0'));
    for (int i = 0; i < count; i++) {
        const char *slash = strrchr(files[i], '/');
        assert_string_equal(slash ? slash + 1 : files[i], wanted[i + (*first == '\0')]);
        free(files[i]);
    }
    launch_free(&launch);
}

/* The program, looked up as a shell does, and a script behind its options. */
static void a_program_consists_of_its_files(void **state) {
    (void)state;
    char place[300], *usual = xstrdup(getenv("PATH"));
    write_program("tool", 0755);
    write_program("data", 0644);
    write_program("script", 0644);
    snprintf(place, sizeof place, "/no/such/place:%s", directory);
    setenv("PATH", place, 1);
    assert_files("tool", "tool", "");
    assert_files("data", "", ""); /* which cannot be started */
    assert_files("%s/tool -x --fast %s/script", "tool", "script");
    assert_files("%s/tool plain %s/script", "tool", "");
    assert_files("%s/tool", "tool", "");
    assert_files("missing %s/script", "", "script");
    setenv("PATH", usual, 1);
    free(usual);
}

static int make_directory(void **state) {
    (void)state;
    return own_directory_make(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_and_largest_numbers_are_accepted),
        cmocka_unit_test(settings_that_contradict_each_other_are_refused),
        cmocka_unit_test(time_outs_follow_from_times),
        cmocka_unit_test(a_command_ends_at_a_semicolon_outside_of_quotes),
        cmocka_unit_test(a_name_that_is_the_command_is_said_once),
        cmocka_unit_test(a_program_consists_of_its_files),
    };
    return cmocka_run_group_tests(tests, make_directory, own_directory_remove);
}
