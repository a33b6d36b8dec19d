/*
 * progress_line: a run is gone through with a clock that is made up, and from a tenth of its time
 * on the time left is right to a fifth, whatever its generations, milestones and other stages take.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/rng.h"
#include "tests/own_directory.h"
#include "tuner/run/plan.h"
#include "tuner/run/run.h"

static const char base[] =
    "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "player = { depth = 0; epsilon = 0.1; }; fitness = { groups = true; pairs = 20; };\n"
    "optimizer = { name = \"ga\"; generations = 300; ga = { population = 40; groups = 10; }; };\n"
    "verify = { candidates = 4; selection_pairs = 500; pairs = 2000; };\n";

/* How long things take, in seconds. */
struct world {
    double training, measuring; /* a game */
    double overhead;            /* of a generation */
    double slower;              /* a training game at the end, to one at the beginning */
    double noise;               /* of a generation, a part */
    double drawing;             /* an opening of a stage that is not training */
};

static struct store *store;
static struct config config;
static struct run run;
static struct progress_line *const line = &run.progress_line;
static double now;

static double clock_of_the_world(void) {
    return now;
}

/* As run.c does for a run that has played nothing. */
static void open_line(void) {
    const struct plan plan = plan_run(&config);
    progress_line_open(line, config.name, 0, 0);
    for (enum stage stage = STAGE_SELECT; stage <= STAGE_MILESTONE; stage++)
        progress_line_expect(line, stage, plan_games(&plan, stage),
                             plan_games(&plan, stage) ? plan.stages[stage].pairs : 0);
    line->clock = clock_of_the_world;
}

static void show_stage(enum stage stage, int64_t done, int64_t games) {
    const struct progress_numbers numbers = run_numbers(&run, 0, 0);
    progress_line_show_stage(line, &numbers, stage, done, games, "");
}

static double seconds_afterwards(void) {
    return progress_line_seconds_afterwards(line, plan_milestone_games(&config, run.done + 1));
}

static void open_run(const char *const *sets, int count) {
    char path[96];
    struct error error;
    assert_int_equal(own_directory_make(NULL), 0);
    snprintf(path, sizeof path, "%s/run.db", directory);
    store = store_open(path, STORE_WRITE, &error);
    if (!store || config_parse("base.cfg", base, sets, count, &config, &error))
        fail_msg("%s", error.text);
    run = (struct run){.config = &config, .store = store, .id = 1};
    open_line();
    now = 1000;
}

static void close_run(void) {
    char command[96];
    store_close(store);
    config_free(&config);
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    assert_int_equal(system(command), 0);
}

/* ---- going through it ---- */

enum { MOMENTS_MAX = 4000 };
static struct moment { double at, left; /* what was said then */ } moments[MOMENTS_MAX];
static int moment_count;

static void note_moment(void) {
    moments[moment_count++] = (struct moment){now, progress_line_seconds(line)};
}

/* A session in ten parts, before which its openings are drawn. */
static void go_through_stage(const struct world *world, enum stage stage, int64_t games,
                             int64_t openings) {
    double seconds = (double)games * world->measuring;
    progress_line_begin_drawing(line, stage);
    now += (double)openings * world->drawing;
    const struct progress_numbers numbers = run_numbers(&run, 0, 0);
    progress_line_show_drawing(line, &numbers, stage, openings, openings, games, "");
    progress_line_end_drawing(line, openings);
    note_moment();
    progress_line_begin_stage(line, stage);
    for (int part = 1; part <= 10; part++) {
        now += seconds / 10;
        show_stage(stage, games * part / 10, games);
        if (part < 10) note_moment();
    }
    progress_line_end_stage(line, stage, games);
}

static void go_through_milestone(const struct world *world, int pairs) {
    int64_t games = 2 * (int64_t)pairs * growth_meetings(&config, &run.growth);
    go_through_stage(world, STAGE_PROGRESS, games, games / 2);
    growth_add(&run.growth, (struct growth_point){run.done, run.games}, games);
}

