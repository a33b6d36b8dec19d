/*
 * live: what a screen shows of a run, from a small database, and that its writer never blocks a
 * reader, nor the other way round.
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
#include <unistd.h>

#include "tests/own_directory.h"
#include "tuner/report/live.h"
#include "tuner/run/run.h"

static char path[96], now[112];
static struct store *writer;
static int64_t run_id;

/* ---- a run of two parameters that move, of ten ---- */

static const char config[] = "name = \"little\";\ngame = \"reversi\";\nevaluator = {\n"
                             "    name = \"wpc\";\n    layout = \"10\";\n};\n"
                             "params = ({name = \"*\"; freeze = true;}, {name = \"a1\"; freeze = "
                             "false; lower = 0; upper = 100;}, {name = \"d4\"; freeze = false; "
                             "lower = 0; upper = 9;});\n"
                             "optimizer = {\n    generations = 40;\n};\n";

/* With a1 = 50 and d4 = 9. */
static int64_t add_champion(int generation) {
    struct stored_player player = {.run = run_id,
                                   .generation = generation,
                                   .evaluator = "wpc",
                                   .layout = "10",
                                   .dim = 10,
                                   .weights = (int32_t[10]){50, [9] = 9}};
    return store_add_player(writer, &player);
}

static void add_generation(int number) {
    struct metrics metrics = {0};
    store_begin(writer);
    store_add_generation(writer, run_id,
                         &(struct stored_generation){.generation = number,
                                                     .champion = add_champion(number),
                                                     .games = 100,
                                                     .games_distinct = 1,
                                                     .state = "",
                                                     .threads = 1},
                         &metrics);
    store_commit(writer);
}

static int begin_run(void **state) {
    (void)state;
    struct error error;
    struct stored_run row = {.name = "little",
                             .game = "reversi",
                             .evaluator = "wpc",
                             .layout = "10",
                             .seed = 7,
                             .init = "random",
                             .program = "p",
                             .compiler = "c",
                             .machine = "m"};
    row.config = (char *)(uintptr_t)config;
    if (own_directory_make(NULL)) return -1;
    store_run_path(directory, path, sizeof path);
    run_heartbeat_path(path, now, sizeof now);
    writer = store_open(path, STORE_WRITE, &error);
    if (!writer) return -1;
    store_begin(writer);
    run_id = store_add_run(writer, &row);
    store_commit(writer);
    return 0;
}

static int end_run(void **state) {
    (void)state;
    store_close(writer);
    writer = NULL;
    return own_directory_remove(NULL);
}

static void begin_looking(struct live *live) {
    struct error error;
    if (live_open(directory, live, &error)) fail_msg("%s", error.text);
}

static void look_again(struct live *live) {
    struct error error;
    if (live_refresh(live, &error)) fail_msg("%s", error.text);
}

/* ---- the screen ---- */

static void draw(const struct live *live, struct live_screen screen, struct text *out) {
    text_free(out);
    live_print(live, &screen, out);
    int lines = 0;
    for (const char *line = text_get(out); *line; lines++) {
        int columns = 0;
        for (; *line != '\n'; columns++) line += utf8_length(line);
        if (columns > screen.columns) fail_msg("%d columns in %s", columns, text_get(out));
        line++;
    }
    if (screen.lines >= 24 && screen.columns >= 60) assert_in_range(lines, 1, screen.lines);
}

static void assert_shows(const struct live *live, const char *what) {
    struct text out = {0};
    draw(live, (struct live_screen){.columns = 100, .lines = 30}, &out);
    if (!strstr(text_get(&out), what)) fail_msg("'%s' is not in:\n%s", what, text_get(&out));
    text_free(&out);
}

static void assert_hides(const struct live *live, const char *what) {
    struct text out = {0};
    draw(live, (struct live_screen){.columns = 100, .lines = 30}, &out);
    if (strstr(text_get(&out), what)) fail_msg("'%s' is in:\n%s", what, text_get(&out));
    text_free(&out);
}

