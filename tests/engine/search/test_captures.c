/*
 * What the search does where a game has captures, checks and repetitions: quiescence, null move,
 * repetitions, and wins by the plies to them. In Dobutsu shogi, against plain minimax and solved
 * endings.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/retrograde.h"
#include "engine/games/dobutsu/rules.h"
#include "engine/search/node.h"
#include "engine/search/player.h"
#include "tests/find.h"

static struct player a_player(const struct search_limits *limits) {
    const struct evaluator *evaluator = find("dobutsu", NULL);
    int32_t weights[64];
    struct player player;
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, limits, 0);
    return player;
}

static struct search_result find_move(const struct player *player, struct search *search,
                                      const struct state *state) {
    struct search_result result;
    evaluator_ops(player->evaluator)
        ->search(search, player->evaluator, player->prepared, state, &player->limits, &result);
    return result;
}

/* By a searcher that knows nothing. */
static struct search_result searched(const char *position, struct search_limits limits) {
    struct player player = a_player(&limits);
    struct search *search = search_new(1 << 20);
    struct state state = find_position(find_game("dobutsu"), position);
    struct search_result result = find_move(&player, search, &state);
    search_free(search);
    player_destroy(&player);
    return result;
}

static void assert_move(move_t move, const char *expected) {
    char text[MOVE_TEXT_MAX];
    find_game("dobutsu")->move_format(find_game("dobutsu"), move, text);
    assert_string_equal(text, expected);
}

/* ---- minimax --------------------------------------------------------------------------------- */

/* For the side to move, by the weights of the root's side. */
static int32_t own_eval(const struct player *player, const struct state *state, int root_side) {
    const struct evaluator *evaluator = player->evaluator;
    int32_t eval = evaluator_ops(evaluator)->eval(evaluator, player->prepared, state, root_side);
    return evaluator->game->side(state) == root_side ? eval : -eval;
}

/* Without windows, orders or tables. */
static int32_t oracle(const struct player *player, const struct state *state, int depth, int ply,
                      int root_side) {
    const struct game *game = player->evaluator->game;
    int side = game->side(state);
    if (ply > 0 && game->repeats(state) == REPEAT_DRAW) return 0;
    if (game->over(game, state)) return search_final_value(game->margin(game, state), side);
    bool must = depth > 0 || game->in_check(state);
    int32_t best = must ? -SCORE_INFINITE : own_eval(player, state, root_side);
    move_t moves[GAME_MOVES_MAX];
    int count = must ? game->moves(game, state, moves) : game->noisy(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct state child = *state;
        game->play(game, &child, moves[i]);
        best = max_int(best, -oracle(player, &child, depth - 1, ply + 1, root_side));
    }
    return best;
}

/* In positions of games, with their histories, which mostly go the way of good moves. */
static void all_drivers_find_the_minimax_value(void **unused) {
    (void)unused;
    const struct game *game = find_game("dobutsu");
    struct search *search = search_new(1 << 16);
    for (int i = 0; i < 12; i++) {
        struct rng rng = rng_keyed(1, 20, (uint64_t)i, 0);
        struct player player = a_player(&(struct search_limits){.depth = 1});
        struct state state;
        move_t moves[GAME_MOVES_MAX];
        game->start(game, &state);
        for (int count; (count = game->moves(game, &state, moves)) > 0;) {
            player.limits.depth = 1 + (int)rng_below(&rng, 4);
            bool looked = rng_below(&rng, 4) == 0;
            int32_t expected =
                looked ? oracle(&player, &state, player.limits.depth, 0, game->side(&state)) : 0;
            for (enum search_driver driver = SEARCH_PVS; looked && driver <= SEARCH_MINIMAX;
                 driver++) {
                player.limits.driver = driver;
                search_new_game(search);
                assert_int_equal(find_move(&player, search, &state).score, expected);
            }
            player.limits.driver = SEARCH_PVS;
            search_new_game(search);
            bool any = rng_below(&rng, 3) == 0;
            game->play(game, &state,
                       any ? moves[rng_below(&rng, (uint32_t)count)]
                           : find_move(&player, search, &state).move);
        }
        player_destroy(&player);
    }
    search_free(search);
}

/* ---- quiescence ------------------------------------------------------------------------------ */

