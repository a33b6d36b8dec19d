/*
 * hone compare-optimizers from outside: runs like any others, the same table for any number of
 * threads and across an interruption, nothing played twice, misuse refused.
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
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "tests/own_directory.h"
#include "tests/shell.h"

static char config[64], swh[4200];

static void write_config(void) {
    struct text text = {0};
    char here[4096];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(swh, sizeof swh, "%s/config/weights/swh.weights", here);
    text_add(
        &text,
        "game = \"reversi\"; evaluator = { name = \"wpc\"; };\n"
        "player = { epsilon = 0.1; }; fitness = { pairs = 6; };\n"
        "optimizer = { generations = 50; ga = { population = 8; groups = 2; adaptation = 0.0; };\n"
        "  cmaes = { population = 6; }; };\n"
        "verify = { candidates = 3; selection_pairs = 500; pairs = 30; milestone_every = 9;\n"
        "  yardsticks = [\"%s\"]; };\n",
        swh);
    snprintf(config, sizeof config, "%s/c.cfg", directory);
    assert_int_equal(file_write(config, text_get(&text), NULL), 0);
    text_free(&text);
}

/* Its status; what it says, both streams, in `out`, which is emptied first. */
static int compare(const char *arguments, struct text *out) {
    char command[1024];
    text_free(out);
    snprintf(command, sizeof command, "%s/hone compare-optimizers %s %s 2>&1", BUILD_DIR, config,
             arguments);
    return shell_run(command, out);
}

/* Into directory/`output`. */
static int compare_into(const char *output, const char *arguments, struct text *out) {
    char all[400];
    snprintf(all, sizeof all, "--output %s/%s %s", directory, output, arguments);
    return compare(all, out);
}

static time_t database_time(const char *run) {
    char path[200];
    struct stat file;
    snprintf(path, sizeof path, "%s/%s/run.db", directory, run);
    assert_int_equal(stat(path, &file), 0);
    return file.st_mtime;
}

/* ---- tests ---- */

static const char small[] = "--optimizers ga,cmaes --games 2000,4000 --seeds 2 --first-seed 5";

/* A tenth of 2000 games is for the choice: 6 meetings of 16 pairs. The rest is 1808 for training,
 * which generations of 144 games (12 meetings) and 180 (15) reach with 1872 and 1980. */
static void every_run_has_its_games_counted(void **state) {
    (void)state;
    struct text out = {0}, csv = {0};
    char path[128];
    snprintf(path, sizeof path, "%s/t.csv", directory);
    char arguments[300];
    snprintf(arguments, sizeof arguments, "%s --csv %s --set threads=1", small, path);
    assert_int_equal(compare_into("a", arguments, &out), 0);
    assert_non_null(strstr(text_get(&out), "c: points a game against swh\n"));
    assert_int_equal(file_read(path, &csv, NULL), 0);
    assert_non_null(strstr(text_get(&csv), "\nga,2000,2064,2,"));
    assert_non_null(strstr(text_get(&csv), "\ncmaes,2000,2172,2,"));
    assert_non_null(strstr(text_get(&csv), "\nga,4000,"));
    text_free(&out);
    text_free(&csv);
}

/* A generation of 400 individuals in duels has 2400 games, one of 8 has 144. */
static void a_generation_larger_than_the_budget_is_said(void **state) {
    (void)state;
    static const char *const large =
        "--set optimizer.ga.population=400 --set optimizer.ga.groups=0";
    static const char *const said = "ga: a single generation has more games than a budget of 2000 ";
    struct text out = {0};
    char arguments[300];
    snprintf(arguments, sizeof arguments, "--optimizers ga --games 2000,9000 --seeds 1 %s", large);
    assert_int_equal(compare_into("large", arguments, &out), 0);
    assert_non_null(strstr(text_get(&out), said));
    assert_null(strstr(text_get(&out), "a budget of 9000 "));
    snprintf(arguments, sizeof arguments, "--optimizers ga --games 2000 --function sphere %s",
             large);
    assert_int_equal(compare(arguments, &out), 0);
    assert_non_null(strstr(text_get(&out), said));
    assert_int_equal(compare("--optimizers ga --games 2000 --function sphere", &out), 0);
    assert_null(strstr(text_get(&out), "a single generation"));
    text_free(&out);
}

