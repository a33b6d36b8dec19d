/*
 * costs: what samples of a run's stages say: ratios only, since clocks tell little of a busy
 * machine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/tiny_run.h"
#include "tuner/run/costs.h"

static int make_run(void **context) {
    struct error error;
    return runs_make_directory(context) || tiny_tune("run", NULL, &error) != RUN_FINISHED;
}

/* Of the tiny run, as if its config said that too, and it had so many generations; and seconds of a
 * game, if `game` is not NULL. */
static struct costs costs_after(const char *set, int generations, double *game) {
    struct config config;
    struct error error;
    char path[128];
    snprintf(path, sizeof path, "%s/run/run.db", directory);
    if (config_parse("tiny.cfg", tiny_config, &set, 1, &config, &error)) fail_msg("%s", error.text);
    struct run run = {.config = &config,
                      .store = store_open(path, STORE_READ, &error),
                      .pool = pool_open(1, 1 << 14),
                      .id = 1,
                      .done = generations};
    if (!run.store) fail_msg("%s", error.text);
    struct costs costs = costs_measure(&run, 0.01);
    if (game) *game = costs_of_game(&run, 0.01);
    pool_close(run.pool);
    store_close(run.store);
    config_free(&config);
    return costs;
}

static struct costs costs_with(const char *set) {
    return costs_after(set, 6, NULL);
}

/* The least of several samples, since the machine may have been busy. */
static double least_game(const char *set) {
    double least = costs_with(set).games[STAGE_DEPTH];
    for (int i = 0; i < 3; i++) {
        double game = costs_with(set).games[STAGE_DEPTH];
        if (game < least) least = game;
    }
    return least;
}

static double least_opening(const char *set) {
    double least = costs_with(set).opening;
    for (int i = 0; i < 3; i++) {
        double opening = costs_with(set).opening;
        if (opening < least) least = opening;
    }
    return least;
}

static void other_depths_have_games_of_their_own(void **state) {
    (void)state;
    double shallow = least_game("verify.depths=[1]"), both = least_game("verify.depths=[1, 4]");
    assert_true(shallow > 0);
    assert_true(both > 4 * shallow);
    assert_true(costs_with("verify.depths=[]").games[STAGE_DEPTH] == 0);
}

/* Without engines of their own they play as training does. */
static void stages_that_play_as_training_does_are_not_measured(void **state) {
    (void)state;
    struct costs costs = costs_with("seed=3");
    assert_true(costs.games[STAGE_VERIFY] == 0 && costs.games[STAGE_SELECT] == 0);
}

/* So that a run of deep searches is known before it has a generation. */
static void the_first_players_stand_for_those_to_come(void **state) {
    (void)state;
    double first, deep;
    assert_true(costs_after("verify.depths=[1]", 0, &first).games[STAGE_DEPTH] > 0);
    costs_after("player.depth=3", 0, &deep);
    assert_true(first > 0);
    assert_true(deep > 4 * first);
}

/* Eight judges play them out. */
static void judged_openings_cost_games(void **state) {
    (void)state;
    double plain = least_opening("verify.pairs=1000");
    double judged = least_opening("openings.balance=0.4");
    assert_true(plain > 0);
    assert_true(judged > 3 * plain);
}

/* An engine of its own sits where the run's yardsticks do, and takes far longer than they. */
static void games_with_engines_are_measured_with_them(void **state) {
    (void)state;
    static const char *const sets[] = {"verify.yardsticks=[\"cmd:" BUILD_DIR
                                       "/hone-engine --protocol gtp --depth 1;protocol=gtp\"]"};
    struct config config;
    struct error error;
    if (config_parse("tiny.cfg", tiny_config, sets, 1, &config, &error)) fail_msg("%s", error.text);
    struct run run = {.config = &config,
                      .pool = pool_open(1, 1 << 14),
                      .yardsticks = roster_new(&config.player.manners)};
    guest_init(&run.guests[0], config.evaluator, &config.verify.yardsticks[0].external);
    run.measuring[0] =
        roster_seat_player(&run.yardsticks, &run.guests[0].player, ROLE_YARDSTICK, 1);
    struct costs costs = costs_measure(&run, 0.01);
    assert_true(costs.games[STAGE_VERIFY] > 4 * costs_of_game(&run, 0.01));
    assert_true(costs.games[STAGE_VERIFY] > 4 * costs.games[STAGE_DEPTH]);
    pool_close(run.pool);
    roster_destroy(&run.yardsticks);
    config_free(&config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_depths_have_games_of_their_own),
        cmocka_unit_test(stages_that_play_as_training_does_are_not_measured),
        cmocka_unit_test(the_first_players_stand_for_those_to_come),
        cmocka_unit_test(games_with_engines_are_measured_with_them),
        cmocka_unit_test(judged_openings_cost_games),
    };
    return cmocka_run_group_tests(tests, make_run, runs_remove_directory);
}
