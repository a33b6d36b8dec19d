/*
 * Stored series: one that was killed or interrupted, at any place, goes on to what an undisturbed
 * one gives; another one, or one that is finished, does not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/progress.h"
#include "tests/own_directory.h"
#include "tuner/tournament/series.h"

#define SWH "config/weights/swh.weights"
#define LR06 "config/weights/lr06.weights"

static char db[96];

static int make_folder(void **state) {
    (void)state;
    if (own_directory_make(NULL)) return -1;
    snprintf(db, sizeof db, "%s/series.db", directory);
    return 0;
}

static int forget(void **state) {
    (void)state;
    char command[256];
    snprintf(command, sizeof command, "rm -f %s %s-*", db, db);
    return system(command);
}

/* ---- a series of three that all meet ---- */

static struct entrants entrants;
static struct series series;

/* Raised after so many strides; 0: never. */
static int strides_left, signal_then;

static bool strike(const struct series *played, void *context) {
    (void)played, (void)context;
    if (strides_left > 0 && --strides_left == 0) raise(signal_then);
    return false;
}

static bool enough_games(const struct series *played, void *context) {
    strike(played, context);
    return played->session.scores[0].counts.n[4] >= *(int *)context;
}

/* The first note comes after the first slice, which is a small part of a stride. */
static void strike_within(const struct series *played, char out[SERIES_NOTE]) {
    (void)played, (void)out;
    if (signal_then) raise(signal_then);
    signal_then = 0;
}

static const char *players[3] = {SWH, LR06, "random"};
static struct series_settings settings;

static void play(const char *where) {
    struct error error;
    char *specs[3];
    for (int i = 0; i < 3; i++) specs[i] = (char *)(uintptr_t)players[i];
    settings.db = where;
    if (entrants_load(specs, 3, NULL, &entrants, &error)) fail_msg("%s", error.text);
    series.entrants = &entrants;
    series.settings = settings;
    for (int a = 0; a < 3; a++)
        for (int b = a + 1; b < 3; b++) session_meet(&series.session, a, b);
    if (series_play(&series, &error)) fail_msg("%s", error.text);
}

static void end(void) {
    series_destroy(&series);
    entrants_destroy(&entrants);
    series = (struct series){0};
}

static int begin(void **state) {
    (void)state;
    settings = series_defaults(400);
    settings.threads = 1;
    series = (struct series){.enough = strike};
    strides_left = 0;
    players[0] = SWH;
    return forget(state);
}

enum { WITHIN = 0 };

/* In a process of its own, which that signal reaches after so many strides. WITHIN: within the
 * first one that it plays, before that is stored. */
static void play_and_strike(int strides, int number) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        strides_left = strides;
        series.note = strides == WITHIN ? strike_within : NULL;
        signal_then = number;
        interrupt_install();
        play(db);
        _exit(series.end == SERIES_INTERRUPTED && series.stored ? 0 : 3);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (number == SIGKILL) assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    if (number == SIGINT) assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

struct summary {
    struct meeting_score scores[3];
    int pairs, openings;
    int64_t distinct;
    enum series_end end;
};

static struct summary tell(void) {
    struct summary out = {.pairs = series.session.pairs_played,
                          .openings = series.openings_distinct,
                          .distinct = series.games_distinct,
                          .end = series.end};
    memcpy(out.scores, series.session.scores, sizeof out.scores);
    return out;
}

static void assert_same(const struct summary *a, const struct summary *b) {
    assert_memory_equal(a->scores, b->scores, sizeof a->scores);
    assert_int_equal(a->pairs, b->pairs);
    assert_int_equal(a->openings, b->openings);
    assert_int_equal(a->distinct, b->distinct);
    assert_int_equal(a->end, b->end);
}

static struct summary undisturbed(void) {
    bool (*enough)(const struct series *, void *) = series.enough;
    void *context = series.context;
    char other[112];
    snprintf(other, sizeof other, "%s/other.db", directory);
    play(other);
    struct summary out = tell();
    end();
    series.enough = enough;
    series.context = context;
    return out;
}

/* ---- tests ---- */

