/*
 * champions: what is shipped for a game is found from where the program is, loads, and is for that
 * game; another folder can be named, or none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/files/champions.h"
#include "engine/files/weights.h"
#include "engine/games/games.h"

static const struct game *game_named(const char *name) {
    struct error error;
    const struct game *game = games_find(name, &error);
    assert_non_null(game);
    return game;
}

static void champions_of_games_are_shipped(void **state) {
    (void)state;
    static const char *const games[] = {"reversi", "gomoku", "connect6", "chess", "xiangqi"};
    unsetenv("HONE_CHAMPIONS");
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        struct text path = {0};
        struct weights weights;
        struct error error;
        const struct game *game = game_named(games[i]);
        assert_true(champions_find(game, &path));
        assert_non_null(strstr(text_get(&path), "/results/champions/"));
        assert_int_equal(weights_load(text_get(&path), &weights, &error), 0);
        assert_ptr_equal(weights.evaluator->game, game);
        weights_free(&weights);
        text_free(&path);
    }
}

static void games_without_champions_have_none(void **state) {
    (void)state;
    struct text path = {0};
    assert_false(champions_find(game_named("tictactoe"), &path));
    assert_string_equal(text_get(&path), "");
}

static void the_folder_can_be_named(void **state) {
    (void)state;
    struct text path = {0};
    setenv("HONE_CHAMPIONS", "results/champions", 1);
    assert_true(champions_find(game_named("reversi"), &path));
    assert_string_equal(text_get(&path), "results/champions/reversi-patterns-huge.weights");
    setenv("HONE_CHAMPIONS", "config", 1);
    assert_false(champions_find(game_named("reversi"), &path));
    setenv("HONE_CHAMPIONS", "", 1);
    assert_false(champions_find(game_named("reversi"), &path));
    unsetenv("HONE_CHAMPIONS");
    text_free(&path);
}

static void assert_missed(const char *game, const char *where) {
    struct text said = {0};
    assert_int_equal(champions_miss(game_named(game), &said), *where != '\0');
    assert_string_equal(text_get(&said), where);
    text_free(&said);
}

/* That there is none is said where one should have been. */
static void a_champion_that_is_not_there_is_missed(void **state) {
    (void)state;
    setenv("HONE_CHAMPIONS", "config", 1);
    assert_missed("chess", "HONE_CHAMPIONS=config has no chess-hour.weights");
    assert_missed("tictactoe", "");
    setenv("HONE_CHAMPIONS", "", 1);
    assert_missed("chess", "");
    unsetenv("HONE_CHAMPIONS");
    assert_missed("chess", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(champions_of_games_are_shipped),
        cmocka_unit_test(games_without_champions_have_none),
        cmocka_unit_test(the_folder_can_be_named),
        cmocka_unit_test(a_champion_that_is_not_there_is_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