static void threads_do_not_change_the_table(void **state) {
    (void)state;
    struct text first = {0}, second = {0};
    char arguments[300];
    snprintf(arguments, sizeof arguments, "%s --set threads=3", small);
    assert_int_equal(compare_into("a", small, &first), 0);
    assert_int_equal(compare_into("b", arguments, &second), 0);
    assert_string_equal(text_get(&first), text_get(&second));
    text_free(&first);
    text_free(&second);
}

static void finished_runs_are_not_played_again(void **state) {
    (void)state;
    struct text out = {0};
    char command[200];
    snprintf(command, sizeof command, "touch -d 2001-01-01 %s/a/ga/2000/5/run.db", directory);
    assert_int_equal(system(command), 0);
    assert_int_equal(compare_into("a", small, &out), 0);
    time_t old = database_time("a/ga/2000/5");
    assert_true(old < 1000000000);
    assert_int_equal(compare_into("a",
                                  "--optimizers ga --games 2000 --first-seed 5 --seeds 1 "
                                  "--pairs 31",
                                  &out),
                     2);
    assert_non_null(strstr(text_get(&out), "verify.pairs: 30 there, 31 here"));
    text_free(&out);
}

/* Before anything is played, and in what the user can change. */
static void other_settings_want_another_output(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(compare_into("a", small, &out), 0);
    char arguments[300];
    snprintf(arguments, sizeof arguments, "%s --set fitness.pairs=7", small);
    assert_int_equal(compare_into("a", arguments, &out), 2);
    assert_non_null(strstr(text_get(&out), "a/ga/2000/5 holds a trial with other settings; choose "
                                           "another --output. They differ in:\n"
                                           "  fitness.pairs: 6 there, 7 here\n\n"));
    assert_int_equal(compare_into("z",
                                  "--optimizers cmaes --games 2000 --seeds 1 --first-seed 5 "
                                  "--set fitness.pairs=7",
                                  &out),
                     0);
    assert_int_equal(compare_into("z", small, &out), 2);
    char path[128];
    snprintf(path, sizeof path, "%s/z/ga", directory);
    assert_int_equal(access(path, F_OK), -1);
    text_free(&out);
}

/* The printed value is what the run's own report says. */
static void the_figure_is_that_of_the_report(void **state) {
    (void)state;
    struct text out = {0}, report = {0};
    char command[300], wanted[64];
    assert_int_equal(
        compare_into("a", "--optimizers ga --games 2000 --first-seed 5 --seeds 1", &out), 0);
    const char *line = strstr(text_get(&out), "\nga ");
    assert_non_null(line);
    double value;
    assert_int_equal(sscanf(line, " ga %*d %*d %*d %lf", &value), 1);
    snprintf(command, sizeof command, "%s/hone report %s/a/ga/2000/5", BUILD_DIR, directory);
    assert_int_equal(shell_run(command, &report), 0);
    snprintf(wanted, sizeof wanted, "against 1 yardstick: %.4f +/- ", value);
    if (!strstr(text_get(&report), wanted)) fail_msg("%s: %s", wanted, text_get(&report));
    text_free(&out);
    text_free(&report);
}

static void an_interrupted_comparison_goes_on(void **state) {
    (void)state;
    struct text out = {0}, undisturbed = {0};
    char command[400];
    snprintf(command, sizeof command,
             "timeout -s INT 0.3 %s/hone compare-optimizers %s --output %s/c %s >%s/c.log 2>&1",
             BUILD_DIR, config, directory, small, directory);
    int status = WEXITSTATUS(system(command));
    assert_true(status == 0 || status == 124);
    assert_int_equal(compare_into("c", small, &out), 0);
    assert_int_equal(compare_into("a", small, &undisturbed), 0);
    const char *table = strstr(text_get(&out), "c: points a game"); /* behind words on going on */
    assert_non_null(table);
    assert_string_equal(table, text_get(&undisturbed));
    text_free(&out);
    text_free(&undisturbed);
}

