/*
 * hone import: what it prints is a config with the same names, bounds, starts and steps; what it
 * does not understand is named.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "tests/shell.h"
#include "tuner/config/config.h"
#include "tuner/config/length.h"

#define IMPORTED_OPTIMIZER                                                                         \
    "fitness = { pairs = 8; };\n"                                                                  \
    "optimizer = { name = \"spsa\"; generations = 100; spsa = { perturbations = 8; }; };\n"

static char folder[64];

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/hone-test-import-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* Imports a file of that content. */
static void import(const char *content, int status, struct text *out) {
    char path[128], command[400];
    snprintf(path, sizeof path, "%s/file", folder);
    assert_int_equal(file_write(path, content, NULL), 0);
    snprintf(command, sizeof command, "%s/hone import %s 2>&1", BUILD_DIR, path);
    text_free(out);
    int is = shell_run(command, out);
    if (is != status) fail_msg("status %d: %s", is, text_get(out));
}

static void refused(const char *content, const char *what) {
    struct text out = {0};
    import(content, 2, &out);
    if (!strstr(text_get(&out), what)) fail_msg("'%s' is not in: %s", what, text_get(&out));
    text_free(&out);
}

/* The config that it prints; config_free. */
static void imported(const char *content, struct config *config) {
    struct text out = {0};
    struct error error;
    import(content, 0, &out);
    if (config_parse("t.cfg", text_get(&out), NULL, 0, config, &error))
        fail_msg("%s in: %s", error.text, text_get(&out));
    text_free(&out);
}

static void assert_parameter(const struct parameter *is, const char *name, double min, double max,
                             double start, double step, double precision) {
    assert_string_equal(is->name, name);
    assert_true(fabs(is->min - min) < 1e-9);
    assert_true(fabs(is->max - max) < 1e-9);
    assert_true(fabs(is->start - start) < 1e-9);
    assert_true(fabs(is->step - step) < 1e-9);
    assert_true(fabs(is->precision - precision) < 1e-12);
}

static void lines_of_openbench(void **state) {
    (void)state;
    struct config config;
    imported("margin, int, 80, 20, 200, 10, 0.002\n\n"
             "a reduction with a long name, float, 0.75, 0.1, 2.0, 0.1, 0.002\n"
             "a reduction whose name is longer than names of parameters can be, int, 5, 1, 9, 1, "
             "0.002\n",
             &config);
    const struct parameter *list = config.parameters.list;
    assert_int_equal(config.parameters.count, 3);
    assert_parameter(&list[0], "margin", 20, 200, 80, 10, 1);
    assert_parameter(&list[1], "a reduction with a long name", 0.1, 2, 0.75, 0.1, 0.001);
    assert_parameter(&list[2], "a reduction whose name is longer than names of par~3", 1, 9, 5, 1,
                     1);
    assert_string_equal(list[2].option,
                        "a reduction whose name is longer than names of parameters can be");
    assert_string_equal(list[1].option, "");
    assert_string_equal(list[0].option, "");
    assert_string_equal(config.engine.protocol, "uci");
    config_free(&config);
}

/* Of r_end: the usual one is what lines have by default. */
static void a_rate_that_was_chosen_is_kept(void **state) {
    (void)state;
    struct config config;
    imported("a, int, 80, 20, 200, 10, 0.002\nb, int, 80, 20, 200, 10, 0.01\n", &config);
    assert_true(config.parameters.list[0].rate == 0);
    assert_true(config.parameters.list[1].rate == 0.01);
    config_free(&config);
    imported("a,80,20,200,10,.004\nb,80,20,200,10,0\n", &config);
    assert_true(config.parameters.list[0].rate == 0.004);
    assert_true(config.parameters.list[1].rate == 0);
    config_free(&config);
}

/* 100 generations of 8 directions, each tried both ways in 8 pairs. */
static void an_import_plays_some_thousand_games(void **state) {
    (void)state;
    struct config config;
    imported("margin, int, 80, 20, 200, 10, 0.002", &config);
    assert_int_equal(length_games(&config, config.optimizer.generations), 100 * 8 * 8 * 2);
    config_free(&config);
}

static void lines_of_fishtest(void **state) {
    (void)state;
    struct config config;
    imported("KingAttack,45,0,100,0.5,0.0020\nScale,1.5,0.5,2,0.1,0.002\n", &config);
    assert_int_equal(config.parameters.count, 2);
    assert_parameter(&config.parameters.list[0], "KingAttack", 0, 100, 45, 1, 1);
    assert_parameter(&config.parameters.list[1], "Scale", 0.5, 2, 1.5, 0.1, 0.001);
    config_free(&config);
}

