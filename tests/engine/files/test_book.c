/*
 * The opening book: what is added is drawn, by weight and under every symmetry; the file is read
 * back as written; what is refused, with its line; a book made by the program is played by it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/files/book.h"
#include "engine/games/games.h"
#include "tests/program.h"

static struct book *parse(const char *text) {
    struct error error;
    struct book *book = book_parse("x.book", text, &error);
    if (!book) fail_msg("%s", error.text);
    return book;
}

/* How often each move is drawn after `moves`. */
static void draw_often(const struct book *book, const char *moves, int times, int *counts) {
    const struct game *game = book_game(book);
    struct rng rng = rng_keyed(31, 0, 0, 0);
    struct state state;
    struct error error;
    if (game_parse(game, moves, &state, &error) != 0) fail_msg("%s", error.text);
    memset(counts, 0, GAME_MOVES_MAX * sizeof *counts);
    for (int i = 0; i < times; i++) {
        move_t move;
        assert_true(book_draw(book, &state, &rng, &move));
        assert_true(game_legal(game, &state, move));
        counts[move]++;
    }
}

static int count_of(const struct book *book, const int *counts, const char *name) {
    move_t move;
    assert_true(book_game(book)->move_parse(book_game(book), name, &move) > 0);
    return counts[move];
}

/* Three quarters to one, within five standard deviations of 4000 draws. */
static void draws_follow_the_weights(void **test_state) {
    (void)test_state;
    struct book *book = parse("hone-book 1\ngame reversi\nf5 d6 -> c3 3, c5 1\n");
    int counts[GAME_MOVES_MAX];
    draw_often(book, "f5d6", 4000, counts);
    assert_in_range(count_of(book, counts, "c3"), 2863, 3137);
    assert_int_equal(count_of(book, counts, "c3") + count_of(book, counts, "c5"), 4000);
    book_free(book);
}

static void mirror_images_are_the_same(void **test_state) {
    (void)test_state;
    struct book *book = parse("hone-book 1\ngame reversi\n-> f5 1\nf5 -> d6 1\n");
    static const char *const pairs[][2] = {{"f5", "d6"}, {"e6", "f4"}, {"d3", "e3"}, {"c4", "c5"}};
    int counts[GAME_MOVES_MAX];
    draw_often(book, "", 4000, counts); /* four images, equally likely */
    for (size_t i = 0; i < COUNT_OF(pairs); i++)
        assert_in_range(count_of(book, counts, pairs[i][0]), 863, 1137);
    draw_often(book, "f5", 20, counts);
    assert_int_equal(count_of(book, counts, "d6"), 20);
    draw_often(book, "d3", 20, counts);
    assert_int_equal(count_of(book, counts, "c5") + count_of(book, counts, "e3"), 20);
    book_free(book);
}

static void unknown_positions_use_no_random_number(void **test_state) {
    (void)test_state;
    struct book *book = parse("hone-book 1\ngame connect6\nj10 -> k11 5\n");
    struct rng rng = rng_keyed(32, 0, 0, 0), before = rng;
    struct state state;
    move_t move;
    book_game(book)->start(book_game(book), &state);
    assert_false(book_draw(book, &state, &rng, &move));
    assert_memory_equal(&rng, &before, sizeof rng);
    book_free(book);
}

/* Moves added along mirrored paths meet in one entry. */
static void mirrored_paths_meet_in_one_entry(void **test_state) {
    (void)test_state;
    const struct game *game = games_find("tictactoe", NULL);
    struct book *book = book_new(game);
    const move_t corners[] = {0, 2, 6, 8};
    for (int i = 0; i < 4; i++) book_add(book, &corners[i], 1, 4, i + 1);
    book_add(book, corners, 0, 4, BOOK_WEIGHT_MAX);
    book_add(book, corners, 0, 4, BOOK_WEIGHT_MAX);
    book_add(book, corners, 0, 1, -1); /* worth nothing: left out */
    book_add(book, corners, 0, 0, 0);
    book_add(book, corners, 2, 5, BOOK_WEIGHT_MAX);
    book_add(book, corners, 2, 5, -BOOK_WEIGHT_MAX);
    struct rng rng = rng_keyed(33, 0, 0, 0);
    struct state state;
    move_t move;
    assert_int_equal(game_parse(game, "a3 c3", &state, NULL), 0);
    assert_false(book_draw(book, &state, &rng, &move));
    struct text text = {0};
    book_print(book, "a test", &text);
    assert_string_equal(text_get(&text), "hone-book 1\ngame   tictactoe\nsource a test\n"
                                         "-> b2 1000000\na3 -> b2 10\n");
    text_free(&text);
    book_free(book);
}

