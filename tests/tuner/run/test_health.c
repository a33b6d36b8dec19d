/*
 * When a run is said to have converged, to have collapsed or to be getting weaker, and when not:
 * from made-up generations, then from stored ones.
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

#include "engine/base/base.h"
#include "tuner/run/health.h"

/* Generations of 1000 games each, that go on from `from`. */
static void watch(struct health *health, int count, struct stored_diagnostics one) {
    for (int i = 0; i < count; i++) {
        one.generation = health->count + 1;
        one.games = 1000;
        health_watch(health, &one);
    }
}

static struct stored_diagnostics of_distinct(int64_t distinct) {
    return (struct stored_diagnostics){.games_distinct = distinct, .diversity = -1};
}

static struct stored_diagnostics against_yardsticks(double rate, int64_t openings) {
    return (struct stored_diagnostics){.games_distinct = 900,
                                       .diversity = -1,
                                       .yardstick_points =
                                           (int64_t)(rate * 4 * 30 * (double)openings),
                                       .yardstick_pairs = 30 * openings,
                                       .yardstick_openings = openings};
}

static void assert_says(const struct health *health, const char *what) {
    struct text text = {0};
    health_print(health, &text);
    if (!strstr(text_get(&text), what)) fail_msg("'%s' lacks '%s'", text_get(&text), what);
    text_free(&text);
}

static void games_that_differ_are_nothing_to_speak_of(void **context) {
    (void)context;
    struct health health = {0};
    struct text text = {0};
    watch(&health, 100, of_distinct(500));
    assert_int_equal(health.state, HEALTH_GOOD);
    health_print(&health, &text);
    assert_int_equal(text.length, 0);
    text_free(&text);
}

/* Of an engine's run: its games are dear, and it may be too short to be judged. */
static void games_of_an_engine_that_are_alike_are_told_at_once(void **context) {
    (void)context;
    struct health health = {.engine = true};
    watch(&health, 3, of_distinct(230));
    assert_says(&health, "of the games so far 23 % differ, and games that are alike teach "
                         "nothing; a larger `step`");
    watch(&health, 7, of_distinct(230));
    assert_says(&health, "of the latest games 23 % differ, and games that are alike teach nothing");
    struct health differing = {.engine = true}, ours = {0};
    struct text text = {0};
    watch(&differing, 3, of_distinct(500));
    health_print(&differing, &text);
    watch(&ours, 3, of_distinct(230));
    health_print(&ours, &text);
    assert_int_equal(text.length, 0);
    text_free(&text);
}

static void players_that_agree_have_converged(void **context) {
    (void)context;
    struct health health = {0};
    watch(&health, 50, of_distinct(900));
    watch(&health, 50, of_distinct(446));
    assert_int_equal(health.state, HEALTH_CONVERGED);
    assert_int_equal(health.since, 60); /* all ten of the window */
    assert_says(&health, "converged since generation 60: of the games of the last 10 "
                         "generations 45 % differ");
    watch(&health, 50, of_distinct(230));
    assert_int_equal(health.state, HEALTH_CONVERGED);
}

/* As those of nearly equal opposites do. */
static void games_that_repeat_from_the_first_on_show_no_convergence(void **context) {
    (void)context;
    struct health health = {0}, last_of_first = {0};
    watch(&health, 10, of_distinct(480));
    watch(&health, 50, of_distinct(250));
    assert_int_equal(health.worst, HEALTH_GOOD);
    watch(&health, 10, of_distinct(230));
    assert_int_equal(health.state, HEALTH_CONVERGED);
    watch(&last_of_first, 9, of_distinct(400));
    watch(&last_of_first, 1, of_distinct(1000));
    watch(&last_of_first, 10, of_distinct(210));
    assert_int_equal(last_of_first.state, HEALTH_CONVERGED);
}

