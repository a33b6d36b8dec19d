/*
 * trials: which trials and in which order, what is said of the seeds that are done, and the plot's
 * instructions; gnuplot itself is not needed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tuner/study/plot.h"

/* Two kinds, two budgets, five seeds from 11. */
struct fixture {
    struct trials trials;
    int played, refuse_at, interrupt_at; /* by number; 0: never */
};

/* The n-th seed of the first kind is worth n, of the second 10 n; more games ten times as much. */
static enum run_end play(void *context, struct trial *trial, struct error *error) {
    struct fixture *fixture = context;
    fixture->played++;
    if (fixture->played == fixture->interrupt_at) return RUN_INTERRUPTED;
    if (fixture->played == fixture->refuse_at) {
        error_set(error, "refused");
        return RUN_REFUSED;
    }
    double value = (double)(trial->seed - 10);
    if (trial->kind == fixture->trials.kinds[1]) value *= 10;
    if (trial->budget == 2000) value *= 100;
    trial->value = value;
    trial->games = trial->budget + (int64_t)trial->seed;
    return RUN_FINISHED;
}

static void begin(struct fixture *fixture) {
    *fixture = (struct fixture){.trials = {.kind_count = 2,
                                           .budget_count = 2,
                                           .seed_count = 5,
                                           .kinds = {optimizer_list[0], optimizer_list[1]},
                                           .budgets = {1000, 2000},
                                           .first_seed = 11,
                                           .title = "what's tried",
                                           .measure = "points",
                                           .play = play}};
    fixture->trials.context = fixture;
    trials_make(&fixture->trials);
}

static void quartiles_are_taken_over_the_seeds(void **state) {
    (void)state;
    struct fixture fixture;
    struct error error;
    begin(&fixture);
    assert_int_equal(trials_play(&fixture.trials, &error), RUN_FINISHED);
    assert_int_equal(fixture.played, 20);
    struct trials_summary summary = trials_summary(&fixture.trials, 1, 0);
    assert_int_equal(summary.runs, 5);
    assert_true(summary.values.lowest == 10 && summary.values.quartile1 == 20 &&
                summary.values.median == 30 && summary.values.quartile3 == 40 &&
                summary.values.highest == 50);
    assert_true(summary.games == 1013);
    summary = trials_summary(&fixture.trials, 0, 1);
    assert_true(summary.values.median == 300 && summary.games == 2013);
    trials_free(&fixture.trials);
}

/* Three seeds: the lower quartile lies between the first and the second. */
static void quartiles_lie_between_values(void **state) {
    (void)state;
    struct fixture fixture;
    struct error error;
    begin(&fixture);
    fixture.interrupt_at = 13;
    assert_int_equal(trials_play(&fixture.trials, &error), RUN_INTERRUPTED);
    struct trials_summary summary = trials_summary(&fixture.trials, 0, 0);
    assert_int_equal(summary.runs, 3);
    assert_true(summary.values.quartile1 == 1.5 && summary.values.median == 2 &&
                summary.values.quartile3 == 2.5);
    trials_free(&fixture.trials);
}

/* Broken off, all kinds and budgets have as many seeds. */
static void an_interrupted_comparison_is_a_smaller_one(void **state) {
    (void)state;
    struct fixture fixture;
    struct error error;
    begin(&fixture);
    fixture.interrupt_at = 9;
    assert_int_equal(trials_play(&fixture.trials, &error), RUN_INTERRUPTED);
    for (int i = 0; i < 4; i++)
        assert_int_equal(trials_summary(&fixture.trials, i % 2, i / 2).runs, 2);
    trials_free(&fixture.trials);
    begin(&fixture);
    fixture.refuse_at = 1;
    assert_int_equal(trials_play(&fixture.trials, &error), RUN_REFUSED);
    assert_string_equal(error.text, "refused");
    struct text table = {0};
    trials_print_csv(&fixture.trials, &table);
    assert_null(strchr(strchr(text_get(&table), '\n') + 1, '\n')); /* no seed is done */
    text_free(&table);
    trials_free(&fixture.trials);
}

static void a_line_of_the_table_is_a_kind_and_a_budget(void **state) {
    (void)state;
    struct fixture fixture;
    struct error error;
    struct text csv = {0};
    begin(&fixture);
    trials_play(&fixture.trials, &error);
    trials_print_csv(&fixture.trials, &csv);
    assert_string_equal(text_get(&csv),
                        "optimizer,budget,played,runs,lowest,quartile1,median,quartile3,highest\n"
                        "ga,1000,1013,5,1,2,3,4,5\n"
                        "anneal,1000,1013,5,10,20,30,40,50\n"
                        "ga,2000,2013,5,100,200,300,400,500\n"
                        "anneal,2000,2013,5,1000,2000,3000,4000,5000\n");
    text_free(&csv);
    trials_free(&fixture.trials);
}

