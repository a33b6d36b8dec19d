/*
 * curve: what is read from the rows of a run whose strength was made up, and when it is flat.
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
#include "tuner/run/health.h"

enum { GENERATION_GAMES = 1000, PAIRS = 400, EVERY = 5, DIM = 10, POINTS_MAX = 32 };

static struct store *store;
static int64_t run_id, start_id;
static int64_t ids[POINTS_MAX]; /* of the milestones' players */
static double elos[POINTS_MAX];
static int points, seats;
static struct rng rng;

static int64_t add_player(int generation, int slot) {
    struct stored_player player = {.run = run_id,
                                   .kind = PLAYER_INDIVIDUAL,
                                   .generation = generation,
                                   .slot = slot,
                                   .evaluator = "wpc",
                                   .layout = "10",
                                   .dim = DIM,
                                   .weights = (int32_t[DIM]){generation}};
    return store_add_player(store, &player);
}

static void add_generation(int number, int64_t champion) {
    store_add_generation(store, run_id,
                         &(struct stored_generation){.generation = number,
                                                     .champion = champion,
                                                     .games = GENERATION_GAMES,
                                                     .state = "",
                                                     .threads = 1},
                         NULL);
}

static void seat(int64_t player, enum role role) {
    store_add_seat(store, run_id, &(struct stored_seat){STAGE_PROGRESS, seats++, player, role});
}

/* Pairs of a against b, which differ by so much. */
static void meet(int generation, int64_t a, int64_t b, double elo) {
    struct stored_meeting row = {
        .run = run_id, .stage = STAGE_PROGRESS, .generation = generation, .a = a, .b = b};
    for (int i = 0; i < PAIRS; i++) {
        bool first = rng_unit(&rng) < rate_of_elo(elo), second = rng_unit(&rng) < rate_of_elo(elo);
        row.pairs++;
        row.counts.n[2 * (first + second)]++;
        row.first.won += first, row.first.lost += !first;
        row.second.won += second, row.second.lost += !second;
    }
    store_add_meeting(store, &row);
}

/* The next milestone, whose player is that much stronger than the start. */
static void add_milestone(double elo) {
    int first = points * EVERY + 1, last = first + EVERY - 1;
    for (int number = first; number <= last; number++) {
        int64_t champion = add_player(number, 1);
        if (number == last) ids[points] = champion;
        add_generation(number, champion);
    }
    elos[points] = elo;
    seat(ids[points], ROLE_MILESTONE);
    meet(last, ids[points], start_id, elo);
    for (int back = 1; back <= 4 && back <= points; back *= 2)
        meet(last, ids[points], ids[points - back], elo - elos[points - back]);
    points++;
}

static int make_store(void **state) {
    (void)state;
    char path[96];
    struct error error;
    if (own_directory_make(NULL)) return -1;
    snprintf(path, sizeof path, "%s/run.db", directory);
    store = store_open(path, STORE_WRITE, &error);
    if (!store) fail_msg("%s", error.text);
    store_begin(store);
    run_id = store_add_run(store, &(struct stored_run){.name = "curve",
                                                       .game = "reversi",
                                                       .evaluator = "wpc",
                                                       .layout = "10",
                                                       .config = "",
                                                       .init = "random"});
    points = seats = 0;
    rng = rng_keyed(11, 1, 0, 0);
    start_id = add_player(1, 0);
    seat(start_id, ROLE_START);
    return 0;
}

static int remove_store(void **state) {
    (void)state;
    store_close(store);
    return own_directory_remove(NULL);
}

static int64_t add_yardstick(const char *name, int32_t weight) {
    struct stored_player player = {.run = run_id,
                                   .kind = PLAYER_YARDSTICK,
                                   .generation = -1,
                                   .slot = -1,
                                   .evaluator = "wpc",
                                   .layout = "10",
                                   .dim = DIM,
                                   .weights = (int32_t[DIM]){weight}};
    snprintf(player.name, sizeof player.name, "%s", name);
    int64_t id = store_add_player(store, &player);
    seat(id, ROLE_YARDSTICK);
    return id;
}