static void a_killed_series_goes_on_to_the_same_end(void **state) {
    (void)state;
    struct summary whole = undisturbed();
    assert_int_equal(whole.pairs, 400);
    play_and_strike(1, SIGKILL);
    play_and_strike(3, SIGKILL);
    play(db);
    assert_int_equal(series.pairs_restored, 300);
    struct summary resumed = tell();
    assert_same(&whole, &resumed);
    end();
}

/* The rest of the stride is played, and asked about at its end. */
static void an_interrupted_series_goes_on_within_its_stride(void **state) {
    (void)state;
    int wanted = 40;
    series.enough = enough_games;
    series.context = &wanted;
    struct summary whole = undisturbed();
    assert_int_equal(whole.end, SERIES_ENOUGH);
    assert_in_range(whole.pairs, 101, 399);
    play_and_strike(WITHIN, SIGINT);
    play(db);
    assert_in_range(series.pairs_restored, 1, 99);
    struct summary resumed = tell();
    assert_same(&whole, &resumed);
    end();
}

/* Of a program that crashes in each of its games, so that each is a start of it. */
static int count_games(const char *starts) {
    FILE *file = fopen(starts, "r");
    int lines = 0;
    for (int c; file && (c = fgetc(file)) != EOF;) lines += c == '\n';
    if (file) fclose(file);
    return lines;
}

/* What another series leaves of the first one's notes. */
static void play_another(const char *engine) {
    settings.seed++;
    players[0] = SWH;
    play(db);
    end();
    settings.seed--;
    players[0] = engine;
}

/* Of the slice in flight what was played is noted beside the database. */
static void games_of_a_slice_are_not_played_again(void **state) {
    (void)state;
    char noted[112], starts[112], engine[300];
    snprintf(noted, sizeof noted, "%s-1-games", db);
    snprintf(starts, sizeof starts, "%s/starts", directory);
    snprintf(engine, sizeof engine, "cmd:%s/tests/fake_engine gtp weary@4 %s;protocol=gtp",
             BUILD_DIR, starts);
    settings.pairs = 6;
    settings.opening_plies = 6;
    players[0] = engine;
    struct summary whole = undisturbed();
    assert_int_equal(count_games(starts), 24);
    unlink(starts);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        interrupt_install();
        play(db);
        _exit(0);
    }
    while (count_games(starts) < 3) nanosleep(&(struct timespec){0, 1000000}, NULL);
    kill(child, SIGINT);
    waitpid(child, NULL, 0);
    assert_int_equal(access(noted, F_OK), 0);
    play_another(engine);
    unlink(starts);
    play(db);
    assert_in_range(count_games(starts), 24 - 4, 24 - 2);
    assert_int_not_equal(access(noted, F_OK), 0);
    if (!strstr(text_get(&series.notes), "; 24 are kept")) fail_msg("%s", text_get(&series.notes));
    struct summary resumed = tell();
    assert_memory_equal(whole.scores, resumed.scores, sizeof whole.scores);
    end();
}

/* Whatever is asked for, the pairs are the same: fewer, or more. */
static void the_length_is_no_term_of_a_series(void **state) {
    (void)state;
    play_and_strike(2, SIGKILL);
    settings.pairs = 150;
    struct summary whole = undisturbed();
    play(db);
    assert_int_equal(series.pairs_restored, 150);
    struct summary resumed = tell();
    assert_same(&whole, &resumed);
    end();
}

static void assert_begins_anew(void) {
    series.enough = strike;
    play(db);
    assert_int_equal(series.pairs_restored, 0);
    assert_int_equal(series.session.pairs_played, settings.pairs);
    end();
}

/* A file of the same weights that says that a run chose them. */
static void make_chosen(const char *from, const char *path) {
    char command[512];
    snprintf(command, sizeof command,
             "sed -e '/^source/a run         some' -e 's/^checksum.*/checksum    -/' %s >%s", from,
             path);
    assert_int_equal(system(command), 0);
}

