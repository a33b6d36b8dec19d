/*
 * The report: what is read from a small database whose every figure is known, what is decided from
 * it, and what is drawn after the database is closed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/files/convert.h"
#include "engine/games/games.h"
#include "tests/own_directory.h"
#include "tests/shell.h"
#include "tuner/report/facts.h"
#include "tuner/report/findings.h"
#include "tuner/report/lines.h"
#include "tuner/report/model.h"
#include "tuner/report/overview.h"
#include "tuner/report/text.h"
#include "tuner/report/verdict.h"
#include "tuner/run/same.h"

/* ---- a run of three generations of two players ---- */

enum { GENERATIONS = 3, SLOTS = 2, DIM = 10 };

static char path[96];
static struct store *store;
static int64_t run_id;
static int64_t slots[GENERATIONS + 1][SLOTS]; /* player ids; slot 1 is the champion */
static int64_t centroid, swh, edax, chance;

static int64_t add_player(enum player_kind kind, int generation, int slot, const char *name) {
    struct stored_player player = {.run = run_id,
                                   .kind = kind,
                                   .generation = generation,
                                   .slot = slot,
                                   .evaluator = "wpc",
                                   .layout = "10",
                                   .dim = DIM,
                                   .weights = (int32_t[DIM]){generation, slot, name[0]}};
    snprintf(player.name, sizeof player.name, "%s", name);
    return store_add_player(store, &player);
}

/* A yardstick with another player's weights. */
static int64_t add_twin(int64_t player, const char *name) {
    struct stored_player twin;
    assert_int_equal(store_player(store, player, &twin, NULL), 0);
    twin.kind = PLAYER_YARDSTICK;
    twin.generation = twin.slot = -1;
    snprintf(twin.name, sizeof twin.name, "%s", name);
    int64_t id = store_add_player(store, &twin);
    store_free_player(&twin);
    return id;
}

static void add_generation(int number) {
    struct fitness fitness = {.points = 12, .pairs = 4, .pentanomial = {0, 0, 2, 0, 2}};
    struct metrics metrics = {0};
    for (int slot = 0; slot < SLOTS; slot++)
        slots[number][slot] = add_player(PLAYER_INDIVIDUAL, number, slot, "");
    metrics_add(&metrics, 0.25 * number, "diversity");
    metrics_add(&metrics, 7, "t.3");
    struct stored_generation generation = {.generation = number,
                                           .champion = slots[number][1],
                                           .openings = 4,
                                           .openings_distinct = 4,
                                           .games = 100 * number,
                                           .games_distinct = 90 * number,
                                           .state = "",
                                           .seconds = 2,
                                           .threads = 1};
    store_add_generation(store, run_id, &generation, &metrics);
    store_add_fitness(store, run_id, number, slots[number][1], &fitness);
}

/* a's pairs by their points, colours so that a pair of two points is a win each. */
static void add_meeting(enum stage stage, int64_t a, int64_t b, struct pentanomial counts) {
    const int64_t *n = counts.n;
    struct stored_meeting meeting = {.run = run_id,
                                     .stage = stage,
                                     .a = a,
                                     .b = b,
                                     .pairs = n[0] + n[1] + n[2] + n[3] + n[4],
                                     .counts = counts,
                                     .first = {n[4] + n[3] + n[2], n[1], n[0]},
                                     .second = {n[4], n[3], n[2] + n[1] + n[0]}};
    store_add_meeting(store, &meeting);
}

static void seat(enum stage stage, int place, int64_t player, enum role role) {
    store_add_seat(store, run_id, &(struct stored_seat){stage, place, player, role});
}

static const struct pentanomial even = {{1, 1, 4, 1, 1}}, strong = {{0, 0, 0, 4, 4}},
                                weak = {{4, 4, 0, 0, 0}};

/* The candidates are the last two champions and their centroid, which is chosen. */
static void add_choice(void) {
    int64_t candidates[] = {slots[3][1], slots[2][1], centroid};
    seat(STAGE_SELECT, 3, slots[1][0], ROLE_START);
    for (int a = 0; a < 3; a++) {
        seat(STAGE_SELECT, a, candidates[a], ROLE_CANDIDATE);
        for (int b = a + 1; b < 3; b++)
            add_meeting(STAGE_SELECT, candidates[a], candidates[b], even);
        add_meeting(STAGE_SELECT, candidates[a], slots[1][0], strong);
    }
    store_set_champion(store, run_id,
                       &(struct stored_champion){.player = centroid,
                                                 .selection_rate = 0.625,
                                                 .selection_pairs = 24,
                                                 .start = slots[1][0],
                                                 .games = 648});
}

static void add_measurement(struct pentanomial gain) {
    struct stored_champion champion;
    seat(STAGE_VERIFY, 0, centroid, ROLE_CHAMPION);
    seat(STAGE_VERIFY, 1, slots[3][1], ROLE_CANDIDATE);
    seat(STAGE_VERIFY, 2, slots[2][1], ROLE_CANDIDATE);
    add_meeting(STAGE_VERIFY, centroid, slots[3][1], even);
    add_meeting(STAGE_VERIFY, centroid, slots[2][1], even);
    add_meeting(STAGE_VERIFY, centroid, slots[1][0], gain);
    add_meeting(STAGE_VERIFY, centroid, swh, strong);
    add_meeting(STAGE_VERIFY, centroid, edax, weak);
    add_meeting(STAGE_VERIFY, slots[1][0], swh, even);
    add_meeting(STAGE_VERIFY, slots[1][0], edax, weak);
    assert_int_equal(store_champion(store, run_id, &champion, NULL), 0);
    champion.openings = 8, champion.openings_distinct = 7;
    champion.verify_games = 112, champion.verify_games_distinct = 111;
    store_set_champion(store, run_id, &champion);
}

static void add_milestones(void) {
    seat(STAGE_MILESTONE, 0, slots[2][1], ROLE_MILESTONE);
    seat(STAGE_MILESTONE, 1, slots[3][1], ROLE_MILESTONE);
    seat(STAGE_MILESTONE, 2, chance, ROLE_RANDOM);
    seat(STAGE_MILESTONE, 3, swh, ROLE_YARDSTICK);
    seat(STAGE_MILESTONE, 4, edax, ROLE_YARDSTICK);
    add_meeting(STAGE_MILESTONE, slots[2][1], slots[3][1], even);
    add_meeting(STAGE_MILESTONE, slots[2][1], chance, strong);
    add_meeting(STAGE_MILESTONE, slots[3][1], chance, strong);
    add_meeting(STAGE_MILESTONE, slots[3][1], swh, even);
    add_meeting(STAGE_MILESTONE, slots[3][1], edax, weak);
}

