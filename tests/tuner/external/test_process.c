/*
 * process: another program is talked to, and it never outlives the one who started it, whatever
 * ends that: each end of hone is played in a child of this test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "tests/ends.h"
#include "tuner/external/process.h"

enum { ENOUGH_SECONDS = 60 };

static void nap(void) {
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

/* What it answers to nothing, to a line. */
static void assert_says(struct process *process, const char *expected) {
    const char *line;
    assert_int_equal(process_line(process, clock_seconds() + ENOUGH_SECONDS, &line), PROCESS_OK);
    assert_string_equal(line, expected);
}

static void assert_echoes(struct process *process, const char *text) {
    char line[64];
    snprintf(line, sizeof line, "%s\n", text);
    assert_int_equal(process_send(process, line, clock_seconds() + ENOUGH_SECONDS), PROCESS_OK);
    assert_says(process, text);
}

static void end_well(struct process *process) {
    struct text how = {0};
    assert_true(process_end(process, ENOUGH_SECONDS, &how));
    assert_string_equal(text_get(&how), "ended with status 0");
    text_free(&how);
    process_free(process);
}

/* ---- starting and ending one ---- */

static void commands_are_lines_of_the_shell(void **state) {
    (void)state;
    static const char *const commands[] = {
        "cat", "exec cat", " exec\tcat", "cd / && cat", "HONE=1 cat", "test -n x; exec cat",
    };
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        struct process *process = process_start(commands[i]);
        assert_echoes(process, "hello");
        end_well(process);
    }
}

static void signals_are_as_a_program_expects_them(void **state) {
    (void)state;
    struct process *process =
        process_start("sh -c 'kill -PIPE $$; echo alive'; sh -c 'kill -TERM $$; echo alive'; "
                      "sh -c 'kill -INT $$; echo alive'; echo ready");
    assert_says(process, "ready");
    end_well(process);
}

/* The kernel would end it with the thread that forked, once it has been asked to. */
static void *start_cat(void *unused) {
    (void)unused;
    const char *line;
    struct process *process = process_start("echo ready; exec cat");
    process_line(process, clock_seconds() + ENOUGH_SECONDS, &line);
    return process;
}

static void it_outlives_the_thread_that_wanted_it(void **state) {
    (void)state;
    pthread_t thread;
    void *process;
    assert_int_equal(pthread_create(&thread, NULL, start_cat, NULL), 0);
    assert_int_equal(pthread_join(thread, &process), 0);
    for (int i = 0; i < 20; i++) nap();
    assert_echoes(process, "still here");
    end_well(process);
}

/* Pipes that took the places of stdin and stdout would be closed in the new process. */
static void closed_standard_files_do_no_harm(void **state) {
    (void)state;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        const char *line = "";
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        struct process *process = process_start("cat");
        process_send(process, "x\n", clock_seconds() + ENOUGH_SECONDS);
        process_line(process, clock_seconds() + ENOUGH_SECONDS, &line);
        _exit(strcmp(line, "x") != 0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* A child that left its process group goes on writing to stderr: that does not hold hone up. */
static void an_escaped_child_is_left_alone(void **state) {
    (void)state;
    struct process *process = process_start("setsid sh -c 'while :; do echo x; done' >&2");
    const char *line;
    while (!*process_errors(process)) process_line(process, clock_seconds() + 0.01, &line);
    process_end(process, 0, NULL);
    assert_non_null(strstr(process_errors(process), "x\n"));
    process_free(process);
}

/* ---- nobody outlives hone ---- */

static void end_by_being_killed(void) {
    raise(SIGKILL);
}

/* Prints its number, and one of a child of its own, and hangs. */
static const char hung_with_child[] = "trap '' HUP TERM; sleep 1000 & echo $! $$; wait";
static const char hung[] = "echo $$ $$; exec sleep 1000";

/* The numbers of the processes that a child of this test started before it ended like that. */
static void start_and_end(const char *command, void (*end)(void), int pids[2]) {
    int pipes[2];
    char said[64] = "";
    fflush(NULL);
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        const char *line = "";
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        struct process *process = process_start(command);
        process_line(process, clock_seconds() + ENOUGH_SECONDS, &line);
        if (write(pipes[1], line, strlen(line)) > 0) end();
        _exit(2);
    }
    close(pipes[1]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(read(pipes[0], said, sizeof said - 1) > 0);
    close(pipes[0]);
    assert_int_equal(sscanf(said, "%d %d", &pids[0], &pids[1]), 2);
}

static void assert_dies(int pid) {
    double deadline = clock_seconds() + ENOUGH_SECONDS;
    while (!is_dead(pid) && clock_seconds() < deadline) nap();
    bool dead = is_dead(pid);
    if (!dead) kill(pid, SIGKILL);
    assert_true(dead);
}

static void nobody_outlives_hone(void **state) {
    (void)state;
    static const struct {
        const char *command;
        void (*end)(void);
    } cases[] = {{hung_with_child, end_by_exit},
                 {hung_with_child, end_by_dying},
                 {hung_with_child, end_by_impatience},
                 {hung, end_by_being_killed}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int pids[2];
        start_and_end(cases[i].command, cases[i].end, pids);
        assert_dies(pids[0]);
        assert_dies(pids[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        /* In children of this test, which are to be made before it has a second thread. */
        cmocka_unit_test(nobody_outlives_hone),
        cmocka_unit_test(closed_standard_files_do_no_harm),
        cmocka_unit_test(commands_are_lines_of_the_shell),
        cmocka_unit_test(signals_are_as_a_program_expects_them),
        cmocka_unit_test(it_outlives_the_thread_that_wanted_it),
        cmocka_unit_test(an_escaped_child_is_left_alone),
    };
    signal(SIGHUP, SIG_DFL); /* whoever started this may have had it ignored */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
