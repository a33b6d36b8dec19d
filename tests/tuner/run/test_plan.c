/*
 * plan: what a run will take is counted before it begins, and what no machine has is refused by
 * the names of the keys that ask for it, by hone check and by hone tune.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tuner/fit/fit.h"
#include "tuner/play/pool.h"
#include "tuner/run/plan.h"

#define GIB (1024.0 * 1024 * 1024)

static const char base[] =
    "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; }; threads = 3;\n"
    "player = { depth = 0; tt_kib = 64; }; fitness = { groups = true; pairs = 5; };\n"
    "optimizer = { name = \"ga\"; generations = 100; ga = { population = 12; groups = 3; }; };\n"
    "verify = { candidates = 4; selection_pairs = 20; pairs = 40; milestone_every = 25;\n"
    "  milestone_pairs = 10; random_players = 2; };\n";

static struct plan plan_with(const char *const *sets, int count) {
    struct config config;
    struct error error;
    if (config_parse("base.cfg", base, sets, count, &config, &error)) fail_msg("%s", error.text);
    struct plan plan = plan_run(&config);
    config_free(&config);
    return plan;
}

static void games_are_counted(void **state) {
    (void)state;
    struct plan plan = plan_with(NULL, 0);
    assert_int_equal(plan.individuals, 12);
    assert_int_equal(plan.stages[STAGE_TRAIN].meetings, 3 * 6);
    assert_int_equal(plan_games(&plan, STAGE_TRAIN), 18 * 5 * 2);
    assert_int_equal(plan.stages[STAGE_SELECT].meetings, 6 + 4);
    assert_int_equal(plan.stages[STAGE_VERIFY].meetings, 3 + 1);
    assert_int_equal(plan_games(&plan, STAGE_DEPTH), 3 * 2 * (40 / 20)); /* the start's */
    assert_int_equal(plan.stages[STAGE_MILESTONE].meetings, 6 * 5 / 2);
    assert_int_equal(plan.stages[STAGE_PROGRESS].meetings, 1 + 4); /* the start, earlier ones */
    assert_int_equal(plan_verify_games(&plan), 2 * (10 * 20 + 4 * 40 + 6 + 15 * 10));
}

/* Each has a table of its own. */
static void all_cores_play_where_no_number_is_given(void **state) {
    (void)state;
    static const char *const all[] = {"threads=0"};
    assert_int_equal(plan_with(NULL, 0).threads, 3);
    assert_int_equal(plan_with(all, 1).threads, pool_cores());
}

static void a_round_robin_and_a_hall_add_meetings(void **state) {
    (void)state;
    static const char *const sets[] = {"fitness.round_robin=true", "fitness.gauntlet=true",
                                       "fitness.hall_size=7", "verify.milestone_every=0",
                                       "progress.every=0"};
    struct plan plan = plan_with(sets, COUNT_OF(sets));
    assert_int_equal(plan.stages[STAGE_TRAIN].meetings, 12 * 11 / 2 + 12 * 7);
    assert_int_equal(plan.stages[STAGE_TRAIN].players, 12 + 7);
    assert_int_equal(plan_games(&plan, STAGE_MILESTONE), 0);
    assert_int_equal(plan_games(&plan, STAGE_PROGRESS), 0);
}

/* The last generation is a milestone, too. */
static void a_single_milestone_is_met_by_random_players(void **state) {
    (void)state;
    static const char *const last[] = {"verify.milestone_every=100"};
    static const char *const never[] = {"verify.milestone_every=101"};
    assert_int_equal(plan_with(last, 1).stages[STAGE_MILESTONE].meetings, 3);
    assert_int_equal(plan_with(never, 1).stages[STAGE_MILESTONE].meetings, 0);
}

static void every_thread_has_two_tables(void **state) {
    (void)state;
    struct plan plan = plan_with((const char *const[]){"progress.every=0"}, 1);
    assert_true(plan_table_bytes(&plan) == 2 * 3 * 64 * 1024);
    assert_true(plan_bytes(&plan) > plan_table_bytes(&plan));
    assert_true(plan_bytes(&plan) < plan_table_bytes(&plan) + 1024 * 1024);
}

static void what_fits_is_let_through(void **state) {
    (void)state;
    struct error error;
    struct plan plan = plan_with(NULL, 0);
    assert_int_equal(plan_check(&plan, GIB, &error), 0);
    assert_int_equal(plan_check(&plan, 0, &error), 0); /* not known */
    assert_int_equal(plan_check(&plan, plan_bytes(&plan), &error), 0);
    assert_int_equal(plan_check(&plan, plan_bytes(&plan) - 1, &error), -1);
}

/* Candidates meet each other and the start; the champion meets two of them and the start, and it
 * and the start meet five yardsticks; at each of three more depths it meets the start and these. */
