/*
 * Listings as other programs read them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "tuner/report/listing.h"

static void add_row(struct listing *listing, const char *text, int64_t whole, double real) {
    listing_row(listing);
    listing_text(listing, "text", text);
    listing_whole(listing, "whole", whole);
    listing_real(listing, "real", real);
}

/* Two rows; the second one is still kept back. */
static void expect(enum listing_format format, const char *text, double real, const char *wanted) {
    struct listing listing = listing_new(format);
    add_row(&listing, text, -3, real);
    add_row(&listing, "", 0, 0);
    assert_string_equal(text_get(&listing.out), wanted);
    text_free(&listing.out);
    text_free(&listing.names);
    text_free(&listing.line);
}

static void json_is_an_array_of_objects(void **state) {
    (void)state;
    expect(LISTING_JSON, "plain", 0.25,
           "[\n  {\"text\": \"plain\", \"whole\": -3, \"real\": 0.25}");
    expect(LISTING_JSON, "a \"b\"\\\n", NAN,
           "[\n  {\"text\": \"a \\\"b\\\"\\\\\\u000a\", \"whole\": -3, \"real\": null}");
}

static void csv_begins_with_the_names_and_quotes_what_must_be(void **state) {
    (void)state;
    expect(LISTING_CSV, "plain", 0.25, "text,whole,real\r\nplain,-3,0.25\r\n");
    expect(LISTING_CSV, "a \"b\", c", INFINITY, "text,whole,real\r\n\"a \"\"b\"\", c\",-3,\r\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_is_an_array_of_objects),
        cmocka_unit_test(csv_begins_with_the_names_and_quotes_what_must_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