static void weather_factory(void **state) {
    (void)state;
    struct config config;
    imported("{\"TEST\": {\"value\": 100, \"min_value\": 50, \"max_value\": 150, \"step\": 10}}",
             &config);
    assert_int_equal(config.parameters.count, 1);
    assert_parameter(&config.parameters.list[0], "TEST", 50, 150, 100, 10, 1);
    config_free(&config);
}

static void chess_tuning_tools(void **state) {
    (void)state;
    struct config config;
    imported("{\"engines\": [{\"command\": \"lc0\", \"fixed_parameters\": {\"Threads\": 2}}, "
             "{\"command\": \"sf\"}], \"parameter_ranges\": {\"CPuct\": \"Real(0.5, 10.0, "
             "prior='log-uniform')\", \"Most\": \"Integer(1, 65)\"}, \"engine1_npm\": 800}",
             &config);
    assert_int_equal(config.parameters.count, 2);
    assert_int_equal(config.parameters.list[0].scale, SCALE_LOG);
    assert_parameter(&config.parameters.list[1], "Most", 1, 65, 33, 0, 1);
    assert_string_equal(config.engine.command, "lc0");
    assert_string_equal(config.engine.options, "option.Threads=2");
    assert_int_equal(config.engine.limit.nodes, 800);
    config_free(&config);
}

/* Its short forms: a pair of whole numbers is a range of whole numbers, texts are choices. */
static void ranges_and_choices_of_chess_tuning_tools(void **state) {
    (void)state;
    struct config config;
    imported(
        "{\"engines\": [{\"command\": \"lc0\"}], \"parameter_ranges\": {\"Style\": "
        "\"Categorical(['solid, slow', 'active'], prior=[0.4, 0.6])\", \"Space\": \"(0, 200)\", "
        "\"Scale\": \"(0.5, 2)\", \"Book\": [\"true\", \"false\"], \"Plies\": "
        "\"Categorical([2, 4, 8])\"}, \"engine1_npm\": 800}",
        &config);
    const struct parameter *list = config.parameters.list;
    assert_int_equal(config.parameters.count, 5);
    assert_int_equal(list[0].choice_count, 2);
    assert_string_equal(list[0].choices[0], "solid, slow");
    assert_string_equal(list[0].choices[1], "active");
    assert_parameter(&list[1], "Space", 0, 200, 100, 0, 1);
    assert_parameter(&list[2], "Scale", 0.5, 2, 1.25, 0, 0.001);
    assert_string_equal(list[3].choices[1], "false");
    assert_int_equal(list[4].choice_count, 3);
    assert_string_equal(list[4].choices[2], "8");
    config_free(&config);
}

/* All that the file says of the two engines, their openings and their games' ends. */
static void engines_and_openings_come_with_their_limits(void **state) {
    (void)state;
    struct text out = {0};
    import("{\"engines\": [{\"command\": \"one\", \"fixed_parameters\": {\"Ponder\": false}}, "
           "{\"command\": \"two\", \"fixed_parameters\": {\"Threads\": 4}}], "
           "\"parameter_ranges\": {\"A\": \"Integer(1, 9)\"}, \"engine1_tc\": \"1+0.1\", "
           "\"engine1_npm\": 0, \"engine1_depth\": null, \"engine2_npm\": 1000, "
           "\"engine2_depth\": 6, \"engine2_tc\": \"2+0\", \"opening_file\": \"book.epd\"}",
           0, &out);
    static const char *const lines[] = {
        " command = \"one\"; protocol = \"uci\"; clock = \"1+0.1\";\n"
        "    options = \"option.Ponder=false\"; };\n",
        "openings = { file = [\"book.epd\"]; };\n",
        "verify = { yardsticks = "
        "[\"cmd:two;protocol=uci;name=opponent;nodes=1000;depth=6;clock=2+0;option."
        "Threads=4\"]; };\n"};
    for (size_t i = 0; i < COUNT_OF(lines); i++)
        if (!strstr(text_get(&out), lines[i]))
            fail_msg("'%s' is not in: %s", lines[i], text_get(&out));
    text_free(&out);
}

/* What of a text's lines is missing. */
static void assert_lines(const struct text *out, const char *const *lines, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!strstr(text_get(out), lines[i]))
            fail_msg("'%s' is not in: %s", lines[i], text_get(out));
}

/* Imports one parameter of weather-factory with a file beside it. */
static void import_beside(const char *name, const char *content, struct text *out) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(file_write(path, content, NULL), 0);
    import("{\"T\": {\"value\": 1, \"min_value\": 0, \"max_value\": 9, \"step\": 1}}", 0, out);
    unlink(path);
}

