/*
 * The search against its oracle, plain minimax, on a toy game that is made to be nasty (sides in
 * random order, transpositions, early ends, an evaluation that differs by side) and on the real
 * games.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/files/weights.h"
#include "engine/games/games.h"
#include "engine/search/node.h"
#include "engine/search/player.h"
#include "tests/find.h"

/* ---- the toy game: a directed graph made of hash values -------------------------------------- */

struct toy {
    uint32_t node, ply;
};
enum { TOY_PLIES = 9, TOY_NODES = 48 };

static uint64_t toy_hash(const void *state) {
    const struct toy *toy = state;
    return mix64(toy->node * 64u + toy->ply + 1);
}

static uint64_t toy_random(const void *state, uint64_t purpose) {
    return mix64(toy_hash(state) + purpose);
}

static void toy_start(const struct game *game, void *state) {
    (void)game;
    *(struct toy *)state = (struct toy){0, 0};
}

static int toy_side(const void *state) {
    return toy_random(state, 1) % 2 == 0;
}

static bool toy_over(const struct game *game, const void *state) {
    (void)game;
    const struct toy *toy = state;
    return toy->ply == TOY_PLIES || (toy->ply > 0 && toy_random(state, 2) % 12 == 0);
}

static int toy_margin(const struct game *game, const void *state) {
    (void)game;
    return (int)(toy_random(state, 3) % 7) - 3;
}

static int toy_moves(const struct game *game, const void *state, move_t *out) {
    if (toy_over(game, state)) return 0;
    int count = 1 + (int)(toy_random(state, 4) % 6);
    for (int i = 0; i < count; i++) out[i] = (move_t)(i * 5);
    return count;
}

static int toy_turn_left(const void *state) {
    (void)state;
    return 1;
}

static void toy_play(const struct game *game, void *state, move_t move) {
    (void)game;
    struct toy *toy = state;
    *toy = (struct toy){(toy->node * 7 + move) % TOY_NODES, toy->ply + 1};
}

static void toy_prepare(const struct evaluator *evaluator, const int32_t *weights, void *prepared) {
    (void)evaluator;
    memcpy(prepared, weights, sizeof *weights);
}

static int32_t toy_eval(const struct evaluator *evaluator, const void *prepared, const void *state,
                        int side) {
    (void)evaluator;
    uint64_t weight = (uint64_t) * (const int32_t *)prepared;
    int32_t value = (int32_t)(toy_random(state, 5 + weight) % 41) - 20;
    return side == 0 ? value : 3 - value;
}

/* Scores follow the next position's value but roughly, with ties; some moves are not plausible. */
static int toy_candidates(const struct evaluator *evaluator, const void *prepared,
                          const void *state, bool all, struct candidate *out) {
    move_t moves[GAME_MOVES_MAX];
    int count = toy_moves(evaluator->game, state, moves), kept = 0;
    for (int i = 0; i < count; i++) {
        struct toy child = *(const struct toy *)state;
        toy_play(evaluator->game, &child, moves[i]);
        if (!all && kept > 0 && toy_random(&child, 6) % 4 == 0) continue;
        int32_t value = toy_eval(evaluator, prepared, &child, toy_side(state));
        out[kept++] = (struct candidate){value / 8, moves[i]};
    }
    return kept;
}

/* All moves at once, by the same functions. */
static struct search_last toy_last_ply(const struct evaluator *evaluator, const void *prepared,
                                       const void *state, int root_side) {
    struct search_last last = {.value = -SCORE_INFINITE, .certain = true};
    move_t moves[GAME_MOVES_MAX];
    last.leaves = toy_moves(evaluator->game, state, moves);
    for (int i = 0; i < last.leaves; i++) {
        struct toy child = *(const struct toy *)state;
        toy_play(evaluator->game, &child, moves[i]);
        bool over = toy_over(evaluator->game, &child);
        int side = toy_side(state), margin = toy_margin(evaluator->game, &child);
        int32_t value =
            over ? search_final_value(margin, side)
                 : toy_eval(evaluator, prepared, &child, root_side) * (side == root_side ? 1 : -1);
        last.certain &= over;
        if (value <= last.value) continue;
        last.value = value;
        last.move = moves[i];
    }
    return last;
}

static bool toy_answers(const struct evaluator *evaluator, const void *prepared, const void *state,
                        int root_side, move_t move, int32_t enough, int32_t *value) {
    move_t moves[GAME_MOVES_MAX];
    int count = toy_moves(evaluator->game, state, moves), i = 0;
    while (i < count && moves[i] != move) i++;
    if (i == count) return false;
    struct toy child = *(const struct toy *)state;
    toy_play(evaluator->game, &child, move);
    *value = toy_eval(evaluator, prepared, &child, root_side);
    if (toy_side(state) != root_side) *value = -*value;
    return *value >= enough && !toy_over(evaluator->game, &child);
}

enum { TOY_IN_COMMON = 7 };
static bool toy_judge(const struct evaluator *evaluator, const void *prepared, const void *state,
                      int root_side, move_t move, int32_t *value) {
    struct toy child = *(const struct toy *)state;
    toy_play(evaluator->game, &child, move);
    *value = toy_eval(evaluator, prepared, &child, root_side);
    if (toy_side(state) != root_side) *value = -*value;
    *value -= TOY_IN_COMMON;
    return !toy_over(evaluator->game, &child);
}

static int32_t toy_in_common(const struct evaluator *evaluator, const void *prepared,
                             const void *state, int root_side) {
    (void)evaluator, (void)prepared, (void)state, (void)root_side;
    return TOY_IN_COMMON;
}

/* The toy's expert: some positions are lost, in some only every other move is no loss. */
static int toy_forced(const struct game *game, const void *state, struct candidate *list, int count,
                      int32_t *value) {
    (void)game;
    int kind = (int)(toy_random(state, 7) % 6), kept = 0;
    *value = -SCORE_WIN - 1;
    if (kind == 0) return 0;
    if (kind > 2) return count;
    for (int i = 0; i < count; i += 2) list[kept++] = list[i];
    return kept;
}

static bool toy_settle(const struct game *game, void *memory, const void *state,
                       const struct search_limits *limits, int32_t *value) {
    (void)game;
    (void)memory;
    *value = SCORE_WIN + limits->leaf_threats;
    return toy_random(state, 8) % 5 == 0;
}

static void *toy_memory_new(const struct game *game, size_t bytes) {
    (void)game;
    return xmalloc(bytes);
}

