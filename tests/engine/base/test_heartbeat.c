/*
 * heartbeat: what is written is read, once a second at most, and is gone when the work is done.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/base/heartbeat.h"
#include "engine/base/progress.h"

static char path[] = "/tmp/hone-heartbeat-XXXXXX";

static int make_path(void **state) {
    (void)state;
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file) || unlink(path);
}

static const struct heartbeat beat = {
    .label = "training", .words = "gen 3, ± 1", .done = 5, .total = 9, .left = 90.5};

static void a_beat_is_read_as_it_was_written(void **state) {
    (void)state;
    struct heartbeat read;
    heartbeat_start(path);
    heartbeat_beat(&beat, 100);
    assert_int_equal(heartbeat_read(path, &read), 0);
    assert_string_equal(read.label, "training");
    assert_string_equal(read.words, "gen 3, ± 1");
    assert_true(read.done == 5 && read.total == 9 && read.left == 90.5);
    heartbeat_stop();
    assert_int_equal(heartbeat_read(path, &read), -1);
    assert_int_equal(access(path, F_OK), -1);
}

static void a_second_goes_by_between_two_beats(void **state) {
    (void)state;
    assert_false(heartbeat_is_due(1000)); /* there is no file */
    heartbeat_start(path);
    assert_true(heartbeat_is_due(1000));
    heartbeat_beat(&beat, 1000);
    assert_false(heartbeat_is_due(1000.9));
    assert_true(heartbeat_is_due(1001));
    heartbeat_stop();
    assert_false(heartbeat_is_due(2000));
}

/* Also where there is no terminal to draw it on. */
static void the_line_of_a_bar_beats(void **state) {
    (void)state;
    struct progress bar;
    struct heartbeat read;
    heartbeat_start(path);
    progress_start(&bar, "little", 100);
    progress_update(&bar, 40, "gen 2");
    assert_int_equal(heartbeat_read(path, &read), 0);
    assert_string_equal(read.label, "little");
    assert_string_equal(read.words, " 40 %, ? left, gen 2");
    assert_true(read.done == 40 && read.total == 100);
    progress_end(&bar);
    heartbeat_stop();
}

/* Whatever the file holds. */
static void nonsense_does_no_harm(void **state) {
    (void)state;
    struct heartbeat read;
    struct text text = {0};
    assert_int_equal(file_write(path, "what?", NULL), 0);
    assert_int_equal(heartbeat_read(path, &read), -1);
    text_add(&text, "1 2 1e300\n\033[2J%0300d\nnote", 7);
    assert_int_equal(file_write(path, text_get(&text), NULL), 0);
    assert_int_equal(heartbeat_read(path, &read), 0);
    assert_true(read.left == 0);
    assert_null(strchr(read.label, '\033'));
    assert_int_equal(strlen(read.label), sizeof read.label - 1);
    text_free(&text);
    unlink(path);
}

static void what_cannot_be_written_is_left(void **state) {
    (void)state;
    heartbeat_start("/no/such/place/now");
    heartbeat_beat(&beat, 10);
    heartbeat_stop();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_beat_is_read_as_it_was_written),
        cmocka_unit_test(a_second_goes_by_between_two_beats),
        cmocka_unit_test(the_line_of_a_bar_beats),
        cmocka_unit_test(nonsense_does_no_harm),
        cmocka_unit_test(what_cannot_be_written_is_left),
    };
    return cmocka_run_group_tests(tests, make_path, NULL);
}
