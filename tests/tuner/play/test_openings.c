/* openings: reproducible, disjoint between sets, distinct within a set, unfinished. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/games.h"
#include "tuner/play/openings.h"

static struct opening_source source_of(const char *game, int plies_min, int plies_max) {
    struct error error;
    const struct game *found = games_find(game, &error);
    assert_non_null(found);
    return (struct opening_source){found, 7, plies_min, plies_max};
}

static const struct {
    const char *game;
    int plies_min, plies_max;
} cases[] = {{"reversi", 4, 8}, {"connect6", 3, 3}, {"gomoku", 2, 4}, {"connect(7,6,4,1,1)", 2, 5}};

static void equal_arguments_give_equal_openings(void **context) {
    (void)context;
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        struct opening_source source =
            source_of(cases[c].game, cases[c].plies_min, cases[c].plies_max);
        struct state *few = openings_make(&source, OPENING_TRAIN, 3, 10);
        struct state *many = openings_make(&source, OPENING_TRAIN, 3, 40);
        assert_memory_equal(few, many, 10 * sizeof *few);
        free(few);
        free(many);
    }
}

static void generations_have_openings_of_their_own(void **context) {
    (void)context;
    struct opening_source source = source_of("reversi", 8, 8);
    struct state *one = openings_make(&source, OPENING_TRAIN, 1, 20);
    struct state *two = openings_make(&source, OPENING_TRAIN, 2, 20);
    assert_memory_not_equal(one, two, 20 * sizeof *one);
    free(one);
    free(two);
}

enum { COUNT = 300 };

static void make_hashes(const struct opening_source *source, enum opening_set set,
                        uint64_t out[COUNT]) {
    struct state *openings = openings_make(source, set, 0, COUNT);
    for (int i = 0; i < COUNT; i++)
        out[i] = source->game->symmetric_hash(source->game, openings[i].bytes);
    free(openings);
}

static void assert_disjoint(const uint64_t a[COUNT], const uint64_t b[COUNT]) {
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) assert_true(a[i] != b[j]);
}

static void sets_are_disjoint_under_symmetry(void **context) {
    (void)context;
    uint64_t sets[OPENING_SETS][COUNT];
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        struct opening_source source =
            source_of(cases[c].game, cases[c].plies_min, cases[c].plies_max);
        for (int s = 0; s < OPENING_SETS; s++) make_hashes(&source, (enum opening_set)s, sets[s]);
        assert_disjoint(sets[OPENING_TRAIN], sets[OPENING_SELECT]);
        assert_disjoint(sets[OPENING_TRAIN], sets[OPENING_VERIFY]);
        assert_disjoint(sets[OPENING_SELECT], sets[OPENING_VERIFY]);
    }
}

static void openings_of_a_set_are_distinct_while_they_last(void **context) {
    (void)context;
    struct opening_source source = source_of("connect6", 3, 3);
    struct state *openings = openings_make(&source, OPENING_VERIFY, 0, 100);
    assert_int_equal(openings_distinct(source.game, openings, 100), 100);
    free(openings);
    source = source_of("tictactoe", 1, 2);
    openings = openings_make(&source, OPENING_TRAIN, 0, 100);
    int distinct = openings_distinct(source.game, openings, 100);
    assert_in_range(distinct, 1, 15);
    free(openings);
}

static void openings_are_unfinished(void **context) {
    (void)context;
    struct opening_source source = source_of("tictactoe", 1, 8);
    struct state *openings = openings_make(&source, OPENING_TRAIN, 0, 200);
    for (int i = 0; i < 200; i++) assert_false(source.game->over(source.game, openings[i].bytes));
    free(openings);
}

static void a_set_that_cannot_be_filled_is_an_error(void **context) {
    (void)context;
    struct error error = {""};
    struct opening_source source = source_of("reversi", 0, 0);
    assert_int_equal(openings_check(&source, &error), -1);
    assert_non_null(strstr(error.text, "more plies"));
    source = source_of("reversi", 6, 6);
    assert_int_equal(openings_check(&source, &error), 0);
}

/* After 22 plies one game of three in a row in 4000 goes on: a draw may find no opening at all,
 * though the check found one. */
static void openings_may_be_rare(void **context) {
    (void)context;
    bool checked = false;
    for (uint64_t seed = 1; seed <= 40 && !checked; seed++) {
        struct opening_source source = source_of("connect(5,5,3,1,1)", 22, 22);
        source.seed = seed;
        if (openings_check(&source, NULL)) continue;
        checked = true;
        free(openings_make(&source, OPENING_VERIFY, 0, 3));
    }
    assert_true(checked);
}

static void an_opening_tells_its_moves(void **context) {
    (void)context;
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        struct opening_source source =
            source_of(cases[c].game, cases[c].plies_min, cases[c].plies_max);
        const struct game *game = source.game;
        struct state *openings = openings_make(&source, OPENING_VERIFY, 2, COUNT), state;
        for (int i = 0; i < COUNT; i++) {
            move_t moves[GAME_PLIES_MAX];
            int count = openings_moves(&source, OPENING_VERIFY, 2, i, &openings[i], moves);
            assert_in_range(count, cases[c].plies_min, cases[c].plies_max);
            game->start(game, state.bytes);
            for (int ply = 0; ply < count; ply++) {
                assert_true(game_legal(game, state.bytes, moves[ply]));
                game->play(game, state.bytes, moves[ply]);
            }
            assert_true(game->hash(state.bytes) == game->hash(openings[i].bytes));
        }
        free(openings);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_arguments_give_equal_openings),
        cmocka_unit_test(generations_have_openings_of_their_own),
        cmocka_unit_test(sets_are_disjoint_under_symmetry),
        cmocka_unit_test(openings_of_a_set_are_distinct_while_they_last),
        cmocka_unit_test(openings_are_unfinished),
        cmocka_unit_test(openings_may_be_rare),
        cmocka_unit_test(an_opening_tells_its_moves),
        cmocka_unit_test(a_set_that_cannot_be_filled_is_an_error),
    };
    return cmocka_run_group_tests_name("openings", tests, NULL, NULL);
}
