/*
 * How much of a clock a move may take: shares, reserves, and that a game ends in time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/games/games.h"
#include "engine/search/timing.h"

static void without_limits_there_is_none(void **state) {
    (void)state;
    assert_true(timing_seconds(&(struct timing){0}, 30) == 0);
}

static void a_move_never_takes_more_than_it_may(void **state) {
    (void)state;
    for (int moves = 1; moves <= 180; moves++)
        for (double clock = 0.001; clock < 4000; clock *= 3) {
            double by_clock = timing_seconds(&(struct timing){.remaining = clock}, moves);
            assert_true(by_clock > 0 && by_clock <= clock);
            if (moves > 1) assert_true(by_clock <= clock / 2 || by_clock <= 0.001);
            double by_move = timing_seconds(&(struct timing){.move = clock}, moves);
            assert_true(by_move > 0 && by_move <= clock);
            struct timing bonus = {.remaining = clock, .increment = 10};
            assert_true(timing_seconds(&bonus, moves) <= (moves > 1 ? clock / 2 : clock));
            struct timing both = {.move = 2 * clock, .remaining = clock};
            assert_true(timing_seconds(&both, moves) == by_clock);
        }
}

/* What hone needs besides is taken off, but for a thousandth of a second, or the whole limit if
 * that is less. */
static void short_limits_leave_a_thousandth(void **state) {
    (void)state;
    static const double limits[][2] = {{.004, .001}, {.001, .001}, {.0004, .0004}};
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        assert_true(timing_seconds(&(struct timing){.move = limits[i][0]}, 30) == limits[i][1]);
}

/* A game of as many moves as reckoned with stays within its clock. */
static void a_clock_lasts_for_the_game(void **state) {
    (void)state;
    double clock = 60;
    for (int left = 60; left > 0; left--) {
        double seconds = timing_seconds(&(struct timing){.remaining = clock}, left);
        assert_true(seconds > 0);
        clock -= seconds;
    }
    assert_true(clock >= 0 && clock < 6);
}

/* A clock that is set anew before the game ends is for the moves until then, however many follow.
 */
static void a_clock_that_is_set_anew_lasts_until_then(void **state) {
    (void)state;
    double clock = 60;
    for (int to_go = 4; to_go > 0; to_go--) {
        const struct timing timing = {.remaining = clock, .moves_to_go = to_go};
        double seconds = timing_seconds(&timing, 30);
        assert_true(seconds > 14 && seconds <= clock);
        clock -= seconds;
    }
    assert_true(clock < 1);
    const struct timing many = {.remaining = 60, .moves_to_go = 40};
    assert_true(timing_seconds(&many, 2) == timing_seconds(&(struct timing){.remaining = 60}, 2));
}

/* Once the clock has run out, a move has 3 seconds: none before need have less. */
static void overtime_is_worth_what_is_left_of_the_clock(void **state) {
    (void)state;
    static const double clocks[] = {0.001, 2, 20};
    for (size_t i = 0; i < COUNT_OF(clocks); i++) {
        struct timing timing = {.remaining = clocks[i], .overtime = 3};
        double seconds = timing_seconds(&timing, 30);
        assert_true(seconds > 2.9 && seconds < 3);
    }
    struct timing rich = {.remaining = 600, .overtime = 3};
    assert_true(timing_seconds(&rich, 30) ==
                timing_seconds(&(struct timing){.remaining = 600}, 30));
    struct timing period = {.remaining = 9, .moves_to_go = 9, .overtime = 3};
    assert_true(timing_seconds(&period, 30) < 1);
}

/* It comes back after each move. */
static void an_increment_is_spent_besides_the_share(void **state) {
    (void)state;
    double alone = timing_seconds(&(struct timing){.remaining = 60}, 30);
    double more = timing_seconds(&(struct timing){.remaining = 60, .increment = 1}, 30);
    assert_float_equal(more, alone + 1, 1e-9);
}

/* Few games last for all plies that their board has room for. */
static void no_more_than_forty_moves_are_reckoned_with(void **state) {
    (void)state;
    const struct timing clock = {.remaining = 60};
    assert_true(timing_seconds(&clock, 180) == timing_seconds(&clock, 40));
    assert_true(timing_seconds(&clock, 40) < timing_seconds(&clock, 39));
}

/* Some hundredths of a second, which pipes need. */
static void a_move_is_sent_before_its_time_is_over(void **state) {
    (void)state;
    double left = 1 - timing_seconds(&(struct timing){.move = 1}, 30);
    assert_true(left > 0.015 && left < 0.03);
}

