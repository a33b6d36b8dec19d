/*
 * Runs side by side: which of them are seeds of one config, what these come to, and what can be
 * compared, from small databases with known figures.
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
#include <sys/wait.h>

#include "tests/own_directory.h"
#include "tests/shell.h"
#include "tuner/cli/run_row.h"
#include "tuner/store/runs.h"

static char paths[8][128];
static char *places[8];
static struct run_arguments runs;

static int make_folder(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) places[i] = paths[i];
    return own_directory_make(NULL);
}

/* Every test has its databases for itself. */
static int forget(void **state) {
    (void)state;
    char command[128];
    run_arguments_close(&runs);
    snprintf(command, sizeof command, "rm -f %s/*", directory);
    return system(command);
}

/* ---- runs ---- */

/* Pairs won and lost by the champion; of one that won nothing and lost nothing there are none. */
struct made {
    const char *game;
    int seed, pairs;           /* of the config */
    int gain[2], yardstick[2]; /* the champion's pairs won and lost */
    int32_t weight;            /* of the yardstick, if it has weights: */
    const char *line;          /* of an engine of its own */
    int games;
};

static int64_t add_player(struct store *store, int64_t run, const char *name, int32_t weight,
                          const char *line) {
    struct stored_player player = {.run = run,
                                   .kind = *name ? PLAYER_YARDSTICK : PLAYER_INDIVIDUAL,
                                   .generation = *name ? -1 : 1,
                                   .slot = *name ? -1 : weight,
                                   .evaluator = "wpc",
                                   .layout = "10",
                                   .dim = 10,
                                   .weights = (int32_t[10]){weight},
                                   .line = (char *)(uintptr_t)line};
    snprintf(player.name, sizeof player.name, "%s", name);
    return store_add_player(store, &player);
}

static void add_meeting(struct store *store, int64_t run, int64_t a, int64_t b,
                        const int pairs[2]) {
    struct stored_meeting row = {.run = run, .stage = STAGE_VERIFY, .a = a, .b = b};
    row.pairs = pairs[0] + pairs[1];
    row.counts = (struct pentanomial){{pairs[1], 0, 0, 0, pairs[0]}};
    row.first = row.second = (struct tally){pairs[0], 0, pairs[1]};
    store_add_meeting(store, &row);
}

static void add_seat(struct store *store, int64_t run, int place, int64_t player, enum role role) {
    store_add_seat(store, run, &(struct stored_seat){STAGE_VERIFY, place, player, role});
}

static void measure(struct store *store, int64_t run, const struct made *made) {
    int64_t start = add_player(store, run, "", 1, NULL);
    int64_t champion = add_player(store, run, "", 2, NULL);
    int64_t yardstick = add_player(store, run, "swh", made->weight, made->line);
    struct metrics metrics = {0};
    store_add_generation(store, run,
                         &(struct stored_generation){.generation = 1,
                                                     .champion = champion,
                                                     .games = made->games,
                                                     .games_distinct = made->games,
                                                     .state = "",
                                                     .threads = 1},
                         &metrics);
    store_set_champion(store, run,
                       &(struct stored_champion){.player = champion, .start = start, .games = 9});
    add_seat(store, run, 0, champion, ROLE_CHAMPION);
    add_seat(store, run, 1, start, ROLE_START);
    add_seat(store, run, 2, yardstick, ROLE_YARDSTICK);
    add_meeting(store, run, champion, start, made->gain);
    add_meeting(store, run, champion, yardstick, made->yardstick);
    add_meeting(store, run, start, yardstick, (int[2]){1, 1});
    store_finish_run(store, run);
}

static void make_run(int place, struct made made) {
    struct error error;
    char config[256];
    snprintf(paths[place], sizeof paths[0], "%s/%d.db", directory, place);
    struct store *store = store_open(paths[place], STORE_WRITE, &error);
    if (!store) fail_msg("%s", error.text);
    snprintf(config, sizeof config,
             "name = \"made-%d\";\nseed = %d;\ngame = \"%s\";\nevaluator = {\n"
             "    name = \"%s\";\n};\nfitness = {\n    pairs = %d;\n};\n",
             made.seed, made.seed, made.game, strcmp(made.game, "reversi") ? "roads" : "wpc",
             made.pairs);
    struct stored_run row = {.name = "made",
                             .init = "random",
                             .evaluator = "wpc",
                             .layout = "10",
                             .seed = (uint64_t)made.seed,
                             .config = config,
                             .program = "hone test",
                             .compiler = "c",
                             .machine = "m"};
    snprintf(row.game, sizeof row.game, "%s", made.game);
    store_begin(store);
    int64_t run = store_add_run(store, &row);
    if (made.gain[0] + made.gain[1] > 0) measure(store, run, &made);
    store_commit(store);
    store_close(store);
}