/* ---- tests ---- */

static void a_run_is_seen_from_its_first_moment_on(void **state) {
    (void)state;
    struct live live;
    begin_looking(&live);
    assert_shows(&live, "little: reversi, wpc 10, ga, seed 7, begun ");
    assert_shows(&live, " ago, running\n");
    assert_shows(&live, "generation 0 of 40, 0 games of training; training going on");
    assert_hides(&live, "champion:");
    add_generation(1);
    assert_shows(&live, "generation 0 of 40");
    look_again(&live);
    assert_shows(&live, "generation 1 of 40, 100 games of training");
    live_close(&live);
}

/* By then its settings are others. */
static void a_run_may_be_made_longer_meanwhile(void **state) {
    (void)state;
    struct live live;
    struct text longer = {0};
    text_add(&longer, "%.*s500;\n};\n", (int)(strstr(config, "40;") - config), config);
    begin_looking(&live);
    store_begin(writer);
    store_relength_run(writer, run_id, text_get(&longer));
    store_commit(writer);
    look_again(&live);
    assert_shows(&live, "generation 0 of 500, ");
    live_close(&live);
    text_free(&longer);
}

/* A budget of games takes the place of the generations. */
static void a_budget_of_games_is_shown_as_what_it_is(void **state) {
    (void)state;
    struct live live;
    struct text settings = {0};
    text_add(&settings, "%.*s40;\n    games = 5000;\n};\n", (int)(strstr(config, "40;") - config),
             config);
    store_begin(writer);
    store_relength_run(writer, run_id, text_get(&settings));
    store_commit(writer);
    add_generation(1);
    begin_looking(&live);
    assert_shows(&live, "\ngeneration 1, 100 of 5000 games of training; ");
    live.config.optimizer.games = 90; /* the last generation went beyond it */
    assert_shows(&live, "\ngeneration 1, 100 games of training; ");
    live_close(&live);
    text_free(&settings);
}

/* On whose scale it is: the score against the start may be another one. */
static void the_last_milestone_is_rated_over_the_start(void **state) {
    (void)state;
    struct live live;
    begin_looking(&live);
    assert_hides(&live, "strength: ");
    curve_free(&live.curve);
    live.curve.count = 2;
    live.curve.points = xcalloc(2, sizeof *live.curve.points);
    live.curve.points[0] = (struct curve_point){.generation = 4, .elo = 90, .error = 30};
    live.curve.points[1] = (struct curve_point){.generation = 8, .elo = 120, .error = 20};
    assert_shows(&live, "\nstrength: rated +120 ± 20 Elo over the start on the milestones' scale "
                        "(gen 8)\n");
    live_close(&live);
}

/* Those that move, between the bounds of the run, not of the evaluator. */
static void parameters_are_seen_between_their_bounds(void **state) {
    (void)state;
    struct live live;
    struct text out = {0};
    add_generation(1);
    begin_looking(&live);
    assert_shows(&live, "generation 1's champion: 2 parameters, 1 at a bound\n");
    assert_shows(&live, "\na1                    50           0 [-------------------#------");
    assert_shows(&live, "\nd4                     9           0 [--------------------------");
    assert_shows(&live, "-!] 9\n");
    assert_hides(&live, "\nb1 ");
    draw(&live, (struct live_screen){.columns = 60, .lines = 30, .first = 1}, &out);
    assert_null(strstr(text_get(&out), "\na1 "));
    assert_non_null(strstr(text_get(&out), "\nd4 "));
    text_free(&out);
    live_close(&live);
}

/* The line of the writer's work, if there is a writer: what a killed one left says nothing. */
static void a_beat_counts_while_a_run_writes(void **state) {
    (void)state;
    struct live live;
    assert_int_equal(file_write(now, "25 100\nlittle\ngen 3, +12 Elo\n", NULL), 0);
    begin_looking(&live);
    assert_shows(&live, "\nlittle [#####...............] gen 3, +12 Elo\n");
    live.beat.total = 0; /* there is nothing left to do */
    assert_shows(&live, "\nlittle [####################] gen 3, +12 Elo\n");
    store_close(writer);
    writer = NULL;
    look_again(&live);
    assert_shows(&live, " ago, stopped\n");
    assert_hides(&live, "gen 3");
    live_close(&live);
}

