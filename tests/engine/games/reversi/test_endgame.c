/*
 * The endgame solver against plain search by the rules; stable discs against all ways to go on;
 * each instruction set against the portable one; published results.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/isa.h"
#include "engine/game/expert.h"
#include "engine/games/reversi/rules.h"
#include "engine/games/reversi/stability.h"
#include "engine/search/player.h"
#include "tests/find.h"

enum { MEMORY_BYTES = 1 << 20 };
static const struct expert *const expert = &reversi_endgame;
static const struct game *game;

static int game_find(void **test_state) {
    (void)test_state;
    game = find("reversi", NULL)->game;
    return 0;
}

static int empties_of(const struct reversi *board) {
    return reversi_empties(board->own, board->opp);
}

/* Random play from the start to so many empty squares. False: the game ended before. */
static bool random_play(struct rng *rng, int empties, struct reversi *board) {
    move_t moves[GAME_MOVES_MAX];
    game->start(game, board);
    while (!game->over(game, board)) {
        if (empties_of(board) == empties) return true;
        int count = game->moves(game, board, moves);
        game->play(game, board, moves[rng_below(rng, (uint32_t)count)]);
    }
    return false;
}

static struct reversi random_position(struct rng *rng, int empties) {
    struct reversi board;
    while (!random_play(rng, empties, &board)) continue;
    return board;
}

/* Any discs on any squares: ends by wipe-out, passes and draws are frequent. */
static bool random_fill(struct rng *rng, int empties, struct reversi *board) {
    *board = (struct reversi){.side = rng_below(rng, 2)};
    uint32_t share = 1u << rng_below(rng, 7); /* of 65 */
    uint64_t empty = 0;
    while (reversi_count(empty) < empties) empty |= UINT64_C(1) << rng_below(rng, 64);
    for (int square = 0; square < REVERSI_SQUARES; square++) {
        uint64_t bit = UINT64_C(1) << square;
        if (empty & bit) continue;
        *(rng_below(rng, 65) < share ? &board->own : &board->opp) |= bit;
    }
    return !game->over(game, board);
}

static struct reversi position_of(struct rng *rng, int empties) {
    struct reversi board;
    while (!(rng_below(rng, 2) ? random_play(rng, empties, &board)
                               : random_fill(rng, empties, &board)))
        continue;
    return board;
}

/* The result for the side to move, by the rules alone. */
static int oracle(const struct reversi *board) {
    if (game->over(game, board)) {
        int margin = game->margin(game, board);
        return board->side == 0 ? margin : -margin;
    }
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, board, moves), best = -65;
    for (int i = 0; i < count; i++) {
        struct reversi child = *board;
        game->play(game, &child, moves[i]);
        best = max_int(best, -oracle(&child));
    }
    return best;
}

static int difference_of(int32_t score) {
    return score == 0 ? 0 : score > 0 ? score - SCORE_WIN : score + SCORE_WIN;
}

static struct search_result solved(void *memory, const struct reversi *board) {
    const struct search_limits limits = {.endgame = 60};
    struct search_result result;
    assert_true(expert->solve(game, memory, board, &limits, &result));
    return result;
}

static struct search_result solved_anew(void *memory, const struct reversi *board) {
    expert->memory_forget(memory);
    return solved(memory, board);
}

/* Plays the line by the rules; where it ends. */
static struct reversi check_moves(const struct reversi *board, const struct search_result *result) {
    struct reversi end = *board;
    assert_int_equal(result->pv[0], result->move);
    for (int i = 0; i < result->pv_length; i++) {
        assert_true(game_legal(game, &end, result->pv[i]));
        game->play(game, &end, result->pv[i]);
    }
    return end;
}

/* Plays the line and finds the promised result at its end; how many squares then are empty. */
static int check_line(const struct reversi *board, const struct search_result *result) {
    struct reversi end = check_moves(board, result);
    assert_true(game->over(game, &end));
    int margin = game->margin(game, &end);
    assert_int_equal(board->side == 0 ? margin : -margin, difference_of(result->score));
    return empties_of(&end);
}

