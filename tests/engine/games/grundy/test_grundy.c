/*
 * Nim and Grundy's game against what is published of them, and their theory against searches of
 * the whole tree: AND/OR by plain recursion, the engine's alpha-beta, and retrograde analysis.
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
#include "engine/games/grundy/rules.h"
#include "engine/search/player.h"
#include "tests/find.h"
#include "tests/program.h"

/* OEIS A002188, from 0 coins on. */
static const int published[] = {0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3,
                                2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4,
                                1, 2, 4, 1, 2, 4, 1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0};

static void numbers_are_the_published_sequence(void **unused) {
    (void)unused;
    for (int coins = 3; coins < (int)COUNT_OF(published); coins++) {
        char name[32];
        struct state start;
        snprintf(name, sizeof name, "grundy(%d)", coins);
        const struct game *game = find_game(name);
        game->start(game, &start);
        if (grundy_number(game, &start) != published[coins])
            fail_msg("%s: %d", name, grundy_number(game, &start));
    }
}

static void the_number_of_nim_is_the_exclusive_or_of_its_piles(void **unused) {
    (void)unused;
    const struct game *game = find_game("nim(3,5,7)");
    for (int a = 0; a <= 3; a++)
        for (int b = 0; b <= 5; b++)
            for (int c = 0; c <= 7; c++) {
                char text[32];
                snprintf(text, sizeof text, "%d %d %d X", a, b, c);
                struct state state = find_position(game, text);
                assert_int_equal(grundy_number(game, &state), a ^ b ^ c);
            }
}

/* Whether the side to move wins: an OR of the moves, each an AND of the answers. */
static bool wins_by_and_or(const struct game *game, const void *state) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct state after;
        memcpy(&after, state, game->state_size);
        game->play(game, &after, moves[i]);
        if (!wins_by_and_or(game, &after)) return true;
    }
    return false;
}

static int32_t searched(const struct game *game, const void *state) {
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, NULL);
    int32_t weights[256];
    struct search_limits limits = {.depth = SEARCH_DEPTH_MAX};
    struct player player;
    struct search *search = search_new(1 << 20);
    struct search_result result;
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &limits, 0);
    evaluator_ops(evaluator)->search(search, evaluator, player.prepared, state, &limits, &result);
    player_destroy(&player);
    search_free(search);
    return result.score;
}

static void check_position(const struct game *game, const void *state) {
    bool wins = grundy_number(game, state) != 0;
    assert_int_equal(wins_by_and_or(game, state), wins);
    if (!game->over(game, state))
        assert_int_equal(searched(game, state), wins ? SCORE_WIN + 1 : -SCORE_WIN - 1);
}

static void theory_agrees_with_and_or_and_with_alpha_beta(void **unused) {
    (void)unused;
    for (int coins = 3; coins <= 16; coins++) {
        char name[32];
        struct state start;
        snprintf(name, sizeof name, "grundy(%d)", coins);
        const struct game *game = find_game(name);
        game->start(game, &start);
        check_position(game, &start);
    }
    const struct game *nim = find_game("nim(2,3,4)");
    for (int a = 0; a <= 2; a++)
        for (int b = 0; b <= 3; b++)
            for (int c = 0; c <= 4; c++) {
                char text[32];
                snprintf(text, sizeof text, "%d %d %d O", a, b, c);
                struct state state = find_position(nim, text);
                check_position(nim, &state);
            }
}

