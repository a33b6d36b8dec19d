/*
 * series from outside: a match or tournament that is stopped says what was planned, and that
 * the moment of the stop was chosen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/base.h"

static char output[] = "/tmp/hone-series-XXXXXX";

static int make_output(void **state) {
    (void)state;
    int file = mkstemp(output);
    return file < 0 ? -1 : close(file);
}

static int remove_output(void **state) {
    (void)state;
    return unlink(output);
}

/* What `hone ARGUMENTS` prints; freed by the caller. Ctrl-C comes after so many milliseconds; 0:
 * never. */
static struct text play(const char *arguments, int milliseconds, int *status) {
    char command[256];
    struct text said = {0};
    snprintf(command, sizeof command, "exec %s/hone %s >%s", BUILD_DIR, arguments, output);
    pid_t hone = fork();
    if (hone == 0) execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L}, NULL);
    if (milliseconds > 0) kill(hone, SIGINT);
    assert_int_equal(waitpid(hone, status, 0), hone);
    if (file_read(output, &said, NULL)) fail_msg("no output");
    return said;
}

/* The same, stopped when there is something to tell: on a busy machine that takes longer. */
static struct text play_and_stop(const char *arguments) {
    for (int milliseconds = 200; milliseconds < 100000; milliseconds *= 2) {
        int status;
        struct text said = play(arguments, milliseconds, &status);
        if (WIFEXITED(status) && !strstr(text_get(&said), "stopped before the first pairs")) {
            assert_int_equal(WEXITSTATUS(status), 130);
            return said;
        }
        text_free(&said);
    }
    fail_msg("%s: no pair in a minute", arguments);
    return (struct text){0};
}

/* The pairs of the line "interrupted after N of 100000 pairs". */
static int pairs_told(const struct text *said) {
    int played = 0, planned = 0;
    const char *line = strstr(text_get(said), "interrupted after ");
    if (!line || sscanf(line, "interrupted after %d of %d pairs", &played, &planned) != 2)
        fail_msg("%s", text_get(said));
    assert_int_equal(planned, 100000);
    assert_in_range(played, 1, 99999);
    assert_non_null(strstr(line, "the moment was chosen"));
    return played;
}

static void a_stopped_match_says_that_its_end_was_chosen(void **state) {
    (void)state;
    int counts[5];
    struct text said = play_and_stop("match config/weights/swh.weights random -n 100000 --depth 3");
    int played = pairs_told(&said);
    const char *line = strstr(text_get(&said), "Ptnml(0-2): [");
    assert_non_null(line);
    assert_int_equal(sscanf(line, "Ptnml(0-2): [%d, %d, %d, %d, %d]", &counts[0], &counts[1],
                            &counts[2], &counts[3], &counts[4]),
                     5);
    assert_int_equal(counts[0] + counts[1] + counts[2] + counts[3] + counts[4], played);
    text_free(&said);
}

static void a_stopped_tournament_says_so_too(void **state) {
    (void)state;
    struct text said =
        play_and_stop("tournament config/weights/swh.weights random initial -n 100000 --depth 3");
    pairs_told(&said);
    text_free(&said);
}

static void a_whole_match_says_nothing_of_it(void **state) {
    (void)state;
    int status;
    struct text said = play("match config/weights/swh.weights random -n 10", 0, &status);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_non_null(strstr(text_get(&said), "10 pairs"));
    assert_null(strstr(text_get(&said), "interrupted"));
    text_free(&said);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stopped_match_says_that_its_end_was_chosen),
        cmocka_unit_test(a_stopped_tournament_says_so_too),
        cmocka_unit_test(a_whole_match_says_nothing_of_it),
    };
    return cmocka_run_group_tests(tests, make_output, remove_output);
}
