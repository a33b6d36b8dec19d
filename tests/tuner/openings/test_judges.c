/* judges: what they find decided and what not, and that nothing else enters their verdict. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

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
    const struct search_limits limits = {.depth = 2};
    struct judges *judges = judges_new(game, &limits, 0);
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
    const struct search_limits greedy = {.depth = 0}, searching = {.depth = 2, .width = 8};
    struct state state = position_of(game, "h8h9i9");
    struct judges *short_ones = judges_new(game, &greedy, 1);
    struct judges *one = judges_new(game, &greedy, 0), *other = judges_new(game, &searching, 0);
    assert_int_equal(judges_points(short_ones, &state), JUDGES);
    assert_int_equal(judges_points(one, &state), judges_points(one, &state));
    assert_int_not_equal(judges_points(one, &state), judges_points(other, &state));
    judges_free(short_ones);
    judges_free(one);
    judges_free(other);
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
        cmocka_unit_test(the_weaker_side_needs_its_share),
    };
    return cmocka_run_group_tests_name("judges", tests, NULL, NULL);
}
