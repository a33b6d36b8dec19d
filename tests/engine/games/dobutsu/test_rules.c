/*
 * The rules of Dobutsu shogi against counts and solutions of another program, which was written
 * from the rules alone: perft, and small endings solved backwards from their ends.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/game/retrograde.h"
#include "engine/games/dobutsu/rules.h"
#include "engine/games/games.h"

#define START "gle/1c1/1C1/ELG b -"

static const struct game *the_game(void) {
    struct error error;
    const struct game *game = games_find("dobutsu", &error);
    if (!game) fail_msg("%s", error.text);
    return game;
}

static struct state position(const char *text) {
    struct state state;
    struct error error;
    if (game_parse(the_game(), text, &state, &error) != 0) fail_msg("%s: %s", text, error.text);
    return state;
}

static void play(struct state *state, const char *moves) {
    const struct game *game = the_game();
    move_t move;
    for (int used; (used = game_move_read(game, state, moves, &move)) > 0;) {
        assert_true(game_legal(game, state, move));
        game->play(game, state, move);
        moves += used + strspn(moves + used, " ");
    }
    assert_string_equal(moves, "");
}

static void assert_position(const void *state, const char *expected) {
    struct text line = {0};
    the_game()->position_format(the_game(), state, &line);
    assert_string_equal(text_get(&line), expected);
    text_free(&line);
}

/* A finished game is a leaf. Fairy-Stockfish 11.1 counts the same where its optional promotions and
 * such leaves are put in the other program. */
