/*
 * show: scores as players read them, as numbers and in words.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/cli/show.h"
#include "tests/find.h"

static struct search_result result_of(int32_t score, bool proved) {
    return (struct search_result){.score = score, .proved = proved};
}

static void assert_shown(const struct evaluator *evaluator, struct search_result result,
                         const char *number, const char *words) {
    struct state start;
    char text[SCORE_TEXT_MAX];
    evaluator->game->start(evaluator->game, &start);
    assert_string_equal(score_format(evaluator, &result, text), number);
    assert_string_equal(score_words(evaluator, &start, &result, text), words);
}

static void results_are_counted_in_discs(void **state) {
    (void)state;
    const struct evaluator *wpc = find_named("reversi", "wpc", NULL);
    assert_shown(wpc, result_of(SCORE_WIN + 12, true), "win+12", "wins by 12 discs");
    assert_shown(wpc, result_of(SCORE_WIN + 12, false), "win+12?", "seems to win by 12 discs");
    assert_shown(wpc, result_of(-SCORE_WIN - 1, true), "loss-1", "loses by 1 disc");
    assert_shown(wpc, result_of(-SCORE_WIN - 3, false), "loss-3?", "seems to lose by 3 discs");
    assert_shown(wpc, result_of(0, true), "+0", "a draw");
    assert_shown(wpc, result_of(0, false), "+0", "score +0");
    assert_shown(wpc, result_of(-42, false), "-42", "score -42");
}

/* What is only expected is a value like others where values are discs. */
static void expected_discs_are_no_results(void **state) {
    (void)state;
    const struct evaluator *patterns = find_named("reversi", "patterns", "largex12");
    int32_t disc = patterns->disc;
    assert_true(disc > 0);
    assert_shown(patterns, result_of(disc * 3 / 2, false), "+1.50", "score +1.50");
    assert_shown(patterns, result_of(SCORE_WIN + 4, false), "+4.00", "score +4.00");
    assert_shown(patterns, result_of(-SCORE_WIN - 4, true), "loss-4", "loses by 4 discs");
}

/* A margin is one more than what is left at the end: 225 points of gomoku, less those of a win. */
static void other_games_are_won_within_so_many_moves(void **state) {
    (void)state;
    const struct evaluator *roads = find_named("gomoku", "roads", NULL);
    assert_shown(roads, result_of(SCORE_WIN + 225, true), "win+225", "wins within 1 stone");
    assert_shown(roads, result_of(-SCORE_WIN - 217, true), "loss-217", "loses within 9 stones");
    const struct evaluator *lgame = find("lgame", NULL);
    struct state start;
    lgame->game->start(lgame->game, &start);
    int32_t left = lgame->game->plies_left(&start);
    char text[SCORE_TEXT_MAX];
    struct search_result result = result_of(SCORE_WIN + left - 2, false);
    assert_string_equal(score_words(lgame, &start, &result, text), "seems to win within 3 moves");
}

/* Of chess, in hundredths of a pawn: values are in parts of its phases. */
static void parts_of_a_weight_are_not_shown(void **state) {
    (void)state;
    const struct evaluator *material = find_named("chess", "material", NULL);
    assert_true(material->unit > 1);
    assert_shown(material, result_of(130 * material->unit, false), "+130", "score +130");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_counted_in_discs),
        cmocka_unit_test(expected_discs_are_no_results),
        cmocka_unit_test(other_games_are_won_within_so_many_moves),
        cmocka_unit_test(parts_of_a_weight_are_not_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
