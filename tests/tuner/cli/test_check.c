/*
 * hone check and hone games: what a run will play, where it goes, and the tables of parameters.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/runs.h"

/* A generation of 2 meetings of 3 pairs: 12 games. */
static const char config[] =
    "name = \"quick\"; game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"64\"; };\n"
    "fitness = { pairs = 3; }; optimizer = { ga = { population = 4; groups = 2; }; };\n"
    "params = ({name = \"e1\"; tie = \"d1\";}, {name = \"f1\"; tie = \"c1\";},\n"
    "          {name = \"g1\"; tie = \"b1\";}, {name = \"h1\"; tie = \"a1\";},\n"
    "          {name = \"a2\"; tie = \"b2\";}, {name = \"a8\"; freeze = true;});\n";

static int make_configs(void **context) {
    char path[64];
    if (runs_make_directory(context)) return -1;
    snprintf(path, sizeof path, "%s/mine.cfg", directory);
    return file_write(path, config, NULL);
}

/* Whose settings for millions of games inside hone are too many for a few of an engine. */
static void a_measurement_longer_than_the_training_is_told(void **state) {
    (void)state;
    assert_prints(
        "check mine.cfg --set optimizer.games=30", 0,
        "take more games than the training: verify.candidates,\n  verify.selection_pairs ");
    assert_prints_not("check mine.cfg --set optimizer.games=1000000", "take more games");
}

static void a_budget_is_played_in_whole_generations(void **state) {
    (void)state;
    assert_prints("check mine.cfg --set optimizer.games=30", 0,
                  "optimizer.games = 30: training ends with the generation that reaches it, after "
                  "36 games;\n  12 games, one generation, are the smallest run\n");
    assert_prints("check mine.cfg --set optimizer.games=30", 0,
                  "\nabout 3 generations of 4 individuals, 2 meetings of 3 pairs in each "
                  "generation; 36 games in all\n");
    assert_prints("check mine.cfg --set optimizer.generations=1", 0,
                  "\n1 generation of 4 individuals, 2 meetings of 3 pairs; 12 games in all\n");
    assert_prints("check mine.cfg --format csv --set optimizer.games=5", 0, ",5,12\r\n");
    assert_prints("check mine.cfg --format json --set optimizer.games=5", 0, "\"games\": 12,");
    assert_prints_not("check mine.cfg --set optimizer.games=36", "optimizer.games = 36: ");
}

/* A copy has a directory of its own, whatever the name in it; one that is named with it has that.
 */
static void a_copied_config_has_its_own_run(void **state) {
    (void)state;
    assert_prints("check mine.cfg --params", 0,
                  "mine.cfg: its run is called \"quick\" by `name`, and goes into results/mine, as "
                  "the file is called\n");
    assert_prints("tune mine.cfg --set optimizer.name=x", 2, "no optimiser");
    assert_prints_not("check mine.cfg --params --set name=other", "goes into");
}

static void each_tie_is_shown(void **state) {
    (void)state;
    assert_prints("check mine.cfg --params", 0,
                  "e1 .. h1 (4)               = d1, c1, b1, a1\n"); /* a2 on its own */
    assert_prints("check mine.cfg --params --format csv", 0, "h1,tied,a1,0,,,,\r\n");
    assert_prints("check mine.cfg --params --format csv", 0, "a8,frozen,,0,1000,,,\r\n");
    assert_prints("check mine.cfg --params --format json", 0,
                  "\"parameter\": \"a1\", \"state\": \"free\"");
}

static void given_weights_that_ties_change_are_counted(void **state) {
    (void)state;
    assert_prints("weights new --game reversi --layout 64 -o given.weights", 0, "");
    assert_prints("check mine.cfg --params --set optimizer.init=around "
                  "--set 'optimizer.init_weights=[\"given.weights\"]' "
                  "--set 'params=({name=\"a2\"; tie=\"d1\";}, {name=\"b1\"; tie=\"d1\";})'",
                  0, "\n2 values of the given weights changed by ties, steps or bounds\n");
    assert_prints_not("check mine.cfg --params --set optimizer.init=around "
                      "--set 'optimizer.init_weights=[\"given.weights\"]'",
                      "given weights changed");
}

static void any_layout_can_be_listed(void **state) {
    (void)state;
    assert_prints("games reversi wpc/64", 0, "evaluator wpc, layout 64, 64 parameters");
    assert_prints_not("games reversi wpc/64", "evaluator features");
    assert_prints("games reversi wpc/64 --format csv", 0, "reversi,wpc,64,h8,");
}

/* Square by square, stage by stage. */
static void a_header_says_which_weight_a_square_has(void **state) {
    (void)state;
    assert_prints("weights new --game reversi --layout 10x2 -o ten.weights", 0, "");
    assert_prints("export ten.weights --format c", 0,
                  "indices[2][64] = {\n        {0, 1, 2, 3, 3, 2, 1, 0,\n         1, 4, 5,");
    assert_prints("export ten.weights --format c", 0,
                  "         10, 11, 12, 13, 13, 12, 11, 10},\n");
    assert_prints("weights new --game connect6 -o roads.weights", 0, "");
    assert_prints_not("export roads.weights --format c", "_square");
}

/* The page comes from `make web`, which nothing else needs. */
static void a_page_to_play_on_is_built_apart(void **state) {
    (void)state;
    assert_prints("weights new --game reversi --layout 10 -o play.weights", 0, "");
    setenv("HONE_WEB", ".", 1);
    assert_prints("export play.weights --format html", 2, "in hone's sources `make web` builds it");
    assert_prints("export play.weights --format htm", 2, "; html is a page to play on");
    char path[600];
    struct error error;
    snprintf(path, sizeof path, "%s/play.html", directory);
    assert_int_equal(file_write(path, "<p>\n<!-- champions -->\n", &error), 0);
    assert_prints("export play.weights --format html", 0,
                  "<p>\n<script type=\"application/gzip\" class=\"champion\">H4sI");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_measurement_longer_than_the_training_is_told),
        cmocka_unit_test(a_budget_is_played_in_whole_generations),
        cmocka_unit_test(a_copied_config_has_its_own_run),
        cmocka_unit_test(each_tie_is_shown),
        cmocka_unit_test(given_weights_that_ties_change_are_counted),
        cmocka_unit_test(any_layout_can_be_listed),
        cmocka_unit_test(a_header_says_which_weight_a_square_has),
        cmocka_unit_test(a_page_to_play_on_is_built_apart),
    };
    return cmocka_run_group_tests(tests, make_configs, own_directory_remove);
}