static void every_result_is_that_of_plain_search(void **test_state) {
    (void)test_state;
    static const int counts[] = {0, 300, 400, 500, 500, 500, 500, 500, 300, 100};
    void *memory = expert->memory_new(game, MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 1, 0, 0);
    int wipe_outs = 0, draws = 0, early = 0, passes = 0;
    for (int empties = 1; empties < (int)COUNT_OF(counts); empties++) {
        for (int i = 0; i < counts[empties]; i++) {
            struct reversi board = position_of(&rng, empties);
            struct search_result result = solved(memory, &board);
            int expected = oracle(&board);
            assert_int_equal(difference_of(result.score), expected);
            assert_int_equal(result.depth, empties);
            early += check_line(&board, &result) > 0;
            wipe_outs += abs(expected) == 64;
            draws += expected == 0;
            passes += result.move == REVERSI_PASS;
        }
    }
    assert_true(wipe_outs > 20 && draws > 20 && early > 20 && passes > 20);
    expert->memory_free(memory);
}

/* Long searches use what short ones do not: memory and order. */
static void longer_searches_agree_with_their_children(void **test_state) {
    (void)test_state;
    void *memory = expert->memory_new(game, MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 2, 0, 0);
    for (int i = 0; i < 60; i++) {
        struct reversi board = position_of(&rng, 11 + i % 3);
        struct search_result result = solved_anew(memory, &board);
        check_line(&board, &result);
        move_t moves[GAME_MOVES_MAX];
        int count = game->moves(game, &board, moves), best = -65;
        for (int m = 0; m < count; m++) {
            struct reversi child = board;
            game->play(game, &child, moves[m]);
            int margin = game->margin(game, &child) * (child.side == 0 ? 1 : -1);
            int value = game->over(game, &child) ? margin
                                                 : difference_of(solved_anew(memory, &child).score);
            best = max_int(best, -value);
        }
        assert_int_equal(difference_of(result.score), best);
    }
    expert->memory_free(memory);
}

static void check_equal(const struct search_result *a, const struct search_result *b) {
    assert_int_equal(a->move, b->move);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->pv_length, b->pv_length);
    assert_memory_equal(a->pv, b->pv, (size_t)a->pv_length * sizeof(move_t));
}

/* The same position with the colours exchanged. */
static void both_colours_are_treated_alike(void **test_state) {
    (void)test_state;
    void *memory = expert->memory_new(game, MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 3, 0, 0);
    for (int i = 0; i < 200; i++) {
        struct reversi board = position_of(&rng, 9);
        struct search_result first = solved_anew(memory, &board);
        board.side ^= 1;
        struct search_result second = solved_anew(memory, &board);
        check_equal(&first, &second);
    }
    expert->memory_free(memory);
}

static void all_instruction_sets_do_the_same(void **test_state) {
    (void)test_state;
    void *memory = expert->memory_new(game, MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 4, 0, 0);
    enum isa used = isa_current();
    for (int i = 0; i < 300; i++) {
        struct reversi board = position_of(&rng, 1 + i % 14);
        isa_set(ISA_PORTABLE);
        struct search_result expected = solved_anew(memory, &board);
        for (enum isa isa = ISA_AVX2; isa < ISA_COUNT; isa++) {
            if (!isa_available(isa)) continue;
            isa_set(isa);
            struct search_result result = solved_anew(memory, &board);
            check_equal(&result, &expected);
        }
    }
    isa_set(used);
    expert->memory_free(memory);
}

static void forgetting_is_being_new(void **test_state) {
    (void)test_state;
    void *memory = expert->memory_new(game, MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 5, 0, 0);
    struct reversi boards[8];
    struct search_result results[8];
    for (int i = 0; i < 8; i++) {
        boards[i] = position_of(&rng, 13);
        results[i] = solved(memory, &boards[i]);
    }
    /* Far more than the numbers of an era go. */
    for (int i = 0; i < 70000; i++) expert->memory_forget(memory);
    void *fresh = expert->memory_new(game, MEMORY_BYTES);
    for (int i = 0; i < 8; i++) {
        struct search_result again = solved(memory, &boards[i]), new = solved(fresh, &boards[i]);
        check_equal(&again, &results[i]);
        check_equal(&new, &results[i]);
    }
    expert->memory_free(fresh);
    expert->memory_free(memory);
}