static void misuse_is_told_and_ends_with_2(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *message;
    } cases[] = {
        {"--optimizers gaa", "there is no optimiser \"gaa\"; did you mean \"ga\"?"},
        {"--optimizers ga,ga", "ga comes twice"},
        {"--games 1e5,x", "--games: at most 16 numbers from 100 to 1e+12"},
        {"--games 10", "--games: at most"},
        {"--games 1e5,100000", "100000 comes twice"},
        {"--seeds 0", "--seeds 0: a whole number from 1"},
        {"--games 1000 --set verify.candidates=200", "1000 games are too few"},
        {"--set verify.yardsticks=[]", "verify.yardsticks is empty"},
        {"--set optimizer.generations=3", "optimizer.generations has no effect"},
        {"--set fitness.groups=false --set fitness.round_robin=true",
         "\"anneal\" compares a proposal with its chain"},
        {"--csv /no/such/place.csv", "/no/such/place.csv: cannot be written: No such file"},
        {"--csv /", "/: cannot be written: Is a directory"},
        {"--plot /no/such/place.svg", "/no/such/place.svg: cannot be written: No such file"},
        {"--plot curve.pdf", "must end in .svg or .png"},
        {"--function cube",
         "one of logistic, sphere, ellipsoid, rastrigin, bounds, corner, plateau, levels is "
         "needed"},
        {"--function sphere --noise loud", "one of winloss, gaussian is needed"},
        {"--function sphere --dim 301", "--dim 301: a whole number from 1 to 300"},
        {"--function sphere --pairs 7", "--pairs belongs to games"},
        {"--function sphere --dim 21 --optimizers clop", "\"clop\" is for 20 parameters at most"},
        {"--function sphere --optimizers fit", "\"fit\" learns from positions"},
        {"--dim 7", "--dim belongs to --function"},
        {"--noise gaussian", "--noise belongs to --function"},
        {"more", "unexpected argument 'more'"},
    };
    struct text out = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        bool game = strncmp(cases[i].arguments, "--function", strlen("--function")) != 0;
        int status =
            game ? compare_into("x", cases[i].arguments, &out) : compare(cases[i].arguments, &out);
        if (status != 2 || !strstr(text_get(&out), cases[i].message))
            fail_msg("%s: status %d\n%s", cases[i].arguments, status, text_get(&out));
    }
    char path[128];
    snprintf(path, sizeof path, "%s/x", directory);
    assert_int_equal(access(path, F_OK), -1); /* nothing was played */
    text_free(&out);
}

/* Functions need no directory, and the game's yardsticks are not met. */
static void functions_are_compared_in_memory(void **state) {
    (void)state;
    struct text out = {0}, again = {0};
    static const char arguments[] = "--function ellipsoid --dim 300 --noise gaussian --games 2000 "
                                    "--seeds 2 --set verify.yardsticks=[] --optimizers ga,random";
    assert_int_equal(compare(arguments, &out), 0);
    assert_non_null(
        strstr(text_get(&out), "ellipsoid, 300 parameters, gaussian: logits below the optimum\n"));
    assert_non_null(strstr(text_get(&out), "\nrandom           2000 "));
    assert_int_equal(compare(arguments, &again), 0);
    assert_string_equal(text_get(&out), text_get(&again));
    text_free(&out);
    text_free(&again);
}

/* Where there is no gnuplot it is said at once, with the package that has it. */
static void a_missing_gnuplot_is_named(void **state) {
    (void)state;
    char command[400], said[1024];
    snprintf(command, sizeof command,
             "hone=$(realpath %s/hone); PATH=/nowhere \"$hone\" compare-optimizers %s --output "
             "%s/x --plot %s/x.svg 2>&1",
             BUILD_DIR, config, directory, directory);
    FILE *pipe = popen(command, "r");
    said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
    assert_int_equal(WEXITSTATUS(pclose(pipe)), 2);
    assert_non_null(strstr(said, "gnuplot-nox"));
}

static int make_directory(void **state) {
    (void)state;
    if (own_directory_make(NULL)) return -1;
    write_config();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_run_has_its_games_counted),
        cmocka_unit_test(a_generation_larger_than_the_budget_is_said),
        cmocka_unit_test(threads_do_not_change_the_table),
        cmocka_unit_test(finished_runs_are_not_played_again),
        cmocka_unit_test(other_settings_want_another_output),
        cmocka_unit_test(the_figure_is_that_of_the_report),
        cmocka_unit_test(an_interrupted_comparison_goes_on),
        cmocka_unit_test(misuse_is_told_and_ends_with_2),
        cmocka_unit_test(functions_are_compared_in_memory),
        cmocka_unit_test(a_missing_gnuplot_is_named),
    };
    return cmocka_run_group_tests(tests, make_directory, own_directory_remove);
}
