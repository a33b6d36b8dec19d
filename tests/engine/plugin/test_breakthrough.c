/*
 * A game with captures from outside: what it says of noisy moves, checks and passing reaches the
 * search, which finds what plain minimax with the same quiescence finds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "engine/games/games.h"
#include "engine/plugin/library.h"
#include "engine/search/player.h"
#include "engine/search/searcher.h"

static const struct game *game;
static struct player player;

static int set_up(void **unused) {
    (void)unused;
    struct error error;
    if (!library_load(BUILD_DIR "/plugins/breakthrough.so", &error)) fail_msg("%s", error.text);
    game = games_find("breakthrough", &error);
    const struct evaluator *evaluator = games_evaluator(game, "pawns", NULL, &error);
    int32_t weights[2];
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &(struct search_limits){.depth = 3}, 0);
    return 0;
}

static int tear_down(void **unused) {
    (void)unused;
    player_destroy(&player);
    return 0;
}

static struct search_result find_move(struct search *search, const struct state *state) {
    struct search_result result;
    search_new_game(search);
    evaluator_ops(player.evaluator)
        ->search(search, player.evaluator, player.prepared, state, &player.limits, &result);
    return result;
}

/* The game after some random moves. */
static struct state some_position(int number) {
    struct rng rng = rng_keyed(1, 31, (uint64_t)number, 0);
    struct state state;
    move_t moves[GAME_MOVES_MAX];
    game->start(game, &state);
    for (int ply = 0, count; ply < 6 + 2 * number && (count = game->moves(game, &state, moves)) > 0;
         ply++) {
        struct state after = state;
        game->play(game, &after, moves[rng_below(&rng, (uint32_t)count)]);
        if (game->over(game, &after)) break;
        state = after;
    }
    return state;
}

static int32_t oracle(const struct state *state, int depth, int root_side) {
    int side = game->side(state);
    if (game->over(game, state)) return search_final_value(game->margin(game, state), side);
    bool must = depth > 0 || game->in_check(state);
    int32_t eval =
        evaluator_ops(player.evaluator)->eval(player.evaluator, player.prepared, state, root_side);
    int32_t best = must ? -SCORE_INFINITE : side == root_side ? eval : -eval;
    move_t moves[GAME_MOVES_MAX];
    int count = must ? game->moves(game, state, moves) : game->noisy(game, state, moves);
    for (int i = 0; i < count && best < SCORE_WIN; i++) { /* no score is above a win's */
        struct state child = *state;
        game->play(game, &child, moves[i]);
        best = max_int(best, -oracle(&child, depth - 1, root_side));
    }
    return best;
}

static void the_search_finds_the_minimax_value(void **unused) {
    (void)unused;
    struct search *search = search_new(1 << 16);
    int won = 0;
    for (int i = 0; i < 14; i++) {
        struct state state = some_position(i);
        player.limits.depth = 1 + i % 2;
        int32_t expected = oracle(&state, player.limits.depth, game->side(&state));
        assert_int_equal(find_move(search, &state).score, expected);
        won += expected > SCORE_WIN;
    }
    assert_in_range(won, 1, 13);
    search_free(search);
}

/* A move that wins scores a win, another one the position after it. */
static void moves_are_scored_by_what_they_lead_to(void **unused) {
    (void)unused;
    const struct evaluator_ops *ops = evaluator_ops(player.evaluator);
    int won = 0;
    for (int i = 0; i < 14; i++) {
        struct state state = some_position(i);
        struct candidate list[GAME_MOVES_MAX];
        int side = game->side(&state),
            count = ops->candidates(player.evaluator, player.prepared, &state, true, list);
        for (int m = 0; m < count; m++) {
            struct state child = state;
            game->play(game, &child, list[m].move);
            bool wins = game->over(game, &child);
            int32_t value =
                wins ? SCORE_WIN : ops->eval(player.evaluator, player.prepared, &child, side);
            assert_int_equal(list[m].score, value);
            won += wins;
        }
    }
    assert_true(won > 0);
}

static uint64_t count_nodes(void) {
    struct search *search = search_new(1 << 16);
    uint64_t nodes = 0;
    player.limits.depth = 4;
    player.limits.reduce = true;
    for (int i = 0; i < 3; i++) {
        struct state state = some_position(i);
        nodes += find_move(search, &state).nodes;
    }
    search_free(search);
    return nodes;
}

/* Without one of them the search is another. */
static void each_member_is_asked(void **unused) {
    (void)unused;
    struct game *open = (struct game *)game, whole = *game;
    uint64_t nodes = count_nodes();
    open->noisy = NULL;
    assert_true(count_nodes() != nodes);
    *open = whole;
    open->in_check = NULL;
    assert_true(count_nodes() != nodes);
    *open = whole;
    open->pass_turn = NULL;
    assert_true(count_nodes() != nodes);
    *open = whole;
    assert_int_equal(count_nodes(), nodes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_search_finds_the_minimax_value),
        cmocka_unit_test(moves_are_scored_by_what_they_lead_to),
        cmocka_unit_test(each_member_is_asked),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
