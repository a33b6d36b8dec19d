/*
 * parameters: the list that makes a study of a config: what it settles to, what is refused and
 * where, and that its text reads back as the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tuner/config/config.h"
#include "tuner/config/length.h"

/* libconfig 1.5 leaks the text before a syntax error; that is not what is tested here. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libconfig.so";
}

#define LIST                                                                                       \
    "parameters = ({ name = \"x\"; min = -5; max = 5.0; precision = 0.01; },\n"                    \
    "  { name = \"rate\"; min = 0.001; max = 1; scale = \"log\"; precision = 0.001; },\n"          \
    "  { name = \"Rook Value\"; min = 300; max = 700; start = 500; step = 20; },\n"                \
    "  { name = \"style\"; choices = [\"solid\", \"active\", \"mad\"]; start = \"active\"; });\n"

static struct config config;
static struct error error;

static void expect_fine(const char *text) {
    error.text[0] = '\0';
    if (config_parse("t.cfg", text, NULL, 0, &config, &error)) fail_msg("%s", error.text);
}

/* `more` stands in line 2 and after it. */
static void expect_error(const char *text, const char *message) {
    error.text[0] = '\0';
    int status = config_parse("t.cfg", text, NULL, 0, &config, &error);
    config_free(&config);
    if (status == 0) fail_msg("accepted; expected: %s", message);
    assert_string_equal(error.text, message);
}

static void a_list_becomes_a_table_of_whole_numbers(void **state) {
    (void)state;
    expect_fine(LIST);
    static const struct {
        int32_t initial, lower, upper;
        enum scale scale;
    } wanted[] = {{0, -500, 500, SCALE_LINEAR},
                  {32, 1, 1000, SCALE_LOG}, /* the middle by factors */
                  {500, 300, 700, SCALE_LINEAR},
                  {1, 0, 2, SCALE_LINEAR}};
    assert_true(config_is_study(&config));
    assert_int_equal(config.evaluator->param_count, COUNT_OF(wanted));
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        const struct param *param = &config.evaluator->params[i];
        assert_int_equal(param->initial, wanted[i].initial);
        assert_int_equal(param->lower, wanted[i].lower);
        assert_int_equal(param->upper, wanted[i].upper);
        assert_int_equal(param->scale, wanted[i].scale);
    }
    config_free(&config);
}

static void values_are_printed_in_the_users_units(void **state) {
    (void)state;
    const int32_t weights[] = {-35, 32, 500, 2};
    struct text out = {0};
    expect_fine(LIST);
    parameters_print_json(&config.parameters, weights, &out);
    assert_string_equal(text_get(&out), "{\"x\": -0.35, \"rate\": 0.032, \"Rook Value\": 500, "
                                        "\"style\": \"mad\"}");
    text_free(&out);
    config_free(&config);
}

/* Of 63 characters, and a minus before them. */
static void the_longest_names_can_be_tied(void **state) {
    (void)state;
#define LONGEST "a name of sixty-three characters, which is the most that may be"
    expect_fine("parameters = ({ name = \"" LONGEST "\"; min = -5; max = 5; },\n"
                "  { name = \"other\"; min = -5; max = 5; });\n"
                "params = ({ name = \"other\"; tie = \"-" LONGEST "\"; });\n");
    assert_int_equal(sizeof LONGEST, sizeof config.evaluator->params[0].name);
    assert_int_equal(config.space.rows[1].tie, 0);
    assert_true(config.space.rows[1].mirrored);
#undef LONGEST
    config_free(&config);
}

static void its_text_reads_back_as_the_same(void **state) {
    (void)state;
    struct text first = {0}, second = {0};
    expect_fine(LIST "study = { goal = \"min\"; }; optimizer = { name = \"cmaes\"; };");
    const struct evaluator *evaluator = config.evaluator;
    config_print(&config, &first);
    config_free(&config);
    if (config_parse_stored("t", text_get(&first), NULL, NULL, 0, &config, &error))
        fail_msg("%s", error.text);
    config_print(&config, &second);
    assert_string_equal(text_get(&first), text_get(&second));
    assert_ptr_equal(config.evaluator, evaluator); /* equal lists have one table */
    assert_int_equal(config.study.goal, STUDY_MIN);
    assert_null(strstr(text_get(&first), "verify"));
    config_free(&config);
    text_free(&first);
    text_free(&second);
}

