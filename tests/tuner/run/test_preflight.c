/*
 * What a run can find out before it is begun: the sample's figures, which parameters are found to
 * be dead, and that the answer depends on the config alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "tuner/run/preflight.h"

/* The first of eight stages is over when games begin. */
static const char base[] =
    "seed = 2; game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10x8\"; };\n"
    "openings = { plies_min = 12; plies_max = 14; };\n"
    "fitness = { groups = true; gauntlet = true; hall_size = 2; pairs = 30; };\n"
    "optimizer = { init = \"around\"; ga = { population = 12; groups = 3; }; };\n"
    "verify = { pairs = 400; };\n";

static struct config config;

static struct preflight measure(const char *set) {
    struct error error;
    struct preflight preflight;
    config_free(&config);
    if (config_parse("c.cfg", base, &set, 1, &config, &error)) fail_msg("%s", error.text);
    assert_int_equal(preflight_measure(&config, &preflight), 0);
    return preflight;
}

static void a_parameter_that_changes_no_move_is_dead(void **state) {
    (void)state;
    struct preflight preflight = measure("threads=2");
    int dead = 0;
    assert_int_equal(preflight.looked_at, 80);
    for (int i = 0; i < 80; i++) {
        dead += preflight_is_dead(&preflight.list[i]);
        if (strncmp(preflight.list[i].name, "s1.", 3) == 0)
            assert_true(preflight_is_dead(&preflight.list[i]));
    }
    assert_in_range(dead, 10, 40);
    preflight_free(&preflight);
}

static void hardly_any_move_is_fewer_than_one_in_two_hundred(void **state) {
    (void)state;
    const struct preflight preflight = {.moves = 400};
    assert_false(preflight_is_weak(&preflight, &(struct preflight_gene){"a", 0}));
    assert_true(preflight_is_weak(&preflight, &(struct preflight_gene){"a", 3}));
    assert_false(preflight_is_weak(&preflight, &(struct preflight_gene){"a", 4}));
}

/* An individual meets the three others of its group; half as large an error takes four times the
 * pairs. */
static void errors_follow_from_the_sample(void **state) {
    (void)state;
    struct preflight preflight = measure("threads=1");
    assert_int_equal(preflight.evaluation, 3 * 30);
    assert_true(preflight.pairs >= 500 && preflight.pairs <= 520);
    assert_true(preflight.deviation > 0.15 && preflight.deviation < 0.5);
    double error = preflight_error(&preflight, 400);
    assert_float_equal(error, 1.96 * preflight.deviation / 20 * 1600 / log(10), 0.01);
    assert_float_equal(preflight_pairs(&preflight, error / 2), 1600, 1);
    preflight_free(&preflight);
}

static void in_a_round_robin_each_meets_all_others(void **state) {
    (void)state;
    struct preflight preflight = measure("fitness.round_robin=true");
    assert_int_equal(preflight.evaluation, 11 * 30);
    preflight_free(&preflight);
}

/* Beside the three others of the group; the hall of fame is empty in the first generation. */
static void yardsticks_of_the_gauntlet_are_met_too(void **state) {
    (void)state;
    struct preflight preflight = measure("fitness.yardsticks=[\"config/weights/swh.weights\"]");
    assert_int_equal(preflight.evaluation, (3 + 1) * 30);
    preflight_free(&preflight);
}

static void threads_change_nothing(void **state) {
    (void)state;
    struct preflight one = measure("threads=1"), two = measure("threads=2");
    assert_true(one.deviation == two.deviation && one.spread == two.spread);
    for (int i = 0; i < one.looked_at; i++)
        assert_int_equal(one.list[i].changed, two.list[i].changed);
    preflight_free(&one);
    preflight_free(&two);
}

/* Vectors far apart differ more than games' noise; those that are all but the start hardly, since
 * luck is taken out: of the sample's games it is some 11 Elo. */
static void the_spread_is_that_of_the_first_generation(void **state) {
    (void)state;
    struct preflight far = measure("optimizer.init=random");
    struct preflight near = measure("optimizer.init_spread=0.001");
    assert_true(far.spread > 50 && near.spread < 6);
    preflight_free(&far);
    preflight_free(&near);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_parameter_that_changes_no_move_is_dead),
        cmocka_unit_test(hardly_any_move_is_fewer_than_one_in_two_hundred),
        cmocka_unit_test(errors_follow_from_the_sample),
        cmocka_unit_test(in_a_round_robin_each_meets_all_others),
        cmocka_unit_test(yardsticks_of_the_gauntlet_are_met_too),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(the_spread_is_that_of_the_first_generation),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    config_free(&config);
    return status;
}