static void toy_memory_forget(void *memory) {
    (void)memory;
}

static const struct search_setting toy_settings[] = {
    {.name = "leaf-threats",
     .kind = OPTION_INT,
     .offset = offsetof(struct search_limits, leaf_threats),
     .key_salt = 2},
    {0}};

static const struct expert toy_expert = {
    .settings = toy_settings,
    .memory_new = toy_memory_new,
    .memory_free = free,
    .memory_forget = toy_memory_forget,
    .settle = toy_settle,
    .forced = toy_forced,
};

#define TOY_OPS                                                                                    \
    .state_size = sizeof(struct toy), .side = toy_side, .over = toy_over, .margin = toy_margin,    \
    .play = toy_play, .hash = toy_hash, .candidates = toy_candidates, .eval = toy_eval
static const struct search_ops toy_ops = {TOY_OPS};
static const struct search_ops quick_ops = {TOY_OPS,
                                            .ends_show = true,
                                            .last_ply = toy_last_ply,
                                            .answers = toy_answers,
                                            .judge = toy_judge,
                                            .in_common = toy_in_common};
static const struct search_ops expert_ops = {TOY_OPS, .forced = toy_forced};
SEARCH_INSTANCE(toy_search, toy_ops)
SEARCH_INSTANCE(quick_search, quick_ops)
SEARCH_INSTANCE(expert_search, expert_ops)

#define TOY_GAME                                                                                   \
    .name = "toy", .state_size = sizeof(struct toy), .plies_max = TOY_PLIES, .start = toy_start,   \
    .side = toy_side, .over = toy_over, .margin = toy_margin, .moves = toy_moves,                  \
    .play = toy_play, .hash = toy_hash, .turn = 1, .turn_left = toy_turn_left
static const struct game toy_game = {TOY_GAME};
static const struct game expert_game = {TOY_GAME, .expert = &toy_expert};

static const struct param toy_param = {"seed", 0, 0, 1000, SCALE_LINEAR, ""};
#define TOY_EVALUATOR                                                                              \
    .name = "toy", .param_count = 1, .params = &toy_param, .prepared_size = sizeof(int32_t),       \
    .prepare = toy_prepare
#define TOY_EVALUATOR_OPS .eval = toy_eval, .candidates = toy_candidates
static const struct evaluator_ops toy_plays = {TOY_EVALUATOR_OPS, .search = toy_search};
static const struct evaluator_ops quick_plays = {TOY_EVALUATOR_OPS, .search = quick_search};
static const struct evaluator_ops expert_plays = {TOY_EVALUATOR_OPS, .search = expert_search};
static const struct evaluator toy_evaluator = {TOY_EVALUATOR, .game = &toy_game,
                                               .ops = ISA_SAME(toy_plays)};
static const struct evaluator quick_evaluator = {TOY_EVALUATOR, .game = &toy_game,
                                                 .ops = ISA_SAME(quick_plays)};
static const struct evaluator expert_evaluator = {TOY_EVALUATOR, .game = &expert_game,
                                                  .ops = ISA_SAME(expert_plays)};

/* ---- the oracle ------------------------------------------------------------------------------ */

/* Of the expert of the game under test, for what it says of leaves. */
static void *oracle_memory;

/* The rest of a turn has half of it where the evaluator says so. */
static int oracle_width(const struct evaluator *evaluator, const void *state,
                        const struct search_limits *limits) {
    const struct game *game = evaluator->game;
    bool rest = evaluator->width > 0 && game->turn > 1 && game->turn_left(state) < game->turn;
    return rest ? (limits->width + 1) / 2 : limits->width;
}

/* The candidates that the expert (NULL: none) leaves, those of the best score in front, found by
 * full sorting. */
static int sorted_candidates(const struct evaluator *evaluator, const void *prepared,
                             const void *state, const struct search_limits *limits,
                             const struct expert *expert, struct candidate *out, int32_t *value) {
    const struct evaluator_ops *ops = evaluator_ops(evaluator);
    int count = (ops->ranked ? ops->ranked : ops->candidates)(evaluator, prepared, state,
                                                              limits->width == 0, out);
    if (expert && expert->forced) count = expert->forced(evaluator->game, state, out, count, value);
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && out[j].score > out[j - 1].score; j--) {
            struct candidate swapped = out[j];
            out[j] = out[j - 1];
            out[j - 1] = swapped;
        }
    return limits->width == 0 ? count : min_int(count, oracle_width(evaluator, state, limits));
}

static int32_t minimax(const struct evaluator *evaluator, const void *prepared, const void *state,
                       int depth, const struct search_limits *limits, int root_side) {
    const struct game *game = evaluator->game;
    int side = game->side(state), sign = side == 0 ? 1 : -1;
    int32_t value = 0, best = -SCORE_INFINITE;
    if (game->over(game, state)) {
        int margin = sign * game->margin(game, state);
        return margin == 0 ? 0 : margin > 0 ? SCORE_WIN + margin : margin - SCORE_WIN;
    }
    if (depth == 0 && limits->leaf_threats > 0 && game->expert && game->expert->settle &&
        game->expert->settle(game, oracle_memory, state, limits, &value))
        return value;
    if (depth == 0)
        return (side == root_side ? 1 : -1) *
               evaluator_ops(evaluator)->eval(evaluator, prepared, state, root_side);
    struct candidate list[GAME_MOVES_MAX];
    int count = sorted_candidates(evaluator, prepared, state, limits, game->expert, list, &value);
    if (count == 0) return value;
    for (int i = 0; i < count; i++) {
        struct state child;
        memcpy(&child, state, game->state_size);
        game->play(game, &child, list[i].move);
        value = minimax(evaluator, prepared, &child, depth - 1, limits, root_side);
        if (game->side(&child) != side) value = -value;
        best = value > best ? value : best;
    }
    return best;
}

/* The moves of a position with the value that each leads to, for its mover. */
struct oracle {
    int count;
    struct candidate moves[GAME_MOVES_MAX];
};

/* At the root some move must be played, however forced or lost. */
static void ask_oracle(struct oracle *oracle, const struct evaluator *evaluator,
                       const void *prepared, const void *state,
                       const struct search_limits *limits) {
    const struct game *game = evaluator->game;
    int side = game->side(state);
    int32_t lost;
    oracle->count =
        sorted_candidates(evaluator, prepared, state, limits, game->expert, oracle->moves, &lost);
    if (oracle->count == 0)
        oracle->count =
            sorted_candidates(evaluator, prepared, state, limits, NULL, oracle->moves, &lost);
    for (int i = 0; i < oracle->count; i++) {
        struct state child;
        memcpy(&child, state, game->state_size);
        game->play(game, &child, oracle->moves[i].move);
        int32_t value = minimax(evaluator, prepared, &child, limits->depth - 1, limits, side);
        oracle->moves[i].score = game->side(&child) == side ? value : -value;
    }
}