static void go_through_generation(const struct world *world, int64_t games, struct rng *rng) {
    double part = run.done / (double)config.optimizer.generations;
    double piece = world->training * (1 + (world->slower - 1) * part);
    double noise = 1 + world->noise * (2 * rng_unit(rng) - 1);
    progress_line_begin_generation(line);
    now += (double)games * piece * noise / 2;
    run_show_part(&run, 0.5, games, "");
    now += (double)games * piece * noise / 2 + world->overhead;
    run.done++;
    run.games += games;
    const struct progress_numbers numbers = run_numbers(&run, 0, 0);
    progress_line_end_generation(line, &numbers, games);
    note_moment();
}

static void go_through_run(const struct world *world) {
    struct plan plan = plan_run(&config);
    struct rng rng = rng_keyed(3, 1, 0, 0);
    int64_t budget = config.optimizer.games, games = plan_games(&plan, STAGE_TRAIN);
    moment_count = 0;
    while (budget ? run.games < budget : run.done < config.optimizer.generations) {
        go_through_generation(world, games, &rng);
        int pairs = growth_due(&config, &run.growth, run.done, run.games);
        if (pairs) go_through_milestone(world, pairs);
    }
    for (enum stage stage = STAGE_SELECT; stage <= STAGE_MILESTONE; stage++)
        if (plan_games(&plan, stage) > 0)
            go_through_stage(world, stage, plan_games(&plan, stage), plan.stages[stage].pairs);
}

/* The largest error of what was said, as a part of the time that was really left. */
static double largest_error(double *where) {
    double begin = 1000, largest = 0;
    for (int i = 0; i < moment_count; i++) {
        double left = now - moments[i].at;
        if (moments[i].at - begin < (now - begin) / 10 || left <= 0) continue;
        double error = fabs(moments[i].left - left) / left;
        if (error > largest) largest = error, *where = (moments[i].at - begin) / (now - begin);
    }
    return largest;
}

static void assert_told_to_a_fifth(const struct world *world, const char *const *sets, int count) {
    double where = 0;
    open_run(sets, count);
    go_through_run(world);
    double error = largest_error(&where);
    if (error > 0.2) fail_msg("%.0f %% wrong at %.0f %% of the run", 100 * error, 100 * where);
    assert_true(moment_count > 100);
    close_run();
}

static void the_time_left_is_right_to_a_fifth(void **state) {
    (void)state;
    static const struct world worlds[] = {
        {1e-3, 1e-3, 0, 1, 0, 0},        {1e-3, 1e-3, 0, 1, 0.3, 0},
        {1e-3, 4e-4, 0.5, 1, 0.2, 0},    {1e-3, 3e-3, 0, 1, 0.1, 0},
        {1e-3, 1e-3, 0, 1.2, 0.1, 0},    {1e-3, 1e-3, 0.1, 0.85, 0.1, 0},
        {5e-6, 5e-6, 0.05, 1, 0.3, 0},   {0.5, 0.5, 0, 1.1, 0.2, 0},
        {5e-6, 5e-6, 0.05, 1, 0.1, 2e-4}};
    for (size_t i = 0; i < COUNT_OF(worlds); i++) assert_told_to_a_fifth(&worlds[i], NULL, 0);
}

static void a_budget_of_games_changes_nothing(void **state) {
    (void)state;
    static const char *const sets[] = {"optimizer.games=700000"};
    static const struct world world = {1e-3, 7e-4, 0.2, 1.1, 0.2, 0};
    assert_told_to_a_fifth(&world, sets, COUNT_OF(sets));
}

static void many_milestones_are_foreseen(void **state) {
    (void)state;
    static const char *const sets[] = {"progress.every=10", "progress.pairs=300"};
    static const struct world world = {1e-3, 2e-3, 0, 1, 0.2, 0};
    assert_told_to_a_fifth(&world, sets, COUNT_OF(sets));
}

/* It has generations left by its length, and plays none of them. */
static void a_run_that_was_ended_has_no_training_left(void **state) {
    (void)state;
    open_run(NULL, 0);
    run.games = 1200;
    run.done = 1;
    progress_line_begin_stage(line, STAGE_SELECT);
    show_stage(STAGE_SELECT, 0, 1000);
    assert_float_equal(line->training, 299.0 * 1200, 0);
    run.ended_by = ENDING_FINISH;
    show_stage(STAGE_SELECT, 0, 1000);
    assert_float_equal(line->training, 0, 0);
    close_run();
}

