/*
 * contest: whether the start has shown a player to be weaker, whichever of the two their meeting
 * names first. Here the player of place 1 is the start, and 0 and 2 have met it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tuner/run/contest.h"

enum { START = 1, PLAYERS = 4, STRANGER = 3 };

static unsigned roles[PLAYERS] = {1u << ROLE_CANDIDATE, 1u << ROLE_CANDIDATE | 1u << ROLE_START,
                                  1u << ROLE_CANDIDATE, 1u << ROLE_CANDIDATE};
static struct meeting meetings[] = {{0, START}, {START, 2}};

/* The pairs of both meetings: so many lost by the player named first, and so many won. */
static struct contest contest_of(struct meeting_score scores[2], int lost, int won) {
    for (int m = 0; m < 2; m++) scores[m].counts.n[0] = lost, scores[m].counts.n[4] = won;
    return (struct contest){
        .roster = {.count = PLAYERS, .roles = roles},
        .session = {.meeting_count = 2, .meetings = meetings, .scores = scores}};
}

static void the_start_shows_which_players_are_weaker(void **state) {
    (void)state;
    struct meeting_score scores[2] = {0};
    struct contest first_lose = contest_of(scores, 90, 10);
    assert_true(contest_is_weaker(&first_lose, 0));
    assert_false(contest_is_weaker(&first_lose, 2));
    struct contest first_win = contest_of(scores, 10, 90);
    assert_false(contest_is_weaker(&first_win, 0));
    assert_true(contest_is_weaker(&first_win, 2));
}

/* Nor is a player that did not meet it. */
static void the_start_is_not_weaker_than_itself(void **state) {
    (void)state;
    struct meeting_score scores[2] = {0};
    struct contest contest = contest_of(scores, 90, 10);
    assert_false(contest_is_weaker(&contest, START));
    assert_false(contest_is_weaker(&contest, STRANGER));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_shows_which_players_are_weaker),
        cmocka_unit_test(the_start_is_not_weaker_than_itself),
    };
    return cmocka_run_group_tests_name("contest", tests, NULL, NULL);
}
