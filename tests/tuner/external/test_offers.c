/* What engines say can be set of them, and which values it takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tuner/external/offers.h"

static void options_are_read_by_their_words(void **state) {
    static const struct {
        const char *line, *name;
        enum offer_type type;
        const char *initial;
        int64_t lower, upper;
    } cases[] = {
        {"name Hash type spin default 16 min 1 max 1024", "Hash", OFFER_SPIN, "16", 1, 1024},
        {"name min Depth type spin default 5 min 1 max 10", "min Depth", OFFER_SPIN, "5", 1, 10},
        {"name the default max type spin default -3 min -5 max 0", "the default max", OFFER_SPIN,
         "-3", -5, 0},
        {"name Rook Value type spin min 0 max 9", "Rook Value", OFFER_SPIN, "", 0, 9},
        {"name Book type string default", "Book", OFFER_STRING, "", INT64_MIN, INT64_MAX},
        {"name Book type string default a min b", "Book", OFFER_STRING, "a min b", INT64_MIN,
         INT64_MAX},
        {"name Empty type combo default  var a b var c", "Empty", OFFER_COMBO, "", INT64_MIN,
         INT64_MAX},
        {"name Clear Hash type button", "Clear Hash", OFFER_BUTTON, "", INT64_MIN, INT64_MAX},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct offers offers = {0};
        offers_read(&offers, cases[i].line);
        const struct offer *offer = offers_find(&offers, cases[i].name);
        if (!offer) fail_msg("not read: %s", cases[i].line);
        assert_int_equal(offer->type, cases[i].type);
        assert_string_equal(offer->initial, cases[i].initial);
        assert_true(offer->lower == cases[i].lower && offer->upper == cases[i].upper);
        offers_free(&offers);
    }
}

static void what_is_no_option_is_passed_over(void **state) {
    static const char *const lines[] = {"",
                                        "name",
                                        "name A",
                                        "name type spin",
                                        "name A type",
                                        "name A type odd",
                                        "type spin default 3"};
    struct offers offers = {0};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++) offers_read(&offers, lines[i]);
    assert_int_equal(offers.count, 0);
    offers_free(&offers);
}

static void values_are_compared_with_what_an_option_takes(void **state) {
    static const struct {
        const char *name, *value;
        int status;
    } cases[] = {{"n", "3", 0},    {"N", "10", 0},  {"n", "11", -1}, {"n", "x", -1},
                 {"c", "true", 0}, {"c", "1", -1},  {"v", "a b", 0}, {"v", "A B", 0},
                 {"v", "a", -1},   {"s", "any", 0}, {"v", "", -1}};
    struct offers offers = {0};
    (void)state;
    offers_read(&offers, "name n type spin default 3 min 1 max 10");
    offers_read(&offers, "name c type check default false");
    offers_read(&offers, "name v type combo default c var a b var c");
    offers_read(&offers, "name s type string");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error why;
        const struct offer *offer = offers_find(&offers, cases[i].name);
        assert_non_null(offer);
        if (offer_check(offer, cases[i].value, &why) != cases[i].status)
            fail_msg("%s=%s", cases[i].name, cases[i].value);
    }
    offers_free(&offers);
}

/* By words of their names, and by no part of another word. */
static void names_tell_what_options_are_about(void **state) {
    static const struct {
        const char *name;
        enum offer_matter matter;
    } cases[] = {{"Hash", OFFER_MANAGES},
                 {"Number of Threads", OFFER_MANAGES},
                 {"UCI_Elo", OFFER_MANAGES},
                 {"MultiPV", OFFER_MANAGES},
                 {"Search Depth", OFFER_MANAGES},
                 {"NullMove Reduction", OFFER_SEARCHES},
                 {"FutilityMargin", OFFER_SEARCHES},
                 {"King Safety", OFFER_EVALUATES},
                 {"RookOpenBonus", OFFER_EVALUATES},
                 {"RookOpenFile", OFFER_EVALUATES},
                 {"HistoryLimit", OFFER_SEARCHES},
                 {"Log File", OFFER_MANAGES},
                 {"Development", OFFER_EVALUATES},
                 {"Unseen", OFFER_UNKNOWN},
                 {"rehash", OFFER_UNKNOWN},
                 {"x", OFFER_UNKNOWN}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        if (offer_matter_of(cases[i].name) != cases[i].matter) fail_msg("%s", cases[i].name);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_read_by_their_words),
        cmocka_unit_test(what_is_no_option_is_passed_over),
        cmocka_unit_test(values_are_compared_with_what_an_option_takes),
        cmocka_unit_test(names_tell_what_options_are_about),
    };
    return cmocka_run_group_tests_name("external/offers", tests, NULL, NULL);
}
