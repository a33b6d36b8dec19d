/* judges: what they find decided and what not, and that nothing else enters their verdict. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "engine/games/games.h"
#include "tuner/openings/judges.h"

static struct state position_of(const struct game *game, const char *moves) {
    struct state state;
    struct error error;
    if (game_parse(game, moves, &state, &error)) fail_msg("%s", error.text);
    return state;
}

/* The side to move of two players with a stone short of a row wins, whichever judge plays. */
static void a_won_opening_is_not_balanced(void **context) {
    (void)context;
    const struct game *game = games_find("gomoku", NULL);
    const struct judging judging = {.limits = {.depth = 2}};
    struct judges *judges = judges_new(game, &judging);
    struct state black = position_of(game, "h8a1h9a2h10a3h11a4");
    struct state white = position_of(game, "h8a1h9a2h10a3o1a4o3");
    assert_int_equal(judges_points(judges, &black), JUDGES_POINTS);
    assert_int_equal(judges_points(judges, &white), 0);
    judges_free(judges);
}

/* Cut off at once all games are drawn, and greedy judges play others than searching ones: so the
 * player's settings are theirs. */
static void judges_play_as_they_are_told(void **context) {
    (void)context;
    const struct game *game = games_find("gomoku", NULL);
    const struct judging greedy = {0}, cut_off = {.plies_max = 1},
                         searching = {.limits = {.depth = 2, .width = 8}};
    struct state state = position_of(game, "h8h9i9");
    struct judges *short_ones = judges_new(game, &cut_off);
    struct judges *one = judges_new(game, &greedy), *other = judges_new(game, &searching);
    assert_int_equal(judges_points(short_ones, &state), JUDGES);
    assert_int_equal(judges_points(one, &state), judges_points(one, &state));
    assert_int_not_equal(judges_points(one, &state), judges_points(other, &state));
    judges_free(short_ones);
    judges_free(one);
    judges_free(other);
}

/* The points of all three-stone openings in a row of the board. */
static int points_in_a_row(const struct game *game, const struct judging *judging) {
    struct judges *judges = judges_new(game, judging);
    int points = 0;
    for (int column = 'b'; column <= 'n'; column++) {
        char moves[16];
        snprintf(moves, sizeof moves, "%c8%c9%c10", column, column - 1, column + 1);
        struct state state = position_of(game, moves);
        points = points * 3 + judges_points(judges, &state);
    }
    judges_free(judges);
    return points;
}

/* Named weights are varied less than initial ones, and other weights find otherwise. */
static void named_weights_judge(void **context) {
    (void)context;
    const struct game *game = games_find("gomoku", NULL);
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, NULL);
    int32_t weights[64], others[64];
    assert_in_range(evaluator->param_count, 2, 64);
    evaluator_initial(evaluator, weights);
    for (int i = 0; i < evaluator->param_count; i++) others[i] = 1;
    const struct judging usual = {.limits = {.depth = 1, .width = 8}},
                         initial = {.evaluator = evaluator,
                                    .weights = weights,
                                    .limits = usual.limits},
                         flat = {.evaluator = evaluator, .weights = others, .limits = usual.limits};
    assert_int_not_equal(points_in_a_row(game, &initial), points_in_a_row(game, &usual));
    assert_int_not_equal(points_in_a_row(game, &initial), points_in_a_row(game, &flat));
    assert_int_equal(points_in_a_row(game, &flat), points_in_a_row(game, &flat));
}

static void the_weaker_side_needs_its_share(void **context) {
    (void)context;
    assert_true(judges_balanced(JUDGES, 0.5));
    assert_false(judges_balanced(JUDGES - 1, 0.5));
    assert_false(judges_balanced(JUDGES + 1, 0.5));
    assert_true(judges_balanced(4, 0.25));
    assert_true(judges_balanced(12, 0.25));
    assert_false(judges_balanced(3, 0.25));
    assert_false(judges_balanced(13, 0.25));
    assert_true(judges_balanced(0, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_won_opening_is_not_balanced),
        cmocka_unit_test(judges_play_as_they_are_told),
        cmocka_unit_test(named_weights_judge),
        cmocka_unit_test(the_weaker_side_needs_its_share),
    };
    return cmocka_run_group_tests_name("judges", tests, NULL, NULL);
}
