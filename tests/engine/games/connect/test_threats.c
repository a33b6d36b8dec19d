/*
 * The expert of Connect: published wins by double threats; on small boards, every win that it
 * claims against every defence, and forced replies against the rules alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/evaluator.h"
#include "engine/games/connect/threats.h"
#include "tests/find.h"

enum { TABLE_BYTES = 1 << 20 };

static const struct game *game_of(const char *name) {
    return find(name, NULL)->game;
}

static void random_position(const struct game *game, struct rng *rng, int stones,
                            struct state *state) {
    do {
        game->start(game, state);
        for (int i = 0; i < stones && !game->over(game, state); i++) {
            move_t moves[GAME_MOVES_MAX];
            int count = game->moves(game, state, moves);
            game->play(game, state, moves[rng_below(rng, (uint32_t)count)]);
        }
    } while (game->over(game, state));
}

static struct state after(const struct game *game, const struct state *state, move_t move) {
    struct state child;
    memcpy(&child, state, game->state_size);
    game->play(game, &child, move);
    return child;
}

/* ---- what it claims ------------------------------------------------------------------------- */

struct claim {
    const struct game *game;
    void *memory;
    struct search_limits limits;
    int attacker;
    int margin; /* the least that a defence held it to */
    int ends;
};

static bool solves(struct claim *claim, const struct state *state, struct search_result *out) {
    return claim->game->expert->solve(claim->game, claim->memory, state, &claim->limits, out);
}

/* Whether the attacker wins by playing what the expert says, asked afresh each ply, whatever the
 * defender plays. */
static bool holds(struct claim *claim, const struct state *state) {
    const struct game *game = claim->game;
    if (game->over(game, state)) {
        int margin = game->margin(game, state) * (claim->attacker == 0 ? 1 : -1);
        claim->margin = min_int(claim->margin, margin);
        claim->ends++;
        return margin > 0;
    }
    if (game->side(state) == claim->attacker) {
        struct search_result result;
        if (!solves(claim, state, &result)) return false;
        struct state child = after(game, state, result.move);
        return holds(claim, &child);
    }
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct state child = after(game, state, moves[i]);
        if (!holds(claim, &child)) return false;
    }
    return true;
}

static void check_line(const struct game *game, const struct state *state,
                       const struct search_result *result) {
    struct state at = *state;
    int side = game->side(state);
    assert_int_equal(result->move, result->pv[0]);
    assert_int_equal(result->pv_length, min_int(result->depth, SEARCH_DEPTH_MAX));
    for (int i = 0; i < result->pv_length; i++) {
        assert_true(game_legal(game, &at, result->pv[i]));
        game->play(game, &at, result->pv[i]);
    }
    if (result->pv_length < result->depth) return;
    assert_true(game->over(game, &at));
    int margin = game->margin(game, &at) * (side == 0 ? 1 : -1);
    assert_int_equal(result->score, SCORE_WIN + margin);
    assert_true(margin > 0);
}

enum { NODES_ENOUGH = 1 << 18 };

static struct claim claim_of(const char *name, int turns) {
    struct claim claim = {
        .game = game_of(name),
        .limits = {.threats = turns, .leaf_threats = turns, .nodes = NODES_ENOUGH}};
    claim.memory = claim.game->expert->memory_new(claim.game, TABLE_BYTES);
    return claim;
}

static void claim_end(struct claim *claim) {
    claim->game->expert->memory_free(claim->memory);
}

/* What a leaf is said to be worth at least is no more than the attacker gets. */
static void check_leaf(struct claim *claim, const struct state *state) {
    const struct game *game = claim->game;
    int32_t value;
    if (!game->expert->settle(game, claim->memory, state, &claim->limits, &value)) return;
    if (value > 0) assert_in_range(value, SCORE_WIN + 1, SCORE_WIN + claim->margin);
}

/* As a game of a tuning run is played, without a line. */
static bool holds_in_games(struct claim claim, const struct state *state) {
    claim.limits.nodes = 0;
    claim.limits.move_only = true;
    return holds(&claim, state);
}

