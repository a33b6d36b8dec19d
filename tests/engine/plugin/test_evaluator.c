/*
 * Evaluators from outside in hone's own games: `squares` is `wpc 64`, so that it must give the same
 * values, order moves alike, and find the same in every search.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/files/weights.h"
#include "engine/games/games.h"
#include "engine/plugin/library.h"
#include "engine/search/player.h"
#include "engine/search/search.h"

static const struct game *reversi;
static const struct evaluator *squares, *wpc;

static const struct library *load(const char *file) {
    char path[256];
    struct error error;
    snprintf(path, sizeof path, "%s/plugins/%s", BUILD_DIR, file);
    const struct library *library = library_load(path, &error);
    if (!library) fail_msg("%s", error.text);
    return library;
}

static const struct evaluator *evaluator_of(const char *game, const char *name,
                                            const char *layout) {
    struct error error;
    const struct game *found = games_find(game, &error);
    const struct evaluator *evaluator = games_evaluator(found, name, layout, &error);
    if (!evaluator) fail_msg("%s", error.text);
    return evaluator;
}

static int set_up(void **state) {
    (void)state;
    load("squares.so");
    squares = evaluator_of("reversi", "squares", NULL);
    wpc = evaluator_of("reversi", "wpc", "64");
    reversi = wpc->game;
    return 0;
}

/* ---- tools ---- */

static struct state some_position(const struct game *game, struct rng *rng) {
    struct state state;
    move_t moves[GAME_MOVES_MAX];
    game->start(game, &state);
    int plies = (int)rng_below(rng, 60);
    for (int i = 0, count; i < plies && (count = game->moves(game, &state, moves)) > 0; i++) {
        struct state before = state;
        game->play(game, &state, moves[rng_below(rng, (uint32_t)count)]);
        if (game->over(game, &state)) return before;
    }
    return state;
}

/* The same weights for both: their parameters are the same squares. */
static void some_players(struct rng *rng, const struct search_limits *limits,
                         struct player players[2]) {
    int32_t weights[64];
    for (int i = 0; i < 64; i++) weights[i] = (int32_t)rng_below(rng, 4095) - 2047;
    player_init(&players[0], squares, weights, limits, 0);
    player_init(&players[1], wpc, weights, limits, 0);
}

static void each_isa(void (*check)(struct rng *rng)) {
    enum isa usual = isa_current();
    for (enum isa isa = ISA_PORTABLE; isa < ISA_COUNT; isa++) {
        struct rng rng = rng_keyed(1, 1, isa, 0);
        if (!isa_available(isa)) continue;
        isa_set(isa);
        check(&rng);
    }
    isa_set(usual);
}

/* ---- tests ---- */

static void a_library_is_loaded_once(void **state) {
    (void)state;
    const struct library *library = load("squares.so");
    assert_ptr_equal(load("../plugins/squares.so"), library);
    assert_ptr_equal(library_find("elsewhere/squares.so"), library);
    assert_ptr_equal(library_at(library->number), library);
    assert_string_equal(library->file, "squares.so");
    assert_null(library_find("nothing.so"));
}

static void its_table_is_the_evaluators(void **state) {
    (void)state;
    assert_int_equal(squares->param_count, 64);
    for (int i = 0; i < 64; i++) {
        struct param ours = evaluator_param(wpc, i), theirs = evaluator_param(squares, i);
        assert_string_equal(theirs.name, ours.name);
        assert_int_equal(theirs.initial, ours.initial);
        assert_int_equal(theirs.lower, ours.lower);
        assert_int_equal(theirs.upper, ours.upper);
    }
}

static void check_values(struct rng *rng) {
    for (int i = 0; i < 50; i++) {
        struct player players[2];
        struct state state = some_position(reversi, rng);
        some_players(rng, &(struct search_limits){0}, players);
        for (int side = 0; side < 2; side++)
            assert_int_equal(
                evaluator_ops(squares)->eval(squares, players[0].prepared, &state, side),
                evaluator_ops(wpc)->eval(wpc, players[1].prepared, &state, side));
        player_destroy(&players[0]), player_destroy(&players[1]);
    }
}