/* Five seeds, of which one is not measured yet, and one run of another config. */
static void make_runs(void) {
    make_run(0, (struct made){"reversi", 3, 6, {3, 1}, {1, 3}, 5, NULL, 100});
    make_run(1, (struct made){"reversi", 4, 6, {1, 1}, {2, 2}, 5, NULL, 300});
    make_run(2, (struct made){"reversi", 5, 7, {1, 3}, {3, 1}, 5, NULL, 200});
    make_run(3, (struct made){"reversi", 9, 6, {40, 0}, {3, 1}, 5, NULL, 200});
    make_run(4, (struct made){"reversi", 2, 6, {0, 0}, {0, 0}, 0, NULL, 0});
}

static struct several load(int count) {
    struct several several = {0};
    struct error error;
    run_arguments_close(&runs);
    if (run_arguments_open_all(&runs, places, count, &error) ||
        several_load(&runs, &several, &error))
        fail_msg("%s", error.text);
    return several;
}

/* What the command prints. */
static struct text say(const char *arguments, int *status) {
    char command[1200];
    struct text out = {0};
    snprintf(command, sizeof command, "%s/hone %s 2>&1", BUILD_DIR, arguments);
    *status = shell_run(command, &out);
    return out;
}

static void assert_says(const struct text *out, const char *what) {
    if (!strstr(text_get(out), what)) fail_msg("'%s' is not in: %s", what, text_get(out));
}

/* ---- tests ---- */

static void quantiles_lie_between_the_values(void **state) {
    (void)state;
    struct spread one = spread_of((double[]){3}, 1), four = spread_of((double[]){4, 1, 3, 2}, 4);
    assert_true(one.median == 3 && one.quartile1 == 3 && one.highest == 3 && one.count == 1);
    assert_true(four.lowest == 1 && four.quartile1 == 1.75 && four.median == 2.5 &&
                four.quartile3 == 3.25 && four.highest == 4);
    assert_int_equal(spread_of(NULL, 0).count, 0);
}

static void seeds_of_one_config_are_grouped(void **state) {
    (void)state;
    make_runs();
    struct several several = load(5);
    assert_int_equal(several.group_count, 2);
    static const int groups[] = {0, 0, 1, 0, 0};
    for (int i = 0; i < 5; i++) assert_int_equal(several.runs[i].group, groups[i]);
    several_free(&several);
}

/* Of three measured champions one has won all: its Elo is the end of its interval. */
static void seeds_are_summed_up(void **state) {
    (void)state;
    make_runs();
    struct several several = load(5);
    struct several_summary summary = several_sum_up(&several, 0);
    assert_int_equal(summary.runs, 4);
    assert_int_equal(summary.elo.count, 3);
    double bound = elo_of_rate(pow(.05, 1. / 40));
    assert_true(fabs(summary.elo.lowest) < 1e-9);
    assert_true(fabs(summary.elo.median - elo_of_rate(.75)) < 1e-9);
    assert_true(fabs(summary.elo.highest - bound) < 1e-9);
    assert_int_equal(summary.points.count, 3);
    assert_true(summary.points.median == .5 && summary.points.lowest == .25 &&
                summary.points.highest == .75);
    assert_true(summary.games.count == 4 && summary.games.median == 150);
    several_free(&several);
}

/* As one that has won all, on the other side. */
static void a_seed_that_lost_all_has_the_end_of_its_interval(void **state) {
    (void)state;
    make_run(0, (struct made){"reversi", 3, 6, {40, 0}, {1, 3}, 5, NULL, 100});
    make_run(1, (struct made){"reversi", 4, 6, {0, 40}, {1, 3}, 5, NULL, 100});
    struct several several = load(2);
    struct several_summary summary = several_sum_up(&several, 0);
    assert_true(summary.elo.lowest < -100);
    assert_float_equal(summary.elo.lowest, -summary.elo.highest, 1e-9);
    several_free(&several);
}

/* It is the same one, wherever it lies: another figure of it would be made up. */
static void a_run_given_twice_counts_once(void **state) {
    (void)state;
    char arguments[1000];
    int status;
    make_runs();
    snprintf(arguments, sizeof arguments, "report %s %s %s", paths[0], paths[1], paths[0]);
    struct text out = say(arguments, &status);
    assert_says(&out, "are of one config and seed, which counts once.");
    assert_says(&out, "Config 1, 2 seeds ");
    assert_says(&out, "  of 2\n");
    text_free(&out);
}

/* Nor is a run of another config the same for its seed. */
static void the_same_seed_of_another_config_is_another_run(void **state) {
    (void)state;
    make_run(0, (struct made){"reversi", 3, 6, {3, 1}, {1, 3}, 5, NULL, 100});
    make_run(1, (struct made){"reversi", 4, 7, {3, 1}, {1, 3}, 5, NULL, 100});
    make_run(2, (struct made){"reversi", 4, 6, {0, 0}, {0, 0}, 5, NULL, 0});
    struct several several = load(3);
    for (int i = 0; i < 3; i++) assert_null(several.runs[i].twin);
    several_free(&several);
}

