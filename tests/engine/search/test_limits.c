/*
 * The table of the search's settings: that a row alone gives the option, the words, the usual value
 * and the salt; what of the limits an expert is lent.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "engine/games/games.h"
#include "engine/search/limits.h"
#include "tests/find.h"

static void assert_described(struct search_limits limits, const char *expected) {
    struct text text = {0};
    limits_describe(games_settings(), &limits, &text);
    assert_string_equal(text_get(&text), expected);
    text_free(&text);
}

static void players_are_described_by_what_they_use(void **state) {
    (void)state;
    assert_described((struct search_limits){0}, "greedy");
    assert_described((struct search_limits){.endgame = 8}, "greedy, endgame 8");
    assert_described((struct search_limits){.depth = 4, .width = 12}, "depth 4, width 12");
    assert_described((struct search_limits){.nodes = 5000000000, .driver = SEARCH_MTDF},
                     "5000000000 nodes a move, mtdf");
    assert_described(
        (struct search_limits){.depth = 1, .reduce = true, .threats = 3, .leaf_threats = 2},
        "depth 1, late moves reduced, threats 3, leaf threats 2");
    assert_described((struct search_limits){.depth = 9, .playouts = 200, .driver = SEARCH_MCTS},
                     "depth 9, 200 playouts a move, mcts");
    assert_described((struct search_limits){.depth = 2, .defend = 6}, "depth 2, defends 6");
}

static void settings_are_written_as_options(void **state) {
    (void)state;
    struct text text = {0};
    const struct search_limits limits = {
        .depth = 6, .driver = SEARCH_MTDF, .reduce = true, .endgame = 10};
    limits_write_options(games_settings(), &(struct search_limits){0}, &text);
    assert_string_equal(text_get(&text), "");
    limits_write_options(games_settings(), &limits, &text);
    assert_string_equal(text_get(&text), " --depth 6 --search mtdf --reduce --endgame 10");
    text_free(&text);
}

/* Of each row the smallest value differs from none, and from each other row's. */
static void salts_tell_apart_what_values_depend_on(void **state) {
    (void)state;
    const struct game *games[] = {games_find("reversi", NULL), games_find("connect6", NULL)};
    const struct search_limits different[] = {{.width = 1},
                                              {.reduce = true},
                                              {.width = 1, .reduce = true},
                                              {.width = GAME_MOVES_MAX},
                                              {.leaf_threats = 1},
                                              {.leaf_threats = 30, .reduce = true},
                                              {.leaf_threats = 30, .width = 1},
                                              {.defend = 1},
                                              {.defend = 1, .width = GAME_MOVES_MAX}};
    const struct search_limits equal[] = {
        {.depth = 9}, {.nodes = 7}, {.driver = SEARCH_MTDF}, {.threats = 3}, {.endgame = 4}};
    for (size_t i = 0; i < COUNT_OF(equal); i++)
        for (size_t g = 0; g < 2; g++) assert_int_equal(limits_key_salt(&equal[i], games[g]), 0);
    for (size_t i = 0; i < COUNT_OF(different); i++)
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(limits_key_salt(&different[i], games[1]),
                                 limits_key_salt(&different[j], games[1]));
    assert_int_equal(limits_key_salt(&different[4], games[0]), 0); /* not a setting of Reversi's */
}

static struct search_limits settled_for(struct search_limits given,
                                        const struct evaluator *evaluator, bool limited) {
    struct search_limits limits;
    limits_unset(games_settings(), &limits);
    if (given.depth) limits.depth = given.depth < 0 ? 0 : given.depth;
    if (given.endgame) limits.endgame = given.endgame;
    limits.driver = given.driver;
    limits.reduce = given.reduce;
    limits_settle(games_settings(), &limits, evaluator, limited);
    return limits;
}

static struct search_limits settled(struct search_limits given, const char *game, bool limited) {
    return settled_for(given, find(game, NULL), limited);
}

