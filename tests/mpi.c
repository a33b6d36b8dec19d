/*
 * Runs under mpirun, on this machine: the same rows as one process makes, whatever the number of
 * ranks, and after one of them, or all, were ended. MPIRUN names another mpirun. Open MPI is told
 * that it may be root here, and start more ranks than there are cores.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>

#include "tests/runs.h"

/* So many that a run is not at its end before mpirun has handed on a signal. */
enum { GENERATIONS = 160 };

static char config[600], ranks_program[600], liar[600], plugin[640];
static const char *mpirun = "mpirun";

static int set_up(void **context) {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
    if (getenv("MPIRUN")) mpirun = getenv("MPIRUN");
    if (runs_make_directory(context)) return -1;
    *strrchr(program, '/') = 0;
    snprintf(ranks_program, sizeof ranks_program, "%.580s/tests/mpi_ranks", program);
    snprintf(liar, sizeof liar, "%.580s/tests/mpi_hone", program);
    snprintf(plugin, sizeof plugin, "%.580s/plugins/game.so", program);
    snprintf(program + strlen(program), 20, "/mpi/hone");
    FILE *file = fopen(strcat(strcpy(config, directory), "/run.cfg"), "w");
    fprintf(
        file,
        "game = \"reversi\";\nevaluator = { name = \"wpc\"; layout = \"10\"; };\nname = \"run\";\n"
        "player = { depth = 2; epsilon = 0.1; };\nfitness = { pairs = 60; openings = 90; };\n"
        "optimizer = { name = \"ga\"; generations = %d; ga = { population = 16; }; };\n"
        "verify = { pairs = 30; selection_pairs = 10; };\n",
        GENERATIONS);
    return fclose(file);
}

/* Starts a run; the status of what was started, with what it printed. */
static int tune(int ranks, const char *out, const char *settings, struct text *printed) {
    char line[2200];
    snprintf(line, sizeof line, "%s -n %d '%s' tune %s --set output=%s %s", mpirun, ranks, program,
             config, out, settings);
    return shell_line(line, printed);
}

static void assert_tunes(int ranks, const char *out) {
    struct text printed = {0};
    if (tune(ranks, out, "", &printed) != 0) fail_msg("%s", text_get(&printed));
    text_free(&printed);
}

static void ranks_play_as_one_process_does(void **context) {
    static const int ranks[] = {2, 4};
    (void)context;
    for (size_t i = 0; i < COUNT_OF(ranks); i++) {
        struct text printed = {0};
        char line[1400];
        snprintf(line, sizeof line, "%s -n %d '%s'", mpirun, ranks[i], ranks_program);
        if (shell_line(line, &printed) != 0) fail_msg("%s", text_get(&printed));
        text_free(&printed);
    }
}

static void rows_do_not_depend_on_ranks(void **context) {
    (void)context;
    assert_tunes(1, "one");
    assert_tunes(2, "two");
    assert_tunes(4, "four");
    assert_same_database("two", "one");
    assert_same_database("four", "one");
}

/* Each rank loads the library that rank 0 was told to load. */
static void ranks_load_plugins(void **context) {
    (void)context;
    for (int ranks = 1; ranks <= 2; ranks++) {
        struct text printed = {0};
        char settings[800];
        snprintf(settings, sizeof settings,
                 "--set plugin=%s --set game=mygame --set evaluator.name=lines --set "
                 "evaluator.layout= --set optimizer.generations=20",
                 plugin);
        if (tune(ranks, ranks == 1 ? "plugin1" : "plugin2", settings, &printed) != 0)
            fail_msg("%s", text_get(&printed));
        text_free(&printed);
    }
    assert_same_database("plugin2", "plugin1");
}

static void others_print_nothing(void **context) {
    struct text alone = {0}, several = {0};
    char line[1400];
    (void)context;
    shell("games", &alone);
    snprintf(line, sizeof line, "%s -n 3 '%s' games", mpirun, program);
    assert_int_equal(shell_line(line, &several), 0);
    assert_string_equal(text_get(&several), text_get(&alone));
    text_free(&alone);
    text_free(&several);
}

static void a_rank_of_one_thread_is_refused(void **context) {
    struct text printed = {0};
    char line[1400];
    (void)context;
    snprintf(line, sizeof line, "OMP_THREAD_LIMIT=1 %s -n 2 '%s' games", mpirun, program);
    assert_int_equal(shell_line(line, &printed), 2);
    assert_non_null(strstr(text_get(&printed), "OMP_THREAD_LIMIT"));
    text_free(&printed);
}

/* ---- a rank that plays wrongly ---- */

