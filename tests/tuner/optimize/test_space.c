/*
 * Rules for parameters: what optimisers are given of a table, and what their genes expand to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/optimize/space.h"

enum { DIM = 6 };
static const struct param params[DIM] = {
    {"a1", 10, -100, 100, SCALE_LINEAR, ""}, {"b1", -20, -100, 100, SCALE_LINEAR, ""},
    {"c1", 30, -50, 50, SCALE_LINEAR, ""},   {"s2.a1", 40, -100, 100, SCALE_LINEAR, ""},
    {"s2.b1", 5, 1, 1000, SCALE_LOG, ""},    {"s2.c1", 60, -100, 100, SCALE_LINEAR, ""},
};
static const int32_t initial[DIM] = {10, -20, 30, 40, 5, 60};

static struct space space;
static struct space_fault fault;

static void begin(const struct space_rule *rules, int count) {
    if (space_init(&space, params, DIM, rules, count, &fault)) fail_msg("%s", fault.why.text);
}

static void settle(const struct space_rule *rules, int count, const int32_t *base) {
    begin(rules, count);
    if (space_settle(&space, base, false, &fault)) fail_msg("%s", fault.why.text);
}

static void expect_refused(const struct space_rule *rules, int count, const char *why) {
    int status = space_init(&space, params, DIM, rules, count, &fault);
    if (status == 0) status = space_settle(&space, initial, false, &fault);
    assert_int_equal(status, -1);
    assert_non_null(strstr(fault.why.text, why));
    space_free(&space);
}

/* What the genes expand to with all of them at the lower bound, or the upper one. */
static void expand_bounds(bool upper, int32_t *weights) {
    int32_t genes[DIM];
    for (int g = 0; g < space.count; g++)
        genes[g] = upper ? space.genes[g].upper : space.genes[g].lower;
    space_expand(&space, genes, weights);
}

static void without_rules_the_genes_are_the_weights(void **state) {
    (void)state;
    int32_t genes[DIM], weights[DIM];
    settle(NULL, 0, initial);
    assert_int_equal(space.count, DIM);
    for (int i = 0; i < DIM; i++) {
        assert_int_equal(space.owners[i], i);
        assert_int_equal(space.genes[i].lower, params[i].lower);
        assert_int_equal(space.genes[i].upper, params[i].upper);
        assert_int_equal(space.genes[i].scale, params[i].scale);
    }
    space_reduce(&space, initial, genes);
    assert_memory_equal(genes, initial, sizeof initial);
    space_expand(&space, genes, weights);
    assert_memory_equal(weights, initial, sizeof initial);
    assert_int_equal(space_moved(&space, initial), 0);
    space_free(&space);
}

static void a_frozen_one_keeps_the_value_of_the_base(void **state) {
    (void)state;
    const struct space_rule rules[] = {{.name = "b1", .has_freeze = true, .freeze = true}};
    int32_t weights[DIM];
    settle(rules, 1, initial);
    assert_int_equal(space.count, DIM - 1);
    for (int upper = 0; upper < 2; upper++) {
        expand_bounds(upper, weights);
        assert_int_equal(weights[1], -20);
        assert_int_equal(weights[2], upper ? 50 : -50);
    }
    space_free(&space);
}

static void a_tied_one_follows_to_the_end_of_the_chain(void **state) {
    (void)state;
    const struct space_rule rules[] = {{.name = "a1", .has_tie = true, .tie = "-b1"},
                                       {.name = "s2.a1", .has_tie = true, .tie = "-a1"},
                                       {.name = "b1", .has_tie = true, .tie = "c1"}};
    int32_t genes[DIM], weights[DIM];
    settle(rules, 3, initial);
    assert_int_equal(space.count, DIM - 3);
    space_reduce(&space, initial, genes);
    space_expand(&space, genes, weights);
    const int32_t wanted[DIM] = {-30, 30, 30, 30, 5, 60};
    assert_memory_equal(weights, wanted, sizeof wanted);
    assert_int_equal(space_moved(&space, initial), 3);
    space_free(&space);
}

