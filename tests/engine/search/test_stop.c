/*
 * Searches end in time, and when a watcher wants it, by a clock that goes as the work does: with an
 * evaluator that takes as long as the slowest there is, in every search, and in what experts do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/clock.h"
#include "engine/game/expert.h"
#include "engine/games/games.h"
#include "engine/games/hex/evaluators.h"
#include "engine/games/hex/rules.h"
#include "engine/search/bstar.h"
#include "engine/search/mcts.h"
#include "engine/search/node.h"
#include "engine/search/player.h"
#include "tests/find.h"

enum { TT_BYTES = 1 << 20 };

/* ---- a slow evaluator ------------------------------------------------------------------------ */

static double now, wanted_at;
static int quick_evals; /* so many are quick, before they are slow */

static double test_clock(void) {
    return now;
}

/* As long as `resistance` takes on 19x19. */
static const double eval_seconds = 1e-4;

static int32_t slow_eval(const struct evaluator *evaluator, const void *prepared, const void *state,
                         int side) {
    (void)evaluator, (void)prepared, (void)side;
    now += quick_evals-- > 0 ? 1e-7 : eval_seconds;
    return (int32_t)(hex_hash(state) % 2000) - 1000;
}

static const struct search_ops slow_search_ops = {
    HEX_SEARCH_OPS,
    .eval = slow_eval,
};
SEARCH_INSTANCE(slow_search, slow_search_ops)

static const struct evaluator_ops slow_ops = {
    .eval = slow_eval, .candidates = hex_candidates, .singly = true, .search = slow_search};

/* Moves that are judged all at once, in a millisecond. */
static int lists_candidates(const struct evaluator *evaluator, const void *prepared,
                            const void *state, bool all, struct candidate *out) {
    move_t moves[GAME_MOVES_MAX];
    int count = hex_moves(evaluator->game, state, moves);
    (void)prepared, (void)all;
    now += 1e-3;
    for (int i = 0; i < count; i++) out[i] = (struct candidate){i % 7, moves[i]};
    return count;
}

static int32_t lists_eval(const struct evaluator *evaluator, const void *prepared,
                          const void *state, int side) {
    (void)evaluator, (void)prepared, (void)state;
    return side;
}

static const struct evaluator_ops lists_ops = {.eval = lists_eval, .candidates = lists_candidates};

static void slow_prepare(const struct evaluator *evaluator, const int32_t *weights,
                         void *prepared) {
    (void)evaluator, (void)weights, (void)prepared;
}

static struct evaluator slow_evaluator(void) {
    return (struct evaluator){.game = find_game("hex(19)"),
                              .name = "slow",
                              .prepared_size = 1,
                              .prepare = slow_prepare,
                              .ops = ISA_SAME(slow_ops)};
}

static bool test_wants_end(void *context) {
    (void)context;
    return now >= wanted_at;
}

static const struct watcher watcher = {test_wants_end, NULL};

/* Searches the empty board; the move is legal. */
static struct search_result search_slowly(const struct search_limits *limits) {
    const struct evaluator evaluator = slow_evaluator();
    struct search *search = search_new(TT_BYTES);
    struct search_result result;
    struct state state = find_position(evaluator.game, "");
    evaluator_ops(&evaluator)->search(search, &evaluator, "", &state, limits, &result);
    assert_true(game_legal(evaluator.game, &state, result.move));
    assert_true(result.pv_length > 0 && result.pv[0] == result.move);
    search_free(search);
    return result;
}

static int begin(void **state) {
    (void)state;
    clock_replace(test_clock);
    now = 1000;
    quick_evals = 0;
    return 0;
}

static int end(void **state) {
    (void)state;
    clock_replace(NULL);
    return 0;
}

/* A list of moves takes 36 ms, and the first depth as much again. */
static void time_is_kept_by_every_search(void **unused) {
    (void)unused;
    static const double seconds[] = {0.01, 0.05, 0.1, 0.5};
    for (int driver = 0; search_drivers[driver]; driver++)
        for (size_t i = 0; i < COUNT_OF(seconds); i++) {
            struct search_limits limits = {.depth = SEARCH_DEPTH_MAX,
                                           .seconds = seconds[i],
                                           .driver = (enum search_driver)driver};
            double begun = now;
            search_slowly(&limits);
            if (now - begun > seconds[i] + 0.002)
                fail_msg("%s: %.4f s in place of %.2f", search_drivers[driver], now - begun,
                         seconds[i]);
        }
}

