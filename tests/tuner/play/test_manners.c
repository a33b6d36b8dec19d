/*
 * manners: pairs are dealt in proportion to the shares, exactly wherever that can be, and each
 * pair's manner does not depend on how many follow.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tuner/play/manners.h"

enum { PAIRS_MAX = 4000 };

static struct manners shared(int count, const double *shares) {
    struct manners manners = {.count = count};
    for (int m = 0; m < count; m++) manners.list[m].share = shares[m];
    return manners;
}

static void count_dealt(const struct manners *manners, int pairs, int counts[MANNERS_MAX]) {
    static uint8_t dealt[PAIRS_MAX];
    memset(counts, 0, MANNERS_MAX * sizeof *counts);
    manners_deal(manners, pairs, dealt);
    for (int pair = 0; pair < pairs; pair++) counts[dealt[pair]]++;
}

static void shares_that_come_out_whole_are_met(void **state) {
    (void)state;
    static const struct {
        int count, every; /* so many pairs, and any multiple, can be shared without a rest */
        double shares[MANNERS_MAX];
    } cases[] = {{1, 1, {1}},
                 {2, 2, {.5, .5}},
                 {3, 10, {.5, .3, .2}},
                 {3, 3, {.333, .333, .333}},
                 {4, 1000, {.001, .009, .09, .9}},
                 {8, 40, {.025, .05, .075, .1, .15, .175, .2, .225}}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct manners manners = shared(cases[i].count, cases[i].shares);
        for (int pairs = cases[i].every; pairs <= PAIRS_MAX; pairs += 7 * cases[i].every) {
            int counts[MANNERS_MAX];
            count_dealt(&manners, pairs, counts);
            for (int m = 0; m < manners.count; m++) {
                double wanted = manners_share(&manners, m) * pairs;
                assert_true(counts[m] > wanted - .001 && counts[m] < wanted + .001);
                assert_int_equal(manners_pairs(&manners, m, pairs), counts[m]);
            }
        }
    }
}

/* By the method of Sainte-Laguë: by that of d'Hondt the first would get the third pair. */
static void pairs_are_dealt_one_after_the_other(void **state) {
    (void)state;
    static const uint8_t expected[] = {0, 1, 2, 0, 0, 1, 0, 2, 1, 0};
    uint8_t some[5], all[10];
    const struct manners manners = shared(3, (const double[]){.5, .3, .2});
    manners_deal(&manners, 10, all);
    manners_deal(&manners, 5, some);
    assert_memory_equal(all, expected, sizeof all);
    assert_memory_equal(some, expected, sizeof some);
    const struct manners steep = shared(2, (const double[]){.9, .1});
    manners_deal(&steep, 10, all);
    assert_memory_equal(all, ((const uint8_t[]){0, 0, 0, 0, 0, 1, 0, 0, 0, 0}), 6);
    assert_int_equal(manners_pairs_least(&steep), 6);
    assert_int_equal(manners_pairs_least(&manners), 3);
}

static void shares_must_sum_to_one_or_nearly_so(void **state) {
    (void)state;
    const struct manners thirds = shared(3, (const double[]){.333, .333, .333});
    const struct manners less = shared(2, (const double[]){.5, .49}),
                         more = shared(2, (const double[]){.5, .51});
    assert_true(manners_sum_is_one(&thirds));
    assert_false(manners_sum_is_one(&less));
    assert_false(manners_sum_is_one(&more));
    assert_true(manners_share(&thirds, 1) > .333333 && manners_share(&thirds, 1) < .333334);
}

static void manners_are_told_apart_by_what_they_say(void **state) {
    (void)state;
    struct manners one = manners_one(&(struct search_limits){.depth = 2, .width = 12}, .05), two;
    struct text text = {0};
    manners_describe_all(&one, &text);
    assert_string_equal(text_get(&text), "depth 2, width 12, epsilon 0.05");
    text_free(&text);
    two = one;
    assert_true(manners_equal(&one, &two));
    two.list[0].epsilon = .06;
    assert_false(manners_equal(&one, &two));
    two = shared(2, (const double[]){.75, .25});
    two.list[1].limits.depth = 3;
    manners_describe_all(&two, &text);
    assert_string_equal(text_get(&text), "0.75 greedy; 0.25 depth 3");
    one = two;
    one.list[0].share = .7;
    assert_false(manners_equal(&one, &two));
    text_free(&text);
}

static void the_deepest_looks_ahead_furthest(void **state) {
    (void)state;
    const struct manners manners = {4,
                                    {{.limits = {.depth = 0}},
                                     {.limits = {.depth = 3}},
                                     {.limits = {.depth = 2}},
                                     {.limits = {.depth = 3}}}};
    assert_ptr_equal(manners_deepest(&manners), &manners.list[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_that_come_out_whole_are_met),
        cmocka_unit_test(pairs_are_dealt_one_after_the_other),
        cmocka_unit_test(shares_must_sum_to_one_or_nearly_so),
        cmocka_unit_test(manners_are_told_apart_by_what_they_say),
        cmocka_unit_test(the_deepest_looks_ahead_furthest),
    };
    return cmocka_run_group_tests_name("manners", tests, NULL, NULL);
}
