/*
 * Proof-number search against the oracle, all moves of all positions, on games small enough for it;
 * and what it promises of its line, its nodes and a table that is too small.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/expert.h"
#include "engine/games/games.h"
#include "engine/search/proof.h"

enum { TABLE = 1 << 20 };
static const uint64_t many = 100000000;

/* What the mover can reach with best play: 1 a win, 0 a draw, -1. */
static int exhaustive(const struct game *game, const void *state) {
    int side = game->side(state), best = -1;
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    for (int i = 0; i < count && best < 1; i++) {
        struct state child;
        memcpy(&child, state, game->state_size);
        game->play(game, &child, moves[i]);
        int value;
        if (game->over(game, &child)) {
            int margin = game->margin(game, &child);
            value = (margin > 0) - (margin < 0);
            if (side != 0) value = -value;
        } else {
            value = exhaustive(game, &child);
            if (game->side(&child) != side) value = -value;
        }
        best = max_int(best, value);
    }
    return best;
}

/* A position that random play leads to, `left` plies before the game may end at the latest. */
static bool random_position(const struct game *game, struct rng *rng, int left, void *state) {
    game->start(game, state);
    while (!game->over(game, state) && game->plies_left(state) > left) {
        move_t moves[GAME_MOVES_MAX];
        uint32_t count = (uint32_t)game->moves(game, state, moves);
        game->play(game, state, moves[rng_below(rng, count)]);
    }
    return !game->over(game, state);
}

/* The mover's value, by both questions, which must agree. */
static int proved(struct proof *proof, const struct game *game, const void *state) {
    struct proof_result win, draw;
    proof_ask(proof, state, game->side(state), 1, many, &win);
    proof_ask(proof, state, game->side(state), 0, many, &draw);
    assert_int_not_equal(win.answer, PROOF_UNKNOWN);
    assert_int_not_equal(draw.answer, PROOF_UNKNOWN);
    assert_false(win.answer == PROOF_YES && draw.answer == PROOF_NO);
    return win.answer == PROOF_YES ? 1 : draw.answer == PROOF_YES ? 0 : -1;
}

static const struct {
    const char *game;
    int left;
} small_games[] = {{"tictactoe", 9},          {"connect(4,3,3,1,1)", 8}, {"connect(4,4,4,1,1)", 8},
                   {"connect(4,4,4,2,1)", 8}, {"connect(5,5,4,2,1)", 7}, {"reversi", 6}};

static void answers_are_those_of_all_moves(void **test_state) {
    (void)test_state;
    for (size_t g = 0; g < COUNT_OF(small_games); g++) {
        const struct game *game = games_find(small_games[g].game, NULL);
        struct proof *proof = proof_new(game, TABLE);
        struct rng rng = rng_keyed(1, g, 0, 0);
        int seen[3] = {0};
        for (int i = 0; i < 40; i++) {
            struct state state;
            if (!random_position(game, &rng, small_games[g].left, &state)) continue;
            int value = exhaustive(game, &state);
            assert_int_equal(proved(proof, game, &state), value);
            seen[value + 1]++;
        }
        assert_true(seen[0] + seen[1] + seen[2] > 0);
        proof_free(proof);
    }
}

/* Either side may ask. */
static void either_side_may_claim(void **test_state) {
    (void)test_state;
    const struct game *game = games_find("tictactoe", NULL);
    struct proof *proof = proof_new(game, TABLE);
    struct state state;
    struct proof_result result;
    game->start(game, &state);
    for (int side = 0; side < 2; side++) {
        proof_ask(proof, &state, side, 1, many, &result);
        assert_int_equal(result.answer, PROOF_NO);
        proof_ask(proof, &state, side, 0, many, &result);
        assert_int_equal(result.answer, PROOF_YES);
    }
    proof_free(proof);
}

static bool known_to_lose(const struct game *game, const void *state) {
    move_t moves[GAME_MOVES_MAX];
    struct candidate list[GAME_MOVES_MAX];
    int32_t value = 0;
    int count = game->moves(game, state, moves);
    for (int i = 0; i < count; i++) list[i] = (struct candidate){0, moves[i]};
    return game->expert->forced(game, state, list, count, &value) == 0 && value <= -SCORE_WIN;
}

/* The proven winner's moves keep the result, until the expert knows it. */
static void the_line_shows_the_result(void **test_state) {
    (void)test_state;
    const struct game *game = games_find("connect(4,4,3,1,1)", NULL);
    struct proof *proof = proof_new(game, TABLE);
    struct proof_result result;
    struct state state;
    game->start(game, &state);
    proof_ask(proof, &state, 0, 1, many, &result);
    assert_int_equal(result.answer, PROOF_YES);
    for (int i = 0; i < result.length; i++) {
        assert_true(game_legal(game, &state, result.line[i]));
        game->play(game, &state, result.line[i]);
    }
    assert_true(known_to_lose(game, &state));
    assert_int_equal(game->side(&state), 1);
    proof_free(proof);
}

/* With a table of four positions the search forgets, and may give up, but is never wrong. */
static void a_table_too_small_costs_nodes_and_not_the_answer(void **test_state) {
    (void)test_state;
    const struct game *game = games_find("connect(4,3,3,1,1)", NULL);
    struct proof *proof = proof_new(game, 1), *large = proof_new(game, TABLE);
    struct rng rng = rng_keyed(2, 0, 0, 0);
    uint64_t nodes[2] = {0};
    int answered = 0;
    for (int i = 0; i < 40; i++) {
        struct state state;
        struct proof_result result;
        if (!random_position(game, &rng, 8, &state)) continue;
        int value = exhaustive(game, &state);
        proof_ask(proof, &state, game->side(&state), 1, 20000, &result);
        nodes[0] += result.nodes;
        if (result.answer != PROOF_UNKNOWN)
            answered++, assert_int_equal(result.answer == PROOF_YES, value == 1);
        proof_ask(large, &state, game->side(&state), 1, 20000, &result);
        nodes[1] += result.nodes;
        assert_int_equal(result.answer == PROOF_YES, value == 1);
    }
    assert_true(answered > 0);
    assert_true(nodes[0] > nodes[1]);
    proof_free(proof);
    proof_free(large);
}

static void nodes_are_a_limit_and_the_work_is_kept(void **test_state) {
    (void)test_state;
    const struct game *game = games_find("tictactoe", NULL);
    struct proof *proof = proof_new(game, TABLE);
    struct state state;
    struct proof_result result;
    game->start(game, &state);
    proof_ask(proof, &state, 0, 1, 100, &result);
    assert_int_equal(result.answer, PROOF_UNKNOWN);
    assert_int_equal(result.length, 0);
    assert_in_range(result.nodes, 100, 100 + 9);
    proof_ask(proof, &state, 0, 1, many, &result);
    assert_int_equal(result.answer, PROOF_NO);
    uint64_t before = result.nodes;
    proof_ask(proof, &state, 0, 1, many, &result);
    assert_int_equal(result.answer, PROOF_NO);
    assert_true(result.nodes < before / 10);
    proof_free(proof);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_all_moves),
        cmocka_unit_test(either_side_may_claim),
        cmocka_unit_test(the_line_shows_the_result),
        cmocka_unit_test(a_table_too_small_costs_nodes_and_not_the_answer),
        cmocka_unit_test(nodes_are_a_limit_and_the_work_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