static void tiny_memories_suffice(void **test_state) {
    (void)test_state;
    void *tiny = expert->memory_new(game, 1), *usual = expert->memory_new(game, MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 6, 0, 0);
    for (int i = 0; i < 50; i++) {
        struct reversi board = position_of(&rng, 12);
        assert_int_equal(solved(tiny, &board).score, solved(usual, &board).score);
    }
    expert->memory_free(tiny);
    expert->memory_free(usual);
    expert->memory_free(NULL);
}

/* What was found of earlier positions of a game gives way: a memory full of it costs next to
 * nothing, where it costs an eighth if it stays. */
static void earlier_positions_give_way_first(void **test_state) {
    (void)test_state;
    enum { FULL_BYTES = 1 << 10 };
    void *memory = expert->memory_new(game, FULL_BYTES);
    struct rng rng = rng_keyed(1, 61, 0, 0);
    uint64_t anew = 0, later = 0;
    for (int i = 0; i < 6; i++) {
        struct reversi board = random_position(&rng, 12);
        anew += solved_anew(memory, &board).nodes;
        expert->memory_forget(memory);
        for (int j = 0; j < 3; j++) {
            struct reversi before = random_position(&rng, 12);
            solved(memory, &before);
        }
        later += solved(memory, &board).nodes;
    }
    assert_true(later < anew + anew / 32);
    expert->memory_free(memory);
}

static void excepted_moves_are_not_played(void **test_state) {
    (void)test_state;
    void *memory = expert->memory_new(game, MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 7, 0, 0);
    for (int i = 0; i < 300; i++) {
        struct reversi board = position_of(&rng, 8);
        move_t moves[GAME_MOVES_MAX], left[GAME_MOVES_MAX];
        int count = game->moves(game, &board, moves), previous = 64;
        memcpy(left, moves, sizeof left);
        struct search_limits limits = {.endgame = 8, .except = left};
        for (limits.except_count = 0; limits.except_count < count; limits.except_count++) {
            struct search_result result;
            assert_true(expert->solve(game, memory, &board, &limits, &result));
            for (int m = 0; m < limits.except_count; m++)
                assert_int_not_equal(result.move, limits.except[m]);
            struct reversi child = board;
            game->play(game, &child, result.move);
            int value = difference_of(result.score);
            assert_int_equal(value, -oracle(&child));
            assert_true(value <= previous);
            previous = value;
            left[limits.except_count] = result.move;
        }
        struct search_result none;
        assert_false(expert->solve(game, memory, &board, &limits, &none));
    }
    expert->memory_free(memory);
}

/* What was found with moves left out is not remembered as the position's own result. */
static void exceptions_leave_no_trace(void **test_state) {
    (void)test_state;
    void *memory = expert->memory_new(game, MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 10, 0, 0);
    for (int i = 0; i < 100; i++) {
        struct reversi before, board;
        while (!random_play(&rng, 10, &before)) continue;
        struct search_result expected = solved_anew(memory, &before), result;
        board = before;
        game->play(game, &board, expected.move);
        if (game->over(game, &board)) continue;
        expert->memory_forget(memory);
        move_t best = solved(memory, &board).move;
        const struct search_limits limits = {.endgame = 10, .except = &best, .except_count = 1};
        expert->memory_forget(memory);
        expert->solve(game, memory, &board, &limits, &result);
        assert_int_equal(solved(memory, &before).score, expected.score);
    }
    expert->memory_free(memory);
}

/* A player of random weights within `limit`, whose judgement is no help. */
static struct player adviser_of(const char *layout, int limit) {
    const struct evaluator *evaluator = games_evaluator(game, "patterns", layout, NULL);
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    struct rng rng = rng_keyed(1, 10, 0, 0);
    for (int i = 0; i < evaluator->param_count; i++)
        weights[i] = (int32_t)rng_below(&rng, 2 * (uint32_t)limit + 1) - limit;
    struct player player;
    player_init(&player, evaluator, weights, &(struct search_limits){.endgame = 64}, 0);
    free(weights);
    return player;
}

