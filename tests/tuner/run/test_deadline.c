/*
 * deadline: with a clock that is made up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tuner/run/deadline.h"

/* A run of generations of 10 seconds, after which 60 are to come. How many generations it has time
 * for. */
static int generations_within(double seconds, double slowest, double milestone, double report) {
    struct deadline_view view = {.left = seconds,
                                 .generation = slowest,
                                 .milestone = milestone,
                                 .afterwards = 60,
                                 .report = report};
    int count = 0;
    while (!deadline_ends(&view)) {
        view.left -= 10;
        count++;
    }
    return count;
}

/* As much again is in reserve: 140 seconds are the least for a generation and what follows. */
static void there_is_time_for_what_follows_training(void **state) {
    (void)state;
    assert_int_equal(generations_within(139, 10, 0, 0), 0);
    assert_int_equal(generations_within(141, 10, 0, 0), 1);
    assert_int_equal(generations_within(1000, 10, 0, 0), 87);
    assert_int_equal(generations_within(1000, 30, 0, 0), 83); /* the next one may be a slow one */
    assert_int_equal(generations_within(-5, 10, 0, 0), 0);
}

/* 20 seconds more with a milestone of 10, and three times what reading the rows takes. */
static void milestones_and_the_report_take_time_too(void **state) {
    (void)state;
    assert_int_equal(generations_within(159, 10, 10, 0), 0);
    assert_int_equal(generations_within(161, 10, 10, 0), 1);
    assert_int_equal(generations_within(145, 10, 0, 2), 0);
    assert_int_equal(generations_within(147, 10, 0, 2), 1);
}

/* Trained players play longer games than the untrained ones that were timed. */
static void a_start_is_doubted_up_to_half_as_much_again(void **state) {
    (void)state;
    assert_int_equal(deadline_room(9.9, 10), DEADLINE_TOO_SHORT);
    assert_int_equal(deadline_room(10.1, 10), DEADLINE_DOUBTFUL);
    assert_int_equal(deadline_room(14.9, 10), DEADLINE_DOUBTFUL);
    assert_int_equal(deadline_room(15.1, 10), DEADLINE_ENOUGH);
}

static void durations_are_read_as_people_write_them(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double seconds;
    } cases[] = {{"8h", 28800}, {"90m", 5400}, {"45s", 45}, {"1h30m", 5400}, {"0.5h", 1800}};
    static const char *const wrong[] = {"",     "h",    "8x",   "-8h",   "8h ", "0h",
                                        "8h30", "1e3h", "0x1h", "1..5h", ".5h"};
    struct error error;
    double seconds;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(deadline_parse_duration(cases[i].text, &seconds, &error), 0);
        assert_true(seconds == cases[i].seconds);
    }
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        assert_int_equal(deadline_parse_duration(wrong[i], &seconds, &error), -1);
        assert_non_null(strstr(error.text, "must be like 8h"));
    }
    assert_int_equal(deadline_parse_duration("120", &seconds, &error), -1);
    assert_non_null(strstr(error.text, "did you mean 120s, 120m or 120h?"));
}

/* As they are read. */
static void durations_are_written_in_whole_seconds(void **state) {
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {{-5, "1s"}, {59.9, "59s"}, {60, "1m00s"}, {25200 + 305, "7h05m05s"}};
    char text[32];
    double seconds;
    struct error error;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        deadline_format_duration(cases[i].seconds, text);
        assert_string_equal(text, cases[i].text);
        assert_int_equal(deadline_parse_duration(text, &seconds, &error), 0);
    }
}

static void a_time_of_day_is_the_next_one(void **state) {
    (void)state;
    static const char *const wrong[] = {"", "6", "6:60", "24:00", "06:30h", "-1:10"};
    struct error error;
    double seconds;
    assert_int_equal(deadline_parse_time("06:30", 22, 0, 15, &seconds, &error), 0);
    assert_true(seconds == 8.5 * 3600 - 15);
    assert_int_equal(deadline_parse_time("23:00", 22, 0, 0, &seconds, &error), 0);
    assert_true(seconds == 3600);
    assert_int_equal(deadline_parse_time("22:00", 22, 0, 0, &seconds, &error), 0);
    assert_true(seconds == 24 * 3600);
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_int_equal(deadline_parse_time(wrong[i], 1, 2, 3, &seconds, &error), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_time_for_what_follows_training),
        cmocka_unit_test(milestones_and_the_report_take_time_too),
        cmocka_unit_test(a_start_is_doubted_up_to_half_as_much_again),
        cmocka_unit_test(durations_are_read_as_people_write_them),
        cmocka_unit_test(durations_are_written_in_whole_seconds),
        cmocka_unit_test(a_time_of_day_is_the_next_one),
    };
    return cmocka_run_group_tests_name("deadline", tests, NULL, NULL);
}
