/*
 * Reduced searches of games whose evaluators have a unit (search_ops.unit), chess and xiangqi: what
 * each rule cuts or reduces, and how many nodes all of them together leave.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/game/psq.h"
#include "engine/search/node.h"
#include "engine/search/player.h"
#include "tests/find.h"

/* ---- a position as the rules see it ---------------------------------------------------------- */

static int32_t eval_now, quiet_now;
static bool check_now, child_checks;
static int asked_depth;
static const int the_state = 0, the_child = 0;

static int32_t unit_of_100(const void *prepared) {
    (void)prepared;
    return 100;
}

static int32_t eval_of(const struct evaluator *evaluator, const void *prepared, const void *state,
                       int side) {
    (void)evaluator, (void)prepared, (void)state, (void)side;
    return eval_now;
}

static int side_of(const void *state) {
    (void)state;
    return 0;
}

static bool checks(const void *state) {
    return state == &the_child ? child_checks : check_now;
}

static int32_t quiescence(struct search *search, const void *state, int depth, int ply,
                          int32_t alpha, int32_t beta) {
    (void)search, (void)state, (void)ply, (void)alpha, (void)beta;
    asked_depth = depth;
    return quiet_now;
}

static const struct search_ops with_unit = {
    .side = side_of, .eval = eval_of, .in_check = checks, .unit = unit_of_100};
static const struct search_ops without = {.side = side_of, .eval = eval_of, .in_check = checks};

static void set(int32_t eval, int32_t quiet) {
    eval_now = eval, quiet_now = quiet;
    check_now = child_checks = false;
    asked_depth = -1;
}

/* ---- margins --------------------------------------------------------------------------------- */

static bool cuts(struct search *search, int depth, const struct search_ops *ops, int32_t *value) {
    return prune_margins(search, &the_state, depth, 1, 0, 1, ops, quiescence, value);
}

static void a_unit_a_ply_above_the_window_is_enough(void **unused) {
    (void)unused;
    struct search *search = search_new(1 << 12);
    int32_t value;
    search->reduce = true;
    for (int depth = 1; depth <= 7; depth++) {
        set(100 * depth + 1, 0);
        assert_int_equal(cuts(search, depth, &with_unit, &value), depth <= 6);
        if (depth <= 6) assert_int_equal(value, eval_now);
        check_now = true;
        assert_false(cuts(search, depth, &with_unit, &value));
        set(100 * depth, 0);
        assert_false(cuts(search, depth, &with_unit, &value));
    }
    set(1000, 0);
    assert_false(cuts(search, 1, &without, &value));
    assert_false(prune_margins(search, &the_state, 1, 0, 0, 1, &with_unit, quiescence, &value));
    assert_false(prune_margins(search, &the_state, 1, 1, 0, 2, &with_unit, quiescence, &value));
    search->reduce = false;
    assert_false(cuts(search, 1, &with_unit, &value));
    search_free(search);
}

static void far_below_the_window_captures_must_reach_it(void **unused) {
    (void)unused;
    struct search *search = search_new(1 << 12);
    int32_t value;
    search->reduce = true;
    for (int depth = 1; depth <= 4; depth++) {
        set(-250 * depth, 0);
        assert_int_equal(cuts(search, depth, &with_unit, &value), depth <= 3);
        assert_int_equal(asked_depth, depth <= 3 ? 0 : -1);
        set(-250 * depth, 1);
        assert_false(cuts(search, depth, &with_unit, &value));
        set(-250 * depth + 1, 0);
        assert_false(cuts(search, depth, &with_unit, &value));
        assert_int_equal(asked_depth, -1);
    }
    search_free(search);
}

static void captures_out_of_reach_are_left_out(void **unused) {
    (void)unused;
    struct search *search = search_new(1 << 12);
    int32_t most;
    search->reduce = true;
    set(700, 0); /* the child's, for the other side: after the capture 700 behind */
    search->root_side = 1;
    eval_now = -700; /* by the root's side, which is not to move in the child */
    assert_true(quiesce_is_futile(search, &the_child, -500, &with_unit, &most));
    assert_int_equal(most, 200 - 700);
    assert_false(quiesce_is_futile(search, &the_child, -501, &with_unit, &most));
    child_checks = true;
    assert_false(quiesce_is_futile(search, &the_child, -500, &with_unit, &most));
    child_checks = false;
    assert_false(quiesce_is_futile(search, &the_child, -500, &without, &most));
    assert_false(quiesce_is_futile(search, &the_child, SCORE_WIN, &with_unit, &most));
    search->reduce = false;
    assert_false(quiesce_is_futile(search, &the_child, -500, &with_unit, &most));
    search_free(search);
}

/* ---- depths ---------------------------------------------------------------------------------- */

static void moves_are_reduced_by_single_plies(void **unused) {
    static const struct {
        int depth, index, plies, paired;
    } cases[] = {{2, 9, 0, 0}, {3, 9, 1, 0},  {4, 3, 0, 0},
                 {6, 6, 1, 2}, {8, 16, 3, 4}, {9, 0, 0, 0}};
    (void)unused;
    struct search *search = search_new(1 << 12);
    search->reduce = true;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(prune_lmr(search, cases[i].depth, cases[i].index, &with_unit),
                         cases[i].plies);
        assert_int_equal(prune_lmr(search, cases[i].depth, cases[i].index, &without),
                         cases[i].paired);
    }
    search->reduce = false;
    assert_int_equal(prune_lmr(search, 8, 16, &with_unit), 0);
    search_free(search);
}

