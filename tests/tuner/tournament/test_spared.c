/*
 * What a series does not do: draw openings that it does not come to, play a game twice, and show
 * one that was not played to its end. Told are the pairs whose two games are one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/progress.h"
#include "tuner/tournament/gamebook.h"
#include "tuner/tournament/moving.h"
#include "tuner/tournament/series.h"

#define SWH "config/weights/swh.weights"
#define LR06 "config/weights/lr06.weights"

static struct entrants entrants;
static struct series series;

static void play(const char *a, const char *b, int pairs,
                 bool (*enough)(const struct series *series, void *context)) {
    char *specs[] = {(char *)(uintptr_t)a, (char *)(uintptr_t)b};
    struct error error;
    if (entrants_load(specs, 2, NULL, &entrants, &error)) fail_msg("%s", error.text);
    series = (struct series){
        .entrants = &entrants, .settings = series_defaults(pairs), .enough = enough};
    series.settings.threads = 1; /* threads do not live on in a child */
    session_meet(&series.session, 0, 1);
    if (series_play(&series, &error)) fail_msg("%s", error.text);
}

static void end(void) {
    series_destroy(&series);
    entrants_destroy(&entrants);
}

static bool at_once(const struct series *played, void *context) {
    (void)played, (void)context;
    return true;
}

static void openings_are_drawn_as_far_as_it_goes(void **state) {
    (void)state;
    play(SWH, LR06, 20000, at_once);
    assert_int_equal(series.end, SERIES_ENOUGH);
    assert_int_equal(series.session.pairs_played, 100);
    assert_int_equal(series.session.openings.count, 100);
    assert_int_equal(series.openings_distinct, 100);
    end();
    play(SWH, LR06, 250, NULL);
    assert_int_equal(series.session.openings.count, 250);
    end();
}

/* Random openings of a part that no run is tuned on, if a run chose a player. */
static void chosen_players_meet_on_unseen_openings(void **state) {
    (void)state;
    play(SWH, "results/champions/reversi-quick.weights", 2, NULL);
    assert_false(series.session.source.undivided);
    assert_string_equal(series_openings_of(&series), "unseen");
    end();
    play(SWH, LR06, 2, NULL);
    assert_true(series.session.source.undivided);
    assert_string_equal(series_openings_of(&series), "all");
    end();
}

static void describe_from_the_start(double epsilon, struct text *out) {
    char *specs[] = {(char *)(uintptr_t)SWH, (char *)(uintptr_t)LR06};
    struct error error;
    if (entrants_load(specs, 2, NULL, &entrants, &error)) fail_msg("%s", error.text);
    series = (struct series){.entrants = &entrants, .settings = series_defaults(3)};
    series.settings.opening_plies = 0;
    series.settings.epsilon = epsilon;
    session_meet(&series.session, 0, 1);
    if (series_play(&series, &error)) fail_msg("%s", error.text);
    series_describe(&series, out);
    end();
}

/* All of them are the same games, unless players make random moves. */
static void games_from_the_start_repeat(void **state) {
    (void)state;
    struct text text = {0};
    describe_from_the_start(0, &text);
    assert_non_null(strstr(text_get(&text), "distinct: 1 of 1 openings, "));
    assert_non_null(strstr(text_get(&text), "openings repeat: "));
    text_free(&text);
    describe_from_the_start(0.5, &text);
    assert_null(strstr(text_get(&text), "openings repeat: "));
    text_free(&text);
}

static void nodes_alone_limit_a_search_of_any_depth(void **state) {
    (void)state;
    char *specs[] = {(char *)(uintptr_t)SWH, (char *)(uintptr_t)LR06};
    struct error error;
    if (entrants_load(specs, 2, NULL, &entrants, &error)) fail_msg("%s", error.text);
    series = (struct series){.entrants = &entrants, .settings = series_defaults(1)};
    series.settings.limits.nodes = 100;
    assert_int_equal(moving_settle(&series, &error), 0);
    const struct manners manners = moving_manners(&series, &entrants.list[0]);
    assert_int_equal(manners.list[0].limits.nodes, 100);
    assert_int_equal(manners.list[0].limits.depth, SEARCH_DEPTH_MAX);
    entrants_destroy(&entrants);
}

/* Whichever of its manners of play a tuned player has them in. */
static void random_moves_of_any_manner_count(void **state) {
    (void)state;
    char *specs[] = {(char *)(uintptr_t)SWH, (char *)(uintptr_t)LR06};
    struct error error;
    if (entrants_load(specs, 2, NULL, &entrants, &error)) fail_msg("%s", error.text);
    for (int random = 0; random < 3; random++) {
        series = (struct series){.entrants = &entrants, .settings = series_defaults(1)};
        for (int i = 0; i < 2; i++) {
            entrants.list[i].tuned = true;
            entrants.list[i].manners =
                (struct manners){2, {{.share = 0.5}, {.share = 0.5, .limits = {.depth = 2}}}};
            if (random < 2) entrants.list[i].manners.list[random].epsilon = 0.1;
        }
        assert_int_equal(moving_settle(&series, &error), 0);
        assert_int_equal(moving_is_random(&series), random < 2);
    }
    entrants_destroy(&entrants);
}

static void pairs_of_equal_players_are_told(void **state) {
    (void)state;
    struct text text = {0};
    play(SWH, SWH, 30, NULL);
    assert_int_equal(series.pairs_equal, 30);
    assert_int_equal(series.session.scores[0].counts.n[2], 30);
    assert_int_equal(session_games_played(&series.session), 60);
    series_describe(&series, &text);
    assert_non_null(
        strstr(text_get(&text), "since both players chose the same moves: 30; they count as even"));
    text_free(&text);
    end();
    play(SWH, LR06, 30, NULL);
    assert_int_equal(series.pairs_equal, 0);
    series_describe(&series, &text);
    assert_null(strstr(text_get(&text), "alike"));
    text_free(&text);
    end();
}

/* With the signal pending no game is played to its end; in a child, since it stays. */
static int shown_after(int signal_number) {
    int status, child = fork();
    if (child == 0) {
        interrupt_install();
        if (signal_number) raise(signal_number);
        _exit(shown_games(&series.session, &(struct gamebook){0}, 6, 1 << 20).count);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* While the players are there. */
static bool shown_in_between(const struct series *played, void *context) {
    (void)played, (void)context;
    assert_int_equal(shown_after(0), 6);
    assert_int_equal(shown_after(SIGINT), 0);
    return true;
}

static void games_that_an_interruption_cuts_short_are_not_shown(void **state) {
    (void)state;
    play(SWH, LR06, 300, shown_in_between);
    assert_int_equal(series.end, SERIES_ENOUGH);
    end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openings_are_drawn_as_far_as_it_goes),
        cmocka_unit_test(chosen_players_meet_on_unseen_openings),
        cmocka_unit_test(games_from_the_start_repeat),
        cmocka_unit_test(nodes_alone_limit_a_search_of_any_depth),
        cmocka_unit_test(random_moves_of_any_manner_count),
        cmocka_unit_test(pairs_of_equal_players_are_told),
        cmocka_unit_test(games_that_an_interruption_cuts_short_are_not_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