static void limits_are_obeyed(void **test_state) {
    (void)test_state;
    void *memory = expert->memory_new(game, MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 8, 0, 0);
    for (int i = 0; i < 20; i++) {
        struct reversi board = random_position(&rng, 14);
        struct search_result result, again;
        struct search_limits limits = {.endgame = 13};
        assert_false(expert->solve(game, memory, &board, &limits, &result));
        limits.endgame = 14;
        expert->memory_forget(memory);
        assert_true(expert->solve(game, memory, &board, &limits, &result));
        if (result.nodes < 50000) continue; /* such easy ones may be given up beforehand */
        expert->memory_forget(memory);
        limits.nodes = result.nodes + 1;
        assert_true(expert->solve(game, memory, &board, &limits, &again));
        check_equal(&again, &result);
        expert->memory_forget(memory);
        limits.nodes = result.nodes - 1;
        assert_false(expert->solve(game, memory, &board, &limits, &again));
    }
    struct reversi start;
    game->start(game, &start);
    const struct search_limits short_time = {.endgame = 60, .seconds = 0.05};
    struct search_result result;
    assert_false(expert->solve(game, memory, &start, &short_time, &result));
    expert->memory_free(memory);
}

/* A limit holds in small searches too, and what a pass that proves nothing had found by then does
 * no harm. */
static void limits_are_obeyed_with_advice(void **test_state) {
    (void)test_state;
    struct player adviser = adviser_of("strong", 60);
    void *memory = expert->memory_new(game, MEMORY_BYTES),
         *fresh = expert->memory_new(game, MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 25, 0, 0);
    for (int i = 0; i < 3; i++) {
        struct reversi board = random_position(&rng, 18);
        struct search_limits limits = {
            .endgame = REVERSI_SQUARES, .adviser = adviser.evaluator, .advice = adviser.prepared};
        struct search_result result;
        expert->memory_forget(memory);
        for (limits.nodes = 50; limits.nodes < 20000; limits.nodes *= 3) {
            assert_false(expert->solve(game, memory, &board, &limits, &result));
            assert_in_range(result.nodes, limits.nodes, limits.nodes + GAME_MOVES_MAX);
        }
        limits.nodes = 0;
        assert_true(expert->solve(game, memory, &board, &limits, &result));
        assert_int_equal(result.score, solved_anew(fresh, &board).score);
    }
    expert->memory_free(memory), expert->memory_free(fresh);
    player_destroy(&adviser);
}

/* So that as much is left for the search where the expert finds nothing. */
static void the_search_lends_half_of_its_nodes(void **test_state) {
    (void)test_state;
    struct search *search = search_new(MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 8, 0, 0);
    struct search_result result = {0}, again;
    struct search_limits limits = {.endgame = 14};
    struct reversi board;
    while (result.nodes < 50000) {
        while (!random_play(&rng, 14, &board)) continue;
        search_new_game(search);
        assert_true(search_ask_expert(search, game, &board, &limits, &result));
    }
    limits.nodes = 2 * result.nodes + 2;
    search_new_game(search);
    assert_true(search_ask_expert(search, game, &board, &limits, &again));
    limits.nodes = 2 * result.nodes - 2;
    search_new_game(search);
    assert_false(search_ask_expert(search, game, &board, &limits, &again));
    search_free(search);
}

/* Number 40 of the FFO endgame suite. */
static void the_published_result_is_found(void **test_state) {
    (void)test_state;
    struct reversi board;
    assert_int_equal(
        game_parse(game, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
                   &board, NULL),
        0);
    void *memory = expert->memory_new(game, 16 * MEMORY_BYTES);
    struct search_result result = solved(memory, &board);
    assert_int_equal(difference_of(result.score), 38);
    assert_int_equal(result.move, 8); /* a2 */
    check_line(&board, &result);
    expert->memory_free(memory);
}

/* ---- advice ---- */

/* A player asks by its own judgement: other moves first, the same result. From 18 empty squares on
 * it is trusted at first, wrong as it is. */
