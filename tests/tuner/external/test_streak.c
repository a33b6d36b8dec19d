/*
 * Faults in a row are counted in the order of the games, in whatever order they end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/external/streak.h"

enum { LENGTH = 3 };

/* Ends the games of a batch, one character each ("x" a fault, "." none, " " nothing), in that
 * order; the number of the game that made the streak long enough, -1: none did. */
static int end_games(struct streak *streak, int64_t first, const char *games, const int *order) {
    int found = -1;
    for (size_t i = 0; i < strlen(games); i++) {
        char words[16];
        int number = order ? order[i] : (int)i;
        enum streak_event event = games[number] == 'x'   ? STREAK_GROWS
                                  : games[number] == '.' ? STREAK_ENDS
                                                         : STREAK_IDLE;
        snprintf(words, sizeof words, "%d", number);
        const struct streak_game game = {first + number, event, 0, words};
        char *last = streak_add(streak, first, &game, LENGTH);
        if (last && found < 0) found = atoi(last);
        free(last);
    }
    return found;
}

static int found_in(const char *games, const int *order) {
    struct streak streak = {0};
    int found = end_games(&streak, 0, games, order);
    streak_free(&streak);
    return found;
}

static void three_in_a_row_are_found(void **state) {
    (void)state;
    assert_int_equal(found_in("xxx", NULL), 2);
    assert_int_equal(found_in(".xx x.", NULL), 4);
    assert_int_equal(found_in("xx.xx.xx", NULL), -1);
    assert_int_equal(found_in("xxxx", NULL), 2);
}

/* As threads end them: three faults that come one after the other are none in a row, and others
 * are. */
static void the_order_of_the_end_does_not_count(void **state) {
    (void)state;
    static const int orders[][6] = {{0, 1, 2, 3, 4, 5},
                                    {5, 4, 3, 2, 1, 0},
                                    {0, 2, 4, 1, 3, 5},
                                    {3, 0, 5, 1, 4, 2},
                                    {1, 3, 5, 0, 2, 4}};
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        assert_int_equal(found_in("x.x.x.", orders[i]), -1);
        assert_int_equal(found_in(".xxx..", orders[i]), 3);
        assert_int_equal(found_in("xx.xxx", orders[i]), 5);
    }
}

/* What a batch leaves behind, games that were abandoned, are not waited for. */
static void a_streak_goes_on_in_the_next_batch(void **state) {
    (void)state;
    static const int late[] = {0, 2}, second[] = {1, 0};
    struct streak streak = {0};
    assert_int_equal(end_games(&streak, 0, "xx", NULL), -1);
    assert_int_equal(end_games(&streak, 9, ".x", second), -1);
    assert_int_equal(end_games(&streak, 11, "xx", second), 1);
    streak_free(&streak);
    for (int i = 0; i < 2; i++) {
        const struct streak_game game = {late[i], STREAK_GROWS, 0, "late"};
        assert_null(streak_add(&streak, 0, &game, LENGTH));
    }
    assert_int_equal(end_games(&streak, 20, "x", NULL), -1);
    assert_int_equal(end_games(&streak, 21, "x", NULL), 0);
    streak_free(&streak);
}

/* "a", "b", "c" are faults of three marks, "." is none. */
static void a_mark_counts_once(void **state) {
    (void)state;
    static const struct {
        const char *games;
        int found;
    } cases[] = {{"aabbaabb", -1}, {"aabac", 4}, {"ab.abac", 6}, {"abc", 2}, {"ab.bab", -1}};
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        struct streak streak = {0};
        int found = -1;
        for (int i = 0; cases[c].games[i]; i++) {
            char sign = cases[c].games[i], words[] = "x";
            const struct streak_game game = {i, sign == '.' ? STREAK_ENDS : STREAK_GROWS,
                                             (uint64_t)sign, words};
            char *last = streak_add(&streak, 0, &game, LENGTH);
            if (last && found < 0) found = i;
            free(last);
        }
        assert_int_equal(found, cases[c].found);
        streak_free(&streak);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_in_a_row_are_found),
        cmocka_unit_test(the_order_of_the_end_does_not_count),
        cmocka_unit_test(a_streak_goes_on_in_the_next_batch),
        cmocka_unit_test(a_mark_counts_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