/* What tells one from the other is whether they had grown. */
static void players_that_grew_and_play_alike_have_converged(void **context) {
    (void)context;
    struct curve_point point = {.generation = 20, .elo = 361, .error = 40};
    struct curve curve = {.count = 1, .points = &point};
    struct health grown = {0}, not_grown = {0};
    health_note_strength(&grown, &curve);
    watch(&grown, 30, of_distinct(149));
    assert_says(&grown, "15 % differ, its players agree and hardly learn any more");
    watch(&grown, 30, of_distinct(40));
    assert_int_equal(grown.worst, HEALTH_CONVERGED);
    assert_string_equal(health_word(&grown), "converged");
    assert_says(&grown, "4.0 % differ, its players agree and hardly learn any more");
    point.elo = 39;
    health_note_strength(&not_grown, &curve);
    watch(&not_grown, 30, of_distinct(40));
    assert_int_equal(not_grown.state, HEALTH_COLLAPSED);
    assert_string_equal(health_word(&not_grown), "COLLAPSED");
}

static void players_that_play_alike_have_collapsed(void **context) {
    (void)context;
    struct health health = {0};
    watch(&health, 30, of_distinct(900));
    watch(&health, 8, of_distinct(17));
    assert_int_equal(health.state, HEALTH_CONVERGED);
    watch(&health, 20, of_distinct(17));
    assert_int_equal(health.state, HEALTH_COLLAPSED);
    assert_int_equal(health.since, 39);
    assert_says(&health, "COLLAPSED since generation 39: of the games of the last 10 generations "
                         "1.7 % differ");
    assert_says(&health, "more of openings.plies_max or player.epsilon, or another seed");
    health.engine = true; /* which refuses that key */
    assert_says(&health, "more of openings.plies_max, or another seed");
    watch(&health, 20, of_distinct(900));
    assert_int_equal(health.state, HEALTH_GOOD);
    assert_int_equal(health.worst, HEALTH_COLLAPSED);
    assert_says(&health, "had COLLAPSED at generation 39, ");
    watch(&health, 20, of_distinct(490));
    assert_says(&health, "from then on; of the latest games 49 % differ");
    watch(&health, 20, of_distinct(440));
    assert_says(&health, "had COLLAPSED at generation 39, ");
    assert_says(&health, "; converged since generation ");
    assert_string_equal(health_word(&health), "COLLAPSED");
    watch(&health, 20, of_distinct(17));
    assert_says(&health, "COLLAPSED since generation 1");
}

static void the_first_generations_are_too_few_to_judge(void **context) {
    (void)context;
    struct health health = {0};
    watch(&health, 9, of_distinct(17));
    assert_int_equal(health.state, HEALTH_GOOD);
    watch(&health, 1, of_distinct(17));
    assert_int_equal(health.state, HEALTH_COLLAPSED);
}

static void vectors_without_diversity_have_collapsed_whatever_they_play(void **context) {
    (void)context;
    struct health health = {0};
    struct stored_diagnostics one = of_distinct(900);
    one.diversity = 0.28;
    watch(&health, 1, one);
    one.diversity = 0.013; /* of a healthy run */
    watch(&health, 20, one);
    assert_int_equal(health.state, HEALTH_GOOD);
    one.diversity = 0.0005;
    watch(&health, 1, one);
    assert_int_equal(health.state, HEALTH_COLLAPSED);
    health.elo = 100; /* over the start: they have converged */
    health.error = 20;
    watch(&health, 1, one);
    assert_int_equal(health.state, HEALTH_CONVERGED);
}

static void losing_against_yardsticks_is_noticed(void **context) {
    (void)context;
    struct health health = {0};
    watch(&health, 20, against_yardsticks(.3, 200));
    watch(&health, 20, against_yardsticks(.6, 200));
    watch(&health, 20, against_yardsticks(.56, 200)); /* less than what counts */
    assert_int_equal(health.state, HEALTH_GOOD);
    watch(&health, 20, against_yardsticks(.5, 200));
    assert_int_equal(health.state, HEALTH_WEAKER);
    assert_int_equal(health.best_generation, 30);
    assert_says(&health, "0.500 points a game");
    assert_says(&health, "0.600 up to generation 30");
    watch(&health, 10, against_yardsticks(.6, 200));
    assert_int_equal(health.state, HEALTH_GOOD);
}

