/*
 * A game from outside: Connect Four, the example that `hone plugin new --game` writes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "engine/games/games.h"
#include "engine/plugin/library.h"
#include "engine/search/player.h"
#include "engine/search/search.h"

static const struct game *game;

static int set_up(void **state) {
    (void)state;
    struct error error;
    assert_null(games_find("mygame", &error));
    if (!library_load(BUILD_DIR "/plugins/game.so", &error)) fail_msg("%s", error.text);
    game = games_find("mygame", &error);
    if (!game) fail_msg("%s", error.text);
    return 0;
}

static struct state position(const char *text) {
    struct state state;
    struct error error;
    if (game_parse(game, text, &state, &error)) fail_msg("%s: %s", text, error.text);
    return state;
}

/* The numbers of positions of Connect Four are well known. */
static void leaves_are_those_of_connect_four(void **unused) {
    static const uint64_t known[] = {1, 7, 49, 343, 2401, 16807, 117649, 823536};
    (void)unused;
    struct state start = position("");
    for (int depth = 0; depth < (int)COUNT_OF(known); depth++)
        assert_int_equal(game->perft(game, &start, depth), known[depth]);
}

static void the_game_is_in_the_list(void **unused) {
    (void)unused;
    assert_non_null(strstr(games_names(), "mygame"));
    assert_string_equal(games_family(game)->name, "mygame");
    assert_string_equal(games_evaluator_family(games_family(game), 0)->name, "lines");
}

static void a_board_is_printed_from_its_points(void **unused) {
    (void)unused;
    struct state state = position("d1 d2 e1");
    struct text text = {0};
    game->print(game, &state, (const move_t[]){39}, 1, &text);
    assert_string_equal(text_get(&text), "    a  b  c  d  e  f  g \n"
                                         " 6  .  .  .  .  .  .  . \n"
                                         " 5  .  .  .  .  .  .  . \n"
                                         " 4  .  .  .  .  .  .  . \n"
                                         " 3  .  .  .  .  .  .  . \n"
                                         " 2  .  .  .  O  .  .  . \n"
                                         " 1  .  .  .  X (X) .  . \n");
    text_free(&text);
}

static void a_position_is_refused_in_the_plugins_words(void **unused) {
    (void)unused;
    struct state state;
    struct error error;
    assert_int_equal(
        game_parse(game, "...................................X...... O", &state, &error), 0);
    assert_int_equal(
        game_parse(game, "X......................................... O", &state, &error), -1);
    assert_non_null(strstr(error.text, "a stone hangs in the air"));
}

static int32_t search_value(const char *text, int depth, move_t *move) {
    struct error error;
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, &error);
    int32_t weights[8];
    struct player player;
    struct search_result result;
    struct state state = position(text);
    struct search *search = search_new(1 << 20);
    struct search_limits limits = {.depth = depth};
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &limits, 0);
    evaluator_ops(evaluator)->search(search, evaluator, player.prepared, &state, &limits, &result);
    player_destroy(&player);
    search_free(search);
    if (move) *move = result.move;
    return result.score;
}

/* Three in a row that are open on both sides: X wins with its next stone. */
static void wins_are_seen_at_any_depth(void **unused) {
    (void)unused;
    for (int depth = 1; depth <= 5; depth++) {
        move_t move;
        assert_int_equal(search_value("d1 d2 e1 e2 f1 f2", depth, &move), SCORE_WIN + 1 + 42 - 7);
        assert_true(move == 37 || move == 41); /* c1, g1 */
    }
    assert_int_equal(search_value("d1 d2 e1", 2, NULL) >= SCORE_WIN, 0);
    assert_true(search_value("d1 d2 e1 e2", 3, NULL) >= SCORE_WIN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_game_is_in_the_list),
        cmocka_unit_test(leaves_are_those_of_connect_four),
        cmocka_unit_test(a_board_is_printed_from_its_points),
        cmocka_unit_test(a_position_is_refused_in_the_plugins_words),
        cmocka_unit_test(wins_are_seen_at_any_depth),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
