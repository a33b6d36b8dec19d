/*
 * Ranges of parameters that are changed in a run that goes on, from outside.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/runs.h"
#include "tuner/store/runs.h"

#define ALL "{ name = \"*\"; lower = -100; upper = 100; }"
#define NARROW "{ name = \"*\"; lower = 0; upper = 30; }"

static void write_config(const char *name, const char *optimizer, int generations,
                         const char *params) {
    char path[700];
    struct text text = {0};
    snprintf(path, sizeof path, "%s/%s.cfg", directory, name);
    text_add(&text,
             "threads = 1; seed = 5; game = \"reversi\"; evaluator = { name = \"wpc\"; layout = "
             "\"10\"; };\n"
             "player = { depth = 0; epsilon = 0.1; }; fitness = { pairs = 3; };\n"
             "verify = { candidates = 4; selection_pairs = 10; pairs = 20; };\n"
             "params = (%s);\n"
             "optimizer = { name = \"%s\"; generations = %d; };\n",
             params, optimizer, generations);
    assert_int_equal(file_write(path, text_get(&text), NULL), 0);
    text_free(&text);
}

/* Players of generations from one on that have a weight outside of 0 to 30, in ten weights. */
static int64_t count_outside(const char *out, int from) {
    char sql[400];
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM players WHERE generation >= %d AND EXISTS (SELECT 1 FROM "
             "json_each('[' || replace(weights, ' ', ',') || ']') WHERE value NOT BETWEEN 0 AND "
             "30)",
             from);
    return query_number(out, sql);
}

static void without_consent_nothing_is_changed(void **context) {
    (void)context;
    write_config("asked", "ga", 4, ALL);
    does("tune asked.cfg --set output=asked");
    does("tune asked.cfg --set output=before");
    write_config("asked", "ga", 8, NARROW);
    assert_prints("tune asked.cfg --set output=asked", 2,
                  "with other ranges of parameters; with --adopt");
    assert_prints("tune asked.cfg --set output=asked --set seed=9", 2,
                  "begin a new one with optimizer.init = \"file\"");
    write_config("asked", "ga", 4, NARROW);
    assert_prints("tune asked.cfg --set output=asked", 2,
                  "with other ranges of parameters; with --adopt");
    assert_prints("tune asked.cfg --set output=asked --adopt", 2, "no game would be played");
    assert_same_database("asked", "before");
}

static void adopted_ranges_hold_from_then_on(void **context) {
    (void)context;
    static const char *const kinds[] = {"ga", "cmaes"};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        write_config("held", kinds[i], 4, ALL);
        does("tune held.cfg --set output=%s", kinds[i]);
        write_config("held", kinds[i], 8, NARROW);
        does("tune held.cfg --set output=%s --adopt", kinds[i]);
        assert_true(count_outside(kinds[i], 1) > 0);
        assert_int_equal(count_outside(kinds[i], 5), 0);
        assert_int_equal(query_number(kinds[i], "SELECT generation FROM changes"), 4);
        does("tune held.cfg --set output=%s", kinds[i]); /* its config is the new one */
        does("doctor %s", kinds[i]);
    }
}

/* Again and again, until it is finished. */
static void is_killed(const char *arguments) {
    char line[1000];
    struct text out = {0};
    snprintf(line, sizeof line, "for time in .1 .2 300; do timeout -s KILL $time '%s' %s; done",
             program, arguments);
    assert_int_equal(shell_line(line, &out), 0);
    text_free(&out);
}

/* Whatever threads there are, and where it is killed. */
static void it_is_repeatable(void **context) {
    (void)context;
    static const char *const outs[] = {"once", "again"};
    for (int i = 0; i < 2; i++) {
        write_config("same", "ga", 4, ALL);
        does("tune same.cfg --set output=%s --set threads=%d", outs[i], i + 1);
        write_config("same", "ga", 8, NARROW);
        does("tune same.cfg --set output=%s --set threads=%d --adopt", outs[i], 2 - i);
    }
    assert_same_database("once", "again");
    write_config("same", "ga", 4, ALL);
    does("tune same.cfg --set output=killed");
    write_config("same", "ga", 20, NARROW);
    is_killed("tune same.cfg --set output=killed --adopt");
    write_config("same", "ga", 4, ALL);
    does("tune same.cfg --set output=straight");
    write_config("same", "ga", 20, NARROW);
    does("tune same.cfg --set output=straight --adopt");
    assert_same_database("straight", "killed");
}

static void the_report_says_so(void **context) {
    (void)context;
    write_config("said", "ga", 3, ALL);
    does("tune said.cfg --set output=said");
    write_config("said", "ga", 6,
                 "{ name = \"*\"; lower = -100; upper = 100; }, "
                 "{ name = \"a1\"; lower = -40; upper = 300; }");
    assert_prints("tune said.cfg --set output=said --adopt", 0,
                  "from generation 4 on: a1 -40 to 300 instead of -100 to 100\n");
    write_config("said", "ga", 9, NARROW);
    does("tune said.cfg --set output=said --adopt");
    assert_prints("report said", 0, "! from generation 4 on: a1 -40 to 300 instead of -100 to 100");
    assert_prints("report said", 0, "! from generation 7 on: a1 0 to 30 instead of -40 to 300");
    assert_prints("report said", 0, "and 7 more");
    does("report --html said.html said");
    struct text page = {0};
    assert_int_equal(shell_line("grep -c 'a1 -40 to 300 instead of -100 to 100' said.html", &page),
                     0);
    text_free(&page);
}

