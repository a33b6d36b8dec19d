/*
 * progress: what is drawn fits its terminal; signals are noted or end the program, and nothing is
 * left undone at its end.
 */
#define _XOPEN_SOURCE 700 /* for posix_openpt */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "tests/ends.h"

static void durations_read_as_people_say_them(void **state) {
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {{-1, "0 s"},          {0.4, "0 s"},
                 {12, "12 s"},         {59.6, "1 min 00 s"},
                 {61, "1 min 01 s"},   {3599, "59 min 59 s"},
                 {3900, "1 h 05 min"}, {100 * 3600, "100 h 00 min"}};
    char text[32];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        duration_format(cases[i].seconds, text);
        assert_string_equal(text, cases[i].text);
    }
}

static void clock_never_goes_back(void **state) {
    (void)state;
    double last = clock_seconds();
    for (int i = 0; i < 1000; i++) {
        double now = clock_seconds();
        assert_true(now >= last);
        last = now;
    }
}

/* Raises the signals in a child; its exit: interrupt_status after the first, a signal after both.
 */
static int status_after(int first, int second) {
    pid_t child = fork();
    if (child == 0) {
        interrupt_install();
        if (interrupt_pending()) _exit(2);
        raise(first);
        if (!interrupt_pending()) _exit(3);
        if (second) raise(second);
        _exit(interrupt_status());
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void first_interrupt_is_noted_second_ends(void **state) {
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(WEXITSTATUS(status_after(signals[i], 0)), 128 + signals[i]);
        for (int j = 0; j < 3; j++) {
            int status = status_after(signals[i], signals[j]);
            assert_true(WIFSIGNALED(status));
            assert_int_equal(WTERMSIG(status), signals[j]);
        }
    }
}

static void what_nohup_ignores_stays_ignored(void **state) {
    (void)state;
    signal(SIGHUP, SIG_IGN);
    int status = status_after(SIGHUP, SIGHUP);
    signal(SIGHUP, SIG_DFL);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
}

static void say_bye(void) {
    if (write(STDOUT_FILENO, "bye", 3) != 3) _exit(2);
}

static void the_last_act_is_done_at_every_end(void **state) {
    (void)state;
    static void (*const ends[])(void) = {end_by_exit, end_by_dying, end_by_impatience};
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        int pipes[2];
        char said[8] = "";
        fflush(NULL);
        assert_int_equal(pipe(pipes), 0);
        pid_t child = fork();
        if (child == 0) {
            dup2(pipes[1], STDOUT_FILENO);
            dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
            interrupt_before_end(say_bye);
            ends[i]();
        }
        close(pipes[1]);
        assert_int_equal(waitpid(child, NULL, 0), child);
        assert_int_equal(read(pipes[0], said, sizeof said), 3);
        assert_string_equal(said, "bye");
        close(pipes[0]);
    }
}

static void what_is_to_come_is_told_about(void **state) {
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {{-1, "0 s"},          {12, "12 s"},        {99, "99 s"},
                 {99.5, "1 min 40 s"}, {344, "5 min 40 s"}, {595, "10 min"},
                 {840, "14 min"},      {99 * 60, "99 min"}, {6060, "1 h 41 min"}};
    char text[32];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        duration_format_about(cases[i].seconds, text);
        assert_string_equal(text, cases[i].text);
    }
}

/* Slow ones to two digits, others whole. */
static void rates_have_two_digits_or_more(void **state) {
    (void)state;
    static const struct {
        double rate;
        const char *text;
    } cases[] = {{0.2512, "0.25"}, {3, "3"}, {9.94, "9.9"}, {10.4, "10"}, {1234.4, "1234"}};
    char text[32];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        rate_format(cases[i].rate, text);
        assert_string_equal(text, cases[i].text);
    }
}

/* What is drawn on a terminal of its own, which has no known width: 80 columns. */
static void draw_with(void (*draw)(struct progress *progress, const void *context),
                      const void *context, char drawn[512]) {
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        skip(); /* a container without /dev/pts */
    int end = open(ptsname(terminal), O_RDWR | O_NOCTTY), saved = dup(STDERR_FILENO);
    assert_true(end >= 0 && saved >= 0);
    dup2(end, STDERR_FILENO);
    struct progress progress;
    progress_start(&progress, "reversi-quick", 1000);
    draw(&progress, context);
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(end);
    size_t length = 0; /* it arrives in pieces, and ends when the other end is closed */
    for (ssize_t got; (got = read(terminal, drawn + length, 511 - length)) > 0;)
        length += (size_t)got;
    drawn[length] = '\0';
    close(terminal);
}

/* Several pieces done in one go, of 1000 in the last hour. */
struct doing {
    const int64_t *done;
    int count;
    const char *note;
};

