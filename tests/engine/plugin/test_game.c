/*
 * A game from outside: Connect Four, the example that `hone plugin new --game` writes, and what
 * hone does itself where a library leaves a function out: as another library says that has them
 * all.
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

static const struct game *game, *whole;

static int set_up(void **state) {
    (void)state;
    struct error error;
    assert_null(games_find("mygame", &error));
    if (!library_load(BUILD_DIR "/plugins/game.so", &error)) fail_msg("%s", error.text);
    if (!library_load(BUILD_DIR "/plugins/whole.so", &error)) fail_msg("%s", error.text);
    game = games_find("mygame", &error);
    whole = games_find("whole", &error);
    if (!game || !whole) fail_msg("%s", error.text);
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

/* ---- functions that are left out ---- */

/* The lines of both games, and that each reads what the other writes. */
static void assert_same_lines(const struct state *a, const struct state *b) {
    struct text one = {0}, other = {0};
    struct state read;
    struct error error;
    game->position_format(game, a, &one);
    whole->position_format(whole, b, &other);
    assert_string_equal(text_get(&one), text_get(&other));
    assert_int_equal(game->position_parse(game, text_get(&one), &read, &error), 0);
    assert_int_equal(game->hash(&read), game->hash(a));
    text_free(&one);
    text_free(&other);
}

static void assert_same_moves(const struct state *b, const move_t *moves, int count) {
    move_t others[GAME_MOVES_MAX], read;
    assert_int_equal(whole->moves(whole, b, others), count);
    for (int i = 0; i < count; i++) {
        char one[MOVE_TEXT_MAX], other[MOVE_TEXT_MAX];
        assert_int_equal(moves[i], others[i]);
        game->move_format(game, moves[i], one);
        whole->move_format(whole, moves[i], other);
        assert_string_equal(one, other);
        assert_int_equal(game->move_parse(game, one, &read), strlen(one));
        assert_int_equal(read, moves[i]);
    }
}

/* By each side's weights in turn. */
static void assert_same_values(const struct state *a, const struct state *b) {
    const struct evaluator *one = games_evaluator(game, "lines", NULL, NULL),
                           *other = games_evaluator(whole, "lines", NULL, NULL);
    static const int32_t weights[] = {3, 17, 101, -9};
    for (int side = 0; side < 2; side++)
        assert_int_equal(evaluator_ops(one)->eval(one, weights, a, side),
                         evaluator_ops(other)->eval(other, weights, b, side));
}

static void what_is_left_out_is_as_if_it_were_there(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(1, 1, 0, 0);
    for (int i = 0; i < 60; i++) {
        struct state a, b;
        move_t moves[GAME_MOVES_MAX];
        game->start(game, &a);
        whole->start(whole, &b);
        for (int count; (count = game->moves(game, &a, moves)) > 0;) {
            move_t move = moves[rng_below(&rng, (uint32_t)count)];
            assert_same_moves(&b, moves, count);
            assert_same_lines(&a, &b);
            assert_same_values(&a, &b);
            game->play(game, &a, move);
            whole->play(whole, &b, move);
        }
        assert_int_equal(game->margin(game, &a), whole->margin(whole, &b));
    }
}

static void texts_that_hone_reads_are_refused_with_a_reason(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"XO", "42 points are needed, each X, O or ."},
        {"..........................................", "behind the points a blank and X or O"},
        {".......................................... X ", "behind the points a blank and X or O"},
        {".......................................... .", "behind the points a blank and X or O"},
        {".......................................... O", "X begins, and sides take turns"},
        {"...................................XO..... O", "X begins, and sides take turns"},
        {"X......................................... O", "a stone hangs in the air"},
        {"............................OOO....XXXXO.. X", "play went on after a win"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct state state;
        struct error error = {""};
        assert_int_equal(game->position_parse(game, cases[i].text, &state, &error), -1);
        if (!strstr(error.text, cases[i].why)) fail_msg("%s: %s", cases[i].text, error.text);
    }
    static const char *const none[] = {"", "h1", "a0", "a7", "a01", "1a", "aa", "pass"};
    move_t move;
    for (size_t i = 0; i < COUNT_OF(none); i++)
        assert_int_equal(game->move_parse(game, none[i], &move), 0);
    assert_int_equal(game->move_parse(game, "G6", &move), 2);
    assert_int_equal(move, 6);
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

static int odd_owner(const void *state, int point) {
    (void)state;
    return point;
}

/* Whatever else owner() says, a point is the one side's, the other's or empty. */
static void owners_are_the_two_sides(void **unused) {
    (void)unused;
    struct library *library = (struct library *)library_find("game.so");
    int (*owner)(const void *, int) = library->game.owner;
    struct state start = position("");
    library->game.owner = odd_owner;
    for (int point = 0; point < 4; point++)
        assert_int_equal(game->stone(&start, point), point < 2 ? point : -1);
    library->game.owner = owner;
}

static void its_name_is_suggested(void **unused) {
    (void)unused;
    struct error error;
    assert_null(games_find("mygane", &error));
    assert_non_null(strstr(error.text, "did you mean \"mygame\"?"));
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
        cmocka_unit_test(what_is_left_out_is_as_if_it_were_there),
        cmocka_unit_test(texts_that_hone_reads_are_refused_with_a_reason),
        cmocka_unit_test(the_game_is_in_the_list),
        cmocka_unit_test(leaves_are_those_of_connect_four),
        cmocka_unit_test(a_board_is_printed_from_its_points),
        cmocka_unit_test(a_position_is_refused_in_the_plugins_words),
        cmocka_unit_test(owners_are_the_two_sides),
        cmocka_unit_test(its_name_is_suggested),
        cmocka_unit_test(wins_are_seen_at_any_depth),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
