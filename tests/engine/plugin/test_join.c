/*
 * A plug-in that is part of the program, as one of a page is: by its hone_plugin() alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "engine/games/games.h"
#include "engine/plugin/library.h"

static const struct hone_param params[] = {{"disc", 0, 9, 1, HONE_LINEAR, "a disc"}};

static int terms(const void *position, int side, struct hone_term *out) {
    (void)position, (void)side;
    out[0] = (struct hone_term){0, 1};
    return 1;
}

static const struct hone_evaluator evaluator = {.size = sizeof evaluator,
                                                .name = "joined",
                                                .doc = "a constant",
                                                .game = "reversi",
                                                .version = 1,
                                                .params = params,
                                                .param_count = 1,
                                                .terms = terms,
                                                .terms_max = 1};

HONE_PLUGIN("joined", "part of the program", NULL, &evaluator)

static void it_is_in_the_lists(void **state) {
    (void)state;
    struct error error;
    const struct library *library = library_join(hone_plugin, &error);
    assert_non_null(library);
    assert_string_equal(library->file, "joined");
    assert_ptr_equal(library_at(0), library);
    const struct evaluator *found =
        games_evaluator(games_find("reversi", &error), "joined", "-", &error);
    assert_non_null(found);
    assert_int_equal(found->param_count, 1);
    assert_null(library_join(hone_plugin, &error));
    assert_string_equal(error.text, "there is an evaluator joined of that game already");
}

static const struct hone_plugin *refuses(const struct hone_host *host) {
    (void)host;
    return NULL;
}

static void one_that_refuses_is_not(void **state) {
    (void)state;
    struct error error;
    assert_null(library_join(refuses, &error));
    assert_string_equal(error.text, "its hone_plugin() refuses");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_in_the_lists),
        cmocka_unit_test(one_that_refuses_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
