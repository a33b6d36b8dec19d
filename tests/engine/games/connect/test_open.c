/*
 * The evaluator lines-open: the textbook's tic-tac-toe example (Nilsson 1971), the count of open
 * lines against one by hand, and retrograde analysis of tic-tac-toe, whose positions are known.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/retrograde.h"
#include "engine/games/games.h"
#include "engine/search/player.h"
#include "tests/program.h"

static const char weights_text[] = "hone-weights 1\n"
                                   "game        tictactoe\n"
                                   "evaluator   lines-open - schema 1\n"
                                   "name        textbook\n"
                                   "params      2\n"
                                   "own         1\n"
                                   "opp         1\n"
                                   "checksum    -\n";

static struct player open_player(const char *game, int32_t own, int32_t opponent) {
    struct error error;
    const struct evaluator *evaluator =
        games_evaluator(games_find(game, &error), "lines-open", NULL, &error);
    struct player player;
    const int32_t weights[] = {own, opponent};
    if (!evaluator) fail_msg("%s", error.text);
    player_init(&player, evaluator, weights, &(struct search_limits){.depth = 2}, 0);
    return player;
}

static int32_t value_of(const struct player *player, const char *text, int side) {
    const struct evaluator *evaluator = player->evaluator;
    struct state state;
    struct error error;
    if (game_parse(evaluator->game, text, &state, &error) != 0) fail_msg("%s", error.text);
    return evaluator_ops(evaluator)->eval(evaluator, player->prepared, &state, side);
}

/* The centre is on four of the eight lines, a corner on three, an edge on two; what is left to each
 * side is counted on paper. */
static void open_lines_are_counted(void **unused) {
    (void)unused;
    struct player textbook = open_player("tictactoe", 1, 1),
                  weighted = open_player("tictactoe", 3, 2);
    assert_int_equal(value_of(&textbook, "", 0), 0);
    assert_int_equal(value_of(&textbook, "b2", 0), 4);
    assert_int_equal(value_of(&textbook, "b2", 1), -4);
    assert_int_equal(value_of(&textbook, "a1", 0), 3);
    assert_int_equal(value_of(&textbook, "b1", 0), 2);
    assert_int_equal(value_of(&textbook, "b2 a1", 0), 1); /* 5 - 4 */
    assert_int_equal(value_of(&textbook, "b2 b1", 0), 2); /* 6 - 4 */
    assert_int_equal(value_of(&weighted, "b2 a1", 0), 3 * 5 - 2 * 4);
    assert_int_equal(value_of(&weighted, "b2 a1", 1), 3 * 4 - 2 * 5);
    player_destroy(&textbook), player_destroy(&weighted);
}

/* Two plies deep the centre is worth 1, a corner -1, an edge -2. */
static void the_textbook_begins_in_the_centre(void **unused) {
    (void)unused;
    struct player player = open_player("tictactoe", 1, 1);
    const struct game *game = player.evaluator->game;
    static const int32_t values[] = {-1, -2, -1, -2, 1, -2, -1, -2, -1};
    for (move_t point = 0; point < 9; point++) {
        struct search *search = search_new(1 << 16);
        struct search_result result;
        struct state state;
        move_t others[8];
        int count = 0;
        for (move_t other = 0; other < 9; other++)
            if (other != point) others[count++] = other;
        struct search_limits limits = {.depth = 2, .except = others, .except_count = count};
        game->start(game, &state);
        evaluator_ops(player.evaluator)
            ->search(search, player.evaluator, player.prepared, &state, &limits, &result);
        assert_int_equal(result.move, point);
        assert_int_equal(result.score, values[point]);
        search_free(search);
    }
    player_destroy(&player);
}