static void usual_values_are_for_what_is_not_given(void **state) {
    (void)state;
    struct search_limits limits = settled((struct search_limits){0}, "reversi", false);
    assert_int_equal(limits.depth, SEARCH_DEPTH_MAX);
    assert_int_equal(limits.nodes, 100000);
    assert_int_equal(settled((struct search_limits){0}, "hex(11)", false).nodes, 500);
    assert_int_equal(limits.endgame, 18);
    assert_int_equal(limits.threats, 0); /* not a setting of Reversi's */
    assert_int_equal(settled((struct search_limits){0}, "gomoku", false).defend, 12);
    const struct evaluator *answers = find_named("gomoku", "points", NULL);
    assert_int_equal(settled_for((struct search_limits){0}, answers, false).defend, 0);
    assert_int_equal(limits.width, 0);
    limits = settled((struct search_limits){.depth = 3}, "connect6", true);
    assert_int_equal(limits.depth, 3);
    assert_int_equal(limits.nodes, 0);
    assert_int_equal(limits.endgame, 0);
    assert_int_equal(limits.threats, 15);
    assert_int_equal(limits.width, 24);
    const struct evaluator *narrow = find_named("connect6", "points", NULL);
    assert_int_equal(settled_for((struct search_limits){0}, narrow, false).width, 8);
    assert_true(settled_for((struct search_limits){0}, narrow, false).reduce);
    limits = settled((struct search_limits){.depth = -1, .endgame = 6}, "reversi", true);
    assert_int_equal(limits.depth, 0);
    assert_int_equal(limits.endgame, 6);
    limits = settled((struct search_limits){.depth = -1}, "reversi", true);
    assert_int_equal(limits.endgame, 0); /* a greedy player asks no expert */
}

/* A search as deep as it comes is only asked to be strong; a depth that is asked for is minimax's.
 */
static void late_moves_are_reduced_where_no_depth_is_said(void **state) {
    (void)state;
    static const struct {
        struct search_limits given;
        const char *game;
        bool reduced;
    } cases[] = {{{0}, "reversi", true},
                 {{0}, "gomoku", true},
                 {{0}, "connect6", false},  /* by roads it gains nothing */
                 {{0}, "tictactoe", false}, /* which is searched to its end */
                 {{.depth = 3}, "reversi", false},
                 {{.depth = 3, .reduce = true}, "reversi", true},
                 {{.depth = -1}, "reversi", false},
                 {{.driver = SEARCH_MTDF}, "reversi", true},
                 {{.driver = SEARCH_ALPHABETA}, "reversi", false},
                 {{.driver = SEARCH_MCTS}, "gomoku", false}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error error = {""};
        for (int limited = 0; limited < 2; limited++) {
            struct search_limits limits = settled(cases[i].given, cases[i].game, limited);
            assert_int_equal(limits.reduce, cases[i].reduced);
            assert_int_equal(
                limits_check(games_settings(), &limits, games_find(cases[i].game, NULL), &error),
                0);
        }
    }
}

static void only_settings_without_effect_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *game;
        struct search_limits limits;
        const char *refused; /* NULL: nothing is */
    } cases[] = {{"reversi", {.endgame = 3}, NULL},
                 {"connect6", {.threats = 3}, NULL},
                 {"connect6", {.nodes = 9, .leaf_threats = 1}, NULL},
                 {"connect6", {.nodes = 9, .defend = 1}, NULL},
                 {"reversi",
                  {.nodes = 9, .defend = 1},
                  "--defend belongs to Connect and has no effect here"},
                 {"reversi", {.depth = 1, .driver = SEARCH_MTDF, .reduce = true, .width = 2}, NULL},
                 {"connect6",
                  {.endgame = 3},
                  "--endgame belongs to games whose endings are solved and has no effect here"},
                 {"reversi", {.threats = 1}, "--threats belongs to Connect and has no effect here"},
                 {"connect6",
                  {.leaf_threats = 1},
                  "--leaf-threats belongs to a search (a depth above 0) and has no effect here"},
                 {"reversi",
                  {.depth = 1, .driver = SEARCH_ALPHABETA, .reduce = true},
                  "--reduce belongs to the drivers pvs and mtdf and has no effect here"},
                 {"reversi",
                  {.driver = SEARCH_MCTS},
                  "--search belongs to a search (playouts, nodes or a depth above 0) and has no "
                  "effect here"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error error = {""};
        int status = limits_check(games_settings(), &cases[i].limits,
                                  games_find(cases[i].game, NULL), &error);
        assert_int_equal(status, cases[i].refused ? -1 : 0);
        assert_string_equal(error.text, cases[i].refused ? cases[i].refused : "");
    }
}