static void advice_changes_nodes_but_no_result(void **test_state) {
    (void)test_state;
    struct player adviser = adviser_of("strong", 1000), stranger = adviser_of("2", 1000);
    struct search *search = search_new(MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 11, 0, 0);
    int others = 0;
    for (int i = 0; i < 16; i++) {
        struct reversi board = random_position(&rng, i < 12 ? 14 + i % 2 : 18);
        move_t moves[GAME_MOVES_MAX];
        if (game->moves(game, &board, moves) == 1) continue;
        struct search_result results[3];
        search_new_game(search);
        search_ask_expert(search, game, &board, &adviser.limits, &results[0]);
        const struct player *players[2] = {&adviser, &stranger};
        for (int j = 0; j < 2; j++) {
            search_new_game(search);
            player_move(players[j], search, &board, &rng, &results[j + 1]);
            assert_int_equal(results[j + 1].score, results[0].score);
            check_line(&board, &results[j + 1]);
        }
        others += results[1].nodes != results[0].nodes;
        assert_int_equal(results[2].nodes, results[0].nodes); /* its values are no discs */
    }
    assert_true(others > 6);
    search_free(search);
    player_destroy(&adviser), player_destroy(&stranger);
}

/* Nothing that the adviser is only trusted for is left in the memory as if it were proved. */
static void check_memory(void *memory, void *fresh, const struct reversi *board) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, board, moves);
    assert_int_equal(solved(memory, board).score, solved_anew(fresh, board).score);
    for (int i = 0; i < count; i++) {
        struct reversi child = *board;
        game->play(game, &child, moves[i]);
        if (game->over(game, &child)) continue;
        assert_int_equal(solved(memory, &child).score, solved_anew(fresh, &child).score);
    }
}

static void trust_leaves_no_trace(void **test_state) {
    (void)test_state;
    struct player adviser = adviser_of("strong", 60);
    void *memory = expert->memory_new(game, 16 * MEMORY_BYTES);
    void *fresh = expert->memory_new(game, MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 24, 0, 0);
    int checked = 0;
    for (int i = 0; i < 4; i++) {
        struct reversi board = random_position(&rng, 18);
        struct search_result result;
        expert->memory_forget(memory);
        /* What is proved before stays so; of the moves but the best one other bounds are asked. */
        move_t best = i % 2 ? solved(memory, &board).move : MOVE_NONE;
        const struct search_limits trusting = {.endgame = 18,
                                               .adviser = adviser.evaluator,
                                               .advice = adviser.prepared,
                                               .except = &best,
                                               .except_count = i % 2};
        bool some = expert->solve(game, memory, &board, &trusting, &result);
        assert_true(some || i % 2); /* the best move may be the only one */
        check_memory(memory, fresh, &board);
        checked += some;
    }
    assert_true(checked > 2);
    expert->memory_free(memory), expert->memory_free(fresh);
    player_destroy(&adviser);
}

/* ---- foresight ---- */

static struct search_limits foreseeing(const struct player *adviser, uint64_t nodes) {
    return (struct search_limits){.depth = SEARCH_DEPTH_MAX,
                                  .nodes = nodes,
                                  .reduce = true,
                                  .endgame = 12,
                                  .adviser = adviser->evaluator,
                                  .advice = adviser->prepared};
}

/* Of six positions some are proved on the way, some believed to end by so many discs, and of the
 * others nothing is known when half of the nodes are visited. */
