/*
 * advice: a run whose training makes its weights worse keeps its start, in the choice or when the
 * champion is measured, and says what to change; one whose parameters end on their bounds says
 * that; and a check says where first steps dwarf the weights they begin at. As a user meets them.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/own_directory.h"
#include "tests/shell.h"
#include "tuner/config/config.h"
#include "tuner/optimize/ga.h"
#include "tuner/run/run.h"

/* ---- runs ---- */

/* Against the corners: it loses to any table. */
static int champion_spoilt(const void *self, int32_t *out) {
    const struct ga *ga = self;
    for (int j = 0; j < ga->setup.dim; j++) out[j] = 1;
    out[0] = ga->setup.ranges[0].lower + 1;
    return -1;
}

static int champion_of_the_start(const void *self, int32_t *out) {
    const struct ga *ga = self;
    memcpy(out, ga->setup.initial, (size_t)ga->setup.dim * sizeof *out);
    return -1;
}

/* Its first parameter on its upper bound, the others inside. */
static int champion_on_a_bound(const void *self, int32_t *out) {
    const struct ga *ga = self;
    memcpy(out, ga->setup.initial, (size_t)ga->setup.dim * sizeof *out);
    out[0] = ga->setup.ranges[0].upper;
    return -1;
}

static int champion_on_all_bounds(const void *self, int32_t *out) {
    const struct ga *ga = self;
    for (int j = 0; j < ga->setup.dim; j++) out[j] = ga->setup.ranges[j].lower;
    return -1;
}

/* Begun at Norvig's table within +-1500, into the folder of that name. */
static void tune_as(const char *settings, int (*champion)(const void *self, int32_t *out),
                    const char *name) {
    struct config config;
    struct error error;
    struct optimizer_kind kind = ga_kind;
    if (champion) kind.champion = champion;
    if (config_parse("x.cfg", settings, NULL, 0, &config, &error)) fail_msg("%s", error.text);
    config.optimizer.kind = &kind;
    snprintf(config.output, sizeof config.output, "%s/%s", directory, name);
    if (run_tune(&config, NULL, &error) != RUN_FINISHED) fail_msg("%s", error.text);
    config_free(&config);
}

static void tune_with(int (*champion)(const void *self, int32_t *out), int choice_pairs,
                      const char *name) {
    char settings[640];
    snprintf(settings, sizeof settings,
             "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
             "params = ({name = \"*\"; lower = -1500; upper = 1500;});\n"
             "player = { epsilon = 0.1; };\n"
             "optimizer = { generations = 2; init = \"around\"; init_weights = "
             "[\"config/weights/norvig.weights\"]; ga = { population = 4; groups = 2; }; };\n"
             "fitness = { pairs = 2; }; progress = { every = 0; };\n"
             "verify = { candidates = 2; selection_pairs = %d; pairs = 60; depths = []; };\n",
             choice_pairs);
    tune_as(settings, champion, name);
}

static int query(const char *name, const char *sql) {
    char path[128];
    sqlite3 *database;
    sqlite3_stmt *statement;
    snprintf(path, sizeof path, "%s/%s/run.db", directory, name);
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int value = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return value;
}

/* ---- what the program prints ---- */

static struct text hone(const char *words, const char *name) {
    char command[512];
    struct text out = {0};
    snprintf(command, sizeof command, BUILD_DIR "/hone %s %s%s%s 2>&1", words,
             name ? directory : "", name ? "/" : "", name ? name : "");
    if (shell_run(command, &out)) fail_msg("%s: %s", command, text_get(&out));
    /* A line may be folded: what is looked for is not. */
    for (char *fold; out.data && (fold = strstr(out.data, "\n      "));)
        memmove(fold, fold + 6, strlen(fold + 6) + 1);
    return out;
}

static void assert_says(const char *words, const char *name, const char *wanted, bool says) {
    struct text out = hone(words, name);
    if (!strstr(text_get(&out), wanted) == says)
        fail_msg("%s: '%s' is %s in:\n%s", words, wanted, says ? "not" : "", text_get(&out));
    text_free(&out);
}

static const char is_start[] = "SELECT player = start FROM champions";
static const char start_measured[] =
    "SELECT player = start FROM champions NATURAL JOIN (SELECT player AS measured FROM seats WHERE "
    "stage = 'verify' AND role = 'champion') WHERE measured = start";