static int check_claims(const char *name, int turns, int positions, int stones_min,
                        int stones_max) {
    struct claim claim = claim_of(name, turns);
    int claimed = 0;
    for (int i = 0; i < positions; i++) {
        struct rng rng = rng_keyed(7, 0, (uint64_t)i, (uint64_t)turns);
        int stones = stones_min + (int)rng_below(&rng, (uint32_t)(stones_max - stones_min + 1));
        struct state state;
        struct search_result result;
        random_position(claim.game, &rng, stones, &state);
        if (!solves(&claim, &state, &result)) continue;
        check_line(claim.game, &state, &result);
        claimed += result.depth > connect_rules(claim.game)->p;
        claim.attacker = claim.game->side(&state);
        claim.margin = 1000;
        assert_true(holds(&claim, &state));
        assert_true(holds_in_games(claim, &state));
        check_leaf(&claim, &state);
    }
    claim_end(&claim);
    return claimed;
}

static void wins_that_are_claimed_hold(void **context) {
    (void)context;
    static const struct {
        const char *name;
        int turns, positions, stones_min, stones_max;
    } boards[] = {
        {"connect(7,7,4,2,1)", 3, 1000, 8, 14},  {"connect(6,6,4,2,1)", 3, 1000, 4, 14},
        {"connect(7,7,5,2,1)", 3, 1000, 10, 24}, {"connect(6,6,4,1,1)", 6, 3000, 6, 20},
        {"connect(9,9,5,1,1)", 8, 3000, 10, 30}, {"connect(6,6,5,3,2)", 3, 300, 6, 20},
        {"connect(8,8,6,2,1)", 4, 1000, 14, 34},
    };
    for (size_t i = 0; i < COUNT_OF(boards); i++)
        assert_true(check_claims(boards[i].name, boards[i].turns, boards[i].positions,
                                 boards[i].stones_min, boards[i].stones_max) > 30);
}

/* ---- published wins ------------------------------------------------------------------------- */

static const char *const published[] = {
    "JJ JIKL KILH HLGL KHMH FLEL DLJL NHKJ", "JJ IHHI KKLJ JGKF FKLE HJHK HHHL IIKI",
    "JJ LHHH JIKJ IHJH KHJK EHJN GHGI HIGJ", "JJ LHHH JIKJ IHJH KHJK GHJL FHKI HIGJ",
    "JJ HHIH LJKI GHJH FHLH MGLF",
};

static struct state published_state(const struct game *game, size_t i) {
    struct state state;
    struct error error;
    if (game_parse(game, published[i], &state, &error) < 0) fail_msg("%s", error.text);
    return state;
}

/* Some milliseconds each; the second one takes 55 k nodes. */
static void published_wins_are_found(void **context) {
    (void)context;
    struct claim claim = claim_of("connect6", 15);
    claim.limits.nodes = 1 << 16;
    for (size_t i = 0; i < COUNT_OF(published); i++) {
        struct state state = published_state(claim.game, i);
        struct search_result result;
        assert_true(solves(&claim, &state, &result));
        assert_true(result.nodes <= claim.limits.nodes);
        check_line(claim.game, &state, &result);
    }
    claim_end(&claim);
}

static void limits_hold(void **context) {
    (void)context;
    struct claim claim = claim_of("connect6", 0);
    struct state state = published_state(claim.game, 1);
    struct search_result result;
    assert_false(solves(&claim, &state, &result));
    claim.limits.threats = 15;
    claim.limits.nodes = 1000;
    assert_false(solves(&claim, &state, &result));
    claim.limits.threats = 1;
    claim.limits.nodes = NODES_ENOUGH;
    assert_false(solves(&claim, &state, &result));
    claim_end(&claim);
}

/* Games by depth alone are not held up by what takes longest and hardly ever finds more. */
static void by_depth_alone_less_is_looked_at(void **context) {
    (void)context;
    struct claim claim = claim_of("connect6", 15);
    struct search_result result;
    int found = 0;
    claim.limits.depth = 2;
    claim.limits.nodes = 0;
    for (size_t i = 0; i < COUNT_OF(published); i++) {
        struct state state = published_state(claim.game, i);
        if (!solves(&claim, &state, &result)) continue;
        assert_true(result.nodes <= 1 << 12);
        found++;
    }
    assert_in_range(found, 1, COUNT_OF(published) - 1);
    claim_end(&claim);
}