static void the_end_is_foreseen(void **test_state) {
    (void)test_state;
    enum { NODES = 1 << 22 };
    struct player adviser = adviser_of("strong", 60);
    struct search_limits limits = foreseeing(&adviser, NODES);
    struct search *search = search_new(16 * MEMORY_BYTES);
    void *memory = expert->memory_new(game, 16 * MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 26, 0, 0);
    int proved = 0, believed = 0, unknown = 0;
    for (int i = 0; i < 6; i++) {
        struct reversi board = random_position(&rng, 18);
        struct search_result result;
        search_new_game(search);
        if (!search_ask_foresight(search, game, &board, &limits, &result)) {
            assert_in_range(result.nodes, NODES / 2, NODES / 2 + GAME_MOVES_MAX);
            unknown++;
            continue;
        }
        assert_int_equal(result.depth, 18);
        assert_true(result.nodes <= NODES + GAME_MOVES_MAX);
        check_moves(&board, &result);
        bool certain = abs(result.score) > SCORE_WIN;
        assert_int_equal(result.proved, certain);
        if (certain) assert_int_equal(result.score, solved(memory, &board).score);
        if (!certain) assert_int_equal(result.score % (2 * adviser.evaluator->disc), 0);
        *(certain ? &proved : &believed) += 1;
    }
    assert_true(proved > 0 && believed > 0 && unknown > 0);
    search_free(search);
    expert->memory_free(memory);
    player_destroy(&adviser);
}

/* What the first pass says, which is over long before, is not played by. */
static void little_trust_is_needed_to_be_played(void **test_state) {
    (void)test_state;
    struct player adviser = adviser_of("strong", 600);
    struct search_limits limits = foreseeing(&adviser, 7 << 18);
    struct search *search = search_new(16 * MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 26, 0, 0);
    int known = 0;
    for (int i = 0; i < 6; i++) {
        struct reversi board = random_position(&rng, 18);
        struct search_result result;
        search_new_game(search);
        known += search_ask_foresight(search, game, &board, &limits, &result);
    }
    assert_in_range(known, 3, 4);
    search_free(search);
    player_destroy(&adviser);
}

/* Lines of what is believed, and of the next best moves, are games by the rules. */
static void what_is_believed_obeys_the_rules(void **test_state) {
    (void)test_state;
    struct player adviser = adviser_of("strong", 600);
    struct search_limits limits = foreseeing(&adviser, 1 << 21);
    struct search *search = search_new(16 * MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 27, 0, 0);
    int seen = 0;
    for (int i = 0; i < 18; i++) {
        struct reversi board = random_position(&rng, 18);
        struct search_result result, next;
        limits.except_count = 0;
        search_new_game(search);
        if (!search_ask_foresight(search, game, &board, &limits, &result)) continue;
        check_moves(&board, &result);
        limits.except = &result.move;
        limits.except_count = 1;
        if (!search_ask_foresight(search, game, &board, &limits, &next)) continue;
        check_moves(&board, &next);
        assert_int_not_equal(next.move, result.move);
        seen++;
    }
    assert_true(seen > 2);
    search_free(search);
    player_destroy(&adviser);
}

static bool foresees(const struct reversi *board, struct search_limits limits) {
    struct search *search = search_new(MEMORY_BYTES);
    struct search_result result;
    bool some = search_ask_foresight(search, game, board, &limits, &result);
    search_free(search);
    return some;
}

/* Not for exact searches, nor those to a depth before the end or without a limit; not too far from
 * the end, where it would take too long, nor so near that it would save nothing, or by values that
 * are no discs. */
static void foresight_has_its_conditions(void **test_state) {
    (void)test_state;
    struct player adviser = adviser_of("strong", 600), stranger = adviser_of("2", 600);
    const struct search_limits usual = foreseeing(&adviser, 1 << 22);
    struct search_limits exact = usual, shallow = usual, unlimited = usual, few = usual;
    struct rng rng = rng_keyed(1, 26, 0, 0);
    struct reversi board = random_position(&rng, 18), early = random_position(&rng, 19),
                   late = random_position(&rng, 17);
    exact.reduce = false;
    shallow.depth = 17;
    unlimited.nodes = 0;
    few.nodes = 1 << 20;
    assert_true(foresees(&board, usual));
    assert_false(foresees(&early, usual));
    assert_false(foresees(&late, usual));
    assert_false(foresees(&board, exact));
    assert_false(foresees(&board, shallow));
    assert_false(foresees(&board, unlimited));
    assert_false(foresees(&board, few));
    few.nodes = 0;
    few.seconds = 0.04;
    assert_false(foresees(&board, few));
    assert_false(foresees(&board, foreseeing(&stranger, 1 << 22)));
    player_destroy(&adviser), player_destroy(&stranger);
}

