/*
 * The fingerprint of hone-engine bench leaves no evaluator out, so that a change of any shows.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/games/games.h"
#include "tests/program.h"

static bool has_line(const struct text *lines, const char *game, const char *evaluator) {
    struct text begin = {0};
    text_add(&begin, "\n%-20s %s ", game, evaluator);
    bool found = strstr(text_get(lines), text_get(&begin));
    text_free(&begin);
    return found;
}

static void every_evaluator_is_fingerprinted(void **state) {
    (void)state;
    static const char *const games[] = {"reversi",    "connect6", "gomoku", "nim(3,5,7)",
                                        "grundy(20)", "lgame",    "hex(7)", "dobutsu"};
    struct text lines = {0};
    text_add(&lines, "\n");
    assert_int_equal(run_text("bench 2>/dev/null", "", &lines), 0);
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        struct error error;
        const struct game_family *family = games_family(games_find(games[i], &error));
        for (int e = 0; family->evaluators[e]; e++)
            if (!has_line(&lines, games[i], family->evaluators[e]->name))
                fail_msg("no line of %s %s", games[i], family->evaluators[e]->name);
    }
    text_free(&lines);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_evaluator_is_fingerprinted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
