/*
 * Reduced searches: what each rule cuts or reduces, and how many nodes all of them together leave
 * in games whose evaluators have a unit (search_ops.unit), chess and xiangqi.
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

/* ---- widths ---------------------------------------------------------------------------------- */

static int left_of_turn;

static int turn_left(const void *state) {
    (void)state;
    return left_of_turn;
}

static const struct game two_moves_a_turn = {
    .state_size = sizeof the_state, .turn = 2, .turn_left = turn_left};

static void the_width_leaves_moves_out(void **unused) {
    (void)unused;
    const struct evaluator plain = {.game = &two_moves_a_turn},
                           ordered = {.game = &two_moves_a_turn, .width = 8};
    struct search *search = search_new(1 << 12);
    search->evaluator = &plain;
    assert_int_equal(prune_width(search, &the_state, 9, 1, 40), 40);
    search->width = 7, left_of_turn = 2;
    assert_int_equal(prune_width(search, &the_state, 1, 1, 40), 7);
    assert_int_equal(prune_width(search, &the_state, 1, 1, 6), 6);
    search->evaluator = &ordered;
    assert_int_equal(prune_width(search, &the_state, 1, 1, 40), 7);
    left_of_turn = 1;
    assert_int_equal(prune_width(search, &the_state, 1, 1, 40), 4);
    assert_true(prune_left_out(search, &the_state, 3, 40));
    assert_false(prune_left_out(search, &the_state, 4, 40));
    assert_false(prune_left_out(search, &the_state, 3, 3));
    search->evaluator = &plain;
    assert_int_equal(prune_width(search, &the_state, 1, 1, 40), 7);
    search_free(search);
}

/* The root's width does not depend on the depth, but on how many of its moves are left out. */
static void the_root_has_a_move_beyond_those_left_out(void **unused) {
    static const int widths[][3] = {{0, 40, 7}, {6, 40, 7}, {7, 40, 8}, {12, 40, 13}, {12, 10, 10}};
    (void)unused;
    const struct evaluator plain = {.game = &two_moves_a_turn};
    struct search *search = search_new(1 << 12);
    search->evaluator = &plain;
    search->width = 7, search->reduce = true;
    for (size_t i = 0; i < COUNT_OF(widths); i++) {
        search->except_count = widths[i][0];
        assert_int_equal(prune_width(search, &the_state, 1, 0, widths[i][1]), widths[i][2]);
        assert_int_equal(prune_width(search, &the_state, 1, 1, widths[i][1]), 3);
    }
    search_free(search);
}

static void reduced_searches_are_narrower_the_less_deep(void **unused) {
    static const int widths[][2] = {{1, 3}, {2, 4}, {3, 5}, {4, 6},
                                    {7, 7}, {8, 8}, {9, 9}, {16, 12}};
    (void)unused;
    const struct evaluator plain = {.game = &two_moves_a_turn};
    struct search *search = search_new(1 << 12);
    search->evaluator = &plain;
    search->width = 11;
    for (int reduce = 0; reduce < 2; reduce++)
        for (size_t i = 0; i < COUNT_OF(widths); i++) {
            search->reduce = reduce;
            assert_int_equal(prune_width(search, &the_state, widths[i][0], 1, 40),
                             reduce && widths[i][1] < 11 ? widths[i][1] : 11);
        }
    search_free(search);
}

static void a_single_reply_costs_no_depth(void **unused) {
    enum { DEEPEST = SEARCH_DEPTH_MAX - 2 };
    (void)unused;
    static const struct search_ops extending = {.single_extends = true};
    struct search *search = search_new(1 << 12);
    assert_false(prune_extends(search, 3, 1, 1, &extending));
    search->reduce = true;
    assert_true(prune_extends(search, 3, 1, 1, &extending));
    assert_false(prune_extends(search, 3, 1, 1, &without));
    assert_false(prune_extends(search, 3, 1, 2, &extending));
    assert_false(prune_extends(search, 3, 0, 1, &extending));
    assert_true(prune_extends(search, DEEPEST - 9, 9, 1, &extending));
    assert_false(prune_extends(search, DEEPEST - 8, 9, 1, &extending));
    search_free(search);
}

