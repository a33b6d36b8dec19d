/*
 * What each part of a vector is worth, and which can be missed: how parts are told apart and
 * chosen, and the command from outside.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "engine/files/weights.h"
#include "engine/games/games.h"
#include "tests/runs.h"
#include "tuner/tournament/ablation.h"

/* ---- parts ---- */

static const struct evaluator *evaluator_of(const char *game, const char *name,
                                            const char *layout) {
    struct error error;
    const struct evaluator *evaluator =
        games_evaluator(games_find(game, &error), name, layout, &error);
    if (!evaluator) fail_msg("%s", error.text);
    return evaluator;
}

/* "a1 4, b1 8": of a vector that differs from its start everywhere but in the first parameter. */
static void assert_parts(const struct evaluator *evaluator, bool grouped, int count,
                         const char *begin) {
    int32_t full[512], start[512];
    struct text said = {0};
    assert_in_range(evaluator->param_count, 1, 512);
    for (int i = 0; i < evaluator->param_count; i++) full[i] = start[i] = 5;
    for (int i = 1; i < evaluator->param_count; i++) full[i] = 6;
    struct ablation ablation = ablation_of(evaluator, full, start, grouped);
    for (int i = 0; i < ablation.count; i++)
        text_add(&said, "%s%s %d", i ? ", " : "", ablation.names[i], ablation.sizes[i]);
    assert_int_equal(ablation.count, count);
    if (strncmp(text_get(&said), begin, strlen(begin)) != 0) fail_msg("%s", text_get(&said));
    ablation_free(&ablation);
    text_free(&said);
}

static void parts_are_parameters_or_what_symmetry_and_names_group(void **state) {
    (void)state;
    assert_parts(evaluator_of("reversi", "wpc", "64"), false, 63, "b1 1, c1 1, ");
    assert_parts(evaluator_of("reversi", "wpc", "64"), true, 10, "b1 8, c1 8, d1 8, a1 3, b2 4, ");
    assert_parts(evaluator_of("reversi", "wpc", "10x2"), true, 19, "s1.b1 1, ");
    assert_parts(evaluator_of("connect6", "roads", NULL), true, 3, "own 4, opp 5, ");
    assert_parts(evaluator_of("connect6", "lines", NULL), true, 71, "n.s2 ");
}

static void what_is_back_has_the_values_of_the_start(void **state) {
    (void)state;
    const struct evaluator *evaluator = evaluator_of("reversi", "wpc", "10");
    int32_t full[10], start[10], out[10];
    bool back[10] = {false};
    for (int i = 0; i < 10; i++) full[i] = 10 + i, start[i] = -i;
    struct ablation ablation = ablation_of(evaluator, full, start, false);
    back[3] = back[7] = true;
    ablation_without(&ablation, back, out);
    for (int i = 0; i < 10; i++) assert_int_equal(out[i], i == 3 || i == 7 ? -i : 10 + i);
    ablation_free(&ablation);
}

/* ---- which can be back ---- */

static void the_least_worth_come_first(void **state) {
    (void)state;
    const double worth[] = {3, -INFINITY, 7, 3, -1};
    int order[5];
    ablation_order(worth, 5, order);
    const int expected[] = {1, 4, 0, 3, 2};
    assert_memory_equal(order, expected, sizeof order);
}

/* Where so many can be back and no more, it finds that, all and none included. */
static void bisection_finds_how_many_can_be_back(void **state) {
    (void)state;
    const struct score worse = score_of(&(struct pentanomial){{0, 0, 0, 10, 20}});
    const struct score alike = score_of(&(struct pentanomial){{5, 5, 10, 5, 6}});
    assert_true(ablation_is_worse(&worse) && !ablation_is_worse(&alike));
    for (int can = 0; can <= 13; can++) {
        struct ablation_search search = ablation_search_new(13);
        for (int tried; (tried = ablation_search_next(&search)) > 0;)
            ablation_search_tell(&search, tried, tried <= can ? &alike : &worse);
        assert_int_equal(search.can, can);
    }
}

/* ---- the command ---- */

static int make_directory(void **state) {
    char here[512], command[1200];
    if (runs_make_directory(state) || !getcwd(here, sizeof here)) return -1;
    snprintf(command, sizeof command,
             "sed '/^source/a player depth=0\n/^checksum/s/ .*/ -/' "
             "'%s/config/weights/lr06.weights' > '%s/lr06.weights'",
             here, directory);
    return system(command);
}

static void assert_player(const char *file, const char *player) {
    char path[700];
    struct weights weights;
    struct error error;
    snprintf(path, sizeof path, "%s/%s", directory, file);
    if (weights_load(path, &weights, &error)) fail_msg("%s", error.text);
    assert_string_equal(weights.provenance.player, player);
    weights_free(&weights);
}

static struct text rows_of_pairs(void) {
    struct text rows = {0};
    assert_int_equal(shell_line("sqlite3 a.db 'SELECT * FROM pairs' | sort | sha256sum", &rows), 0);
    return rows;
}