static void begin_run(void) {
    struct stored_run run = {.name = "little",
                             .game = "reversi",
                             .evaluator = "wpc",
                             .layout = "10",
                             .seed = 7,
                             .config = "",
                             .init = "random",
                             .program = "hone 0",
                             .compiler = "cc 1",
                             .machine = "a worker"};
    run_id = store_add_run(store, &run);
    for (int number = 1; number <= GENERATIONS; number++) add_generation(number);
    swh = add_player(PLAYER_YARDSTICK, -1, -1, "swh");
    edax = add_player(PLAYER_YARDSTICK, -1, -1, "edax");
    centroid = add_player(PLAYER_INDIVIDUAL, -1, -1, "centroid");
    chance = add_player(PLAYER_RANDOM, -1, -1, "random 1");
}

static int make_store(void **state) {
    (void)state;
    struct error error;
    if (own_directory_make(NULL)) return -1;
    snprintf(path, sizeof path, "%s/run.db", directory);
    store = store_open(path, STORE_WRITE, &error);
    if (!store) fail_msg("%s", error.text);
    store_begin(store);
    begin_run();
    return 0;
}

static int remove_store(void **state) {
    (void)state;
    store_close(store);
    return own_directory_remove(NULL);
}

/* ---- reading it ---- */

static struct stored_run *the_run(void) {
    struct stored_run *runs;
    assert_int_equal(store_runs(store, &runs), 1);
    return runs;
}

static struct report load(const struct stored_run *run) {
    struct report report;
    struct error error = {""};
    if (report_load(store, run, &report, &error)) fail_msg("%s", error.text);
    return report;
}

static void add_everything(void) {
    add_choice();
    add_measurement(strong);
    add_milestones();
}

static void a_run_in_training_has_rows_and_no_champion(void **state) {
    (void)state;
    struct stored_run *run = the_run();
    struct report report = load(run);
    assert_int_equal(report.row_count, GENERATIONS);
    assert_int_equal(report.games, 600);
    assert_float_equal(report.seconds, 6, 0);
    assert_int_equal(report.rows[2].number, 3);
    assert_int_equal(report.rows[2].games, 300);
    assert_int_equal(report.rows[2].games_distinct, 270);
    assert_float_equal(report.rows[2].rate, 0.75, 0);
    assert_int_equal(report.rows[2].metric_count, 1); /* not what is of one chain */
    assert_string_equal(report.rows[2].metrics[0].name, "diversity");
    assert_float_equal(report.rows[2].metrics[0].value, 0.75, 0);
    assert_false(report.champion.chosen);
    assert_int_equal(report.milestones.field.player_count, 0);
    report_free(&report);
    store_free_runs(run, 1);
}

static void a_chosen_champion_is_not_measured_yet(void **state) {
    (void)state;
    add_choice();
    struct stored_run *run = the_run();
    struct report report = load(run);
    assert_true(report.champion.chosen && !report.champion.gain_known);
    assert_string_equal(report.champion.name, "centroid");
    assert_int_equal(report.champion.candidates, 3);
    assert_int_equal(report.champion.opponent_count, 0);
    report_free(&report);
    store_free_runs(run, 1);
}

static void a_measured_champion_has_figures(void **state) {
    (void)state;
    add_choice();
    add_measurement(strong);
    struct stored_run *run = the_run();
    struct report report = load(run);
    const struct champion *champion = &report.champion;
    assert_true(champion->gain_known && champion->start_random && !champion->is_start);
    assert_float_equal(champion->gain.rate, 0.875, 1e-12);
    assert_int_equal(champion->opponent_count, 5);
    assert_string_equal(champion->opponents[0].against, "generation 3");
    assert_string_equal(champion->opponents[2].against, "start");
    assert_string_equal(champion->opponents[4].against, "edax");
    assert_float_equal(champion->opponents[4].score.rate, 0.125, 1e-12);
    assert_true(champion_openings_repeat(champion));
    report_free(&report);
    store_free_runs(run, 1);
}

/* With those of the choice the figure of the choice is compared, with the yardsticks the start. */
static void pools_are_those_that_both_figures_share(void **state) {
    (void)state;
    add_choice();
    add_measurement(strong);
    struct stored_run *run = the_run();
    struct report report = load(run);
    const struct champion *champion = &report.champion;
    assert_int_equal(champion->choosers.meetings, 3);
    assert_int_equal(champion->choosers.pairs, 24);
    assert_float_equal(figures_rate(&champion->choosers), (0.5 + 0.5 + 0.875) / 3, 1e-12);
    assert_int_equal(champion->yardsticks.meetings, 2);
    assert_int_equal(champion->yardsticks.ahead, 1);
    assert_int_equal(champion->yardsticks.behind, 1);
    assert_float_equal(figures_rate(&champion->yardsticks), 0.5, 1e-12);
    assert_int_equal(champion->start_yardsticks.meetings, 2);
    assert_float_equal(figures_rate(&champion->start_yardsticks), (0.5 + 0.125) / 2, 1e-12);
    report_free(&report);
    store_free_runs(run, 1);
}

/* A yardstick that is the start, another one or the champion says nothing that these do not say: it
 * is in no table, pool or rating, but named. The figure of the choice had it, and so has that
 * beside it. */
static void the_same_player_counts_once(void **state) {
    (void)state;
    const struct pentanomial draws = {{0, 0, 8, 0, 0}};
    int64_t twins[] = {add_twin(slots[1][0], "begun"), add_twin(swh, "swh again"),
                       add_twin(centroid, "found")};
    add_choice();
    seat(STAGE_SELECT, 4, twins[0], ROLE_YARDSTICK);
    add_meeting(STAGE_SELECT, centroid, twins[0], strong);
    add_measurement(strong);
    for (int i = 0; i < 3; i++) {
        seat(STAGE_VERIFY, 3 + i, twins[i], ROLE_YARDSTICK);
        add_meeting(STAGE_VERIFY, centroid, twins[i], i < 2 ? strong : draws);
        add_meeting(STAGE_VERIFY, slots[1][0], twins[i], i == 0 ? draws : weak);
    }
    struct stored_run *run = the_run();
    struct report report = load(run);
    const struct champion *champion = &report.champion;
    assert_int_equal(champion->opponent_count, 5);
    assert_int_equal(champion->yardsticks.meetings, 2);
    assert_int_equal(champion->yardsticks.ahead, 1);
    assert_float_equal(figures_rate(&champion->yardsticks), 0.5, 1e-12);
    assert_int_equal(champion->start_yardsticks.meetings, 2);
    assert_int_equal(champion->trained.meetings, 0);
    assert_int_equal(champion->choosers.meetings, 4);
    assert_int_equal(report.measured.player_count, 4);
    assert_int_equal(report.measured.meeting_count, 5);
    assert_string_equal(text_get(&champion->counted_once),
                        "begun is its start, swh again is swh, found is the champion itself");
    struct text text = {0};
    report_text(&report, &text);
    assert_non_null(strstr(text_get(&text), "\n  counted once, with one result: begun is its "));
    text_free(&text);
    report_free(&report);
    store_free_runs(run, 1);
}

