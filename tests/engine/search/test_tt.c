/*
 * Which entry of a full bucket gives way.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/search/tt.h"

enum { ROOM = COUNT_OF(((struct tt_bucket *)0)->entries) };

static uint64_t key_of(int position) {
    return (uint64_t)(position + 1) << TT_STAMP_BITS;
}

static void store(struct tt *tt, int position, int depth) {
    tt_store(
        tt, tt->buckets,
        (struct tt_entry){.key = key_of(position), .depth = (uint8_t)depth, .bound = TT_EXACT});
}

/* How many of the positions from `first` on are there, as many as a bucket holds. */
static int count_there(const struct tt *tt, int first) {
    int there = 0;
    for (int i = first; i < first + ROOM; i++) there += tt_probe(tt->buckets, key_of(i)) != NULL;
    return there;
}

static struct tt table_of_one_bucket(void) {
    struct tt tt;
    tt_init(&tt, sizeof(struct tt_bucket));
    tt_new_game(&tt);
    tt_new_search(&tt, 1);
    for (int i = 0; i < ROOM; i++) store(&tt, i, 20 + i);
    return tt;
}

static void the_least_depth_of_a_search_gives_way(void **state) {
    (void)state;
    struct tt tt = table_of_one_bucket();
    store(&tt, ROOM, 30);
    assert_null(tt_probe(tt.buckets, key_of(0)));
    assert_int_equal(count_there(&tt, 1), ROOM);
    tt_free(&tt);
}

/* However deep they were. */
static void earlier_searches_give_way_first(void **state) {
    (void)state;
    struct tt tt = table_of_one_bucket();
    tt_new_search(&tt, 1);
    for (int i = ROOM; i < 2 * ROOM; i++) store(&tt, i, 1);
    assert_int_equal(count_there(&tt, ROOM), ROOM);
    tt_free(&tt);
}

/* The number of a game's searches stops there, and is not taken for another game's. */
static void the_last_searches_of_a_long_game_count_alike(void **state) {
    (void)state;
    struct tt tt = table_of_one_bucket();
    for (int i = 0; i < 2 * TT_AGE_MAX; i++) tt_new_search(&tt, 1);
    for (int i = 0; i < ROOM; i++) store(&tt, i, 20);
    uint32_t last = tt.stamp;
    tt_new_search(&tt, 1);
    assert_int_equal(tt.stamp, last);
    store(&tt, ROOM, 1);
    assert_int_equal(count_there(&tt, 0), ROOM - 1);
    tt_free(&tt);
}

static void other_games_give_way_first(void **state) {
    (void)state;
    struct tt tt = table_of_one_bucket();
    tt_new_game(&tt);
    for (int i = ROOM; i < 2 * ROOM; i++) store(&tt, i, 1);
    assert_int_equal(count_there(&tt, ROOM), ROOM);
    tt_free(&tt);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_depth_of_a_search_gives_way),
        cmocka_unit_test(earlier_searches_give_way_first),
        cmocka_unit_test(the_last_searches_of_a_long_game_count_alike),
        cmocka_unit_test(other_games_give_way_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