/* Two generations of 10 seconds; so many of 300 would take longer than there is time for. */
static void a_deadline_limits_the_time_left(void **state) {
    (void)state;
    struct rng rng = rng_keyed(3, 1, 0, 0);
    const struct world world = {1e-2, 1e-2, 0, 1, 0, 0};
    open_run(NULL, 0);
    line->until = now + 2000;
    go_through_generation(&world, 1000, &rng);
    assert_float_equal(progress_line_seconds(line), 1990, 1e-6);
    line->until = now + 1e6;
    progress_line_begin_generation(line);
    run_show_part(&run, 0, 1000, "");
    assert_in_range((int)progress_line_seconds(line), 3000, 4000);
    run.ended_by = ENDING_TIME; /* what follows the training takes as long as it does */
    line->until = now + 1;
    show_stage(STAGE_SELECT, 0, 1000);
    assert_true(progress_line_seconds(line) > 100);
    close_run();
}

/* A game at other depths is told by its sample, and then by its own pace. */
static void games_of_another_kind_have_their_own_pace(void **state) {
    (void)state;
    struct costs costs = {.opening = 0.5};
    struct rng rng = rng_keyed(3, 1, 0, 0);
    const struct world world = {1e-3, 1e-3, 0, 1, 0, 0};
    open_run(NULL, 0);
    struct plan plan = plan_run(&config);
    go_through_generation(&world, 1000, &rng);
    double before = seconds_afterwards(), all = progress_line_seconds(line);
    costs.games[STAGE_DEPTH] = 2;
    progress_line_set_costs(line, &costs);
    double games = (double)plan_games(&plan, STAGE_DEPTH), openings = 0;
    for (enum stage stage = STAGE_SELECT; stage <= STAGE_MILESTONE; stage++)
        openings += plan_games(&plan, stage) ? (double)plan.stages[stage].pairs : 0;
    assert_float_equal(seconds_afterwards() - before, games * 1.999 + openings / 2, 1);
    progress_line_begin_generation(line);
    run_show_part(&run, 0, 1000, "");
    assert_true(progress_line_seconds(line) - all > games * 1.9);
    run.ended_by = ENDING_FINISH;
    for (enum stage stage = STAGE_SELECT; stage <= STAGE_VERIFY; stage++)
        progress_line_begin_stage(line, stage);
    progress_line_begin_stage(line, STAGE_DEPTH);
    now += 10;
    show_stage(STAGE_DEPTH, 10, 110);
    show_stage(STAGE_DEPTH, 10, 110);
    double milestones = progress_line_seconds_of_milestone(line, 0);
    assert_float_equal(progress_line_seconds(line) - milestones, 100, 30);
    close_run();
}

/* Their games, and an opening for each two of these. */
static void milestones_to_come_take_time(void **state) {
    (void)state;
    struct costs costs = {.opening = 0.5};
    struct rng rng = rng_keyed(3, 1, 0, 0);
    const struct world world = {1e-3, 1e-3, 0, 1, 0, 0};
    open_run(NULL, 0);
    go_through_generation(&world, 1000, &rng);
    progress_line_set_costs(line, &costs);
    struct progress_numbers numbers = run_numbers(&run, 0, 0);
    numbers.milestones = 0;
    progress_line_show_stage(line, &numbers, STAGE_SELECT, 0, 0, "");
    double without = progress_line_seconds(line);
    numbers.milestones = 1000;
    progress_line_show_stage(line, &numbers, STAGE_SELECT, 0, 0, "");
    assert_float_equal(progress_line_seconds(line) - without, 1000 * 1e-3 + 500 * 0.5, 0.1);
    /* Those of a round robin at the end, if there is one. */
    line->to_come[STAGE_MILESTONE] = 0;
    double afterwards = progress_line_seconds_afterwards(line, 0);
    assert_float_equal(progress_line_seconds_afterwards(line, 100000), afterwards, 0);
    line->to_come[STAGE_MILESTONE] = 1;
    assert_float_equal(progress_line_seconds_afterwards(line, 100000), afterwards + 100, 1);
    close_run();
}

/* A round robin of 30 milestones is none after the second generation. */
static void milestones_that_will_not_come_take_no_time(void **state) {
    (void)state;
    static const char *const sets[] = {"verify.milestone_every=10"};
    struct rng rng = rng_keyed(3, 1, 0, 0);
    const struct world world = {1e-3, 1e-3, 0, 1, 0, 0};
    open_run(NULL, 0);
    go_through_generation(&world, 1000, &rng);
    double without = seconds_afterwards();
    close_run();
    open_run(sets, 1);
    go_through_generation(&world, 1000, &rng);
    assert_float_equal(seconds_afterwards(), without, 2);
    close_run();
}