/* Two stones on which a win is known to begin: whatever the answer, it is found again. */
static void check_first_turn(const struct game *game, const struct state *state,
                             const struct search_result *result) {
    struct claim claim = claim_of(game->name, 15);
    struct state at = *state;
    struct search_result next;
    assert_int_equal(result->pv_length, 2);
    assert_int_equal(result->depth, 2);
    assert_int_equal(result->move, result->pv[0]);
    for (int i = 0; i < 2; i++) {
        assert_true(game_legal(game, &at, result->pv[i]));
        game->play(game, &at, result->pv[i]);
    }
    for (uint64_t i = 0; i < 20; i++) {
        struct rng rng = rng_keyed(3, 0, i, 0);
        struct state answered = at;
        move_t moves[GAME_MOVES_MAX];
        for (int j = 0; j < 2; j++) {
            int count = game->moves(game, &answered, moves);
            game->play(game, &answered, moves[rng_below(&rng, (uint32_t)count)]);
        }
        assert_true(solves(&claim, &answered, &next));
    }
    claim_end(&claim);
}

/* A bound of the score, in a fraction of the time. */
static void the_move_alone_is_the_same_one(void **context) {
    (void)context;
    struct claim claim = claim_of("connect6", 15);
    for (size_t i = 0; i < COUNT_OF(published); i++) {
        struct state state = published_state(claim.game, i);
        struct search_result whole, move;
        claim.limits.move_only = false;
        assert_true(solves(&claim, &state, &whole));
        claim.game->expert->memory_forget(claim.memory);
        claim.limits.move_only = true;
        assert_true(solves(&claim, &state, &move));
        check_first_turn(claim.game, &state, &move);
        assert_memory_equal(move.pv, whole.pv, sizeof *move.pv * (size_t)move.pv_length);
        assert_in_range(move.score, SCORE_WIN + 1, whole.score);
        assert_true(move.nodes < whole.nodes);
        claim.game->expert->memory_forget(claim.memory);
    }
    claim_end(&claim);
}

/* What is proved is played, be there nodes left for the line or not. */
static void a_win_without_its_line_is_a_win(void **context) {
    (void)context;
    struct claim claim = claim_of("connect6", 15);
    int without = 0;
    for (size_t i = 0; i < COUNT_OF(published); i++) {
        struct state state = published_state(claim.game, i);
        struct search_result whole, result;
        claim.limits.nodes = NODES_ENOUGH;
        assert_true(solves(&claim, &state, &whole));
        for (claim.limits.nodes = 8; claim.limits.nodes < NODES_ENOUGH; claim.limits.nodes *= 2) {
            claim.game->expert->memory_forget(claim.memory);
            if (!solves(&claim, &state, &result) || result.pv_length > 2) continue;
            check_first_turn(claim.game, &state, &result);
            assert_in_range(result.score, SCORE_WIN + 1, whole.score);
            without++;
        }
    }
    assert_true(without > 0);
    claim_end(&claim);
}

static void a_memory_that_forgot_is_as_new(void **context) {
    (void)context;
    struct claim used = claim_of("connect6", 15);
    for (size_t i = 0; i < COUNT_OF(published); i++) {
        struct claim fresh = claim_of("connect6", 15);
        struct state state = published_state(used.game, i);
        struct search_result results[2];
        assert_true(solves(&used, &state, &results[0]));
        used.game->expert->memory_forget(used.memory);
        assert_true(solves(&used, &state, &results[0]) && solves(&fresh, &state, &results[1]));
        assert_int_equal(results[0].nodes, results[1].nodes);
        assert_int_equal(results[0].pv_length, results[1].pv_length);
        assert_memory_equal(results[0].pv, results[1].pv,
                            (size_t)results[0].pv_length * sizeof(move_t));
        claim_end(&fresh);
    }
    claim_end(&used);
}

