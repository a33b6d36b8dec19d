/*
 * The other depths at which a champion is measured, and on how many pairs: decided by default, or
 * by the user.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tuner/config/config.h"
#include "tuner/config/limit.h"

static const char reversi[] =
    "game = \"reversi\"; evaluator = { name = \"wpc\"; };\n"
    "player = { depth = 4; endgame = 10; nodes = 5000; search = \"mtdf\"; epsilon = 0.1; };\n";
static const char connect6[] = "game = \"connect6\"; evaluator = { name = \"roads\"; };\n"
                               "openings = { plies_min = 4; plies_max = 4; };\n";

/* "greedy; depth 2, …": all manners of the stage, and how many pairs it has in all. */
static void assert_depths(const char *text, const char *set, const char *expected, int pairs) {
    struct config config;
    struct error error;
    struct text said = {0};
    if (config_parse("c.cfg", text, &set, set ? 1 : 0, &config, &error)) fail_msg("%s", error.text);
    const struct manners *manners = config_manners(&config, STAGE_DEPTH);
    for (int i = 0; i < manners->count; i++) {
        text_add(&said, i ? "; " : "");
        manners_describe(&manners->list[i], &said);
        assert_int_equal(manners_pairs(manners, i, config.pairs[STAGE_DEPTH]),
                         config.pairs[STAGE_DEPTH] / manners->count);
    }
    assert_string_equal(text_get(&said), expected);
    assert_int_equal(config.pairs[STAGE_DEPTH], pairs);
    text_free(&said);
    config_free(&config);
}

static void assert_refused(const char *set, const char *why) {
    struct config config;
    struct error error;
    assert_int_equal(config_parse("c.cfg", reversi, &set, 1, &config, &error), -1);
    if (!strstr(error.text, why)) fail_msg("'%s' is not in: %s", why, error.text);
    config_free(&config);
}

/* Its nodes would cut a depth short, and drivers have no effect without search. */
static void players_move_as_in_the_run_but_for_the_depth(void **state) {
    (void)state;
    assert_depths(reversi, NULL,
                  "greedy, endgame 10, epsilon 0.1; depth 1, mtdf, endgame 10, epsilon 0.1; "
                  "depth 2, mtdf, endgame 10, epsilon 0.1; depth 4, mtdf, endgame 10, epsilon 0.1",
                  200);
}

#define DEPTHS_OF_CONNECT6 "depth 1, width 12; depth 2, width 12; depth 4, width 12"

static void what_the_run_is_played_at_is_left_out(void **state) {
    (void)state;
    assert_depths(connect6, NULL, DEPTHS_OF_CONNECT6, 150);
    assert_depths(connect6, "player=({share=0.5;}, {share=0.5; depth=2; width=12;})",
                  "depth 1, width 12; depth 4, width 12", 100);
    assert_depths(connect6, "player.plies_max=50", DEPTHS_OF_CONNECT6, 150);
}

static void a_large_board_is_searched_in_its_best_moves(void **state) {
    (void)state;
    assert_depths(connect6, "verify.depths=[3]", "depth 3, width 12", 50);
    assert_depths(connect6, "player=({depth = 1; width = 7;})",
                  "greedy; depth 2, width 7; "
                  "depth 4, width 7",
                  150);
    assert_depths("game = \"reversi\"; evaluator = { name = \"wpc\"; };", "verify.depths=[3]",
                  "depth 3", 50);
    assert_depths("game = \"hex(11)\"; evaluator = { name = \"distance\"; };", "verify.depths=[2]",
                  "depth 2, width 12", 50);
    assert_depths("game = \"hex(10)\"; evaluator = { name = \"distance\"; };", "verify.depths=[2]",
                  "depth 2", 50);
}

static void pairs_follow_those_of_the_measurement(void **state) {
    (void)state;
    assert_depths(connect6, "verify.pairs=999", DEPTHS_OF_CONNECT6, 147);
    assert_depths(connect6, "verify.pairs=100000", DEPTHS_OF_CONNECT6, 150);
    assert_depths(connect6, "verify.pairs=19", DEPTHS_OF_CONNECT6, 0);
    assert_depths(connect6, "verify.depth_pairs=700", DEPTHS_OF_CONNECT6, 2100);
    assert_depths(connect6, "verify.depths=[]", "", 0);
}

static void lists_that_do_not_rise_are_refused(void **state) {
    (void)state;
    assert_refused("verify.depths=[2, 2]", "a list of at most 8 rising whole numbers");
    assert_refused("verify.depths=[4, 2]", "each between 0 and 64");
    assert_refused("verify.depths=[65]", "verify.depths must be");
    assert_refused("verify.depths=[-1]", "verify.depths must be");
    assert_refused("verify.depths=[1.5]", "verify.depths must be");
    assert_refused("verify.depths=2", "verify.depths must be");
    assert_refused("verify.depths=[0,1,2,3,4,5,6,7,8]", "verify.depths must be");
}

/* A run that was begun before there was the stage goes on without it. */
static void earlier_runs_have_none(void **state) {
    (void)state;
    struct config config;
    struct error error;
    assert_int_equal(config_parse_stored("c.cfg", reversi, NULL, NULL, 0, &config, &error), 0);
    assert_int_equal(config.pairs[STAGE_DEPTH], 0);
    config_free(&config);
}

static void assert_described(struct config_limit limit, const char *expected) {
    struct text said = {0};
    text_add(&said, "(");
    limit_describe(&limit, &said);
    assert_string_equal(text_get(&said) + 1, expected);
    text_free(&said);
}

static void a_limit_of_several_parts_is_readable(void **state) {
    (void)state;
    assert_described((struct config_limit){.nodes = 7, .depth = 8, .movetime = 0.5},
                     "7 nodes, depth 8, 0.5 s a move");
    assert_described((struct config_limit){.depth = 8, .clock = "10+0.1"}, "depth 8, clock 10+0.1");
    assert_described((struct config_limit){.movetime = 2}, "2 s a move");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_move_as_in_the_run_but_for_the_depth),
        cmocka_unit_test(what_the_run_is_played_at_is_left_out),
        cmocka_unit_test(a_large_board_is_searched_in_its_best_moves),
        cmocka_unit_test(pairs_follow_those_of_the_measurement),
        cmocka_unit_test(lists_that_do_not_rise_are_refused),
        cmocka_unit_test(earlier_runs_have_none),
        cmocka_unit_test(a_limit_of_several_parts_is_readable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
