/*
 * How games of chess and xiangqi end, and what a repetition is worth on the way, by their laws: the
 * Laws of Chess of FIDE (2023), 5 and 9; for xiangqi those that engine/games/xiangqi/rules.h names.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/games/games.h"
#include "engine/search/ops.h"

static const struct game *game_of(const char *name) {
    struct error error;
    const struct game *game = games_find(name, &error);
    if (!game) fail_msg("%s", error.text);
    return game;
}

static struct state position_of(const struct game *game, const char *fen) {
    struct state state;
    struct error error;
    if (*fen)
        assert_int_equal(game->position_parse(game, fen, &state, &error), 0);
    else
        game->start(game, &state);
    return state;
}

/* Plays words of coordinates; no game may be over before its last move. */
static void play(const struct game *game, struct state *state, const char *moves) {
    move_t move;
    for (int used; (used = game_move_read(game, state, moves, &move)) > 0;) {
        if (game->over(game, state) || !game_legal(game, state, move))
            fail_msg("%s: \"%s\" cannot be played", game->name, moves);
        game->play(game, state, move);
        moves += used + strspn(moves + used, " ");
    }
    assert_string_equal(moves, "");
}

enum { GOES_ON = 9 };

/* How many wins the first side has after the moves: 1, 0, -1. */
struct ending {
    const char *fen, *moves; /* "": the start; none */
    int sign;
};

static void assert_endings(const char *name, const struct ending *endings, size_t count) {
    const struct game *game = game_of(name);
    for (size_t i = 0; i < count; i++) {
        struct state state = position_of(game, endings[i].fen);
        play(game, &state, endings[i].moves);
        bool over = game->over(game, &state);
        int margin = over ? game->margin(game, &state) : 0;
        int sign = over ? (margin > 0) - (margin < 0) : GOES_ON;
        if (sign != endings[i].sign)
            fail_msg("%s %s: %d, not %d", endings[i].fen, endings[i].moves, sign, endings[i].sign);
    }
}

#define KNIGHTS_OUT_AND_BACK "g1f3 g8f6 f3g1 f6g8 "