/* ---- values in discs ------------------------------------------------------------------------- */

static bool over_now;

static bool over(const struct game *game, const void *state) {
    (void)game, (void)state;
    return over_now;
}

static int32_t ten_a_ply_but_at_five(const struct evaluator *evaluator, const void *state,
                                     int depth) {
    (void)evaluator, (void)state;
    return depth == 5 ? -1 : 10 * depth;
}

static int32_t error_of_two_discs(const void *state, int depth, int shallow) {
    (void)state, (void)depth, (void)shallow;
    return 200;
}

static const struct search_ops with_margins = {
    .side = side_of, .eval = eval_of, .futility_margin = ten_a_ply_but_at_five};
static const struct search_ops with_errors = {.side = side_of,
                                              .eval = eval_of,
                                              .over = over,
                                              .ends_show = true,
                                              .futility_margin = ten_a_ply_but_at_five,
                                              .probcut_error = error_of_two_discs};
static const struct evaluator fifty_a_disc = {.game = &two_moves_a_turn, .disc = 50};

static bool futile_in(struct search *search, int32_t eval, int depth, int32_t alpha, int32_t beta,
                      const struct search_ops *ops) {
    int32_t value;
    set(eval, 0);
    bool futile = prune_futility(search, &the_state, depth, 1, alpha, beta, ops, &value);
    if (futile) assert_int_equal(value, eval);
    return futile;
}

static bool futile(struct search *search, int32_t eval, int depth, const struct search_ops *ops) {
    return futile_in(search, eval, depth, 0, 1, ops);
}

static void what_is_expected_to_stay_outside_is_not_searched(void **unused) {
    (void)unused;
    struct search *search = search_new(1 << 12);
    int32_t value;
    search->evaluator = &fifty_a_disc;
    search->reduce = search->static_leaves = true;
    for (int depth = 1; depth <= 7; depth++) {
        bool known = depth != 5 && depth <= 6;
        assert_int_equal(futile(search, 10 * depth + 1, depth, &with_margins), known);
        assert_int_equal(futile(search, -10 * depth, depth, &with_margins), known);
        assert_false(futile(search, 10 * depth, depth, &with_margins));
        assert_false(futile(search, -10 * depth + 1, depth, &with_margins));
    }
    assert_false(futile(search, 900, 2, &without));
    assert_false(futile_in(search, 900, 2, 0, 2, &with_margins));
    assert_true(futile_in(search, -900, 2, SCORE_WIN / 2 - 1, SCORE_WIN / 2, &with_margins));
    assert_false(futile_in(search, -900, 2, SCORE_WIN / 2, SCORE_WIN / 2 + 1, &with_margins));
    assert_false(prune_futility(search, &the_state, 2, 0, 0, 1, &with_margins, &value));
    over_now = true;
    assert_false(futile(search, 900, 2, &with_errors));
    over_now = false;
    assert_true(futile(search, 21, 2, &with_errors));
    search->long_search = true;
    assert_true(futile(search, 21, 2, &with_margins));
    assert_false(futile(search, 60, 2, &with_errors));
    assert_true(futile(search, 61, 2, &with_errors));
    search->static_leaves = false;
    assert_false(futile(search, 900, 2, &with_errors));
    search->static_leaves = true, search->reduce = false;
    assert_false(futile(search, 900, 2, &with_errors));
    search_free(search);
}

/* What a probe, or the search after a passed turn, is asked. */
static struct {
    int depth, ply;
    int32_t alpha, beta;
    bool reduce;
    uint64_t salt;
} asked;

static int32_t ask(struct search *search, const void *state, int depth, int ply, int32_t alpha,
                   int32_t beta) {
    (void)state;
    asked.depth = depth, asked.ply = ply, asked.alpha = alpha, asked.beta = beta;
    asked.reduce = search->reduce, asked.salt = search->key_salt;
    return quiet_now;
}

