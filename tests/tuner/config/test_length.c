/*
 * length: what a budget of games comes to, counted before anything is played.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tuner/config/length.h"

static void parse(const char *fitness, const char *length, struct config *out) {
    struct text text = {0};
    struct error error;
    text_add(&text,
             "game = \"reversi\"; evaluator = { name = \"wpc\"; };\n"
             "fitness = { pairs = 5; %s };\n"
             "optimizer = { name = \"ga\"; %s ga = { population = 6; groups = 2; }; };\n",
             fitness, length);
    if (config_parse("c.cfg", text_get(&text), NULL, 0, out, &error)) fail_msg("%s", error.text);
    text_free(&text);
}

static int generations(const char *fitness, const char *length) {
    struct config config;
    parse(fitness, length, &config);
    int count = config.optimizer.generations;
    config_free(&config);
    return count;
}

/* 6 meetings of 10 games among the groups. */
static void a_budget_is_counted_in_generations(void **state) {
    (void)state;
    assert_int_equal(generations("", "games = 600;"), 10);
    assert_int_equal(generations("", "games = 601;"), 11);
    assert_int_equal(generations("", "games = 1;"), 1);
    assert_int_equal(generations("", "games = 1000000000000;"), 1000000);
    assert_int_equal(generations("", "generations = 7; games = 600;"), 10);
    assert_int_equal(generations("", "generations = 7; games = 0;"), 7);
}

/* From generation 4 on 6 meetings more, from 7 on 12 more. */
static void the_hall_of_fame_grows(void **state) {
    (void)state;
    static const char hall[] = "gauntlet = true; hall_size = 2; hall_every = 3;";
    assert_int_equal(generations(hall, "games = 180;"), 3);
    assert_int_equal(generations(hall, "games = 540;"), 6);
    assert_int_equal(generations(hall, "games = 541;"), 7);
    assert_int_equal(generations(hall, "games = 900;"), 8);
}

/* Between two that enter, the same champions stay. */
static void the_hall_has_the_newest_that_entered(void **state) {
    (void)state;
    struct config config;
    parse("gauntlet = true; hall_size = 2; hall_every = 3;", "generations = 9;", &config);
    for (int generations = 6; generations < 9; generations++) {
        assert_int_equal(length_hall_generation(&config, generations, 0), 6);
        assert_int_equal(length_hall_generation(&config, generations, 1), 3);
    }
    config_free(&config);
}

static void the_end_is_reached_by_games_or_generations(void **state) {
    (void)state;
    struct config config;
    parse("", "games = 600;", &config);
    assert_false(length_reached(&config, 100, 599));
    assert_true(length_reached(&config, 1, 600));
    config_free(&config);
    parse("", "generations = 7;", &config);
    assert_false(length_reached(&config, 6, 1000000));
    assert_true(length_reached(&config, 7, 0));
    config_free(&config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_budget_is_counted_in_generations),
        cmocka_unit_test(the_hall_of_fame_grows),
        cmocka_unit_test(the_hall_has_the_newest_that_entered),
        cmocka_unit_test(the_end_is_reached_by_games_or_generations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