/* Thousands of positions: each is found again, in the book and in what is read of its print. */
static void each_of_many_positions_is_found_again(void **test_state) {
    (void)test_state;
    enum { GAMES = 400, PLIES = 12 };
    const struct game *game = games_find("gomoku", NULL);
    struct book *book = book_new(game);
    struct text once = {0}, twice = {0};
    for (uint64_t i = 0; i < GAMES; i++) {
        struct rng rng = rng_keyed(34, 0, i, 0);
        struct state state;
        move_t path[PLIES], moves[GAME_MOVES_MAX], move;
        game->start(game, &state);
        for (int ply = 0; ply < PLIES; ply++) {
            int count = game->moves(game, &state, moves);
            path[ply] = moves[rng_below(&rng, (uint32_t)count)];
            book_add(book, path, ply, path[ply], 1);
            assert_true(book_draw(book, &state, &rng, &move));
            game->play(game, &state, path[ply]);
        }
        assert_false(book_draw(book, &state, &rng, &move));
    }
    book_print(book, NULL, &once);
    int lines = 0;
    for (const char *c = text_get(&once); *c; c++) lines += *c == '\n';
    assert_in_range(lines, GAMES * (PLIES - 3), GAMES * PLIES);
    struct book *again = parse(text_get(&once));
    book_print(again, NULL, &twice);
    assert_string_equal(text_get(&once), text_get(&twice));
    book_free(book);
    book_free(again);
    text_free(&once);
    text_free(&twice);
}

static void check_read_back(const char *text) {
    struct text once = {0}, twice = {0};
    struct book *book = parse(text);
    book_print(book, NULL, &once);
    struct book *again = parse(text_get(&once));
    book_print(again, NULL, &twice);
    assert_string_equal(text_get(&once), text_get(&twice));
    book_free(book);
    book_free(again);
    text_free(&once);
    text_free(&twice);
}

static void what_is_written_is_read(void **test_state) {
    (void)test_state;
    check_read_back("hone-book 1\r\ngame\treversi\r\n\r\n  # comment\nsource x\n ->F5  1 \n"
                    "f5\td6 -> c3 1000000 , c5 2");
}

/* Moves stand by weight, the heaviest first, and of equal weight in the order of the board, in
 * whatever order they were learnt: the same games make the same file. */
static void moves_are_written_in_one_order(void **test_state) {
    (void)test_state;
    static const char *const orders[] = {"c5 5, c3 5, e3 7", "e3 7, c3 5, c5 5",
                                         "c3 5, e3 7, c5 5"};
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        struct text lines = {0}, out = {0};
        text_add(&lines, "hone-book 1\ngame reversi\nd3 -> %s\n", orders[i]);
        struct book *book = parse(text_get(&lines));
        book_print(book, NULL, &out);
        assert_string_equal(text_get(&out),
                            "hone-book 1\ngame   reversi\nd3 -> e3 7, c3 5, c5 5\n");
        book_free(book);
        text_free(&lines);
        text_free(&out);
    }
}

static void check_refused(const char *lines, const char *message) {
    struct error error = {""};
    struct text text = {0};
    text_add(&text, "hone-book 1\n%s", lines);
    assert_null(book_parse("x.book", text_get(&text), &error));
    if (!strstr(error.text, message)) fail_msg("\"%s\" lacks \"%s\"", error.text, message);
    text_free(&text);
}