static void chess_ends_by_its_laws(void **unused) {
    static const struct ending endings[] = {
        /* mate and stalemate */
        {"7k/R7/8/8/8/8/8/1R4K1 w - - 0 1", "b1b8", 1},
        {"7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "f6f7", 0},
        {"", "f2f3 e7e5 g2g4 d8h4", -1},
        /* neither side can mate */
        {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "", 0},
        {"4k3/8/8/8/8/8/8/4KB2 b - - 0 1", "", 0},
        {"4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1", "", 0},
        {"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", "", GOES_ON},
        {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "", GOES_ON},
        {"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", "", GOES_ON},
        {"4k3/8/8/8/8/8/8/3BKN2 w - - 0 1", "", GOES_ON},
        {"4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", "", GOES_ON},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", GOES_ON},
        {"4k3/8/8/8/8/3p4/8/4KN2 w - - 0 1", "e1d2 e8e7 d2d3", 0},
        /* the third time, also of a position in which castling was possible and is no more */
        {"", KNIGHTS_OUT_AND_BACK "g1f3 g8f6 f3g1", GOES_ON},
        {"", KNIGHTS_OUT_AND_BACK KNIGHTS_OUT_AND_BACK, 0},
        {"r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8", GOES_ON},
        {"r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8 h1g1", 0},
        /* fifty moves of each side without a pawn's move or a capture; a mate by the last counts */
        {"8/8/4k3/8/8/4K3/4R3/8 w - - 98 80", "e3d3", GOES_ON},
        {"8/8/4k3/8/8/4K3/4R3/8 w - - 99 80", "e3d3", 0},
        {"7k/R7/8/8/8/8/8/1R4K1 w - - 99 80", "b1b8", 1},
        /* where the draw was not claimed, a move is left */
        {"8/8/4k3/8/8/4K3/4R3/8 w - - 130 80", "", GOES_ON},
        {"8/8/4k3/8/8/4K3/4R3/8 w - - 130 80", "e3d3", 0},
        {"8/8/4k3/8/8/4K3/P3R3/8 w - - 99 80", "a2a3", GOES_ON},
    };
    (void)unused;
    assert_endings("chess", endings, COUNT_OF(endings));
}

static void xiangqi_ends_by_its_laws(void **unused) {
    static const struct ending endings[] = {
        /* mate, and stalemate, which loses too */
        {"3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1", "b0b9", 1},
        {"3k5/9/1R7/9/9/9/9/9/9/4K4 w - - 0 1", "b7b8", 1},
        {"3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1", "e7d7", 1},
        {"3k5/9/3P5/9/9/9/9/9/9/4K4 w - - 0 1", "d7d8", GOES_ON},
        {"3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1", "e7e8", 1},
        /* nothing is left that can cross the river */
        {"3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1", "", 0},
        {"3k5/4a4/9/9/9/9/9/9/9/2B1K4 w - - 0 1", "", 0},
        {"3k5/9/9/9/4p4/9/9/9/9/4K4 w - - 0 1", "", GOES_ON},
        /* the third time: a side that alone gave check all the time loses; others draw */
        {"", "b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0", GOES_ON},
        {"", "b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0 c7b9", 0},
        {"3k5/1R7/9/9/9/9/9/9/9/4K4 w - - 0 1", "b8b9 d9d8 b9b8 d8d9 b8b9 d9d8 b9b8 d8d9", -1},
        {"4k4/9/9/9/9/9/9/9/1r7/3K5 b - - 0 1", "b1b0 d0d1 b0b1 d1d0 b1b0 d0d1 b0b1 d1d0", 1},
        /* sixty moves of each side without a capture */
        {"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 118 80", "a0a1", GOES_ON},
        {"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 80", "a0a1", 0},
        {"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 150 80", "", GOES_ON},
    };
    (void)unused;
    assert_endings("xiangqi", endings, COUNT_OF(endings));
}

/* Before the game ends by it, the search is told what it will be worth to the side to move. */
static void a_repetition_is_worth_what_it_will_be(void **unused) {
    static const struct {
        const char *game, *fen, *moves;
        enum game_repeat worth;
    } cases[] = {
        {"chess", "", "g1f3 g8f6 f3g1", REPEAT_NONE},
        {"chess", "", KNIGHTS_OUT_AND_BACK, REPEAT_DRAW},
        {"xiangqi", "", "b0c2 b9c7 c2b0 c7b9", REPEAT_DRAW},
        {"xiangqi", "3k5/1R7/9/9/9/9/9/9/9/4K4 w - - 0 1", "b8b9 d9d8 b9b8 d8d9 b8b9", REPEAT_WIN},
        {"xiangqi", "3k5/1R7/9/9/9/9/9/9/9/4K4 w - - 0 1", "b8b9 d9d8 b9b8 d8d9 b8b9 d9d8",
         REPEAT_LOSS},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct game *game = game_of(cases[i].game);
        struct state state = position_of(game, cases[i].fen);
        play(game, &state, cases[i].moves);
        if (game->repeats(&state) != cases[i].worth)
            fail_msg("%s %s: %d", cases[i].fen, cases[i].moves, game->repeats(&state));
    }
}

/* Not where passing may be better than any move: in check, and without a piece that can lose a
 * move. */
/* Of the move among those of a position. */
static int32_t score_of(const struct evaluator *evaluator, const char *fen, const char *name) {
    struct state state = position_of(evaluator->game, fen);
    struct candidate list[GAME_MOVES_MAX];
    int32_t *weights = xcalloc((size_t)evaluator->param_count, sizeof *weights), score = 0;
    void *prepared = xmalloc(evaluator->prepared_size);
    move_t move;
    evaluator->prepare(evaluator, weights, prepared);
    int count = evaluator_ops(evaluator)->candidates(evaluator, prepared, &state, true, list);
    assert_true(game_move_read(evaluator->game, &state, name, &move) > 0);
    for (int i = 0; i < count; i++)
        if (list[i].move == move) score = list[i].score;
    free(prepared);
    free(weights);
    return score;
}

static void stalemate_is_not_taken_for_mate(void **unused) {
    static const char *const names[] = {"psq", "features"};
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct error error;
        const struct evaluator *evaluator =
            games_evaluator(game_of("chess"), names[i], NULL, &error);
        assert_non_null(evaluator);
        assert_int_equal(score_of(evaluator, "k7/2P5/1K6/8/8/8/8/8 w - -", "c7c8q"), SCORE_WIN);
        assert_int_equal(score_of(evaluator, "8/6P1/8/8/8/8/2K5/k7 w - -", "g7g8q"), 0);
    }
}

