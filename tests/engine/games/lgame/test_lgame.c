/*
 * The L-game: positions counted from the geometry and by play, the whole solution checked against
 * its own definition position by position, games that the expert never gives away, and the format
 * of the Baltic Olympiad's problem.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/expert.h"
#include "engine/game/retrograde.h"
#include "engine/games/games.h"
#include "engine/games/lgame/rules.h"
#include "engine/search/player.h"
#include "tests/program.h"

enum { POSITIONS = 18368 };

static const struct game *game;
static struct retrograde *solved; /* with the Ls told apart by the side to move, not turned */

static uint64_t unturned_key(const struct game *unused, const void *state_) {
    const struct lgame_state *state = state_;
    int mover = state->places[state->side], other = state->places[!state->side];
    (void)unused;
    return mix64((uint64_t)(mover * 64 + other) << 16 | state->stones);
}

static int solve(void **state) {
    struct lgame_state start;
    (void)state;
    game = games_find("lgame", NULL);
    game->start(game, &start);
    solved = retrograde_new(game, unturned_key, &start, POSITIONS);
    return solved ? 0 : -1;
}

static int forget(void **state) {
    (void)state;
    retrograde_free(solved);
    return 0;
}

static struct lgame_state position(const char *text) {
    struct lgame_state state;
    struct error error;
    if (game_parse(game, text, &state, &error) != 0) fail_msg("%s: %s", text, error.text);
    return state;
}

/* An L lies in 48 places. In each of the 6 that no symmetry relates, the other L has some places
 * left, 82 in all, and the stones any two of 8 points: 8 * 82 * 28 = 18368 positions, the mover's L
 * told from the other and the stones not, of which an eighth are essentially different. */
static void positions_follow_from_the_geometry(void **unused) {
    (void)unused;
    int pairs = 0;
    for (int a = 0; a < LGAME_PLACES; a++)
        for (int b = 0; b < LGAME_PLACES; b++) pairs += !(lgame_points[a] & lgame_points[b]);
    assert_int_equal(pairs, 8 * 82);
    assert_int_equal(pairs * (8 * 7 / 2), POSITIONS);
}

static void play_reaches_every_position(void **unused) {
    (void)unused;
    struct lgame_state start = position("");
    assert_int_equal(retrograde_count(solved), POSITIONS);
    struct retrograde *turned = retrograde_new(game, lgame_symmetric_key, &start, POSITIONS / 8);
    assert_non_null(turned);
    assert_int_equal(retrograde_count(turned), POSITIONS / 8);
    for (int i = 0; i < POSITIONS; i++) {
        int index = retrograde_find(turned, retrograde_position(solved, i));
        struct retrograde_value a = retrograde_value(solved, i),
                                b = retrograde_value(turned, index);
        assert_int_equal(a.outcome, b.outcome);
        assert_int_equal(a.distance, b.distance);
    }
    retrograde_free(turned);
}

/* What a position's value must be by those of the positions after its moves. */
static struct retrograde_value value_by_moves(const struct lgame_state *state) {
    struct retrograde_value value = {-1, 0};
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct lgame_state after = *state;
        game->play(game, &after, moves[i]);
        struct retrograde_value next = retrograde_value(solved, retrograde_find(solved, &after));
        int outcome = -next.outcome, distance = outcome == 0 ? 0 : next.distance + 1;
        bool longer = outcome < 0 ? distance > value.distance : distance < value.distance;
        if (outcome > value.outcome || (outcome == value.outcome && longer))
            value = (struct retrograde_value){(int8_t)outcome, (uint16_t)distance};
    }
    return value;
}

static void every_value_follows_from_the_next_ones(void **unused) {
    (void)unused;
    for (int i = 0; i < POSITIONS; i += 3) {
        struct retrograde_value value = retrograde_value(solved, i),
                                expected = value_by_moves(retrograde_position(solved, i));
        assert_int_equal(value.outcome, expected.outcome);
        assert_int_equal(value.distance, expected.distance);
    }
}

/* The game is a draw. In 15 positions that no symmetry relates (published), 120 in all, there is no
 * move. */
