/*
 * Clocks decide nothing: a run whose time of day jumps back and forth, and whose other clock jumps
 * ahead as that of a machine that slept, comes to the rows of the undisturbed one. Under a clock
 * that runs fast the journal is written all the time, so that a short run may be killed at any of
 * its games, in every stage, and goes on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <sys/syscall.h>

#include "engine/base/rng.h"
#include "tests/tiny_run.h"

#ifndef KILLS
#define KILLS 30
#endif

enum { MOMENTS = 1100 }; /* so often about such a run asks for the time */

/* ---- the clock ---- */

static enum { RIGHT, JUMPING, FAST } pace;
static long asked, kill_at; /* how often it was asked the time; 0: no kill */

long syscall(long number, ...);

int clock_gettime(clockid_t clock, struct timespec *out) {
    static time_t slept;
    long status = syscall(SYS_clock_gettime, clock, out);
    if (++asked == kill_at) raise(SIGKILL);
    if (pace == JUMPING) slept += (time_t)(mix64((uint64_t)asked) % 10000);
    if (pace == FAST) slept += 2;
    out->tv_sec += slept;
    return (int)status;
}

time_t time(time_t *out) {
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
    if (pace == JUMPING) now.tv_sec += 1000000 - (time_t)(mix64((uint64_t)++asked) % 2000000);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}

static void begin_asking(void) {
    asked = 0;
}

/* ---- tests ---- */

static void tune_undisturbed(void) {
    struct error error;
    if (count_generations("whole") > 0) return;
    if (tiny_tune("whole", NULL, &error) != RUN_FINISHED) fail_msg("%s", error.text);
}

static void jumping_clocks_change_no_rows(void **state) {
    (void)state;
    tune_undisturbed();
    pace = JUMPING;
    tiny_finish("jumped");
    pace = RIGHT;
    assert_same_database("whole", "jumped");
}

static bool has_journal(const char *out) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s/run.db-games", directory, out);
    return access(path, F_OK) == 0;
}

/* Each run is killed three times. */
static void a_run_may_be_killed_at_any_game(void **state) {
    (void)state;
    struct rng rng = rng_keyed(11, 5, 0, 0);
    int journals = 0, killed = 0;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s/killed'", directory);
    tune_undisturbed();
    pace = FAST;
    tiny_finish("fast");
    assert_same_database("whole", "fast");
    for (int run = 0; run < KILLS / 3; run++) {
        for (int kill = 0; kill < 3; kill++) {
            kill_at = 1 + (long)rng_below(&rng, MOMENTS);
            int status = tiny_tune_apart("killed", begin_asking);
            killed += WIFSIGNALED(status);
            journals += has_journal("killed");
        }
        kill_at = 0;
        tiny_finish("killed");
        assert_false(has_journal("killed"));
        assert_same_database("whole", "killed");
        assert_int_equal(system(command), 0);
    }
    pace = RIGHT;
    print_message("%d kills, %d of them left a journal\n", killed, journals);
    assert_true(killed >= KILLS / 3 && journals >= KILLS / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumping_clocks_change_no_rows),
        cmocka_unit_test(a_run_may_be_killed_at_any_game),
    };
    return cmocka_run_group_tests(tests, runs_make_directory, own_directory_remove);
}