/* What was quick before says nothing of what comes. */
static void time_is_kept_where_judgements_become_slow(void **unused) {
    (void)unused;
    const struct search_limits limits = {.depth = SEARCH_DEPTH_MAX, .seconds = 0.1};
    double begun = now;
    quick_evals = 100000;
    search_slowly(&limits);
    assert_true(quick_evals < 0);
    assert_true(now - begun <= 0.1 + 0.002);
}

/* Between two lists of moves, of a long playout and of those that B* measures. */
static void time_is_kept_within_a_step_of_a_tree(void **unused) {
    (void)unused;
    struct evaluator evaluator = slow_evaluator();
    struct search_limits limits = {.depth = SEARCH_DEPTH_MAX, .seconds = 0.003};
    struct mcts_constants constants = mcts_usual_constants();
    struct search *search = search_new(TT_BYTES);
    struct state state = find_position(evaluator.game, "");
    struct search_result result;
    for (size_t i = 0; i < COUNT_OF(evaluator.ops); i++) evaluator.ops[i] = &lists_ops;
    constants.playout = GAME_PLIES_MAX;
    double begun = now;
    mcts_search(search, &evaluator, "", &constants, &state, &limits, &result);
    assert_true(now - begun <= 0.003 + 0.0021);
    begun = now;
    bstar_search(search, &evaluator, "", &state, &limits, &result);
    assert_true(now - begun <= 0.003 + 0.0021);
    search_free(search);
}

/* Also where no time is set, and within the first depth. */
static void a_watcher_ends_every_search(void **unused) {
    (void)unused;
    static const double after[] = {0, 0.02, 0.05, 0.3};
    for (int driver = 0; search_drivers[driver]; driver++)
        for (size_t i = 0; i < COUNT_OF(after); i++) {
            struct search_limits limits = {
                .depth = 6, .watcher = &watcher, .driver = (enum search_driver)driver};
            double begun = now;
            wanted_at = now + after[i];
            search_slowly(&limits);
            if (now - wanted_at > 0.007)
                fail_msg("%s ends %.4f s after it is to", search_drivers[driver], now - wanted_at);
            assert_true(now >= wanted_at || now - begun < after[i]);
        }
}

/* What is played where the first depth is broken off looks best of what was looked at. */
static void the_best_looking_move_is_played_in_no_time(void **unused) {
    (void)unused;
    const struct evaluator evaluator = slow_evaluator();
    struct state state = find_position(evaluator.game, "");
    struct candidate list[GAME_MOVES_MAX];
    int count = hex_candidates(&evaluator, "", &state, true, list);
    int best = 0;
    for (int i = 0; i < count; i++) best = list[i].score > list[best].score ? i : best;
    const struct search_limits limits = {.depth = SEARCH_DEPTH_MAX, .seconds = 0.037};
    struct search_result result = search_slowly(&limits);
    assert_int_equal(result.move, list[best].move);
    assert_int_equal(result.depth, 0);
}

/* A limit of nodes means the same with a watcher, also one below the nodes of the first depth. */
static void a_watcher_changes_nothing(void **unused) {
    (void)unused;
    static const uint64_t nodes[] = {0, 2000, 10};
    wanted_at = 1e9;
    for (int driver = 0; search_drivers[driver]; driver++)
        for (size_t i = 0; i < COUNT_OF(nodes); i++) {
            struct search_limits limits = {
                .depth = nodes[i] ? 2 : 1, .nodes = nodes[i], .driver = (enum search_driver)driver};
            struct search_result alone = search_slowly(&limits);
            limits.watcher = &watcher;
            struct search_result watched = search_slowly(&limits);
            assert_int_equal(watched.move, alone.move);
            assert_int_equal(watched.nodes, alone.nodes);
            assert_int_equal(watched.score, alone.score);
        }
}

/* ---- experts --------------------------------------------------------------------------------- */

/* Each look takes a millisecond, so that the sixth one asks. */
static double ticking_clock(void) {
    return now += 0.001;
}

static bool ask_expert(const char *name, const char *position, const struct search_limits *limits,
                       uint64_t *nodes) {
    const struct game *game = find_game(name);
    struct state state = find_position(game, position);
    struct search_result result = {0};
    void *memory = game->expert->memory_new(game, TT_BYTES);
    bool known = game->expert->solve(game, memory, &state, limits, &result);
    game->expert->memory_free(memory);
    *nodes = result.nodes;
    return known;
}