/* c1 reaches from -50 to 50, s2.b1 from 1 to 1000. */
static void tied_ones_share_the_range_of_all(void **state) {
    (void)state;
    const struct space_rule rules[] = {{.name = "c1", .has_tie = true, .tie = "a1"},
                                       {.name = "s2.b1", .has_tie = true, .tie = "-a1"}};
    int32_t weights[DIM];
    settle(rules, 2, (const int32_t[DIM]){-10, -20, 30, 40, 5, 60});
    expand_bounds(false, weights);
    assert_int_equal(weights[0], -50);
    assert_int_equal(weights[4], 50);
    expand_bounds(true, weights);
    assert_int_equal(weights[2], -1);
    assert_int_equal(weights[4], 1);
    space_free(&space);
}

static void a_star_in_the_tie_is_what_it_is_in_the_name(void **state) {
    (void)state;
    const struct space_rule rules[] = {{.name = "s2.*", .has_tie = true, .tie = "*"},
                                       {.name = "s2.b1", .has_tie = true, .tie = ""}};
    begin(rules, 2);
    assert_int_equal(space.rows[3].tie, 0);
    assert_int_equal(space.rows[4].tie, -1);
    assert_int_equal(space.rows[5].tie, 2);
    space_free(&space);
}

static void later_rules_win(void **state) {
    (void)state;
    const struct space_rule rules[] = {{.name = "*", .has_freeze = true, .freeze = true},
                                       {.name = "s2.*", .has_freeze = true},
                                       {.name = "*c1", .has_freeze = true, .freeze = true}};
    const bool frozen[DIM] = {true, true, true, false, false, true};
    begin(rules, 3);
    for (int i = 0; i < DIM; i++) assert_int_equal(space.rows[i].frozen, frozen[i]);
    space_free(&space);
}

static void steps_are_counted_from_the_base_and_stay_within_bounds(void **state) {
    (void)state;
    const struct space_rule rules[] = {{.name = "a1",
                                        .has = {[SPACE_STEP] = true, [SPACE_LOWER] = true},
                                        .numbers = {[SPACE_STEP] = 7, [SPACE_LOWER] = -20}}};
    int32_t genes[DIM], weights[DIM];
    settle(rules, 1, initial);
    expand_bounds(false, weights);
    assert_int_equal(weights[0], 10 - 4 * 7);
    expand_bounds(true, weights);
    assert_int_equal(weights[0], 10 + 12 * 7);
    for (int32_t value = -20; value <= 100; value++) {
        space_reduce(&space, (const int32_t[DIM]){value, -20, 30, 40, 5, 60}, genes);
        space_expand(&space, genes, weights);
        assert_true(weights[0] >= -20 && weights[0] <= 100);
        assert_true(abs(weights[0] - value) <= 3 || value > 94);
    }
    space_free(&space);
}

static void a_start_is_taken_for_what_it_names_alone(void **state) {
    (void)state;
    const struct space_rule rules[] = {
        {.name = "s2.*1", .has = {[SPACE_START] = true}, .numbers = {[SPACE_START] = 77}}};
    int32_t weights[DIM];
    memcpy(weights, initial, sizeof weights);
    begin(rules, 1);
    space_start(&space, weights);
    const int32_t wanted[DIM] = {10, -20, 30, 77, 77, 77};
    assert_memory_equal(weights, wanted, sizeof wanted);
    space_free(&space);
}

static void other_vectors_must_agree_on_what_is_frozen(void **state) {
    (void)state;
    const struct space_rule rules[] = {{.name = "b1", .has_freeze = true, .freeze = true}};
    settle(rules, 1, initial);
    assert_int_equal(space_check(&space, (const int32_t[DIM]){1, -20, 1, 1, 1, 1}, &fault), 0);
    assert_int_equal(space_check(&space, (const int32_t[DIM]){1, -21, 1, 1, 1, 1}, &fault), -1);
    assert_non_null(strstr(fault.why.text, "begins with -20 and with -21"));
    assert_int_equal(space_check(&space, (const int32_t[DIM]){1, -20, 1, 1, 0, 1}, &fault), -1);
    space_free(&space);
}

