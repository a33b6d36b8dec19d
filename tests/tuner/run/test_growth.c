/*
 * growth: when milestones are due, and that they never cost more than a twentieth of the training
 * games, for runs of every size.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tuner/run/growth.h"

/* All configs have four yardsticks. */
static struct config config_of(int every, int pairs) {
    struct config config = {.progress = {.every = every, .on = true},
                            .fitness.yardstick_count = 1,
                            .verify.yardstick_count = 3};
    config.pairs[STAGE_PROGRESS] = pairs;
    return config;
}

/* As a run goes on after a milestone. */
static void measured(const struct config *config, struct growth *growth, int generation,
                     int64_t games, int pairs) {
    growth_add(growth, (struct growth_point){generation, games},
               2 * (int64_t)pairs * growth_meetings(config, growth));
}

/* By a run that has not begun. */
static int64_t games_foreseen(const struct config *config, int generations, int64_t games) {
    const struct growth none = {0};
    return growth_games_left(config, &none, (struct growth_point){0},
                             (struct growth_point){generations, games});
}

static void milestones_meet_the_start_the_yardsticks_and_earlier_ones(void **state) {
    (void)state;
    struct config config = config_of(-1, 0);
    static const int wanted[] = {9, 9 + 1, 9 + 2, 9 + 2, 9 + 3, 9 + 3, 9 + 3, 9 + 3, 9 + 4};
    for (int earlier = 0; earlier < 9; earlier++)
        assert_int_equal(growth_meetings(&config, &(struct growth){.milestones = earlier}),
                         wanted[earlier]);
    assert_int_equal(growth_meetings(&config, &(struct growth){.milestones = 100}), 9 + 4);
    config.verify.yardsticks[1].line = "cmd:edax;protocol=gtp"; /* engines are not met */
    assert_int_equal(growth_meetings(&config, &(struct growth){.milestones = 100}), 7 + 4);
}

static void milestones_cost_a_twentieth_at_most(void **state) {
    (void)state;
    static const int64_t generation_games[] = {48, 216, 15360, 1000000};
    struct config config = config_of(-1, 0);
    for (size_t i = 0; i < COUNT_OF(generation_games); i++) {
        struct growth growth = {0};
        int64_t games = 0;
        for (int generation = 1; generation <= 2000; generation++) {
            games += generation_games[i];
            int pairs = growth_due(&config, &growth, generation, games);
            if (pairs) {
                assert_in_range(pairs, 50, 500);
                assert_true(10 * games >= 11 * growth.games);
                measured(&config, &growth, generation, games, pairs);
            }
            assert_true(20 * growth.spent <= games);
        }
        assert_true(growth.spent <= games_foreseen(&config, 2000, games));
        assert_in_range(growth.milestones, 4, 100);
    }
}

static void a_milestone_is_due_once(void **state) {
    (void)state;
    struct config config = config_of(-1, 0);
    struct growth growth = {0};
    assert_int_equal(growth_due(&config, &growth, 3, 20 * 2 * 50 * 9 - 1), 0);
    assert_int_equal(growth_due(&config, &growth, 3, 20 * 2 * 50 * 9), 50);
    measured(&config, &growth, 3, 20 * 2 * 50 * 9, 50);
    assert_int_equal(growth_due(&config, &growth, 3, 1000000000), 0);
    assert_int_equal(growth_due(&config, &growth, 4, 1000000000), 500);
}

static void the_user_can_say_when_and_how_much(void **state) {
    (void)state;
    struct growth none = {0};
    struct config every = config_of(7, 0), both = config_of(7, 30), pairs = config_of(-1, 600);
    assert_int_equal(growth_due(&every, &none, 6, 1000), 0);
    assert_int_equal(growth_due(&every, &none, 7, 1000), 50);
    assert_int_equal(growth_due(&both, &none, 14, 1000), 30);
    assert_int_equal(growth_due(&pairs, &none, 1, 20 * 2 * 600 * 9 - 1), 0);
    assert_int_equal(growth_due(&pairs, &none, 1, 20 * 2 * 600 * 9), 600);
    every.progress.on = false;
    assert_int_equal(growth_due(&every, &none, 7, 1000), 0);
}

/* As often as asked for 300 times, then whenever the run has grown by a tenth; and the games that
 * are foreseen are those that come. */
static void many_milestones_get_rarer(void **state) {
    (void)state;
    struct config config = config_of(4, 50);
    struct growth growth = {0};
    static const int later[] = {1320, 1452, 1600, 1760, 1936};
    int count = 0;
    for (int generation = 1; generation <= 2000; generation++) {
        int pairs = growth_due(&config, &growth, generation, 1000);
        if (pairs == 0) continue;
        count++;
        assert_int_equal(generation, count <= 300 ? 4 * count : later[count - 301]);
        measured(&config, &growth, generation, 1000, pairs);
    }
    assert_int_equal(count, 305);
    assert_int_equal(games_foreseen(&config, 2000, 2000000), growth.spent);
    int64_t one = 2LL * 50 * growth_meetings(&config, &growth);
    const struct growth_point here = {1500, 0}, end = {2000, 0};
    growth.generation = 1452;
    assert_int_equal(growth_games_left(&config, &growth, here, end), 3 * one);
}

/* Their share of the games decides how large each is, and the run's end which are played. */
static void those_to_come_are_foreseen_as_they_will_be(void **state) {
    (void)state;
    struct config config = config_of(10, 0);
    struct growth growth = {0};
    int64_t foreseen = games_foreseen(&config, 300, 300 * 1000);
    for (int generation = 1; generation <= 300; generation++) {
        const struct growth_point here = {generation, generation * 1000}, end = here;
        const struct growth_point before = {generation - 1, (generation - 1) * 1000};
        int pairs = growth_due(&config, &growth, generation, here.games);
        int64_t games = 2 * (int64_t)pairs * growth_meetings(&config, &growth);
        if (generation > 1) {
            assert_int_equal(growth_games_next(&config, &growth, before), games);
            assert_int_equal(growth_games_left(&config, &growth, here, end), games);
        }
        if (pairs) measured(&config, &growth, generation, here.games, pairs);
    }
    assert_int_equal(growth.milestones, 30);
    assert_int_equal(foreseen, growth.spent);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(milestones_meet_the_start_the_yardsticks_and_earlier_ones),
        cmocka_unit_test(milestones_cost_a_twentieth_at_most),
        cmocka_unit_test(a_milestone_is_due_once),
        cmocka_unit_test(the_user_can_say_when_and_how_much),
        cmocka_unit_test(many_milestones_get_rarer),
        cmocka_unit_test(those_to_come_are_foreseen_as_they_will_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
