/*
 * exchange: what captures come to, counted by hand; noisy moves leave out those that lose.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/games/chess/exchange.h"
#include "engine/games/chess/rules.h"
#include "engine/games/games.h"

static struct chess_state state_of(const char *line) {
    struct chess_state state;
    struct error error;
    const struct game *game = chess_game();
    if (game->position_parse(game, line, &state, &error)) fail_msg("%s: %s", line, error.text);
    return state;
}

static int square(const char *name) {
    return 8 * (name[1] - '1') + name[0] - 'a';
}

static void exchanges_come_to_what_is_counted_by_hand(void **unused) {
    (void)unused;
    static const struct {
        const char *line, *move;
        int gain;
    } cases[] = {
        {"4k3/8/8/3p4/8/3Q4/8/4K3 w - -", "d3d5", 1},             /* not guarded */
        {"4k3/8/2p5/3p4/8/3Q4/8/4K3 w - -", "d3d5", 1 - 9},       /* by a pawn */
        {"4k3/8/2p5/3p4/8/3R4/3Q4/4K3 w - -", "d3d5", 1 - 5 + 1}, /* and taken back, */
        {"4k3/3r4/2p5/3p4/8/3R4/3Q4/4K3 w - -", "d3d5", 1 - 5},   /* which would cost the queen */
        {"4k3/3r4/8/3n4/8/3R4/3Q4/4K3 w - -", "d3d5", 3},         /* an even change afterwards */
        {"4k3/8/2p5/3b4/4P3/8/8/4K3 w - -", "e4d5", 3 - 1},
        {"8/8/3k4/3p4/8/3R4/8/4K3 w - -", "d3d5", 1 - 5}, /* a king guards, … */
        {"8/8/3k4/3p4/8/3R4/3R4/4K3 w - -", "d3d5", 1},   /* … unless its taking is illegal */
        {"4k3/8/8/8/8/2p5/1q6/R3K3 w - -", "a1a2", -5},   /* no capture at all */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct chess_state state = state_of(cases[i].line);
        int from = square(cases[i].move), to = square(cases[i].move + 2);
        int gain = chess_exchange(&state.position, from, to);
        if (gain != cases[i].gain)
            fail_msg("%s %s: %d, not %d", cases[i].line, cases[i].move, gain, cases[i].gain);
        assert_int_equal(chess_capture_holds(&state.position, from, to), gain >= 0);
    }
}

/* That a king takes is legal, and so it does not lose. */
static void kings_hold_what_they_take(void **unused) {
    (void)unused;
    struct chess_state state = state_of("4k3/8/8/8/8/8/4p3/4K3 w - -");
    assert_true(chess_capture_holds(&state.position, square("e1"), square("e2")));
}

static void captures_that_lose_are_not_noisy(void **unused) {
    (void)unused;
    static const struct {
        const char *line;
        int count;
    } cases[] = {
        {"4k3/8/2p5/3p4/8/3Q4/8/4K3 w - -", 0},
        {"4k3/8/8/3p4/8/3Q4/8/4K3 w - -", 1},
        {"4k3/P7/8/8/8/8/8/4K3 w - -", 1},    /* a promotion */
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6", 1}, /* en passant */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct chess_state state = state_of(cases[i].line);
        move_t moves[GAME_MOVES_MAX];
        assert_int_equal(chess_noisy(chess_game(), &state, moves), cases[i].count);
    }
}

/* The most valuable victim first, and of those that take it the least valuable. */
static void the_likeliest_capture_comes_first(void **unused) {
    (void)unused;
    static const struct {
        const char *line, *moves;
    } cases[] = {
        {"4k3/8/8/3n4/4P3/1N6/3R4/4K3 w - -", "e4d5 d2d5"},
        {"3qk3/2P5/8/8/4n3/3P4/8/4K3 w - -", "c7d8q c7c8q d3e4"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct chess_state state = state_of(cases[i].line);
        struct text line = {0};
        move_t moves[GAME_MOVES_MAX];
        char name[MOVE_TEXT_MAX];
        int count = chess_noisy(chess_game(), &state, moves);
        for (int m = 0; m < count; m++) {
            chess_game()->move_format(chess_game(), moves[m], name);
            text_add(&line, "%s%s", m ? " " : "", name);
        }
        assert_string_equal(text_get(&line), cases[i].moves);
        text_free(&line);
    }
}

/* In the search's order a capture that loses comes behind all moves that do not. */
static void captures_that_lose_are_tried_last(void **unused) {
    (void)unused;
    struct error error;
    const struct evaluator *evaluator =
        games_evaluator(games_find("chess", &error), "psq", "32", &error);
    assert_non_null(evaluator);
    struct chess_state state = state_of("4k3/8/2p5/3p4/8/3Q4/8/4K3 w - -");
    struct candidate list[GAME_MOVES_MAX];
    int32_t *weights = xcalloc((size_t)evaluator->param_count, sizeof *weights);
    evaluator_initial(evaluator, weights);
    void *prepared = xmalloc(evaluator->prepared_size);
    evaluator->prepare(evaluator, weights, prepared);
    int count = evaluator_ops(evaluator)->ranked(evaluator, prepared, &state, true, list), last = 0;
    for (int i = 1; i < count; i++)
        if (list[i].score < list[last].score) last = i;
    assert_int_equal(chess_from(list[last].move), square("d3"));
    assert_int_equal(chess_to(list[last].move), square("d5"));
    free(prepared);
    free(weights);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchanges_come_to_what_is_counted_by_hand),
        cmocka_unit_test(kings_hold_what_they_take),
        cmocka_unit_test(captures_that_lose_are_not_noisy),
        cmocka_unit_test(the_likeliest_capture_comes_first),
        cmocka_unit_test(captures_that_lose_are_tried_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