static void values_are_what_the_plugin_says(void **state) {
    (void)state;
    each_isa(check_values);
}

/* A move that does not end the game is worth the position after it. */
static void check_candidates(struct rng *rng) {
    for (int i = 0; i < 50; i++) {
        struct player players[2];
        struct state state = some_position(reversi, rng), after;
        struct candidate list[GAME_MOVES_MAX];
        some_players(rng, &(struct search_limits){0}, players);
        int side = reversi->side(&state), count = evaluator_ops(squares)->candidates(
                                              squares, players[0].prepared, &state, true, list);
        for (int m = 0; m < count; m++) {
            memcpy(&after, &state, reversi->state_size);
            reversi->play(reversi, &after, list[m].move);
            if (reversi->over(reversi, &after)) continue;
            assert_int_equal(list[m].score, evaluator_ops(squares)->eval(
                                                squares, players[0].prepared, &after, side));
        }
        player_destroy(&players[0]), player_destroy(&players[1]);
    }
}

static void moves_are_scored_by_what_they_lead_to(void **state) {
    (void)state;
    each_isa(check_candidates);
}

static void check_searches(struct rng *rng) {
    struct search *search = search_new(1 << 20);
    for (int i = 0; i < 60; i++) {
        struct player players[2];
        struct search_result results[2];
        struct state state = some_position(reversi, rng);
        struct search_limits limits = {.depth = 1 + i % 5};
        if (i % 3 == 0) limits.driver = SEARCH_MINIMAX, limits.depth = 3;
        some_players(rng, &limits, players);
        for (int j = 0; j < 2; j++) {
            search_new_game(search);
            evaluator_ops(players[j].evaluator)
                ->search(search, players[j].evaluator, players[j].prepared, &state, &limits,
                         &results[j]);
        }
        assert_int_equal(results[0].score, results[1].score);
        player_destroy(&players[0]), player_destroy(&players[1]);
    }
    search_free(search);
}

static void searches_find_the_same(void **state) {
    (void)state;
    each_isa(check_searches);
}

/* A plug-in's bounds may be those of an int32_t: what is tuned within them is read again. */
static void weights_as_large_as_their_bounds_are_read_back(void **state) {
    (void)state;
    int32_t values[64] = {INT32_MIN, INT32_MAX, 1000000000, -1000000000, 999999999, -999999999};
    struct param *params = (struct param *)squares->params, kept[6];
    const struct weights weights = {.evaluator = squares, .values = values};
    struct weights read;
    struct text text = {0};
    struct error error;
    memcpy(kept, params, sizeof kept);
    for (int i = 0; i < 6; i++) params[i].lower = INT32_MIN, params[i].upper = INT32_MAX;
    weights_print(&weights, WEIGHTS_NATIVE, &text);
    if (weights_parse("file", text_get(&text), &read, &error)) fail_msg("%s", error.text);
    assert_memory_equal(read.values, values, sizeof values);
    weights_free(&read);
    for (int i = 0; i < 6; i++) params[i].lower = -1000000000, params[i].upper = 1000000000;
    assert_int_equal(weights_parse("file", text_get(&text), &read, &error), -1);
    assert_non_null(strstr(error.text, "is -2147483648; it must be -1000000000 to 1000000000"));
    memcpy(params, kept, sizeof kept);
    text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_library_is_loaded_once),
        cmocka_unit_test(its_table_is_the_evaluators),
        cmocka_unit_test(values_are_what_the_plugin_says),
        cmocka_unit_test(moves_are_scored_by_what_they_lead_to),
        cmocka_unit_test(searches_find_the_same),
        cmocka_unit_test(weights_as_large_as_their_bounds_are_read_back),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