/* Of a candidate and a yardstick the yardstick stays, in both pools. */
static void a_candidate_that_is_a_yardstick_is_left_out(void **state) {
    (void)state;
    int64_t later = add_twin(slots[2][1], "later");
    add_choice();
    add_measurement(strong);
    add_meeting(STAGE_VERIFY, centroid, later, even);
    add_meeting(STAGE_VERIFY, slots[1][0], later, weak);
    struct stored_run *run = the_run();
    struct report report = load(run);
    assert_int_equal(report.champion.opponent_count, 5);
    assert_int_equal(report.champion.yardsticks.meetings, 3);
    assert_int_equal(report.champion.start_yardsticks.meetings, 3);
    assert_string_equal(text_get(&report.champion.counted_once), "generation 2 is later");
    report_free(&report);
    store_free_runs(run, 1);
}

/* Ten classes of squares say all of 64 that mirror each other, and nothing of others. */
static void weights_of_another_layout_are_the_same_player(void **state) {
    (void)state;
    struct same same = same_new(store, "reversi");
    const struct evaluator *ten = games_evaluator(games_find("reversi", NULL), "wpc", "10", NULL);
    const struct evaluator *large = games_evaluator(games_find("reversi", NULL), "wpc", "64", NULL);
    struct weights from = {.evaluator = ten,
                           .values = (int32_t[DIM]){1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
    struct weights to;
    struct conversion loss;
    struct stored_player player = {.run = run_id,
                                   .kind = PLAYER_YARDSTICK,
                                   .generation = -1,
                                   .slot = -1,
                                   .name = "ten",
                                   .evaluator = "wpc",
                                   .layout = "10",
                                   .dim = DIM,
                                   .weights = from.values};
    int64_t small = store_add_player(store, &player);
    assert_int_equal(weights_convert(&from, large, &to, &loss, NULL), 0);
    player.dim = large->param_count;
    player.weights = to.values;
    snprintf(player.layout, sizeof player.layout, "64");
    snprintf(player.name, sizeof player.name, "all");
    int64_t all = store_add_player(store, &player);
    to.values[5]++;
    snprintf(player.name, sizeof player.name, "other");
    int64_t other = store_add_player(store, &player);
    assert_int_equal(same_player(&same, small), small);
    assert_int_equal(same_player(&same, all), small);
    assert_int_equal(same_player(&same, other), other);
    assert_false(same_is_known(&same, chance));
    assert_true(same_is_known(&same, all));
    same_free(&same);
    weights_free(&to);
}

/* A layout that counts more than another has weights of its own, be they 0 as a conversion fills
 * them in. */
static void weights_that_are_filled_in_make_another_player(void **state) {
    (void)state;
    struct same same = same_new(store, "reversi");
    const struct game *game = games_find("reversi", NULL);
    const struct evaluator *pairs = games_evaluator(game, "patterns", "2", NULL);
    const struct evaluator *more = games_evaluator(game, "patterns", "234", NULL);
    struct weights from = {.evaluator = pairs,
                           .values = xcalloc((size_t)pairs->param_count, sizeof(int32_t))};
    struct weights to;
    struct conversion loss;
    struct stored_player player = {.run = run_id,
                                   .kind = PLAYER_YARDSTICK,
                                   .generation = -1,
                                   .slot = -1,
                                   .name = "pairs",
                                   .evaluator = "patterns",
                                   .layout = "2",
                                   .dim = pairs->param_count,
                                   .weights = from.values};
    from.values[0] = 1;
    int64_t small = store_add_player(store, &player);
    assert_int_equal(weights_convert(&from, more, &to, &loss, NULL), 0);
    assert_true(loss.filled > 0 && loss.spread == 0 && loss.dropped == 0);
    player.dim = more->param_count;
    player.weights = to.values;
    snprintf(player.layout, sizeof player.layout, "234");
    snprintf(player.name, sizeof player.name, "more");
    int64_t large = store_add_player(store, &player);
    assert_int_equal(same_player(&same, small), small);
    assert_int_equal(same_player(&same, large), large);
    same_free(&same);
    weights_free(&to);
    weights_free(&from);
}

/* Random players have weights that they do not use. */
static void random_players_are_nobodys_like(void **state) {
    (void)state;
    struct same same = same_new(store, "reversi");
    int64_t twin = add_player(PLAYER_RANDOM, -1, -1, "random 2");
    same_player(&same, chance);
    assert_int_equal(same_player(&same, twin), twin);
    same_free(&same);
}

static void a_champion_with_the_weights_of_its_start_is_it(void **state) {
    (void)state;
    int64_t twin = add_twin(slots[1][0], "begun");
    add_choice();
    seat(STAGE_VERIFY, 0, twin, ROLE_CHAMPION);
    add_meeting(STAGE_VERIFY, twin, slots[1][0], even);
    add_meeting(STAGE_VERIFY, twin, swh, even);
    store_set_champion(store, run_id,
                       &(struct stored_champion){.player = twin, .start = slots[1][0]});
    struct stored_run *run = the_run();
    struct report report = load(run);
    assert_true(report.champion.is_start && !report.champion.gain_known);
    assert_int_equal(report.champion.opponent_count, 1);
    report_free(&report);
    store_free_runs(run, 1);
}

/* The figure measured has the weights of the choice, where the start was met three times as often;
 * the weights that the run began with are all 0, which are no random ones. */
static void the_choosers_weigh_as_in_the_choice(void **state) {
    (void)state;
    int64_t zero = add_player(PLAYER_INDIVIDUAL, 0, 0, "");
    add_meeting(STAGE_SELECT, centroid, slots[3][1], even);
    add_meeting(STAGE_SELECT, zero, centroid, (struct pentanomial){{12, 12, 0, 0, 0}});
    store_set_champion(store, run_id, &(struct stored_champion){.player = centroid, .start = zero});
    add_meeting(STAGE_VERIFY, centroid, slots[3][1], even);
    add_meeting(STAGE_VERIFY, centroid, zero, strong);
    struct stored_run *run = the_run();
    struct report report = load(run);
    const struct champion *champion = &report.champion;
    assert_float_equal(figures_rate(&champion->choosers), (8 * 0.5 + 24 * 0.875) / 32, 1e-12);
    assert_true(champion->start_zero && !champion->start_random);
    struct text line = {0};
    verdict_line(champion, &line);
    assert_non_null(strstr(text_get(&line), "the start (all weights 0), "));
    text_free(&line);
    report_free(&report);
    store_free_runs(run, 1);
}

/* Of the yardsticks, swh was there when the champion was chosen. */
static void a_trainer_of_the_champion_is_no_stranger(void **state) {
    (void)state;
    add_choice();
    seat(STAGE_SELECT, 4, swh, ROLE_YARDSTICK);
    add_measurement(strong);
    struct stored_run *run = the_run();
    struct report report = load(run);
    const struct champion *champion = &report.champion;
    assert_int_equal(champion->trained.meetings, 1);
    assert_float_equal(figures_rate(&champion->trained), 0.875, 1e-12);
    assert_int_equal(champion->strangers.meetings, 1);
    assert_float_equal(figures_rate(&champion->strangers), 0.125, 1e-12);
    report_free(&report);
    store_free_runs(run, 1);
}

/* A little more or less than half says nothing. */
static void ahead_and_behind_need_the_whole_interval(void **state) {
    (void)state;
    struct figures_pool pool = {0};
    figures_add(&pool, &(struct stored_meeting){.counts = {{1, 1, 3, 2, 1}}});
    figures_add(&pool, &(struct stored_meeting){.counts = {{1, 2, 3, 1, 1}}});
    assert_int_equal(pool.ahead + pool.behind, 0);
    figures_add(&pool, &(struct stored_meeting){.counts = strong});
    figures_add(&pool, &(struct stored_meeting){.counts = strong});
    figures_add(&pool, &(struct stored_meeting){.counts = weak});
    assert_true(pool.ahead == 2 && pool.behind == 1 && pool.meetings == 5);
}

static void openings_repeat_where_fewer_are_different(void **state) {
    (void)state;
    struct champion champion = {.row = {.openings = 8, .openings_distinct = 8}};
    assert_false(champion_openings_repeat(&champion));
    champion.row.openings_distinct = 7;
    assert_true(champion_openings_repeat(&champion));
}

static void milestones_are_rated_without_the_yardsticks(void **state) {
    (void)state;
    add_everything();
    struct stored_run *run = the_run();
    struct report report = load(run);
    const struct report_milestones *milestones = &report.milestones;
    assert_int_equal(milestones->pairs, 8);
    assert_int_equal(milestones->field.player_count, 3);
    assert_int_equal(milestones->field.meeting_count, 3);
    assert_string_equal(milestones->field.names[0], "generation 2");
    assert_string_equal(milestones->field.names[2], "random 1");
    assert_int_equal(milestones->field.ratings.list[2].rank, 3);
    assert_int_equal(milestones->field.ratings.list[2].games, 32);
    assert_string_equal(milestones->last, "generation 3");
    assert_string_equal(milestones->field.names[milestones->last_champion], "generation 3");
    assert_int_equal(milestones->forgotten, -1);
    assert_int_equal(milestones->yardstick_count, 2);
    assert_string_equal(milestones->yardsticks[1].against, "edax");
    report_free(&report);
    store_free_runs(run, 1);
}

/* Champion, start, yardsticks, milestones and random, each once; generation 2 and 3, which were
 * candidates too, for what they did as milestones. */
static void everybody_measured_is_on_one_scale(void **state) {
    (void)state;
    static const char *const names[] = {"centroid (champion)", "start",        "swh",     "edax",
                                        "generation 2",        "generation 3", "random 1"};
    add_everything();
    struct stored_run *run = the_run();
    struct report report = load(run);
    const struct report_field *measured = &report.measured;
    assert_int_equal(measured->player_count, COUNT_OF(names));
    for (int i = 0; i < measured->player_count; i++)
        assert_string_equal(measured->names[i], names[i]);
    assert_int_equal(measured->meeting_count, 5 + 5);
    assert_int_equal(measured->ratings.fitted, COUNT_OF(names));
    report_free(&report);
    store_free_runs(run, 1);
}

static void players_are_called_by_what_they_were(void **state) {
    (void)state;
    const struct {
        int64_t player;
        const char *name;
    } cases[] = {
        {slots[1][0], "start"}, {slots[1][1], "generation 1"}, {slots[2][0], "generation 2 no. 1"},
        {swh, "swh"},           {centroid, "centroid"},        {1000, "player 1000"}};
    char name[NAMES_LENGTH];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        names_id(store, cases[i].player, name);
        assert_string_equal(name, cases[i].name);
    }
}

/* As in a generation of one, whose champion it is too. */
static void a_start_that_is_a_champion_is_called_both(void **state) {
    (void)state;
    char name[NAMES_LENGTH];
    const struct stored_player champion = {
        .id = slots[1][1], .run = run_id, .kind = PLAYER_INDIVIDUAL, .generation = 1, .slot = 0};
    names_player(store, &champion, name);
    assert_string_equal(name, "generation 1 (start)");
}

static void labels_among_runs_end_with_the_player(void **state) {
    (void)state;
    char name[32];
    names_of_run("quick", "champion", name, sizeof name);
    assert_string_equal(name, "quick champion");
    names_of_run("quick", "50", name, sizeof name);
    assert_string_equal(name, "quick generation 50");
    names_of_run("a-name-that-is-longer-than-32-letters", "50", name, sizeof name);
    assert_string_equal(name, "r-than-32-letters generation 50");
    assert_int_equal(strlen(name), sizeof name - 1);
}

static void a_missing_generation_fails_the_report(void **state) {
    (void)state;
    struct stored_run *run = the_run();
    struct report report;
    struct error error;
    run->generations++;
    assert_int_equal(report_load(store, run, &report, &error), -1);
    assert_non_null(strstr(error.text, "generation 4"));
    report_free(&report);
    store_free_runs(run, 1);
}

/* As of an optimiser whose champion is a mean. */
static void a_champion_that_did_not_play_has_no_rate(void **state) {
    (void)state;
    int64_t mean = add_player(PLAYER_INDIVIDUAL, GENERATIONS + 1, SLOTS, "");
    struct metrics metrics = {0};
    store_add_generation(
        store, run_id,
        &(struct stored_generation){.generation = GENERATIONS + 1, .champion = mean, .state = ""},
        &metrics);
    struct stored_run *run = the_run();
    struct report report = load(run);
    struct text text = {0};
    assert_true(report.rows[GENERATIONS].rate < 0 && report.rows[0].rate >= 0);
    report_text(&report, &text);
    assert_non_null(strstr(text_get(&text), "\n       4      -         0/0"));
    text_free(&text);
    report_free(&report);
    store_free_runs(run, 1);
}

/* ---- what is decided ---- */

static void the_verdict_needs_975_in_1000(void **state) {
    (void)state;
    static const struct {
        double los;
        const char *verdict;
    } cases[] = {
        {1, "stronger than its start"},
        {0.975, "stronger than its start"},
        {0.9749, "not shown to differ from its start"},
        {0.5, "not shown to differ from its start"},
        {0.0251, "not shown to differ from its start"},
        {0.025, "WEAKER than its start"},
        {0, "WEAKER than its start"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct champion champion = {.gain.los = cases[i].los};
        assert_string_equal(verdict_of(&champion), cases[i].verdict);
    }
}

/* An engine's faults in some games are counted; in all of them they leave nothing to judge by. */
static void games_lost_by_faults_alone_are_no_measurement(void **state) {
    (void)state;
    struct champion champion = {.gain_known = true, .gain = {.pairs = 5, .los = 1}};
    struct text words = {0};
    champion.gain_faults = 9;
    assert_string_equal(verdict_of(&champion), "stronger than its start");
    verdict_gain(&champion, &words);
    assert_non_null(strstr(text_get(&words),
                           "start, 10 games, 9 decided by FAULTS of the engine, unseen openings"));
    text_free(&words);
    champion.gain_faults = 10;
    assert_string_equal(verdict_of(&champion), "NOT MEASURED against its start");
    verdict_gain(&champion, &words);
    assert_string_equal(text_get(&words),
                        "faults of the engine decided all 10 games against the start");
    text_free(&words);
}

static void the_verdict_names_what_makes_it_small(void **state) {
    (void)state;
    add_choice();
    add_measurement(strong);
    struct stored_run *run = the_run();
    struct text line = {0};
    verdict_of_run(store, run, &line);
    assert_string_equal(text_get(&line), "over +154 Elo against the start (random weights), "
                                         "16 games, unseen openings, only 7 of 8 different; "
                                         "0.5000 +/- 0.1664 against 2 yardsticks");
    text_free(&line);
    store_free_runs(run, 1);
}

/* Of a run from the start, with so many different games among the 112 measured. */
static void assert_verdict_from_start(int distinct, const char *expected) {
    struct stored_champion champion;
    struct stored_run *run = the_run();
    struct text line = {0};
    assert_int_equal(store_champion(store, run_id, &champion, NULL), 0);
    champion.openings = champion.openings_distinct = 1;
    champion.verify_games_distinct = distinct;
    store_set_champion(store, run_id, &champion);
    verdict_of_run(store, run, &line);
    if (!strstr(text_get(&line), expected)) fail_msg("%s", text_get(&line));
    text_free(&line);
    store_free_runs(run, 1);
}

/* Its games are not called unseen, and where they repeat it says so. */
static void the_verdict_from_the_start_counts_different_games(void **state) {
    (void)state;
    add_choice();
    add_measurement(strong);
    assert_verdict_from_start(107, "16 games, random moves of their own; ");
    assert_verdict_from_start(106, "16 games, random moves of their own, of all that were measured "
                                   "only 106 of 112 different; ");
}

/* One pair of each meeting has one opening, wherever it is. */
static void a_single_pair_is_not_one_from_the_start(void **state) {
    (void)state;
    struct champion champion = {.row = {.openings = 1, .verify_games = 6},
                                .opponent_count = 2,
                                .start_yardsticks = {.meetings = 1}};
    assert_false(champion_from_start(&champion));
    champion.row.verify_games = 12;
    assert_true(champion_from_start(&champion));
    champion.row.openings = 2;
    assert_false(champion_from_start(&champion));
}

static void there_is_no_verdict_before_the_measurement(void **state) {
    (void)state;
    struct stored_run *run = the_run();
    struct text line = {0};
    verdict_of_run(store, run, &line);
    add_choice();
    verdict_of_run(store, run, &line);
    assert_string_equal(text_get(&line), "");
    text_free(&line);
    store_free_runs(run, 1);
}

/* ---- specialists ---- */

static struct figures_pool pool_of(struct pentanomial counts) {
    struct figures_pool pool = {0};
    figures_add(&pool, &(struct stored_meeting){.counts = counts});
    return pool;
}

static void assert_specialist(const struct champion *champion, const char *words) {
    struct text said = {0};
    specialist_print(champion, &said);
    if (words ? !strstr(text_get(&said), words) : said.length > 0) fail_msg("%s", text_get(&said));
    assert_int_equal(specialist_is(champion), words != NULL);
    text_free(&said);
}

/* Both parts beyond their errors; if all beat it that is no speciality. */
static void beating_its_trainers_alone_makes_a_specialist(void **state) {
    (void)state;
    struct champion champion = {.trained = pool_of(strong), .strangers = pool_of(weak)};
    assert_specialist(&champion, "trained against");
    champion.strangers = pool_of(even);
    assert_specialist(&champion, NULL);
    champion.strangers = pool_of(weak);
    champion.trained = pool_of(even);
    assert_specialist(&champion, NULL);
    champion.trained = pool_of(weak);
    assert_specialist(&champion, NULL);
    champion.trained = (struct figures_pool){0};
    assert_specialist(&champion, NULL);
}

static void beating_its_start_alone_makes_a_specialist(void **state) {
    (void)state;
    struct champion champion = {.gain_known = true,
                                .gain = score_of(&strong),
                                .yardsticks = pool_of(weak),
                                .start_yardsticks = pool_of(even)};
    assert_specialist(&champion, "less than the start's");
    champion.gain = score_of(&even);
    assert_specialist(&champion, NULL);
    champion.gain = score_of(&strong);
    champion.start_yardsticks = pool_of(weak);
    assert_specialist(&champion, NULL);
    champion.yardsticks = pool_of(even);
    assert_specialist(&champion, NULL);
    /* The start has more by no more than their errors. */
    champion.start_yardsticks = pool_of((struct pentanomial){{1, 1, 3, 2, 2}});
    assert_true(figures_rate(&champion.start_yardsticks) > figures_rate(&champion.yardsticks));
    assert_specialist(&champion, NULL);
    /* By more than either error, and by less than both. */
    champion.yardsticks = pool_of((struct pentanomial){{10, 20, 40, 20, 10}});
    champion.start_yardsticks = pool_of((struct pentanomial){{6, 16, 40, 22, 16}});
    double more = figures_rate(&champion.start_yardsticks) - figures_rate(&champion.yardsticks);
    assert_true(more > figures_error(&champion.yardsticks));
    assert_true(more > figures_error(&champion.start_yardsticks));
    assert_specialist(&champion, NULL);
}

/* A pool tells from the candidates of the choice as these did then. */
static void the_figure_measured_is_weighted_as_the_one_selected(void **state) {
    (void)state;
    struct figures_pool pool = {0};
    figures_add_weighted(&pool, &(struct stored_meeting){.counts = strong}, 30);
    figures_add_weighted(&pool, &(struct stored_meeting){.counts = weak}, 10);
    assert_float_equal(figures_rate(&pool), (30 * .875 + 10 * .125) / 40, 1e-12);
    assert_int_equal(pool.pairs, 16);
}

/* ---- strength against depth ---- */

/* In the words of a table without rows. */
static struct depth_table three_depths(void) {
    struct depth_table table;
    depth_table_load(store, &(struct stored_run){.id = run_id}, &(struct champion){0}, &table);
    table.count = 3;
    return table;
}

/* What is only not shown to be better is not weaker. */
static void a_loss_at_a_depth_is_told_with_what_to_do(void **state) {
    (void)state;
    struct text page = {0};
    struct depth_table table = three_depths();
    for (int i = 0; i < 3; i++) {
        const struct pentanomial counts[] = {strong, {{2, 1, 4, 1, 1}}, weak};
        table.rows[i].depth = 2 * i;
        table.rows[i].tuned = i == 0;
        table.rows[i].gain = score_of(&counts[i]);
        text_add(&table.rows[i].play, "depth %d", 2 * i);
    }
    table.rows[2].turns = 2;
    report_text_depths(&table, &page);
    assert_non_null(strstr(text_get(&page), "\n  * depth 0  "));
    assert_non_null(strstr(text_get(&page), "\n    depth 2  "));
    assert_non_null(strstr(text_get(&page), "\n    depth 4 (2 turns)  "));
    assert_non_null(strstr(text_get(&page), "\n  WEAKER than its start at depth 4: for players"));
    text_free(&page);
    table.count = 2;
    report_text_depths(&table, &page);
    assert_null(strstr(text_get(&page), "WEAKER"));
    table.count = 3;
    depth_table_free(&table);
    text_free(&page);
}

/* Against 2000 pairs 50 look as sure as they, in a table of figures: these are marked. */
static void what_rests_on_few_pairs_is_marked(void **state) {
    (void)state;
    struct text page = {0};
    struct depth_table table = three_depths();
    const struct pentanomial counts[] = {
        {{300, 200, 1000, 200, 300}}, {{66, 41, 197, 41, 66}}, {{90, 60, 300, 60, 90}}};
    for (int i = 0; i < 3; i++) {
        table.rows[i].tuned = i == 0;
        table.rows[i].gain = score_of(&counts[i]);
        text_add(&table.rows[i].play, "depth %d", i);
        assert_int_equal(depth_row_is_little(&table, &table.rows[i]), i == 1);
    }
    report_text_depths(&table, &page);
    assert_non_null(strstr(text_get(&page), "\n  ? depth 1  "));
    assert_non_null(strstr(text_get(&page), "\n    depth 2  "));
    assert_non_null(strstr(text_get(&page),
                           "\n  ? rests on few pairs: differences of less than some 21 Elo do not "
                           "show; verify.depth_pairs plays more\n"));
    text_free(&page);
    page = (struct text){0};
    table.rows[1].gain =
        score_of(&(struct pentanomial){{0, 0, 0, 0, 50}}); /* its error: no number */
    report_text_depths(&table, &page);
    assert_non_null(strstr(text_get(&page), "\n  ? rests on few pairs; verify.depth_pairs plays"));
    text_free(&page);
    /* Five pairs that are alike by luck: the error that they show is small. */
    table.rows[1].gain = score_of(&(struct pentanomial){{0, 0, 4, 1, 0}});
    assert_true(depth_row_is_little(&table, &table.rows[1]));
    table.rows[1].gain = (struct score){0};
    assert_false(depth_row_is_little(&table, &table.rows[1]));
    depth_table_free(&table);
}

/* ---- how far it is ---- */

static void assert_stages(const struct config *config, bool running, const char *expected) {
    struct stored_run *run = the_run();
    struct stages stages = stages_of(store, run, config);
    struct text text = {0};
    stages_print(&stages, running, &text);
    assert_string_equal(text_get(&text), expected);
    text_free(&text);
    store_free_runs(run, 1);
}

static void stages_are_known_one_after_the_other(void **state) {
    (void)state;
    struct config config = {.optimizer.generations = GENERATIONS + 1,
                            .verify.milestone_every = GENERATIONS};
    assert_stages(&config, true,
                  "training going on, choosing the champion to come, "
                  "measuring the champion to come, milestones to come");
    config.optimizer.generations = GENERATIONS;
    assert_stages(&config, true,
                  "training done, choosing the champion going on, "
                  "measuring the champion to come, milestones to come");
    add_choice();
    assert_stages(&config, false,
                  "training done, choosing the champion done, "
                  "measuring the champion next, milestones to come");
    add_measurement(even);
    assert_stages(&config, true,
                  "training done, choosing the champion done, "
                  "measuring the champion done, milestones going on");
    add_milestones();
    assert_stages(&config, false,
                  "training done, choosing the champion done, "
                  "measuring the champion done, milestones done");
}

static void a_stronger_champion_of_earlier_is_what_was_forgotten(void **state) {
    (void)state;
    struct rating ratings[] = {{.low = -99, .high = -81},
                               {.low = 51, .high = 69},
                               {.low = 36, .high = 54},
                               {.low = 31, .high = 49},
                               {.low = 98, .high = 100}}; /* the last one of no generation */
    assert_int_equal(report_forgotten(ratings, 3), 1);
    ratings[1].low = 48;
    assert_int_equal(report_forgotten(ratings, 3), -1);
    assert_int_equal(report_forgotten(ratings, 1), -1);
    assert_int_equal(report_forgotten(ratings, 0), -1);
}

static void unwanted_milestones_are_no_stage(void **state) {
    (void)state;
    struct config config = {.optimizer.generations = GENERATIONS};
    static const char expected[] = "training done, choosing the champion going on, "
                                   "measuring the champion to come";
    assert_stages(&config, true, expected);
    config.verify.milestone_every = GENERATIONS + 1;
    assert_stages(&config, true, expected);
}

/* The champion can be the start and have no opponent. */
static void a_finished_run_has_all_stages_done(void **state) {
    (void)state;
    struct config config = {.optimizer.generations = GENERATIONS};
    store_finish_run(store, run_id);
    assert_stages(&config, false,
                  "training done, choosing the champion done, measuring the champion done");
}

/* ---- what is drawn ---- */

static void text_is_drawn_without_the_database(void **state) {
    (void)state;
    add_everything();
    struct stored_run *run = the_run();
    struct report report = load(run);
    struct text text = {0};
    store_close(store);
    store = NULL;
    report_text(&report, &text);
    static const char *const parts[] = {
        ("Run little: reversi, wpc 10, seed 7, hone 0 (cc 1), unfinished\n"
         "  3 generations, 600 training games in 6 s, 100 games/s\n"
         "\nChampion: centroid\n  stronger than its start: over +154 Elo"),
        ("\n    when it was chosen   0.6250  (best of several, so too high on average; 24 pairs)\n"
         "    measured afterwards  0.6250 +/- 0."),
        "\n  openings repeat: ",
        "\n       11  edax ",
        "\n  points a game against yardsticks (2): start 0.3125 +/- ",
        "\n  3 random 1 ",
        "\nThe champion of generation 3 against the yardsticks\n",
        "\n       3  0.750       270/300       diversity 0.75\n",
    };
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (!strstr(text_get(&text), parts[i]))
            fail_msg("no %s in:\n%s", parts[i], text_get(&text));
    assert_null(strstr(text_get(&text), "has forgotten"));
    text_free(&text);
    report.milestones.forgotten = 0;
    report_text(&report, &text);
    if (!strstr(text_get(&text), "the run has forgotten what it knew; "))
        fail_msg("%s", text_get(&text));
    text_free(&text);
    report_free(&report);
    store_free_runs(run, 1);
}

/* Whether a line begins so. */
static bool has_line(const struct text *text, const char *begin) {
    struct text line = {0};
    text_add(&line, "\n%s", begin);
    bool has = strstr(text_get(text), text_get(&line));
    text_free(&line);
    return has;
}

/* The last ones are always there. */
static void long_tables_show_some_rows(void **state) {
    (void)state;
    struct curve_point points[5];
    struct report_row rows[30] = {{0}};
    struct curve curve = {.count = 5, .points = points, .yardsticks = 1};
    struct stored_run run = {.name = "long", .generations = 30};
    struct report report = {.run = &run, .row_count = 30, .rows = rows};
    struct text text = {0};
    for (int i = 0; i < 5; i++) points[i] = (struct curve_point){.generation = 10 * (i + 1)};
    report_text_curve(&curve, 5, &text);
    assert_null(strstr(text_get(&text), "shown"));
    assert_true(has_line(&text, "          10 ") && has_line(&text, "          50 "));
    assert_non_null(strstr(text_get(&text), "at 5 milestones\n"));
    text_free(&text);
    report_text_curve(&curve, 2, &text);
    assert_non_null(strstr(text_get(&text), "at 5 milestones (3 shown; report --curve shows all)"));
    for (int i = 0; i < 5; i++) {
        char begin[16];
        snprintf(begin, sizeof begin, "  %10d ", points[i].generation);
        assert_int_equal(has_line(&text, begin), i % 2 == 0);
    }
    text_free(&text);
    for (int i = 0; i < 30; i++) rows[i].number = i + 1;
    rows[29].rate = -1; /* it did not play, and the others lost all */
    report_text(&report, &text);
    assert_true(has_line(&text, "       1  0.000 ") && !has_line(&text, "      30  0.000 "));
    assert_true(has_line(&text, "      30 "));
    for (int i = 0; i < 30; i++) {
        char begin[16];
        snprintf(begin, sizeof begin, "  %6d ", rows[i].number);
        assert_int_equal(has_line(&text, begin), i % 3 == 0 || i == 29);
    }
    text_free(&text);
}

static void one_of_a_thing_has_no_plural(void **state) {
    (void)state;
    struct stored_run run = {.name = "one", .generations = 1};
    struct report report = {
        .run = &run,
        .games = 1,
        .champion = {.chosen = true,
                     .candidates = 1,
                     .row.selection_pairs = 1,
                     .choosers = {.meetings = 1, .pairs = 1}},
    };
    struct text text = {0};
    report_text(&report, &text);
    assert_non_null(strstr(text_get(&text), "  1 generation, 1 training game in 0 s\n"));
    assert_non_null(strstr(text_get(&text), "(the only candidate; 1 pair)\n"));
    assert_non_null(strstr(text_get(&text), "(other openings; 1 pair)\n"));
    text_free(&text);
    report.champion.candidates = 2;
    report_text(&report, &text);
    assert_non_null(strstr(text_get(&text), "(best of several, so too high on average; 1 pair)\n"));
    text_free(&text);
}

/* Lines of 80 columns, broken where a reader would. */
static void long_lines_are_folded(void **state) {
    (void)state;
    static const char eighty[] = "  3456789 123456789 123456789 123456789 123456789 123456789 "
                                 "123456789 123456789 ";
    static const struct {
        const char *rest, *folded; /* of a line that begins with those */
    } cases[] = {
        {"", ""},
        {"and", "\n      and"},
        {"[1, 2, 3, 4]\nx", "\n      [1, 2, 3, 4]\nx"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text line = {0}, folded = {0}, expected = {0};
        text_add(&line, "%s%s", eighty, cases[i].rest);
        text_add(&expected, "%.*s%s", cases[i].rest[0] ? 79 : 80, eighty, cases[i].folded);
        fold_add(text_get(&line), &folded);
        assert_string_equal(text_get(&folded), text_get(&expected));
        text_free(&line), text_free(&folded), text_free(&expected);
    }
    static const struct {
        const char *line, *folded;
    } whole[] = {
        /* between columns, not within one; a figure keeps its error; quotes and brackets hold */
        {"a column that is rather long and has words  another one with words in it  and a third",
         "a column that is rather long and has words  another one with words in it\n    and a "
         "third"},
        {"the figure is at the end of this line, which is therefore eighty long: 12.3 +/- 4.5 Elo",
         "the figure is at the end of this line, which is therefore eighty long:\n    12.3 +/- 4.5 "
         "Elo"},
        {"what stands in quotes is never broken, as it may be something to type: \"one two three\"",
         "what stands in quotes is never broken, as it may be something to type:\n    \"one two "
         "three\""},
        {"and what stands in brackets goes together onto the next line if it fits [1, 2, 3, 4, 5]",
         "and what stands in brackets goes together onto the next line if it fits\n    [1, 2, 3, "
         "4, "
         "5]"},
        {"training: ended at generation 3 of 20; the same again: --set optimizer.generations=3 "
         "--set "
         "a=1",
         "training: ended at generation 3 of 20; the same again:\n    --set "
         "optimizer.generations=3 --set a=1"},
        {"  build/hone-engine play --weights results/a-run-with-a-long-name    # play against the "
         "champion",
         "  build/hone-engine play --weights results/a-run-with-a-long-name\n      # play against "
         "the champion"},
        {"Signs of more than one byte are one column: \xc2\xb1 \xc2\xb1 \xc2\xb1 \xc2\xb1 \xc2\xb1 "
         "\xc2\xb1 \xc2\xb1 \xc2\xb1 \xc2\xb1 \xc2\xb1 \xc2\xb1 \xc2\xb1 \xc2\xb1 \xc2\xb1",
         NULL},
    };
    for (size_t i = 0; i < COUNT_OF(whole); i++) {
        struct text folded = {0};
        fold_add(whole[i].line, &folded);
        assert_string_equal(text_get(&folded), whole[i].folded ? whole[i].folded : whole[i].line);
        text_free(&folded);
    }
}

/* A shell reads back what was given, so that commands can be pasted. */
static void words_of_commands_are_quoted(void **state) {
    (void)state;
    static const char *const words[] = {"plain",      "two words", "it's", "$HOME `x` \"q\"",
                                        "a\tb'c\\d",  "\n",        "",     "a\\b\n",
                                        "*?[x]{a,b}", "~#;&|<>()!"};
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        struct text quoted = {0}, command = {0}, back = {0};
        overview_add_word(words[i], &quoted);
        text_add(&command, "printf '%%s.' %s", text_get(&quoted));
        setenv("QUOTED", text_get(&command), 1);
        assert_int_equal(shell_run("bash -c \"$QUOTED\"", &back), 0);
        text_free(&command);
        text_add(&command, "%s.", words[i]);
        assert_string_equal(text_get(&back), text_get(&command));
        text_free(&quoted), text_free(&command), text_free(&back);
    }
}

static void dates_are_told_with_how_long_it_took(void **state) {
    (void)state;
    struct stored_run run = {.started = "2026-11-22T23:59:40Z", .finished = "2026-11-23T00:01:02Z"};
    struct text text = {0};
    overview_dates(&run, &text);
    assert_string_equal(
        text_get(&text),
        "begun 2026-11-22 23:59:40, ended 2026-11-23 00:01:02 UTC, 1 min 22 s later");
    text.length = 0;
    run.finished[0] = '\0';
    overview_dates(&run, &text);
    assert_string_equal(text_get(&text), "begun 2026-11-22 23:59:40 UTC, not ended");
    text_free(&text);
}

/* ---- findings of a study ---- */

static void assert_described(const struct findings *findings, const char *wanted) {
    struct text text = {0};
    findings_describe(findings, &text);
    assert_string_equal(text_get(&text), wanted);
    text_free(&text);
}

/* A champion of games has points, one of scores a rank, and the optimiser's own neither. */
static void findings_say_what_is_known_of_the_champion(void **state) {
    (void)state;
    static const char unverified[] =
        "\nnot verified: hone did not measure it, and the results were "
        "told by others\n";
    struct text wanted = {0};
    struct findings findings = {0};
    assert_described(&findings, "Champion: none before the first generation is told\n");
    findings = (struct findings){.generation = 3, .asked = true, .rate = .625};
    text_add(&wanted, "Champion: a vector of generation 3, 62.5 %% of the points%s", unverified);
    assert_described(&findings, text_get(&wanted));
    text_free(&wanted);
    findings.scores = true;
    findings.best = (struct stored_question){.id = 7, .generation = 2};
    findings.score = -1.5, findings.answers = 9;
    text_add(&wanted,
             "Champion: a vector of generation 3, better than 62 %% of it%sbest score: -1.5, by "
             "vector 7 of generation 2, the best of 9: too good by luck where scores are noisy\n",
             unverified);
    assert_described(&findings, text_get(&wanted));
    text_free(&wanted);
    findings = (struct findings){.generation = 3};
    text_add(&wanted, "Champion: the optimiser's own, never asked, after generation 3%s",
             unverified);
    assert_described(&findings, text_get(&wanted));
    text_free(&wanted);
}

static void findings_have_a_column_for_what_is_known(void **state) {
    (void)state;
    struct finding list[] = {{"a", "3", "", "0", "3", true}, {"b", "1", "", "0", "9", false}};
    struct findings findings = {.generation = 0, .count = 2, .list = list};
    struct text text = {0};
    findings_print_values(&findings, &text);
    assert_int_equal(text.length, 0);
    findings.generation = 1;
    findings_print_values(&findings, &text);
    assert_string_equal(text_get(&text),
                        "  parameter              champion        min        max\n"
                        "  a                             3          0          3  on its bound\n"
                        "  b                             1          0          9\n");
    text_free(&text);
    snprintf(list[0].best, sizeof list[0].best, "2");
    findings_print_values(&findings, &text);
    assert_non_null(strstr(text_get(&text), "     champion   best score        min"));
    assert_non_null(strstr(text_get(&text), " 3            2          0"));
    text_free(&text);
}

int main(void) {
#define OF_A_RUN(test) cmocka_unit_test_setup_teardown(test, make_store, remove_store)
    const struct CMUnitTest tests[] = {
        OF_A_RUN(a_run_in_training_has_rows_and_no_champion),
        OF_A_RUN(a_chosen_champion_is_not_measured_yet),
        OF_A_RUN(a_measured_champion_has_figures),
        OF_A_RUN(pools_are_those_that_both_figures_share),
        OF_A_RUN(a_trainer_of_the_champion_is_no_stranger),
        cmocka_unit_test(beating_its_trainers_alone_makes_a_specialist),
        cmocka_unit_test(beating_its_start_alone_makes_a_specialist),
        cmocka_unit_test(the_figure_measured_is_weighted_as_the_one_selected),
        cmocka_unit_test(a_loss_at_a_depth_is_told_with_what_to_do),
        cmocka_unit_test(ahead_and_behind_need_the_whole_interval),
        cmocka_unit_test(openings_repeat_where_fewer_are_different),
        OF_A_RUN(milestones_are_rated_without_the_yardsticks),
        OF_A_RUN(the_same_player_counts_once),
        OF_A_RUN(a_candidate_that_is_a_yardstick_is_left_out),
        OF_A_RUN(weights_of_another_layout_are_the_same_player),
        OF_A_RUN(weights_that_are_filled_in_make_another_player),
        OF_A_RUN(random_players_are_nobodys_like),
        OF_A_RUN(a_champion_with_the_weights_of_its_start_is_it),
        OF_A_RUN(the_choosers_weigh_as_in_the_choice),
        cmocka_unit_test(what_rests_on_few_pairs_is_marked),
        OF_A_RUN(everybody_measured_is_on_one_scale),
        OF_A_RUN(players_are_called_by_what_they_were),
        OF_A_RUN(a_start_that_is_a_champion_is_called_both),
        OF_A_RUN(labels_among_runs_end_with_the_player),
        OF_A_RUN(a_missing_generation_fails_the_report),
        OF_A_RUN(a_champion_that_did_not_play_has_no_rate),
        cmocka_unit_test(the_verdict_needs_975_in_1000),
        cmocka_unit_test(games_lost_by_faults_alone_are_no_measurement),
        OF_A_RUN(the_verdict_names_what_makes_it_small),
        OF_A_RUN(the_verdict_from_the_start_counts_different_games),
        cmocka_unit_test(a_single_pair_is_not_one_from_the_start),
        OF_A_RUN(there_is_no_verdict_before_the_measurement),
        OF_A_RUN(stages_are_known_one_after_the_other),
        OF_A_RUN(unwanted_milestones_are_no_stage),
        cmocka_unit_test(a_stronger_champion_of_earlier_is_what_was_forgotten),
        OF_A_RUN(a_finished_run_has_all_stages_done),
        cmocka_unit_test(long_tables_show_some_rows),
        cmocka_unit_test(one_of_a_thing_has_no_plural),
        cmocka_unit_test(long_lines_are_folded),
        cmocka_unit_test(words_of_commands_are_quoted),
        cmocka_unit_test(dates_are_told_with_how_long_it_took),
        OF_A_RUN(text_is_drawn_without_the_database),
        cmocka_unit_test(findings_say_what_is_known_of_the_champion),
        cmocka_unit_test(findings_have_a_column_for_what_is_known),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