static void one_lucky_generation_sets_no_mark(void **context) {
    (void)context;
    struct health health = {0};
    watch(&health, 1, against_yardsticks(.9, 200));
    watch(&health, 30, against_yardsticks(.5, 200));
    assert_int_equal(health.state, HEALTH_GOOD);
    assert_int_equal(health.best_generation, 10);
}

static void few_openings_prove_no_weakness(void **context) {
    (void)context;
    struct health health = {0};
    watch(&health, 20, against_yardsticks(.6, 5));
    watch(&health, 20, against_yardsticks(.5, 5));
    assert_int_equal(health.state, HEALTH_GOOD);
}

/* ---- how much is too much ---- */

static enum health_state state_after(int before, struct stored_diagnostics first,
                                     struct stored_diagnostics then) {
    struct health health = {0};
    watch(&health, before, first);
    watch(&health, 20, then);
    return health.state;
}

/* Fifteen games of a hundred that differ, or half of those that differed at first. */
static void shares_of_games_part_the_states(void **context) {
    (void)context;
    static const struct {
        int distinct;
        enum health_state state;
    } cases[] = {{149, HEALTH_COLLAPSED},
                 {151, HEALTH_CONVERGED},
                 {499, HEALTH_CONVERGED},
                 {501, HEALTH_GOOD}};
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(state_after(10, of_distinct(1000), of_distinct(cases[i].distinct)),
                         cases[i].state);
}

/* A thousandth of the parameters' range. */
static void vectors_less_than_a_thousandth_apart_are_alike(void **context) {
    (void)context;
    struct stored_diagnostics alike = of_distinct(900), apart = of_distinct(900);
    alike.diversity = .00099;
    apart.diversity = .00101;
    assert_int_equal(state_after(0, alike, alike), HEALTH_COLLAPSED);
    assert_int_equal(state_after(0, apart, apart), HEALTH_GOOD);
}

/* A twentieth of a point a game, or five deviations of a pair over the root of the window's
 * openings if that is more: .0783 of 500. */
static void a_loss_against_yardsticks_is_beyond_chance(void **context) {
    (void)context;
    static const struct {
        int openings;
        double rate;
        enum health_state state;
    } cases[] = {{2000, .551, HEALTH_GOOD},
                 {2000, .549, HEALTH_WEAKER},
                 {50, .523, HEALTH_GOOD},
                 {50, .520, HEALTH_WEAKER}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t openings = cases[i].openings;
        assert_int_equal(state_after(20, against_yardsticks(.6, openings),
                                     against_yardsticks(cases[i].rate, openings)),
                         cases[i].state);
    }
}

/* Elo over the start within the error is no growth. */
static void growth_is_more_than_its_error(void **context) {
    (void)context;
    for (int elo = 99; elo <= 101; elo += 2) {
        struct health health = {.elo = elo, .error = 100};
        watch(&health, 10, of_distinct(40));
        assert_int_equal(health.state, elo > 100 ? HEALTH_CONVERGED : HEALTH_COLLAPSED);
    }
}

/* ---- from the rows ---- */

static int64_t add_player(struct store *store, int64_t run, enum player_kind kind, int generation,
                          int slot, const char *name) {
    struct stored_player player = {.run = run,
                                   .kind = kind,
                                   .generation = generation,
                                   .slot = slot,
                                   .evaluator = "wpc",
                                   .layout = "10",
                                   .dim = 1,
                                   .weights = (int32_t[]){1}};
    snprintf(player.name, sizeof player.name, "%s", name);
    return store_add_player(store, &player);
}

static void add_meeting(struct store *store, int64_t run, int generation, int64_t a, int64_t b) {
    struct stored_meeting meeting = {.run = run,
                                     .stage = STAGE_TRAIN,
                                     .generation = generation,
                                     .a = a,
                                     .b = b,
                                     .pairs = 6,
                                     .counts = {{1, 1, 1, 1, 2}},
                                     .first = {4, 1, 1},
                                     .second = {2, 1, 3}};
    store_add_meeting(store, &meeting);
}