/* Its range only narrows the other's. */
static void a_tied_parameter_is_not_named(void **context) {
    static const char tied[] = "{ name = \"a1\"; lower = -%d; upper = 90; }, "
                               "{ name = \"b1\"; lower = -%d; tie = \"a1\"; }";
    char params[300];
    (void)context;
    snprintf(params, sizeof params, tied, 50, 50);
    write_config("tied", "ga", 2, params);
    does("tune tied.cfg --set output=tied");
    snprintf(params, sizeof params, tied, 40, 40);
    write_config("tied", "ga", 3, params);
    assert_prints("tune tied.cfg --set output=tied --adopt", 0,
                  "from generation 3 on: a1 -40 to 90 instead of -50 to 90\n");
}

/* Champions of earlier generations are outside. */
static void the_champion_is_within_the_ranges(void **context) {
    (void)context;
    write_config("champion", "ga", 6, ALL);
    does("tune champion.cfg --set output=champion");
    write_config("champion", "ga", 7, NARROW);
    does("tune champion.cfg --set output=champion --adopt");
    assert_int_equal(query_number("champion",
                                  "SELECT count(*) FROM seats WHERE stage = 'select' AND role = "
                                  "'candidate' AND player IN (SELECT id FROM players WHERE "
                                  "generation < 7)"),
                     0);
    assert_true(query_number("champion", "SELECT count(*) FROM seats WHERE stage = 'select' AND "
                                         "role = 'candidate'") > 0);
}

/* As doctor does where later rows are unsound. */
static void rewind_run(const char *out, int generations) {
    char path[700];
    snprintf(path, sizeof path, "%s/%s/run.db", directory, out);
    struct store *store = store_open(path, STORE_WRITE, NULL);
    assert_non_null(store);
    store_begin(store);
    store_rewind_run(store, 1, generations, generations, "");
    store_commit(store);
    store_close(store);
}

static void what_is_dropped_takes_its_ranges_along(void **context) {
    struct text said = {0};
    (void)context;
    write_config("back", "ga", 4, ALL);
    does("tune back.cfg --set output=straight-4");
    does("tune back.cfg --set output=back");
    write_config("back", "ga", 7, NARROW);
    does("tune back.cfg --set output=back --adopt");
    assert_int_equal(shell_line("cp -r back back-7", &said), 0);
    rewind_run("back", 6);
    does("tune back.cfg --set output=back");
    assert_int_equal(count_outside("back", 5), 0);
    assert_same_database("back-7", "back");
    rewind_run("back", 3);
    write_config("back", "ga", 4, ALL);
    does("tune back.cfg --set output=back");
    assert_same_database("straight-4", "back");
    text_free(&said);
}

/* Nothing has followed from the earlier ranges, so that there is no change to be noted. */
static void before_the_first_generation_ranges_are_the_only_ones(void **context) {
    (void)context;
    write_config("early", "ga", 2, ALL);
    does("tune early.cfg --set output=early");
    rewind_run("early", 0);
    write_config("early", "ga", 2, NARROW);
    does("tune early.cfg --set output=early --adopt");
    does("tune early.cfg --set output=narrow");
    assert_same_database("narrow", "early");
    assert_int_equal(query_number("early", "SELECT count(*) FROM changes"), 0);
}

static void more_than_ranges_is_another_run(void **context) {
    (void)context;
    static const char *const others[] = {ALL ", { name = \"a1\"; freeze = true; start = 9; }",
                                         ALL ", { name = \"a1\"; tie = \"b1\"; }",
                                         ALL ", { name = \"a1\"; step = 7; start = 9; }"};
    write_config("other", "ga", 3, ALL);
    does("tune other.cfg --set output=other");
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        write_config("other", "ga", 6, others[i]);
        assert_prints("tune other.cfg --set output=other --adopt", 2, "in more than their ranges");
    }
    write_config("other", "td", 3, ALL);
    does("tune other.cfg --set output=td");
    write_config("other", "td", 6, NARROW);
    assert_prints("tune other.cfg --set output=td --adopt", 2, "\"td\" cannot go on with");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_consent_nothing_is_changed),
        cmocka_unit_test(adopted_ranges_hold_from_then_on),
        cmocka_unit_test(it_is_repeatable),
        cmocka_unit_test(the_report_says_so),
        cmocka_unit_test(a_tied_parameter_is_not_named),
        cmocka_unit_test(the_champion_is_within_the_ranges),
        cmocka_unit_test(what_is_dropped_takes_its_ranges_along),
        cmocka_unit_test(before_the_first_generation_ranges_are_the_only_ones),
        cmocka_unit_test(more_than_ranges_is_another_run),
    };
    return cmocka_run_group_tests(tests, runs_make_directory, own_directory_remove);
}