/* A chick that is guarded costs a giraffe, which no search of one ply would see. */
static void a_guarded_piece_is_not_taken(void **unused) {
    (void)unused;
    const char *guarded = "1l1/1c1/1G1/1L1 b -", *free = "2l/3/c2/G1L b -";
    struct player player = a_player(&(struct search_limits){.depth = 0});
    struct state state = find_position(find_game("dobutsu"), guarded);
    struct rng rng = rng_keyed(1, 1, 0, 0);
    assert_move(player_move(&player, NULL, &state, &rng, NULL), "b3b2"); /* by scores alone */
    move_t move = searched(guarded, (struct search_limits){.depth = 1}).move;
    assert_true(move % DOBUTSU_POINTS != 4);
    assert_move(searched(free, (struct search_limits){.depth = 1}).move, "a4a3");
    player_destroy(&player);
}

/* ---- null move ------------------------------------------------------------------------------- */

static uint64_t passes, refused;
static const uint64_t LOST = 0x1057;

static bool counted_pass(const struct game *game, void *state_) {
    struct dobutsu_state before = *(const struct dobutsu_state *)state_;
    bool passed = dobutsu_pass_turn(game, state_);
    const uint16_t *pieces = before.board.pieces[before.board.side];
    if (passed) {
        assert_false(dobutsu_in_check(&before));
        assert_true(pieces[DOBUTSU_ELEPHANT] | pieces[DOBUTSU_GIRAFFE] | pieces[DOBUTSU_HEN]);
    }
    passes += passed, refused += !passed;
    if (!passed) ((struct dobutsu_state *)state_)->hash = LOST;
    return passed;
}

/* A state in which no turn could be passed is not searched. */
static bool counted_over(const struct game *game, const void *state) {
    assert_true(dobutsu_hash(state) != LOST);
    return dobutsu_over(game, state);
}

static int usual_candidates(const struct evaluator *evaluator, const void *prepared,
                            const void *state, bool all, struct candidate *out) {
    const struct evaluator *usual = find("dobutsu", NULL);
    return evaluator_ops(usual)->candidates(evaluator, prepared, state, all, out);
}

static int32_t usual_eval(const struct evaluator *evaluator, const void *prepared,
                          const void *state, int side) {
    return evaluator_ops(find("dobutsu", NULL))->eval(evaluator, prepared, state, side);
}

static const struct search_ops counting_ops = {
    .state_size = sizeof(struct dobutsu_state),
    .side = dobutsu_side,
    .over = counted_over,
    .margin = dobutsu_margin,
    .play = dobutsu_play,
    .hash = dobutsu_hash,
    .candidates = usual_candidates,
    .eval = usual_eval,
    .repeats = dobutsu_repeats,
    .plies_left = dobutsu_plies_left,
    .in_check = dobutsu_in_check,
    .noisy = dobutsu_noisy,
    .pass_turn = counted_pass,
};
SEARCH_INSTANCE(counting_search, counting_ops)

static void turns_are_passed_in_reduced_searches_alone(void **unused) {
    (void)unused;
    const struct game *game = find_game("dobutsu");
    struct search_limits limits = {.depth = 7};
    struct player player = a_player(&limits);
    struct search *search = search_new(1 << 20);
    struct search_result result;
    for (int reduce = 0; reduce < 2; reduce++) {
        passes = refused = 0;
        limits.reduce = reduce;
        for (int i = 0; i < 12; i++) {
            struct rng rng = rng_keyed(1, 21, (uint64_t)i, 0);
            struct state state;
            move_t moves[GAME_MOVES_MAX];
            game->start(game, &state);
            for (int ply = 0, count; ply < 10 && (count = game->moves(game, &state, moves)); ply++)
                game->play(game, &state, moves[rng_below(&rng, (uint32_t)count)]);
            if (game->over(game, &state)) continue;
            search_new_game(search);
            counting_search(search, player.evaluator, player.prepared, &state, &limits, &result);
        }
        assert_int_equal(passes > 0, reduce);
        assert_int_equal(refused > 0, reduce);
    }
    search_free(search);
    player_destroy(&player);
}

/* Turns that are passed in a node whose null window begins so far below its static evaluation; the
 * nodes below it are too shallow to pass. */