/* weather-factory has the engine and the book in a file beside, and its rules in the program. */
static void a_factory_has_its_engine_beside_it(void **state) {
    (void)state;
    struct text out = {0};
    import_beside("cutechess.json",
                  "{\"engine\": \"mine\", \"book\": \"UHO.epd\", \"games\": 16, "
                  "\"tc\": 2.5, \"hash\": 8, \"threads\": 1}",
                  &out);
    static const char *const lines[] = {
        " command = \"./tuner/mine\"; protocol = \"uci\"; clock = \"2.5+0.025\";\n"
        "    options = \"option.Hash=8\"; resign = { moves = 3; score = 400; };\n"
        "    draw = { from_move = 40; moves = 8; score = 10; }; };\n",
        "openings = { file = [\"tuner/UHO.epd\"]; };\n", IMPORTED_OPTIMIZER};
    assert_lines(&out, lines, COUNT_OF(lines));
    text_free(&out);
}

/* By weather-factory's own formulas, worked out by another program: of 120 games an iteration, and
 * of 16. */
static void a_factory_has_its_steps_beside_it(void **state) {
    (void)state;
    char path[128];
    struct text out = {0};
    import_beside("spsa.json", "{\"a\": 2.0, \"c\": 1.5, \"A\": 5004}", &out);
    static const char *const usual[] = {
        "fitness = { pairs = 60; };\n"
        "optimizer = { name = \"spsa\"; generations = 417; schedule = 417;\n"
        "    spsa = { perturbations = 1; precision = 0.04975; rate = 0.01144; }; };\n"};
    assert_lines(&out, usual, COUNT_OF(usual));
    snprintf(path, sizeof path, "%s/cutechess.json", folder);
    assert_int_equal(file_write(path, "{\"engine\": \"mine\", \"games\": 16}", NULL), 0);
    import_beside("spsa.json",
                  "{\"a\": 1.0, \"c\": 1.0, \"A\": 100000, \"alpha\": 0.601, \"gamma\": 0.102}",
                  &out);
    unlink(path);
    static const char *const lines[] = {
        "./tuner/mine", "fitness = { pairs = 8; };\n"
                        "optimizer = { name = \"spsa\"; generations = 62500; schedule = 62500;\n"
                        "    spsa = { perturbations = 1; precision = 0.02443; rate = 0.003919; }; "
                        "};\n"};
    assert_lines(&out, lines, COUNT_OF(lines));
    text_free(&out);
}

/* Other exponents, steps or lengths than `spsa` can have; what is no number. */
static void other_steps_of_a_factory_are_not_taken(void **state) {
    (void)state;
    static const char *const files[] = {
        "{\"a\": 1, \"c\": 1, \"A\": 5000, \"alpha\": 0.7}",
        "{\"a\": 1, \"c\": 1, \"A\": 5000, \"gamma\": 0.2}",
        "{\"a\": 1, \"c\": 90, \"A\": 5000}",
        "{\"a\": 9000, \"c\": 1, \"A\": 5000}",
        "{\"a\": 1e-12, \"c\": 1, \"A\": 5000}",
        "{\"a\": 1e-12, \"c\": 1e-6, \"A\": 5000}",
        "{\"a\": 1, \"c\": 1, \"A\": 1e9}",
        "{\"a\": 1, \"c\": 1, \"A\": 60}",
        "{\"a\": 1, \"c\": 1, \"A\": true}",
        "{\"a\": 1, \"A\": 5000}",
        "{}",
    };
    static const char *const lines[] = {
        "# hone's own steps, as `spsa` cannot have those of spsa.json\n" IMPORTED_OPTIMIZER};
    struct text out = {0};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        import_beside("spsa.json", files[i], &out);
        assert_lines(&out, lines, COUNT_OF(lines));
    }
    text_free(&out);
}

/* Truth is no number. */
static void truth_is_no_number(void **state) {
    (void)state;
    refused("{\"A\": {\"value\": 1, \"min_value\": 0, \"max_value\": 9, \"step\": 1},\n"
            "\"B\": {\"value\": true, \"min_value\": 0, \"max_value\": 9, \"step\": 1}}",
            "file:2: B has \"true\", which is no number");
    refused("{\n\n\"engines\": [],\n\"parameter_ranges\": {\"A\": \"Categorical(x)\"}}",
            "file:4: \"A\" is Categorical(x)");
}