static void experts_end_when_a_watcher_wants_it(void **unused) {
    (void)unused;
    static const struct {
        const char *game, *position;
        uint64_t nodes;
    } cases[] = {
        {"reversi", "", 16 * HALT_STEPS_MAX},
        {"hex(8)", "", 1000},
    };
    clock_replace(ticking_clock);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t nodes;
        const struct search_limits limits = {.endgame = 64, .watcher = &watcher};
        wanted_at = 0;
        assert_false(ask_expert(cases[i].game, cases[i].position, &limits, &nodes));
        assert_true(nodes <= cases[i].nodes);
        const struct search_limits timed = {.endgame = 64, .seconds = 0.01};
        assert_false(ask_expert(cases[i].game, cases[i].position, &timed, &nodes));
        assert_true(nodes <= cases[i].nodes);
    }
}

static void *idle_new(const struct game *game, size_t bytes) {
    (void)game, (void)bytes;
    return NULL;
}

static void idle_forget(void *memory) {
    (void)memory;
}

/* Finds nothing in .3 seconds. */
static bool idle_solve(const struct game *game, void *memory, const void *state,
                       const struct search_limits *limits, struct search_result *out) {
    (void)game, (void)memory, (void)state, (void)limits, (void)out;
    now += 0.3;
    return false;
}

static double foresee_seconds;

static bool idle_foresee(const struct game *game, void *memory, const void *state,
                         const struct search_limits *limits, struct search_result *out) {
    foresee_seconds = limits->seconds;
    return idle_solve(game, memory, state, limits, out);
}

/* Each question has what those before it have left, also of the time to begin depths in. */
static void what_an_expert_took_the_search_has_not(void **unused) {
    (void)unused;
    static const struct expert idle = {.memory_new = idle_new,
                                       .memory_free = idle_forget,
                                       .memory_forget = idle_forget,
                                       .solve = idle_solve,
                                       .foresee = idle_foresee};
    struct game game = *find_game("hex(19)");
    struct evaluator evaluator = slow_evaluator();
    game.expert = &idle;
    evaluator.game = &game;
    const struct search_limits limits = {.depth = 6, .seconds = 1, .reduce = true, .endgame = 1};
    struct search_limits begins = limits;
    begins.soft_seconds = 0.6;
    const struct player player = {.evaluator = &evaluator, .prepared = "", .limits = limits},
                        beginner = player_moving(&player, &begins, 0);
    struct search *search = search_new(TT_BYTES);
    struct state state = find_position(&game, "");
    struct search_result result;
    struct rng rng = rng_keyed(1, 0, 0, 0);
    double begun = now;
    player_move(&player, search, &state, &rng, &result);
    assert_float_equal(foresee_seconds, 0.7, 1e-6);
    assert_true(now - begun > 0.97 && now - begun < 1.03);
    begun = now;
    player_move(&beginner, search, &state, &rng, &result);
    assert_int_equal(result.depth, 1);
    assert_true(now - begun < 0.7);
    search_free(search);
}

/* A turn is two letters a stone, column and row, from the top left. */
static struct state connect6_position(const struct game *game, const char *turns) {
    struct state state = find_position(game, "");
    for (const char *c = turns; *c; c += c[2] == ' ' ? 3 : 2)
        game->play(game, &state, (move_t)((c[1] - 'A') * game->columns + c[0] - 'A'));
    return state;
}

/* Within a search the expert keeps its time, and what it had no time for it does not remember as
 * answered. */
static void questions_end_with_their_search(void **unused) {
    (void)unused;
    const struct game *game = find_game("connect6");
    struct state state =
        connect6_position(game, "JJ JIKL KILH HLGL KHMH FLEL DLJL NHKJ"); /* wins by threats */
    struct halt over = {.left = 1000, .over = true};
    struct search_limits limits = {.defend = 12, .halt = &over};
    void *memory = game->expert->memory_new(game, TT_BYTES);
    uint64_t nodes = 0;
    assert_false(game->expert->refute(game, memory, &state, &limits, &nodes));
    assert_true(nodes < 100);
    limits.halt = NULL;
    assert_true(game->expert->refute(game, memory, &state, &limits, &nodes));
    game->expert->memory_free(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(time_is_kept_by_every_search, begin, end),
        cmocka_unit_test_setup_teardown(time_is_kept_where_judgements_become_slow, begin, end),
        cmocka_unit_test_setup_teardown(time_is_kept_within_a_step_of_a_tree, begin, end),
        cmocka_unit_test_setup_teardown(a_watcher_ends_every_search, begin, end),
        cmocka_unit_test_setup_teardown(the_best_looking_move_is_played_in_no_time, begin, end),
        cmocka_unit_test_setup_teardown(a_watcher_changes_nothing, begin, end),
        cmocka_unit_test_setup_teardown(experts_end_when_a_watcher_wants_it, begin, end),
        cmocka_unit_test_setup_teardown(what_an_expert_took_the_search_has_not, begin, end),
        cmocka_unit_test_setup_teardown(questions_end_with_their_search, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