static void add_generation(struct store *store, int64_t run, int number, int64_t yardstick) {
    struct metrics metrics = {0};
    int64_t a = add_player(store, run, PLAYER_INDIVIDUAL, number, 0, "");
    int64_t b = add_player(store, run, PLAYER_INDIVIDUAL, number, 1, "");
    add_meeting(store, run, number, a, b);
    if (yardstick) add_meeting(store, run, number, a, yardstick);
    if (yardstick) add_meeting(store, run, number, b, yardstick);
    metrics_add(&metrics, .25, "diversity");
    store_add_generation(store, run,
                         &(struct stored_generation){.generation = number,
                                                     .champion = a,
                                                     .games = 36,
                                                     .games_distinct = 2,
                                                     .state = "",
                                                     .seconds = 1,
                                                     .threads = 1},
                         yardstick ? &metrics : NULL);
}

static void the_rows_of_a_run_tell_it(void **context) {
    (void)context;
    char path[] = "/tmp/hone-health-XXXXXX";
    struct error error;
    struct stored_diagnostics *list;
    const struct curve no_milestones = {0};
    close(mkstemp(path));
    struct store *store = store_open(path, STORE_WRITE, &error);
    if (!store) fail_msg("%s", error.text);
    store_begin(store);
    int64_t run = store_add_run(store, &(struct stored_run){.config = "", .init = "random"});
    int64_t swh = add_player(store, run, PLAYER_YARDSTICK, -1, -1, "swh");
    for (int number = 1; number <= 12; number++)
        add_generation(store, run, number, number > 1 ? swh : 0);
    store_commit(store);
    assert_int_equal(store_diagnostics(store, run, 1, 2, &list), 2);
    assert_true(list[0].diversity == -1);
    assert_int_equal(list[0].yardstick_pairs, 0);
    assert_int_equal(list[1].generation, 2);
    assert_int_equal(list[1].games, 36);
    assert_int_equal(list[1].games_distinct, 2);
    assert_true(list[1].diversity == .25);
    assert_int_equal(list[1].yardstick_points, 2 * 14);
    assert_int_equal(list[1].yardstick_pairs, 2 * 6);
    assert_int_equal(list[1].yardstick_openings, 6);
    free(list);
    struct health health = health_of_run(store, run, &no_milestones);
    assert_int_equal(health.state, HEALTH_COLLAPSED);
    assert_int_equal(health.since, 10);
    assert_false(health.engine);
    store_begin(store);
    run = store_add_run(
        store, &(struct stored_run){.config = "", .init = "random", .evaluator = "engine"});
    store_commit(store);
    assert_true(health_of_run(store, run, &no_milestones).engine);
    store_close(store);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_that_differ_are_nothing_to_speak_of),
        cmocka_unit_test(games_of_an_engine_that_are_alike_are_told_at_once),
        cmocka_unit_test(players_that_agree_have_converged),
        cmocka_unit_test(games_that_repeat_from_the_first_on_show_no_convergence),
        cmocka_unit_test(players_that_grew_and_play_alike_have_converged),
        cmocka_unit_test(players_that_play_alike_have_collapsed),
        cmocka_unit_test(the_first_generations_are_too_few_to_judge),
        cmocka_unit_test(vectors_without_diversity_have_collapsed_whatever_they_play),
        cmocka_unit_test(losing_against_yardsticks_is_noticed),
        cmocka_unit_test(one_lucky_generation_sets_no_mark),
        cmocka_unit_test(few_openings_prove_no_weakness),
        cmocka_unit_test(shares_of_games_part_the_states),
        cmocka_unit_test(vectors_less_than_a_thousandth_apart_are_alike),
        cmocka_unit_test(a_loss_against_yardsticks_is_beyond_chance),
        cmocka_unit_test(growth_is_more_than_its_error),
        cmocka_unit_test(the_rows_of_a_run_tell_it),
    };
    return cmocka_run_group_tests_name("health", tests, NULL, NULL);
}