static void analyze_prints_the_example(void **unused) {
    (void)unused;
    char path[] = "/tmp/hone-test-XXXXXX", arguments[128];
    int file = mkstemp(path);
    assert_true(file >= 0 && close(file) == 0);
    struct error error;
    struct text out = {0};
    if (file_write(path, weights_text, &error) != 0) fail_msg("%s", error.text);
    snprintf(arguments, sizeof arguments, "analyze --weights %s --depth 2 --width 0 ''", path);
    assert_int_equal(run_text(arguments, "", &out), 0);
    unlink(path);
    assert_non_null(strstr(text_get(&out), " 1. b2    score +1       depth 2"));
    assert_non_null(strstr(text_get(&out), " 2. a3    score -1       depth 2"));
    text_free(&out);
}

/* 5478 positions, 765 of them essentially different, the first of them drawn. */
static void retrograde_analysis_solves_tictactoe(void **unused) {
    (void)unused;
    const struct game *game = games_find("tictactoe", NULL);
    struct state start;
    game->start(game, &start);
    struct retrograde *solved = retrograde_new(game, game->symmetric_hash, &start, 1000);
    assert_non_null(solved);
    assert_int_equal(retrograde_count(solved), 765);
    assert_int_equal(retrograde_value(solved, retrograde_find(solved, &start)).outcome, 0);
    int outcomes[3] = {0}, ends = 0;
    for (int i = 0; i < retrograde_count(solved); i++) {
        const void *state = retrograde_position(solved, i);
        outcomes[1 + retrograde_value(solved, i).outcome]++;
        ends += game->over(game, state);
        if (game->over(game, state)) assert_int_equal(retrograde_value(solved, i).distance, 0);
    }
    assert_int_equal(ends, 138); /* 91 won by X, 44 by O, 3 drawn */
    assert_int_equal(outcomes[0] + outcomes[1] + outcomes[2], 765);
    struct state lost;
    struct error error;
    assert_int_equal(game_parse(game, "a1 b1 a2", &lost, &error), 0);
    struct retrograde_value value = retrograde_value(solved, retrograde_find(solved, &lost));
    assert_int_equal(value.outcome, -1); /* a3 parries, but b2 threatens twice */
    assert_int_equal(value.distance, 4);
    assert_int_equal(game_parse(game, "a1 b1", &lost, &error), 0);
    value = retrograde_value(solved, retrograde_find(solved, &lost));
    assert_int_equal(value.outcome, 1);
    assert_int_equal(value.distance, 5);
    retrograde_free(solved);
    assert_null(retrograde_new(game, game->symmetric_hash, &start, 764));
}

/* Every value against minimax by the rules alone, in variants where the sides do not alternate. */
static int minimax(const struct game *game, const void *state) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves), best = -1;
    if (count == 0) {
        int margin = game->margin(game, state) * (game->side(state) == 0 ? 1 : -1);
        return (margin > 0) - (margin < 0);
    }
    for (int i = 0; i < count && best < 1; i++) {
        struct state after;
        memcpy(&after, state, game->state_size);
        game->play(game, &after, moves[i]);
        int value = minimax(game, &after);
        best = max_int(best, game->side(&after) == game->side(state) ? value : -value);
    }
    return best;
}

static void retrograde_analysis_agrees_with_minimax(void **unused) {
    (void)unused;
    static const char *const names[] = {"connect(3,2,2,2,1)", "connect(4,2,3,2,1)",
                                        "connect(3,3,3,2,1)"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const struct game *game = games_find(names[i], NULL);
        struct state start;
        game->start(game, &start);
        struct retrograde *solved = retrograde_new(game, game->symmetric_hash, &start, 100000);
        assert_non_null(solved);
        for (int p = 0; p < retrograde_count(solved); p += 3)
            assert_int_equal(retrograde_value(solved, p).outcome,
                             minimax(game, retrograde_position(solved, p)));
        retrograde_free(solved);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_lines_are_counted),
        cmocka_unit_test(the_textbook_begins_in_the_centre),
        cmocka_unit_test(analyze_prints_the_example),
        cmocka_unit_test(retrograde_analysis_solves_tictactoe),
        cmocka_unit_test(retrograde_analysis_agrees_with_minimax),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