static void a_start_is_begun_with(void **state) {
    (void)state;
    expect_fine(LIST);
    assert_int_equal(config.optimizer.init, INIT_AROUND);
    config_free(&config);
    expect_fine(LIST "optimizer = { init = \"random\"; };");
    assert_int_equal(config.optimizer.init, INIT_RANDOM);
    config_free(&config);
    expect_fine("parameters = ({name = \"x\"; min = 0; max = 9;});");
    assert_int_equal(config.optimizer.init, INIT_RANDOM);
    config_free(&config);
}

/* Ten steps of 20 are half of 400. */
static void steps_are_parts_of_those_that_matter(void **state) {
    (void)state;
    expect_fine(LIST);
    assert_float_equal(config.reach[0], 1, 0);
    assert_float_equal(config.reach[2], 0.5, 1e-12);
    config_free(&config);
}

/* 8 vectors of a generation: as many scores; 28 duels of 2 * 5 games. */
static void the_length_counts_what_is_told(void **state) {
    (void)state;
    expect_fine(LIST "optimizer = { name = \"cmaes\"; games = 100; };");
    assert_int_equal(config.optimizer.generations, 13);
    config_free(&config);
    expect_fine(LIST "optimizer = { name = \"cmaes\"; }; fitness = { pairs = 5; };"
                     "study = { results = \"games\"; };");
    assert_int_equal(length_games(&config, 1), 80);
    config_free(&config);
    expect_fine(LIST "optimizer = { name = \"cmaes\"; }; fitness = { pairs = 5; };"
                     "study = { results = \"duels\"; };");
    assert_int_equal(length_games(&config, 1), 280);
    config_free(&config);
}

static void what_is_wrong_in_the_list_is_named_with_its_line(void **state) {
    (void)state;
    static const struct {
        const char *member, *message;
    } cases[] = {
        {"", "must have min and max, or choices, for x"},
        {"min = 5; max = 5;", "min of x must be below its max (5), not 5"},
        {"min = 0; max = 1; start = 2;", "start of x must be from 0 to 1, its min and max, not 2"},
        {"min = 0.5; max = 1;",
         "min of x must be a multiple of its precision, which is 1 unless said, not 0.5"},
        {"min = 0; max = 10.005;",
         "max of x must be a multiple of its precision, which is 1 unless said, not 10.005"},
        {"min = 0; max = 1; precision = 0;", "must have a precision above 0 for x"},
        {"min = 0; max = 3e10;",
         "max of x must be at most 2147483647 times its precision (1), not 3e+10"},
        {"min = 0; max = 9; scale = \"log\";",
         "min of x must be at least its precision (1) on a logarithmic scale, not 0"},
        {"min = 1; max = 9; scale = \"log\"; step = 2;",
         "step of x is for linear scales; steps on a logarithmic one are factors"},
        {"min = 1; max = 9; step = 9;",
         "step of x must be from its precision (1) to its range (8), not 9"},
        {"min = 1; max = 9; rate = 2.0;", "rate of x must be from 0 to 1, not 2"},
        {"min = 1; max = 9; scale = \"cubic\";", "must have \"linear\" or \"log\" as scale"},
        {"min = \"1\"; max = 9;", "must have a number as min"},
        {"lower = 1;",
         "has only name, option, min, max, start, step, rate, scale, precision and choices, not "
         "'lower'"},
        {"choices = [\"a\"];", "must have a list of 2 to 64 texts as choices"},
        {"choices = [\"a\", \"a\"];", "must have different texts in quotes as choices: [\"solid\", "
                                      "\"active\"]"},
        {"choices = [\"a\", \"b\"]; min = 0;",
         "has choices as x, which needs no min, max, step, scale and precision"},
        {"choices = [\"a\", \"b\"]; start = \"c\";", "must have one of its choices as start of x"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[300], message[300];
        snprintf(text, sizeof text, "\nparameters = (\n{ name = \"x\"; %s });", cases[i].member);
        snprintf(message, sizeof message, "t.cfg:3: parameters %s", cases[i].message);
        expect_error(text, message);
    }
    expect_error("parameters = ({ min = 0; max = 1; });",
                 "t.cfg:1: parameters must have a name for each");
    expect_error("parameters = ({ name = \"x\"; min = 0; max = 1; },\n"
                 "{ name = \"x\"; min = 0; max = 1; });",
                 "t.cfg:2: parameters has x twice, first in line 1; once is enough");
    expect_error("parameters = ({ name = "
                 "\"0123456789012345678901234567890123456789012345678901234567890123\"; min = 0; "
                 "max = 1; });",
                 "t.cfg:1: parameters must have as name 1 to 63 characters, without quotes, \\, "
                 "braces and =");
    expect_error("parameters = 5;", "t.cfg:1: parameters must be a list of parameters: ({name = "
                                    "\"x\"; min = 0; max = 100;}), or \"engine\"");
}

/* A start on a bound, the smallest and the largest step, the largest rate. */
static void limits_themselves_are_accepted(void **state) {
    (void)state;
    static const char *const cases[] = {
        "min = 1; max = 9; start = 1; step = 1;", "min = 1; max = 9; start = 9; step = 8;",
        "min = 1; max = 9; rate = 1.0;", "min = 1; max = 2; scale = \"log\";",
        "min = 0; max = 2147483647;"};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[300];
        snprintf(text, sizeof text, "parameters = ({ name = \"x\"; %s });", cases[i]);
        expect_fine(text);
        config_free(&config);
    }
}

