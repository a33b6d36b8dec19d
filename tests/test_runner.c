/*
 * How test programs are run (.ci/tests): by stand-ins for them in a folder of the test's own.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/base/base.h"
#include "tests/shell.h"

/* Shell functions: a test program of NAME that runs COMMAND, and one step of the runner with those
 * named. */
static const char prelude[] = "set -e; folder=$(mktemp -d); trap 'rm -rf \"$folder\"' EXIT; "
                              "runner=$PWD/.ci/tests; cd $folder\n"
                              "program() { printf '#!/bin/sh\\n%s\\n' \"$2\" >$1; chmod +x $1; }\n"
                              "passes() { program $1 \"echo '[  PASSED  ] $2 test(s).'\"; }\n"
                              "tests() { $runner \"$@\" 2>&1; }\n";

/* The script's exit status; what it prints is added to `out`. */
static int run_script(const char *script, struct text *out) {
    struct text command = {0};
    text_add(&command, "%s%s", prelude, script);
    int status = shell_run(text_get(&command), out);
    text_free(&command);
    return status;
}

static void assert_script(const char *script, int status, const char *printed) {
    struct text out = {0};
    assert_int_equal(run_script(script, &out), status);
    assert_string_equal(text_get(&out), printed);
    text_free(&out);
}

static void counts_of_all_programs_are_added(void **state) {
    (void)state;
    assert_script(
        "passes a 3; passes b 4; program c 'printf \"[  PASSED  ] 2 test(s).\\n[  PASSED  ] "
        "5 test(s).\\n\"'\n"
        "for p in a b c; do tests run ./$p >/dev/null; done; tests sum ./a ./b ./c",
        0, "\n14 passed, 0 failed\n");
}

/* As in the background of a script, or under nohup. */
static void ignored_signals_are_heeded_in_tests(void **state) {
    (void)state;
    assert_script("program a 'kill -INT $$; echo \"[  PASSED  ] 1 test(s).\"'\n"
                  "trap '' INT HUP; tests run ./a >/dev/null; tests sum ./a",
                  1, "== ./a: 1 failed\n\n0 passed, 1 failed\n");
}

static void failures_are_named_and_added(void **state) {
    (void)state;
    assert_script("passes a 3; program b \"echo '[  PASSED  ] 1 test(s).'; echo '[  FAILED  ] 2 "
                  "test(s), listed below:'; exit 2\"\n"
                  "for p in a b; do tests run ./$p >/dev/null; done; tests sum ./a ./b",
                  1, "== ./b: 2 failed\n\n4 passed, 2 failed\n");
}

/* So is one that says nothing, and one that never ended, of which there is a record of the last
 * run. */
static void a_program_that_dies_is_one_failure(void **state) {
    (void)state;
    assert_script(
        "program a 'kill -SEGV $$'; program b 'exit 7'; passes c 1; passes d 1; passes e 1\n"
        "for p in a b c d; do tests run ./$p >$p.said; done\n"
        "tail -n 1 a.said b.said | grep status; program c 'kill -KILL $PPID'\n"
        "tests run ./c >/dev/null || true; tests sum ./a ./b ./c ./d ./e",
        1,
        "== ./a ended with status 139\n== ./b ended with status 7\n== ./a: 1 failed\n"
        "== ./b: 1 failed\n== ./c: 1 failed\n== ./e: 1 failed\n\n1 passed, 4 failed\n");
}

static void nothing_that_passed_is_no_success(void **state) {
    (void)state;
    assert_script("program a true; tests run ./a >/dev/null; tests sum ./a", 1,
                  "\n0 passed, 0 failed\n");
}

static void all_that_a_program_says_follows_its_times(void **state) {
    (void)state;
    assert_script(
        "program a 'sleep 0.06; echo out; echo err >&2; cat'; echo typed | tests run ./a |\n"
        "sed 's/: 0[.]0 s,/: AT ONCE,/; s/: [0-9.]* s, [0-9.]* s of CPU/: TIMES/'",
        0, "== ./a: TIMES\nout\nerr\n");
}