static void yardsticks_are_met_by_champion_and_start(void **state) {
    (void)state;
    static const char *const sets[] = {"fitness.gauntlet=false", "fitness.hall_size=0",
                                       "verify.candidates=3", "verify.selection_pairs=10",
                                       "verify.pairs=100"};
    struct config config;
    struct error error;
    if (config_load("config/reversi-quick.cfg", sets, COUNT_OF(sets), &config, &error))
        fail_msg("%s", error.text);
    struct plan plan = plan_run(&config);
    assert_int_equal(plan_verify_games(&plan),
                     2 * ((3 + 3) * 10 + (2 + 1 + 10) * 100 + 3 * 6 * (100 / 20)));
    config_free(&config);
}

/* 10 Elo take some 1600 pairs; memory is asked for what they may come to. */
static void a_wanted_error_is_expected_to_be_reached(void **state) {
    (void)state;
    static const char *const sets[] = {"verify.error=10", "verify.pairs=100",
                                       "verify.pairs_max=500000"};
    struct config config;
    struct error error;
    if (config_load("config/reversi-quick.cfg", sets, COUNT_OF(sets), &config, &error))
        fail_msg("%s", error.text);
    struct plan plan = plan_run(&config);
    assert_int_equal(plan.stages[STAGE_VERIFY].pairs, 1600);
    assert_true(plan_stage_bytes(&plan, STAGE_VERIFY) > 2 * 500000 * sizeof(struct result));
    config.verify.error = 200; /* 4 pairs, of which 100 are a batch */
    plan = plan_run(&config);
    assert_int_equal(plan.stages[STAGE_VERIFY].pairs, 100);
    config.verify.error = 0.1; /* 16 million */
    plan = plan_run(&config);
    assert_int_equal(plan.stages[STAGE_VERIFY].pairs, 500000);
    config_free(&config);
}

/* Sizes that the bounds of the keys allow. */
static const struct {
    const char *sets[2], *message;
} impossible[] = {
    {{"player.tt_kib=16777216", "threads=1024"},
     "player.tt_kib = 16777216 for two players on each of 1024 threads needs 32 TiB"},
    {{"fitness.round_robin=true", "optimizer.ga.population=9999"},
     "training: 49985001 meetings of 5 pairs at once need "},
    {{"fitness.round_robin=true", "optimizer.ga.population=9999"}, "fitness.round_robin"},
    {{"verify.candidates=1000", "verify.selection_pairs=1000000"}, "verify.selection_pairs"},
    {{"verify.candidates=1000", "verify.pairs=1000000"}, "verify.pairs"},
    {{"optimizer.generations=1000000", "verify.milestone_every=1"}, "verify.milestone_every"},
};

static void what_no_machine_has_is_refused_by_name(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(impossible); i++) {
        struct error error;
        struct plan plan = plan_with(impossible[i].sets, 2);
        assert_int_equal(plan_check(&plan, 8 * GIB, &error), -1);
        if (!strstr(error.text, impossible[i].message)) fail_msg("%s", error.text);
        assert_non_null(strstr(error.text, "this machine has 8.0 GiB"));
    }
}

/* Whatever learning takes besides. */
static void the_largest_part_is_named(void **state) {
    (void)state;
    struct error error;
    struct plan plan = plan_with(impossible[0].sets, 2);
    plan.method_bytes = 4 * GIB;
    plan.method_keys = "optimizer.fit.window";
    assert_int_equal(plan_check(&plan, 8 * GIB, &error), -1);
    assert_non_null(strstr(error.text, "player.tt_kib = 16777216 for two players"));
    plan.method_bytes = 40 * 1024 * GIB;
    assert_int_equal(plan_check(&plan, 8 * GIB, &error), -1);
    assert_non_null(strstr(error.text, "less of optimizer.fit.window"));
}

/* The first of them is beyond this machine, too. */
static void both_commands_refuse_at_once(void **state) {
    (void)state;
    char directory[] = "/tmp/hone-plan-XXXXXX", path[64], command[256], said[1024];
    static const char *const commands[] = {"check", "tune"};
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/base.cfg", directory);
    assert_int_equal(file_write(path, base, NULL), 0);
    for (int i = 0; i < 2; i++) {
        snprintf(command, sizeof command,
                 "%s/hone %s %s --set %s --set %s --set output=%s/out 2>&1", BUILD_DIR, commands[i],
                 path, impossible[0].sets[0], impossible[0].sets[1], directory);
        FILE *pipe = popen(command, "r");
        assert_non_null(pipe);
        said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
        assert_int_equal(WEXITSTATUS(pclose(pipe)), 2);
        if (!strstr(said, impossible[0].message)) fail_msg("%s", said);
    }
    snprintf(command, sizeof command, "rm %s && rmdir %s", path, directory);
    assert_int_equal(system(command), 0); /* there was nothing else */
}