static void another_series_does_not_go_on_with_it(void **state) {
    (void)state;
    settings.pairs = 120;
    play_and_strike(1, SIGKILL);
    settings.seed = 2;
    assert_begins_anew();
    settings.seed = 1;
    settings.limits.depth = 1;
    assert_begins_anew();
    settings.limits.depth = -1;
    settings.opening_plies = 4;
    assert_begins_anew();
    settings.opening_plies = -1;
    settings.plies_max = 40;
    assert_begins_anew();
    settings.plies_max = 0;
    players[0] = "config/weights/norvig.weights";
    assert_begins_anew();
    char chosen[112];
    snprintf(chosen, sizeof chosen, "%s/chosen.weights", directory);
    make_chosen(SWH, chosen);
    players[0] = chosen;
    assert_begins_anew();
    players[0] = SWH;
    settings.balance = 0.1;
    assert_begins_anew();
    settings.judge = SWH;
    assert_begins_anew();
    settings.judge = NULL;
    settings.balance = 0;
    settings.openings = NULL;
    series.enough = strike;
    play(db);
    assert_int_equal(series.pairs_restored, 100);
    end();
}

static void openings_of_another_file_are_another_series(void **state) {
    (void)state;
    char path[128];
    snprintf(path, sizeof path, "%s/openings.txt", directory);
    assert_int_equal(file_write(path, "f5d6c4\nf5f6e6\nf5f4e3\n", NULL), 0);
    settings.pairs = 120;
    settings.openings = path;
    play_and_strike(1, SIGKILL);
    settings.openings = "tests/tuner/config/openings.txt";
    assert_begins_anew();
    settings.openings = path;
    series.enough = strike;
    play(db);
    assert_int_equal(series.pairs_restored, 100);
    end();
    settings.openings = NULL;
}

static void a_finished_series_is_played_anew(void **state) {
    (void)state;
    settings.pairs = 20;
    assert_begins_anew();
    assert_begins_anew();
}

/* Games whose pairs were not complete when it was killed are played again, and count once. */
static void games_with_external_engines_are_told_as_if_undisturbed(void **state) {
    (void)state;
    struct text notes = {0};
    settings.pairs = 6;
    settings.opening_plies = 6;
    players[0] = "cmd:" BUILD_DIR "/tests/fake_engine gtp crash@3;protocol=gtp";
    struct summary whole = undisturbed();
    play_and_strike(1, SIGKILL);
    play_and_strike(WITHIN, SIGKILL);
    play_and_strike(2, SIGKILL);
    play_and_strike(WITHIN, SIGKILL);
    play(db);
    assert_int_equal(series.pairs_restored, 2);
    text_add(&notes, "%s", text_get(&series.notes));
    if (!strstr(text_get(&notes), "; 24 are kept")) fail_msg("%s", text_get(&notes));
    if (!strstr(text_get(&notes), "fake_engine lost 24 by crash")) fail_msg("%s", text_get(&notes));
    struct summary resumed = tell();
    assert_memory_equal(whole.scores, resumed.scores, sizeof whole.scores);
    text_free(&notes);
    end();
}

/* Short ones can as well be played again. */
static void a_short_series_leaves_nothing_behind(void **state) {
    (void)state;
    char command[256];
    snprintf(command, sizeof command,
             "here=$PWD && cd %s && \"$here/\"" BUILD_DIR "/hone match \"$here\"/" SWH
             " random -n 2 >/dev/null && test ! -e results",
             directory);
    assert_int_equal(system(command), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_killed_series_goes_on_to_the_same_end, begin),
        cmocka_unit_test_setup(an_interrupted_series_goes_on_within_its_stride, begin),
        cmocka_unit_test_setup(games_of_a_slice_are_not_played_again, begin),
        cmocka_unit_test_setup(the_length_is_no_term_of_a_series, begin),
        cmocka_unit_test_setup(another_series_does_not_go_on_with_it, begin),
        cmocka_unit_test_setup(openings_of_another_file_are_another_series, begin),
        cmocka_unit_test_setup(a_finished_series_is_played_anew, begin),
        cmocka_unit_test_setup(games_with_external_engines_are_told_as_if_undisturbed, begin),
        cmocka_unit_test(a_short_series_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, make_folder, own_directory_remove);
}