/* Other ways to win, as long as there are some. */
static void moves_left_out_are_not_played(void **context) {
    (void)context;
    struct claim claim = claim_of("connect6", 15);
    move_t found[GAME_MOVES_MAX];
    int ways = 0;
    claim.limits.except = found;
    for (size_t i = 0; i < COUNT_OF(published); i++) {
        struct state state = published_state(claim.game, i);
        struct search_result result;
        for (claim.limits.except_count = 0; solves(&claim, &state, &result); ways++) {
            check_line(claim.game, &state, &result);
            for (int j = 0; j < claim.limits.except_count; j++)
                assert_int_not_equal(result.move, found[j]);
            found[claim.limits.except_count++] = result.move;
        }
    }
    assert_true(ways > (int)COUNT_OF(published));
    claim_end(&claim);
}

/* ---- forced replies ------------------------------------------------------------------------- */

/* The best margin that the mover can reach by the end of the opponent's next turn; 0: the game goes
 * on. `answered`: that turn has begun. */
static int best_margin(const struct game *game, const struct state *state, int mover,
                       bool answered) {
    int side = game->side(state), sign = mover == 0 ? 1 : -1;
    if (game->over(game, state)) return sign * game->margin(game, state);
    if (side == mover && answered) return 0;
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves), best = side == mover ? -1000 : 1000;
    for (int i = 0; i < count; i++) {
        struct state child = after(game, state, moves[i]);
        int margin = best_margin(game, &child, mover, answered || side != mover);
        best = side == mover ? max_int(best, margin) : min_int(best, margin);
    }
    return best;
}

/* Moves stay if and only if they save, or nothing need be saved. Counts what was cut. */
static void check_forced(const struct game *game, const struct state *state, int *cut, int *lost) {
    int mover = game->side(state), best = -1000, expected = 0, seen = 0;
    struct candidate list[GAME_MOVES_MAX];
    move_t moves[GAME_MOVES_MAX];
    int margins[GAME_MOVES_MAX], count = game->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct state child = after(game, state, moves[i]);
        list[i] = (struct candidate){i, moves[i]};
        margins[i] = best_margin(game, &child, mover, false);
        best = max_int(best, margins[i]);
    }
    int32_t value = 0;
    int kept = game->expert->forced(game, state, list, count, &value);
    for (int i = 0; i < count; i++) expected += best != 0 || margins[i] >= 0;
    if (connect_is_drawn(connect_rules(game), (const void *)state) || best < 0) {
        assert_int_equal(kept, 0);
        assert_int_equal(value, best < 0 ? best - SCORE_WIN : 0);
        ++*lost;
        return;
    }
    assert_int_equal(kept, expected);
    for (int i = 0; i < count; i++) seen += seen < kept && list[seen].move == moves[i];
    assert_int_equal(seen, kept);
    for (int i = 0; i < kept && best == 0; i++) assert_true(margins[list[i].score] >= 0);
    *cut += kept < count;
}

static void forced_replies_lose_nothing(void **context) {
    (void)context;
    static const struct {
        const char *name;
        int positions, stones_min, stones_max;
    } boards[] = {
        {"connect(4,4,4,2,1)", 1000, 5, 15}, {"connect(5,5,4,1,1)", 1000, 4, 24},
        {"connect(5,4,3,1,1)", 500, 3, 12},  {"connect(5,4,5,3,2)", 1000, 12, 18},
        {"connect(5,4,4,2,2)", 300, 6, 16},  {"connect(6,3,4,4,1)", 500, 11, 17},
    };
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        const struct game *game = game_of(boards[i].name);
        int cut = 0, lost = 0;
        for (int n = 0; n < boards[i].positions; n++) {
            struct rng rng = rng_keyed(8, 0, i, (uint64_t)n);
            uint32_t span = (uint32_t)(boards[i].stones_max - boards[i].stones_min + 1);
            struct state state;
            random_position(game, &rng, boards[i].stones_min + (int)rng_below(&rng, span), &state);
            check_forced(game, &state, &cut, &lost);
        }
        assert_true(cut > 0 && lost > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_that_are_claimed_hold),
        cmocka_unit_test(published_wins_are_found),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(by_depth_alone_less_is_looked_at),
        cmocka_unit_test(the_move_alone_is_the_same_one),
        cmocka_unit_test(a_win_without_its_line_is_a_win),
        cmocka_unit_test(a_memory_that_forgot_is_as_new),
        cmocka_unit_test(moves_left_out_are_not_played),
        cmocka_unit_test(forced_replies_lose_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