static int32_t oracle_best(const struct oracle *oracle) {
    int32_t best = -SCORE_INFINITE;
    for (int i = 0; i < oracle->count; i++)
        best = oracle->moves[i].score > best ? oracle->moves[i].score : best;
    return best;
}

static int32_t oracle_score(const struct oracle *oracle, move_t move) {
    for (int i = 0; i < oracle->count; i++)
        if (oracle->moves[i].move == move) return oracle->moves[i].score;
    fail_msg("move %d is none of the oracle's", move);
    return 0;
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* Its move leads to the value it promises, and its line is legal. */
static void check_move(const struct game *game, const void *state, const struct oracle *oracle,
                       const struct search_result *result) {
    struct state at;
    memcpy(&at, state, game->state_size);
    assert_in_range(result->pv_length, 1, result->depth);
    assert_int_equal(result->pv[0], result->move);
    assert_int_equal(oracle_score(oracle, result->move), result->score);
    for (int i = 0; i < result->pv_length; i++) {
        assert_true(game_legal(game, &at, result->pv[i]));
        game->play(game, &at, result->pv[i]);
    }
}

static void check_driver(struct search *search, const struct evaluator *evaluator,
                         const void *prepared, const void *state,
                         const struct search_limits *limits, const struct oracle *oracle) {
    struct search_result result;
    evaluator_ops(evaluator)->search(search, evaluator, prepared, state, limits, &result);
    assert_int_equal(result.score, oracle_best(oracle));
    check_move(evaluator->game, state, oracle, &result);
}

enum { SEARCHES = 3 };

/* All drivers find the value, whatever the others left in the table they share. The plain one has
 * no table. */
static void check_searches(struct search *const searches[SEARCHES],
                           const struct evaluator *evaluator, const void *prepared,
                           const void *state, struct search_limits limits) {
    struct oracle oracle;
    ask_oracle(&oracle, evaluator, prepared, state, &limits);
    limits.driver = SEARCH_MINIMAX;
    check_driver(searches[0], evaluator, prepared, state, &limits, &oracle);
    static const enum search_driver drivers[] = {SEARCH_PVS, SEARCH_ALPHABETA, SEARCH_MTDF,
                                                 SEARCH_SSS, SEARCH_DUAL};
    for (size_t i = 0; i < COUNT_OF(drivers); i++)
        for (int j = 0; j < SEARCHES; j++) {
            limits.driver = drivers[i];
            check_driver(searches[j], evaluator, prepared, state, &limits, &oracle);
        }
}

static void random_weights(const struct evaluator *evaluator, struct rng *rng, void *prepared) {
    int32_t *weights = xcalloc((size_t)evaluator->param_count, sizeof *weights);
    for (int i = 0; i < evaluator->param_count; i++) {
        const struct param param = evaluator_param(evaluator, i);
        uint32_t span = (uint32_t)(param.upper - param.lower) + 1;
        weights[i] = param.lower + (int32_t)rng_below(rng, span);
    }
    evaluator->prepare(evaluator, weights, prepared);
    free(weights);
}

/* On large boards threats at leaves take too long for tests. */
static int random_leaf_threats(const struct game *game, struct rng *rng) {
    bool quick = game->expert && game->expert->settle && game->plies_max < 50;
    return quick ? (int)rng_below(rng, 3) : 0;
}

/* Any move, or half of the time the best candidate: threats do not come about by chance. */
static move_t move_to_play(const struct evaluator *evaluator, const void *prepared,
                           const void *state, struct rng *rng) {
    const struct game *game = evaluator->game;
    move_t moves[GAME_MOVES_MAX];
    struct candidate list[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    if (rng_below(rng, 2)) return moves[rng_below(rng, (uint32_t)count)];
    count = evaluator_ops(evaluator)->candidates(evaluator, prepared, state, false, list);
    order_pick(list, 0, count);
    return list[0].move;
}

/* Plays one game with random weights; the searchers search a position of it now and then,
 * without forgetting in between, as a player's does. */
static void check_game(const struct evaluator *evaluator, struct search *const searches[SEARCHES],
                       struct rng *rng, int searched_of_100, int depth_max, int width_min,
                       int width_max) {
    const struct game *game = evaluator->game;
    void *prepared = xmalloc(evaluator->prepared_size);
    random_weights(evaluator, rng, prepared);
    for (int i = 0; i < SEARCHES; i++) search_new_game(searches[i]);
    struct search_limits limits = {
        .width = width_min + (int)rng_below(rng, (uint32_t)(width_max - width_min) + 1)};
    struct state state;
    game->start(game, &state);
    while (!game->over(game, &state)) {
        limits.depth = 1 + (int)rng_below(rng, (uint32_t)depth_max);
        limits.leaf_threats = random_leaf_threats(game, rng);
        if ((int)rng_below(rng, 100) < searched_of_100)
            check_searches(searches, evaluator, prepared, &state, limits);
        game->play(game, &state, move_to_play(evaluator, prepared, &state, rng));
    }
    free(prepared);
}

/* With practically no table, one full of collisions, and a roomy one. */
static void check_games(const struct evaluator *evaluator, int games, int searched_of_100,
                        int depth_max, int width_min, int width_max) {
    struct search *searches[SEARCHES] = {search_new(0), search_new(1 << 9), search_new(1 << 20)};
    const struct expert *expert = evaluator->game->expert;
    oracle_memory = expert ? expert->memory_new(evaluator->game, 1 << 16) : NULL;
    for (int i = 0; i < games; i++) {
        struct rng rng = rng_keyed(1, 0, (uint64_t)i, 0);
        check_game(evaluator, searches, &rng, searched_of_100, depth_max, width_min, width_max);
    }
    if (expert) expert->memory_free(oracle_memory);
    for (int i = 0; i < SEARCHES; i++) search_free(searches[i]);
}

static void the_toy_is_searched_to_its_minimax_value(void **test_state) {
    (void)test_state;
    check_games(&toy_evaluator, 2000, 60, 6, 0, 4);
    check_games(&quick_evaluator, 1000, 60, 6, 0, 1);
    check_games(&expert_evaluator, 2000, 60, 6, 0, 4);
}

static void reversi_is_searched_to_its_minimax_value(void **test_state) {
    (void)test_state;
    check_games(find("reversi", "64"), 120, 12, 4, 0, 4);
    check_games(find("reversi", "10"), 120, 12, 3, 0, 9);
    check_games(find("reversi", "10x3"), 120, 12, 4, 1, 5);
}

static void connect_is_searched_to_its_minimax_value(void **test_state) {
    (void)test_state;
    check_games(find("connect6", NULL), 40, 4, 4, 1, 4);
    check_games(find("connect6", NULL), 8, 4, 2, 0, 0);
    check_games(find("gomoku", NULL), 40, 6, 4, 1, 4);
    check_games(find("gomoku", NULL), 8, 4, 2, 0, 0);
    check_games(find("tictactoe", NULL), 200, 50, 4, 0, 4);
    check_games(find("connect(7,6,4,1,1,exact)", NULL), 40, 20, 4, 1, 5);
    check_games(find("connect(4,4,3,2,1)", NULL), 100, 30, 3, 0, 6);
    check_games(find("connect(7,6,4,3,2)", NULL), 40, 20, 4, 1, 5);
}

/* With a search that updates what it knows of the empty points, which the oracle finds anew. */
static void points_are_searched_to_their_minimax_value(void **test_state) {
    (void)test_state;
    check_games(find_named("gomoku", "points", NULL), 20, 6, 4, 1, 4);
    check_games(find_named("connect6", "points", NULL), 10, 4, 3, 1, 3);
    check_games(find_named("tictactoe", "points", NULL), 100, 50, 4, 0, 4);
    check_games(find_named("connect(4,4,3,2,1)", "points", NULL), 50, 30, 3, 0, 6);
}

/* ---- the drivers, beside each other ---------------------------------------------------------- */

/* The nodes of a driver, over positions of random games. */
static uint64_t count_nodes(const struct evaluator *evaluator, enum search_driver driver, int depth,
                            int width) {
    const struct game *game = evaluator->game;
    const struct search_limits limits = {.depth = depth, .width = width, .driver = driver};
    struct search *search = search_new(1 << 20);
    void *prepared = xmalloc(evaluator->prepared_size);
    struct rng rng = rng_keyed(3, 0, 0, 0);
    uint64_t nodes = 0;
    for (int i = 0; i < 40; i++) {
        random_weights(evaluator, &rng, prepared);
        search_new_game(search);
        struct state state;
        game->start(game, &state);
        for (int ply = 0; ply < i && !game->over(game, &state); ply++) {
            move_t moves[GAME_MOVES_MAX];
            uint32_t count = (uint32_t)game->opening_moves(game, &state, moves);
            game->play(game, &state, moves[rng_below(&rng, count)]);
        }
        if (game->over(game, &state)) continue;
        struct search_result result;
        evaluator_ops(evaluator)->search(search, evaluator, prepared, &state, &limits, &result);
        nodes += result.nodes;
    }
    free(prepared);
    search_free(search);
    return nodes;
}

/* Each saves nodes in comparison with the one before. */
static void check_nodes(const struct evaluator *evaluator, int depth, int width) {
    uint64_t all = count_nodes(evaluator, SEARCH_MINIMAX, depth, width);
    uint64_t alphabeta = count_nodes(evaluator, SEARCH_ALPHABETA, depth, width);
    uint64_t pvs = count_nodes(evaluator, SEARCH_PVS, depth, width);
    assert_true(alphabeta < all / 2);
    assert_true(pvs <= alphabeta);
    assert_true(count_nodes(evaluator, SEARCH_MTDF, depth, width) < all / 2);
    assert_true(count_nodes(evaluator, SEARCH_SSS, depth, width) < all / 2);
    assert_true(count_nodes(evaluator, SEARCH_DUAL, depth, width) < all / 2);
}

static void drivers_save_nodes(void **test_state) {
    (void)test_state;
    check_nodes(find("reversi", "64"), 4, 0);
    check_nodes(find("connect6", NULL), 5, 4);
    check_nodes(find("connect(5,4,4,1,1)", NULL), 4, 0);
}

/* ---- promises other than the value ----------------------------------------------------------- */

static struct search_result toy_result(struct search *search, int32_t weight, uint32_t node,
                                       const struct search_limits *limits) {
    struct toy toy = {node, 0};
    struct search_result result;
    memset(&result, 0, sizeof result);
    toy_search(search, &toy_evaluator, &weight, &toy, limits, &result);
    return result;
}

static void assert_same_result(const struct search_result *a, const struct search_result *b) {
    assert_int_equal(a->move, b->move);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->pv_length, b->pv_length);
    assert_memory_equal(a->pv, b->pv, (size_t)a->pv_length * sizeof *a->pv);
}

static void a_new_game_forgets(void **test_state) {
    (void)test_state;
    struct search_limits limits = {.depth = 7};
    struct search *used = search_new(1 << 12);
    for (uint32_t node = 0; node < TOY_NODES; node++) {
        struct search *fresh = search_new(1 << 12);
        struct search_result first = toy_result(fresh, 1, node, &limits);
        for (uint32_t other = 0; other < 5; other++) toy_result(used, 2, other, &limits);
        search_new_game(used);
        struct search_result again = toy_result(used, 1, node, &limits);
        assert_same_result(&first, &again);
        search_free(fresh);
    }
    search_free(used);
}

/* The numbers of games in the table begin anew after some thousands. */
static void thousands_of_games_do_not_mix(void **test_state) {
    (void)test_state;
    struct search_limits limits = {.depth = 5};
    struct search *fresh = search_new(1 << 8), *used = search_new(1 << 8);
    for (uint32_t i = 0; i < 9000; i++) {
        uint32_t node = i % 7 % TOY_NODES;
        struct search_result first = toy_result(fresh, 1, node, &limits);
        struct search_result again = toy_result(used, 1, node, &limits);
        assert_same_result(&first, &again);
        search_new_game(used);
        search_free(fresh);
        fresh = search_new(1 << 8);
    }
    search_free(fresh);
    search_free(used);
}

/* What the last game of that number left is not taken for this one's. */
static void games_of_the_same_number_do_not_mix(void **test_state) {
    (void)test_state;
    struct search_limits limits = {.depth = 7};
    for (uint32_t node = 0; node < 10; node++) {
        struct search *fresh = search_new(1 << 8), *used = search_new(1 << 8);
        toy_result(used, 2, node + 1, &limits);
        for (int i = 0; i <= TT_STAMP_MAX >> TT_AGE_BITS; i++) search_new_game(used);
        struct search_result first = toy_result(fresh, 1, node, &limits);
        struct search_result again = toy_result(used, 1, node, &limits);
        assert_same_result(&first, &again);
        search_free(fresh);
        search_free(used);
    }
}

/* The next depth was broken off after it had found something better, or the first move's value. */
static void check_unfinished(const struct search_result *result,
                             const struct search_result *finished) {
    struct search_limits deeper = {.depth = finished->depth + 1};
    struct toy toy = {5, 0};
    struct oracle oracle;
    int32_t weight = 1;
    ask_oracle(&oracle, &toy_evaluator, &weight, &toy, &deeper);
    assert_int_equal(result->score, oracle_score(&oracle, result->move));
    assert_true(result->score >= oracle_score(&oracle, finished->move));
    assert_int_equal(result->pv[0], result->move);
}

/* The last depth that was finished within the nodes decides, the first one in any case, unless the
 * next has found better. */
static void the_last_depth_within_the_nodes_decides(void **test_state) {
    (void)test_state;
    int unfinished = 0;
    for (uint64_t nodes = 1; nodes < 400; nodes++) {
        struct search *search = search_new(1 << 12);
        struct search_limits limits = {.depth = 8, .nodes = nodes};
        struct search_result result = toy_result(search, 1, 5, &limits);
        search_new_game(search);
        struct search_limits to_there = {.depth = result.depth, .nodes = 1 << 20};
        struct search_result finished = toy_result(search, 1, 5, &to_there);
        assert_true(result.depth >= 1);
        assert_true(finished.nodes <= nodes || result.depth == 1);
        assert_true(result.nodes <= nodes || result.depth == 1);
        if (result.move != finished.move || result.score != finished.score) {
            check_unfinished(&result, &finished);
            unfinished++;
        }
        search_free(search);
    }
    assert_true(unfinished > 0);
}

/* A spent time limit still gives the move of the first iteration. */
static void a_spent_time_limit_gives_a_move(void **test_state) {
    (void)test_state;
    struct search *search = search_new(1 << 12);
    for (uint32_t node = 0; node < TOY_NODES; node++) {
        struct search_limits limits = {.depth = SEARCH_DEPTH_MAX, .seconds = 1e-9};
        assert_int_not_equal(toy_result(search, 1, node, &limits).move, MOVE_NONE);
    }
    search_free(search);
}

/* Once the soft limit is over, no depth is begun; the hard one alone lets them go on. */
static void a_soft_limit_begins_no_depth(void **test_state) {
    (void)test_state;
    struct search *search = search_new(1 << 12);
    for (uint32_t node = 0; node < TOY_NODES; node++) {
        struct search_limits limits = {.depth = 3, .seconds = 1e6, .soft_seconds = 1e-9};
        assert_int_equal(toy_result(search, 1, node, &limits).depth, 1);
        limits.soft_seconds = 0;
        struct search_result result = toy_result(search, 1, node, &limits);
        assert_true(result.depth == 3 || abs(result.score) >= SCORE_WIN);
    }
    search_free(search);
}

/* A move that wins at once is played at once; without a clock the depth asked for is searched. */
static void decided_games_take_no_time(void **test_state) {
    (void)test_state;
    const struct evaluator *evaluator = find("gomoku", NULL);
    struct error error;
    struct state state;
    assert_int_equal(game_parse(evaluator->game, "h8 a1 i8 c1 j8 e1 k8 a15", &state, &error), 0);
    struct search *search = search_new(1 << 12);
    void *prepared = xmalloc(evaluator->prepared_size);
    struct rng rng = rng_keyed(2, 0, 0, 0);
    random_weights(evaluator, &rng, prepared);
    struct search_limits limits = {.depth = 3, .width = 3};
    struct search_result result;
    evaluator_ops(evaluator)->search(search, evaluator, prepared, &state, &limits, &result);
    assert_int_equal(result.depth, 3);
    limits.seconds = 1e6;
    evaluator_ops(evaluator)->search(search, evaluator, prepared, &state, &limits, &result);
    assert_int_equal(result.depth, 1);
    assert_true(result.score > SCORE_WIN);
    free(prepared);
    search_free(search);
}

/* When every line has been searched to the end of the game, more depth is not spent. */
static void a_search_stops_at_the_end_of_the_game(void **test_state) {
    (void)test_state;
    struct search *search = search_new(1 << 16);
    struct search_limits limits = {.depth = SEARCH_DEPTH_MAX};
    struct search_result result = toy_result(search, 1, 5, &limits);
    assert_in_range(result.depth, 1, TOY_PLIES + 1); /* in steps of two */
    search_free(search);
}

/* Leaving out the best moves found so far ranks all root moves, each with its own value. */
static void leaving_out_the_best_ranks_the_moves(void **test_state) {
    (void)test_state;
    struct search *search = search_new(1 << 16);
    int32_t weight = 3;
    for (uint32_t node = 0; node < TOY_NODES; node++) {
        struct toy toy = {node, 0};
        struct oracle oracle;
        ask_oracle(&oracle, &toy_evaluator, &weight, &toy, &(struct search_limits){.depth = 4});
        move_t found[GAME_MOVES_MAX];
        int32_t last = SCORE_INFINITE;
        for (int i = 0; i < oracle.count; i++) {
            struct search_limits limits = {.depth = 4,
                                           .driver = (enum search_driver)(node % 4),
                                           .except = found,
                                           .except_count = i};
            struct search_result result = toy_result(search, weight, node, &limits);
            check_move(&toy_game, &toy, &oracle, &result);
            for (int j = 0; j < i; j++) assert_int_not_equal(result.move, found[j]);
            assert_true(result.score <= last);
            last = result.score;
            found[i] = result.move;
        }
    }
    search_free(search);
}

/* Forced replies and widths leave out moves, but not the last ones that may be played. */
static void the_last_forced_replies_may_be_played(void **test_state) {
    (void)test_state;
    struct search *search = search_new(1 << 16);
    int32_t weight = 3;
    for (uint32_t node = 0; node < TOY_NODES; node++) {
        struct toy toy = {node, 0};
        move_t moves[GAME_MOVES_MAX], found[GAME_MOVES_MAX];
        int count = toy_moves(&toy_game, &toy, moves);
        for (int i = 0; i < count; i++) {
            struct search_limits limits = {.depth = 3,
                                           .driver = (enum search_driver)(node % 4),
                                           .width = (int)(node % 3),
                                           .except = found,
                                           .except_count = i};
            struct search_result result;
            expert_search(search, &expert_evaluator, &weight, &toy, &limits, &result);
            for (int j = 0; j < i; j++) assert_int_not_equal(result.move, found[j]);
            found[i] = result.move;
        }
    }
    search_free(search);
}

/* Reductions begin at depth 4. They save nodes, and the value is no longer minimax's. */
static void reductions_save_nodes(void **test_state) {
    (void)test_state;
    const struct evaluator *evaluator = find("reversi", "64");
    const struct game *game = evaluator->game;
    struct search *search = search_new(1 << 20), *exact = search_new(1 << 20);
    void *prepared = xmalloc(evaluator->prepared_size);
    struct rng rng = rng_keyed(4, 0, 0, 0);
    random_weights(evaluator, &rng, prepared);
    uint64_t nodes[2] = {0};
    struct state state;
    move_t moves[GAME_MOVES_MAX];
    for (game->start(game, &state); !game->over(game, &state);) {
        for (int depth = 3; depth <= 8; depth += 5) {
            struct search_result results[2], alone;
            for (int reduce = 1; reduce >= 0; reduce--) {
                struct search_limits limits = {.depth = depth, .reduce = reduce};
                evaluator_ops(evaluator)->search(search, evaluator, prepared, &state, &limits,
                                                 &results[reduce]);
                assert_true(game_legal(game, &state, results[reduce].move));
                nodes[reduce] += results[reduce].nodes;
            }
            if (depth == 3) assert_int_equal(results[0].score, results[1].score);
            struct search_limits limits = {.depth = depth};
            evaluator_ops(evaluator)->search(exact, evaluator, prepared, &state, &limits, &alone);
            assert_int_equal(results[0].score, alone.score);
        }
        uint32_t count = (uint32_t)game->moves(game, &state, moves);
        game->play(game, &state, moves[rng_below(&rng, count)]);
    }
    assert_true(nodes[1] < nodes[0] / 4 * 3);
    free(prepared);
    search_free(search);
    search_free(exact);
}

static void shipped_player(const char *path, struct player *player) {
    struct weights champion;
    struct error error;
    if (weights_load(path, &champion, &error) != 0) fail_msg("%s", error.text);
    player_init(player, champion.evaluator, champion.values, &(struct search_limits){0}, 0);
    weights_free(&champion);
}

/* Of patterns, whose values are in discs. */
static void disc_player(struct player *player) {
    shipped_player("results/champions/reversi-patterns-fit.weights", player);
}

static void play_random_plies(const struct game *game, uint64_t number, int plies,
                              struct state *out) {
    struct rng rng = rng_keyed(6, 0, number, 0);
    move_t moves[GAME_MOVES_MAX];
    game->start(game, out);
    for (int ply = 0; ply < plies && !game->over(game, out); ply++)
        game->play(game, out, moves[rng_below(&rng, (uint32_t)game->moves(game, out, moves))]);
}

/* The nodes of 12 positions at depth 8, of which that share is left by --reduce. */
static double share_left(struct player *player, struct search *search, int plies) {
    uint64_t nodes[2] = {0};
    for (uint64_t i = 0; i < 12; i++) {
        struct state state;
        play_random_plies(player->evaluator->game, i, plies, &state);
        for (int reduce = 0; reduce < 2; reduce++) {
            struct search_result result;
            player->limits = (struct search_limits){.depth = 8, .reduce = reduce};
            search_new_game(search);
            player_move(player, search, &state, NULL, &result);
            nodes[reduce] += result.nodes;
        }
    }
    return (double)nodes[1] / (double)nodes[0];
}

/* Where values are in discs, looks and searches of half the depth decide many nodes of a deep one:
 * reductions alone leave more than a quarter. Values change less early in the game, so more is
 * decided there. */
static void clear_positions_are_not_searched_deep(void **test_state) {
    (void)test_state;
    struct search *search = search_new(1 << 20);
    struct player player;
    disc_player(&player);
    double early = share_left(&player, search, 20), late = share_left(&player, search, 40);
    assert_true(early < 0.12); /* 0.131 with the same doubt all game, 0.170 if no looks are clear */
    assert_true(late > 1.05 * early); /* 0.83 with the same doubt */
    player_destroy(&player);
    search_free(search);
}

/* A search as `limits` say of a position by a new table. */
static struct search_result search_anew(struct search *search, const struct player *player,
                                        const struct state *state, struct search_limits limits) {
    struct search_result result;
    search_new_game(search);
    evaluator_ops(player->evaluator)
        ->search(search, player->evaluator, player->prepared, state, &limits, &result);
    return result;
}

/* What a way to search positions of the middle of games finds of them. */
struct found {
    double squares; /* of its values less those of whole searches, in discs, the mean */
    double nodes;
};

/* Of positions of so many plies, and somewhat more. */
static struct found found_by(int positions, int plies, struct search_limits limits) {
    struct search *search = search_new(4 << 20);
    struct player player;
    struct found found = {0, 0};
    disc_player(&player);
    for (uint64_t i = 0; i < (uint64_t)positions; i++) {
        struct state state;
        play_random_plies(player.evaluator->game, i, plies + (int)i / 2, &state);
        struct search_limits whole = {.depth = limits.depth};
        double value = search_anew(search, &player, &state, whole).score;
        struct search_result result = search_anew(search, &player, &state, limits);
        assert_int_equal(result.depth, limits.depth);
        found.squares += pow((result.score - value) / player.evaluator->disc, 2) / positions;
        found.nodes += (double)result.nodes;
    }
    player_destroy(&player);
    search_free(search);
    return found;
}

/* From 30000 nodes on, whatever the time, a search cuts less, and is nearer to what a search
 * without cuts finds. */
static void long_searches_prune_less(void **test_state) {
    (void)test_state;
    struct search_limits limits = {.depth = 6, .reduce = true, .nodes = 29999};
    struct found usual = found_by(40, 16, limits);
    limits.seconds = 1e5;
    assert_true(found_by(40, 16, limits).nodes == usual.nodes);
    limits.nodes = 30000, limits.seconds = 0;
    struct found longer = found_by(40, 16, limits);
    assert_true(longer.squares < 0.3 * usual.squares);
    assert_true(longer.nodes > 1.2 * usual.nodes && longer.nodes < 2 * usual.nodes);
}

/* The same from 12 plies on, where nodes have no limit. */
static void searches_of_twelve_plies_are_long(void **test_state) {
    (void)test_state;
    struct found usual = found_by(10, 36, (struct search_limits){.depth = 10, .reduce = true});
    struct found longer = found_by(10, 36, (struct search_limits){.depth = 12, .reduce = true});
    assert_true(longer.squares < 0.6 * usual.squares);
    assert_true(longer.nodes < 3.3 * usual.nodes); /* 4.1 if half the depth is asked everywhere */
}

/* The probes of ProbCut in long searches are neither reduced nor cut. */
static void long_searches_probe_by_minimax(void **test_state) {
    (void)test_state;
    struct search *search = search_new(1 << 20);
    struct player player;
    double nodes[15] = {0};
    disc_player(&player);
    for (int depth = 12; depth <= 14; depth += 2)
        for (uint64_t i = 0; i < 3; i++) {
            struct state state;
            const struct search_limits limits = {.depth = depth, .reduce = true};
            play_random_plies(player.evaluator->game, i, 20, &state);
            nodes[depth] += (double)search_anew(search, &player, &state, limits).nodes;
        }
    assert_true(nodes[14] < 2.4 * nodes[12]); /* 2.9 if it is */
    player_destroy(&player);
    search_free(search);
}

/* With three plies left nothing is reduced, and nothing is cut without null windows, so that only
 * the order of moves differs where they are not judged: then the value is the same, of other nodes,
 * and not many more of them. In the order of the board it takes 1.5 times as many. */
static void the_last_plies_are_ordered_quickly(void **test_state) {
    (void)test_state;
    struct search *search = search_new(1 << 20);
    struct player player;
    disc_player(&player);
    uint64_t nodes[2] = {0};
    for (uint64_t i = 0; i < 100; i++) {
        struct state state;
        struct search_result results[2];
        play_random_plies(player.evaluator->game, i, 10 + (int)i / 2, &state);
        if (player.evaluator->game->over(player.evaluator->game, &state)) continue;
        for (int reduce = 0; reduce < 2; reduce++) {
            const struct search_limits limits = {
                .depth = 3, .driver = SEARCH_ALPHABETA, .reduce = reduce};
            results[reduce] = search_anew(search, &player, &state, limits);
            nodes[reduce] += results[reduce].nodes;
        }
        assert_int_equal(results[0].score, results[1].score);
    }
    double share = (double)nodes[1] / (double)nodes[0];
    assert_true(share > 1.01 && share < 1.15);
    player_destroy(&player);
    search_free(search);
}

/* What a search of more plies has found of a position is used where values need not be those of
 * minimax, if both depths are even; it is not where they must. */
static void deeper_results_serve_reduced_searches(void **test_state) {
    (void)test_state;
    struct search *search = search_new(1 << 22);
    struct player player;
    disc_player(&player);
    for (int reduce = 0; reduce < 2; reduce++) {
        uint64_t fresh = 0, after = 0;
        for (uint64_t i = 0; i < 12; i++) {
            struct state state;
            struct search_result result, again;
            play_random_plies(player.evaluator->game, i, 20, &state);
            search_new_game(search);
            player.limits = (struct search_limits){.depth = 6, .reduce = reduce};
            player_move(&player, search, &state, NULL, &result);
            fresh += result.nodes;
            search_new_game(search);
            player.limits.depth = 8;
            player_move(&player, search, &state, NULL, &again);
            player.limits.depth = 6;
            player_move(&player, search, &state, NULL, &again);
            after += again.nodes;
            if (!reduce) assert_int_equal(again.score, result.score);
        }
        if (reduce)
            assert_true(after < fresh / 4); /* half without */
        else
            assert_true(after > fresh / 2);
    }
    player_destroy(&player);
    search_free(search);
}

static void play_moves(const struct game *game, const char *text, struct state *out) {
    char moves[128];
    snprintf(moves, sizeof moves, "%s", text);
    game->start(game, out);
    for (char *rest, *word = strtok_r(moves, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        move_t move;
        assert_true(game->move_parse(game, word, &move) > 0);
        game->play(game, out, move);
    }
}

/* The nodes until a win of the side to move is seen, depth by depth, with late moves reduced. */
static uint64_t nodes_to_win(struct player *player, struct search *search, const char *text) {
    uint64_t nodes = 0;
    struct search_result result = {0};
    struct state state;
    play_moves(player->evaluator->game, text, &state);
    search_new_game(search);
    for (int depth = 2; result.score < SCORE_WIN && depth <= 8; depth += 2) {
        player->limits = (struct search_limits){
            .depth = depth, .reduce = true, .width = 24, .threats = 15, .defend = 12};
        player_move(player, search, &state, NULL, &result);
        nodes += result.nodes;
    }
    assert_true(result.score >= SCORE_WIN);
    return nodes;
}

/* Positions of gomoku games against PentaZen: reductions grow with depth and index, and the fewer
 * plies are left, the fewer moves are searched (351353 nodes with 24 of them everywhere). */
static void wins_are_seen_with_few_nodes(void **test_state) {
    (void)test_state;
    static const char *const positions[] = {
        "g12 g9 i9 i6 h12 i12 g11 h10 i11 g14 j10 k9",
        "g12 g9 i9 i6 h12 f10 f12 i12 h10 g11 h11 h9",
        "e10 j7 e6 g9 c8 b9 d9 b7 e8 b8 b10 b5",
        "l4 e10 h7 j8 k4 j4 k5 k3 j5 i6 i5 h5",
    };
    struct search *search = search_new(1 << 24);
    struct player player;
    uint64_t nodes = 0;
    shipped_player("results/champions/gomoku-roads.weights", &player);
    for (size_t i = 0; i < COUNT_OF(positions); i++)
        nodes += nodes_to_win(&player, search, positions[i]);
    assert_true(nodes < 90000); /* 95391 with a pair of plies less at most */
    player_destroy(&player);
    search_free(search);
}

/* What loses after the few moves that a shallow search looks at need not be lost: so deep that none
 * is left out any more, the same table serves what an exact search finds. Alpha-beta has no late
 * moves, which would make it shallow again. */
static void what_was_left_out_is_no_proof(void **test_state) {
    (void)test_state;
    const struct evaluator *evaluator = find("connect(4,4,3,1,1)", NULL);
    const struct game *game = evaluator->game;
    struct search *search = search_new(1 << 20), *exact = search_new(1 << 20);
    void *prepared = xmalloc(evaluator->prepared_size);
    struct search_limits narrow = {
        .depth = 60, .driver = SEARCH_ALPHABETA, .reduce = true, .width = 24};
    struct search_limits whole = {.depth = 20, .width = 24};
    for (uint64_t i = 0; i < 300; i++) {
        struct rng rng = rng_keyed(8, 0, i, 0);
        struct search_result found, known;
        struct state state;
        random_weights(evaluator, &rng, prepared);
        play_random_plies(game, i, 2 + (int)(i % 5), &state);
        if (game->over(game, &state)) continue;
        evaluator_ops(evaluator)->search(search, evaluator, prepared, &state, &narrow, &found);
        evaluator_ops(evaluator)->search(exact, evaluator, prepared, &state, &whole, &known);
        assert_int_equal(found.score, known.score);
    }
    free(prepared);
    search_free(search);
    search_free(exact);
}

/* What a search says of a position's result. */
struct claims {
    int proved, expected; /* results of the first kind, wins and losses of the second */
};

/* Initial weights but for Reversi, where only values in discs have nodes cut off. */
static void claiming_player(const char *name, struct player *player) {
    if (strcmp(name, "reversi") == 0) {
        disc_player(player);
        return;
    }
    const struct evaluator *evaluator = find(name, NULL);
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    evaluator_initial(evaluator, weights);
    player_init(player, evaluator, weights, &(struct search_limits){0}, 0);
    free(weights);
}

static void check_claim(const struct game *game, const struct search_result *found, int32_t known) {
    if (!found->proved) return;
    if (game->counted || found->score == 0)
        assert_int_equal(found->score, known);
    else
        assert_true(found->score > 0 ? known > 0 : known < 0);
}

/* What is proved of positions of so many random plies is the result, or where nothing is counted a
 * win that is one. */
static void check_claims(const struct player *player, int plies, struct search_limits limits,
                         struct claims *claims) {
    const struct game *game = player->evaluator->game;
    struct search *search = search_new(1 << 20);
    const struct search_limits whole = {.depth = SEARCH_DEPTH_MAX};
    for (uint64_t i = 0; i < 100; i++) {
        struct state state;
        play_random_plies(game, i, plies, &state);
        if (game->over(game, &state)) continue;
        struct search_result found = search_anew(search, player, &state, limits),
                             known = search_anew(search, player, &state, whole);
        assert_true(known.proved);
        check_claim(game, &found, known.score);
        claims->proved += found.proved;
        claims->expected += !found.proved && abs(found.score) >= SCORE_WIN;
    }
    search_free(search);
}

/* In searches that were broken off, and in those that reduce, some wins and losses are proved and
 * others expected; where points are counted, none before every end was seen. */
static void what_is_called_proved_is_the_result(void **test_state) {
    (void)test_state;
    static const struct {
        const char *name;
        int plies;
    } games[] = {{"reversi", 52}, {"connect(4,4,3,1,1)", 3}, {"hex(3)", 3}};
    for (size_t g = 0; g < COUNT_OF(games); g++) {
        struct claims limited = {0}, whole = {0}, narrow = {0};
        struct player player;
        claiming_player(games[g].name, &player);
        for (int reduce = 0; reduce < 2; reduce++) {
            struct search_limits limits = {.depth = SEARCH_DEPTH_MAX, .reduce = reduce};
            check_claims(&player, games[g].plies, limits, &whole);
            for (limits.nodes = 10; limits.nodes < 10000; limits.nodes *= 3)
                check_claims(&player, games[g].plies, limits, &limited);
            limits.width = 3;
            check_claims(&player, games[g].plies, limits, &narrow);
        }
        assert_int_equal(whole.expected, 0);
        assert_true(limited.proved > 0 && limited.expected > 0);
        assert_true(narrow.proved == 0 && narrow.expected > 0);
        player_destroy(&player);
    }
}

/* The weights are the root player's, so what one side's search left in the table must not serve
 * the other's, nor a search of another width. */
static void views_do_not_mix(void **test_state) {
    (void)test_state;
    struct search *search = search_new(1 << 16);
    int32_t weight = 3;
    for (uint32_t node = 0; node < TOY_NODES; node++)
        for (uint32_t ply = 0; ply < 3; ply++) {
            struct toy toy = {node, ply};
            if (toy_over(&toy_game, &toy)) continue;
            for (int width = 0; width < 4; width++) {
                struct search_limits limits = {.depth = 4, .width = width};
                struct oracle oracle;
                ask_oracle(&oracle, &toy_evaluator, &weight, &toy, &limits);
                check_driver(search, &toy_evaluator, &weight, &toy, &limits, &oracle);
            }
        }
    search_free(search);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_toy_is_searched_to_its_minimax_value),
        cmocka_unit_test(reversi_is_searched_to_its_minimax_value),
        cmocka_unit_test(connect_is_searched_to_its_minimax_value),
        cmocka_unit_test(points_are_searched_to_their_minimax_value),
        cmocka_unit_test(drivers_save_nodes),
        cmocka_unit_test(a_new_game_forgets),
        cmocka_unit_test(thousands_of_games_do_not_mix),
        cmocka_unit_test(games_of_the_same_number_do_not_mix),
        cmocka_unit_test(the_last_depth_within_the_nodes_decides),
        cmocka_unit_test(a_spent_time_limit_gives_a_move),
        cmocka_unit_test(a_soft_limit_begins_no_depth),
        cmocka_unit_test(decided_games_take_no_time),
        cmocka_unit_test(a_search_stops_at_the_end_of_the_game),
        cmocka_unit_test(views_do_not_mix),
        cmocka_unit_test(leaving_out_the_best_ranks_the_moves),
        cmocka_unit_test(the_last_forced_replies_may_be_played),
        cmocka_unit_test(reductions_save_nodes),
        cmocka_unit_test(clear_positions_are_not_searched_deep),
        cmocka_unit_test(long_searches_prune_less),
        cmocka_unit_test(searches_of_twelve_plies_are_long),
        cmocka_unit_test(long_searches_probe_by_minimax),
        cmocka_unit_test(the_last_plies_are_ordered_quickly),
        cmocka_unit_test(deeper_results_serve_reduced_searches),
        cmocka_unit_test(wins_are_seen_with_few_nodes),
        cmocka_unit_test(what_was_left_out_is_no_proof),
        cmocka_unit_test(what_is_called_proved_is_the_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
