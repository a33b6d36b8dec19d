/*
 * opinion: when an engine's own scores say that a game is decided.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "tuner/external/opinion.h"

static const struct opinion_rules rules = {
    .resign_moves = 3, .resign_score = 500, .draw_moves = 2, .draw_score = 10, .draw_from = 40};

/* What is seen after such scores, in move number `moves`. An unknown one is as the last one was,
 * but for its being unknown. */
enum { MATE = 10000, UNKNOWN = 20000 };

static enum mover_view seen_by(const struct opinion_rules *by, int moves, const int *scores,
                               int count) {
    struct opinion opinion = {0};
    struct record_eval eval = {0};
    for (int i = 0; i < count; i++) {
        eval.known = scores[i] != UNKNOWN;
        if (eval.known) {
            eval.mate = abs(scores[i]) == MATE;
            eval.score = eval.mate ? scores[i] / MATE : scores[i];
        }
        opinion_add(&opinion, by, &eval);
    }
    return opinion_view(&opinion, by, moves);
}

#define SEEN(moves, ...)                                                                           \
    seen_by(&rules, moves, (const int[]){__VA_ARGS__}, (int)COUNT_OF(((const int[]){__VA_ARGS__})))

static void so_many_bad_scores_in_a_row_are_a_loss(void **state) {
    (void)state;
    assert_int_equal(SEEN(9, -500, -500), MOVER_UNSURE);
    assert_int_equal(SEEN(9, -500, -500, -500), MOVER_SEES_LOSS);
    assert_int_equal(SEEN(9, -900, -700, -800, -600), MOVER_SEES_LOSS);
    assert_int_equal(SEEN(9, -500, -500, -499), MOVER_UNSURE);
    assert_int_equal(SEEN(9, -500, -500, -499, -500), MOVER_UNSURE);
    assert_int_equal(SEEN(9, -500, -500, UNKNOWN, -500), MOVER_UNSURE);
    assert_int_equal(SEEN(9, -500, -500, 500), MOVER_UNSURE);
}

static void so_many_good_ones_are_a_win(void **state) {
    (void)state;
    assert_int_equal(SEEN(9, 500, 500, 500), MOVER_SEES_WIN);
    assert_int_equal(SEEN(9, 500, 500), MOVER_UNSURE);
    assert_int_equal(SEEN(9, 500, 499, 500), MOVER_UNSURE);
    assert_int_equal(SEEN(9, 500, 500, UNKNOWN), MOVER_UNSURE);
    assert_int_equal(SEEN(9, -900, 500, 500, 500), MOVER_SEES_WIN);
}

/* In however many moves it comes. */
static void a_mate_is_more_than_any_score(void **state) {
    (void)state;
    assert_int_equal(SEEN(9, MATE, MATE, MATE), MOVER_SEES_WIN);
    assert_int_equal(SEEN(9, -MATE, -MATE, -MATE), MOVER_SEES_LOSS);
    assert_int_equal(SEEN(99, MATE, MATE), MOVER_UNSURE); /* nor is it near a draw */
}

/* Of an opening that is even nothing follows. */
/* Some engines say so of a position in which they are mated. */
static void a_mate_in_0_is_ones_own(void **state) {
    (void)state;
    struct opinion opinion = {0};
    const struct record_eval mated = {.known = true, .mate = true};
    for (int i = 0; i < 3; i++) opinion_add(&opinion, &rules, &mated);
    assert_int_equal(opinion_view(&opinion, &rules, 9), MOVER_SEES_LOSS);
}

static void even_scores_are_a_draw_late_enough(void **state) {
    (void)state;
    assert_int_equal(SEEN(40, 10, -10), MOVER_SEES_DRAW);
    assert_int_equal(SEEN(39, 10, -10), MOVER_UNSURE);
    assert_int_equal(SEEN(40, 0), MOVER_UNSURE);
    assert_int_equal(SEEN(40, 10, -11), MOVER_UNSURE);
    assert_int_equal(SEEN(40, 0, 11, 0), MOVER_UNSURE);
    assert_int_equal(SEEN(40, 0, UNKNOWN, 0), MOVER_UNSURE);
}

static void rules_that_are_not_given_decide_nothing(void **state) {
    (void)state;
    const struct opinion_rules none = {0};
    const int lost[] = {-MATE, -MATE}, even[] = {0, 0};
    assert_int_equal(seen_by(&none, 99, lost, 2), MOVER_UNSURE);
    assert_int_equal(seen_by(&none, 99, even, 2), MOVER_UNSURE);
}

static void rules_are_printed_as_they_are_given(void **state) {
    (void)state;
    struct text text = {0};
    opinion_print(&(struct opinion_rules){0}, &text);
    assert_string_equal(text_get(&text), "");
    opinion_print(&rules, &text);
    assert_string_equal(text_get(&text), ";resign=3/500;draw=40/2/10");
    text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(so_many_bad_scores_in_a_row_are_a_loss),
        cmocka_unit_test(so_many_good_ones_are_a_win),
        cmocka_unit_test(a_mate_is_more_than_any_score),
        cmocka_unit_test(a_mate_in_0_is_ones_own),
        cmocka_unit_test(even_scores_are_a_draw_late_enough),
        cmocka_unit_test(rules_that_are_not_given_decide_nothing),
        cmocka_unit_test(rules_are_printed_as_they_are_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