static uint64_t passes_of_node(struct search *search, const struct player *player,
                               const struct state *state, int32_t below) {
    const struct search_limits limits = {.depth = 1, .reduce = 1};
    struct search_result result;
    struct search_state root;
    int32_t eval =
        usual_eval(player->evaluator, player->prepared, state, dobutsu_side(state)) - below;
    counting_search(search, player->evaluator, player->prepared, state, &limits, &result);
    search_new_game(search);
    memcpy(&root, state, sizeof(struct dobutsu_state));
    passes = 0;
    counting_search_node(search, &root, 3, 1, eval - 1, eval);
    return passes;
}

/* A side that is below the window has nothing to show by passing. */
static void a_turn_is_passed_where_that_may_be_enough(void **unused) {
    (void)unused;
    struct player player = a_player(&(struct search_limits){.depth = 1});
    struct search *search = search_new(1 << 20);
    struct state state = find_position(find_game("dobutsu"), "");
    assert_int_equal(passes_of_node(search, &player, &state, 0), 1);
    assert_int_equal(passes_of_node(search, &player, &state, 50), 1);
    assert_int_equal(passes_of_node(search, &player, &state, -1), 0);
    assert_int_equal(passes_of_node(search, &player, &state, -50), 0);
    search_free(search);
    player_destroy(&player);
}

/* ---- repetitions and wins -------------------------------------------------------------------- */

/* A solved position, without the moves by which it was reached. */
static struct state solved_position(const struct retrograde *solved, int index) {
    const struct game *game = find_game("dobutsu");
    struct text line = {0};
    game->position_format(game, retrograde_position(solved, index), &line);
    struct state state = find_position(game, text_get(&line));
    text_free(&line);
    return state;
}

/* A side that is behind, and loses by every other move, goes back to where the game was. */
static void a_repetition_saves_a_lost_side(void **unused) {
    (void)unused;
    const struct game *game = find_game("dobutsu");
    struct state state = find_position(game, "1lg/3/3/EL1 b -");
    struct retrograde *solved = retrograde_new(game, game->symmetric_hash, &state, 20000);
    struct player player = a_player(&(struct search_limits){.depth = 8});
    struct search *search = search_new(1 << 20);
    int saved = 0;
    for (int i = 0; i < retrograde_count(solved) && saved < 5; i++) {
        if (retrograde_value(solved, i).outcome != 0) continue;
        state = solved_position(solved, i);
        search_new_game(search);
        struct search_result result = find_move(&player, search, &state);
        assert_true(abs(result.score) < SCORE_WIN);
        saved += result.score == 0 && result.pv_length >= 4;
    }
    assert_int_equal(saved, 5);
    search_free(search);
    retrograde_free(solved);
    player_destroy(&player);
}

/* What a solved position is worth to the side to move, in scores. */
static int32_t solved_score(const struct retrograde *solved, const struct state *state) {
    const struct game *game = find_game("dobutsu");
    struct retrograde_value value = retrograde_value(solved, retrograde_find(solved, state));
    int32_t won = SCORE_WIN + 1 + game->plies_left(state) - value.distance;
    return value.outcome > 0 ? won : -won;
}

/* The sooner win is the better one, and the later loss, also by a table that earlier moves of the
 * game have filled. */
static void wins_are_worth_the_plies_to_them(void **unused) {
    (void)unused;
    const struct game *game = find_game("dobutsu");
    struct state state = find_position(game, "1lg/3/3/EL1 b -");
    struct retrograde *solved = retrograde_new(game, game->symmetric_hash, &state, 20000);
    struct player player = a_player(&(struct search_limits){.depth = 9});
    struct search *search = search_new(1 << 20);
    int games = 0;
    for (int i = 0; i < retrograde_count(solved) && games < 12; i++) {
        struct retrograde_value value = retrograde_value(solved, i);
        if (value.outcome == 0 || value.distance < 6 || value.distance > 9) continue;
        state = solved_position(solved, i);
        search_new_game(search);
        games++;
        while (!game->over(game, &state)) {
            struct search_result result = find_move(&player, search, &state);
            assert_int_equal(result.score, solved_score(solved, &state));
            assert_true(result.proved);
            game->play(game, &state, result.move);
        }
    }
    assert_int_equal(games, 12);
    search_free(search);
    retrograde_free(solved);
    player_destroy(&player);
}

/* A win that needs more plies than the game has left is none. */
static void a_win_beyond_the_last_ply_is_none(void **unused) {
    (void)unused;
    struct search_limits limits = {.depth = 6};
    assert_int_equal(searched("1l1/3/1C1/1L1 b - 252", limits).score, SCORE_WIN + 1);
    assert_true(searched("1l1/3/1C1/1L1 b - 253", limits).score < SCORE_WIN / 2);
}