/* All games of its generations are one: the run has collapsed, and says what to change. */
static void warnings_are_marked(void **state) {
    (void)state;
    struct live live;
    struct text out = {0};
    for (int number = 1; number <= 30; number++) add_generation(number);
    begin_looking(&live);
    assert_shows(&live, "\n! COLLAPSED since generation ");
    draw(&live, (struct live_screen){.columns = 40, .lines = 30}, &out);
    int marked = 0;
    for (const char *at = text_get(&out); (at = strstr(at, "\n! ")); at++) marked++;
    assert_in_range(marked, 2, 12);
    text_free(&out);
    live_close(&live);
}

static void a_finished_run_is_called_so(void **state) {
    (void)state;
    struct live live;
    add_generation(1);
    store_begin(writer);
    store_set_champion(writer, run_id,
                       &(struct stored_champion){.player = 1, .start = 1, .openings = 5});
    store_finish_run(writer, run_id);
    store_commit(writer);
    begin_looking(&live);
    assert_shows(&live, " ago, finished\n");
    live_close(&live);
}

/* Between two looks no reading is open, which would keep the log from going back into the file. */
static void the_writer_does_not_notice(void **state) {
    (void)state;
    struct live live;
    sqlite3 *other;
    int pages = -1, moved = -1;
    add_generation(1);
    begin_looking(&live);
    for (int number = 2; number < 6; number++) {
        add_generation(number);
        look_again(&live);
    }
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "SELECT count(*) FROM runs", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(
        sqlite3_wal_checkpoint_v2(other, NULL, SQLITE_CHECKPOINT_TRUNCATE, &pages, &moved),
        SQLITE_OK);
    assert_int_equal(pages, 0);
    sqlite3_close(other);
    add_generation(6);
    look_again(&live);
    assert_shows(&live, "generation 6 of 40");
    live_close(&live);
}

/* However small. */
static void lines_end_between_words(void **state) {
    (void)state;
    struct live live;
    struct text out = {0};
    begin_looking(&live);
    draw(&live, (struct live_screen){.columns = 30, .lines = 30}, &out);
    assert_non_null(strstr(text_get(&out), "little: reversi, wpc 10, ga,\nseed 7, begun "));
    text_free(&out);
    live_close(&live);
}

static void any_terminal_will_do(void **state) {
    (void)state;
    struct live live;
    struct text out = {0};
    for (int number = 1; number <= 30; number++) add_generation(number);
    begin_looking(&live);
    for (int columns = 20; columns < 160; columns += 7)
        for (int lines = 1; lines < 40; lines += 6)
            draw(&live, (struct live_screen){.columns = columns, .lines = lines, .blocks = true},
                 &out);
    text_free(&out);
    live_close(&live);
}

#define LIVE_TEST(test) cmocka_unit_test_setup_teardown(test, begin_run, end_run)

int main(void) {
    const struct CMUnitTest tests[] = {
        LIVE_TEST(a_run_is_seen_from_its_first_moment_on),
        LIVE_TEST(a_run_may_be_made_longer_meanwhile),
        LIVE_TEST(a_budget_of_games_is_shown_as_what_it_is),
        LIVE_TEST(the_last_milestone_is_rated_over_the_start),
        LIVE_TEST(parameters_are_seen_between_their_bounds),
        LIVE_TEST(a_beat_counts_while_a_run_writes),
        LIVE_TEST(warnings_are_marked),
        LIVE_TEST(a_finished_run_is_called_so),
        LIVE_TEST(the_writer_does_not_notice),
        LIVE_TEST(lines_end_between_words),
        LIVE_TEST(any_terminal_will_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