static void assert_same_curve(const struct curve *curve, const struct curve *other) {
    assert_int_equal(curve->count, other->count);
    assert_int_equal(curve->yardsticks, other->yardsticks);
    for (int i = 0; i < curve->count; i++) {
        assert_true(curve->points[i].elo == other->points[i].elo);
        assert_true(curve->points[i].error == other->points[i].error);
    }
}

/* The start's weights as a yardstick, and a yardstick twice, are no further evidence. */
static void who_is_there_twice_counts_once(void **state) {
    (void)state;
    int64_t one = add_yardstick("one", 77);
    for (int i = 0; i < 3; i++) {
        add_milestone(60 + 20 * i);
        meet(EVERY * (i + 1), ids[i], one, 10);
    }
    struct curve before = curve_of_run(store, run_id);
    int64_t start = add_yardstick("start again", 1), again = add_yardstick("one again", 77);
    meet(EVERY, ids[0], start, 200);
    meet(EVERY, ids[0], again, 300);
    meet(EVERY, start_id, start, 0);
    struct curve after = curve_of_run(store, run_id);
    assert_int_equal(before.yardsticks, 1);
    assert_same_curve(&before, &after);
    curve_free(&after);
    meet(EVERY, ids[0], add_yardstick("another", 5), 10);
    after = curve_of_run(store, run_id);
    assert_int_equal(after.yardsticks, 2);
    curve_free(&before);
    curve_free(&after);
}

static void a_run_without_milestones_has_no_curve(void **state) {
    (void)state;
    struct curve curve = curve_of_run(store, run_id);
    struct text text = {0};
    curve_print_flat(&curve, &text);
    assert_int_equal(curve.count, 0);
    assert_null(curve_last(&curve));
    assert_int_equal(text.length, 0);
    curve_free(&curve);
}

static void points_have_generation_games_and_strength(void **state) {
    (void)state;
    static const double strength[] = {60, 120, 150, 170};
    for (size_t i = 0; i < COUNT_OF(strength); i++) add_milestone(strength[i]);
    struct curve curve = curve_of_run(store, run_id);
    struct text text = {0};
    assert_int_equal(curve.count, 4);
    for (int i = 0; i < 4; i++) {
        const struct curve_point *point = &curve.points[i];
        assert_int_equal(point->generation, EVERY * (i + 1));
        assert_int_equal(point->games, GENERATION_GAMES * EVERY * (i + 1));
        assert_int_equal(point->player, ids[i]);
        assert_true(point->error > 10 && point->error < 30);
        assert_true(fabs(point->elo - strength[i]) < 1.5 * point->error);
    }
    assert_ptr_equal(curve_last(&curve), &curve.points[3]);
    curve_print_point(curve_last(&curve), false, &text);
    assert_non_null(
        strstr(text_get(&text), " Elo over the start on the milestones' scale (gen 20)"));
    assert_memory_equal(text.data, "rated +", strlen("rated +"));
    text_free(&text);
    curve_free(&curve);
}

static void the_start_itself_is_at_0_without_error(void **state) {
    (void)state;
    seat(start_id, ROLE_MILESTONE);
    add_generation(1, start_id);
    struct curve curve = curve_of_run(store, run_id);
    assert_int_equal(curve.count, 1);
    assert_float_equal(curve.points[0].elo, 0, 0);
    assert_float_equal(curve.points[0].error, 0, 0);
    curve_free(&curve);
}

/* ---- flat ---- */

static struct curve curve_over(int rising, int level, double step) {
    for (int i = 1; i <= rising; i++) add_milestone(step * i);
    for (int i = 0; i < level; i++) add_milestone(step * rising);
    return curve_of_run(store, run_id);
}

static void a_rising_curve_is_not_flat(void **state) {
    (void)state;
    struct curve curve = curve_over(12, 0, 25);
    assert_in_range(curve.flat, 0, 3);
    assert_int_equal(curve_flat_since(&curve), 0);
    curve_free(&curve);
}

