/*
 * The engine as a page calls it, here by its native build: seats, games, texts, and thoughts that
 * are those of a player with hone-engine's limits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/files/weights_packed.h"
#include "engine/games/games.h"
#include "engine/search/player.h"
#include "engine/web/web.h"

static int told;
static char told_last[4096];

void web_tell(const char *answer) {
    told++;
    snprintf(told_last, sizeof told_last, "%s", answer);
}

static void put(const char *text) {
    strcpy(web_room(strlen(text)), text);
}

static void assert_says(const char *answer, const char *expected) {
    if (!strstr(answer, expected)) fail_msg("\"%.2000s\" does not say \"%s\"", answer, expected);
}

static const char *look(const char *line) {
    put(line);
    return web_look();
}

static const char *seat_text(int player, const char *text) {
    put(text);
    return web_seat(player, strlen(text));
}

static struct text initial_text(const char *name, const char *provenance) {
    struct error error;
    struct text text = {0};
    const struct game *game = games_find(name, &error);
    struct weights weights = {.evaluator = games_evaluator(game, NULL, NULL, &error),
                              .provenance.generation = -1};
    weights.values = xcalloc((size_t)weights.evaluator->param_count, sizeof *weights.values);
    evaluator_initial(weights.evaluator, weights.values);
    snprintf(weights.provenance.name, sizeof weights.provenance.name, "%s", provenance);
    weights_print(&weights, WEIGHTS_NATIVE, &text);
    weights_free(&weights);
    return text;
}

static const char *seat_initial(int player, const char *game, const char *provenance) {
    struct text text = initial_text(game, provenance);
    const char *answer = seat_text(player, text_get(&text));
    text_free(&text);
    return answer;
}

static void nothing_is_asked_of_an_empty_table(void **unused) {
    (void)unused;
    assert_string_equal(look(""), "{\"error\":\"no weights are there yet\"}");
    put("f5");
    assert_string_equal(web_read(), "{\"error\":\"no weights are there yet\"}");
    assert_string_equal(web_think(1, 10, 0), "{\"error\":\"no such player\"}");
}

static void a_seat_says_game_and_origin(void **unused) {
    (void)unused;
    const char *answer = seat_initial(0, "reversi", "</script><b>\"\\");
    assert_says(answer,
                "{\"game\":{\"name\":\"reversi\",\"family\":\"reversi\",\"first\":\"Black\"");
    assert_says(answer, "\"columns\":8,\"rows\":8,\"fromTop\":true,\"hexagons\":false");
    assert_says(answer, "\"lines\":false,\"turn\":1,\"firstTurn\":1,");
    assert_says(answer, "\"record\":\"ggf\"},");
    assert_says(answer, "\"name\":\"</script><b>\\\"\\\\\"");
    assert_says(seat_text(0, "hone"), "{\"error\":\"file:1: ");
}

static void players_are_of_one_game(void **unused) {
    (void)unused;
    seat_initial(0, "reversi", "a");
    assert_string_equal(seat_initial(1, "hex(5)", "b"),
                        "{\"error\":\"these weights are for hex(5), not for reversi\"}");
    assert_says(seat_initial(1, "reversi", "b"), "\"name\":\"b\"");
}

static void a_turn_may_have_several_moves(void **unused) {
    (void)unused;
    web_leave();
    assert_says(seat_initial(0, "connect6", "a"), "\"lines\":true,\"turn\":2,\"firstTurn\":1,");
    web_leave();
}

static void packed_weights_are_seated(void **unused) {
    (void)unused;
    struct text native = initial_text("reversi", "packed"), packed = {0};
    struct weights weights;
    struct error error;
    assert_int_equal(weights_parse("x", text_get(&native), &weights, &error), 0);
    weights_pack(&weights, &packed);
    memcpy(web_room(packed.length), packed.data, packed.length);
    assert_says(web_seat(0, packed.length), "\"name\":\"packed\"");
    memcpy(web_room(packed.length - 1), packed.data, packed.length - 1);
    assert_says(web_seat(0, packed.length - 1), "{\"error\":\"champion: ");
    weights_free(&weights);
    text_free(&native);
    text_free(&packed);
}

static void a_look_has_board_and_moves(void **unused) {
    (void)unused;
    seat_initial(0, "reversi", "a");
    const char *answer = look("f5 d6");
    assert_says(answer, "{\"line\":\"f5 d6\",\"start\":\"----");
    assert_says(answer, "\"side\":0,\"left\":1,\"over\":false,\"margin\":0,\"check\":false,");
    assert_says(answer, "\"stones\":\"...........................OX......OXX....");
    assert_says(answer, "\"pieces\":\"\",\"moves\":[[\"");
    assert_says(answer, "\"played\":[[\"f5\",\"f5\",0],[\"d6\",\"d6\",1]]}");
    assert_says(look("f5 f5"), "{\"error\":\"move 2 (f5) is not legal there\"}");
}

static void a_game_that_is_over_says_its_margin(void **unused) {
    (void)unused;
    seat_initial(0, "reversi", "a");
    const char *full = "[XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOO X]";
    assert_says(look(full), "\"over\":true,\"margin\":56,");
    assert_says(look(full), "\"moves\":[],\"played\":[]}");
    put(full);
    assert_string_equal(web_think(0, 10, 0), "{\"error\":\"the game is over\"}");
}

static void pasted_texts_are_read(void **unused) {
    (void)unused;
    seat_initial(0, "reversi", "a");
    put(" f5 d6\n");
    assert_says(web_read(), "{\"line\":\"f5 d6\",");
    put("---------------------------OX------XO--------------------------- O;");
    assert_says(web_read(), "\"side\":1,");
    put("ggf f5 d6");
    assert_says(web_write(), "{\"text\":\"(;GM[Othello]");
    put("moves f5 d6");
    assert_string_equal(web_write(), "{\"text\":\"f5 d6\\u000a\"}");
    put("(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[5]TY[8]BO[8 ---------------------------O*------*O----"
        "----------------------- *]B[F5]W[D6];)");
    assert_says(web_read(), "{\"line\":\"f5 d6\",");
    put("sgf f5 d6");
    assert_says(web_write(), "{\"error\":\"sgf is for ");
    put("f5");
    assert_says(web_write(), "{\"error\":\"unknown format");
    put("what");
    assert_says(web_read(), "{\"error\":\"move 1 is not one of reversi");
}

/* As hone-engine plays with --nodes. */
static void assert_thinks_as_a_player(const char *game_name) {
    struct error error;
    seat_initial(0, game_name, "a");
    const struct game *game = games_find(game_name, &error);
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, &error);
    int32_t *values = xcalloc((size_t)evaluator->param_count, sizeof *values);
    struct search *search = search_new((size_t)WEB_TABLE_MIB << 20);
    struct search_limits limits = {.nodes = 3000};
    struct search_result result;
    struct player player;
    struct state state;
    struct rng rng = rng_keyed(1, 0, 0, 0);
    char expected[128], move[MOVE_TEXT_MAX];
    limits_unset(games_settings(), &limits);
    limits.nodes = 3000;
    limits_settle(games_settings(), &limits, evaluator, true);
    evaluator_initial(evaluator, values);
    player_init(&player, evaluator, values, &limits, 0);
    game->start(game, &state);
    player_move(&player, search, &state, &rng, &result);
    game->move_format(game, result.move, move);
    snprintf(expected, sizeof expected, "{\"move\":\"%s\",\"score\":%d,", move, result.score);
    told = 0;
    put("");
    const char *answer = web_think(0, 3000, 0);
    assert_says(answer, expected);
    snprintf(expected, sizeof expected, "\"depth\":%d,\"nodes\":%llu,\"line\":[[\"%s\",",
             result.depth, (unsigned long long)result.nodes, move);
    assert_says(answer, expected);
    assert_true(told > 0 || result.proved);
    if (told > 0) assert_says(told_last, "\"line\":[[\"");
    player_destroy(&player);
    search_free(search);
    free(values);
}