static bool probe_cuts(struct search *search, int32_t eval, int32_t found, int32_t *value) {
    set(eval, found);
    return prune_probcut(search, &the_state, 8, 3, 10, &with_errors, ask, value);
}

/* Of 100 a margin, and of 130 in long searches. */
static void probes_ask_beyond_the_window_on_the_side_of_the_static_value(void **unused) {
    (void)unused;
    struct search *search = search_new(1 << 12);
    search->evaluator = &fifty_a_disc;
    search->reduce = true;
    for (int slow = 0; slow < 2; slow++) {
        int32_t value, above = slow ? 141 : 111, below = slow ? -120 : -90;
        search->long_search = slow, search->key_salt = 77;
        assert_true(probe_cuts(search, 11, above, &value));
        assert_int_equal(value, 11);
        assert_int_equal(asked.alpha, above - 1);
        assert_int_equal(asked.beta, above);
        assert_int_equal(asked.ply, 3);
        assert_int_equal(asked.reduce, !slow);
        assert_int_equal(asked.salt == 77, !slow);
        assert_true(search->reduce && search->key_salt == 77);
        assert_false(probe_cuts(search, 11, above - 1, &value));
        assert_true(probe_cuts(search, 10, below, &value));
        assert_int_equal(value, 10);
        assert_int_equal(asked.alpha, below);
        assert_int_equal(asked.beta, below + 1);
        assert_false(probe_cuts(search, 10, below + 1, &value));
    }
    search_free(search);
}

static void probes_are_half_as_deep_and_a_third_in_long_searches(void **unused) {
    static const int depths[][3] = {{4, 2, 2}, {5, 3, 3}, {6, 2, 2},  {7, 3, 3},
                                    {8, 4, 2}, {9, 5, 3}, {12, 6, 4}, {15, 7, 5}};
    (void)unused;
    struct search *search = search_new(1 << 12);
    for (int slow = 0; slow < 2; slow++)
        for (size_t i = 0; i < COUNT_OF(depths); i++) {
            search->long_search = slow;
            assert_int_equal(prune_probcut_depth(search, depths[i][0]), depths[i][1 + slow]);
        }
    search_free(search);
}

static void probes_are_for_null_windows_four_plies_deep(void **unused) {
    (void)unused;
    struct search *search = search_new(1 << 12);
    search->evaluator = &fifty_a_disc;
    search->reduce = true;
    assert_true(prune_probcut_applies(search, 4, 1, 0, 1, &with_errors));
    assert_false(prune_probcut_applies(search, 3, 1, 0, 1, &with_errors));
    assert_false(prune_probcut_applies(search, 4, 0, 0, 1, &with_errors));
    assert_false(prune_probcut_applies(search, 4, 1, 0, 2, &with_errors));
    assert_false(prune_probcut_applies(search, 4, 1, 0, 1, &with_margins));
    search->reduce = false;
    assert_false(prune_probcut_applies(search, 4, 1, 0, 1, &with_errors));
    const struct evaluator no_discs = {.game = &two_moves_a_turn};
    search->reduce = true, search->evaluator = &no_discs;
    assert_false(prune_probcut_applies(search, 4, 1, 0, 1, &with_errors));
    search_free(search);
}

/* ---- passed turns ---------------------------------------------------------------------------- */

static bool may_pass;

static bool pass_turn(const struct game *game, void *state) {
    (void)game, (void)state;
    return may_pass;
}

static const struct search_ops with_passes = {
    .side = side_of, .eval = eval_of, .pass_turn = pass_turn};

