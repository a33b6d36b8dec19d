/* options: what one command line leaves behind for the next one of the same process: nothing. What
 * the options of each command do is seen in the commands' own tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/base/base.h"
#include "engine/base/options.h"

static const struct command_usage usage = {"try [OPTION]...", "Tries.\n", 0, 0};

/* "-n3" is understood: its number, or the status of a refusal as a negative one. */
static int parse(char **words, int count) {
    int number = 0;
    const struct option_spec options[] = {{.name = "number",
                                           .letter = 'n',
                                           .argument = "N",
                                           .doc = "a number",
                                           .kind = OPTION_INT,
                                           .value = &number,
                                           .upper = 9},
                                          {0}};
    struct operands operands;
    int status = options_parse(&usage, options, count, words, &operands);
    return status == OPTIONS_GO_ON ? number : -status;
}

static void a_line_refused_within_a_word_is_forgotten(void **state) {
    (void)state;
    char program[] = "try", unknown[] = "-xn", three[] = "-n3";
    char *refused[] = {program, unknown, NULL}, *right[] = {program, three, NULL};
    assert_int_equal(parse(refused, 2), -2);
    assert_int_equal(parse(right, 2), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_refused_within_a_word_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
