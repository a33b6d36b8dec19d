/*
 * Weights that go over to other evaluators: what means the same must say the same of positions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/files/convert.h"
#include "engine/games/games.h"

static struct error error;
static struct conversion conversion;

static const struct evaluator *evaluator(const char *game, const char *name, const char *layout) {
    const struct evaluator *found = games_evaluator(games_find(game, &error), name, layout, &error);
    if (!found) fail_msg("%s", error.text);
    return found;
}

/* All different, some negative, within the bounds of all evaluators. */
static struct weights weights_of(const struct evaluator *of) {
    struct weights weights = {
        of, xcalloc((size_t)of->param_count, sizeof(int32_t)), {.generation = -1}};
    for (int i = 0; i < of->param_count; i++)
        weights.values[i] = of->params[i].lower > 0 ? 2 + i : 3 * i - 40;
    return weights;
}

static struct weights converted(const struct weights *from, const struct evaluator *to) {
    struct weights out;
    if (weights_convert(from, to, &out, &conversion, &error)) fail_msg("%s", error.text);
    return out;
}

/* A position after so many random plies. */
static void random_position(const struct game *game, uint64_t seed, int plies, struct state *out) {
    struct rng rng = rng_keyed(seed, 0, 0, 0);
    move_t moves[GAME_MOVES_MAX];
    game->start(game, out);
    while (plies-- > 0 && !game->over(game, out)) {
        int count = game->moves(game, out, moves);
        game->play(game, out, moves[rng_below(&rng, (uint32_t)count)]);
    }
}

static int32_t value_of(const struct weights *weights, const struct state *state) {
    const struct evaluator *of = weights->evaluator;
    void *prepared = xmalloc(of->prepared_size);
    of->prepare(of, weights->values, prepared);
    int32_t value = evaluator_ops(of)->eval(of, prepared, state, 0);
    free(prepared);
    return value;
}

static void assert_same_judgement(const struct weights *a, const struct weights *b) {
    const struct game *game = a->evaluator->game;
    for (int plies = 1; plies < 58; plies += 4) {
        struct state state;
        random_position(game, (uint64_t)plies, plies, &state);
        if (!game->over(game, &state)) assert_int_equal(value_of(a, &state), value_of(b, &state));
    }
}

static void finer_layouts_and_richer_evaluators_judge_as_before(void **state) {
    (void)state;
    static const char *const to[][2] = {{"wpc", "64"},     {"wpc", "10x3"},   {"wpc", "64x8"},
                                        {"features", "1"}, {"features", "3"}, {"features", "8"}};
    struct weights from = weights_of(evaluator("reversi", "wpc", "10"));
    for (size_t i = 0; i < COUNT_OF(to); i++) {
        struct weights out = converted(&from, evaluator("reversi", to[i][0], to[i][1]));
        assert_same_judgement(&from, &out);
        assert_int_equal(conversion.averaged, 0);
        assert_int_equal(conversion.dropped, 0);
        assert_int_equal(conversion.filled, to[i][0][0] == 'f' ? 5 * atoi(to[i][1]) : 0);
        struct weights back = converted(&out, from.evaluator);
        assert_memory_equal(back.values, from.values, 10 * sizeof *back.values);
        weights_free(&back);
        weights_free(&out);
    }
    weights_free(&from);
}