static void what_is_foreseen_is_played(void **test_state) {
    (void)test_state;
    struct player adviser = adviser_of("strong", 600);
    const struct search_limits limits = foreseeing(&adviser, 1 << 22);
    const struct player player = player_moving(&adviser, &limits, 0);
    struct search *search = search_new(16 * MEMORY_BYTES);
    struct rng rng = rng_keyed(1, 26, 0, 0);
    struct reversi board = random_position(&rng, 18);
    struct search_result foreseen, played;
    assert_true(search_ask_foresight(search, game, &board, &limits, &foreseen));
    search_new_game(search);
    assert_int_equal(player_move(&player, search, &board, &rng, &played), foreseen.move);
    assert_int_equal(played.score, foreseen.score);
    assert_int_equal(played.nodes, foreseen.nodes);
    search_free(search);
    player_destroy(&adviser);
}

/* ---- stable discs ---- */

static void check_kept(const struct reversi *board, uint64_t own, uint64_t opp) {
    assert_int_equal(own & ~board->own, 0);
    assert_int_equal(opp & ~board->opp, 0);
    if (game->over(game, board)) return;
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, board, moves);
    for (int i = 0; i < count; i++) {
        struct reversi child = *board;
        game->play(game, &child, moves[i]);
        check_kept(&child, opp, own);
    }
}

static void stable_discs_are_never_turned(void **test_state) {
    (void)test_state;
    struct rng rng = rng_keyed(1, 9, 0, 0);
    int found = 0, of = 0;
    for (int i = 0; i < 2000; i++) {
        struct reversi board = position_of(&rng, 1 + i % 8);
        uint64_t own = reversi_stable(board.own, board.opp);
        uint64_t opp = reversi_stable(board.opp, board.own);
        check_kept(&board, own, opp);
        found += reversi_count(own | opp);
        of += 64;
    }
    assert_true(found > of / 3);
}

/* On a full board, and where the corners are won with all that hangs on them. */
static void certain_discs_are_found_stable(void **test_state) {
    (void)test_state;
    assert_int_equal(reversi_stable(UINT64_MAX, 0), UINT64_MAX);
    assert_int_equal(reversi_stable(0xffff, UINT64_MAX ^ 0xffff), 0xffff);
    assert_int_equal(reversi_stable(0x0103070f, 0), 0x0103070f);
    assert_int_equal(reversi_stable(0x0103070f, 0x10), 0x0103070f);
    assert_int_equal(reversi_stable(0x3c, 0), 0);
    assert_int_equal(reversi_stable(0x3c, 0xc3), 0x3c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_result_is_that_of_plain_search),
        cmocka_unit_test(longer_searches_agree_with_their_children),
        cmocka_unit_test(both_colours_are_treated_alike),
        cmocka_unit_test(all_instruction_sets_do_the_same),
        cmocka_unit_test(forgetting_is_being_new),
        cmocka_unit_test(tiny_memories_suffice),
        cmocka_unit_test(earlier_positions_give_way_first),
        cmocka_unit_test(excepted_moves_are_not_played),
        cmocka_unit_test(exceptions_leave_no_trace),
        cmocka_unit_test(limits_are_obeyed),
        cmocka_unit_test(limits_are_obeyed_with_advice),
        cmocka_unit_test(the_search_lends_half_of_its_nodes),
        cmocka_unit_test(the_published_result_is_found),
        cmocka_unit_test(advice_changes_nodes_but_no_result),
        cmocka_unit_test(trust_leaves_no_trace),
        cmocka_unit_test(the_end_is_foreseen),
        cmocka_unit_test(little_trust_is_needed_to_be_played),
        cmocka_unit_test(what_is_believed_obeys_the_rules),
        cmocka_unit_test(foresight_has_its_conditions),
        cmocka_unit_test(what_is_foreseen_is_played),
        cmocka_unit_test(stable_discs_are_never_turned),
        cmocka_unit_test(certain_discs_are_found_stable),
    };
    return cmocka_run_group_tests(tests, game_find, NULL);
}