/* Points of one alone are compared with nothing. */
static void a_single_measurement_has_no_common_yardsticks(void **state) {
    (void)state;
    char arguments[1000];
    int status;
    make_runs();
    snprintf(arguments, sizeof arguments, "report %s %s", paths[0], paths[4]);
    struct text out = say(arguments, &status);
    assert_int_equal(status, 0);
    assert_says(&out, "Elo is over each run's own start");
    assert_null(strstr(text_get(&out), "the same yardsticks"));
    text_free(&out);
}

static void runs_are_shown_side_by_side(void **state) {
    (void)state;
    char arguments[1000];
    int status;
    make_runs();
    snprintf(arguments, sizeof arguments, "report %s %s %s %s %s", paths[0], paths[1], paths[2],
             paths[3], paths[4]);
    struct text out = say(arguments, &status);
    assert_int_equal(status, 0);
    assert_says(&out, "The points are against the same yardsticks.");
    assert_says(&out, "Config 1, 4 seeds ");
    assert_says(&out, "points against yardsticks      0.5000     0.3750     0.6250     0.2500     "
                      "0.7500  of 3\n");
    assert_says(&out, "Config 1 there, config 2 here:\n  fitness.pairs: 6 there, 7 here\n");
    assert_null(strstr(text_get(&out), "seed: "));
    assert_null(strstr(text_get(&out), "Config 2, "));
    text_free(&out);
    strcat(arguments, " --format json");
    out = say(arguments, &status);
    assert_says(&out, "\"seed\": 5, ");
    assert_says(&out, "\"points\": 0.75, ");
    assert_says(&out, "\"config\": 2, \"ended_by\": \"\"");
    text_free(&out);
}

/* Of the same name, but not of the same weights. */
static void other_yardsticks_are_told(void **state) {
    (void)state;
    char arguments[1000];
    int status;
    make_run(0, (struct made){"reversi", 3, 6, {3, 1}, {1, 3}, 5, NULL, 100});
    make_run(5, (struct made){"reversi", 4, 6, {3, 1}, {1, 3}, 6, NULL, 100});
    snprintf(arguments, sizeof arguments, "report %s %s", paths[0], paths[5]);
    struct text out = say(arguments, &status);
    assert_says(&out, "The yardsticks are NOT the same, so the points cannot be compared.");
    text_free(&out);
}

/* Of the same name, but not called by the same line. */
static void other_engines_are_other_yardsticks(void **state) {
    (void)state;
    static const char *const lines[] = {"cmd:edax -l 1;protocol=gtp;name=swh",
                                        "cmd:edax -l 4;protocol=gtp;name=swh"};
    for (int other = 0; other < 2; other++) {
        char arguments[1000];
        int status;
        make_run(6, (struct made){"reversi", 3, 6, {3, 1}, {1, 3}, 0, lines[0], 100});
        make_run(7, (struct made){"reversi", 4, 6, {3, 1}, {1, 3}, 0, lines[other], 100});
        snprintf(arguments, sizeof arguments, "report %s %s", paths[6], paths[7]);
        struct text out = say(arguments, &status);
        assert_says(&out, other ? "NOT the same" : "against the same yardsticks.");
        text_free(&out);
        forget(NULL);
    }
}

static void runs_of_two_games_are_refused(void **state) {
    (void)state;
    char arguments[1000];
    int status;
    make_run(0, (struct made){"reversi", 3, 6, {3, 1}, {1, 3}, 5, NULL, 100});
    make_run(6, (struct made){"connect6", 4, 6, {0, 0}, {0, 0}, 0, NULL, 0});
    snprintf(arguments, sizeof arguments, "report %s %s", paths[0], paths[6]);
    struct text out = say(arguments, &status);
    assert_int_equal(status, 2);
    assert_says(&out, "0.db is of reversi, ");
    assert_says(&out, "6.db of connect6; runs of one game can be compared");
    text_free(&out);
    snprintf(arguments, sizeof arguments, "report %s nosuch", paths[0]);
    out = say(arguments, &status);
    assert_int_equal(status, 2);
    assert_says(&out, "nosuch: No such file");
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_lie_between_the_values),
        cmocka_unit_test_setup(seeds_of_one_config_are_grouped, forget),
        cmocka_unit_test_setup(seeds_are_summed_up, forget),
        cmocka_unit_test_setup(a_seed_that_lost_all_has_the_end_of_its_interval, forget),
        cmocka_unit_test_setup(a_run_given_twice_counts_once, forget),
        cmocka_unit_test_setup(the_same_seed_of_another_config_is_another_run, forget),
        cmocka_unit_test_setup(a_single_measurement_has_no_common_yardsticks, forget),
        cmocka_unit_test_setup(runs_are_shown_side_by_side, forget),
        cmocka_unit_test_setup(other_yardsticks_are_told, forget),
        cmocka_unit_test_setup(other_engines_are_other_yardsticks, forget),
        cmocka_unit_test_setup(runs_of_two_games_are_refused, forget),
    };
    return cmocka_run_group_tests(tests, make_folder, own_directory_remove);
}
