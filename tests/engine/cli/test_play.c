/*
 * A game at the terminal: what is expected, taken back and left of the clock.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <unistd.h>

#include "tests/program.h"

/* A hint says what follows its move, if the search looked further: one move is a line already. */
static void a_hint_tells_the_line(void **state) {
    (void)state;
    for (int depth = 1; depth <= 3; depth++) {
        struct text out = {0};
        char arguments[32];
        snprintf(arguments, sizeof arguments, "play --depth %d", depth);
        assert_int_equal(run_text(arguments, "hint\nquit\n", &out), 0);
        const char *line = strstr(text_get(&out), "\nexpected then: ");
        assert_int_equal(line != NULL, depth > 1);
        if (line) {
            line += strlen("\nexpected then: ");
            assert_int_equal(strcspn(line, "\n"), 3 * (depth - 1) - 1);
        }
        text_free(&out);
    }
}

/* Of a game that is loaded the moves of the human's side are the human's own: the last of them is
 * taken back, with what the engine answered. */
static void own_moves_of_a_loaded_game_are_taken_back(void **state) {
    (void)state;
    static const struct {
        const char *side, *position;
    } cases[] = {
        {"second", "---------------------------OX------XXX-------------------------- O;\n"},
        {"both", "---------------------------OX------OXX-----O-------------------- X;\n"}};
    char folder[] = "/tmp/hone-play-XXXXXX", path[64], input[128], arguments[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/g.moves", folder);
    snprintf(input, sizeof input, "load %s\nundo\nposition\nquit\n", path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("f5 d6 c3\n", file);
    fclose(file);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text out = {0};
        snprintf(arguments, sizeof arguments, "play --depth 1 --side %s", cases[i].side);
        assert_int_equal(run_text(arguments, input, &out), 0);
        if (!strstr(text_get(&out), cases[i].position)) fail_msg("%s", text_get(&out));
        text_free(&out);
    }
    unlink(path);
    rmdir(folder);
}

/* The seconds of a move go from the clock, and its increment comes back. */
static void a_clock_goes_on(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(
        run_text("play --game tictactoe --side none --nodes 100 --clock 10+5", "", &out), 0);
    const char *at = text_get(&out);
    for (int move = 1; move <= 2; move++) {
        assert_non_null(at = strstr(at, ", depth "));
        assert_non_null(at = strchr(at + 1, ','));
        double left = strtod(at + 1, NULL);
        assert_true(left > 5 * move + 5 && left < 5 * move + 10.1);
    }
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hint_tells_the_line),
        cmocka_unit_test(own_moves_of_a_loaded_game_are_taken_back),
        cmocka_unit_test(a_clock_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