/* Of a clock, half the share is for beginning depths; a limit of the move's is used up. */
static void limits_are_narrowed(void **state) {
    (void)state;
    struct error error;
    const struct game *game = games_find("reversi", &error);
    struct state start;
    game->start(game, &start);
    assert_int_equal(timing_moves_left(game, &start), 30);
    struct search_limits limits = {.depth = 9};
    timing_limit(&(struct timing){0}, game, &start, &limits);
    assert_true(limits.seconds == 0 && limits.soft_seconds == 0);
    timing_limit(&(struct timing){.move = 5}, game, &start, &limits);
    assert_true(limits.seconds > 4 && limits.seconds <= 5 && limits.soft_seconds == 0);
    timing_limit(&(struct timing){.remaining = 600}, game, &start, &limits);
    assert_true(limits.seconds < 5 && limits.soft_seconds == 0);
    timing_limit(&(struct timing){.remaining = 30}, game, &start, &limits);
    assert_true(limits.seconds < 1 && limits.soft_seconds == limits.seconds / 2);
    assert_int_equal(limits.depth, 9);
}

/* Both stones of a turn are moves. */
static void a_turn_is_as_many_moves_as_it_has_stones(void **state) {
    (void)state;
    struct error error;
    const struct game *game = games_find("connect(3,3,3,2,1)", &error);
    struct state position;
    assert_non_null(game);
    game->start(game, &position);
    static const int left[] = {5, 4, 4, 3, 3, 2, 2, 2, 1};
    for (int ply = 0; ply < (int)COUNT_OF(left); ply++) {
        move_t moves[GAME_MOVES_MAX];
        assert_false(game->over(game, &position));
        assert_int_equal(timing_moves_left(game, &position), left[ply]);
        game->moves(game, &position, moves);
        game->play(game, &position, moves[0]);
    }
}

/* How much of a move's seconds is for beginning depths: of the first one, or of the last that a
 * side may have. */
static double soft_share_in(const char *name, struct timing timing) {
    struct error error;
    const struct game *game = games_find(name, &error);
    struct state start;
    game->start(game, &start);
    struct search_limits limits = {.depth = 9};
    timing_limit(&timing, game, &start, &limits);
    assert_true(limits.seconds > 0);
    return limits.soft_seconds / limits.seconds;
}

static double soft_share(struct timing timing) {
    return soft_share_in("reversi", timing);
}

/* Seconds that no later move will have are searched to their end: GTP's period of one move, and a
 * turn's limit below the match's share. */
static void time_is_saved_only_for_later_moves(void **state) {
    (void)state;
    assert_true(soft_share((struct timing){.remaining = 1, .moves_to_go = 1}) == 0);
    assert_true(soft_share((struct timing){.remaining = 1, .moves_to_go = 2}) == 0.5);
    assert_true(soft_share((struct timing){.move = 1, .remaining = 600}) == 0);
    assert_true(soft_share_in("nim(1)", (struct timing){.remaining = 60}) == 0);
    assert_true(soft_share((struct timing){.move = 5, .remaining = 60}) == 0.5);
}

static void a_clock_runs_out_but_is_still_one(void **state) {
    (void)state;
    struct timing none = {0}, clock = {.remaining = 2, .increment = 0.5};
    timing_run(&none, 1);
    assert_true(none.remaining == 0);
    timing_run(&clock, 1);
    assert_true(clock.remaining == 1.5);
    timing_run(&clock, 5);
    assert_true(clock.remaining > 0.5 && clock.remaining < 0.51);
    assert_true(timing_left(-3) > 0 && timing_left(-3) < 0.01 && timing_left(3) == 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_limits_there_is_none),
        cmocka_unit_test(a_move_never_takes_more_than_it_may),
        cmocka_unit_test(short_limits_leave_a_thousandth),
        cmocka_unit_test(a_clock_lasts_for_the_game),
        cmocka_unit_test(a_clock_that_is_set_anew_lasts_until_then),
        cmocka_unit_test(overtime_is_worth_what_is_left_of_the_clock),
        cmocka_unit_test(an_increment_is_spent_besides_the_share),
        cmocka_unit_test(no_more_than_forty_moves_are_reckoned_with),
        cmocka_unit_test(a_move_is_sent_before_its_time_is_over),
        cmocka_unit_test(limits_are_narrowed),
        cmocka_unit_test(a_turn_is_as_many_moves_as_it_has_stones),
        cmocka_unit_test(time_is_saved_only_for_later_moves),
        cmocka_unit_test(a_clock_runs_out_but_is_still_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