static void a_side_that_may_as_well_pass_is_above_the_window(void **unused) {
    (void)unused;
    struct search *search = search_new(1 << 12);
    int32_t value;
    search->evaluator = &fifty_a_disc;
    search->reduce = may_pass = true;
#define CUTS(eval, found, depth, ply, beta)                                                        \
    (set(eval, found),                                                                             \
     prune_null_move(search, &the_state, depth, ply, 5, beta, &with_passes, ask, &value))
    assert_true(CUTS(6, -90, 3, 2, 6));
    assert_int_equal(value, 6);
    assert_int_equal(asked.depth, 0);
    assert_int_equal(asked.ply, 3);
    assert_int_equal(asked.alpha, -6);
    assert_int_equal(asked.beta, -5);
    assert_true(CUTS(6, -6, 3, 2, 6));
    assert_false(CUTS(6, -5, 3, 2, 6));
    assert_false(CUTS(5, -90, 3, 2, 6));
    assert_false(CUTS(6, -90, 2, 2, 6));
    assert_false(CUTS(6, -90, 3, 0, 6));
    assert_false(CUTS(9, -90, 3, 2, 7));
    search->stopped = true;
    assert_true(CUTS(6, -5, 3, 2, 6));
    assert_int_equal(value, 0);
    search->stopped = may_pass = false;
    assert_false(CUTS(6, -90, 3, 2, 6));
    search->reduce = false, may_pass = true;
    assert_false(CUTS(6, -90, 3, 2, 6));
#undef CUTS
    search_free(search);
}

/* A search of d plies 4^(d + 2) buckets. */
static void shallow_searches_use_a_part_of_the_table(void **unused) {
    static const int used[][2] = {{0, 16},    {2, 256},    {4, 4096},   {5, 16384},
                                  {6, 16384}, {18, 16384}, {32, 16384}, {SEARCH_DEPTH_MAX, 16384}};
    (void)unused;
    struct tt tt;
    tt_init(&tt, 16384 * sizeof *tt.buckets);
    for (size_t i = 0; i < COUNT_OF(used); i++) {
        tt_new_search(&tt, used[i][0]);
        assert_int_equal(tt.mask + 1, used[i][1]);
    }
    tt_free(&tt);
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

/* A fifth of it, and what cut most often a tenth; wins are no part of it. */
static void without_a_scale_killers_gain_a_part_of_the_span(void **unused) {
    enum { KILLER = 3, OFTEN = 4, SELDOM = 5, BEST = 6, WIN = 7 };
    (void)unused;
    static struct order order;
    struct candidate list[] = {
        {1000, BEST}, {0, KILLER}, {0, OFTEN}, {0, SELDOM}, {SCORE_WIN, WIN}};
    order_clear(&order, find_game("chess"), ORDER_HISTORY_DEPTH, 4);
    order_update_history(&order, 0, 4, 1, OFTEN);
    order_update_history(&order, 0, 2, 1, SELDOM);
    order_update_history(&order, 1, 9, 1, BEST); /* of the other side */
    order_add_killer(order.killers[2], KILLER);
    order_by_history(&order, list, COUNT_OF(list), 0, 2, 0);
    assert_int_equal(list[0].score, 1000);
    assert_int_equal(list[1].score, 200);
    assert_int_equal(list[2].score, 100);
    assert_int_equal(list[3].score, 25);
    assert_int_equal(list[4].score, SCORE_WIN);
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
        cmocka_unit_test(the_width_leaves_moves_out),
        cmocka_unit_test(the_root_has_a_move_beyond_those_left_out),
        cmocka_unit_test(reduced_searches_are_narrower_the_less_deep),
        cmocka_unit_test(a_single_reply_costs_no_depth),
        cmocka_unit_test(what_is_expected_to_stay_outside_is_not_searched),
        cmocka_unit_test(probes_ask_beyond_the_window_on_the_side_of_the_static_value),
        cmocka_unit_test(probes_are_half_as_deep_and_a_third_in_long_searches),
        cmocka_unit_test(probes_are_for_null_windows_four_plies_deep),
        cmocka_unit_test(a_side_that_may_as_well_pass_is_above_the_window),
        cmocka_unit_test(shallow_searches_use_a_part_of_the_table),
        cmocka_unit_test(killers_come_before_captures_where_there_is_a_scale),
        cmocka_unit_test(without_a_scale_killers_gain_a_part_of_the_span),
        cmocka_unit_test(the_unit_is_a_tenth_of_the_strongest_piece),
        cmocka_unit_test(reduced_searches_visit_so_many_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