static void a_turn_is_passed_where_that_is_no_gift(void **unused) {
    static const struct {
        const char *game, *fen;
        bool passes;
    } cases[] = {
        {"chess", "", true},
        {"chess", "4k3/8/8/8/8/8/4P3/4KN2 w - - 0 1", true},
        {"chess", "4k3/4p3/8/8/8/8/8/4KN2 b - - 0 1", false},
        {"chess", "4k3/8/8/8/8/8/4P3/4KB2 w - - 0 1", true},
        {"chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", true},
        {"chess", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1", true},
        {"chess", "4k3/8/8/8/8/8/4P3/4K2R b - - 0 1", false},
        {"chess", "4k3/8/8/8/8/8/8/r3K2R w - - 0 1", false},
        {"chess", "4k3/8/8/8/8/8/8/4K2R w - - 98 80", true},
        {"chess", "4k3/8/8/8/8/8/8/4K2R w - - 99 80", false},
        {"xiangqi", "", true},
        {"xiangqi", "3k5/9/9/9/9/9/4P4/9/9/4K1B2 w - - 0 1", false},
        {"xiangqi", "3k5/9/9/9/9/9/4P4/9/9/4K2C1 w - - 0 1", true},
        {"xiangqi", "3k5/9/9/9/9/9/4P4/9/9/4K2N1 w - - 0 1", true},
        {"xiangqi", "3k5/9/9/9/9/9/4P4/9/9/4K2R1 w - - 0 1", true},
        {"xiangqi", "3k5/9/9/9/9/9/4P4/9/9/r3K2C1 w - - 0 1", false},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct game *game = game_of(cases[i].game);
        struct state state = position_of(game, cases[i].fen);
        if (game->pass_turn(game, &state) != cases[i].passes) fail_msg("%s", cases[i].fen);
    }
}

/* Its number of moves is that of a game elsewhere: half of ours are left at least. */
static void a_late_position_has_plies_to_go(void **unused) {
    static const char *const positions[][2] = {
        {"chess", "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 900"},
        {"xiangqi", "3k5/9/9/4p4/9/9/4P4/9/9/4K4 w - - 0 900"},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(positions); i++) {
        const struct game *game = game_of(positions[i][0]);
        struct state state = position_of(game, positions[i][1]);
        assert_false(game->over(game, &state));
        assert_int_equal(game->plies_left(&state), game->plies_max / 2);
    }
}

/* A position that ends the game by repetition has no leaves below it but itself. */
static void counts_of_leaves_know_repetitions(void **unused) {
    static const char *const lines[][2] = {
        {"chess", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"},
        {"xiangqi", "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0"},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        const struct game *game = game_of(lines[i][0]);
        struct state state = position_of(game, "");
        play(game, &state, lines[i][1]);
        assert_int_equal(game->perft(game, &state, 2), game_perft(game, &state, 2));
    }
}

/* A rook goes back in three moves where the other side has passed: that repeats nothing. */
static void nothing_repeats_across_a_pass(void **unused) {
    static const struct {
        const char *game, *fen, *before, *after;
    } cases[] = {
        {"chess", "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 h8h7 a2a3", "a3a1 h7h8"},
        {"xiangqi", "", "a0a1 a9a8 a1a2", "a2a0 a8a9"},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct game *game = game_of(cases[i].game);
        struct state start = position_of(game, cases[i].fen), state = start;
        play(game, &state, cases[i].before);
        assert_true(game->pass_turn(game, &state));
        play(game, &state, cases[i].after);
        assert_true(game->hash(&state) == game->hash(&start));
        assert_int_equal(game->repeats(&state), REPEAT_NONE);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chess_ends_by_its_laws),
        cmocka_unit_test(xiangqi_ends_by_its_laws),
        cmocka_unit_test(a_repetition_is_worth_what_it_will_be),
        cmocka_unit_test(a_late_position_has_plies_to_go),
        cmocka_unit_test(counts_of_leaves_know_repetitions),
        cmocka_unit_test(stalemate_is_not_taken_for_mate),
        cmocka_unit_test(a_turn_is_passed_where_that_is_no_gift),
        cmocka_unit_test(nothing_repeats_across_a_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