static void the_table_is_known(void **unused) {
    (void)unused;
    int outcomes[3] = {0}, blocked = 0, longest[3] = {0};
    struct lgame_state start = position("");
    for (int i = 0; i < POSITIONS; i++) {
        struct retrograde_value value = retrograde_value(solved, i);
        outcomes[1 + value.outcome]++;
        longest[1 + value.outcome] = max_int(longest[1 + value.outcome], value.distance);
        blocked += game->over(game, retrograde_position(solved, i));
    }
    assert_int_equal(outcomes[2], 8048);
    assert_int_equal(outcomes[1], 10088);
    assert_int_equal(outcomes[0], 232);
    assert_int_equal(longest[2], 9);
    assert_int_equal(longest[0], 8);
    assert_int_equal(blocked, 8 * 15);
    assert_int_equal(retrograde_value(solved, retrograde_find(solved, &start)).outcome, 0);
    assert_int_equal(outcomes[0] + outcomes[1] + outcomes[2], POSITIONS);
}

/* Against random players, from random positions: what is won stays won. */
static void the_expert_gives_nothing_away(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(1, 1, 0, 0);
    const struct search_limits limits = {.endgame = 18};
    void *memory = game->expert->memory_new(game, 1);
    int won = 0;
    for (int i = 0; i < 300; i++) {
        struct lgame_state state;
        memcpy(&state, retrograde_position(solved, (int)rng_below(&rng, POSITIONS)), sizeof state);
        state.left = LGAME_PLIES_MAX;
        struct retrograde_value value = retrograde_value(solved, retrograde_find(solved, &state));
        int expert = state.side, plies = 0;
        while (!game->over(game, &state) && plies < 60) {
            struct search_result result;
            move_t moves[GAME_MOVES_MAX];
            int count = game->moves(game, &state, moves);
            move_t move = moves[rng_below(&rng, (uint32_t)count)];
            if (state.side == expert) {
                int index = retrograde_find(solved, &state);
                assert_true(game->expert->solve(game, memory, &state, &limits, &result));
                int outcome = retrograde_value(solved, index).outcome;
                assert_int_equal((result.score > 0) - (result.score < 0), outcome);
                move = result.move;
            }
            game->play(game, &state, move);
            plies++;
        }
        bool wins = game->over(game, &state) && (game->margin(game, &state) > 0) == (expert == 0);
        if (wins) assert_int_equal(abs(game->margin(game, &state)), 1 + state.left);
        if (value.outcome > 0) {
            assert_true(wins);
            assert_in_range(plies, 1, value.distance);
            won++;
        }
        if (value.outcome == 0) assert_false(game->over(game, &state) && !wins);
    }
    assert_true(won > 10);
    game->expert->memory_free(memory);
}

/* A win that takes longer than the game may go on is none. */
static void a_win_that_comes_too_late_is_a_draw(void **unused) {
    (void)unused;
    const struct search_limits limits = {.endgame = 1};
    void *memory = game->expert->memory_new(game, 1);
    struct search_result result;
    int tried = 0;
    for (int i = 0; i < POSITIONS && tried < 20; i++) {
        struct retrograde_value value = retrograde_value(solved, i);
        struct lgame_state state;
        memcpy(&state, retrograde_position(solved, i), sizeof state);
        if (value.outcome <= 0 || value.distance < 3) continue;
        state.left = (uint8_t)value.distance;
        assert_true(game->expert->solve(game, memory, &state, &limits, &result));
        assert_int_equal(result.score, SCORE_WIN + 1);
        state.left--;
        assert_true(game->expert->solve(game, memory, &state, &limits, &result));
        assert_int_equal(result.score, 0);
        tried++;
    }
    assert_int_equal(tried, 20);
    assert_false(game->expert->solve(game, memory, retrograde_position(solved, 0),
                                     &(struct search_limits){0}, &result));
    game->expert->memory_free(memory);
}

/* Of moves that keep the draw the player's weights choose. */
static void weights_choose_among_draws(void **unused) {
    (void)unused;
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, NULL);
    static const int32_t weights[2][4] = {{1000, 0, 0, 0}, {0, 0, 0, 1000}};
    struct lgame_state start = position("");
    struct search_result results[2];
    void *memory = game->expert->memory_new(game, 1);
    for (int i = 0; i < 2; i++) {
        struct player player;
        player_init(&player, evaluator, weights[i], &(struct search_limits){0}, 0);
        const struct search_limits limits = {
            .endgame = 1, .adviser = evaluator, .advice = player.prepared};
        assert_true(game->expert->solve(game, memory, &start, &limits, &results[i]));
        assert_int_equal(results[i].score, 0);
        player_destroy(&player);
    }
    assert_true(results[0].move != results[1].move);
    game->expert->memory_free(memory);
}