static void retrograde_analysis_agrees(void **unused) {
    (void)unused;
    static const char *const names[] = {"grundy(3)", "grundy(7)",  "grundy(20)",  "grundy(30)",
                                        "nim(1)",    "nim(3,5,7)", "nim(4,4,4,4)"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const struct game *game = find_game(names[i]);
        struct state start;
        game->start(game, &start);
        struct retrograde *solved = retrograde_new(game, game->symmetric_hash, &start, 100000);
        assert_non_null(solved);
        for (int p = 0; p < retrograde_count(solved); p++) {
            const void *state = retrograde_position(solved, p);
            struct retrograde_value value = retrograde_value(solved, p);
            assert_int_equal(value.outcome, grundy_number(game, state) != 0 ? 1 : -1);
            assert_int_equal(value.distance % 2, value.outcome > 0);
            assert_int_equal(retrograde_find(solved, state), p);
            assert_in_range(value.distance, 0, game->plies_left(state));
        }
        retrograde_free(solved);
    }
}

/* Two experts play each other, and each against a random player. */
static void the_expert_wins_what_is_won(void **unused) {
    (void)unused;
    static const char *const names[] = {"grundy(18)", "grundy(50)", "nim(3,5,7)", "nim(9,9,9)"};
    struct rng rng = rng_keyed(1, 1, 0, 0);
    const struct search_limits limits = {.endgame = 1};
    for (int i = 0; i < 200; i++) {
        const struct game *game = find_game(names[i % (int)COUNT_OF(names)]);
        struct state state;
        move_t moves[GAME_MOVES_MAX];
        struct search_result result;
        game->start(game, &state);
        int expert = i / 4 % 2;
        bool won = false;
        for (int count; (count = game->moves(game, &state, moves)) > 0;) {
            move_t move = moves[rng_below(&rng, (uint32_t)count)];
            if (game->side(&state) == expert) {
                won |= grundy_number(game, &state) != 0;
                assert_true(game->expert->solve(game, NULL, &state, &limits, &result));
                move = result.move;
                assert_int_equal(result.score > 0, grundy_number(game, &state) != 0);
                assert_true(game_legal(game, &state, move));
            }
            game->play(game, &state, move);
        }
        if (won) assert_true((game->margin(game, &state) > 0) == (expert == 0));
    }
}

static void the_expert_is_asked_and_leaves_moves_out(void **unused) {
    (void)unused;
    const struct game *game = find_game("nim(3,5,7)");
    struct state state = find_position(game, "");
    struct search_result result;
    struct search_limits limits = {.endgame = 0};
    assert_false(game->expert->solve(game, NULL, &state, &limits, &result));
    limits.endgame = 18;
    assert_true(game->expert->solve(game, NULL, &state, &limits, &result));
    assert_int_equal(result.move, 0 * 256 + 1); /* 2 5 7 is worth 0 */
    move_t except[GAME_MOVES_MAX];
    limits.except = except;
    for (int won = 0; won < 3; won++) {
        assert_true(game->expert->solve(game, NULL, &state, &limits, &result));
        assert_int_equal(result.score, SCORE_WIN + 1);
        except[limits.except_count++] = result.move;
    }
    assert_true(game->expert->solve(game, NULL, &state, &limits, &result));
    assert_int_equal(result.score, -SCORE_WIN - 1);
    limits.except_count = game->moves(game, &state, except);
    assert_false(game->expert->solve(game, NULL, &state, &limits, &result));
}