/* With random ones only what is frozen or steps begins with the base. */
static void drawn_vectors_need_not_begin_within_bounds(void **state) {
    (void)state;
    const struct space_rule narrow[] = {
        {.name = "a1", .has = {[SPACE_LOWER] = true}, .numbers = {[SPACE_LOWER] = 50}}};
    begin(narrow, 1);
    assert_int_equal(space_settle(&space, initial, true, &fault), 0);
    space_free(&space);
    expect_refused(narrow, 1, "a1 begins with 10, outside its range 50 to 100");
}

static bool is_like_the_space(const struct space_rule *rules, int count, const int32_t *base) {
    struct space other;
    if (space_init(&other, params, DIM, rules, count, &fault) ||
        space_settle(&other, base, false, &fault))
        fail_msg("%s", fault.why.text);
    bool same = space_same_genes(&space, &other) && space_same_genes(&other, &space);
    space_free(&other);
    return same;
}

/* Ranges may differ; but a frozen value and what steps are counted from must be the same. */
static void genes_are_the_same_if_they_mean_the_same_weights(void **state) {
    (void)state;
    struct space_rule rules[] = {
        {.name = "b1", .has_freeze = true, .freeze = true},
        {.name = "a1", .has[SPACE_STEP] = true, .numbers[SPACE_STEP] = 7},
        {.name = "s2.a1", .has_tie = true, .tie = "s2.c1"},
        {.name = "c1", .has[SPACE_UPPER] = true, .numbers[SPACE_UPPER] = 40}};
    settle(rules, 3, initial);
    assert_true(is_like_the_space(rules, 3, initial));
    assert_true(is_like_the_space(rules, 4, initial));
    assert_false(is_like_the_space(rules, 2, initial));
    assert_false(is_like_the_space(rules, 1, initial));
    assert_false(is_like_the_space(rules, 3, (const int32_t[DIM]){10, -21, 30, 40, 5, 60}));
    assert_false(is_like_the_space(rules, 3, (const int32_t[DIM]){11, -20, 30, 40, 5, 60}));
    assert_true(is_like_the_space(rules, 3, (const int32_t[DIM]){10, -20, 31, 40, 5, 60}));
    strcpy(rules[2].tie, "-s2.c1");
    assert_false(is_like_the_space(rules, 3, initial));
    rules[1].numbers[SPACE_STEP] = 14;
    strcpy(rules[2].tie, "s2.c1");
    assert_false(is_like_the_space(rules, 3, initial));
    space_free(&space);
}

static void what_leaves_nothing_to_move_is_refused(void **state) {
    (void)state;
    const struct space_rule all[] = {{.name = "*", .has_freeze = true, .freeze = true}};
    const struct space_rule circle[] = {{.name = "a1", .has_tie = true, .tie = "b1"},
                                        {.name = "b1", .has_tie = true, .tie = "a1"}};
    const struct space_rule apart[] = {
        {.name = "a1", .has = {[SPACE_UPPER] = true}, .numbers = {[SPACE_UPPER] = 0}},
        {.name = "s2.b1", .has_tie = true, .tie = "a1"}};
    const struct space_rule leap[] = {
        {.name = "a1", .has = {[SPACE_STEP] = true}, .numbers = {[SPACE_STEP] = 200}}};
    const struct space_rule factor[] = {
        {.name = "s2.*", .has = {[SPACE_STEP] = true}, .numbers = {[SPACE_STEP] = 2}}};
    const struct space_rule high[] = {
        {.name = "a1", .has = {[SPACE_UPPER] = true}, .numbers = {[SPACE_UPPER] = 101}}};
    const struct space_rule low[] = {
        {.name = "s2.b1", .has = {[SPACE_LOWER] = true}, .numbers = {[SPACE_LOWER] = 0}}};
    expect_refused(high, 1, "upper of a1 must be from ");
    expect_refused(low, 1, "lower of s2.b1 must be from 1 to 1000");
    expect_refused(all, 1, "nothing to tune");
    expect_refused(circle, 2, "to itself, by way of b1");
    expect_refused(apart, 2, "no value in common");
    expect_refused(leap, 1, "no value but 10");
    expect_refused(factor, 1, "that of s2.b1 is logarithmic");
}

