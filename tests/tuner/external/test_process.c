/*
 * process: another program is talked to, knows of hone what it is to know, keeps its limits, and
 * never outlives its starter, whatever ends that: each end of hone is played in a child of this
 * test.
 */
#define _GNU_SOURCE /* sched_setaffinity */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
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

/* With these options of limits, or the usual ones where none are given. */
static struct process *start_within(const char *command, const struct launch_limits *limits) {
    struct launch launch;
    struct error error;
    if (launch_parse(command, &launch, &error)) fail_msg("%s", error.text);
    if (limits) launch.limits = *limits;
    struct process *process = process_start(&launch);
    launch_free(&launch);
    return process;
}

static struct process *start(const char *command) {
    return start_within(command, NULL);
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

static void ends_so(struct process *process, const char *expected) {
    struct text how = {0};
    assert_true(process_end(process, ENOUGH_SECONDS, &how));
    assert_string_equal(text_get(&how), expected);
    text_free(&how);
    process_free(process);
}

static void end_well(struct process *process) {
    ends_so(process, "ended with status 0");
}

/* ---- starting and ending one ---- */

/* Words joined by '|'. */
static void assert_splits(const char *command, const char *expected) {
    struct launch launch;
    struct error error;
    struct text words = {0};
    if (launch_parse(command, &launch, &error)) fail_msg("%s: %s", command, error.text);
    for (char **word = launch.words; *word; word++)
        text_add(&words, "%s%s", word == launch.words ? "" : "|", *word);
    assert_string_equal(text_get(&words), expected);
    text_free(&words);
    launch_free(&launch);
}

static void words_are_split_as_a_shell_would(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"cat", "cat"},
        {" a\tb  c ", "a|b|c"},
        {"a 'b  c' \"d e\"f", "a|b  c|d ef"},
        {"a '' \"\" b", "a|||b"},
        {"a 'b\\n$x`*;' c", "a|b\\n$x`*;|c"},
        {"a \"b\\n\\\"\\$\\\\\" c\\ d", "a|b\\n\"$\\|c d"},
        {"a \\| b#c d~e f=g 'h'\\''i'", "a|||b#c|d~e|f=g|h'i"},
        {"exec a b", "a|b"},
        {"exec", "exec"},
        {"executor a", "executor|a"},
        {"a b\\", "a|b\\"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) assert_splits(cases[i][0], cases[i][1]);
}

static void what_needs_a_shell_is_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"a | b", "a | that is not in quotes"},
        {"cd x && y", "sh -c 'LINE'"},
        {"a >b", "a > that"},
        {"a $HOME", "a $ that"},
        {"a \"$HOME\"", "a $ that"},
        {"a \"`b`\"", "a ` that"},
        {"a *.bin", "a * that"},
        {"a ~/b", "a ~ that"},
        {"a #b", "a # that"},
        {"A=1 a", ";env=NAME=VALUE"},
        {"a 'b", "the quote ' has no end"},
        {" \t", "the command is missing"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct launch launch;
        struct error error;
        assert_int_equal(launch_parse(cases[i][0], &launch, &error), -1);
        if (!strstr(error.text, cases[i][1])) fail_msg("%s: %s", cases[i][0], error.text);
        launch_free(&launch);
    }
}

static void a_shell_is_there_on_request(void **state) {
    (void)state;
    struct process *process = start("sh -c 'cd / && HONE=\"a b\" && echo $HONE $(pwd); cat'");
    assert_says(process, "a b /");
    assert_echoes(process, "hello");
    end_well(process);
}

/* An empty line means something to GTP. */
static void lines_end_with_either_sign_or_both(void **state) {
    static const char *const lines[] = {"a", "", "b", "", "c", "d"};
    (void)state;
    struct process *process = start("printf 'a\\r\\n\\r\\nb\\n\\nc\\rd\\r\\n'");
    for (size_t i = 0; i < COUNT_OF(lines); i++) assert_says(process, lines[i]);
    end_well(process);
}

static void what_cannot_be_started_says_why(void **state) {
    (void)state;
    ends_so(
        start("no/such/program"),
        "could not be started: No such file or directory (a name without / is looked up in PATH)");
    ends_so(start("/"), "could not be started: Permission denied");
}

/* Of hone's environment, only what is for all programs, and what was asked for. */
static void the_environment_is_clean(void **state) {
    (void)state;
    struct launch launch;
    struct error error;
    setenv("HONE_SECRET", "x", 1), setenv("HONE_TOLD", "y z", 1), setenv("LC_TIME", "C", 1);
    assert_int_equal(launch_parse("sh -c 'echo $HONE_SECRET:$HONE_TOLD:$A:$LC_TIME:${PATH:+p}'",
                                  &launch, &error),
                     0);
    assert_int_equal(launch_add_variable(&launch, "HONE_TOLD", &error), 0);
    assert_int_equal(launch_add_variable(&launch, "A=1", &error), 0);
    assert_int_equal(launch_add_variable(&launch, "A=b=2", &error), 0);
    assert_int_equal(launch_add_variable(&launch, "HONE_UNSET", &error), -1);
    assert_int_equal(launch_add_variable(&launch, "=1", &error), -1);
    assert_int_equal(launch_add_variable(&launch, "", &error), -1);
    struct process *process = process_start(&launch);
    launch_free(&launch);
    assert_says(process, ":y z:b=2:C:p");
    end_well(process);
}