/* `count` parameters of `choices` choices each; of no choice, numbers. */
static void list_parameters(int count, int choices, struct text *out) {
    text_add(out, "parameters = (");
    for (int i = 0; i < count; i++) {
        text_add(out, "%s{ name = \"p%d\"; %s", i ? ",\n" : "", i,
                 choices ? "choices = [" : "min = 0; max = 9; }");
        for (int j = 0; j < choices; j++) text_add(out, "%s\"c%d\"", j ? ", " : "", j);
        if (choices) text_add(out, "]; }");
    }
    text_add(out, ");");
}

static void as_many_as_are_allowed_are_taken(void **state) {
    (void)state;
    static const struct {
        int count, choices;
    } fine[] = {{2000, 0}, {1, 64}}, over[] = {{2001, 0}, {1, 65}};
    for (size_t i = 0; i < COUNT_OF(fine); i++) {
        struct text text = {0};
        list_parameters(fine[i].count, fine[i].choices, &text);
        expect_fine(text_get(&text));
        assert_int_equal(config.parameters.count, fine[i].count);
        assert_int_equal(config.parameters.list[0].choice_count, fine[i].choices);
        config_free(&config);
        text_free(&text);
        list_parameters(over[i].count, over[i].choices, &text);
        assert_int_equal(config_parse("t.cfg", text_get(&text), NULL, 0, &config, &error), -1);
        config_free(&config);
        text_free(&text);
    }
}

static void what_is_of_games_or_of_other_results_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *more, *message;
    } cases[] = {
        {"game = \"reversi\";", "t.cfg:5: game has no effect in a study, which `parameters` makes "
                                "of this config: its results come from elsewhere"},
        {"verify = { pairs = 5; };",
         "t.cfg:5: verify.pairs has no effect in a study, which `parameters` makes of this config: "
         "its results come from elsewhere"},
        {"fitness = { pairs = 5; };", "t.cfg:5: fitness.pairs has no effect in a study, which "
                                      "`parameters` makes of this config: "
                                      "its results come from elsewhere (study.results)"},
        {"optimizer = { name = \"fit\"; };",
         "t.cfg:5: optimizer.name \"fit\" learns from positions, which a study has none of"},
        {"optimizer = { init = \"file\"; };", "t.cfg:5: optimizer.init \"file\" needs weight files "
                                              "in optimizer.init_weights"},
        {"optimizer = { ga = { race = 4; }; };",
         "t.cfg:5: optimizer.ga.race must be 0 in a study, which is told all of a vector's results "
         "at once"},
        {"optimizer = { cmaes = { step = 0.2; }; };",
         "t.cfg:5: optimizer.cmaes.step belongs to optimizer.name = \"cmaes\" and has no effect "
         "here"},
        {"study = { results = \"games\"; goal = \"min\"; };",
         "t.cfg:5: study.goal \"min\" is for scores (study.results = \"score\")"},
        {"study = { results = \"duels\"; }; fitness = { groups = false; };",
         "t.cfg:5: fitness.groups must be true, or fitness.round_robin: no two vectors meet"},
        {"optimizer = { name = \"spsa\"; }; study = { results = \"duels\"; }; "
         "fitness = { groups = false; round_robin = true; };",
         "t.cfg:5: fitness.groups must be true for \"spsa\", which compares two opposite "
         "perturbations"},
        {"study = { results = \"elo\"; };",
         "t.cfg:5: study.results must be one of \"score\", \"games\", \"duels\", not \"elo\""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s%s", LIST, cases[i].more);
        expect_error(text, cases[i].message);
    }
}