/* Of a stage that has not been played the other one's pace tells. */
static void an_unknown_pace_is_the_other_one(void **state) {
    (void)state;
    struct eta training = {0}, measuring = {0};
    pace_begin(&training.training, 0);
    pace_end(&training.training, 10, 100);
    assert_float_equal(eta_seconds(&training, 0, 100, 0), 10, 1e-9);
    pace_begin(&measuring.measuring, 0);
    pace_end(&measuring.measuring, 10, 100);
    assert_float_equal(eta_seconds(&measuring, 100, 0, 0), 10, 1e-9);
}

/* A milestone of one game that took a quarter of a second does not tell what the measurement takes;
 * one of 2 seconds does. */
static void a_few_games_tell_no_pace_of_the_measurement(void **state) {
    (void)state;
    struct rng rng = rng_keyed(3, 1, 0, 0);
    const struct world world = {1e-4, 1e-4, 0, 1, 0, 0};
    open_run(NULL, 0);
    go_through_generation(&world, 1000, &rng);
    double before = seconds_afterwards();
    progress_line_begin_stage(line, STAGE_MILESTONE);
    now += 0.25;
    progress_line_end_stage(line, STAGE_MILESTONE, 1);
    assert_true(before > 0);
    assert_true(seconds_afterwards() < 1.01 * before);
    progress_line_begin_stage(line, STAGE_MILESTONE);
    now += 2;
    progress_line_end_stage(line, STAGE_MILESTONE, 1);
    assert_true(seconds_afterwards() > 100 * before);
    close_run();
}

static void nothing_is_told_before_the_first_game(void **state) {
    (void)state;
    open_run(NULL, 0);
    progress_line_begin_generation(line);
    run_show_part(&run, 0, 1200, "");
    assert_float_equal(progress_line_seconds(line), 0, 0);
    assert_float_equal(line->training, 300.0 * 1200, 0);
    close_run();
}

static void counts_are_said_shortly(void **state) {
    (void)state;
    static const struct {
        double count;
        const char *text;
    } cases[] = {{0, "0"},       {0.25, "0.2"},   {3.5, "3.5"},       {9.96, "10"},    {950, "950"},
                 {9999, "9999"}, {41321, "41 k"}, {1.24e6, "1240 k"}, {1.24e7, "12 M"}};
    char text[16];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        progress_line_format_count(cases[i].count, text);
        assert_string_equal(text, cases[i].text);
    }
}

/* In generations, or in games where these end the run. */
static void the_length_is_in_what_ends_the_run(void **state) {
    (void)state;
    struct progress_numbers numbers = {.generation = 120, .generations = 300, .games = 4.1e6};
    struct text out = {0};
    progress_line_add_length(&numbers, &out);
    assert_string_equal(text_get(&out), "gen 120/300");
    text_free(&out);
    numbers.games_planned = 10e6;
    progress_line_add_length(&numbers, &out);
    assert_string_equal(text_get(&out), "gen 120, 4100 k/10 M games");
    text_free(&out);
    numbers.games_planned = 4e6;
    progress_line_add_length(&numbers, &out);
    assert_string_equal(text_get(&out), "gen 120, 4100 k games");
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_time_left_is_right_to_a_fifth),
        cmocka_unit_test(a_budget_of_games_changes_nothing),
        cmocka_unit_test(many_milestones_are_foreseen),
        cmocka_unit_test(a_run_that_was_ended_has_no_training_left),
        cmocka_unit_test(a_deadline_limits_the_time_left),
        cmocka_unit_test(games_of_another_kind_have_their_own_pace),
        cmocka_unit_test(milestones_that_will_not_come_take_no_time),
        cmocka_unit_test(milestones_to_come_take_time),
        cmocka_unit_test(an_unknown_pace_is_the_other_one),
        cmocka_unit_test(a_few_games_tell_no_pace_of_the_measurement),
        cmocka_unit_test(nothing_is_told_before_the_first_game),
        cmocka_unit_test(counts_are_said_shortly),
        cmocka_unit_test(the_length_is_in_what_ends_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