static void assert_start_stays_said(const char *name) {
    static const char advice[] = "what may help: more games, a smaller optimizer.ga.sigma than "
                                 "0.2, narrower bounds (params), another optimizer.name";
    assert_says("report", name, advice, true);
    assert_says("status", name, advice, true);
    assert_says("report", name, "export", false);
    assert_says("report", name, "play --weights", false);
}

/* The choice has but one pair a meeting, which shows nothing. */
static void a_measurement_that_shows_a_loss_keeps_the_start(void **state) {
    (void)state;
    tune_with(champion_spoilt, 1, "measured");
    assert_int_equal(query("measured", is_start), 1);
    assert_says("report", "measured", "the start stays, for the best of training, generation 2, is",
                true);
    assert_says("report", "measured", "  WEAKER than its start: -", true);
    assert_says("status", "measured", "champion: the start stays; generation 2: -", true);
    assert_start_stays_said("measured");
    assert_says("doctor", "measured", "healthy", true);
}

static void a_choice_that_shows_a_loss_keeps_the_start(void **state) {
    (void)state;
    tune_with(champion_spoilt, 60, "chosen");
    assert_int_equal(query("chosen", start_measured), 1);
    assert_says("report", "chosen", "it is the start itself: nothing was gained", true);
    assert_says("status", "chosen", "champion: the start itself: nothing was gained", true);
    assert_start_stays_said("chosen");
    assert_says("doctor", "chosen", "healthy", true);
}

/* Of what is no worse than its start it says where it stands, and what to do with it; the start it
 * meets is the run's own. */
static void a_parameter_on_its_bound_is_said(void **state) {
    (void)state;
    static const char words[] = "1 of 10 free parameters on a bound: a1 = 1500 (upper); the best "
                                "value may lie beyond: widen the bounds in params, and tune again, "
                                "or go on for more generations with --adopt";
    tune_with(champion_on_a_bound, 10, "bound");
    assert_int_equal(query("bound", is_start), 0);
    assert_says("report", "bound", words, true);
    assert_says("status", "bound", words, true);
    assert_says("report", "bound", "what may help", false);
    assert_says("report", "bound", "export --format c", true);
    assert_says("report", "bound", "/bound@start ", true);
    assert_says("report", "bound", "match --depth 2 ", true); /* tuned at 0 */
    assert_says("report", "bound", " initial ", false);
    char command[200];
    snprintf(command, sizeof command, "report --html %s/page.html", directory);
    struct text out = hone(command, "bound");
    text_free(&out);
    snprintf(command, sizeof command, "cat %s/page.html", directory);
    assert_int_equal(shell_run(command, &out), 0);
    assert_non_null(strstr(text_get(&out), "1 of 10 free parameters on a bound: a1 = 1500"));
    text_free(&out);
}

/* Four of them are named; those that are as far as the evaluator goes cannot be widened. */
static void parameters_on_their_bounds_are_counted(void **state) {
    (void)state;
    static const char open[] =
        "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
        "player = { epsilon = 0.1; };\n"
        "optimizer = { generations = 1; init = \"around\"; ga = { population = 4; groups = 2; }; "
        "};\n"
        "fitness = { pairs = 1; }; progress = { every = 0; };\n"
        "verify = { candidates = 1; selection_pairs = 1; pairs = 1; depths = []; };\n";
    struct text bounded = {0};
    text_add(&bounded, "%sparams = ({name = \"*\"; lower = -1500; upper = 1500;});\n", open);
    tune_as(text_get(&bounded), champion_on_all_bounds, "bounded");
    tune_as(open, champion_on_all_bounds, "open");
    text_free(&bounded);
    assert_says("report", "bounded", "10 of 10 free parameters on a bound: a1 = -1500 (lower), ",
                true);
    assert_says("report", "bounded",
                " (lower) and 6 more; the best value may lie beyond: widen the bounds in params",
                true);
    assert_says("report", "open",
                "(lower, as far as the evaluator goes) and 6 more; the best value may lie beyond",
                true);
    assert_says("report", "open", "widen the bounds", false);
}

/* Parameters of the user's engine are in their own list, in their own units; choices have no
 * bound, and optimizer.reach, which such a config refuses, is no advice. */