static void checks_and_answers_are_not_reduced(void **unused) {
    (void)unused;
    for (int i = 0; i < 4; i++) {
        set(0, 0);
        check_now = i & 1, child_checks = i & 2;
        assert_int_equal(prune_lmr_hides(&the_state, &the_child, &with_unit), i > 0);
        assert_false(prune_lmr_hides(&the_state, &the_child, &without));
    }
}

static void passed_turns_are_searched_less_deep_the_deeper(void **unused) {
    static const int depths[][3] = {{3, 0, 0}, {4, 0, 1}, {7, 3, 4}, {8, 3, 5}, {12, 6, 9}};
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(depths); i++) {
        assert_int_equal(prune_null_depth(depths[i][0], &with_unit), depths[i][1]);
        assert_int_equal(prune_null_depth(depths[i][0], &without), depths[i][2]);
    }
}

static void deeper_entries_serve_by_their_step(void **unused) {
    (void)unused;
    for (int deeper = 0; deeper < 5; deeper++) {
        struct tt_entry entry = {.depth = (uint8_t)(4 + deeper), .bound = TT_EXACT};
        assert_int_equal(tt_depth_serves(&entry, 4, 0), deeper == 0);
        assert_int_equal(tt_depth_serves(&entry, 4, 1), true);
        assert_int_equal(tt_depth_serves(&entry, 4, 2), deeper % 2 == 0);
        assert_false(tt_depth_serves(&entry, 9, 1));
    }
}

/* ---- order and unit -------------------------------------------------------------------------- */

static void killers_come_before_captures_where_there_is_a_scale(void **unused) {
    enum { KILLER = 3, OFTEN = 4, CAPTURE = 5 };
    (void)unused;
    static struct order order;
    struct candidate list[] = {{1000, CAPTURE}, {0, KILLER}, {0, OFTEN}, {-50, 6}};
    order_clear(&order, find_game("chess"), ORDER_HISTORY_DEPTH, 4);
    order_update_history(&order, 0, 4, 1, OFTEN);
    order_add_killer(order.killers[2], KILLER);
    order_by_history(&order, list, COUNT_OF(list), 0, 2, ORDER_UNITS * 100);
    assert_int_equal(list[0].score, 1000);
    assert_int_equal(list[1].score, 100 * 100);
    assert_int_equal(list[2].score, 50 * 100);
}

static void the_unit_is_a_tenth_of_the_strongest_piece(void **unused) {
    static const char *const games[] = {"chess", "xiangqi"};
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        const struct evaluator *evaluator = find_named(games[i], "material", NULL);
        int32_t *weights = xcalloc((size_t)evaluator->param_count, sizeof *weights);
        struct psq_prepared *prepared = xcalloc(1, evaluator->prepared_size);
        evaluator_initial(evaluator, weights);
        evaluator->prepare(evaluator, weights, prepared);
        assert_int_equal(psq_unit(prepared), 90 * prepared->phase_max);
        free(prepared);
        free(weights);
    }
}

/* ---- all together ---------------------------------------------------------------------------- */

static uint64_t nodes_of(const char *game, const char *position, int depth) {
    const struct evaluator *evaluator = find_named(game, "material", NULL);
    int32_t *weights = xcalloc((size_t)evaluator->param_count, sizeof *weights);
    struct player player;
    struct search_result result;
    struct search *search = search_new(1 << 22);
    struct state state = find_position(find_game(game), position);
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights,
                &(struct search_limits){.depth = depth, .reduce = true}, 0);
    evaluator_ops(evaluator)->search(search, evaluator, player.prepared, &state, &player.limits,
                                     &result);
    player_destroy(&player);
    search_free(search);
    free(weights);
    return result.nodes;
}

/* Every change of a rule changes them. */
static void reduced_searches_visit_so_many_nodes(void **unused) {
    (void)unused;
    assert_int_equal(
        nodes_of("chess",
                 "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 6),
        2897);
    assert_int_equal(
        nodes_of("xiangqi", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w", 6),
        3278);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_unit_a_ply_above_the_window_is_enough),
        cmocka_unit_test(far_below_the_window_captures_must_reach_it),
        cmocka_unit_test(captures_out_of_reach_are_left_out),
        cmocka_unit_test(moves_are_reduced_by_single_plies),
        cmocka_unit_test(checks_and_answers_are_not_reduced),
        cmocka_unit_test(passed_turns_are_searched_less_deep_the_deeper),
        cmocka_unit_test(deeper_entries_serve_by_their_step),
        cmocka_unit_test(killers_come_before_captures_where_there_is_a_scale),
        cmocka_unit_test(the_unit_is_a_tenth_of_the_strongest_piece),
        cmocka_unit_test(reduced_searches_visit_so_many_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