static void moves_are_counted_by_hand(void **unused) {
    (void)unused;
    struct lgame_state start = position("");
    assert_int_equal(game->perft(game, &start, 1), 65); /* 5 places for the L, 13 ways for stones */
    move_t move;
    assert_int_equal(game->move_parse(game, "a1b3", &move), 4);
    assert_int_equal(game->move_parse(game, "A1B3-d2 c", &move), 7);
    assert_int_equal(game->move_parse(game, "a1b3-e2", &move), 0);
    assert_int_equal(game->move_parse(game, "a1c3", &move), 0);
}

static void bad_positions_are_refused(void **unused) {
    (void)unused;
    static const char *const wrong[] = {"x**..#*..#*..##x",       "x**..#*..#*..##. X",
                                        "x**..#*..#*..#.x X",     "x**..#*..#*..##x Z",
                                        "x**..#*..#*..##x X 201", "x**..#*..#*..##x X 5 5",
                                        "x**..#*..#*..##x X -1",  "X**..#*..#*..##x X"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct lgame_state state;
        struct error error = {""};
        if (game->position_parse(game, wrong[i], &state, &error) == 0) fail_msg("%s", wrong[i]);
        assert_true(*error.text);
    }
}

/* Three problems: won, drawn, lost; the answer to the first is a position that is lost. */
static void the_olympiads_problem_is_answered(void **unused) {
    (void)unused;
    check_golden("solve-lgame", "solve --game lgame tests/lgame.txt", "");
    check_misuse("solve --game lgame - </dev/null", "has no position");
    check_misuse("solve --game gomoku -", "nothing solves the endings of gomoku");
    struct text out = {0};
    assert_int_equal(run_text("solve --game lgame - 2>&1", "x**.\n.#*.\n", &out), 2);
    assert_non_null(strstr(text_get(&out), "ends within a position of 4 lines"));
    text_free(&out);
    assert_int_equal(run_text("solve --game lgame - 2>&1", "x**.\n.#*.\n.#*\n.##x\n", &out), 2);
    assert_non_null(strstr(text_get(&out), "-:4: four lines of four points"));
    text_free(&out);
}

/* Alone and among problems; the same answer to both. */
static void a_line_that_play_prints_is_solved(void **unused) {
    (void)unused;
    static const char *const same[] = {
        "xx..\n.#**\n.#.*\n.##*\n",
        "% the same\nxx...#**.#.*.##* X 200\n",
    };
    struct text lines = {0}, line = {0}, both = {0};
    assert_int_equal(run_text("solve --game lgame -", same[0], &lines), 0);
    assert_int_equal(run_text("solve --game lgame -", same[1], &line), 0);
    assert_string_equal(text_get(&line), text_get(&lines));
    text_add(&line, "%s", text_get(&lines));
    char input[200];
    snprintf(input, sizeof input, "%s%s", same[1], same[0]);
    assert_int_equal(run_text("solve --game lgame -", input, &both), 0);
    assert_string_equal(text_get(&both), text_get(&line));
    text_free(&lines), text_free(&line), text_free(&both);
}

static void play_and_analyze_show_the_solution(void **unused) {
    (void)unused;
    check_golden("play-lgame", "play --game lgame", "moves\nb1d3-a3\nposition\n");
    check_golden("analyze-lgame", "analyze --game lgame 'x**..#*..#*..##x O'", "");
}

/* Though play may go round in circles, which search has no end of: a win, a draw. */
static void prove_knows_the_solution(void **unused) {
    (void)unused;
    check_golden("prove-lgame-won", "prove --game lgame 'x.##x..#*..#***. X'", "");
    check_golden("prove-lgame-drawn", "prove --game lgame --nodes 1 ''", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_follow_from_the_geometry),
        cmocka_unit_test(play_reaches_every_position),
        cmocka_unit_test(every_value_follows_from_the_next_ones),
        cmocka_unit_test(the_table_is_known),
        cmocka_unit_test(the_expert_gives_nothing_away),
        cmocka_unit_test(a_win_that_comes_too_late_is_a_draw),
        cmocka_unit_test(weights_choose_among_draws),
        cmocka_unit_test(moves_are_counted_by_hand),
        cmocka_unit_test(bad_positions_are_refused),
        cmocka_unit_test(the_olympiads_problem_is_answered),
        cmocka_unit_test(a_line_that_play_prints_is_solved),
        cmocka_unit_test(play_and_analyze_show_the_solution),
        cmocka_unit_test(prove_knows_the_solution),
    };
    return cmocka_run_group_tests(tests, solve, forget);
}
