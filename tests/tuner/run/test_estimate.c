/* estimate: the sample says what it is of, however slow the search. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tuner/run/preflight.h"

static void load(const char *const *sets, int count, struct config *out) {
    struct error error;
    if (config_load("config/reversi-quick.cfg", sets, count, out, &error))
        fail_msg("%s", error.text);
}

static void measure(const struct config *config, struct estimate_sample out[MANNERS_MAX]) {
    struct error error;
    if (estimate_measure(config, out, &error)) fail_msg("%s", error.text);
}

static void quick_games_are_played_to_their_end(void **context) {
    (void)context;
    struct config config;
    load(NULL, 0, &config);
    struct estimate_sample samples[MANNERS_MAX], sample;
    measure(&config, samples);
    sample = samples[0];
    assert_true(sample.whole && !sample.slow && sample.seconds > 0);
    assert_in_range(sample.plies / sample.games, 20, 60);
    assert_true(estimate_seconds(&config, samples, 2 * sample.games) > 1.99 * sample.seconds);
    config_free(&config);
}

/* Games of hours are judged by a few plies of them, those of another manner by themselves. */
static void slow_games_are_cut_off(void **context) {
    (void)context;
    static const char *const sets[] = {"player=({share = 0.5; depth = 30;}, {share = 0.5;})",
                                       "threads=1"};
    struct config config;
    load(sets, COUNT_OF(sets), &config);
    struct estimate_sample samples[MANNERS_MAX], sample;
    measure(&config, samples);
    sample = samples[0];
    assert_true(!sample.whole && sample.slow);
    assert_int_equal(sample.games, 1);
    assert_int_equal(sample.plies, 1);
    assert_true(samples[1].whole && !samples[1].slow);
    double a_game = sample.seconds * config_plies_max(&config) / 2;
    assert_true(estimate_seconds(&config, samples, 10) > 9.99 * a_game);
    config_free(&config);
}

/* Nine games in ten take a tenth of a second, the tenth a second. */
static void each_manner_costs_by_its_share(void **context) {
    (void)context;
    static const char *const sets[] = {"player=({share=0.9; plies_max=8;}, {share=0.1; depth=1;})"};
    struct config config;
    load(sets, COUNT_OF(sets), &config);
    struct estimate_sample samples[MANNERS_MAX] = {
        {.games = 10, .seconds = 1, .whole = true},
        {.games = 3, .plies = 8, .seconds = 1, .whole = false}};
    double seconds = estimate_seconds(&config, samples, 100);
    assert_true(seconds > 18.999 && seconds < 19.001);
    measure(&config, samples);
    for (int m = 0; m < 2; m++) assert_true(samples[m].games > 0 && samples[m].plies > 0);
    config_free(&config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quick_games_are_played_to_their_end),
        cmocka_unit_test(slow_games_are_cut_off),
        cmocka_unit_test(each_manner_costs_by_its_share),
    };
    return cmocka_run_group_tests_name("estimate", tests, NULL, NULL);
}