/* Reductions and null moves leave wins to be found. */
static void reduced_searches_find_wins(void **unused) {
    (void)unused;
    const struct game *game = find_game("dobutsu");
    struct state state = find_position(game, "1lg/3/3/EL1 b -");
    struct retrograde *solved = retrograde_new(game, game->symmetric_hash, &state, 20000);
    struct player player = a_player(&(struct search_limits){.depth = 12, .reduce = true});
    struct search *search = search_new(1 << 20);
    int wins = 0, found = 0;
    for (int i = 0; i < retrograde_count(solved) && wins < 50; i++) {
        struct retrograde_value value = retrograde_value(solved, i);
        if (value.outcome <= 0 || value.distance < 5 || value.distance > 7) continue;
        state = solved_position(solved, i);
        search_new_game(search);
        wins++;
        found += find_move(&player, search, &state).score > SCORE_WIN;
    }
    assert_in_range(found, wins - 2, wins);
    search_free(search);
    retrograde_free(solved);
    player_destroy(&player);
}

/* Whether `plies` more of a game, after which the state is as it was, can be found. */
static bool returns(const struct game *game, struct state *state, uint64_t hash, int plies) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    if (plies == 0) return game->hash(state) == hash;
    for (int i = 0; i < count; i++) {
        struct state child = *state;
        game->play(game, &child, moves[i]);
        if (!returns(game, &child, hash, plies - 1)) continue;
        *state = child;
        return true;
    }
    return false;
}

/* Where the only move leads back, that is no proof of a draw: the game goes on from there. */
static void a_repetition_is_no_proof(void **unused) {
    (void)unused;
    const struct game *game = find_game("dobutsu");
    struct state state = find_position(game, "1lg/3/3/EL1 b -");
    struct retrograde *solved = retrograde_new(game, game->symmetric_hash, &state, 20000);
    struct player player = a_player(&(struct search_limits){.depth = 6});
    struct search *search = search_new(1 << 20);
    int found = 0;
    for (int i = 0; i < retrograde_count(solved) && found < 5; i++) {
        move_t moves[GAME_MOVES_MAX];
        state = solved_position(solved, i);
        if (game->moves(game, &state, moves) != 1) continue;
        if (!returns(game, &state, game->hash(&state), 4)) continue;
        search_new_game(search);
        struct search_result result = find_move(&player, search, &state);
        assert_int_equal(result.score, 0);
        assert_false(result.proved);
        found++;
    }
    assert_int_equal(found, 5);
    search_free(search);
    retrograde_free(solved);
    player_destroy(&player);
}

/* Moves that agree in the game's bits share their history, others do not. */
static void history_is_of_the_bits_that_count(void **unused) {
    (void)unused;
    enum { FROM_TO = 0xfff, PROMOTED = 0x1000, CUT = 0x234, OTHER = 0x434 };
    static struct order order;
    struct game game = *find_game("dobutsu");
    for (int bits = 0; bits < 2; bits++) {
        game.alike = bits ? FROM_TO : 0;
        order_clear(&order, &game, ORDER_HISTORY_DEPTH, 4);
        order_update_history(&order, 0, 4, 1, CUT);
        struct candidate list[] = {{100, CUT | PROMOTED}, {100, OTHER}, {0, 1}};
        order_by_history(&order, list, COUNT_OF(list), 0, 2, 0);
        assert_true(list[0].score > 100);
        assert_int_equal(list[1].score > 100, !bits); /* alike in nine bits */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_drivers_find_the_minimax_value),
        cmocka_unit_test(a_guarded_piece_is_not_taken),
        cmocka_unit_test(turns_are_passed_in_reduced_searches_alone),
        cmocka_unit_test(a_turn_is_passed_where_that_may_be_enough),
        cmocka_unit_test(a_repetition_saves_a_lost_side),
        cmocka_unit_test(wins_are_worth_the_plies_to_them),
        cmocka_unit_test(a_win_beyond_the_last_ply_is_none),
        cmocka_unit_test(reduced_searches_find_wins),
        cmocka_unit_test(a_repetition_is_no_proof),
        cmocka_unit_test(history_is_of_the_bits_that_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
