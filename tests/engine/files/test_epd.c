/* epd: where a position ends, what counters it has, and which result is meant. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "engine/files/epd.h"

#define BOARD "4k3/8/8/8/8/8/4P3/4K3 w"
#define FEN BOARD " - -"

static void positions_end_where_operations_or_results_begin(void **unused) {
    (void)unused;
    static const char *const cases[][3] = {
        {FEN, FEN, ""},
        {FEN " 3 9", FEN " 3 9", ""},
        {FEN " 3 9 bm Kd2;", FEN " 3 9", "bm Kd2;"},
        {FEN "\tbm Kd2;", FEN, "bm Kd2;"},
        {FEN ",0.5", FEN, "0.5"},
        {FEN " 3 0.5", FEN, "0.5"},
        {FEN " 0 c9 \"1-0\"", FEN, "c9 \"1-0\""},
        {FEN " 0", FEN, "0"},
        {FEN " 0;0.5", FEN, "0;0.5"},
        {FEN " 0 ;0.5", FEN, "0 ;0.5"},
        {FEN " 3 9 1 24", FEN " 3 9", "1 24"},
        {BOARD " 0 0.5", BOARD, "0.5"},
        {BOARD " - 0.5", BOARD " -", "0.5"},
        {BOARD " bm e4;", BOARD, "bm e4;"},
        {"hello", "hello", ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text position = {0};
        assert_string_equal(epd_cut(cases[i][0], &position), cases[i][2]);
        assert_string_equal(text_get(&position), cases[i][1]);
        text_free(&position);
    }
}

static void operations_give_the_counters_that_a_position_lacks(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {FEN " hmvc 99; fmvn 70;", FEN " 99 70"},
        {FEN " bm Kd2; fmvn 70; hmvc \"99\"", FEN " 99 70"},
        {FEN " hmvc 99;", FEN " 99 1"},
        {FEN " fmvn 70;", FEN " 0 70"},
        {BOARD " hmvc 99;", BOARD " - - 99 1"},
        {FEN " hmvc ;", FEN " ? 1"},
        {FEN " 3 9 hmvc 99;", FEN " 3 9"},
        {FEN " id \"a; hmvc 99;\";", FEN},
        {FEN " hmvcs 99;", FEN},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text position = {0};
        epd_cut(cases[i][0], &position);
        assert_string_equal(text_get(&position), cases[i][1]);
        text_free(&position);
    }
}

/* A semicolon, bracket or bar within quotes is of the operand. */
static void results_are_read_outside_of_quotes(void **unused) {
    (void)unused;
    static const struct {
        const char *rest;
        double points;
    } cases[] = {
        {"id \"a; c9 0-1\"; c9 \"1-0\";", 1},
        {"id \"a;b c9 \\\"0-1\\\"\"; c9 \"1-0\";", 1},
        {"id \"x [0.0] y\"; [1.0]", 1},
        {"id \"x | 0.0\" | 1.0", 1},
        {"c9 \"1-0\"; c0 \"x c9 0-1\"", 1},
        {"c9 \"1-0\"; c9 1;", 1},
        {"c9 0.5 ;", 0.5},
        {"1-0,35", 1},
        {"0.5,35", 0.5},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct epd_result result;
        struct error why;
        if (epd_result_read(cases[i].rest, &result, &why)) fail_msg("%s", why.text);
        assert_true(result.points == cases[i].points);
        assert_true(epd_is_tail(cases[i].rest));
    }
}

static void what_is_no_result_or_two_is_refused(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"[0,5]", "the result \"0,5\" should be"},
        {"35 | 0,5", "the result \"0,5\" should be"},
        {"c9 0,5;", "the result \"0,5\" should be"},
        {"0,5", "the result \"0,5\" should be"},
        {"1,35", "the result \"1,35\" should be"},
        {"id \"x [0.0] y\"; ce 30;", "it should have a result"},
        {"id \"x | 0.0\";", "it should have a result"},
        {"id \"c9 1-0", "it should have a result"},
        {"", "it should have a result"},
        {"c9 \"1-0\"; c9 \"0-1\";", "it has two results that differ, both as c9"},
        {"c9 \"1-0\"; bm e4; c9 \"x\";", "the result \"x\" should be"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct epd_result result;
        struct error why = {""};
        assert_int_equal(epd_result_read(cases[i][0], &result, &why), -1);
        if (!strstr(why.text, cases[i][1])) fail_msg("%s: %s", cases[i][0], why.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_end_where_operations_or_results_begin),
        cmocka_unit_test(operations_give_the_counters_that_a_position_lacks),
        cmocka_unit_test(results_are_read_outside_of_quotes),
        cmocka_unit_test(what_is_no_result_or_two_is_refused),
    };
    return cmocka_run_group_tests_name("epd", tests, NULL, NULL);
}