static void a_lying_rank_is_found_out(void **context) {
    char line[2200];
    struct text printed = {0}, report = {0};
    (void)context;
    snprintf(line, sizeof line, "LIAR=1 %s -n 3 '%s' tune %s --set output=lied", mpirun, liar,
             config);
    assert_int_equal(shell_line(line, &printed), 0);
    assert_non_null(strstr(text_get(&printed), "rank 1 plays wrongly"));
    assert_same_database("lied", "one");
    assert_int_equal(shell("report lied", &report), 0);
    assert_non_null(strstr(text_get(&report), "a rank had played some of them wrongly"));
    text_free(&report);
    text_free(&printed);
}

/* ---- ends before the end ---- */

/* The ranks that a starter has started: the processes below it that have none below them, as Linux
 * tells them. Open MPI's are its children, MPICH's have a proxy between. */
static int ranks_of(long process, long *ranks, int most) {
    char path[100];
    int count = 0;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", process, process);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (long child; count < most && fscanf(file, "%ld", &child) == 1;) {
        int below = ranks_of(child, ranks + count, most - count);
        if (below == 0) ranks[count] = child;
        count += below > 0 ? below : 1;
    }
    fclose(file);
    return count;
}

/* Begins a run with three ranks, or goes on with it, and lets it come to so many generations;
 * its starter's number. */
static long begin(const char *out, int64_t generations) {
    char line[1800];
    struct text printed = {0};
    snprintf(line, sizeof line,
             "(exec %s -n 3 '%s' tune %s --set output=%s) >%s.log 2>&1 & echo $!", mpirun, program,
             config, out, out);
    shell_line(line, &printed);
    long starter = strtol(text_get(&printed), NULL, 10);
    text_free(&printed);
    while (kill((pid_t)starter, 0) == 0 && count_generations(out) < generations) nap();
    return starter;
}

static void wait_for(long process) {
    while (kill((pid_t)process, 0) == 0) nap();
}

/* What the log of a run says, which must have these words, or those. */
static void assert_logged(const char *out, const char *words, const char *those) {
    char path[700];
    struct text log = {0};
    struct error error;
    snprintf(path, sizeof path, "%s/%s.log", directory, out);
    if (file_read(path, &log, &error)) fail_msg("%s", error.text);
    if (!strstr(text_get(&log), words) && !strstr(text_get(&log), those))
        fail_msg("%s", text_get(&log));
    text_free(&log);
}

static const char in_order[] = "interrupted; everything finished is saved";

/* Open MPI's starter asks the others to end then; MPICH's kills them and says that. */
static void kill_a_rank_at(int64_t generations) {
    long ranks[3];
    long starter = begin("killed", generations);
    assert_int_equal(ranks_of(starter, ranks, 3), 3);
    kill((pid_t)ranks[2], SIGKILL);
    wait_for(starter);
    assert_logged("killed", in_order, "CLEANING UP REMAINING PROCESSES");
    assert_true(count_generations("killed") < GENERATIONS);
}

/* Whether rank 0 is sending, receiving or waiting then is chance: several times. */
static void a_killed_rank_ends_the_run_which_goes_on_with_others(void **context) {
    (void)context;
    for (int times = 1; times <= 6; times++) kill_a_rank_at(2 * times);
    assert_tunes(2, "killed");
    assert_same_database("killed", "one");
}

/* Even where the starter would let them wait for ever. */
static void others_end_when_rank_0_leaves(void **context) {
    struct text printed = {0};
    char line[1400];
    (void)context;
    snprintf(line, sizeof line, "OMPI_MCA_orte_enable_recovery=1 timeout 60 %s -n 2 '%s' leave",
             mpirun, ranks_program);
    assert_int_not_equal(shell_line(line, &printed), 124); /* timeout's */
    text_free(&printed);
}

static void a_rank_that_is_asked_to_end_is_not_missed(void **context) {
    long ranks[3];
    (void)context;
    long starter = begin("left", 2);
    assert_int_equal(ranks_of(starter, ranks, 3), 3);
    kill((pid_t)ranks[1], SIGTERM);
    wait_for(starter);
    assert_same_database("left", "one");
}

static void mpirun_can_be_ended(void **context) {
    (void)context;
    long starter = begin("ended", 2);
    kill((pid_t)starter, SIGTERM);
    wait_for(starter);
    assert_logged("ended", in_order, in_order);
    assert_true(count_generations("ended") < GENERATIONS);
    assert_tunes(4, "ended");
    assert_same_database("ended", "one");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_play_as_one_process_does),
        cmocka_unit_test(others_print_nothing),
        cmocka_unit_test(a_rank_of_one_thread_is_refused),
        cmocka_unit_test(rows_do_not_depend_on_ranks),
        cmocka_unit_test(ranks_load_plugins),
        cmocka_unit_test(a_lying_rank_is_found_out),
        cmocka_unit_test(a_killed_rank_ends_the_run_which_goes_on_with_others),
        cmocka_unit_test(others_end_when_rank_0_leaves),
        cmocka_unit_test(a_rank_that_is_asked_to_end_is_not_missed),
        cmocka_unit_test(mpirun_can_be_ended),
    };
    return cmocka_run_group_tests(tests, set_up, own_directory_remove);
}