/* Weights of the left half count on the right half, too. */
static void tables_of_half_a_board_judge_as_before(void **state) {
    (void)state;
    static const char *const cases[][4] = {{"chess", "psq", "32", "64"},
                                           {"chess", "features", "32", "64"},
                                           {"xiangqi", "psq", "50", "90"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *const *c = cases[i];
        struct weights from = weights_of(evaluator(c[0], c[1], c[2]));
        for (int j = 0; j < from.evaluator->param_count; j++) from.values[j] %= 1000;
        struct weights out = converted(&from, evaluator(c[0], c[1], c[3]));
        assert_same_judgement(&from, &out);
        assert_int_equal(conversion.filled + conversion.averaged + conversion.dropped, 0);
        struct weights back = converted(&out, from.evaluator);
        assert_memory_equal(back.values, from.values,
                            (size_t)from.evaluator->param_count * sizeof *back.values);
        weights_free(&back), weights_free(&out), weights_free(&from);
    }
}

static void coarser_layouts_take_the_mean_of_what_they_join(void **state) {
    (void)state;
    struct weights from = weights_of(evaluator("reversi", "wpc", "64"));
    struct weights out = converted(&from, evaluator("reversi", "wpc", "10"));
    int corners = from.values[0] + from.values[7] + from.values[56] + from.values[63];
    assert_int_equal(out.values[0], corners / 4 + (corners % 4 >= 2));
    assert_int_equal(conversion.averaged, 10);
    assert_int_equal(conversion.spread, 3 * 63);
    weights_free(&out);
    weights_free(&from);
}

/* Of three stages the middle one lies half in each of two. */
static void stages_share_by_how_long_they_overlap(void **state) {
    (void)state;
    struct weights from = weights_of(evaluator("reversi", "wpc", "10x3"));
    for (int i = 0; i < 30; i++) from.values[i] = i < 10 ? 30 : i < 20 ? 60 : -90;
    struct weights out = converted(&from, evaluator("reversi", "wpc", "10x2"));
    assert_int_equal(out.values[0], (2 * 30 + 60) / 3);
    assert_int_equal(out.values[10], (60 + 2 * -90) / 3);
    weights_free(&out);
    weights_free(&from);
}

static void values_that_do_not_fit_are_all_made_smaller(void **state) {
    (void)state;
    struct weights from = weights_of(evaluator("reversi", "wpc", "10"));
    from.values[0] = 2046;
    from.values[1] = -100;
    struct weights out = converted(&from, evaluator("reversi", "features", "1"));
    assert_int_equal(out.values[0], 1023);
    assert_int_equal(out.values[1], -50);
    assert_true(conversion.scale == 0.5);
    weights_free(&out);
    weights_free(&from);
}

static void a_sum_takes_its_part_and_gives_it_back(void **state) {
    (void)state;
    struct weights from = weights_of(evaluator("connect6", "roads", "-"));
    struct weights out = converted(&from, evaluator("connect6", "roads+lines", "-"));
    assert_int_equal(conversion.filled, out.evaluator->param_count - from.evaluator->param_count);
    assert_int_equal(out.values[20], 1); /* what is nearest to 0 */
    struct weights back = converted(&out, from.evaluator);
    assert_int_equal(conversion.dropped, out.evaluator->param_count - from.evaluator->param_count);
    assert_memory_equal(back.values, from.values,
                        (size_t)from.evaluator->param_count * sizeof *back.values);
    weights_free(&back);
    weights_free(&out);
    weights_free(&from);
}

static void patterns_carry_over_between_stages(void **state) {
    (void)state;
    const struct evaluator *two = evaluator("reversi", "patterns", "2x2");
    struct weights from = {
        two, xcalloc((size_t)two->param_count, sizeof(int32_t)), {.generation = -1}};
    for (int i = 0; i < two->param_count; i++) from.values[i] = i % 501 - 250;
    struct weights out = converted(&from, evaluator("reversi", "patterns", "2x4"));
    assert_int_equal(out.evaluator->param_count, 2 * two->param_count);
    assert_int_equal(conversion.filled, 0);
    assert_same_judgement(&from, &out);
    weights_free(&out);
    weights_free(&from);
}

static void nothing_in_common_is_refused(void **state) {
    (void)state;
    struct weights from = weights_of(evaluator("connect6", "roads", "-")), out;
    const struct evaluator *lines = evaluator("connect6", "lines", "-");
    assert_int_equal(weights_convert(&from, lines, &out, &conversion, &error), -1);
    assert_string_equal(error.text, "no parameter of roads - means what one of lines - does");
    const struct evaluator *other = evaluator("gomoku", "roads", "-");
    assert_int_equal(weights_convert(&from, other, &out, &conversion, &error), -1);
    assert_string_equal(error.text, "weights of connect6 cannot become weights of gomoku");
    weights_free(&from);
}

static void what_was_verified_is_said_of_the_old_weights_alone(void **state) {
    (void)state;
    struct weights from = weights_of(evaluator("reversi", "wpc", "10"));
    from.provenance = (struct provenance){
        .name = "good", .verified = "+100 Elo", .source = "tuned", .generation = 7, .games = 70};
    struct weights out = converted(&from, evaluator("reversi", "wpc", "64"));
    assert_string_equal(out.provenance.name, "good");
    assert_string_equal(out.provenance.source, "converted from wpc 10, good");
    assert_string_equal(out.provenance.verified, "");
    assert_int_equal(out.provenance.generation, -1);
    assert_int_equal(out.provenance.games, 0);
    weights_free(&out);
    weights_free(&from);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finer_layouts_and_richer_evaluators_judge_as_before),
        cmocka_unit_test(tables_of_half_a_board_judge_as_before),
        cmocka_unit_test(coarser_layouts_take_the_mean_of_what_they_join),
        cmocka_unit_test(stages_share_by_how_long_they_overlap),
        cmocka_unit_test(values_that_do_not_fit_are_all_made_smaller),
        cmocka_unit_test(a_sum_takes_its_part_and_gives_it_back),
        cmocka_unit_test(patterns_carry_over_between_stages),
        cmocka_unit_test(nothing_in_common_is_refused),
        cmocka_unit_test(what_was_verified_is_said_of_the_old_weights_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