/* As many as it counted for, and at most all of a core. */
static void the_seconds_of_a_processor_are_kept(void **state) {
    (void)state;
    assert_script("program a 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'\n"
                  "tests run ./a >/dev/null; awk '{print ($4 > 0.02), ($4 < $3 + 0.1)}' a.ran",
                  0, "1 1\n");
}

/* One without a run may be the slowest of all. */
static void the_longest_of_the_last_runs_come_first(void **state) {
    (void)state;
    assert_script("echo 1 0 9.5 0.1 >a.ran; echo 1 0 10.25 0.2 >b.ran; echo 1 0 0.75 9 >c.ran\n"
                  "tests order c a new b last | tr '\\n' ' '",
                  0, "new last b a c ");
}

static void those_are_named_that_have_become_slow(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(
        run_script("echo 1 0 9.5 0.99 >a.ran; echo 1 0 0.5 1.01 >b.ran; tests slow 1 a b", &out),
        0);
    assert_non_null(strstr(text_get(&out), "slow: b took 1.01 s of CPU"));
    assert_null(strstr(text_get(&out), "slow: a"));
    text_free(&out);
}

/* What a program has started ends with it when the runner is told to end: then the pipe that both
 * hold ends, too. */
static void the_end_is_everybodys(void **state) {
    (void)state;
    assert_script("mkfifo held; program a 'exec >held; sleep 1000 & echo; wait'\n"
                  "$runner run ./a >/dev/null 2>&1 & exec 3<held; read -r line <&3\n"
                  "kill -TERM $!; wait $! || echo $?; timeout 5 cat <&3",
                  0, "130\n");
}

static void make_refuses(const char *arguments, const char *message) {
    struct text command = {0}, out = {0};
    text_add(&command, "env -i PATH=\"$PATH\" make -n %s 2>&1", arguments);
    assert_int_equal(shell_run(text_get(&command), &out), 2);
    if (!strstr(text_get(&out), message)) fail_msg("make %s: %s", arguments, text_get(&out));
    text_free(&command);
    text_free(&out);
}

static void what_matches_nothing_is_refused(void **state) {
    (void)state;
    make_refuses("tests ONLY=nonsense", "no test program is chosen by ONLY='nonsense'");
    make_refuses("tests ONLY='['", "no test program is chosen by ONLY='['");
    make_refuses("tests ONLY=test_runner WITHOUT=test_runner", "without 1 others");
    make_refuses("tests WITHOUT='test_runner nonsense'", "not there: nonsense");
}

/* By a part of the path in tests/, or by an expression; paths are not the build folder's. */
static void the_chosen_are_run(void **state) {
    (void)state;
    assert_script(
        "cd - >/dev/null; chosen() { env -i PATH=\"$PATH\" make -n -j1 -f Makefile -f - "
        "show BUILD=build/tests \"$@\" <<'END' | sed 's|^echo||; s| build/tests/tests/| |g'\n"
        "show:\n\techo $(CHOSEN)\n"
        "END\n}\n"
        "chosen ONLY=test_runner; chosen ONLY='^test_(layers|runner)$'\n"
        "chosen ONLY=engine/search/test_ti; chosen ONLY=tes.*_inputs",
        0,
        " test_runner\n test_layers test_runner\n engine/search/test_timing\n"
        " test_inputs\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_of_all_programs_are_added),
        cmocka_unit_test(ignored_signals_are_heeded_in_tests),
        cmocka_unit_test(failures_are_named_and_added),
        cmocka_unit_test(a_program_that_dies_is_one_failure),
        cmocka_unit_test(nothing_that_passed_is_no_success),
        cmocka_unit_test(all_that_a_program_says_follows_its_times),
        cmocka_unit_test(the_seconds_of_a_processor_are_kept),
        cmocka_unit_test(the_longest_of_the_last_runs_come_first),
        cmocka_unit_test(those_are_named_that_have_become_slow),
        cmocka_unit_test(the_end_is_everybodys),
        cmocka_unit_test(what_matches_nothing_is_refused),
        cmocka_unit_test(the_chosen_are_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