/* Asked again, not a game is played anew, and that some were stored is said once. */
static void a_file_is_ablated_and_what_is_left_written(void **state) {
    (void)state;
    static const char line[] =
        "ablate lr06.weights --by group -n 60 --db a.db -o small.weights --force";
    struct text out = {0};
    assert_int_equal(shell(line, &out), 0);
    assert_non_null(strstr(text_get(&out), "with one of 10 parts back at its start, initial"));
    assert_non_null(strstr(text_get(&out), "\n  d3 "));
    assert_prints("weights show small.weights", 0, "hone ablate: ");
    assert_player("small.weights", "depth=0");
    struct text again = {0}, before = rows_of_pairs(), after;
    assert_int_equal(shell(line, &again), 0);
    static const char there[] = "has 60 pairs of it already; going on";
    const char *said = strstr(text_get(&again), there);
    assert_non_null(said);
    assert_null(strstr(said + strlen(there), "going on"));
    after = rows_of_pairs();
    assert_string_equal(text_get(&before), text_get(&after));
    text_free(&again), text_free(&before), text_free(&after);
    assert_prints("ablate lr06.weights --by group -n 60 --format csv", 0,
                  "part,weights,pairs,elo,elo_error,");
    text_free(&out);
}

/* Series 2 finds how many can be back, series 3 accepts them, series 4 measures them. */
static void what_is_left_is_measured_on_openings_that_did_not_accept_it(void **state) {
    (void)state;
    assert_prints("ablate lr06.weights --by group -n 60 --seed 2", 0,
                  "it is +10.1 +/- 31.2 Elo better than the whole, on\n"
                  "    openings that chose nothing (240 pairs, seed 6)\n");
    assert_prints("ablate lr06.weights --by group -n 60 --seed 5", 0,
                  "the whole is +37.1 +/- 31.8 Elo better, on openings");
}

static void one_part_is_back(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(shell_line("sed '/^d3 /s/ .*/ 31/' lr06.weights > near.weights", &out), 0);
    assert_prints("ablate lr06.weights --start near.weights -n 60", 0, "of the 1 part, 1 is");
}

/* A start of another layout is what it would be in the player's own. */
static void a_start_of_another_layout_is_converted(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(shell("weights convert lr06.weights --layout 10 -o ten.weights", &out), 0);
    assert_prints("ablate ten.weights --start lr06.weights", 2, "has the weights of its start");
    text_free(&out);
}

/* Squares that mirror each other are two parts in a table of 64. */
static void few_parameters_are_taken_one_by_one(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(shell_line("sed '/^[de]3 /s/ .*/ 31/' lr06.weights > both.weights", &out), 0);
    assert_prints("ablate lr06.weights --start both.weights -n 1", 0, "with one of 2 parts back");
    assert_prints("ablate lr06.weights --start both.weights -n 1 --by group", 0,
                  "with one of 1 part back");
}

/* Unless it is asked for one by one, a large table is taken by its groups. */
static void many_parameters_are_grouped_or_refused(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(shell("weights new --game reversi --evaluator patterns -o big.weights", &out),
                     0);
    assert_int_equal(
        shell_line("awk '/^params/ {on = 1; print; next} on {for (i = 2; i <= NF; i++) $i = 7}"
                   " /^checksum/ {$2 = \"-\"} {print}' big.weights >all.weights",
                   &out),
        0);
    assert_prints("ablate all.weights --by parameter", 2,
                  ", 256 are the most; --by group has fewer");
    assert_prints("ablate all.weights -n 1 --format csv", 0, "part,weights,pairs,");
    text_free(&out);
}

static void an_output_is_checked_before_anything_is_played(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(shell("ablate lr06.weights -n 20 -o none/x", &out), 2);
    assert_non_null(strstr(text_get(&out), "none/x: cannot be written"));
    assert_null(strstr(text_get(&out), "against itself"));
    text_free(&out);
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    assert_prints("ablate lr06.weights --start lr06.weights", 2, "has the weights of its start");
    assert_prints("ablate missing.weights", 2, "missing.weights");
    assert_prints("ablate lr06.weights --until-error 5", 2, "all parts play alike");
    const char *reason = ": external engines and random have no weights";
    char external[100];
    snprintf(external, sizeof external, "cmd:x;protocol=gtp%s", reason);
    assert_prints("ablate 'cmd:x;protocol=gtp'", 2, external);
    assert_prints("ablate random", 2, reason);
    assert_prints("ablate lr06.weights --start random", 2, reason);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_parameters_or_what_symmetry_and_names_group),
        cmocka_unit_test(what_is_back_has_the_values_of_the_start),
        cmocka_unit_test(the_least_worth_come_first),
        cmocka_unit_test(bisection_finds_how_many_can_be_back),
        cmocka_unit_test(a_file_is_ablated_and_what_is_left_written),
        cmocka_unit_test(what_is_left_is_measured_on_openings_that_did_not_accept_it),
        cmocka_unit_test(one_part_is_back),
        cmocka_unit_test(few_parameters_are_taken_one_by_one),
        cmocka_unit_test(a_start_of_another_layout_is_converted),
        cmocka_unit_test(many_parameters_are_grouped_or_refused),
        cmocka_unit_test(an_output_is_checked_before_anything_is_played),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, make_directory, own_directory_remove);
}