static void thoughts_are_those_of_a_player(void **unused) {
    (void)unused;
    static const char *const names[] = {"reversi", "tictactoe", "hex(4)", "dobutsu"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        web_leave();
        assert_thinks_as_a_player(names[i]);
    }
}

/* A second thought finds the table full of the first one's values, but not after forgetting, nor
 * after the other player's. */
static void what_was_searched_is_forgotten(void **unused) {
    (void)unused;
    web_leave();
    seat_initial(0, "reversi", "a");
    seat_initial(1, "reversi", "b");
    char first[4096];
    put("");
    snprintf(first, sizeof first, "%s", web_think(0, 3000, 0));
    put("");
    assert_string_not_equal(web_think(0, 3000, 0), first);
    web_forget();
    put("");
    assert_string_equal(web_think(0, 3000, 0), first);
    put("");
    assert_string_equal(web_think(1, 3000, 0), first);
}

static void pieces_have_letters_and_moves_names(void **unused) {
    (void)unused;
    web_leave();
    seat_initial(0, "chess", "a");
    assert_says(look(""), "\"pieces\":\"rnbqkbnrpppppppp....");
    assert_says(look(""), "[\"g1f3\",\"Nf3\"]");
    assert_says(look("e4 e5 Qh5 Ke7 Qe5"), "\"played\":[[\"e2e4\",\"e4\",0],");
    assert_says(look("e4 f6 Qh5"), "\"check\":true,");
    put("[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n");
    assert_says(web_read(), "{\"line\":\"e2e4 e7e5 g1f3\",");
}

static int leave(void **unused) {
    (void)unused;
    web_leave();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_asked_of_an_empty_table),
        cmocka_unit_test(a_seat_says_game_and_origin),
        cmocka_unit_test(players_are_of_one_game),
        cmocka_unit_test(a_turn_may_have_several_moves),
        cmocka_unit_test(packed_weights_are_seated),
        cmocka_unit_test(a_look_has_board_and_moves),
        cmocka_unit_test(a_game_that_is_over_says_its_margin),
        cmocka_unit_test(pasted_texts_are_read),
        cmocka_unit_test(thoughts_are_those_of_a_player),
        cmocka_unit_test(what_was_searched_is_forgotten),
        cmocka_unit_test(pieces_have_letters_and_moves_names),
    };
    return cmocka_run_group_tests(tests, NULL, leave);
}