static void draw_pieces(struct progress *progress, const void *context) {
    const struct doing *doing = context;
    progress->first = 0;
    progress->pace.begun -= 3600;
    for (int i = 0; i < doing->count; i++) progress_update(progress, doing->done[i], doing->note);
}

static void draw_on_terminal(const int64_t *done, int count, const char *note, char drawn[512]) {
    draw_with(draw_pieces, &(struct doing){done, count, note}, drawn);
}

static void draw_words(struct progress *progress, const void *words) {
    assert_int_equal(progress_fits(progress, words), strlen(words) < 85);
    progress_say(progress, 500, words);
}

/* The bar makes room first, then the label; what is too long all the same is cut between letters,
 * of which some have several bytes. */
static void words_come_before_the_bar_and_the_label(void **state) {
    (void)state;
    static const struct {
        int length;
        const char *begins;
    } cases[] = {{40, "\r\033[Kreversi-quick [####"},
                 {60, "\r\033[Kreversi-quick ±±±±±123"},
                 {74, "\r\033[K±±±±±123"},
                 {75, "\r\033[K±±±±±123"}};
    char drawn[512], words[128];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        strcpy(words, "±±±±±");
        for (int n = 1; n <= cases[i].length; n++) strcat(words, (char[]){(char)('0' + n % 10), 0});
        draw_with(draw_words, words, drawn);
        if (strncmp(drawn, cases[i].begins, strlen(cases[i].begins)) != 0) fail_msg("%s", drawn);
        assert_non_null(strstr(drawn, "±±±±±123"));
        if (cases[i].length > 70) assert_int_equal(strlen(drawn), strlen("\r\033[K") + 84);
    }
}

/* Three updates: soon after the start, half a minute later, soon after that. */
static void a_log_has_a_line_every_half_minute(void **state) {
    (void)state;
    int pipes[2], saved = dup(STDERR_FILENO);
    char said[512] = "";
    struct progress progress;
    assert_int_equal(pipe(pipes), 0);
    dup2(pipes[1], STDERR_FILENO);
    progress_start(&progress, "reversi-quick", 1000);
    progress_update(&progress, 0, "one");
    progress.drawn -= 30;
    progress.pace.begun -= 30;
    progress_update(&progress, 250, "two");
    progress_update(&progress, 1000, "three");
    progress_end(&progress);
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(pipes[1]);
    assert_true(read(pipes[0], said, sizeof said - 1) > 0);
    close(pipes[0]);
    assert_string_equal(said, "reversi-quick:  25 %, 90 s left, two\n");
}

static void note_of_a_run_fits_80_columns(void **state) {
    (void)state;
    const char *note = "+12.3 +/- 4.5 Elo, 12345 games/s";
    char drawn[512];
    draw_on_terminal((const int64_t[]){500}, 1, note, drawn);
    assert_non_null(strstr(drawn, "..]  50 %, 60 min left, "));
    assert_non_null(strstr(drawn, note));
}

static void the_bar_is_full_at_100_percent_only(void **state) {
    (void)state;
    char drawn[512];
    draw_on_terminal((const int64_t[]){999}, 1, "", drawn);
    assert_non_null(strstr(drawn, "#.]  99 %,"));
    draw_on_terminal((const int64_t[]){1000}, 1, "", drawn);
    assert_non_null(strstr(drawn, "##] 100 %,"));
}

/* However soon it comes after the last one. */
static void the_end_is_drawn_always(void **state) {
    (void)state;
    char drawn[512];
    draw_on_terminal((const int64_t[]){500, 700, 1000}, 3, "", drawn);
    assert_non_null(strstr(drawn, " 50 %"));
    assert_null(strstr(drawn, " 70 %"));
    assert_non_null(strstr(drawn, " 100 %"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(durations_read_as_people_say_them),
        cmocka_unit_test(what_is_to_come_is_told_about),
        cmocka_unit_test(rates_have_two_digits_or_more),
        cmocka_unit_test(clock_never_goes_back),
        cmocka_unit_test(words_come_before_the_bar_and_the_label),
        cmocka_unit_test(a_log_has_a_line_every_half_minute),
        cmocka_unit_test(note_of_a_run_fits_80_columns),
        cmocka_unit_test(the_bar_is_full_at_100_percent_only),
        cmocka_unit_test(the_end_is_drawn_always),
        cmocka_unit_test(first_interrupt_is_noted_second_ends),
        cmocka_unit_test(what_nohup_ignores_stays_ignored),
        cmocka_unit_test(the_last_act_is_done_at_every_end),
    };
    signal(SIGHUP, SIG_DFL); /* the shell may have had it ignored */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
