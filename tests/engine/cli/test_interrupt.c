/*
 * Ctrl-C in commands that may take long: they end at once with what they know, and with the status
 * that shells give it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/program.h"

/* Starts the command in the background, interrupts it when `sign` is in its output, and adds what
 * it printed and "status N" to `out`. */
static void interrupt_at(const char *arguments, const char *sign, struct text *out) {
    struct text command = {0};
    text_add(&command,
             "f=$(mktemp); %s %s %s >$f 2>/dev/null & p=$!; "
             "until grep -q '%s' $f; do sleep .01; done; kill -INT $p; wait $p; "
             "echo \"status $?\" >>$f; cat $f; rm $f",
             champions, program, arguments, sign);
    shell_run(text_get(&command), out);
    text_free(&command);
}

static void check(const char *arguments, const char *sign, const char *expected) {
    struct text out = {0};
    interrupt_at(arguments, sign, &out);
    if (!strstr(text_get(&out), expected) || !strstr(text_get(&out), "status 130\n"))
        fail_msg("%s: %s", arguments, text_get(&out));
    text_free(&out);
}

/* The best move by then, also within a first depth that takes a quarter of a minute. */
static void an_analysis_shows_what_was_found(void **state) {
    (void)state;
    check("analyze --tt 1 --depth 60 ''", "to move", "\n 1. ");
    check("analyze --tt 1 --game 'hex(19)' --depth 8 ''", "to move", "\n 1. ");
}

/* The second position would take minutes, and may not be begun when the signal comes; the third
 * is not. */
static void a_solution_is_given_up(void **state) {
    (void)state;
    static const char positions[] =
        "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-O X;\n"
        "---------------------------OX------XO--------------------------- X;\n"
        "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-O X;\n";
    char path[] = "/tmp/hone-solve-XXXXXX", arguments[64];
    struct error error;
    close(mkstemp(path));
    if (file_write(path, positions, &error) != 0) fail_msg("%s", error.text);
    snprintf(arguments, sizeof arguments, "solve --tt 1 %s", path);
    check(arguments, "nodes", "\n1 solved, ");
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_analysis_shows_what_was_found),
        cmocka_unit_test(a_solution_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