static void every_setting_is_an_option(void **state) {
    (void)state;
    struct search_limits limits = {0};
    struct option_spec options[OPTIONS_MAX];
    const struct search_setting *const *settings = games_settings();
    int count = limits_options(settings, &limits, options);
    for (int i = 0; i < count; i++) {
        assert_string_equal(options[i].name, settings[i]->name);
        memset(&limits, 0, sizeof limits);
        *(bool *)options[i].value = true; /* the lowest byte of any kind */
        assert_int_equal(limits_get(&limits, settings[i]), 1);
    }
    assert_null(settings[count]);
    assert_true(count >= 8);
}

static void settings_are_read_as_they_are_written(void **state) {
    (void)state;
    static const struct {
        struct search_limits limits;
        const char *text;
    } cases[] = {
        {{0}, "depth=0"},
        {{.depth = 3, .nodes = 5000000000, .driver = SEARCH_MTDF, .reduce = true},
         "depth=3 nodes=5000000000 search=mtdf reduce=1"},
        {{.depth = 2, .width = 12, .leaf_threats = 1, .endgame = 8},
         "depth=2 width=12 endgame=8 leaf-threats=1"},
    };
    const struct search_setting *const *settings = games_settings();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text text = {0};
        struct search_limits read;
        struct error error;
        limits_write(settings, &cases[i].limits, &text);
        assert_string_equal(text_get(&text), cases[i].text);
        if (limits_read(settings, text_get(&text), &read, &error)) fail_msg("%s", error.text);
        for (int s = 0; settings[s]; s++)
            assert_int_equal(limits_get(&read, settings[s]),
                             limits_get(&cases[i].limits, settings[s]));
        text_free(&text);
    }
    static const char *const wrong[][2] = {{"depth", "\"depth\" is no setting with its value"},
                                           {"depth=2 deep=3", "\"deep\" is no setting"},
                                           {"depth=65", "depth=65 is no value"},
                                           {"depth=", "depth= is no value"},
                                           {"reduce=2", "reduce=2 is no value"},
                                           {"search=fast", "search=fast is no value"}};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct search_limits read;
        struct error error = {""};
        assert_int_equal(limits_read(settings, wrong[i][0], &read, &error), -1);
        if (!strstr(error.text, wrong[i][1])) fail_msg("%s", error.text);
    }
}

/* Each word sets its own limit and no other, in whichever order they stand. */
static void words_of_settings_may_stand_in_any_order(void **state) {
    (void)state;
    const struct search_setting *const *settings = games_settings();
    for (int a = 0; settings[a]; a++)
        for (int b = 0; settings[b]; b++) {
            char text[80];
            struct search_limits read;
            struct error error;
            if (a == b) continue;
            snprintf(text, sizeof text, "%s=%s %s=%s", settings[a]->name,
                     settings[a]->choices ? "mtdf" : "1", settings[b]->name,
                     settings[b]->choices ? "mtdf" : "1");
            if (limits_read(settings, text, &read, &error) != 0) fail_msg("%s", error.text);
            for (int s = 0; settings[s]; s++)
                assert_int_equal(limits_get(&read, settings[s]) != 0, s == a || s == b);
        }
}

/* Half of the time after which no more is begun, which is less than the limit. */
static void a_clock_lends_half_of_what_it_has_to_begin(void **state) {
    (void)state;
    struct search_limits limits = {.seconds = 4, .soft_seconds = 2, .nodes = 10};
    assert_true(limits_half(&limits).seconds == 1.0);
    assert_int_equal(limits_half(&limits).nodes, 5);
    limits.soft_seconds = 0;
    assert_true(limits_half(&limits).seconds == 2.0);
    limits = (struct search_limits){.soft_seconds = 2, .nodes = 1};
    assert_true(limits_half(&limits).seconds == 0.0);
    assert_int_equal(limits_half(&limits).nodes, 1); /* 0 would be no limit */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_are_described_by_what_they_use),
        cmocka_unit_test(settings_are_written_as_options),
        cmocka_unit_test(salts_tell_apart_what_values_depend_on),
        cmocka_unit_test(usual_values_are_for_what_is_not_given),
        cmocka_unit_test(late_moves_are_reduced_where_no_depth_is_said),
        cmocka_unit_test(only_settings_without_effect_are_refused),
        cmocka_unit_test(every_setting_is_an_option),
        cmocka_unit_test(settings_are_read_as_they_are_written),
        cmocka_unit_test(words_of_settings_may_stand_in_any_order),
        cmocka_unit_test(a_clock_lends_half_of_what_it_has_to_begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
