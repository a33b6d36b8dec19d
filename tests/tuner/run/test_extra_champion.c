/*
 * A champion that did not play: what a run keeps of an optimiser whose champion is a vector of its
 * own, by a genetic algorithm that is made to name such vectors.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/own_directory.h"
#include "tuner/config/config.h"
#include "tuner/optimize/ga.h"
#include "tuner/run/run.h"

static const char settings[] =
    "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "player = { epsilon = 0.1; };\n"
    "fitness = { gauntlet = true; pairs = 4; hall_size = 2; hall_every = 1; };\n"
    "optimizer = { generations = 3; ga = { population = 6; groups = 3; }; };\n"
    "verify = { candidates = 2; selection_pairs = 4; pairs = 4; };\n";

/* Beside the best survivor: no slot of the population has that. */
static int champion_beside(const void *self, int32_t *out) {
    const struct ga *ga = self;
    memcpy(out, ga_vector(ga, 0), (size_t)ga->setup.dim * sizeof *out);
    out[0] += out[0] < ga->setup.ranges[0].upper ? 1 : -1;
    return -1;
}

/* The best survivor, which has played. */
static int champion_equal(const void *self, int32_t *out) {
    const struct ga *ga = self;
    memcpy(out, ga_vector(ga, 0), (size_t)ga->setup.dim * sizeof *out);
    return -1;
}

static void tune_with(int (*champion)(const void *self, int32_t *out), const char *name) {
    struct config config;
    struct error error;
    struct optimizer_kind kind = ga_kind;
    kind.champion = champion;
    if (config_parse("extra.cfg", settings, NULL, 0, &config, &error)) fail_msg("%s", error.text);
    config.optimizer.kind = &kind;
    snprintf(config.output, sizeof config.output, "%s/%s", directory, name);
    if (run_tune(&config, NULL, &error) != RUN_FINISHED) fail_msg("%s", error.text);
    config_free(&config);
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

/* It follows the population, has no fitness, and meets others in the hall of fame. */
static void a_champion_that_did_not_play_is_kept_beside_the_population(void **state) {
    (void)state;
    tune_with(champion_beside, "beside");
    assert_int_equal(query("beside", "SELECT count(*) FROM players WHERE slot = 6"), 3);
    assert_int_equal(query("beside", "SELECT count(*) FROM generations g JOIN players p"
                                     " ON p.id = g.champion WHERE p.slot = 6"),
                     3);
    assert_int_equal(query("beside", "SELECT count(*) FROM fitness"), 3 * 6);
    assert_int_equal(query("beside", "SELECT count(*) FROM meetings m JOIN players p ON p.id = m.b"
                                     " WHERE m.stage = 'train' AND p.slot = 6"),
                     6 * 1 + 6 * 2);
}

static void the_report_goes_without_its_rate(void **state) {
    (void)state;
    char command[256], line[256];
    int tables = 0, rates = 0;
    snprintf(command, sizeof command, "%s/hone report %s/beside", BUILD_DIR, directory);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    while (fgets(line, sizeof line, pipe)) {
        tables += strncmp(line, "  number  distinct/games", 24) == 0;
        rates += strncmp(line, "  number   rate", 15) == 0;
    }
    assert_int_equal(pclose(pipe), 0);
    assert_int_equal(tables, 1);
    assert_int_equal(rates, 0);
}

static void a_champion_that_equals_a_slot_is_that_slot(void **state) {
    (void)state;
    tune_with(champion_equal, "equal");
    assert_int_equal(query("equal", "SELECT count(*) FROM players WHERE slot = 6"), 0);
    assert_int_equal(query("equal", "SELECT count(*) FROM generations g JOIN fitness f"
                                    " ON f.generation = g.generation AND f.player = g.champion"),
                     3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_champion_that_did_not_play_is_kept_beside_the_population),
        cmocka_unit_test(the_report_goes_without_its_rate),
        cmocka_unit_test(a_champion_that_equals_a_slot_is_that_slot),
    };
    return cmocka_run_group_tests(tests, own_directory_make, own_directory_remove);
}