/* One generation that fits its budget does not. */
static void a_generation_beyond_its_budget_is_told(void **state) {
    (void)state;
    struct fixture fixture;
    struct error error;
    struct text table = {0};
    begin(&fixture);
    trials_play(&fixture.trials, &error);
    for (int i = 0; i < fixture.trials.count; i++) {
        struct trial *trial = &fixture.trials.list[i];
        trial->generations = 1 + (trial->budget == 2000);
        if (trial->kind == fixture.trials.kinds[1]) trial->games = trial->budget;
    }
    trials_print(&fixture.trials, &table);
    assert_non_null(strstr(text_get(&table), "\nga: a single generation has more games than a "
                                             "budget of 1000 leaves for training\n"));
    assert_null(strstr(text_get(&table), "anneal: a single"));
    assert_null(strstr(text_get(&table), "budget of 2000"));
    text_free(&table);
    trials_free(&fixture.trials);
}

static void the_plot_has_a_line_for_each_kind(void **state) {
    (void)state;
    struct fixture fixture;
    struct error error;
    struct text script = {0};
    begin(&fixture);
    trials_play(&fixture.trials, &error);
    plot_script(&fixture.trials, "o'clock.svg", &script);
    assert_non_null(strstr(text_get(&script), "set terminal svg "));
    assert_non_null(strstr(text_get(&script), "set output 'o''clock.svg'\n"));
    assert_non_null(strstr(text_get(&script), "set title 'what''s tried' noenhanced\n"));
    assert_non_null(strstr(text_get(&script), "set logscale x\n"));
    assert_non_null(strstr(text_get(&script), "$points1 << END\n1013 30 20 40\n2013 3000 2000 4000"
                                              "\nEND\n"));
    assert_non_null(strstr(text_get(&script),
                           "plot $points0 using 1:2:3:4 with yerrorlines linewidth 2 title 'ga', "
                           "\\\n    $points1 "));
    text_free(&script);
    trials_free(&fixture.trials);
}

/* By a gnuplot that keeps what it is told, and one that fails. */
static void gnuplot_draws_the_plot(void **state) {
    (void)state;
    char folder[] = "/tmp/hone-plot-XXXXXX", path[64], command[400],
         *usual = xstrdup(getenv("PATH"));
    struct text script = {0}, told = {0}, paths = {0};
    struct fixture fixture;
    struct error error;
    begin(&fixture);
    trials_play(&fixture.trials, &error);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.svg", folder);
    text_add(&paths, "%s:%s", folder, usual);
    setenv("PATH", text_get(&paths), 1);
    plot_script(&fixture.trials, path, &script);
    for (int fails = 0; fails < 2; fails++) {
        snprintf(command, sizeof command,
                 "printf '#!/bin/sh\\ntest \"$1\" = --version || cat >%s/told; exit %d\\n' "
                 ">%s/gnuplot; chmod +x %s/gnuplot",
                 folder, fails, folder, folder);
        assert_int_equal(system(command), 0);
        assert_int_equal(plot_check(path, &error), fails ? -1 : 0);
        assert_int_equal(plot_write(&fixture.trials, path, &error), fails ? -1 : 0);
    }
    assert_non_null(strstr(error.text, "gnuplot could not draw "));
    setenv("PATH", usual, 1);
    snprintf(path, sizeof path, "%s/told", folder);
    assert_int_equal(file_read(path, &told, &error), 0);
    assert_string_equal(text_get(&told), text_get(&script));
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    text_free(&script), text_free(&told), text_free(&paths);
    free(usual);
    trials_free(&fixture.trials);
}

static void a_plot_of_another_format_is_refused(void **state) {
    (void)state;
    struct error error;
    assert_int_equal(plot_check("curve.pdf", &error), -1);
    assert_non_null(strstr(error.text, "must end in .svg or .png"));
    assert_int_equal(plot_check("curve", &error), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quartiles_are_taken_over_the_seeds),
        cmocka_unit_test(quartiles_lie_between_values),
        cmocka_unit_test(an_interrupted_comparison_is_a_smaller_one),
        cmocka_unit_test(a_line_of_the_table_is_a_kind_and_a_budget),
        cmocka_unit_test(a_generation_beyond_its_budget_is_told),
        cmocka_unit_test(the_plot_has_a_line_for_each_kind),
        cmocka_unit_test(gnuplot_draws_the_plot),
        cmocka_unit_test(a_plot_of_another_format_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