static void names_and_positions_are_read(void **unused) {
    (void)unused;
    static const char *const good[][2] = {{"grundy( 7 )", "grundy(7)"},
                                          {"nim( 3, 5 ,7 )", "nim(3,5,7)"},
                                          {"nim(1)", "nim(1)"},
                                          {"grundy(75)", "grundy(75)"}};
    for (size_t i = 0; i < COUNT_OF(good); i++)
        assert_string_equal(find_game(good[i][0])->name, good[i][1]);
    static const char *const bad[] = {"grundy",      "grundy(2)",  "grundy(76)", "grundy(7",
                                      "grundy(7)x",  "nim",        "nim()",      "nim(0)",
                                      "nim(3,)",     "nim(251)",   "nim(3,5",    "nim(200,51)",
                                      "nim(3,5,7)8", "nim(3 5 7)", "grundy(-7)", "nim(3,,5)"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct error error = {""};
        if (games_find(bad[i], &error)) fail_msg("%s is accepted", bad[i]);
        assert_non_null(strstr(error.text, "as in"));
    }
    assert_int_equal(find_game("nim(200,3,5)")->columns * find_game("nim(200,3,5)")->rows, 3);
    struct state numbers;
    assert_int_not_equal(game_parse(find_game("nim(123,4)"), "1234 X", &numbers, NULL), 0);
    static const char *const wrong[] = {"7",     "8 X", "4 2 X",     "7 X 1", "0 7 X",
                                        "6 1 Z", "X",   "4 2 1 0 X", "a9"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct state state;
        struct error error = {""};
        if (game_parse(find_game("grundy(7)"), wrong[i], &state, &error) == 0)
            fail_msg("%s is accepted", wrong[i]);
        assert_true(*error.text);
    }
    static const char *const other_piles[] = {"3 5 X", "3 5 8 X", "3 5 7 1 X", "0 3 X"};
    for (size_t i = 0; i < COUNT_OF(other_piles); i++) {
        struct state state;
        struct error error = {""};
        if (game_parse(find_game("nim(3,5,7)"), other_piles[i], &state, &error) == 0)
            fail_msg("%s is accepted", other_piles[i]);
        assert_non_null(strstr(error.text, "does not come to these piles"));
    }
}

/* Hand-counted: 7 splits into 6+1, 5+2, 4+3, from which 2, 2 and 2 positions follow. */
static void moves_are_counted_by_hand(void **unused) {
    (void)unused;
    const struct game *game = find_game("grundy(7)");
    struct state state = find_position(game, "");
    static const uint64_t leaves[] = {1, 3, 6, 7};
    for (int depth = 0; depth < (int)COUNT_OF(leaves); depth++)
        assert_int_equal(game->perft(game, &state, depth), leaves[depth]);
    state = find_position(game, "a3 a1");
    struct text line = {0};
    game->position_format(game, &state, &line);
    assert_string_equal(text_get(&line), "3 3 1 X");
    text_free(&line);
    state = find_position(find_game("nim(1,2)"), "");
    assert_int_equal(game_perft(find_game("nim(1,2)"), &state, 1), 3);
    assert_int_equal(game_perft(find_game("nim(1,2)"), &state, 3), 5);
}

static void the_program_knows_both_games(void **unused) {
    (void)unused;
    check_golden("analyze-grundy", "analyze --game 'grundy(7)' ''", "");
    check_golden("prove-grundy", "prove --game 'grundy(7)' ''", "");
    check_golden("play-nim", "play --game 'nim(3,5,7)'", "a9\nb5\nhelp\nposition\nc2\na1\n");
    check_misuse("play --game 'nim(3,5'", "nim(a,b");
}

/* Which pile is which tells positions apart, and is of no matter to their value. */
static void piles_in_another_order_are_another_position(void **unused) {
    (void)unused;
    const struct game *game = find_game("nim(5,5,5)");
    struct state one = find_position(game, "3 4 5 X"), other = find_position(game, "5 4 3 X");
    assert_true(game->hash(&one) != game->hash(&other));
    assert_true(game->symmetric_hash(game, &one) == game->symmetric_hash(game, &other));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_the_published_sequence),
        cmocka_unit_test(the_number_of_nim_is_the_exclusive_or_of_its_piles),
        cmocka_unit_test(theory_agrees_with_and_or_and_with_alpha_beta),
        cmocka_unit_test(retrograde_analysis_agrees),
        cmocka_unit_test(the_expert_wins_what_is_won),
        cmocka_unit_test(the_expert_is_asked_and_leaves_moves_out),
        cmocka_unit_test(names_and_positions_are_read),
        cmocka_unit_test(moves_are_counted_by_hand),
        cmocka_unit_test(the_program_knows_both_games),
        cmocka_unit_test(piles_in_another_order_are_another_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
