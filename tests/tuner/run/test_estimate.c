/* estimate: the sample says what it is of, however slow the search. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tuner/run/estimate.h"

static void load(const char *const *sets, int count, struct config *out) {
    struct error error;
    if (config_load("config/reversi-quick.cfg", sets, count, out, &error))
        fail_msg("%s", error.text);
}

static void quick_games_are_played_to_their_end(void **context) {
    (void)context;
    struct config config;
    load(NULL, 0, &config);
    struct estimate_sample sample = estimate_measure(&config);
    assert_true(sample.whole && !sample.slow && sample.seconds > 0);
    assert_in_range(sample.plies / sample.games, 20, 60);
    assert_true(estimate_seconds(&config, &sample, 2 * sample.games) > 1.99 * sample.seconds);
    config_free(&config);
}

/* Games of hours are judged by a few plies of them. */
static void slow_games_are_cut_off(void **context) {
    (void)context;
    static const char *const sets[] = {"player.depth=30", "threads=1"};
    struct config config;
    load(sets, COUNT_OF(sets), &config);
    struct estimate_sample sample = estimate_measure(&config);
    assert_true(!sample.whole && sample.slow);
    assert_int_equal(sample.games, 1);
    assert_int_equal(sample.plies, 1);
    double a_game = sample.seconds * estimate_plies_max(&config);
    assert_true(estimate_seconds(&config, &sample, 10) > 9.99 * a_game);
    config_free(&config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quick_games_are_played_to_their_end),
        cmocka_unit_test(slow_games_are_cut_off),
    };
    return cmocka_run_group_tests_name("estimate", tests, NULL, NULL);
}