static void bytes_are_told_in_units(void **state) {
    (void)state;
    static const struct {
        double bytes;
        const char *text;
    } cases[] = {{0, "0.0 KiB"},         {1536, "1.5 KiB"},
                 {20480, "20 KiB"},      {1023.0 * 1024, "1.0 MiB"},
                 {1.5 * GIB, "1.5 GiB"}, {2048 * GIB, "2.0 TiB"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[PLAN_BYTES_LENGTH];
        plan_format_bytes(cases[i].bytes, text);
        assert_string_equal(text, cases[i].text);
    }
}

/* 64 players, 100000 pairs a meeting: 13 GB of results. */
static void a_tournament_is_planned_like_a_stage(void **state) {
    (void)state;
    struct error error;
    struct plan plan = {.threads = 1};
    plan.stages[STAGE_SERIES] =
        (struct plan_stage){.players = 64, .meetings = 64 * 63 / 2, .pairs = 100000};
    assert_int_equal(plan_check(&plan, 16e9, &error), 0);
    assert_int_equal(plan_check(&plan, 8e9, &error), -1);
    assert_non_null(strstr(error.text, "2016 meetings of 100000 pairs"));
    assert_non_null(strstr(error.text, "less of the number of players, --pairs"));
}

/* Three times the positions of two generations of 50 games, of 60 plies less the 6 of the opening,
 * at 32 bytes and 12 more, with 24 of a table to look them up. */
static void the_positions_of_a_fit_are_counted(void **state) {
    (void)state;
    static const char fit[] =
        "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
        "fitness = { pairs = 25; }; verify = { candidates = 2; selection_pairs = 1; pairs = 1; };\n"
        "optimizer = { name = \"fit\"; fit = { window = 2; }; };\n"
        "progress = { every = 0; };\n";
    struct config config;
    struct error error;
    if (config_parse("fit.cfg", fit, NULL, 0, &config, &error)) fail_msg("%s", error.text);
    struct plan plan = methods_plan(&config);
    double state_bytes = (double)((config.game->state_size + 7) / 8 * 8);
    double positions = 2 * 50 * (60 - 6) * (3 * (state_bytes + 12) + 24);
    assert_true(plan.method_bytes > positions);
    assert_true(plan.method_bytes < positions + 10000);
    assert_true(plan_bytes(&plan) == plan_table_bytes(&plan) + plan.method_bytes);
    assert_int_equal(plan_check(&plan, plan_bytes(&plan), &error), 0);
    plan.method_bytes *= 1e6;
    assert_int_equal(plan_check(&plan, 8 * GIB, &error), -1);
    assert_non_null(
        strstr(error.text, "less of optimizer.data, fitness.pairs, optimizer.fit.window"));
    config_free(&config);
}

/* Of 120 plies a third, since rows end games long before the board is full. */
static void games_that_a_row_ends_have_fewer_positions(void **state) {
    (void)state;
    static const char fit[] = "game = \"gomoku\"; evaluator = { name = \"lines-open\"; };\n"
                              "player = { plies_max = 120; }; fitness = { pairs = 25; };\n"
                              "verify = { candidates = 2; selection_pairs = 1; pairs = 1; };\n"
                              "optimizer = { name = \"fit\"; fit = { window = 2; }; };\n"
                              "progress = { every = 0; };\n";
    struct config config;
    struct error error;
    if (config_parse("fit.cfg", fit, NULL, 0, &config, &error)) fail_msg("%s", error.text);
    double state_bytes = (double)((config.game->state_size + 7) / 8 * 8);
    double positions = 2 * 50 * (120 / 3) * (3 * (state_bytes + 12) + 24);
    double bytes = methods_plan(&config).method_bytes;
    assert_true(bytes > positions && bytes < positions + 10000);
    config_free(&config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_counted),
        cmocka_unit_test(all_cores_play_where_no_number_is_given),
        cmocka_unit_test(a_round_robin_and_a_hall_add_meetings),
        cmocka_unit_test(yardsticks_are_met_by_champion_and_start),
        cmocka_unit_test(a_wanted_error_is_expected_to_be_reached),
        cmocka_unit_test(a_single_milestone_is_met_by_random_players),
        cmocka_unit_test(the_largest_part_is_named),
        cmocka_unit_test(every_thread_has_two_tables),
        cmocka_unit_test(what_fits_is_let_through),
        cmocka_unit_test(what_no_machine_has_is_refused_by_name),
        cmocka_unit_test(both_commands_refuse_at_once),
        cmocka_unit_test(bytes_are_told_in_units),
        cmocka_unit_test(the_positions_of_a_fit_are_counted),
        cmocka_unit_test(games_that_a_row_ends_have_fewer_positions),
        cmocka_unit_test(a_tournament_is_planned_like_a_stage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
