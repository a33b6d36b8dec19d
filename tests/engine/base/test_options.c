/* options: what one command line leaves behind for the next one of the same process: nothing; which
 * words are operands. What the options of each command do is seen in the commands' own tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/base.h"
#include "engine/base/options.h"

enum { OPERANDS_MAX = 3 };
static const struct command_usage usage = {"try [OPTION]... [WORD]...", "Tries.\n", 0,
                                           OPERANDS_MAX};

/* "-n3" is understood: its number, or the status of a refusal as a negative one. */
static int parse_all(char **words, int count, struct operands *operands) {
    int number = 0;
    const struct option_spec options[] = {{.name = "number",
                                           .letter = 'n',
                                           .argument = "N",
                                           .doc = "a number",
                                           .kind = OPTION_INT,
                                           .value = &number,
                                           .upper = 9},
                                          {0}};
    int status = options_parse(&usage, options, count, words, operands);
    return status == OPTIONS_GO_ON ? number : -status;
}

static int parse(char **words, int count) {
    struct operands operands;
    return parse_all(words, count, &operands);
}

static void a_line_refused_within_a_word_is_forgotten(void **state) {
    (void)state;
    char program[] = "try", unknown[] = "-xn", three[] = "-n3";
    char *refused[] = {program, unknown, NULL}, *right[] = {program, three, NULL};
    assert_int_equal(parse(refused, 2), -2);
    assert_int_equal(parse(right, 2), 3);
}

#define SQUARES_60 "OX---.-xo*XOXO-OXOXOXOX-OXOXOX-XOXOXOX-XOXOXOX-XOXOXOX-XOXOX"

/* The command line is shown again where a run can go on. */
static void assert_no_word_is_lost(char **before, char **after, int count) {
    for (int i = 0; i < count; i++) {
        int places = 0;
        for (int k = 0; k < count; k++) places += before[i] == after[k];
        assert_int_equal(places, 1);
    }
}

/* A line, its number, and the operands of those that have some. */
static void operands_are_told_from_options(void **state) {
    (void)state;
    static const struct {
        const char *words[6];
        int number;
        const char *operands[OPERANDS_MAX + 1];
    } cases[] = {
        {{"a", "-n", "3", "b"}, 3, {"a", "b"}},
        {{"-", "--number", "4"}, 4, {"-"}},
        {{"-n3", "--", "-n4", "--"}, 3, {"-n4", "--"}},
        {{"--", "a", "-n4"}, 0, {"a", "-n4"}},
        {{"a", "--", "-n4"}, 0, {"a", "-n4"}},
        {{"----", "-n3"}, 3, {"----"}},
        {{"-n", "5", "-XO-" SQUARES_60, "X"}, 5, {"-XO-" SQUARES_60, "X"}},
        {{"--OX" SQUARES_60 " X", "-n5"}, 5, {"--OX" SQUARES_60 " X"}},
        {{"-XO" SQUARES_60}, -2, {NULL}}, /* a square is missing */
        {{"--OX"}, -2, {NULL}},
        {{"a", "b", "c", "d"}, -2, {NULL}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char program[] = "try", *words[8] = {program};
        struct operands operands;
        int count = 1;
        for (; cases[i].words[count - 1]; count++)
            words[count] = xstrdup(cases[i].words[count - 1]);
        char *all[8];
        memcpy(all, words, sizeof all);
        assert_int_equal(parse_all(words, count, &operands), cases[i].number);
        assert_no_word_is_lost(all, words, count);
        for (int k = 0; cases[i].number >= 0 && k < operands.count; k++)
            assert_string_equal(operands.list[k], cases[i].operands[k]);
        if (cases[i].number >= 0) assert_null(cases[i].operands[operands.count]);
        for (int k = 1; k < count; k++) free(all[k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_refused_within_a_word_is_forgotten),
        cmocka_unit_test(operands_are_told_from_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