static void a_curve_that_has_stopped_rising_says_since_when(void **state) {
    (void)state;
    struct curve curve = curve_over(6, 10, 40);
    struct text text = {0};
    assert_in_range(curve.flat, CURVE_FLAT_LONG, 12);
    assert_in_range(curve_flat_since(&curve), 5 * EVERY, 9 * EVERY);
    curve_print_flat(&curve, &text);
    assert_non_null(strstr(text_get(&text), "flat since generation "));
    assert_non_null(strstr(text_get(&text), " milestones"));
    text_free(&text);
    curve_free(&curve);
}

static void a_short_rest_is_not_called_flat(void **state) {
    (void)state;
    struct curve curve = curve_over(6, 4, 40);
    struct text text = {0};
    assert_in_range(curve.flat, 3, CURVE_FLAT_LONG - 1);
    assert_int_equal(curve_flat_since(&curve), 0);
    curve_print_flat(&curve, &text);
    assert_int_equal(text.length, 0);
    curve_free(&curve);
}

/* Over three points nothing, over twelve more than the error: all of them together tell. */
static void a_slow_rise_is_seen_over_many_milestones(void **state) {
    (void)state;
    struct curve curve = curve_over(16, 0, 5);
    assert_int_equal(curve_flat_since(&curve), 0);
    curve_free(&curve);
}

static void a_decline_is_flat_too(void **state) {
    (void)state;
    for (int i = 0; i < 10; i++) add_milestone(100 - 8 * i);
    struct curve curve = curve_of_run(store, run_id);
    assert_int_equal(curve.flat, 10);
    assert_true(curve.rise < -curve.rise_error);
    curve_free(&curve);
}

/* Through three points the line rises as far as the last is above the first. */
static void the_rise_is_that_of_the_line(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) add_milestone(100 - 30 * i);
    struct curve curve = curve_of_run(store, run_id);
    assert_int_equal(curve.flat, 3);
    assert_float_equal(curve.rise, curve.points[2].elo - curve.points[0].elo, 1e-6);
    curve_free(&curve);
}

/* The line through all points falls, that through the last ones rises. */
static void a_late_rise_is_not_overlooked(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) add_milestone(200 - 25 * i);
    for (int i = 1; i <= 4; i++) add_milestone(25 + 30 * i);
    struct curve curve = curve_of_run(store, run_id);
    assert_in_range(curve.flat, 0, 3);
    curve_free(&curve);
}

static struct health judge(void) {
    struct curve curve = curve_of_run(store, run_id);
    struct health health = health_of_run(store, run_id, &curve);
    curve_free(&curve);
    return health;
}

/* The games of these generations are all the same. Once a milestone shows growth, the run converged
 * and did not collapse, whenever that was. */
static void growth_tells_convergence_from_collapse(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) add_milestone(0);
    struct health health = judge();
    assert_string_equal(health_word(&health), "COLLAPSED");
    assert_int_equal(health.worst_since, 10);
    add_milestone(300);
    health = judge();
    assert_string_equal(health_word(&health), "converged");
    assert_int_equal(health.worst, HEALTH_CONVERGED);
}

#define ON_A_STORE(test) cmocka_unit_test_setup_teardown(test, make_store, remove_store)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_A_STORE(a_run_without_milestones_has_no_curve),
        ON_A_STORE(who_is_there_twice_counts_once),
        ON_A_STORE(points_have_generation_games_and_strength),
        ON_A_STORE(the_start_itself_is_at_0_without_error),
        ON_A_STORE(a_rising_curve_is_not_flat),
        ON_A_STORE(a_curve_that_has_stopped_rising_says_since_when),
        ON_A_STORE(a_short_rest_is_not_called_flat),
        ON_A_STORE(a_slow_rise_is_seen_over_many_milestones),
        ON_A_STORE(a_decline_is_flat_too),
        ON_A_STORE(the_rise_is_that_of_the_line),
        ON_A_STORE(a_late_rise_is_not_overlooked),
        ON_A_STORE(growth_tells_convergence_from_collapse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