static const struct space_rule tied = {.name = "s2.c1", .has_tie = true, .tie = "-a1"};

static void rules_without_effect_on_tied_ones_are_refused(void **state) {
    (void)state;
    const struct space_rule start[] = {
        tied, {.name = "s2.c1", .has = {[SPACE_START] = true}, .numbers = {[SPACE_START] = 9}}};
    const struct space_rule freeze[] = {tied,
                                        {.name = "s2.c1", .has_freeze = true, .freeze = true}};
    const struct space_rule step[] = {
        tied, {.name = "s2.c1", .has = {[SPACE_STEP] = true}, .numbers = {[SPACE_STEP] = 9}}};
    expect_refused(start, 2,
                   "says a start of s2.c1, which is tied to -a1 and has its value: say "
                   "it of a1");
    expect_refused(freeze, 2, "says freeze of s2.c1");
    expect_refused(step, 2, "says a step of s2.c1");
}

/* As by a pattern that both match. */
static void what_is_said_of_both_alike_is_let_pass(void **state) {
    (void)state;
    const struct space_rule rules[] = {
        tied,
        {.name = "a1", .has = {[SPACE_START] = true}, .numbers = {[SPACE_START] = 9}},
        {.name = "s2.c1", .has = {[SPACE_START] = true}, .numbers = {[SPACE_START] = -9}},
        {.name = "*1", .has_freeze = true, .freeze = true},
        {.name = "b1", .has_freeze = true, .freeze = false}};
    settle(rules, COUNT_OF(rules), initial);
    space_free(&space);
}

/* Seconds, if names were looked up one after the other or chains followed anew. */
static void a_quarter_of_a_million_tied_parameters_are_no_matter(void **state) {
    (void)state;
    enum { MANY = 1 << 18 };
    struct param *many = calloc(MANY, sizeof *many);
    struct space_rule rule = {.name = "*", .has_tie = true, .tie = "*"};
    for (int i = 0; i < MANY; i++) {
        many[i] = params[0];
        snprintf(many[i].name, sizeof many[i].name, "%c%d", i < MANY / 2 ? 'x' : 'y',
                 i % (MANY / 2));
    }
    strcpy(rule.name, "y*");
    strcpy(rule.tie, "x*");
    assert_int_equal(space_init(&space, many, MANY, &rule, 1, &fault), 0);
    assert_int_equal(space.rows[MANY - 1].tie, MANY / 2 - 1);
    assert_int_equal(space.rows[MANY / 2].tie, 0);
    space_free(&space);
    free(many);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_rules_the_genes_are_the_weights),
        cmocka_unit_test(a_frozen_one_keeps_the_value_of_the_base),
        cmocka_unit_test(a_tied_one_follows_to_the_end_of_the_chain),
        cmocka_unit_test(tied_ones_share_the_range_of_all),
        cmocka_unit_test(a_star_in_the_tie_is_what_it_is_in_the_name),
        cmocka_unit_test(later_rules_win),
        cmocka_unit_test(steps_are_counted_from_the_base_and_stay_within_bounds),
        cmocka_unit_test(a_start_is_taken_for_what_it_names_alone),
        cmocka_unit_test(other_vectors_must_agree_on_what_is_frozen),
        cmocka_unit_test(drawn_vectors_need_not_begin_within_bounds),
        cmocka_unit_test(genes_are_the_same_if_they_mean_the_same_weights),
        cmocka_unit_test(what_leaves_nothing_to_move_is_refused),
        cmocka_unit_test(rules_without_effect_on_tied_ones_are_refused),
        cmocka_unit_test(what_is_said_of_both_alike_is_let_pass),
        cmocka_unit_test(a_quarter_of_a_million_tied_parameters_are_no_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