/* A run of games is as it was: a game must be said, and its text has nothing of studies. */
static void a_config_without_parameters_is_a_run(void **state) {
    (void)state;
    struct text text = {0};
    expect_error("parameters = ();", "t.cfg: game is missing: the game, see `hone games`");
    expect_fine("game = \"reversi\"; evaluator = { name = \"wpc\"; };");
    config_print(&config, &text);
    assert_false(config_is_study(&config));
    assert_null(strstr(text_get(&text), "study"));
    assert_null(strstr(text_get(&text), "parameters"));
    text_free(&text);
    config_free(&config);
}

static void what_an_engine_has_or_lacks_is_named(void **state) {
    (void)state;
    expect_error(
        "game = \"chess\"; parameters = \"engine\";",
        "t.cfg:1: parameters is \"engine\", and engine.command, which starts it, is missing");
    expect_error("game = \"chess\"; evaluator = { name = \"psq\"; };\nengine = { depth = 3; };",
                 "t.cfg:2: engine.depth belongs to engine.command and has no effect here");
    expect_error(LIST "game = \"chess\"; engine = { command = \"x\"; }; player = { depth = 3; };",
                 "t.cfg:5: player.depth has no effect where `engine` plays: how it moves is said "
                 "there");
}

/* To the nearest node, and one tenth of the pairs of the measurement, one at least. */
static void another_limit_is_multiplied_and_measured_by_fewer_pairs(void **state) {
    (void)state;
    static const struct {
        const char *limit, *verify;
        int nodes, pairs;
    } cases[] = {{"nodes = 10;", "also = \"2.3x\"; pairs = 57;", 23, 5},
                 {"nodes = 10;", "also = \"0.29x\"; pairs = 9;", 3, 1},
                 {"nodes = 10;", "also = \"0.001x\"; pairs = 100;", 1, 10},
                 {"nodes = 10;", "also = \"1000x\"; also_pairs = 7;", 10000, 7},
                 {"depth = 3;", "also = \"nodes=50\"; pairs = 19;", 50, 1},
                 {"depth = 3;", "pairs = 100;", 0, 0}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[900];
        snprintf(text, sizeof text,
                 LIST
                 "game = \"chess\"; engine = { command = \"x {x} {rate} {Rook Value} {style}\"; "
                 "protocol = \"uci\"; %s };\nverify = { candidates = 2; %s };\n",
                 cases[i].limit, cases[i].verify);
        expect_fine(text);
        assert_int_equal(config.verify.also_limit.nodes, cases[i].nodes);
        assert_int_equal(config.pairs[STAGE_LIMIT], cases[i].pairs);
        config_free(&config);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_themselves_are_accepted),
        cmocka_unit_test(a_list_becomes_a_table_of_whole_numbers),
        cmocka_unit_test(values_are_printed_in_the_users_units),
        cmocka_unit_test(the_longest_names_can_be_tied),
        cmocka_unit_test(its_text_reads_back_as_the_same),
        cmocka_unit_test(a_start_is_begun_with),
        cmocka_unit_test(steps_are_parts_of_those_that_matter),
        cmocka_unit_test(the_length_counts_what_is_told),
        cmocka_unit_test(as_many_as_are_allowed_are_taken),
        cmocka_unit_test(what_is_wrong_in_the_list_is_named_with_its_line),
        cmocka_unit_test(what_is_of_games_or_of_other_results_is_refused),
        cmocka_unit_test(a_config_without_parameters_is_a_run),
        cmocka_unit_test(what_an_engine_has_or_lacks_is_named),
        cmocka_unit_test(another_limit_is_multiplied_and_measured_by_fewer_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