/* Exponents are decimals, too; a comment may have commas; reals of JSON stay reals. */
static void small_numbers_are_kept(void **state) {
    (void)state;
    struct config config;
    imported("# name, type, start\nX, float, 1.5e-3, 1e-4, 2, 0.1, 0.002\n", &config);
    assert_parameter(&config.parameters.list[0], "X", 0.0001, 2, 0.0015, 0.1, 0.0001);
    config_free(&config);
    imported("{\"A\": {\"value\": 0.5, \"min_value\": 0.1, \"max_value\": 0.9, \"step\": 0.1}}",
             &config);
    assert_parameter(&config.parameters.list[0], "A", 0.1, 0.9, 0.5, 0.1, 0.0001);
    config_free(&config);
    imported("{\"engines\": [{\"command\": \"lc0\"}], \"parameter_ranges\": {\"C\": "
             "\"Real(1e-5, 10, prior='log-uniform')\"}, \"engine1_depth\": 3}",
             &config);
    assert_true(fabs(config.parameters.list[0].min - 1e-5) < 1e-12);
    config_free(&config);
}

/* What a config cannot hold does not get into it. */
static void hostile_texts_stay_texts(void **state) {
    (void)state;
    struct config config;
    imported("{\"engines\": [{\"command\": \"lc0\", \"fixed_parameters\": {\"F\": \"a;memory=1\", "
             "\"T\": 2}}], \"parameter_ranges\": {\"A\": \"Integer(1, 9)\"}, "
             "\"engine1_npm\": null, \"engine1_depth\": null, "
             "\"engine1_tc\": \"3.0+0.03\"}",
             &config);
    assert_string_equal(config.engine.limit.clock, "3.0+0.03");
    assert_string_equal(config.engine.options, "option.T=2");
    assert_int_equal(config.engine.limit.nodes, 0);
    config_free(&config);
    refused("{\"A\\nB\": {\"value\": 5, \"min_value\": 1, \"max_value\": 9, \"step\": 1}}",
            "cannot be a parameter's name");
}

static void what_is_not_understood_is_named(void **state) {
    (void)state;
    refused("a, int, 1, 0, 2, 1, 0.002\nb, 3\n", "file:2: has 2 fields; OpenBench's lines have 7");
    refused("a, real, 1, 0, 2, 1, 0.002\n", "file:1: the type must be int or float, not \"real\"");
    refused("a,1,x,2,1,0.002\n", "a has \"x\", which is no number");
    refused("a,1,5,2,1,0.002\n", "a has no range: from 5 to 2");
    refused("a,5,5,5,1,0.002\n", "a has no range: from 5 to 5");
    refused("\na, int, 500, 20, 200, 10, 0.002\n",
            "file:2: a starts at 500, which is not from 20 to 200");
    refused("a,1,20,200,10,0.002\n", "file:1: a starts at 1, which is not from 20 to 200");
    refused("a, int, 80.5, 20, 200, 10, 0.002\n", "file:1: a is whole, which \"80.5\" is not");
    refused("a,1,0,2,1,0.002\nb,1,0,2,1,0.002\na,1,0,2,1,0.002\n",
            "file:3: a is there twice; once is enough");
    refused("{\"a\": {\"value\": 8, \"min_value\": 2, \"max_value\": 9, \"step\": 1},\n"
            " \"a\": {\"value\": 9, \"min_value\": 2, \"max_value\": 9, \"step\": 1}}",
            "file:1: a is there twice; once is enough");
    refused("{\"parameter_ranges\": {\"a\": \"['x', 'y']\", \"a\": \"['x', 'y']\"}}",
            "file:1: a is there twice; once is enough");
    refused("a,1,0,2,y,0.002\n", "a has the step \"y\"");
    refused("a,1,0,2,1,fast\n", "a has the r_end \"fast\", not one from 0 to 1");
    refused("# nothing\n", "has no parameters");
    refused("{\"a\": 3}", "\"a\" is no parameter of weather-factory");
    refused("{\"a\": ", "file is not JSON");
    refused("{\"parameter_ranges\": {\"a\": \"Categorical(x)\"}}",
            "\"a\" is Categorical(x); Real(");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_openbench),
        cmocka_unit_test(a_rate_that_was_chosen_is_kept),
        cmocka_unit_test(an_import_plays_some_thousand_games),
        cmocka_unit_test(lines_of_fishtest),
        cmocka_unit_test(small_numbers_are_kept),
        cmocka_unit_test(hostile_texts_stay_texts),
        cmocka_unit_test(weather_factory),
        cmocka_unit_test(engines_and_openings_come_with_their_limits),
        cmocka_unit_test(a_factory_has_its_engine_beside_it),
        cmocka_unit_test(a_factory_has_its_steps_beside_it),
        cmocka_unit_test(other_steps_of_a_factory_are_not_taken),
        cmocka_unit_test(truth_is_no_number),
        cmocka_unit_test(chess_tuning_tools),
        cmocka_unit_test(ranges_and_choices_of_chess_tuning_tools),
        cmocka_unit_test(what_is_not_understood_is_named),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