/* Files of hone's that are open stay hone's, whatever their number. */
static void no_file_is_inherited(void **state) {
    (void)state;
    int low = dup(STDERR_FILENO), high = fcntl(STDERR_FILENO, F_DUPFD, 200);
    struct process *other = start("cat"), *process = start("sh -c 'cd /proc/self/fd; echo *'");
    assert_says(process, "0 1 2 3"); /* the last is that folder */
    close(low), close(high);
    end_well(process), end_well(other);
}

static void signals_are_as_a_program_expects_them(void **state) {
    (void)state;
    struct process *process =
        start("sh -c 'sh -c \"kill -PIPE \\$\\$; echo alive\"; sh -c \"kill -TERM \\$\\$; echo "
              "alive\"; sh -c \"kill -INT \\$\\$; echo alive\"; echo ready'");
    assert_says(process, "ready");
    end_well(process);
}

/* The kernel would end it with the thread that forked, once it has been asked to. */
static void *start_cat(void *unused) {
    (void)unused;
    const char *line;
    struct process *process = start("sh -c 'echo ready; exec cat'");
    process_line(process, clock_seconds() + ENOUGH_SECONDS, &line);
    return process;
}

/* As where OMP_PROC_BIND gives each thread a core: the engines of its games stay there. */
static void it_has_the_cores_of_the_thread_that_wanted_it(void **state) {
    (void)state;
    cpu_set_t all, one;
    char expected[64];
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    for (size_t core = 0; core < CPU_SETSIZE; core++) {
        if (!CPU_ISSET(core, &all)) continue;
        CPU_ZERO(&one);
        CPU_SET(core, &one);
        assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
        struct process *process = start("grep Cpus_allowed_list /proc/self/status");
        assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
        snprintf(expected, sizeof expected, "Cpus_allowed_list: %zu", core);
        assert_says(process, expected);
        end_well(process);
    }
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
        struct process *process = start("cat");
        process_send(process, "x\n", clock_seconds() + ENOUGH_SECONDS);
        process_line(process, clock_seconds() + ENOUGH_SECONDS, &line);
        _exit(strcmp(line, "x") != 0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void assert_dies(int pid) {
    double deadline = clock_seconds() + ENOUGH_SECONDS;
    while (!is_dead(pid) && clock_seconds() < deadline) nap();
    bool dead = is_dead(pid);
    if (!dead) kill(pid, SIGKILL);
    assert_true(dead);
}

/* The number that it says. */
static int said_pid(struct process *process) {
    const char *line;
    int pid = 0;
    assert_int_equal(process_line(process, clock_seconds() + ENOUGH_SECONDS, &line), PROCESS_OK);
    assert_int_equal(sscanf(line, "%d", &pid), 1);
    return pid;
}

/* A child in a session of its own, whose parent is gone, and that writes for ever: it goes with the
 * program, whether that ends or is ended. */
#define ESCAPE "(setsid sh -c \"echo x >&2; echo \\$\\$; while :; do echo x >&2; done\" &); "

static void an_escaped_child_is_found(void **state) {
    (void)state;
    struct process *process = start("sh -c '" ESCAPE "exec cat'"),
                   *brief = start("sh -c '" ESCAPE "read x'");
    int first = said_pid(process), second = said_pid(brief);
    process_end(process, 0, NULL);
    assert_dies(first);
    assert_non_null(strstr(process_errors(process), "x\n"));
    process_free(process);
    ends_so(brief, "ended with status 1");
    assert_dies(second);
}

static void a_program_that_never_reads_is_not_waited_for(void **state) {
    (void)state;
    struct text much = {0};
    struct process *process = start("sleep 1000");
    while (much.length < 1 << 20) text_add(&much, "this is never read\n");
    assert_int_equal(process_send(process, much.data, clock_seconds() + 0.05), PROCESS_LATE);
    assert_false(process_end(process, 0, NULL));
    process_free(process);
    text_free(&much);
}

/* ---- limits ---- */

static void limits_are_kept(void **state) {
    (void)state;
    static const struct {
        const char *command;
        struct launch_limits limits;
        const char *end;
    } cases[] = {
        {"sh -c 'ulimit -c'", {0}, "0"},
        {"sh -c 'ulimit -v'", {.memory = 5000}, "5120000"},
        {"sh -c 'ulimit -t'", {.cpu = 77}, "77"},
        {"sh -c 'ulimit -f'", {.file = 3}, "6144"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct process *process = start_within(cases[i].command, &cases[i].limits);
        assert_says(process, cases[i].end);
        end_well(process);
    }
}

static void a_program_that_says_too_much_is_told_apart(void **state) {
    (void)state;
    const char *line;
    enum process_result result;
    struct process *process = start_within("yes", &(struct launch_limits){.output = 1});
    int lines = 0;
    while ((result = process_line(process, clock_seconds() + ENOUGH_SECONDS, &line)) == PROCESS_OK)
        lines++;
    assert_int_equal(result, PROCESS_FLOODING);
    assert_in_range(lines, (1 << 19) - 4096, 1 << 19);
    assert_int_equal(process_send(process, "\n", clock_seconds() + ENOUGH_SECONDS), PROCESS_OK);
    assert_int_equal(process_line(process, clock_seconds() + ENOUGH_SECONDS, &line), PROCESS_OK);
    process_end(process, 0, NULL);
    process_free(process);
}

/* Children, theirs, and orphans; ended ones do not count. */
static void processes_are_counted(void **state) {
    (void)state;
    static const struct launch_limits five = {.processes = 5};
    const char *line;
    static const char few[] = "sh -c 'for i in 1 2 3 4 5 6 7; do (true); done; (setsid sleep 9 &); "
                              "(sleep 9; true) & sleep 0.4; echo ready'";
    static const char many[] =
        "sh -c '(setsid sleep 9 &); (sleep 9; true) & (sleep 9; true) & cat'";
    struct process *process = start_within(few, &five);
    assert_says(process, "ready");
    end_well(process);
    process = start_within(many, &five);
    assert_int_equal(process_line(process, clock_seconds() + ENOUGH_SECONDS, &line),
                     PROCESS_CLOSED);
    ends_so(process, "had more than 5 processes");
}

/* The number behind these words in what a file of /proc says. */
static long number_behind(const char *text, const char *words) {
    const char *at = strstr(text, words);
    assert_non_null(at);
    return strtol(at + strlen(words), NULL, 10);
}

/* For what is too fast to be counted, with room for all that others run. */
static void a_flood_of_processes_is_bounded(void **state) {
    (void)state;
    static const struct launch_limits five = {.processes = 5};
    struct text load = {0};
    const char *line;
    assert_int_equal(file_read("/proc/loadavg", &load, NULL), 0);
    long threads = number_behind(text_get(&load), "/");
    struct process *process = start_within("grep processes /proc/self/limits", &five);
    assert_int_equal(process_line(process, clock_seconds() + ENOUGH_SECONDS, &line), PROCESS_OK);
    assert_in_range(number_behind(line, "Max processes"), threads / 2 + 80, 2 * threads + 80);
    end_well(process);
    text_free(&load);
}

/* ---- no program outlives hone ---- */

static void end_by_being_killed(void) {
    raise(SIGKILL);
}

/* Prints its number, and one of a child of its own, and hangs. */
static const char hung_with_child[] = "sh -c 'trap \"\" HUP TERM; sleep 1000 & echo $! $$; wait'";
static const char hung_with_escaped[] =
    "sh -c '(setsid sh -c \"echo \\$\\$ $$; exec sleep 1000\" &); exec sleep 1000'";
static const char hung[] = "sh -c 'echo $$ $$; exec sleep 1000'";

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
        struct process *process = start(command);
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

static void no_program_outlives_hone(void **state) {
    (void)state;
    static const struct {
        const char *command;
        void (*end)(void);
    } cases[] = {{hung_with_child, end_by_exit},           {hung_with_child, end_by_dying},
                 {hung_with_child, end_by_impatience},     {hung_with_child, end_by_being_killed},
                 {hung_with_escaped, end_by_exit},         {hung_with_escaped, end_by_dying},
                 {hung_with_escaped, end_by_being_killed}, {hung, end_by_being_killed}};
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
        cmocka_unit_test(no_program_outlives_hone),
        cmocka_unit_test(closed_standard_files_do_no_harm),
        cmocka_unit_test(words_are_split_as_a_shell_would),
        cmocka_unit_test(what_needs_a_shell_is_refused),
        cmocka_unit_test(a_shell_is_there_on_request),
        cmocka_unit_test(lines_end_with_either_sign_or_both),
        cmocka_unit_test(what_cannot_be_started_says_why),
        cmocka_unit_test(the_environment_is_clean),
        cmocka_unit_test(no_file_is_inherited),
        cmocka_unit_test(signals_are_as_a_program_expects_them),
        cmocka_unit_test(it_has_the_cores_of_the_thread_that_wanted_it),
        cmocka_unit_test(it_outlives_the_thread_that_wanted_it),
        cmocka_unit_test(an_escaped_child_is_found),
        cmocka_unit_test(a_program_that_never_reads_is_not_waited_for),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(a_program_that_says_too_much_is_told_apart),
        cmocka_unit_test(processes_are_counted),
        cmocka_unit_test(a_flood_of_processes_is_bounded),
    };
    signal(SIGHUP, SIG_DFL); /* the shell may have had it ignored */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
