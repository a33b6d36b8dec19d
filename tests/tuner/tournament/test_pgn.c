/* pgn: every game of a series has its header, with the colours and the result that it had. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tuner/tournament/series.h"

static struct entrants entrants;
static struct series series;

static int play_series(void **state) {
    char swh[] = "config/weights/swh.weights", random[] = "random",
         lr06[] = "config/weights/lr06.weights";
    char *specs[] = {swh, random, lr06};
    struct error error;
    (void)state;
    if (entrants_load(specs, 3, NULL, &entrants, &error)) fail_msg("%s", error.text);
    series = (struct series){.entrants = &entrants, .settings = series_defaults(20)};
    session_meet(&series.session, 0, 1);
    session_meet(&series.session, 2, 0);
    if (series_play(&series, &error)) fail_msg("%s", error.text);
    return 0;
}

static int end_series(void **state) {
    (void)state;
    series_destroy(&series);
    entrants_destroy(&entrants);
    return 0;
}

/* What pgn_print prints; freed by the caller. */
static struct text print(void) {
    struct text said = {0};
    pgn_print(&series, &said);
    return said;
}

static int times_said(const struct text *said, const char *what) {
    int count = 0;
    for (const char *at = text_get(said); (at = strstr(at, what)); at++) count++;
    return count;
}

static void every_game_has_a_header(void **state) {
    (void)state;
    struct text said = print();
    static const char start[] = "[Event \"reversi\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"
                                "[Round \"1.1\"]\n[White \"swh\"]\n[Black \"random\"]\n[Result \"";
    assert_int_equal(strncmp(text_get(&said), start, sizeof start - 1), 0);
    assert_int_equal(times_said(&said, "[Round \""), 2 * 2 * 20);
    assert_int_equal(times_said(&said, "[Round \"20.2\"]\n[White \"random\"]\n[Black \"swh\"]"), 1);
    assert_int_equal(times_said(&said, "[White \"lr06\"]\n[Black \"swh\"]"), 20);
    assert_int_equal(times_said(&said, "[White \"swh\"]\n[Black \"lr06\"]"), 20);
    text_free(&said);
}

/* swh's against random: as White 1-0 and as Black 0-1 are won. */
static void results_are_those_of_the_games(void **state) {
    (void)state;
    const struct meeting_score *score = &series.session.scores[0];
    struct text said = print();
    assert_int_equal(times_said(&said, "[White \"swh\"]\n[Black \"random\"]\n"
                                       "[Result \"1-0\"]\n\n1-0\n\n"),
                     score->first.won);
    assert_int_equal(times_said(&said, "[White \"random\"]\n[Black \"swh\"]\n"
                                       "[Result \"0-1\"]\n\n0-1\n\n"),
                     score->second.won);
    assert_int_equal(times_said(&said, "[Result \"1/2-1/2\"]\n\n1/2-1/2\n\n"),
                     score[0].first.drawn + score[0].second.drawn + score[1].first.drawn +
                         score[1].second.drawn);
    assert_true(score->first.won > 10 && score->second.won > 10);
    text_free(&said);
}

static void quotes_in_names_are_escaped(void **state) {
    (void)state;
    struct entrant *swh = &entrants.list[0];
    snprintf(swh->name, sizeof swh->name, "a \"b\" \\");
    struct text said = print();
    assert_int_equal(times_said(&said, "[White \"a \\\"b\\\" \\\\\"]\n"), 40);
    snprintf(swh->name, sizeof swh->name, "swh");
    text_free(&said);
}

/* What pgn_print says on stderr; freed by the caller. */
static struct text complaint(void) {
    FILE *file = tmpfile();
    int usual = dup(STDERR_FILENO);
    char line[200] = "";
    assert_non_null(file);
    dup2(fileno(file), STDERR_FILENO);
    struct text pages = print(), said = {0};
    dup2(usual, STDERR_FILENO);
    close(usual);
    rewind(file);
    while (fgets(line, sizeof line, file)) text_add(&said, "%s", line);
    fclose(file);
    text_free(&pages);
    return said;
}

static void an_interrupted_series_says_what_is_missing(void **state) {
    (void)state;
    struct text said = complaint();
    assert_string_equal(text_get(&said), "");
    text_free(&said);
    series.end = SERIES_INTERRUPTED, series.settings.pairs = 30;
    said = complaint();
    assert_string_equal(text_get(&said), "interrupted: the games of 20 of 30 pairs\n");
    text_free(&said);
    series.end = SERIES_COMPLETE, series.settings.pairs = 20;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_a_header),
        cmocka_unit_test(results_are_those_of_the_games),
        cmocka_unit_test(quotes_in_names_are_escaped),
        cmocka_unit_test(an_interrupted_series_says_what_is_missing),
    };
    return cmocka_run_group_tests(tests, play_series, end_series);
}