static void the_advice_on_an_engine_names_its_own_keys(void **state) {
    (void)state;
    static const char engine[] =
        "game = \"lgame\"; engine = { command = \"" BUILD_DIR
        "/hone-engine --protocol gtp --game lgame --depth {depth}\"; protocol = \"gtp\";"
        " options = \"env=HONE_A={a};env=HONE_B={b}\"; };\n"
        "parameters = ({name = \"a\"; min = 0; max = 0.5; precision = 0.01;},"
        "{name = \"b\"; choices = [\"x\", \"y\"];}, {name = \"depth\"; min = 0; max = 9;});\n"
        "player = { plies_max = 4; };\n"
        "optimizer = { generations = 1; init = \"around\"; ga = { population = 4; groups = 2; }; "
        "};\n"
        "fitness = { pairs = 1; }; progress = { every = 0; };\n"
        "verify = { candidates = 1; selection_pairs = 1; pairs = 1; };\n";
    tune_as(engine, champion_on_a_bound, "engine");
    assert_says("report", "engine",
                "1 of 3 free parameters on a bound: a = 0.5 (upper); the best value may lie "
                "beyond: widen the bounds in parameters, and tune again",
                true);
    tune_as(engine, champion_of_the_start, "loser");
    assert_says("status", "loser", "narrower bounds (parameters), another", true);
    assert_says("status", "loser", "optimizer.reach", false);
    assert_says("status", "loser", "a smaller optimizer.ga.sigma than ", true);
    struct text stepping = {0};
    const char *first = strstr(engine, "max = 0.5; ");
    text_add(&stepping, "%.*sstep = 0.1; %s", (int)(first - engine), engine, first);
    tune_as(text_get(&stepping), champion_of_the_start, "stepping");
    text_free(&stepping);
    assert_says("status", "stepping", "games, a smaller `step` of parameters, narrower", true);
}

/* Steps that are too large for given weights are none for weights that were drawn. */
static void the_advice_on_a_random_start_names_no_steps(void **state) {
    (void)state;
    static const char drawn[] =
        "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
        "player = { epsilon = 0.1; };\n"
        "optimizer = { generations = 1; init = \"random\"; ga = { population = 4; groups = 2; }; "
        "};\n"
        "fitness = { pairs = 1; }; progress = { every = 0; };\n"
        "verify = { candidates = 1; selection_pairs = 60; pairs = 60; depths = []; };\n";
    tune_as(drawn, champion_spoilt, "drawn");
    assert_says("status", "drawn",
                "what may help: more games, narrower bounds (params), another optimizer.name",
                true);
}

/* Steps by the range of +-2047 are larger than most of Norvig's weights; those by the weights are
 * none, unless they are longer than the weights. */
static void a_check_says_where_steps_dwarf_weights(void **state) {
    (void)state;
    char path[64], here[256], settings[512], command[200];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(settings, sizeof settings,
             "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
             "optimizer = { name = \"spsa\"; init = \"around\"; init_weights = "
             "[\"%s/config/weights/norvig.weights\"]; };\n",
             here);
    snprintf(path, sizeof path, "%s/steps.cfg", directory);
    assert_int_equal(file_write(path, settings, NULL), 0);
    assert_says("check --set optimizer.reach=range", "steps.cfg",
                "optimizer.spsa.precision = 0.1: a first step dwarfs 9 of 10 given weights, 409 "
                "where ",
                true);
    assert_says("check --set optimizer.reach=range", "steps.cfg",
                "set instead: optimizer.reach = \"given\", or optimizer.spsa.precision 0.", true);
    assert_says("check", "steps.cfg", "dwarf", false);
    static const char *const kinds[] = {"anneal", "ga"};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        snprintf(command, sizeof command,
                 "check --set optimizer.name=%s --set optimizer.init_spread=0.7", kinds[i]);
        assert_says(command, "steps.cfg",
                    "optimizer.init_spread = 0.7: a first step dwarfs 10 of 10", true);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_measurement_that_shows_a_loss_keeps_the_start),
        cmocka_unit_test(a_choice_that_shows_a_loss_keeps_the_start),
        cmocka_unit_test(a_parameter_on_its_bound_is_said),
        cmocka_unit_test(parameters_on_their_bounds_are_counted),
        cmocka_unit_test(the_advice_on_an_engine_names_its_own_keys),
        cmocka_unit_test(the_advice_on_a_random_start_names_no_steps),
        cmocka_unit_test(a_check_says_where_steps_dwarf_weights),
    };
    return cmocka_run_group_tests(tests, own_directory_make, own_directory_remove);
}
