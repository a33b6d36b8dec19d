/*
 * blame: which players' values are to blame for the games that they lose by faults.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "tests/own_directory.h"
#include "tuner/external/drive.h"
#include "tuner/run/blame.h"

static bool is_blamed(double usual, int64_t faults, int64_t games) {
    const struct blame blame = {.usual = usual};
    const struct stored_faulty player = {.games = games, .faults = faults};
    return blame_is(&blame, &player);
}

/* Most of its games, or four times the usual share of them; but one or two faults prove nothing. */
static void values_are_to_blame_for_many_faults_alone(void **state) {
    (void)state;
    assert_true(is_blamed(0.01, 3, 4));
    assert_true(is_blamed(0.01, 5, 100));
    assert_false(is_blamed(0.01, 4, 100));
    assert_true(is_blamed(0.3, 6, 10));
    assert_false(is_blamed(0.3, 5, 10));
    assert_false(is_blamed(0.01, 2, 2));
    assert_false(is_blamed(0.01, 2, 10));
    assert_true(is_blamed(0.01, 3, 10));
}

static void others_than_those_named_are_not_to_blame(void **state) {
    (void)state;
    struct stored_faulty list[] = {{.player = 7, .games = 4, .faults = 4},
                                   {.player = 9, .games = 4, .faults = 2}};
    const struct blame blame = {.count = 2, .list = list, .usual = 0.01};
    assert_true(blame_has(&blame, 7));
    assert_false(blame_has(&blame, 8));
    assert_false(blame_has(&blame, 9));
}

/* A run of one meeting, of so many pairs, in which one of its players lost `faults` games. */
static struct blame blame_after(const char *name, int pairs, int faults) {
    char path[128];
    struct error error;
    snprintf(path, sizeof path, "%s/%s.db", directory, name);
    struct store *store = store_open(path, STORE_WRITE, &error);
    if (!store) fail_msg("%s", error.text);
    store_begin(store);
    int64_t run = store_add_run(store, &(struct stored_run){.name = "a",
                                                            .game = "reversi",
                                                            .evaluator = "wpc",
                                                            .layout = "10",
                                                            .config = "",
                                                            .init = "random"});
    struct stored_player player = {.run = run,
                                   .generation = 1,
                                   .evaluator = "wpc",
                                   .layout = "10",
                                   .dim = 1,
                                   .weights = (int32_t[]){0}};
    struct stored_meeting meeting = {.run = run, .pairs = pairs, .counts.n = {pairs}};
    meeting.first.lost = meeting.second.lost = pairs;
    meeting.a = store_add_player(store, &player);
    player.slot = 1;
    meeting.b = store_add_player(store, &player);
    store_add_generation(store, run,
                         &(struct stored_generation){
                             .generation = 1, .champion = meeting.a, .state = "", .threads = 1},
                         NULL);
    struct stored_fault fault = {
        .meeting = store_add_meeting(store, &meeting), .player = meeting.a, .games = faults};
    snprintf(fault.reason, sizeof fault.reason, "%s", external_end_names[EXTERNAL_CRASHED]);
    if (faults > 0) store_add_fault(store, &fault);
    store_commit(store);
    struct blame blame = blame_of_run(store, run, 9);
    store_close(store);
    return blame;
}

/* Two players share the faults of a game. */
static void the_usual_share_is_that_of_a_player(void **state) {
    (void)state;
    struct blame blame = blame_after("some", 10, 4);
    assert_float_equal(blame.usual, 0.1, 1e-9);
    assert_int_equal(blame.count, 1);
    blame_free(&blame);
    blame = blame_after("none", 10, 0);
    assert_int_equal(blame.count, 0);
    blame_free(&blame);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_to_blame_for_many_faults_alone),
        cmocka_unit_test(others_than_those_named_are_not_to_blame),
        cmocka_unit_test(the_usual_share_is_that_of_a_player),
    };
    return cmocka_run_group_tests_name("blame", tests, own_directory_make, own_directory_remove);
}
