/*
 * links: a folder with prepared links and pipes under the names of a run's files. Nothing outside
 * is written, and nothing waits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/runs.h"

#define TUNE "tune small.cfg --set output=out"

static const char *const names[] = {
    "run.db",         "run.db-wal",       "run.db-journal",
    "run.db-lock",    "run.db-games",     "run.db-now",
    "run.db-now.new", "champion.weights", "champion.weights.hone.tmp"};

static int make_config(void **state) {
    struct text out = {0};
    if (runs_make_directory(state)) return -1;
    return shell_line(
        "printf 'game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };"
        " fitness = { pairs = 1; }; optimizer = { name = \"ga\"; generations = 1;"
        " ga = { population = 4; groups = 2; }; };' >small.cfg",
        &out);
}

static void assert_refused_with(const char *make, const char *what) {
    struct text out = {0};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char line[1000], part[100];
        snprintf(line, sizeof line, "rm -rf out; mkdir out; printf precious >victim; cd out; %s %s",
                 make, names[i]);
        assert_int_equal(shell_line(line, &out), 0);
        snprintf(line, sizeof line, "timeout -k 1 20 '%s' " TUNE, program);
        int status = shell_line(line, &out);
        snprintf(part, sizeof part, "%s: is %s", names[i], what);
        if (status != 2 || !strstr(text_get(&out), part))
            fail_msg("%s: status %d: %s", names[i], status, text_get(&out));
        assert_int_equal(shell_line("test precious = \"$(cat victim)\"", &out), 0);
    }
    text_free(&out);
}

static void links_are_refused(void **state) {
    (void)state;
    assert_refused_with("ln -s ../victim", "a symbolic link");
}

static void pipes_are_refused(void **state) {
    (void)state;
    assert_refused_with("mkfifo", "a pipe");
}

/* Looking is enough: `hone list` walks into any folder. */
static void a_reader_does_not_wait(void **state) {
    (void)state;
    struct text out = {0};
    char line[1000];
    assert_int_equal(shell_line("rm -rf out; mkdir out; mkfifo out/run.db", &out), 0);
    static const char *const commands[] = {"list .", "status out", "report out", "doctor out"};
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        snprintf(line, sizeof line, "timeout -k 1 20 '%s' %s", program, commands[i]);
        int status = shell_line(line, &out);
        if (status != (i == 0 ? 0 : 2) || !strstr(text_get(&out), "run.db: is a pipe"))
            fail_msg("%s: status %d: %s", commands[i], status, text_get(&out));
    }
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_refused),
        cmocka_unit_test(pipes_are_refused),
        cmocka_unit_test(a_reader_does_not_wait),
    };
    return cmocka_run_group_tests(tests, make_config, own_directory_remove);
}