static void bad_lines_are_named(void **test_state) {
    (void)test_state;
    struct error error;
    assert_null(book_parse("x.book", "hone-weights 1\n", &error));
    assert_string_equal(error.text,
                        "x.book:1: the first line must be \"hone-book 1\", not \"hone-weights 1\"");
    check_refused("", "x.book:2: the second line names the game");
    check_refused("game checkers\n", "x.book:2: unknown game \"checkers\"");
    check_refused("-> f5 1\n", "x.book:2: the second line names the game");
    check_refused("game reversi\nf5 d6\n", "x.book:3: a line is \"MOVES -> ");
    check_refused("game reversi\nf5 f5 -> d6 1\n", "x.book:3: \"f5\" is not a legal move there");
    check_refused("game reversi\n\n-> a1 1\n", "x.book:4: \"a1\" is not a legal move there");
    check_refused("game reversi\n-> f5\n", "a weight from 1 to 1000000, not \"\"");
    check_refused("game reversi\n-> f5 0\n", "not \"0\"");
    check_refused("game reversi\n-> f5 1 2\n", "not \"1 2\"");
    check_refused("game reversi\n-> f5 1,\n", "\"\" is not a legal move");
    check_refused("game reversi\n-> f5 1, d3 1\n", "d3, or a mirror image of it, is there already");
    check_refused("game reversi\nf5 -> d6 1\nd3 -> c5 1\n",
                  "x.book:4: this position, or a mirror image of it, is there already");
    check_refused("game reversi\n-> \033[2J\xc2\x9b 1\n", "\"?[2J??\" is not a legal move");
    check_refused("game tictactoe\na1 b1 a2 b2 a3 -> c3 1\n", "the game is over after these moves");
}

/* ---- the program ----------------------------------------------------------------------------- */

static void temporary_file(const char *content, char path[32]) {
    strcpy(path, "/tmp/hone-test-XXXXXX");
    int file = mkstemp(path);
    assert_int_equal(write(file, content, strlen(content)), strlen(content));
    close(file);
}

static void a_book_is_made_and_played(void **test_state) {
    (void)test_state;
    struct text made = {0}, again = {0}, out = {0};
    char path[32], arguments[128];
    assert_int_equal(run_text("book --games 12 --plies 4 --depth 1 --seed 5", "", &made), 0);
    assert_int_equal(run_text("book --games 12 --plies 4 --depth 1 --seed 5", "", &again), 0);
    assert_string_equal(text_get(&made), text_get(&again));
    check_read_back(text_get(&made));
    compare_golden("book-reversi", &made);

    temporary_file("hone-book 1\ngame reversi\n-> f5 1\nf5 -> f4 1\n", path);
    snprintf(arguments, sizeof arguments, "--protocol gtp --depth 1 --book %s", path);
    assert_int_equal(run_text(arguments, "play b f5\ngenmove w\n", &out), 0);
    assert_string_equal(text_get(&out), "=\n\n= f4\n\n");
    snprintf(arguments, sizeof arguments, "play --side first --depth 1 --book %s", path);
    text_free(&out);
    assert_int_equal(run_text(arguments, "f5\nquit\n", &out), 0);
    assert_non_null(strstr(text_get(&out), "White plays f4  (from the book)"));
    snprintf(arguments, sizeof arguments, "--protocol gtp --game gomoku --book %s", path);
    check_misuse(arguments, "is a book for reversi, not for gomoku");
    snprintf(arguments, sizeof arguments, "play --game gomoku --book %s", path);
    check_misuse(arguments, "is a book for reversi, not for gomoku");
    unlink(path);
    text_free(&made);
    text_free(&again);
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_follow_the_weights),
        cmocka_unit_test(mirror_images_are_the_same),
        cmocka_unit_test(unknown_positions_use_no_random_number),
        cmocka_unit_test(mirrored_paths_meet_in_one_entry),
        cmocka_unit_test(each_of_many_positions_is_found_again),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(moves_are_written_in_one_order),
        cmocka_unit_test(bad_lines_are_named),
        cmocka_unit_test(a_book_is_made_and_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
