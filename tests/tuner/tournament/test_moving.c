/*
 * moving: each tuned player moves as it was tuned, others like the first of these; what the command
 * line says holds for all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tuner/tournament/moving.h"

enum { PLAYERS = 3 };

static struct entrants entrants;
static struct series series;
static struct error error;

/* All of one evaluator, with the names "first", "second" and "third"; none is tuned. */
static int load_entrants(void **state) {
    static const char *const names[PLAYERS] = {"first", "second", "third"};
    char *specs[PLAYERS];
    (void)state;
    for (int i = 0; i < PLAYERS; i++) specs[i] = (char *)(uintptr_t) "config/weights/swh.weights";
    if (entrants_load(specs, PLAYERS, NULL, &entrants, &error)) return -1;
    for (int i = 0; i < PLAYERS; i++)
        snprintf(entrants.list[i].name, sizeof entrants.list[i].name, "%s", names[i]);
    series = (struct series){.entrants = &entrants, .settings = series_defaults(1)};
    return 0;
}

static int destroy_entrants(void **state) {
    (void)state;
    entrants_destroy(&entrants);
    return 0;
}

static struct manners at_depth(int depth, double epsilon) {
    const struct search_limits limits = {.depth = depth};
    return manners_one(&limits, epsilon);
}

static void tune(int i, struct manners manners) {
    entrants.list[i].tuned = true;
    entrants.list[i].manners = manners;
}

/* Half of the pairs at each depth. */
static struct manners at_depths(int first, int second) {
    return (struct manners){
        2, {{.share = 0.5, .limits.depth = first}, {.share = 0.5, .limits.depth = second}}};
}

static void settle(void) {
    if (moving_settle(&series, &error)) fail_msg("%s", error.text);
}

static void assert_moves(int i, int depth, double epsilon) {
    const struct manners manners = moving_manners(&series, &entrants.list[i]);
    assert_int_equal(manners.count, 1);
    assert_int_equal(manners.list[0].limits.depth, depth);
    assert_true(manners.list[0].epsilon == epsilon);
}

static void assert_described(const char *all, const char *each) {
    struct text text = {0};
    moving_describe_all(&series, &text);
    assert_string_equal(text_get(&text), all);
    text_free(&text);
    moving_describe_each(&series, &text);
    assert_string_equal(text_get(&text), each);
    text_free(&text);
}

static void tuned_players_move_as_they_were_tuned(void **state) {
    (void)state;
    tune(1, at_depth(2, 0.1));
    tune(2, at_depth(4, 0));
    settle();
    assert_moves(0, 2, 0.1);
    assert_moves(1, 2, 0.1);
    assert_moves(2, 4, 0);
    assert_true(moving_is_random(&series));
    assert_described("as tuned", "  first: depth 2, epsilon 0.1\n  second: depth 2, epsilon 0.1\n"
                                 "  third: depth 4\n");
}

static void players_that_move_alike_are_described_once(void **state) {
    (void)state;
    tune(1, at_depth(2, 0));
    settle();
    assert_described("depth 2 (as tuned)", "");
    assert_false(moving_is_random(&series));
}

static void what_is_told_holds_for_all(void **state) {
    (void)state;
    tune(1, at_depth(2, 0.1));
    tune(2, at_depth(4, 0));
    series.settings.epsilon = 0.2;
    settle();
    assert_moves(1, 2, 0.2);
    assert_moves(2, 4, 0.2);
    series.settings.limits.depth = 3;
    settle();
    for (int i = 0; i < PLAYERS; i++) assert_moves(i, 3, 0.2);
    assert_described("depth 3, epsilon 0.2", "");
    series.settings.epsilon = 0;
    for (int i = 0; i < PLAYERS; i++) assert_moves(i, 3, 0);
}

/* A weight file does not say it: it is that of the first run's games. */
static void an_unsaid_rate_of_random_moves_is_another_players(void **state) {
    (void)state;
    tune(1, at_depth(2, ENTRANT_EPSILON_UNSAID));
    settle();
    assert_moves(0, 2, 0);
    assert_moves(1, 2, 0);
    tune(2, at_depth(4, 0.1));
    series.settings = series_defaults(1);
    settle();
    assert_moves(0, 2, 0.1);
    assert_moves(1, 2, 0.1);
}

static void all_have_the_manners_of_one_that_has_several(void **state) {
    (void)state;
    tune(1, at_depth(3, 0));
    tune(2, at_depths(2, 4));
    settle();
    const struct manners single = moving_manners(&series, &entrants.list[1]);
    const struct manners several = moving_manners(&series, &entrants.list[2]);
    assert_int_equal(single.count, 2);
    assert_int_equal(several.count, 2);
    for (int m = 0; m < 2; m++) {
        assert_true(single.list[m].share == 0.5 && several.list[m].share == 0.5);
        assert_int_equal(single.list[m].limits.depth, 3);
        assert_int_equal(several.list[m].limits.depth, m ? 4 : 2);
    }
}

static void different_lists_of_manners_are_refused(void **state) {
    (void)state;
    tune(0, at_depths(2, 4));
    tune(1, at_depth(3, 0));
    tune(2, at_depths(2, 4));
    settle();
    tune(2, at_depths(2, 5));
    series.settings = series_defaults(1);
    assert_int_equal(moving_settle(&series, &error), -1);
    assert_non_null(strstr(error.text, "first and third were tuned in different lists of manners"));
    series.settings.limits.depth = 0; /* that is told, too */
    settle();
}

/* At the deepest of several. */
static void judges_play_as_they_were_tuned_or_like_the_first_player(void **state) {
    (void)state;
    tune(0, at_depths(2, 4));
    settle();
    assert_int_equal(moving_judges(&series).depth, 4);
    series.judge.tuned = true;
    series.judge.manners = at_depths(6, 5);
    assert_int_equal(moving_judges(&series).depth, 6);
    series.settings.limits.depth = 3;
    settle();
    assert_int_equal(moving_judges(&series).depth, 3);
}

int main(void) {
#define OF_THREE(test) cmocka_unit_test_setup_teardown(test, load_entrants, destroy_entrants)
    const struct CMUnitTest tests[] = {
        OF_THREE(tuned_players_move_as_they_were_tuned),
        OF_THREE(players_that_move_alike_are_described_once),
        OF_THREE(what_is_told_holds_for_all),
        OF_THREE(an_unsaid_rate_of_random_moves_is_another_players),
        OF_THREE(all_have_the_manners_of_one_that_has_several),
        OF_THREE(different_lists_of_manners_are_refused),
        OF_THREE(judges_play_as_they_were_tuned_or_like_the_first_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