static void perft_is_that_of_another_program(void **unused) {
    (void)unused;
    static const struct {
        const char *position;
        uint64_t leaves[8];
    } cases[] = {
        {START, {4, 13, 67, 398, 2179, 12646, 80894, 503824}},
        {"g1e/1cL/lC1/E1G b -", {5, 22, 94, 409, 2092}},
        {"1l1/+Cg1/1e1/1LE w GC", {5, 88, 776, 8858}},
        {"1l1/3/1L1/3 b CEGceg", {35, 873, 16191, 276977}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct state state = position(cases[i].position);
        for (int depth = 1; depth <= 8 && cases[i].leaves[depth - 1]; depth++)
            assert_int_equal(the_game()->perft(the_game(), &state, depth),
                             cases[i].leaves[depth - 1]);
    }
}

/* The winner of every position that can be reached, and in how many plies. */
static void endings_are_those_of_another_program(void **unused) {
    (void)unused;
    static const struct {
        const char *position;
        int count, won, lost, longest_win, longest_loss, outcome, distance;
    } cases[] = {
        {"1l1/3/1C1/1L1 b -", 1702, 842, 772, 19, 18, 1, 5},
        {"1l1/3/3/1L1 b C", 1702, 842, 772, 19, 18, 1, 3},
        {"1l1/3/3/1LE b -", 928, 454, 346, 13, 12, 1, 5},
        {"1l1/3/3/1LG b -", 892, 472, 420, 13, 14, 1, 5},
        {"1lg/3/3/EL1 b -", 15578, 7452, 5724, 19, 18, 0, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct state root = position(cases[i].position);
        struct retrograde *solved =
            retrograde_new(the_game(), the_game()->symmetric_hash, &root, 20000);
        assert_non_null(solved);
        assert_int_equal(retrograde_count(solved), cases[i].count);
        int won = 0, lost = 0, longest[2] = {0};
        for (int j = 0; j < retrograde_count(solved); j++) {
            struct retrograde_value value = retrograde_value(solved, j);
            won += value.outcome > 0, lost += value.outcome < 0;
            if (value.outcome == 0) continue;
            int *most = &longest[value.outcome < 0];
            *most = max_int(*most, value.distance);
        }
        assert_int_equal(won, cases[i].won);
        assert_int_equal(lost, cases[i].lost);
        assert_int_equal(longest[0], cases[i].longest_win);
        assert_int_equal(longest[1], cases[i].longest_loss);
        assert_int_equal(retrograde_value(solved, 0).outcome, cases[i].outcome);
        assert_int_equal(retrograde_value(solved, 0).distance, cases[i].distance);
        retrograde_free(solved);
    }
}

static void pieces_are_taken_dropped_and_promoted(void **unused) {
    (void)unused;
    struct state state = position(START);
    play(&state, "b3b2 b1b2");
    assert_position(&state, "g1e/1l1/3/ELG b Cc");
    play(&state, "C*c3 c*a3");
    assert_position(&state, "g1e/1l1/c1C/ELG b -");
    state = position("1le/C2/3/1LG b g");
    play(&state, "a2a1");
    assert_position(&state, "+Cle/3/3/1LG w g");
    play(&state, "b1a1"); /* a hen in hand is a chick */
    assert_position(&state, "l1e/3/3/1LG b gc");
    state = position("1l1/3/3/1L1 b C");
    play(&state, "C*a1"); /* dropped there it stays one, and cannot move */
    assert_position(&state, "Cl1/3/3/1L1 w -");
}

/* By mate, by a lion that reaches the last row, which it may not where it could be taken. */
static void games_end_by_the_lion(void **unused) {
    (void)unused;
    const struct game *game = the_game();
    struct state state = position("3/L1l/3/3 b -");
    move_t move;
    assert_false(game->over(game, &state));
    play(&state, "a2a1");
    assert_true(game->over(game, &state));
    assert_int_equal(game->margin(game, &state), 1 + game->plies_left(&state));
    state = position("1g1/L2/2l/3 b -");
    assert_int_equal(game->move_parse(game, "a2a1", &move), 4);
    assert_false(game_legal(game, &state, move));
    state = position("l2/3/1L1/3 b GC");
    play(&state, "G*a2");
    assert_false(game->over(game, &state));
    state = position("l2/3/LG1/3 b C");
    play(&state, "C*a2"); /* guarded by the lion: the points beside it are the giraffe's */
    assert_false(game->over(game, &state));
    state = position("l2/2G/L2/3 b C");
    play(&state, "C*a2 a1b1 c2b2 b1c1");
    assert_false(game->over(game, &state));
    state = position("l2/1G1/L2/3 b C");
    play(&state, "C*a2");
    assert_true(game->over(game, &state));
    assert_true(game->margin(game, &state) > 0);
}

/* A position that comes the third time is a draw; the second time is seen, and with the same side
 * to move only. */
static void a_third_repetition_is_a_draw(void **unused) {
    (void)unused;
    const struct game *game = the_game();
    struct state state = position("1l1/3/3/1L1 b -");
    assert_int_equal(game->repeats(&state), REPEAT_NONE);
    play(&state, "b4a4 b1a1 a4b4");
    assert_int_equal(game->repeats(&state), REPEAT_NONE);
    play(&state, "a1b1");
    assert_int_equal(game->repeats(&state), REPEAT_DRAW);
    assert_false(game->over(game, &state));
    play(&state, "b4a4 b1a1 a4b4");
    assert_false(game->over(game, &state));
    play(&state, "a1b1");
    assert_true(game->over(game, &state));
    assert_int_equal(game->margin(game, &state), 0);
}

static void a_long_game_is_a_draw(void **unused) {
    (void)unused;
    const struct game *game = the_game();
    struct state state = position("1l1/3/3/1L1 b - 255");
    assert_int_equal(game->plies_left(&state), 2);
    play(&state, "b4a4");
    assert_false(game->over(game, &state));
    play(&state, "b1a1");
    assert_true(game->over(game, &state));
    assert_int_equal(game->margin(game, &state), 0);
}

/* A turn is not passed in check, nor with a lion and chicks alone, nor at the end of the game. */
static void a_turn_is_passed_where_that_is_no_gift(void **unused) {
    (void)unused;
    static const struct {
        const char *position;
        bool passes;
    } cases[] = {
        {START, true},
        {"1l1/3/1c1/1LG b -", false},
        {"1l1/3/c2/1LG b -", true},
        {"1l1/3/c2/1L1 b CE", false},
        {"2l/+C2/3/L2 b -", true},
        {START " 255", true},
        {START " 256", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct state state = position(cases[i].position);
        if (the_game()->pass_turn(the_game(), &state) != cases[i].passes)
            fail_msg("%s", cases[i].position);
    }
    struct state state = position(START);
    assert_true(the_game()->pass_turn(the_game(), &state));
    assert_position(&state, "gle/1c1/1C1/ELG w -");
}

static void noisy_moves_take_promote_or_win(void **unused) {
    (void)unused;
    static const struct {
        const char *position, *moves;
    } cases[] = {
        {START, "b3b2 "},
        {"1l1/3/3/1L1 b CEG", ""},
        {"g1e/1Cl/3/1LG b -", "b2b1 "},
        {"g1l/C2/3/1LG b -", "a2a1 "},
        {"c1l/3/ge1/1LG b -", "b4a3 "},
        {"1c1/Lc1/2l/3 b -", "a2b1 a2a1 "},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct state state = position(cases[i].position);
        struct text list = {0};
        move_t moves[GAME_MOVES_MAX];
        int count = the_game()->noisy(the_game(), &state, moves);
        for (int j = 0; j < count; j++) {
            char text[MOVE_TEXT_MAX];
            the_game()->move_format(the_game(), moves[j], text);
            text_add(&list, "%s ", text);
        }
        assert_string_equal(text_get(&list), cases[i].moves);
        text_free(&list);
    }
}

static void moves_are_said_in_their_position(void **unused) {
    (void)unused;
    static const struct {
        const char *position, *move, *name;
    } cases[] = {
        {START, "b3b2", "Cxb2"},
        {START, "c4c3", "G-c3"},
        {"1l1/3/3/GLG b -", "a4a3", "G-a3"},
        {"1l1/3/G1G/1L1 b -", "a3b3", "Ga3-b3"},
        {"g1l/C2/3/1LG b -", "a2a1", "Cxa1+"},
        {"1l1/3/3/1L1 b C", "C*a1", "C*a1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct state state = position(cases[i].position);
        char name[MOVE_TEXT_MAX];
        move_t move, read;
        assert_int_equal(the_game()->move_parse(the_game(), cases[i].move, &move), 4);
        game_move_name(the_game(), &state, move, name);
        assert_string_equal(name, cases[i].name);
        assert_int_equal(game_move_read(the_game(), &state, cases[i].name, &read),
                         strlen(cases[i].name));
        assert_int_equal(read, move);
    }
}

static void bad_positions_are_refused(void **unused) {
    (void)unused;
    static const struct {
        const char *position, *why;
    } cases[] = {
        {"gle/1c1/1C1/ELG", "the side to move"},
        {"gle/1c1/1C1 b -", "four rows"},
        {"gle/1c1/1C1/ELGE b -", "the side to move"},
        {"gle/1c2/1C1/ELG b -", "four rows"},
        {"gle/1c1/1C1/ELG x -", "the side to move"},
        {"gle/1c1/1C1/ELG b", "the side to move"},
        {"gle/1c1/1C1/ELG b - 0", "1 to 256"},
        {"gle/1c1/1C1/ELG b - 257", "1 to 256"},
        {"gle/1c1/1C1/ELG b - 1 x", "1 to 256"},
        {"g1e/1c1/1C1/ELG b -", "White has 0"},
        {"gle/1l1/1C1/ELG b -", "White has 2"},
        {"gle/1c1/1C1/ELG b C", "3 chicks and hens"},
        {"gle/1+c1/1C1/ELG b C", "3 chicks and hens"},
        {"gle/1c1/1C1/ELG b 2E", "4 elephants"},
        {"gle/1c1/1C1/ELG b 2g", "4 giraffes"},
        {"gle/1+g1/1C1/ELG b -", "four rows"},
        {"1l1/1C1/3/1L1 b -", "can be taken"},
        {"1l1/3/l2/1L1 w -", "White has 2"},
        {"L2/3/3/1l1 b -", "has reached its last row before"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct state state;
        struct error error = {""};
        assert_int_equal(the_game()->position_parse(the_game(), cases[i].position, &state, &error),
                         -1);
        if (!strstr(error.text, cases[i].why)) fail_msg("%s: %s", cases[i].position, error.text);
    }
}

/* Of a parameter of the evaluator `material`, by its name, for a side. */
static int counted(const char *text, const char *name, int side) {
    struct error error;
    const struct evaluator *evaluator = games_evaluator(the_game(), "material", NULL, &error);
    struct state state = position(text);
    struct term terms[GAME_MOVES_MAX];
    int count = evaluator->terms(evaluator, &state, side, terms);
    for (int i = 0; i < count; i++)
        if (strcmp(evaluator->params[terms[i].weight].name, name) == 0) return terms[i].count;
    fail_msg("no %s", name);
    return 0;
}

static void material_is_counted_as_by_hand(void **unused) {
    (void)unused;
    static const struct {
        const char *position, *name;
        int count;
    } cases[] = {
        {"1l1/1G1/1L1/3 w E", "giraffe", 1},     {"1l1/1G1/1L1/3 w E", "hand.elephant", 1},
        {"1l1/1G1/1L1/3 w E", "elephant", 0},    {"1l1/1G1/1L1/3 w E", "mobility", 7 + 3 - 5},
        {"1l1/1G1/1L1/3 w E", "near", 4 - 3},    {"1l1/1G1/1L1/3 w E", "advance", 1},
        {"1l1/1G1/1L1/3 w E", "turn", -1},       {"3/1l1/3/1L1 b 2c", "hand.chick", -2},
        {"3/1l1/3/1L1 b 2c", "advance", -1},     {"3/1l1/3/1L1 b 2c", "turn", 1},
        {"3/1l1/3/1L1 b 2c", "mobility", 5 - 8},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(counted(cases[i].position, cases[i].name, 0), cases[i].count);
        assert_int_equal(counted(cases[i].position, cases[i].name, 1), -cases[i].count);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_is_that_of_another_program),
        cmocka_unit_test(endings_are_those_of_another_program),
        cmocka_unit_test(pieces_are_taken_dropped_and_promoted),
        cmocka_unit_test(games_end_by_the_lion),
        cmocka_unit_test(a_third_repetition_is_a_draw),
        cmocka_unit_test(a_long_game_is_a_draw),
        cmocka_unit_test(a_turn_is_passed_where_that_is_no_gift),
        cmocka_unit_test(noisy_moves_take_promote_or_win),
        cmocka_unit_test(moves_are_said_in_their_position),
        cmocka_unit_test(bad_positions_are_refused),
        cmocka_unit_test(material_is_counted_as_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
