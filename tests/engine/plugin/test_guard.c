/*
 * What ends a program in whose plug-in a call does not end, or a crash is not the plug-in's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/games/games.h"
#include "engine/plugin/guard.h"
#include "engine/plugin/library.h"

/* Runs it in a child; what that writes to stderr, and how it ended. */
static int in_child(void (*run)(void), char *out, size_t size) {
    int ends[2], status;
    size_t length = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        run();
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got; (got = read(ends[0], out + length, size - 1 - length)) > 0;)
        length += (size_t)got;
    out[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void load_faults(const char *fault) {
    struct error error;
    setenv("HONE_FAULT", fault, 1);
    guard_set_seconds(3);
    if (!library_load(BUILD_DIR "/plugins/faults.so", &error)) die("%s", error.text);
}

/* A position with 30 empty points, in which the fault shows. */
static void evaluate_at_the_bad_position(void) {
    struct error error;
    struct state state;
    const struct game *game = games_find("mygame", &error);
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, &error);
    int32_t weights[8];
    evaluator_initial(evaluator, weights);
    if (game_parse(game, "a1 a2 a3 a4 a5 a6 b1 b2 b3 b4 b5 b6", &state, &error))
        die("%s", error.text);
    evaluator_ops(evaluator)->eval(evaluator, weights, &state, 0);
}

static void hang(void) {
    load_faults("hang");
    evaluate_at_the_bad_position();
}

static void a_call_that_does_not_end_is_ended(void **state) {
    (void)state;
    char out[1024];
    int status = in_child(hang, out, sizeof out);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    assert_non_null(strstr(out, "hone: plug-in faults.so: evaluate() did not come back within 3 "
                                "seconds\nat the position OO.....XX.....OO.....XX.....OO.....XX"
                                "..... X\nWhat was finished is kept."));
}

/* Some calls that take longer together than one may. */
static void go_slowly(void) {
    enum { CALLS = 11 };
    load_faults("slow");
    for (int i = 0; i < CALLS; i++) evaluate_at_the_bad_position();
}

static void calls_that_come_back_are_not_ended(void **state) {
    (void)state;
    char out[1024];
    int status = in_child(go_slowly, out, sizeof out);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_string_equal(out, "");
}

static void crash_elsewhere(void) {
    signal(SIGSEGV, SIG_DFL); /* cmocka catches it */
    load_faults("");
    evaluate_at_the_bad_position();
    raise(SIGSEGV);
}

static void a_crash_of_hones_own_is_not_the_plugins(void **state) {
    (void)state;
    char out[1024];
    int status = in_child(crash_elsewhere, out, sizeof out);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGSEGV);
    assert_string_equal(out, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_that_does_not_end_is_ended),
        cmocka_unit_test(calls_that_come_back_are_not_ended),
        cmocka_unit_test(a_crash_of_hones_own_is_not_the_plugins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
